"""Rounds paired by hand: typed pairs are fixed, the rest is paired around them, and published rounds change in place."""

from typing import Any

import pytest

from audit.models import ActionLog
from clubs.models import User
from messaging.models import Message
from tests import factories
from tests.walk import check_each
from tournaments.errors import NotOpenError, NotReadyError, StaleEditError, TournamentError, TypedPairsError
from tournaments.models import Absence, Division, Entry, EventBackup, Pairing, PairLock, Result, Round, SlipLink
from tournaments.queries.rounds import pairings_of
from tournaments.services.entries.leaving import withdraw_entry
from tournaments.services.entries.roster import add_entry
from tournaments.services.entries.roster_lines import RosterRow
from tournaments.services.events.events import add_division
from tournaments.services.events.history import state_after
from tournaments.services.rounds.by_hand import HandPairing, pair_by_hand
from tournaments.services.rounds.constraints import block_pair
from tournaments.services.rounds.fixed_pairs import FixedPairs, read_fixed
from tournaments.services.rounds.pairing import draft_round
from tournaments.services.rounds.publish import publish_round


def hand(
    division: Division,
    director: User,
    number: int,
    text: str,
    *,
    complete: bool = True,
    version: int | None = None,
    **more: Any,
) -> HandPairing:
    """Pair by hand what is typed, on the round as it is now (or as it was at ``version``)."""
    round_ = Round.objects.filter(division=division, number=number).first()
    if round_ is not None and version is None:
        version = round_.version
    fixed = FixedPairs(read_fixed(division, text), complete, version)
    return pair_by_hand(actor=director, division=division, number=number, fixed=fixed, **more)


def tables(division: Division, number: int) -> dict[object, str]:
    """Table → the players by seats; those alone by their name."""
    rows: dict[object, str] = {}
    for line in pairings_of(Round.objects.get(division=division, number=number)):
        if line.second is None:
            rows[line.first.name] = line.kind
        else:
            rows[line.table_number] = " ".join(line.names)
    return rows


def test_a_whole_round_is_typed(division: Division, director: User) -> None:
    factories.entries(division, director, 7)
    made = hand(division, director, 1, "1 2, Dua Cem, 6-5, 7 bye", complete=False)
    assert tables(division, 1) == {1: "Ada Ben", 2: "Dua Cem", 3: "Fay Eli", "Gus": "bye"}
    assert all(line.typed for line in made.lines)
    assert made.round.state == "draft"
    assert PairLock.objects.count() == 4  # pairing again keeps them, and the bye
    again = draft_round(actor=director, division=division, number=1)
    assert tables(division, 1) == {1: "Ada Ben", 2: "Dua Cem", 3: "Fay Eli", "Gus": "bye"}
    assert again.run is not None
    assert {bye["reason"] for bye in again.run.plan["byes"]} == {"director"}


def test_the_rest_is_paired_around_what_is_typed(division: Division, director: User) -> None:
    factories.entries(division, director, 6)
    made = hand(division, director, 1, "1 6")
    assert tables(division, 1)[1] == "Ada Fay"
    assert [line.typed for line in made.lines].count(True) == 1
    assert made.compared, "Swiss has the top half play the bottom half, so that 1 v 6 costs something"
    assert any(line.costs for line in made.lines if line.typed)


def test_typed_tables_are_kept(division: Division, director: User) -> None:
    factories.entries(division, director, 6)
    hand(division, director, 1, "9: 1 2\n1: 5 6")
    assert tables(division, 1)[9] == "Ada Ben"
    assert tables(division, 1)[1] == "Eli Fay"


def test_what_cannot_be_is_refused_and_said(division: Division, director: User) -> None:
    entries = factories.entries(division, director, 7)
    other = Division.objects.create(event=division.event, name="B", slug="b", position=2, settings=division.settings)
    add_entry(actor=director, division=other, row=RosterRow(name="Zoe Quist", line=1))
    withdraw_entry(actor=director, entry=entries[6], after_round=0)
    cases = {
        "99 1": "No one in this division is “99”",
        "Nobody v Ada": "No one in this division is “Nobody”",
        "Zoe v Ada": "plays in Division B",
        "1 2, 2 3": "Ben (#2) appears in two pairs",
        "7 1": "Gus (#7) has withdrawn. Reinstate",
        "1 1": "paired with themselves",
        "1 2": "Not paired: Cem, Dua, Eli, Fay",
        "1 2, 3 4, 5": "“5” cannot be read",
        "3: 1 2, 3: 5 6": "Table 3 has two pairs",
    }

    def check(text: str) -> None:
        with pytest.raises(TypedPairsError) as refused:
            hand(division, director, 1, text, complete=False)
        assert cases[text] in str(refused.value)

    check_each(list(cases), check)
    assert not Round.objects.exists()
    assert not PairLock.objects.exists()


