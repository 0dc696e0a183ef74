"""Reads: right, and in the same number of queries for one table as for many."""

import pytest
from django.contrib.auth.models import AnonymousUser

from clubs.access import reach
from clubs.models import Club, User
from clubs.permissions import Action
from tests import factories
from tournaments.access import DivisionPath, EntryPath, EventPath, PairingPath, RoundPath
from tournaments.inputs.results import ResultInput, RulingInput
from tournaments.models import Division, Entry, Pairing
from tournaments.queries.events import divisions_of, entries_of, events_of
from tournaments.queries.results import facts_of, history_of, player_card
from tournaments.queries.rounds import missing_results, pairings_of, rounds_of, unsettled
from tournaments.queries.standings import standings_of
from tournaments.services.entries.leaving import withdraw_entry
from tournaments.services.results.results import rule_result


@pytest.mark.parametrize("players", [2, 6, 12])
def test_query_counts_do_not_grow_with_the_field(club: Club, director: User, players: int) -> None:
    division = factories.division(club, director)
    round_ = factories.start(division, director, players)
    factories.play(round_)
    game = Pairing.objects.get(pk=factories.games(round_)[0].pairing_id)
    entry = Entry.objects.select_related("division").get(division=division, number=1)
    slug, nobody = division.event.slug, AnonymousUser()
    counts = {
        "pairings_of": factories.queries(lambda: pairings_of(round_)),
        "standings_of": factories.queries(lambda: standings_of(division)),
        "facts_of": factories.queries(lambda: facts_of(division)),
        "missing_results": factories.queries(lambda: missing_results(division)),
        "player_card": factories.queries(lambda: player_card(entry)),
        "history_of": factories.queries(lambda: history_of(game)),
        "entries_of": factories.queries(lambda: [entry.player.name for entry in entries_of(division)]),
        "rounds_of": factories.queries(lambda: rounds_of(division, drafts=True)),
        "divisions_of": factories.queries(lambda: list(divisions_of(division.event))),
        "events_of": factories.queries(lambda: [event.club.name for event in events_of(club, nobody)]),
        "event": factories.queries(lambda: reach(EventPath(slug), nobody).club.name),
        "division": factories.queries(lambda: reach(DivisionPath(slug, "a"), nobody).event.club.name),
        "division, to manage it": factories.queries(lambda: reach(DivisionPath(slug, "a"), director, Action.PAIR)),
        "round": factories.queries(lambda: reach(RoundPath(slug, "a", 1), nobody).division.event.club.name),
        "entry": factories.queries(lambda: reach(EntryPath(slug, "a", entry.pk), nobody).division.event.club.name),
        "pairing": factories.queries(lambda: reach(PairingPath(slug, game.pk), nobody).seats.all()[1].entry.name),
    }
    assert counts == {
        "pairings_of": 1,
        "standings_of": 3,
        "facts_of": 1,
        "missing_results": 1,
        "player_card": 1,
        "history_of": 2,
        "entries_of": 1,
        "rounds_of": 1,
        "divisions_of": 1,
        "events_of": 1,
        "event": 1,
        "division": 1,
        "division, to manage it": 2,
        "round": 1,
        "entry": 1,
        "pairing": 2,
    }


@pytest.mark.parametrize("events", [1, 3])
def test_the_list_of_events_takes_one_query(club: Club, director: User, events: int) -> None:
    for _number in range(events):
        factories.division(club, director)
    assert factories.queries(lambda: [event.club.name for event in events_of(club, director)]) == 1


def table(division: Division, after_round: int | None = None) -> list[tuple[str, float, float, int]]:
    return [
        (line.name, line.row.wins, line.row.losses, line.row.spread) for line in standings_of(division, after_round)
    ]


def test_standings_follow_each_confirmed_result(running: Division) -> None:
    assert [line.name for line in standings_of(running)] == ["Ada", "Ben", "Cem", "Dua", "Eli", "Fay"]
    game = next(line for line in factories.games(running.rounds.get()) if "Dua" in {line.first.name, line.second.name})
    dua_first = game.first.name == "Dua"
    scores = (450, 400) if dua_first else (400, 450)
    factories.report(game.pairing_id, "first", *scores)
    assert {wins for _name, wins, _losses, _spread in table(running)} == {0}, "one report is no result"
    factories.report(game.pairing_id, "second", *scores)
    assert table(running)[0] == ("Dua", 1, 0, 50)
    assert table(running)[-1] == ("Ada", 0, 1, -50)


