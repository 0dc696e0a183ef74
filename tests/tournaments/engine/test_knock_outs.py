"""Single and double knock-outs, matches of several games, byes in a bracket, third place, who plays beside."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.harness.deep import examples
from tests.tournaments.engine.events import Event, played_event
from tests.tournaments.engine.test_systems_by_place import numbers, seeds
from tournaments.engine.model import GameFact, ResultKind, Snapshot, StandingsRules
from tournaments.engine.pairing import PairingOptions, Plan, choose, pairing_options, plan
from tournaments.engine.pairing.bracket_places import placed
from tournaments.engine.pairing.core import solve
from tournaments.engine.pairing.elimination import DoubleElimination, Elimination, KnockOut, entrants
from tournaments.engine.pairing.matching import match
from tournaments.engine.pairing.options import RulesError
from tournaments.engine.pairing.plan import Optimality
from tournaments.engine.pairing.schedule import Beside
from tournaments.engine.standings import standings

DOUBLE = DoubleElimination(bracket=8)


def won_by(planned: Plan, winners: dict[frozenset[int], int] | None = None) -> list[GameFact]:
    """Results in which the lower number wins, or whoever is named for a pair."""
    games = [GameFact(planned.round, bye.player, kind=ResultKind.BYE) for bye in planned.byes]
    for pair in planned.pairs:
        best = (winners or {}).get(frozenset((pair.first, pair.second)), min(pair.first, pair.second))
        scores = (400, 350) if best == pair.first else (350, 400)
        games.append(GameFact(planned.round, pair.first, pair.second, *scores))
    return games


def play(
    players: int, rules: PairingOptions, rounds: int, upsets: dict[tuple[int, int, int], int] | None = None
) -> list[Plan]:
    """The plans of an event; `upsets`: (round, lower number, higher number) → who wins that game."""
    games: list[GameFact] = []
    plans = []
    for round_ in range(1, rounds + 1):
        planned = plan(Snapshot(round_, numbers(players), tuple(games)), rules, 1)
        winners = {frozenset((a, b)): who for (number, a, b), who in (upsets or {}).items() if number == round_}
        games += won_by(planned, winners)
        plans.append(planned)
    return plans


def pairs_of(planned: Plan) -> set[tuple[int, int]]:
    return set(seeds(planned))


class TestDouble:
    def test_four_players_when_the_better_always_wins(self) -> None:
        """Losers of round 1 play each other; their winner plays the loser of round 2; the final; no second final."""
        rules = replace(DOUBLE, bracket=4)
        one, two, three, four = play(4, rules, 4)
        assert pairs_of(one) == {(1, 4), (2, 3)}
        assert pairs_of(two) == {(1, 2), (3, 4)}
        assert (2, 3) in pairs_of(three)
        assert (1, 2) in pairs_of(four)
        snapshot = Snapshot(
            5, numbers(4), tuple(game for planned in (one, two, three, four) for game in won_by(planned))
        )
        assert rules.bracket_round(snapshot, entrants(snapshot, rules)) == ()

    def test_a_second_final_if_the_losers_winner_wins_the_first(self) -> None:
        rules = replace(DOUBLE, bracket=4)
        plans = play(4, rules, 4, {(4, 1, 2): 2})
        games = [game for planned in plans[:3] for game in won_by(planned)] + won_by(plans[3], {frozenset((1, 2)): 2})
        snapshot = Snapshot(5, numbers(4), tuple(games))
        assert rules.bracket_round(snapshot, entrants(snapshot, rules)) == ((1, 2),)
        last = plan(snapshot, rules, 1)
        assert (1, 2) in pairs_of(last)
        for winner in (1, 2):
            over = Snapshot(6, numbers(4), (*games, *won_by(last, {frozenset((1, 2)): winner})))
            assert rules.bracket_round(over, entrants(over, rules)) == ()

    def test_eight_players(self) -> None:
        plans = play(8, DOUBLE, 6)
        assert pairs_of(plans[0]) == {(1, 8), (4, 5), (2, 7), (3, 6)}
        assert pairs_of(plans[1]) == {(1, 4), (2, 3), (5, 8), (6, 7)}  # 5 8 6 7 have lost once
        assert (1, 2) in pairs_of(plans[2])
        assert {(3, 5), (4, 6)} <= pairs_of(plans[2])  # new losers come from the other end
        assert (3, 4) in pairs_of(plans[3])
        assert (2, 3) in pairs_of(plans[4])
        assert (1, 2) in pairs_of(plans[5])

    @given(size=st.integers(2, 20), power=st.integers(1, 4), seed=st.integers(0, 10**6))
    @examples(25, deep=200)
    def test_two_lost_matches_put_a_player_out_and_one_remains(self, size: int, power: int, seed: int) -> None:
        lines = 2**power
        rules = DoubleElimination(bracket=lines)
        dice, games = random.Random(seed), list[GameFact]()
        if lines >= 2 * size:
            with pytest.raises(RulesError, match="needs more players"):
                plan(Snapshot(1, numbers(size)), rules, seed)
            return
        lost: Counter[int] = Counter()
        for round_ in range(1, 2 * power + 2):
            snapshot = Snapshot(round_, numbers(size), tuple(games))
            matches = rules.bracket_round(snapshot, entrants(snapshot, rules))
            planned = plan(snapshot, rules, seed)
            assert {frozenset(pair) for pair in matches} <= {frozenset((p.first, p.second)) for p in planned.pairs}
            games += [GameFact(round_, bye.player, kind=ResultKind.BYE) for bye in planned.byes]
            for pair in planned.pairs:
                scores = dice.choice([(400, 300), (300, 400)])
                games.append(GameFact(round_, pair.first, pair.second, *scores))
                if (pair.first, pair.second) in matches or (pair.second, pair.first) in matches:
                    lost[pair.second if scores[0] > scores[1] else pair.first] += 1
            for a, b in matches:
                assert b is not None
                assert lost[a] <= 2
                assert lost[b] <= 2
        field = set(entrants(Snapshot(1, numbers(size)), rules))
        assert sorted(lost[player] for player in field)[1:] == [2] * (len(field) - 1)
        assert min(lost[player] for player in field) <= 1


class TestMatches:
    RULES = Elimination(bracket=4, stage_games=(3,), best_of=True)

    def test_a_match_of_three_ends_after_two_wins(self) -> None:
        one, two, three, four = play(6, self.RULES, 4)
        for planned in (one, two):
            assert {(1, 4), (2, 3)} <= pairs_of(planned)
        assert not {(1, 4), (2, 3)} & pairs_of(three)  # decided: they play beside it
        assert (1, 2) in pairs_of(four)

    def test_an_open_match_goes_on(self) -> None:
        third = play(6, self.RULES, 3, {(2, 2, 3): 3})[2]
        assert (2, 3) in pairs_of(third)
        assert (1, 4) not in pairs_of(third)

    def test_without_best_of_all_games_are_played(self) -> None:
        third = play(6, replace(self.RULES, best_of=False), 3)[2]
        assert {(1, 4), (2, 3)} <= pairs_of(third)

    def test_who_withdraws_in_an_open_match_loses_it(self) -> None:
        first = play(4, self.RULES, 1)[0]
        players = tuple(replace(p, active=p.number != 1) for p in numbers(4))
        games = [*won_by(first), GameFact(2, 2, 3, 400, 300), GameFact(2, 4, kind=ResultKind.BYE)]
        planned = plan(Snapshot(4, players, tuple(games)), self.RULES, 1)
        assert (2, 4) in pairs_of(planned)

    def test_byes_for_the_best_seeds_of_a_bracket_with_free_lines(self) -> None:
        rules = Elimination(bracket=8)
        first, second, third = play(6, rules, 3)
        assert {(4, 5), (3, 6)} <= pairs_of(first)
        assert (1, 2) in pairs_of(first)  # free this stage, so they play each other beside it
        assert {(1, 4), (2, 3)} <= pairs_of(second)
        assert (1, 2) in pairs_of(third)

    def test_the_third_place(self) -> None:
        final = play(4, Elimination(third_place=True), 2)[1]
        assert pairs_of(final) == {(1, 2), (3, 4)}

    def test_beside_it_king_of_the_hill(self) -> None:
        rules = Elimination(bracket=2, beside=Beside.KOTH)
        planned = plan(Snapshot(1, numbers(10)), rules, 1)
        assert pairs_of(planned) == {(1, 2), (3, 4), (5, 6), (7, 8), (9, 10)}
        swiss = plan(Snapshot(1, numbers(10)), replace(rules, beside=Beside.SWISS), 1)
        assert (3, 4) not in pairs_of(swiss)


@pytest.mark.parametrize("players", [0, 1])
@pytest.mark.parametrize("system", ["elimination", "double_elimination"])
def test_nobody_to_play_is_said(system: str, players: int) -> None:
    with pytest.raises(RulesError, match="needs more players"):
        plan(Snapshot(1, numbers(players)), pairing_options(system), 1)


def test_a_large_knock_out_keeps_its_bracket() -> None:
    event = Event(numbers(300))
    planned = event.play(random.Random(1), Elimination(bracket=128))
    assert {(k, 129 - k) for k in range(1, 65)} <= pairs_of(planned)
    assert len(planned.pairs) == 150


def test_a_large_field_beside_a_bracket_is_paired_like_a_large_swiss() -> None:
    """Of 412 beside it only pairs near each other are weighed, or it would take seconds; the top half plays the bottom half."""
    setup = choose(Snapshot(1, numbers(420)), Elimination(bracket=8)).prepare()
    matching, optimality = solve(setup)
    assert optimality is Optimality.NEAR
    assert {(setup.pool.id(i), setup.pool.id(j)) for i, j in matching.pairs} == {
        *((k, 9 - k) for k in range(1, 5)),
        *((k, k + 206) for k in range(9, 215)),
    }


@pytest.mark.parametrize(
    ("players", "rounds"),
    # 600: half of a group in the bracket, so that its other half is paired within itself. 560: all near the exit of a group are in
    # the bracket, so that the one who leaves it is best paired further down.
    [(600, 3), (560, 4)],
)
def test_near_pairs_beside_a_bracket_cost_no_more_than_all_pairs(players: int, rounds: int) -> None:
    event = played_event(players, rounds, players)
    setup = choose(event.snapshot, Elimination(bracket=128, first_round=rounds + 1)).prepare()
    matching, optimality = solve(setup)
    assert optimality is Optimality.NEAR
    booked = {place for pair in setup.scheduled for place in pair}
    free = [place for place in range(players) if place not in booked]
    assert matching.cost == match(setup.problem, combinations(free, 2), setup.scheduled).cost


class TestPlaces:
    """Who went out later stands higher; inside a stage the standings' own order decides."""

    def order(
        self, rules: KnockOut, plans: list[Plan], players: int, after: int | None = None
    ) -> list[tuple[int, int]]:
        games = [game for planned in plans for game in won_by(planned)]
        rows = placed(numbers(players), games, StandingsRules(), after, rules)
        return [(row.rank, row.player.number) for row in rows]

    def test_a_single_knock_out_and_who_plays_beside_it(self) -> None:
        rules = Elimination(bracket=4)
        plans = play(6, rules, 2)
        assert [number for _rank, number in self.order(rules, plans, 6)[:2]] == [1, 2]
        assert {number for _rank, number in self.order(rules, plans, 6)[2:4]} == {3, 4}
        assert {number for _rank, number in self.order(rules, plans, 6)[4:]} == {5, 6}
        assert {number for _rank, number in self.order(rules, plans, 6, after=1)[:2]} == {1, 2}

    def test_third_place_is_played_for(self) -> None:
        rules = Elimination(third_place=True)
        assert self.order(rules, play(4, rules, 2), 4) == [(1, 1), (2, 2), (3, 3), (4, 4)]

    def test_before_its_first_round_nothing_is_changed(self) -> None:
        rules = Elimination(first_round=3)
        plans = play(4, pairing_options("koth"), 2)
        games = [game for planned in plans for game in won_by(planned)]
        plain = standings(numbers(4), games, StandingsRules())
        assert placed(numbers(4), games, StandingsRules(), None, rules) == plain

    def test_a_double_knock_out_with_and_without_a_second_final(self) -> None:
        rules = replace(DOUBLE, bracket=4)
        assert [number for _rank, number in self.order(rules, play(4, rules, 4), 4)] == [1, 2, 3, 4]
        upset = {(4, 1, 2): 2}
        games = [
            game
            for planned in play(4, rules, 5, upset)
            for game in won_by(planned, {frozenset((1, 2)): 2} if planned.round == 4 else None)
        ]
        rows = placed(numbers(4), games, StandingsRules(), 4, rules)
        assert {row.player.number for row in rows[:2]} == {1, 2}
        assert placed(numbers(4), games, StandingsRules(), None, rules)[0].player.number == 1
