"""Prizes, one kind after another on a small event worked by hand, and who is passed over."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.engine.events import played_event
from tournaments.engine.model import DivisionSettings, GameFact, PlayerSnapshot
from tournaments.engine.prizes import Facts, Prize, PrizeError, PrizeKind, award, candidates

GAMES = (
    GameFact(1, 1, 4, 400, 300),
    GameFact(1, 2, 3, 350, 360),
    GameFact(2, 1, 3, 420, 430),
    GameFact(2, 2, 4, 500, 290),
    GameFact(3, 3, 4, 380, 390),
    GameFact(3, 1, 2, 410, 405),
)
# Standings: 3 has 2 wins +10, 1 has 2 wins +95, 2 has 1 win, 4 has 1 win.
PLAYERS = tuple(PlayerSnapshot(k, k, rating=2000 - 100 * k) for k in range(1, 5))
FACTS = Facts(PLAYERS, GAMES, DivisionSettings())


def winner(kind: PrizeKind, **more: object) -> int:
    (one,) = award(FACTS, [Prize("the prize", kind, **more)])  # type: ignore[arg-type]  # keywords of Prize
    return one.winners[0].player


@pytest.mark.parametrize(
    ("kind", "more", "player"),
    [
        (PrizeKind.RANK, {}, 1),
        (PrizeKind.RANK, {"place": 2}, 3),
        (PrizeKind.RANK, {"place": -1}, 4),
        (PrizeKind.RANK, {"last": 1}, 1),
        (PrizeKind.SPREAD, {}, 2),  # -10 +210 -5
        (PrizeKind.ROUND_RECORD, {"first": 2, "last": 2}, 2),
        (PrizeKind.LOWER_HALF_RECORD, {"first": 2, "last": 3}, 2),  # 2 and 4 are the lower half after round 1
        (PrizeKind.HIGH_WIN, {}, 2),
        (PrizeKind.HIGH_LOSS, {}, 1),  # 420
        (PrizeKind.LOW_WIN, {}, 3),  # 360
        (PrizeKind.LOW_LOSS, {}, 4),  # 290
        (PrizeKind.OVER_SEED, {}, 3),
        (PrizeKind.UNDER_SEED, {}, 2),
        (PrizeKind.UPSET, {}, 3),  # 1700 beat 1900
        (PrizeKind.TOUGH_LUCK, {"count": 2}, 2),  # lost by 10 and 5
        (PrizeKind.HIGH_WIN, {"members": frozenset({3, 4})}, 3),
    ],
)
def test_each_kind(kind: PrizeKind, more: dict[str, object], player: int) -> None:
    assert winner(kind, **more) == player


def test_a_game_prize_says_which_game() -> None:
    best = candidates(FACTS, Prize("high game", PrizeKind.HIGH_WIN))[0]
    assert (best.value, best.round, best.opponent) == ((500,), 2, 4)


def test_nobody_wins_two_of_a_set_and_it_is_said_why() -> None:
    """Priority before announcement: the high game is awarded first and read out last."""
    prizes = [
        Prize("first", PrizeKind.RANK, exclusive="places", shown=1),
        Prize("second", PrizeKind.RANK, 2, exclusive="places", shown=2),
        Prize("upset", PrizeKind.UPSET, exclusive="places", shown=4),
        Prize("third", PrizeKind.RANK, 3, exclusive="places", shown=3),
    ]
    by_name = {one.prize.name: one for one in award(FACTS, prizes)}
    assert list(by_name) == ["first", "second", "third", "upset"]
    assert by_name["first"].winners[0].player == 1
    assert by_name["second"].winners[0].player == 3
    # 3 made the biggest upset but has the second prize; 4 beat 3 (by a hundred rating points)
    assert by_name["upset"].winners[0].player == 4
    assert by_name["upset"].passed_over == ((3, "second"),)
    assert by_name["third"].winners[0].player == 2


def test_places_move_up_when_a_better_one_has_won_already() -> None:
    prizes = [
        Prize("high loss", PrizeKind.HIGH_LOSS, exclusive="all"),
        Prize("first", PrizeKind.RANK, exclusive="all"),
        Prize("second", PrizeKind.RANK, 2, exclusive="all"),
    ]
    won = {one.prize.name: one for one in award(FACTS, prizes)}
    assert [won[name].winners[0].player for name in ("high loss", "first", "second")] == [1, 3, 2]
    assert won["first"].passed_over == ((1, "high loss"),)


def test_equals_share_and_a_prize_may_go_to_nobody() -> None:
    equal = Facts(PLAYERS, (GameFact(1, 1, 2, 400, 350), GameFact(1, 3, 4, 400, 350)), DivisionSettings())
    (high, luck) = award(equal, [Prize("high", PrizeKind.HIGH_WIN), Prize("luck", PrizeKind.TOUGH_LUCK)])
    assert [one.player for one in high.winners] == [1, 3]
    assert luck.winners == ()


@pytest.mark.parametrize("wrong", [{"place": 0}, {"first": 3, "last": 2}, {"first": 0}, {"count": 0}])
def test_what_cannot_be_meant(wrong: dict[str, int]) -> None:
    with pytest.raises(PrizeError, match="the prize"):
        Prize("the prize", PrizeKind.RANK, **wrong)  # type: ignore[arg-type]  # keywords of Prize


@given(size=st.integers(2, 16), rounds=st.integers(0, 5), seed=st.integers(0, 999), data=st.data())
def test_an_exclusive_set_never_gives_two_to_one(size: int, rounds: int, seed: int, data: st.DataObject) -> None:
    event = played_event(size, rounds, seed)
    kinds = data.draw(st.lists(st.sampled_from(PrizeKind), max_size=8))
    prizes = [Prize(f"{k}", kind, 1 + k % 3, exclusive="set") for k, kind in enumerate(kinds)]
    given_to = [
        one.player
        for prize in award(Facts(event.players, event.games, DivisionSettings()), prizes)
        for one in prize.winners
    ]
    assert len(given_to) == len(set(given_to))