def test_tables_of_others_and_of_three_are_not_typed(division: Division, director: User) -> None:
    factories.entries(division, director, 4)
    add_division(actor=director, event=division.event, data=factories.division_data(name="B", table_numbers=(7, 8)))
    with pytest.raises(TypedPairsError, match="Table 8 belongs to another division"):
        hand(division, director, 1, "8: 1 2")
    factories.change(division, table_size=3)
    with pytest.raises(TypedPairsError, match="Tables of more than two are not paired by hand"):
        hand(division, director, 1, "1 2")
    assert not Round.objects.exists()


def test_a_draft_that_somebody_else_has_changed_is_not_typed_over(division: Division, director: User) -> None:
    factories.entries(division, director, 4)
    hand(division, director, 1, "1 2")

    def check(case: str, anew: bool) -> None:
        with pytest.raises(StaleEditError, match="Someone else changed this round"):
            hand(division, director, 1, "1 3", version=99, anew=anew)

    check_each([("into the draft", False), ("paired anew", True)], check)
    assert "Ada Ben" in tables(division, 1).values()


def test_an_odd_field_gets_its_bye(division: Division, director: User) -> None:
    factories.entries(division, director, 5)
    hand(division, director, 1, "1 5")
    assert len(tables(division, 1)) == 3
    assert "bye" in tables(division, 1).values()


def test_rules_that_are_broken_are_named_with_their_cost(running: Division, director: User) -> None:
    line = factories.games(running.rounds.get())[0]
    text = f"{line.first.number} {line.second.number}"
    preview = hand(running, director, 2, text, store=False, choice={"despite_missing": True})
    assert not Round.objects.filter(number=2).exists(), "a preview stores nothing"
    assert [rule.rule for rule in preview.broken] in (["consecutive"], ["max_repeats"], ["again_at_once"])
    names = [name for name, _best, _made in preview.compared]
    assert "repeat" in names
    made = hand(running, director, 2, text, choice={"despite_missing": True})
    with pytest.raises(TournamentError, match="breaks rules"):
        publish_round(actor=director, round_id=made.round.pk, expected_version=made.round.version)
    publish_round(actor=director, round_id=made.round.pk, expected_version=made.round.version, reason="both want it")


def test_players_kept_apart_may_be_paired_by_hand(division: Division, director: User) -> None:
    entries = factories.entries(division, director, 6)
    block_pair(actor=director, division=division, entry_a=entries[0].pk, entry_b=entries[1].pk, reason="family")
    made = hand(division, director, 1, "1 2")
    assert [rule.message for rule in made.broken] == ["Ada and Ben must be kept apart: family."]


def test_who_is_named_plays_and_who_is_absent_does_not(division: Division, director: User) -> None:
    entries = factories.entries(division, director, 6)
    Absence.objects.create(entry=entries[1], round_number=1, kind=Absence.Kind.BYE)
    hand(division, director, 1, "1 2, 6 absent, 5 forfeit")
    assert tables(division, 1) == {1: "Ada Ben", 2: tables(division, 1)[2], "Eli": "forfeit"}
    assert list(Absence.objects.order_by("entry").values_list("entry__name", "kind")) == [
        ("Eli", "forfeit"),
        ("Fay", "absent"),
    ]


def test_the_next_round_must_be_ready(running: Division, director: User) -> None:
    with pytest.raises(NotReadyError, match="no confirmed result"):
        hand(running, director, 2, "1 2")


@pytest.fixture
def started(division: Division, director: User) -> Division:
    """Round 1 of seven players is public: Ada–Dua, Ben–Eli, Cem–Fay at tables 1 to 3, Gus has the bye."""
    factories.start(division, director, 7)
    return division


def test_two_players_of_a_published_round_are_swapped(started: Division, director: User) -> None:
    before = tables(started, 1)
    keys = dict(SlipLink.objects.values_list("pairing__table_number", "key_hash"))
    version = started.event.version
    changed = hand(started, director, 1, "1 5")
    after = tables(started, 1)
    assert {frozenset(value.split()) for value in after.values()} == {
        frozenset({"Ada", "Eli"}),
        frozenset({"Ben", "Dua"}),
        frozenset({"Cem", "Fay"}),
        frozenset({"bye"}),
    }
    assert set(after) == set(before), "the same tables"
    assert after[3] == before[3]
    assert set(changed.concerned) == {"Ada", "Ben", "Dua", "Eli"}
    live = dict(SlipLink.objects.filter(ended_at=None).values_list("pairing__table_number", "key_hash"))
    assert live[3] == keys[3]
    assert {live[1], live[2]}.isdisjoint(keys.values())
    ended = set(SlipLink.objects.exclude(ended_at=None).values_list("key_hash", flat=True))
    assert ended == {keys[1], keys[2]}, "slips printed for these tables say that they were replaced"
    started.event.refresh_from_db()
    assert started.event.version > version
    log = ActionLog.objects.get(verb="round.changed")
    assert len(log.before["games"]) == len(log.after["games"]) == 2


