"""The exact search against every outcome of small events: each pairing, each result, each margin."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.harness.deep import examples
from tournaments.engine.contention import Case, Contender, Goal, Need, State, Threat, ThreatKind, prize_chances
from tournaments.engine.contention.case import games_left
from tournaments.engine.contention.exact import Exact, Verdict
from tournaments.engine.contention.proofs import bounds

#: What each player of a round makes: (half wins, margin); who is not in it does not play.
Played = dict[int, tuple[int, int]]


@dataclass(frozen=True)
class Outcome:
    """One way in which an event ends: what each player makes in each round, and the final lines."""

    played: tuple[Played, ...]
    lines: tuple[tuple[int, ...], ...]


def results(case: Case) -> list[tuple[int, int]]:
    assert case.least is not None
    wins = [(2, margin) for margin in range(case.least, case.most + 1)]
    return [*wins, (1, 0), *((0, -margin) for _win, margin in wins)]


def pairings(players: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """Every way to pair them; with an odd number somebody has a bye."""
    if not players:
        yield []
        return
    one, *rest = players
    if len(players) % 2:
        for bye in players:
            for pairs in pairings([other for other in players if other != bye]):
                yield [(bye,), *pairs]
        return
    for other in rest:
        for pairs in pairings([who for who in rest if who != other]):
            yield [(one, other), *pairs]


def rounds(case: Case, pairs: Sequence[tuple[int, ...]]) -> Iterator[Played]:
    games = [pair for pair in pairs if len(pair) == 2]
    byes = {pair[0]: (case.bye_half_wins, case.bye_spread) for pair in pairs if len(pair) == 1}
    for outcome in product(results(case), repeat=len(games)):
        played = dict(byes)
        for (first, second), (half, margin) in zip(games, outcome, strict=True):
            played |= {first: (half, margin), second: (2 - half, -margin)}
        yield played


def outcomes(case: Case) -> Iterator[Outcome]:
    """Every outcome of the rounds left."""
    active = [index for index, one in enumerate(case.field) if one.active]
    free = [played for pairs in pairings(active) for played in rounds(case, pairs)] if case.rounds else []
    turns = [list(rounds(case, pairs)) for pairs in case.paired] + [free] * case.rounds
    for played in product(*turns):
        yield Outcome(played, tuple(line(case, player, played) for player in range(len(case.field))))


def line(case: Case, player: int, played: Sequence[Played]) -> tuple[int, ...]:
    """The player's final line by what the first two tie-breaks of the order are."""
    one = case.field[player]
    points, won, spread = one.points, one.won, one.spread
    for turn, games in enumerate(played):
        if player in games:
            half, margin = games[player]
            cap = case.cap_of(turn)
            points += (case.loss, case.tie, case.win)[half]
            won += half
            spread += margin if cap is None else max(-cap, min(cap, margin))
    values = {"points": points, "wins": won, "spread": spread}
    return tuple(values[key] for key in case.order if key in values)


def ahead(outcome: Outcome, player: int, members: frozenset[int]) -> tuple[int, int]:
    """How many members are ahead of the player, and how many ahead or level."""
    own = outcome.lines[player]
    others = [outcome.lines[other] for other in members if other != player]
    return sum(one > own for one in others), sum(one >= own for one in others)


def holds(need: Need, case: Case, played: Played, player: int) -> bool:
    return need.sure or sum(comes_true(one, case, played, player) for one in need.threats) <= need.spare


def comes_true(threat: Threat, case: Case, played: Played, player: int) -> bool:
    cap = case.cap_of(0)

    def of(index: int) -> tuple[int, int]:
        half, margin = played.get(index, (0, 0))
        return half, margin if cap is None else max(-cap, min(cap, margin))

    index = {one.id: number for number, one in enumerate(case.field)}
    half, margin = of(index[threat.players[0]])
    own = of(player)[1]
    if threat.kind in (ThreatKind.TIE, ThreatKind.NO_TIE):
        return (half == 1) is (threat.kind is ThreatKind.TIE)
    if threat.kind is ThreatKind.OWN:
        assert threat.margin is not None
        return own < threat.margin
    assert threat.result is not None
    if threat.kind is ThreatKind.RESULT:
        return half >= threat.result
    assert threat.margin is not None
    return half > threat.result or (half == threat.result and own - margin < threat.margin)


