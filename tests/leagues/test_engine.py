"""Tables of seasons: equal to the one function of standings where everything counts; nobody lost between seasons."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.engine import (
    CountingEvent,
    Line,
    Part,
    SeasonRules,
    Standing,
    move_of,
    players_of,
    proposal,
    season_table,
    zones,
)
from tests.harness.deep import examples
from tournaments.engine.model import EntrySnapshot, GameFact, ResultKind, StandingsRules
from tournaments.engine.standings import StandingsRow, standings

ORDERS = [
    ("points", "spread"),
    ("percent", "full_spread"),
    ("wins", "head_to_head", "buchholz"),
    ("points", "sonneborn_berger", "sum_of_scores", "spread"),
]


def people(count: int) -> list[EntrySnapshot]:
    return [EntrySnapshot(number, number, 1500 + number) for number in range(1, count + 1)]


@st.composite
def events(draw: st.DrawFn, players: int = 6, most: int = 4) -> list[CountingEvent]:
    """Club nights of players 1 to ``players``, each with some of them: games, byes and forfeits."""
    events = []
    for night in range(draw(st.integers(0, most))):
        present = draw(st.lists(st.integers(1, players), min_size=1, max_size=players, unique=True))
        games = []
        for round_ in range(1, draw(st.integers(1, 3)) + 1):
            order = draw(st.permutations(present))
            for first, second in zip(order[::2], order[1::2], strict=False):
                scores = draw(st.tuples(st.integers(300, 340), st.integers(300, 340)))
                kind = draw(st.sampled_from([ResultKind.PLAYED] * 5 + [ResultKind.FORFEIT_WIN, ResultKind.PENDING]))
                games.append(
                    GameFact(round_, first, second, *scores)
                    if kind is ResultKind.PLAYED
                    else GameFact(round_, first, second, kind=kind)
                )
            if len(order) % 2:
                games.append(GameFact(round_, order[-1], kind=ResultKind.BYE))
        events.append(CountingEvent(night, frozenset(present), tuple(games)))
    return events


def one_event(nights: list[CountingEvent]) -> list[GameFact]:
    """The same games as rounds of one event."""
    return [replace(game, round=10 * night.id + game.round) for night in nights for game in night.games]


@given(events(), st.sampled_from(ORDERS), st.integers(0, 2))
@examples(30, deep=300)
def test_where_all_counts_a_season_is_one_event(nights: list[CountingEvent], order: tuple[str, ...], bye: int) -> None:
    rules = SeasonRules(order=order, min_games=0, win_points=3, tie_points=1, bye_half_wins=bye)
    table = season_table(people(6), nights, rules)
    settings = StandingsRules(win_points=3, tie_points=1, bye_half_wins=bye, order=order)
    event = [row for row in standings(people(6), one_event(nights), settings) if row.played + row.byes + row.forfeits]
    ranks = [row.rank for row in event]  # of those who appeared; nobody else has one
    expected = [(1 + sum(rank < row.rank for rank in ranks), row.player.id) for row in event]
    assert [(line.rank, line.player) for line in table if line.appeared] == expected
    assert not any(line.rank for line in table if not line.appeared)
    for line, row in zip(table, event, strict=False):
        assert line.row == replace(row, rank=line.row.rank, values=line.row.values)
        if row.values:
            assert line.row.values == row.values


@given(events(), st.integers(1, 4))
@examples(30, deep=300)
def test_the_best_events_of_each_are_those_no_choice_beats(nights: list[CountingEvent], best: int) -> None:
    for line in season_table(people(6), nights, SeasonRules(best=best, min_games=0)):
        worth = [(part.row.points, part.row.spread) for part in line.parts]
        size = min(best, len(worth))
        chosen = [(part.row.points, part.row.spread) for part in line.parts if part.counts]
        assert len(chosen) == size
        assert sum(points for points, _spread in chosen) == max(
            sum(points for points, _spread in choice) for choice in combinations(worth, size)
        )
        assert (line.row.points, line.row.spread) == tuple(map(sum, zip(*chosen, strict=True))) or not chosen


@given(events(), st.integers(0, 4))
@examples(30, deep=300)
def test_who_has_played_too_little_is_listed_below_without_a_rank(nights: list[CountingEvent], least: int) -> None:
    table = season_table(people(6), nights, SeasonRules(min_games=least))
    assert sorted(line.player for line in table) == [1, 2, 3, 4, 5, 6]
    played = Counter(
        who
        for night in nights
        for game in night.games
        if game.kind is ResultKind.PLAYED
        for who in (game.first, game.second)
    )
    for line in table:
        assert (line.rank is None) == (played[line.player] < least or not line.appeared)
        assert line.short == max(0, least - played[line.player])
    assert [line.rank is None for line in table] == sorted(line.rank is None for line in table)


def test_guests_are_opponents_and_take_no_place() -> None:
    night = CountingEvent(1, frozenset({1, 2, 9}), (GameFact(1, 9, 1, 500, 300), GameFact(2, 1, 2, 400, 390)))
    table = season_table(people(2), [night], SeasonRules())
    assert [(line.player, line.rank, line.row.wins, line.row.spread) for line in table] == [
        (1, 1, 1, -190),
        (2, 2, 0, -10),
    ]


def test_who_never_appeared_has_no_rank_and_does_not_return_even_where_no_game_is_asked_for() -> None:
    night = CountingEvent(
        1, frozenset({1, 2, 3, 4}), (GameFact(1, 1, 2, 500, 300), GameFact(1, 4, kind=ResultKind.BYE))
    )
    table = season_table(people(5), [night], SeasonRules(min_games=0))
    assert [(line.player, line.rank, line.short) for line in table] == [
        (1, 1, 0),
        (4, 2, 0),
        (2, 3, 0),
        (3, None, 0),
        (5, None, 0),
    ]
    moves = {item.player: item.move for item in proposal([Standing(1, ()), Standing(2, table, 5)])}
    assert moves == {1: "stay", 4: "stay", 2: "stay", 3: "out", 5: "out"}
    assert [zone.down for zone in zones([Standing(1, table), Standing(2, table, 5)])] == [3, 0]


def test_the_ratings_of_guests_make_the_performance() -> None:
    games = (GameFact(1, 1, 8, 400, 400), GameFact(1, 2, 9, 400, 400))
    night = CountingEvent(1, frozenset({1, 2, 8, 9}), games)
    rules = SeasonRules(order=("performance",))
    table = season_table(people(2), [night], rules, {8: 1300, 9: 1900})
    assert [(line.player, line.rank) for line in table] == [(2, 1), (1, 2)]


def test_spreads_and_caps_are_those_of_each_event() -> None:
    capped = CountingEvent(1, frozenset({1, 2}), (GameFact(1, 1, 2, 500, 300),), StandingsRules(spread_cap=50))
    free = CountingEvent(2, frozenset({1, 2}), (GameFact(1, 1, kind=ResultKind.BYE),), StandingsRules(bye_spread=75))
    first, _second = season_table(people(2), [capped, free], SeasonRules())
    assert (first.row.spread, first.row.full_spread, first.row.byes) == (125, 275, 1)


def test_orders_that_look_at_single_games_need_all_of_them() -> None:
    with pytest.raises(ValueError, match="sums"):
        SeasonRules(order=("points", "head_to_head"), best=3)


def test_members_are_named_or_appear_first() -> None:
    players = players_of([10, 20], {1: 20, 5: 10}, [(1, 10), (2, 10), (3, 20), (2, 20)], open_to_all=True)
    assert players == {10: (5, 2), 20: (1, 3)}
    assert players_of([10, 20], {1: 20}, [(1, 10), (2, 10)], open_to_all=False) == {10: (), 20: (1,)}


def line(player: int, rank: int | None, played: int = 1) -> Line:
    """A line of which only the rank matters; without a game played the player never appeared."""
    row = StandingsRow(rank or 0, EntrySnapshot(player, player), 0, 0, 0, 0, 0, played, 0, 0, 0, 0, ())
    return Line(player, rank, row, (Part(1, row, counts=True),), 0 if rank else 1)


def table(first: int, ranked: int, waiting: int = 0, absent: int = 0) -> tuple[Line, ...]:
    """A table of players numbered from ``first``."""
    ranks = [*range(1, ranked + 1), *[None] * (waiting + absent)]
    return tuple(line(first + index, rank, 0 if index >= ranked + waiting else 1) for index, rank in enumerate(ranks))


seasons = st.lists(
    st.tuples(st.integers(0, 9), st.integers(0, 3), st.integers(0, 3), st.integers(0, 6)), min_size=1, max_size=5
)


@given(seasons)
def test_nobody_is_lost_sizes_are_kept_and_moves_balance(sizes: list[tuple[int, int, int, int]]) -> None:
    season = [
        Standing(place, table(100 * place, ranked, waiting, absent), exchange if place else 0)
        for place, (ranked, waiting, absent, exchange) in enumerate(sizes)
    ]
    moves = proposal(season)
    assert [item.player for item in moves] == [one.player for standing in season for one in standing.lines]
    after = Counter(item.after for item in moves)
    for place, (ranked, waiting, absent, _exchange) in enumerate(sizes):
        assert after[place] == ranked + waiting
        assert sum(item.move == "out" for item in moves if item.before == place) == absent
    for above, below in pairwise(range(len(sizes))):
        up = [item for item in moves if item.before == below and item.after == above]
        down = [item for item in moves if item.before == above and item.after == below]
        assert len(up) == len(down) <= sizes[below][3]
    assert all(item.after is None or abs(item.after - item.before) <= 1 for item in moves)


def test_two_up_and_two_down() -> None:
    season = [Standing(1, table(10, 6)), Standing(2, table(20, 6), 2), Standing(3, table(30, 3, 1, 1), 1)]
    moves = {item.player: item.move for item in proposal(season)}
    assert {player for player, move in moves.items() if move == "down"} == {14, 15, 25}
    assert {player for player, move in moves.items() if move == "up"} == {20, 21, 30}
    assert [player for player, move in moves.items() if move == "out"] == [34]
    assert moves[33] == "stay"


def test_a_small_division_has_nobody_in_both_zones() -> None:
    season = [Standing(1, table(10, 4)), Standing(2, table(20, 3), 2), Standing(3, table(30, 5), 4)]
    assert [(zone.up, zone.down) for zone in zones(season)] == [(0, 2), (2, 1), (1, 0)]


def test_a_tie_across_a_line_is_named() -> None:
    lines = (line(1, 1), line(2, 2), line(3, 2), line(4, 4))
    top, bottom = zones([Standing(1, table(10, 4)), Standing(2, lines, 2)])
    assert (top.tied, bottom.tied) == (frozenset(), frozenset({2, 3}))


@pytest.mark.parametrize(
    ("before", "after", "move"), [(None, 0, "new"), (1, None, "out"), (1, 1, "stay"), (2, 1, "up"), (0, 1, "down")]
)
def test_moves_by_name(before: int | None, after: int | None, move: str) -> None:
    assert move_of(before, after) == move