@pytest.mark.postgres
def test_a_correction_changes_the_standings_of_its_round_and_later(running: Division, director: User) -> None:
    factories.play(running.rounds.get())
    game = factories.games(running.rounds.get())[0]
    second = factories.publish(running, director, 2)
    factories.play(second)
    before = table(running, 1)
    ruling = RulingInput(result=ResultInput(first_score=300, second_score=500), reason="Columns swapped.")
    rule_result(actor=director, pairing_id=game.pairing_id, data=ruling)
    assert table(running, 1) != before
    assert table(running, 1)[0] == (game.second.name, 1, 0, 200)


@pytest.mark.postgres
def test_byes_forfeits_and_void_count_as_the_division_says(club: Club, director: User) -> None:
    division = factories.division(club, director, bye_spread=100, forfeit_spread=-75)
    games = factories.games(factories.start(division, director, 7))
    for line, kind in zip(games, ["forfeit_win", "double_forfeit", "void"], strict=True):
        rule_result(
            actor=director,
            pairing_id=line.pairing_id,
            data=RulingInput(result=ResultInput(kind=kind), reason="Nobody came."),
        )
    worth = {name: (wins, losses, spread) for name, wins, losses, spread in table(division)}
    assert worth[games[0].first.name] == (1, 0, 75)
    assert worth[games[0].second.name] == (0, 1, -75)
    assert worth[games[1].first.name] == worth[games[1].second.name] == (0, 1, -75)
    assert worth[games[2].first.name] == worth[games[2].second.name] == (0, 0, 0)
    assert sorted(worth.values())[-1] == (1, 0, 100)


def test_the_spread_cap_is_for_standings(club: Club, director: User) -> None:
    division = factories.division(club, director, spread_cap=30)
    factories.play(factories.start(division, director, 2), lead=50)
    assert [row[3] for row in table(division)] == [30, -30]


def test_a_card_adds_up_to_the_standings(running: Division, director: User) -> None:
    for number in (1, 2, 3):
        round_ = running.rounds.get(number=1) if number == 1 else factories.publish(running, director, number)
        factories.play(round_)
    withdraw_entry(actor=director, entry=running.entries.get(name="Fay"), after_round=3)
    factories.play(factories.publish(running, director, 4))
    for line in standings_of(running):
        card = player_card(Entry.objects.select_related("division").get(pk=line.entry_id))
        assert (card[-1].total, card[-1].total_spread) == (line.row.wins, line.row.spread)
        assert [item.round for item in card] == list(range(1, len(card) + 1))
    bye = next(item for item in player_card(running.entries.get(name=_bye_of(running, 4))) if item.round == 4)
    assert (bye.kind, bye.opponent, bye.points, bye.spread, bye.own_score) == ("bye", None, 1, 50, None)


def _bye_of(division: Division, number: int) -> str:
    return division.rounds.get(number=number).pairings.get(kind="bye").seats.get().entry.name


def test_a_card_shows_an_open_game_without_points(running: Division) -> None:
    card = player_card(running.entries.get(name="Ada"))
    assert [(item.state, item.points, item.spread, item.total) for item in card] == [("", None, None, 0)]


@pytest.mark.postgres
def test_missing_results_are_all_that_is_not_confirmed(running: Division) -> None:
    games = factories.games(running.rounds.get())
    factories.agree(games[0].pairing_id)
    factories.report(games[1].pairing_id, "first", 1, 2)
    assert [(line.pairing_id, line.state) for line in missing_results(running)] == [
        (games[1].pairing_id, "pending"),
        (games[2].pairing_id, ""),
    ]
    assert unsettled(running) == missing_results(running)
    assert unsettled(running, before_round=1) == []


@pytest.mark.postgres
def test_drafts_are_in_no_fact(running: Division, director: User) -> None:
    from tournaments.services.rounds.pairing import draft_round

    factories.play(running.rounds.get())
    draft_round(actor=director, division=running, number=2)
    assert {fact.round for fact in facts_of(running)} == {1}
    assert [round_.number for round_ in rounds_of(running, drafts=False)] == [1]
    assert [round_.number for round_ in rounds_of(running, drafts=True)] == [1, 2]