@st.composite
def cases(draw: st.DrawFn, *, last: bool) -> Case:
    """Up to six players of whom the last game is known, or up to five with rounds that are not paired."""
    size = draw(st.integers(2, 6 if last else 4))
    win, tie, loss = draw(st.sampled_from([(2, 1, 0), (2, 1, 0), (3, 1, 0) if last else (4, 2, 0)]))
    standing = sorted(
        draw(st.lists(st.tuples(st.integers(0, 4), st.integers(-3, 3)), min_size=size, max_size=size)), reverse=True
    )
    players = tuple(
        Contender(10 + index, points, spread, won=points, active=draw(st.integers(0, 9)) > 0)
        for index, (points, spread) in enumerate(standing)
    )
    order = draw(st.permutations(range(size)))
    pairs = tuple((order[k], order[k + 1]) for k in range(0, size - 1, 2))
    number = 0 if last else draw(st.integers(1, 2))
    paired = (pairs,) if last or (number == 1 and draw(st.booleans())) else ()
    turns = number + len(paired)
    most = draw(st.integers(1, 3 if last else 2))
    cap = draw(st.none() | st.integers(1, most))
    return Case(
        field=players,
        goals=tuple(Goal(place) for place in range(1, size + 1)),
        rounds=number,
        paired=paired,
        win=win,
        tie=tie,
        loss=loss,
        bye_spread=draw(st.integers(0, cap or most)),
        bye_half_wins=draw(st.sampled_from([2, 2, 2, 1, 0])),
        most=most,
        caps=(cap,) * turns,
        order=draw(
            st.sampled_from([("points", "spread"), ("points",), ("wins", "spread"), ("points", "spread", "losses")])
        ),
        least=draw(st.sampled_from([0, 1, 1])),
        simulations=50,
    )


def check(verdict: Verdict, numbers: Sequence[tuple[int, int]], before: int, *, final: bool) -> None:
    """A verdict against the numbers of players ahead, and ahead or level, in all outcomes."""
    certain = [(least, most) for least, most in numbers if final or least == most]
    if verdict.can is not None:
        possible = any(least <= before <= most for least, most in (certain if verdict.can else numbers))
        assert verdict.can is possible
    if verdict.sure is not None:
        alone = all(least == most == before for least, most in numbers)
        assert verdict.sure is alone
    if verdict.sure is False and not final:
        assert any(most < before or least > before for least, most in numbers)


@given(case=cases(last=True), data=st.data())
@examples(60, deep=1500)
def test_in_the_last_round_everything_is_known(case: Case, data: st.DataObject) -> None:
    """What can happen, what is certain and what each own result needs, by all outcomes; nothing stays open."""
    every = list(outcomes(case))
    final = len(case.order) < 3
    exact = Exact(case)
    members = data.draw(st.sampled_from([None, frozenset(range(0, len(case.field), 2))]))
    case = replace(case, goals=tuple(replace(goal, members=members) for goal in case.goals))
    exact = Exact(case)
    counted = members if members is not None else frozenset(range(len(case.field)))
    for goal in case.goals:
        for player in counted:
            found = exact.verdict(goal, player)
            numbers = [ahead(outcome, player, counted) for outcome in every]
            check(found, numbers, goal.place - 1, final=final)
            if final:
                assert found.can is not None
                assert found.sure is not None
            if not found.can or found.sure:
                continue
            needs = {need.result: need for need in found.needs}
            for outcome, (least, most) in zip(every, numbers, strict=True):
                played = outcome.played[0] if outcome.played else {}
                need = needs.get(played[player][0] if player in played else None)
                if need is None:
                    assert most >= goal.place
                    assert not final or least >= goal.place
                else:
                    reached = (least if need.shared else most) < goal.place
                    assert holds(need, case, played, player) is reached


@given(case=cases(last=False))
@examples(15, deep=800)
def test_what_is_counted_of_free_rounds_holds_in_every_outcome(case: Case) -> None:
    every = list(outcomes(case))
    everybody = frozenset(range(len(case.field)))
    exact = Exact(case)
    left = games_left(case)
    limits = bounds(case)
    for player in everybody:
        numbers = [ahead(outcome, player, everybody) for outcome in every]
        for goal in case.goals:
            found = exact.verdict(goal, player)
            check(found, numbers, goal.place - 1, final=len(case.order) < 3)
            if not limits[player][0] <= goal.place <= limits[player][1]:
                assert found.can is False, "the search proves whatever the limits prove"
            if found.enough is not None:
                for outcome, (_least, most) in zip(every, numbers, strict=True):
                    won = sum(games[player][0] == 2 for games in outcome.played if player in games)
                    assert most < goal.place or won < found.enough <= left[player]


