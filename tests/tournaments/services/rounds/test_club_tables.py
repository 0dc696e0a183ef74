"""Club tables of three to eight: seated, reported, counted, rated."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from clubs.models import Club, User
from ratings.models import PlayerRating, RatedResult, RatingPool
from ratings.services.recompute import recompute_pool
from tests import factories
from tests.harness.deep import examples
from tests.walk import check_each
from tournaments.engine.model import EntrySnapshot, GameFact, Snapshot
from tournaments.engine.pairing import pairing_options
from tournaments.engine.pairing.club_tables import plan_tables, table_sizes
from tournaments.engine.pairing.options import RulesError
from tournaments.errors import TournamentError
from tournaments.inputs.results import ResultInput, RulingInput
from tournaments.models import Division, Entry, Pairing, Result, Round, Seat
from tournaments.queries.rounds import pairings_of
from tournaments.queries.standings import standings_of
from tournaments.services.results.results import rule_result
from tournaments.services.results.slips import slip_key
from tournaments.services.rounds.pairing import draft_round, swap_players
from tournaments.services.rounds.publish import publish_round

BASKET: dict[str, Any] = {"game": "wordbasket", "rules_slug": "word-basket", "table_size": 4}


def snapshot(count: int, games: tuple[GameFact, ...] = (), number: int = 1) -> Snapshot:
    players = tuple(EntrySnapshot(id=100 + place, number=place) for place in range(1, count + 1))
    return Snapshot(round=number, players=players, games=games)


@examples(40, deep=1000)
@given(st.integers(2, 60), st.integers(3, 8))
def test_sizes_are_as_equal_as_can_be_and_seat_everybody(players: int, most: int) -> None:
    sizes = table_sizes(players, most)
    assert sum(sizes) == players
    assert max(sizes) <= most
    assert max(sizes) - min(sizes) <= 1
    assert list(sizes) == sorted(sizes, reverse=True)
    if players >= 2 * most:
        assert min(sizes) >= 3 or most == 3


@examples(40, deep=1000)
@given(st.integers(3, 24), st.integers(3, 8), st.sampled_from(["swiss", "koth", "random"]))
def test_everybody_sits_once(players: int, most: int, system: str) -> None:
    plan = plan_tables(snapshot(players), pairing_options(system), 1, most)
    assert sorted(player for table in plan.groups for player in table) == list(range(101, 101 + players))
    assert plan == plan_tables(snapshot(players), pairing_options(system), 1, most)


def test_nine_players_meet_everybody_in_four_rounds_of_threes() -> None:
    """The affine plane of order three: four rounds of three tables in which every two meet exactly once."""
    games: list[GameFact] = []
    met: Counter[frozenset[int]] = Counter()
    for number in range(1, 3):
        plan = plan_tables(snapshot(9, tuple(games), number), pairing_options("swiss"), 1, 3)
        for table in plan.groups:
            for one, other in combinations(table, 2):
                met[frozenset((one, other))] += 1
                games.append(GameFact(number, one, other, 0, 0))
    assert max(met.values()) == 1


def test_the_best_sit_together_under_king_of_the_hill() -> None:
    plan = plan_tables(snapshot(8), pairing_options("koth"), 1, 4)
    assert plan.groups == ((101, 102, 103, 104), (105, 106, 107, 108))


def test_systems_for_two_are_refused() -> None:
    with pytest.raises(RulesError, match="more than two"):
        plan_tables(snapshot(8), pairing_options("round_robin"), 1, 4)


@pytest.fixture
def tables(club: Club, director: User, pool: RatingPool) -> Division:
    division = factories.division(club, director, pool=pool, **BASKET)
    factories.entries(division, director, 7)
    return division


@pytest.fixture
def round_(tables: Division, director: User) -> Round:
    return factories.publish(tables, director, 1)


def test_seven_players_sit_at_a_table_of_four_and_one_of_three(round_: Round) -> None:
    lines = pairings_of(round_)
    assert [len(line.seats) for line in lines] == [4, 3]
    assert [line.table_number for line in lines] == [1, 2]
    assert Seat.objects.filter(round=round_).count() == 7


def test_any_two_of_a_table_confirm_and_the_places_count(tables: Division, round_: Round) -> None:
    four = pairings_of(round_)[0]
    values: factories.SheetFields = {"result": ResultInput(tally="2-0-5-2")}
    assert factories.report(four.pairing_id, "third", 0, 0, **values).result.state == "pending"
    result = factories.report(four.pairing_id, "fourth", 0, 0, **values).result
    assert (result.state, result.first_score, result.tally) == ("confirmed", None, "2-0-5-2")
    rows = {line.entry_id: line.row for line in standings_of(tables)}
    first, second, third, fourth = (rows[seat.entry_id] for seat in four.seats)
    # left behind: a win each, equal cards a tie; the spread is the sum of the differences
    assert [row.wins for row in (second, first, fourth, third)] == [3, 1.5, 1.5, 0]
    assert [row.spread for row in (second, first, fourth, third)] == [9, 1, 1, -11]
    assert second.rank == 1
    assert third.losses == 3


def test_a_third_report_that_differs_is_flagged(round_: Round) -> None:
    four = pairings_of(round_)[0]
    for side in ("first", "second"):
        factories.report(four.pairing_id, side, 0, 0, result=ResultInput(tally="2-0-5-2"))
    late = factories.report(four.pairing_id, "fourth", 0, 0, result=ResultInput(tally="2-0-5-3"))
    assert late.result.open_questions
    assert late.difference
    assert four.others[1].name in late.difference


def test_whoever_does_not_come_forfeits_and_nobody_gains(tables: Division, round_: Round, director: User) -> None:
    three = pairings_of(round_)[1]
    factories.report(three.pairing_id, "official", 0, 0, result=ResultInput(tally="0-x-4"), actor=director)
    rows = {line.entry_id: line.row for line in standings_of(tables)}
    there, absent, other = (rows[seat.entry_id] for seat in three.seats)
    assert (there.wins, there.spread, other.losses, other.spread) == (1, 4, 1, -4)
    assert (absent.forfeits, absent.losses, absent.wins) == (1, 1, 0)


def test_forfeits_of_two_are_not_for_tables(round_: Round, director: User) -> None:
    def check(kind: str) -> None:
        four = pairings_of(round_)[0]
        with pytest.raises(TournamentError, match="enter x for a player"):
            rule_result(
                actor=director,
                pairing_id=four.pairing_id,
                data=RulingInput(result=ResultInput(kind=kind), reason="x"),
            )

    check_each(["forfeit_win", "double_forfeit"], check)


def test_a_table_is_rated_as_a_game_between_every_two(
    tables: Division, round_: Round, director: User, pool: RatingPool
) -> None:
    four = pairings_of(round_)[0]
    factories.report(four.pairing_id, "official", 0, 0, result=ResultInput(tally="2-0-5-2"), actor=director)
    live = RatedResult.objects.live()
    assert live.count() == 6
    recompute_pool(pool_id=pool.pk)
    ratings = dict(PlayerRating.objects.filter(pool=pool).values_list("player_id", "live_rating"))
    brought = dict(tables.entries.values_list("player_id", "rating"))
    winner, last = four.seats[1].player_id, four.seats[2].player_id
    assert (ratings[winner] or 0) > (brought[winner] or 0)
    assert 0 < (ratings[last] or 0) < (brought[last] or 0)
    # the same table again with other places: the ledger follows, and a void takes it out
    ruling = RulingInput(result=ResultInput(tally="0-3-5-2"), reason="counted again")
    rule_result(actor=director, pairing_id=four.pairing_id, data=ruling)
    assert RatedResult.objects.live().count() == 6
    rule_result(
        actor=director,
        pairing_id=four.pairing_id,
        data=RulingInput(result=ResultInput(kind="void"), reason="fire alarm"),
    )
    assert RatedResult.objects.live().count() == 0
    assert all(line.row.played == 0 for line in standings_of(tables))


def test_the_next_round_mixes_the_tables_anew(tables: Division, round_: Round, director: User) -> None:
    for line in pairings_of(round_):
        told = "0-1-2-3" if len(line.seats) == 4 else "0-1-2"
        factories.report(line.pairing_id, "official", 0, 0, result=ResultInput(tally=told), actor=director)
    met = {
        frozenset(pair) for line in pairings_of(round_) for pair in combinations([s.entry_id for s in line.seats], 2)
    }
    second = factories.publish(tables, director, 2)
    again = [
        pair
        for line in pairings_of(second)
        for pair in combinations([seat.entry_id for seat in line.seats], 2)
        if frozenset(pair) in met
    ]
    assert len(again) <= 3  # seven players in fours and threes cannot do with fewer
    best = {line.entry_id for line in standings_of(tables)[:4]}
    hill = draft_round(actor=director, division=tables, number=3, system="koth", despite_missing=True)
    assert {seat.entry_id for seat in pairings_of(hill)[0].seats} == best


def test_players_of_different_tables_change_places_in_a_draft(tables: Division, director: User) -> None:
    drafted = draft_round(actor=director, division=tables, number=1)
    four, three = pairings_of(drafted)
    one, other = four.others[0], three.others[0]
    swap_players(
        actor=director,
        round_id=drafted.pk,
        expected_version=drafted.version,
        entry_a=one.entry_id,
        entry_b=other.entry_id,
    )
    four, three = pairings_of(drafted)
    assert (four.others[0], three.others[0]) == (other, one)
    drafted.refresh_from_db()
    assert publish_round(actor=director, round_id=drafted.pk, expected_version=drafted.version).state == "published"


def test_systems_for_two_are_refused_in_words(tables: Division, director: User) -> None:
    with pytest.raises(TournamentError, match="more than two"):
        draft_round(actor=director, division=tables, number=1, system="round_robin")


def test_crossword_tables_of_three_count_points(club: Club, director: User) -> None:
    division = factories.division(club, director, table_size=3)
    line = pairings_of(factories.start(division, director, 3))[0]
    factories.report(line.pairing_id, "official", 0, 0, result=ResultInput(tally="320/281/320"), actor=director)
    rows = {line.entry_id: line.row for line in standings_of(division)}
    assert [rows[seat.entry_id].wins for seat in line.seats] == [1.5, 0, 1.5]
    assert [rows[seat.entry_id].spread for seat in line.seats] == [39, -78, 39]


def test_the_slip_of_a_table_has_a_place_for_everybody(client, round_: Round) -> None:  # type: ignore[no-untyped-def]
    pairing = Pairing.objects.get(pk=pairings_of(round_)[0].pairing_id)
    address = f"/s/{slip_key(pairing.slip_links.get())}/"
    page = client.get(address).content.decode()
    for name in Entry.objects.filter(seats__pairing=pairing).values_list("name", flat=True):
        assert name in page
    cards = {f"game1_seat{seat}": str(seat - 1) for seat in range(1, 5)}
    assert client.post(address, {"side": "fourth", **cards}).status_code == 302
    assert Result.objects.get().tally == "0-1-2-3"


def test_every_page_of_a_round_names_everybody_at_the_table(client, tables: Division, director: User) -> None:  # type: ignore[no-untyped-def]
    client.force_login(director)
    event, place = tables.event.slug, (tables.event.slug, tables.slug, 1)
    names = set(tables.entries.values_list("name", flat=True))

    def rendered(name: str, *args: object) -> str:
        page = client.get(reverse(f"tournaments:{name}", args=args))
        assert page.status_code == 200
        return str(page.content.decode())

    def unnamed(page: str) -> set[str]:
        html = rendered(page, *place)
        return {name for name in names if name not in html}

    ready = rendered("manage_round", *place)
    assert "players who have not played each other" in ready
    assert "Round robin" not in ready
    draft_round(actor=director, division=tables, number=1)
    assert unnamed("manage_round") == set()
    round_ = tables.rounds.get()
    publish_round(actor=director, round_id=round_.pk, expected_version=round_.version)
    line = pairings_of(round_)[0]
    factories.report(line.pairing_id, "official", 0, 0, result=ResultInput(tally="2-0-5-2"), actor=director)
    pages = ("manage_round", "print_ranked", "print_alphabetical", "print_slips", "round", "find_table")
    assert {page: unnamed(page) for page in pages} == {page: set() for page in pages}
    assert "2 – 0 – 5 – 2 cards left" in rendered("round", *place)
    assert "2 – 0 – 5 – 2 cards left" in rendered("manage_game", *place, line.pairing_id)
    card = rendered("player", event, tables.slug, line.seats[0].number)
    assert all(seat.name in card for seat in line.seats)
    assert "1/4" in rendered("wall_chart", event, tables.slug)
    standings = rendered("standings", event, tables.slug)
    assert "Beat" in standings
    assert "Cards" in standings
