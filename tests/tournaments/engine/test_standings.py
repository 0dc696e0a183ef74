"""Standings: worked examples, and agreement with a slow and simple recount."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.harness.deep import examples
from tests.tournaments.engine.events import field_of, troubled_event
from tournaments.engine.model import EntrySnapshot, GameFact, ResultKind, SnapshotError, StandingsRules
from tournaments.engine.standings import StandingsRow, standings

A, B, C, D = (EntrySnapshot(id=k, number=k) for k in (1, 2, 3, 4))
PLAIN = StandingsRules()


def table(games: list[GameFact], settings: StandingsRules = PLAIN, after: int | None = None) -> dict[int, StandingsRow]:
    return {row.player.id: row for row in standings([A, B, C, D], games, settings, after)}


def test_wins_come_before_spread() -> None:
    rows = standings(
        [A, B, C, D],
        [
            GameFact(1, 1, 2, 400, 399),
            GameFact(1, 3, 4, 600, 200),
            GameFact(2, 1, 4, 401, 400),
            GameFact(2, 2, 3, 400, 390),
        ],
        PLAIN,
    )
    assert [(r.player.id, r.rank, r.wins, r.losses, r.spread) for r in rows] == [
        (1, 1, 2.0, 0.0, 2),
        (3, 2, 1.0, 1.0, 390),
        (2, 3, 1.0, 1.0, 9),
        (4, 4, 0.0, 2.0, -401),
    ]


def test_a_tie_is_half_a_win_and_half_a_loss_for_both() -> None:
    rows = table([GameFact(1, 1, 2, 387, 387)])
    assert [(rows[k].wins, rows[k].losses, rows[k].ties, rows[k].points, rows[k].spread) for k in (1, 2)] == [
        (0.5, 0.5, 1, 1, 0)
    ] * 2


def test_a_game_that_ended_nil_nil_is_a_tie_and_not_a_missing_result() -> None:
    rows = table([GameFact(1, 1, 2, 0, 0)])
    assert rows[1].played == rows[2].played == 1
    assert rows[1].wins == 0.5


def test_equal_players_share_a_rank_and_are_listed_by_number() -> None:
    rows = standings([D, C, B, A], [GameFact(1, 1, 4, 400, 350), GameFact(1, 3, 2, 420, 370)], PLAIN)
    assert [(row.rank, row.player.id) for row in rows] == [(1, 1), (1, 3), (3, 2), (3, 4)]


def test_the_cap_limits_each_game_both_ways() -> None:
    rows = table([GameFact(1, 1, 2, 700, 200), GameFact(2, 1, 2, 300, 450)], StandingsRules(spread_cap=200))
    assert (rows[1].spread, rows[2].spread) == (200 - 150, -200 + 150)


def test_a_cap_of_zero_leaves_no_spread_at_all() -> None:
    rows = table([GameFact(1, 1, 2, 700, 200)], StandingsRules(spread_cap=0))
    assert (rows[1].spread, rows[1].wins) == (0, 1.0)


def test_a_bye_is_a_win_by_the_divisions_bye_spread() -> None:
    row = table([GameFact(1, 1, kind=ResultKind.BYE)])[1]
    assert (row.wins, row.losses, row.spread, row.byes, row.played, row.firsts) == (1.0, 0.0, 50, 1, 0, 0)


def test_a_bye_without_spread_is_still_a_win() -> None:
    row = table([GameFact(1, 1, kind=ResultKind.BYE)], StandingsRules(bye_spread=0))[1]
    assert (row.wins, row.losses, row.spread) == (1.0, 0.0, 0)


def test_an_imported_bye_may_bring_its_own_spread() -> None:
    assert table([GameFact(1, 1, first_score=1, kind=ResultKind.BYE)])[1].spread == 1


@pytest.mark.parametrize(
    ("kind", "first", "second"),
    [
        (ResultKind.FORFEIT_WIN, (1.0, 0.0, 50, 0), (0.0, 1.0, -50, 1)),
        (ResultKind.FORFEIT_LOSS, (0.0, 1.0, -50, 1), (1.0, 0.0, 50, 0)),
        (ResultKind.DOUBLE_FORFEIT, (0.0, 1.0, -50, 1), (0.0, 1.0, -50, 1)),
        (ResultKind.VOID, (0.0, 0.0, 0, 0), (0.0, 0.0, 0, 0)),
        (ResultKind.PENDING, (0.0, 0.0, 0, 0), (0.0, 0.0, 0, 0)),
    ],
)
def test_results_without_a_game(
    kind: ResultKind, first: tuple[float, float, int, int], second: tuple[float, float, int, int]
) -> None:
    rows = table([GameFact(1, 1, 2, kind=kind)])
    totals = [(rows[k].wins, rows[k].losses, rows[k].spread, rows[k].forfeits) for k in (1, 2)]
    assert totals == [first, second]
    assert rows[1].played == rows[1].firsts == 0
    assert rows[1].opponents == ()


def test_a_forfeit_without_spread_is_still_a_loss() -> None:
    rows = table([GameFact(1, 1, kind=ResultKind.FORFEIT_LOSS)], StandingsRules(forfeit_spread=0))
    assert (rows[1].losses, rows[1].spread) == (1.0, 0)


def test_later_rounds_are_left_out_on_request() -> None:
    games = [GameFact(1, 1, 2, 400, 300), GameFact(2, 2, 1, 500, 300)]
    assert table(games, after=1)[2].wins == 0.0
    assert table(games, after=2)[2].wins == 1.0
    assert table(games, after=0)[1].spread == 0


def test_withdrawn_players_stay_listed_and_are_marked() -> None:
    withdrawn = EntrySnapshot(id=1, number=1, active=False)
    rows = standings([withdrawn, B], [GameFact(1, 1, 2, 400, 300)], PLAIN)
    assert [(row.player.id, row.withdrawn) for row in rows] == [(1, True), (2, False)]


def test_firsts_seconds_and_opponents_in_round_order() -> None:
    row = table([GameFact(2, 3, 1, 400, 300), GameFact(1, 1, 2, 400, 300)])[1]
    assert (row.firsts, row.seconds, row.opponents) == (1, 1, (2, 3))


def test_a_game_of_an_unknown_player_is_refused() -> None:
    with pytest.raises(SnapshotError, match="round 3 names player 77"):
        standings([A], [GameFact(3, 1, 77, 400, 300)], PLAIN)


def test_match_points_are_the_divisions_choice() -> None:
    settings = StandingsRules(win_points=6, tie_points=2, loss_points=1)
    rows = table([GameFact(1, 1, 2, 400, 300), GameFact(2, 1, 2, 300, 300)], settings)
    assert (rows[1].points, rows[2].points) == (8, 3)


@given(size=st.integers(2, 12), rounds=st.integers(0, 8), seed=st.integers(0, 10_000), shuffle=st.randoms())
@examples(40, deep=300)
def test_agrees_with_a_slow_recount_and_ignores_the_order_of_facts(
    size: int, rounds: int, seed: int, shuffle: random.Random
) -> None:
    event = troubled_event(size, rounds, seed)
    rows = standings(event.players, event.games, PLAIN)
    for row in rows:
        margins = [
            (game.first_score or 0) - (game.second_score or 0)
            if game.first == row.player.id
            else (game.second_score or 0) - (game.first_score or 0)
            for game in event.games
            if game.kind is ResultKind.PLAYED and row.player.id in (game.first, game.second)
        ]
        byes = sum(1 for game in event.games if game.kind is ResultKind.BYE and game.first == row.player.id)
        assert row.spread == sum(margins) + 50 * byes
        assert row.wins == byes + sum(1.0 if m > 0 else 0.5 if m == 0 else 0.0 for m in margins)
        assert row.wins + row.losses == row.played + row.byes
        assert row.rank == 1 + sum(1 for o in rows if (o.points, o.spread) > (row.points, row.spread))
    games, players = list(event.games), list(event.players)
    shuffle.shuffle(games)
    shuffle.shuffle(players)
    assert standings(players, games, PLAIN) == rows


def test_played_spreads_cancel_out() -> None:
    games = [
        GameFact(1, a.id, b.id, 400 + a.number, 380) for a, b in zip(field_of(4)[::2], field_of(4)[1::2], strict=True)
    ]
    assert sum(row.spread for row in standings(field_of(4), games, PLAIN)) == 0
