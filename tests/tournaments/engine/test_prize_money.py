"""Sharing money among players who are level, and who is still in reach of a prize."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.harness.deep import examples
from tests.tournaments.engine.events import played_event
from tournaments.engine.contention.answer import State
from tournaments.engine.model import EntrySnapshot, GameFact, ResultKind, StandingsRules
from tournaments.engine.prizes import PRIZE_KINDS, Facts, PlayFact, Prize, award
from tournaments.engine.prizes.kind import Reach
from tournaments.engine.prizes.money import Sharing, payouts
from tournaments.engine.prizes.reach import PrizeReach, reach_all

PLAYERS = tuple(EntrySnapshot(k, k, rating=2000 - 100 * k) for k in range(1, 7))
# 1 and 2 are level in front (+50), then 3 alone (+20); 4 (-20); 5 and 6 are level at the end.
LEVEL = Facts(
    PLAYERS,
    (GameFact(1, 1, 5, 400, 350), GameFact(1, 2, 6, 400, 350), GameFact(1, 3, 4, 390, 370)),
    StandingsRules(),
)


def places(*amounts: int, group: str | None = "places") -> list[Prize]:
    return [Prize(f"{n}", "rank", n, amount=amount, exclusive=group) for n, amount in enumerate(amounts, 1)]


def test_players_who_are_level_share_the_sum_of_their_places() -> None:
    """Two are level for the first place: they win the first and the second prize together; the next is third."""
    for group in ("places", None):
        awards = award(LEVEL, places(10000, 5001, 2500, group=group))
        assert [[one.player for one in award.winners] for award in awards] == [[1, 2], [1, 2], [3]]
        first, third = payouts(awards)
        assert (first.awards, first.pot, first.each, first.rest) == ((0, 1), 15001, 7500, 1)
        assert (third.awards, third.each) == ((2,), 2500)
        whole = payouts(awards, unit=1000)
        assert [(one.each, one.rest) for one in whole] == [(7000, 1001), (2500, 0)]
        in_full = payouts(awards, Sharing.EACH)
        assert [(one.each, one.rest) for one in in_full] == [(10000, 15001 - 20000), (2500, 0)]


def test_one_prize_for_several_and_places_from_the_end() -> None:
    """Only the first place wins: both share it. 5 and 6 are level for the last place."""
    awards = award(LEVEL, [*places(900), Prize("last", "rank", -1, amount=300), Prize("last but one", "rank", -2)])
    assert [(one.pot, one.each) for one in payouts(awards)] == [(900, 450), (300, 150)]
    assert [one.player for one in awards[1].winners] == [one.player for one in awards[2].winners]
    (second,) = award(LEVEL, [Prize("second", "rank", 2, amount=500)])
    assert [one.player for one in second.winners] == [1, 2]


def test_prizes_awarded_by_hand_are_not_added_up() -> None:
    both = frozenset({1, 2})
    awards = award(LEVEL, [Prize(name, "given", members=both, amount=100) for name in ("hat", "shoes")])
    assert [(one.awards, one.each) for one in payouts(awards, Sharing.EACH)] == [((0,), 100), ((1,), 100)]


@given(size=st.integers(2, 12), rounds=st.integers(0, 4), seed=st.integers(0, 999), data=st.data())
@examples(30, deep=300)
def test_nothing_is_paid_twice_or_lost(size: int, rounds: int, seed: int, data: st.DataObject) -> None:
    """Equal results get equal money, no pot is exceeded, and every prize with a winner is in one pot."""
    event = played_event(size, rounds, seed)
    rules = StandingsRules(order=data.draw(st.sampled_from([("points",), ("points", "spread")])))
    amounts = data.draw(st.lists(st.integers(0, 500), min_size=1, max_size=6))
    awards = award(Facts(event.players, event.games, rules), places(*amounts))
    paid = payouts(awards, unit=data.draw(st.sampled_from([1, 7, 100])))
    assert sum(one.pot for one in paid) == sum(one.prize.amount for one in awards if one.winners)
    assert all(0 <= one.paid <= one.pot for one in paid)
    total: dict[int, int] = {}
    for one in paid:
        for winner in one.winners:
            assert winner.player not in total
            total[winner.player] = one.each


def reach(facts: Facts, prize: Prize) -> PrizeReach:
    (one,) = reach_all({"": facts}, [prize], {})
    return one


def test_what_is_needed_for_a_high_game_and_an_upset() -> None:
    """Round 2 of 2 is paired: 1 meets 2, 6 meets 3; 4 and 5 have no game left."""
    pending = (GameFact(2, 1, 2, kind=ResultKind.PENDING), GameFact(2, 3, 6, kind=ResultKind.PENDING))
    facts = replace(LEVEL, games=(*LEVEL.games, *pending), rounds=2)
    high = reach(facts, Prize("high", "high_loss"))
    needs = {one.player: one.number for one in high.players}
    assert needs == {4: None, 1: 370, 2: 370, 3: 370, 6: 370}  # 4 lost with 370; 5 lost with 350
    assert high.out == 1
    upset = reach(facts, Prize("upset", "upset"))
    # Nobody has beaten a higher rating yet. 6 (1400) can beat 3 (1700), 2 can beat 1; 1 and 3 are the favourites.
    assert sorted(one.player for one in upset.players) == [2, 6]
    spread = reach(facts, Prize("spread", "spread"))
    assert {one.player: one.number for one in spread.players if one.number} == {3: 30, 6: 100}


def test_a_high_play_is_open_until_every_record_is_in() -> None:
    facts = replace(LEVEL, rounds=1, plays=(PlayFact(1, 1, 5, 80, "8D TRAIN", 70, "TRAIN"),))
    high = reach(facts, Prize("play", "high_play"))
    assert not high.decided
    assert {one.player: one.number for one in high.players} == {1: None, 2: 80, 3: 80, 4: 80, 5: 80, 6: 80}
    sides = [(game.first, game.second or 0) for game in LEVEL.games]
    every = [
        PlayFact(1, one, other, 50 + one, "x", 1, "x")
        for a, b in sides
        for one, other in ((a, b), (b, a))
        if b and other
    ]
    closed = reach(replace(facts, plays=tuple(every)), Prize("play", "high_play"))
    assert closed.decided
    assert [one.player for one in closed.players] == [6]


@given(size=st.integers(3, 8), rounds=st.integers(1, 4), seed=st.integers(0, 999), data=st.data())
@examples(40, deep=400)
def test_what_is_ruled_out_never_happens(size: int, rounds: int, seed: int, data: st.DataObject) -> None:
    """An event cut after some rounds and played on in another way: no winner was out, everybody certain wins."""
    event = played_event(size, rounds + 1, seed)
    cut = data.draw(st.integers(0, rounds))
    kinds = [
        key
        for key, kind in PRIZE_KINDS.items()
        if kind.reach not in (Reach.PLACE, Reach.OPEN) and not kind.needs_records
    ]
    kind = data.draw(st.sampled_from(kinds))
    prize = Prize("x", kind, data.draw(st.integers(1, 2)), count=data.draw(st.integers(1, 2)))
    done = tuple(game for game in event.games if game.round <= cut)
    before = reach(Facts(event.players, done, StandingsRules(), rounds=rounds + 1), prize)
    dice = random.Random(seed)
    rest = tuple(
        replace(game, first_score=dice.randrange(200, 600), second_score=dice.randrange(200, 600))
        if game.kind is ResultKind.PLAYED
        else game
        for game in event.games
        if game.round > cut
    )
    (after,) = award(Facts(event.players, (*done, *rest), StandingsRules(), rounds=rounds + 1), [prize])
    winners = {one.player for one in after.winners}
    assert winners <= {one.player for one in before.players}
    assert {one.player for one in before.players if one.state is State.WON} <= winners