def test_what_was_published_first_can_be_read_later(started: Division, director: User) -> None:
    published = ActionLog.objects.filter(verb="round.published").latest("pk")
    before = {game.players for game in state_after(started.event, published).divisions[0].rounds[0].games}
    hand(started, director, 1, "1 5")
    hand(started, director, 1, "1 6")
    assert {game.players for game in state_after(started.event, published).divisions[0].rounds[0].games} == before
    assert EventBackup.objects.count() == 2


def test_only_those_concerned_are_told(started: Division, director: User) -> None:
    Message.objects.update(spread_at="2026-01-01T00:00:00Z")
    hand(started, director, 1, "1 5")
    message = Message.objects.get(kind="round-changed")
    places = {Entry.objects.get(pk=pk).name for pk in message.data["before"]}
    assert places == {"Ada", "Ben", "Cem", "Dua", "Eli", "Fay", "Gus"}
    hand(started, director, 1, "1 6")
    latest = Message.objects.filter(kind="round-changed").latest("pk")
    assert latest.data["before"] == message.data["before"], (
        "what was not told yet is told once, from where all sat first"
    )


def test_a_no_show_is_replaced_by_a_late_entry(started: Division, director: User) -> None:
    add_entry(actor=director, division=started, row=RosterRow(name="Hal", line=8))
    hand(started, director, 1, "1 8, 4 absent")
    assert tables(started, 1)["Gus"] == "bye"
    assert "Ada Hal" in tables(started, 1).values()
    assert Entry.objects.get(name="Hal").joined_round == 1
    assert Absence.objects.get().entry.name == "Dua"
    assert not Pairing.objects.filter(seats__entry__name="Dua").exists()


def test_a_late_pair_is_added_at_tables_of_its_own(started: Division, director: User) -> None:
    add_entry(actor=director, division=started, row=RosterRow(name="Hal", line=8))
    add_entry(actor=director, division=started, row=RosterRow(name="Ivo", line=9))
    before = tables(started, 1)
    hand(started, director, 1, "8 9")
    assert tables(started, 1) == before | {4: "Hal Ivo"}


def test_a_bye_becomes_a_game(started: Division, director: User) -> None:
    add_entry(actor=director, division=started, row=RosterRow(name="Hal", line=8))
    assert Result.objects.count() == 1
    hand(started, director, 1, "7 8")
    assert tables(started, 1)[4] == "Gus Hal"
    assert not Result.objects.exists()
    hand(started, director, 1, "7 bye, 8 absent")
    assert (Result.objects.get().kind, tables(started, 1)["Gus"]) == ("bye", "bye")


def test_who_loses_an_opponent_plays_the_one_with_the_bye(started: Division, director: User) -> None:
    hand(started, director, 1, "4 absent")
    assert "Gus" not in tables(started, 1)
    assert {"Ada Gus", "Gus Ada"} & set(tables(started, 1).values())


def test_a_bye_that_was_asked_for_stays(started: Division, director: User) -> None:
    Absence.objects.create(entry=Entry.objects.get(name="Gus"), round_number=1, kind=Absence.Kind.BYE)
    hand(started, director, 1, "4 absent")
    assert (tables(started, 1)["Gus"], tables(started, 1)["Ada"]) == ("bye", "bye")


def test_a_pair_moves_to_another_table(started: Division, director: User) -> None:
    line = factories.games(started.rounds.get())[0]
    hand(started, director, 1, f"9: {line.first.number} {line.second.number}")
    assert tables(started, 1)[9] == " ".join(line.names)


def test_a_game_with_a_report_is_not_touched(started: Division, director: User) -> None:
    line = factories.games(started.rounds.get())[0]
    factories.agree(line.pairing_id)
    with pytest.raises(TournamentError, match="a result has been reported there") as refused:
        hand(started, director, 1, f"{line.first.number} 7")
    assert refused.value.code == "played"
    hand(started, director, 1, "2 6")  # the others may change