def test_free_rounds_are_decided_where_only_counting_tells() -> None:
    """4 is two wins behind 1, 2 and 3, who cannot all lose twice: somebody must win what 4 does not. With four more players
    they can."""
    leaders = tuple(Contender(k, 10, 0, won=10) for k in (1, 2, 3))
    case = Case((*leaders, Contender(4, 6, 400, won=6)), (Goal(1), Goal(2)), rounds=2)
    assert [Exact(case).verdict(goal, 3).can for goal in case.goals] == [False, True]
    assert bounds(case)[3][0] == 1, "pair by pair nothing rules it out"
    others = tuple(Contender(k, 0, 0) for k in (5, 6, 7, 8))
    assert Exact(replace(case, field=(*case.field, *others))).verdict(Goal(1), 3).can is True


def test_a_rival_that_was_never_seen_in_the_simulation_is_proved_to_be_in_reach() -> None:
    """2 must win by 499 more than it usually does: no simulated event has it, and yet it can be."""
    field = (Contender(1, 10, 990, won=10), Contender(2, 8, 0, won=8), Contender(3, 0, 0), Contender(4, 0, 0))
    case = Case(field, (Goal(1),), rounds=0, paired=(((0, 1), (2, 3)),), simulations=200)
    first, second, *_others = prize_chances(case, 1)[0]
    assert (first.state, first.proved) == (State.LIKELY, True)
    assert (second.state, second.proved) == (State.UNLIKELY, True)
    (need,) = second.needs
    assert need == Need(2, False, 0, (Threat(ThreatKind.OWN, (1,), None, 496),))
    safe = replace(case, field=(replace(field[0], spread=1001), *field[1:]))
    assert [one.state for one in prize_chances(safe, 1)[0]][:2] == [State.WON, State.OUT]


def test_needs_name_the_games_of_others() -> None:
    """1, 2 and 3 are level in points and play others: 2 is 33 behind 1, and 3 is behind both."""
    field = tuple(Contender(k, 10, spread, won=10) for k, spread in ((1, 133), (2, 100), (3, 50))) + tuple(
        Contender(k, 2, 0, won=2) for k in (4, 5, 6)
    )
    case = Case(field, (Goal(1),), rounds=0, paired=(((0, 3), (1, 4), (2, 5)),))
    needs = {need.result: need for need in Exact(case).verdict(Goal(1), 1).needs}
    won = needs[2]
    assert (won.sure, won.spare) == (False, 0)
    assert won.threats == (Threat(ThreatKind.MARGIN, (1,), 2, 34), Threat(ThreatKind.MARGIN, (3,), 2, -49))
    half = replace(
        case, field=(*field[:2], Contender(3, 9, 500, won=9), *field[3:]), paired=(((0, 2), (1, 4), (3, 5)),)
    )
    won, tied = Exact(half).verdict(Goal(1), 0).needs
    assert won == Need(2, False, 0, (Threat(ThreatKind.MARGIN, (2,), 2, -32),))
    assert tied == Need(1, False, 0, (Threat(ThreatKind.RESULT, (2,), 2),))


@pytest.mark.parametrize("order", [("sum_of_scores",), ("points", "head_to_head", "spread"), ("percent", "spread")])
def test_other_orders_are_left_to_limits_and_simulation(order: tuple[str, ...]) -> None:
    field = tuple(Contender(k, 2, 0, won=2) for k in range(4))
    case = Case(field, (Goal(1),), rounds=1, order=order)
    assert Exact(case).verdict(Goal(1), 0) == Verdict()


def test_a_prize_that_moves_with_others_of_its_group_is_left_to_the_simulation() -> None:
    field = tuple(Contender(k, 2, 0, won=2) for k in range(4))
    goals = (Goal(1, exclusive="g"), Goal(1, frozenset({2, 3}), "g"))
    assert Exact(Case(field, goals, rounds=1)).verdict(goals[1], 2) == Verdict()