def test_bad_changes_of_a_published_round(started: Division, director: User) -> None:
    before = tables(started, 1)
    line = factories.games(started.rounds.get())[0]
    cases: dict[str, tuple[dict[str, Any], type[TournamentError], str]] = {
        f"{line.first.number} {line.second.number}": ({}, TournamentError, "nothing changes"),
        "1 5": ({"version": 77}, StaleEditError, "Someone else changed this round"),
        "1 6": ({"complete": False}, TypedPairsError, "Not paired"),
        "3: 1 5": ({}, TypedPairsError, "Table 3 already has another game"),
    }

    def check(text: str) -> None:
        more, error, message = cases[text]
        with pytest.raises(error, match=message):
            hand(started, director, 1, text, **more)

    check_each(list(cases), check)
    assert tables(started, 1) == before
    Round.objects.update(state=Round.State.CLOSED)
    with pytest.raises(NotOpenError, match="is over"):
        hand(started, director, 1, "1 5")


def test_those_who_lose_their_opponents_and_may_not_play_each_other_are_named(
    started: Division, director: User
) -> None:
    before = tables(started, 1)
    players = {entry.name: entry for entry in started.entries.all()}
    for one, other in (("Ada", "Eli"), ("Ada", "Gus")):
        block_pair(
            actor=director, division=started, entry_a=players[one].pk, entry_b=players[other].pk, reason="family"
        )
    with pytest.raises(TournamentError, match="No opponent is left for Ada") as refused:
        hand(started, director, 1, "2 4, 7 bye")
    assert refused.value.code == "infeasible"
    assert tables(started, 1) == before


def test_two_without_a_table_get_one_that_became_free(started: Division, director: User) -> None:
    add_entry(actor=director, division=started, row=RosterRow(name="Hal", line=8))
    (free,) = (number for number, names in tables(started, 1).items() if set(names.split()) == {"Ada", "Dua"})
    hand(started, director, 1, "7 8, 1 absent, 4 absent")
    assert tables(started, 1)[free] == "Gus Hal"


def test_pairs_of_a_schedule_are_changed_for_a_reason(division: Division, director: User) -> None:
    factories.entries(division, director, 4)
    draft = draft_round(actor=director, division=division, number=1, system="round_robin")
    publish_round(actor=director, round_id=draft.pk, expected_version=draft.version)
    one, two = factories.games(draft)
    text = f"{one.first.number} {two.first.number}"
    with pytest.raises(TournamentError, match="not what the schedule says"):
        hand(division, director, 1, text)
    made = hand(division, director, 1, text, reason="The others have left.")
    assert {rule.rule for rule in made.broken} == {"schedule"}
    rest = {one.second.name, two.second.name}
    assert rest in [set(names.split()) for names in tables(division, 1).values()], "they play each other"


def test_broken_rules_of_a_published_round_need_a_reason(started: Division, director: User) -> None:
    ada, eli = Entry.objects.get(name="Ada"), Entry.objects.get(name="Eli")
    block_pair(actor=director, division=started, entry_a=ada.pk, entry_b=eli.pk, reason="family")
    with pytest.raises(TournamentError, match="must be kept apart: family") as refused:
        hand(started, director, 1, "1 5")
    assert refused.value.code == "reason"
    hand(started, director, 1, "1 5", reason="they agreed")
    assert Pairing.objects.get(seats__entry=ada).broken_reason == "they agreed"


def test_a_pair_typed_for_the_draft_is_no_rule_once_the_round_is_published(division: Division, director: User) -> None:
    factories.entries(division, director, 7)
    made = hand(division, director, 1, "1 2, 3 4, 5 bye").round
    publish_round(actor=director, round_id=made.pk, expected_version=made.version)
    assert not hand(division, director, 1, "1 3").broken, "the pair typed now replaces the one typed before"
    assert not hand(division, director, 1, "5 6").broken
    assert list(PairLock.objects.values_list("first__name", "second__name")) == []


def test_pairs_typed_for_a_draft_replace_those_typed_before(division: Division, director: User) -> None:
    factories.entries(division, director, 8)
    hand(division, director, 1, "1 2, 3 4, 5 6")
    changed = hand(division, director, 1, "1 3, 5: 5 6")
    assert {rule.rule for rule in changed.broken} == {"unlocked"}, "the check says what was fixed before"
    assert list(PairLock.objects.values_list("first__name", "second__name")) == [("Eli", "Fay")]
    publish_round(actor=director, round_id=changed.round.pk, expected_version=changed.round.version)


def test_a_draft_is_changed_in_place_or_paired_anew(division: Division, director: User) -> None:
    factories.entries(division, director, 6)
    draft_round(actor=director, division=division, number=1)
    hand(division, director, 1, "1 5")
    assert len([value for value in tables(division, 1).values() if value in {"Cem Fay", "Fay Cem"}]) == 1
    assert not PairLock.objects.exists()
    hand(division, director, 1, "1 2", anew=True)
    assert "Ada Ben" in tables(division, 1).values()
    assert PairLock.objects.count() == 1
