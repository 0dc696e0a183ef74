"""COP by its codes (PP KH CL GG GB TB F3 · RD PC GC RE BB BR), its simulation against a slow one, its fallback."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.harness.deep import examples
from tests.tournaments.engine.events import Event, all_pairings, pairing_of, played_event
from tests.tournaments.engine.test_systems_by_place import numbers, seeds
from tournaments.engine.draws import margins, raw_bits
from tournaments.engine.model import BlockedPair, GameFact, LockedPair, ResultKind, Snapshot
from tournaments.engine.pairing import Plan, choose, plan
from tournaments.engine.pairing.catching import Totals, can_catch
from tournaments.engine.pairing.cop import Cop
from tournaments.engine.pairing.cop.analysis import Analysis, forget
from tournaments.engine.pairing.cop.contention import (
    Hopes,
    gibsonized,
    groups,
    hopes,
    schedule,
    segments,
    tightened,
)
from tournaments.engine.pairing.cop.control import Case, Wins, destiny, factor_three, wins_of
from tournaments.engine.pairing.cop.simulate import BLOCK, final_ranks, with_bye
from tournaments.engine.pairing.cop.terms import MAJOR, weights
from tournaments.engine.pairing.core import pair
from tournaments.engine.pairing.infeasible import Infeasible
from tournaments.engine.pairing.options import RulesError
from tournaments.engine.pairing.pool import make_pool

QUICK = Cop(simulations=4000, control_simulations=1000, prizes=2)


def state(wins: list[int], spreads: list[int] | None = None, round_: int | None = None) -> Snapshot:
    """A snapshot whose standings are these wins and spreads, without a game played (all by forfeits)."""
    rounds = (round_ or max(wins) + 1) - 1
    games = []
    for player, won in enumerate(wins, start=1):
        for turn in range(1, rounds + 1):
            kind = ResultKind.FORFEIT_WIN if turn <= won else ResultKind.FORFEIT_LOSS
            spread = (spreads or [0] * len(wins))[player - 1] if turn == 1 else 0
            games.append(GameFact(turn, player, kind=kind, first_score=spread, second_score=0))
    return Snapshot(rounds + 1, numbers(len(wins)), tuple(games))


def field(*rows: tuple[int, int]) -> tuple[Totals, ...]:
    return tuple(Totals(half_wins, spread) for half_wins, spread in rows)


def codes(planned: Plan) -> dict[str, tuple[int, ...]]:
    return {note.code: note.players for note in planned.notes}


class TestWhoCanCatchWhom:
    def test_gap_in_wins_and_spread(self) -> None:
        """cop.md 2.3: fewer than the rounds left, or exactly as many and the spread within reach."""
        assert can_catch(Totals(18, 9999), Totals(16, 0), 2, 1000)
        assert can_catch(Totals(18, 1500), Totals(16, 500), 1, 1000)
        assert not can_catch(Totals(18, 1501), Totals(16, 500), 1, 1000)
        assert not can_catch(Totals(18, 0), Totals(15, 999), 1, 1000)

    def test_gibsons_in_the_middle_of_the_prizes(self) -> None:
        rows = field((20, 0), (19, 0), (10, 0), (2, 0), (1, 0))
        assert gibsonized(rows, 3, 1, 1000) == {2}
        assert gibsonized(rows, 2, 1, 1000) == frozenset()

    def test_groups(self) -> None:
        """cop.md 2.3: a Gibson alone is left over, evens out an odd segment, and stays out of an even one."""
        assert groups(6, frozenset({0})) == (0, 0, 0, 0, 0, 0)
        assert groups(6, frozenset({1})) == (1, 1, 0, 0, 0, 0)
        assert groups(6, frozenset({2})) == (1, 1, 0, 0, 0, 0)
        assert groups(8, frozenset({1, 4})) == (1, 1, 2, 2, 0, 0, 0, 0)
        assert segments(groups(6, frozenset({2})), 6, frozenset({2})) == ((0, 1), (3, 4, 5, 2))
        assert segments(groups(5, frozenset({2})), 6, frozenset({2})) == ((0, 1), (3, 4, 2, 5))

    def test_schedule_is_factor_pairing_from_the_top(self) -> None:
        whole = (tuple(range(8)),)
        assert schedule(whole, 3, 3) == (
            ((0, 3), (1, 4), (2, 5), (6, 7)),
            ((0, 2), (1, 3), (4, 6), (5, 7)),
            ((0, 1), (2, 3), (4, 5), (6, 7)),
        )
        assert schedule(whole, 2, 1)[0] == ((0, 1), (2, 5), (3, 6), (4, 7))

    def test_hopes(self) -> None:
        counts = np.array([[90, 10, 0, 0], [9, 80, 11, 0], [1, 10, 80, 9], [0, 0, 9, 91]])
        result = hopes(counts, 2, 0.1)
        assert result.hope == (0, 1, 1, 3)
        assert (result.best, result.worst) == ((0, 0, 0, 2), (1, 2, 3, 3))
        assert result.lowest_hope == (0, 2, 2, 3)
        assert (result.lowest_casher, result.lowest_hopeful) == (2, 2)
        assert tightened(counts, frozenset()) == 2

    def test_with_few_simulations_a_hope_still_needs_one_event(self) -> None:
        counts = np.array([[3, 0], [0, 3]])
        assert hopes(counts, 1, 0.01).hope == (0, 1)


class TestSimulation:
    def test_margins_are_those_of_real_games(self) -> None:
        table = margins(1000)
        assert [int(np.quantile(table, q / 10)) for q in range(1, 10)] == [12, 25, 39, 53, 70, 88, 108, 134, 172]
        assert abs(table.mean() - 82.8) < 1
        assert 0.003 < (table == 0).mean() < 0.006
        assert margins(50).max() == 50

    @pytest.mark.parametrize("size", [6, 7])
    def test_it_is_what_a_slow_simulation_gives(self, size: int) -> None:
        """The same bits, played one game after another with tuples instead of packed numbers."""
        start = with_bye(list(range(2 * size, size, -1)), [37 * k for k in range(size)], 3, 50)
        plan_ = schedule(segments((0,) * size, start.size, frozenset()), 3, 3)
        count = 300
        fast = final_ranks(start, plan_, 200, count, seed=5)
        slow = np.zeros((start.size, start.size), dtype=np.int64)
        bits = raw_bits(5, 0, (3 * count, start.size // 2))
        table = margins(200)
        for event in range(count):
            order = [(-w, -s, k) for k, (w, s) in enumerate(zip(start.half_wins, start.spreads, strict=True))]
            for turn, pairs in enumerate(plan_):
                after = []
                for game, (a, b) in enumerate(pairs):
                    bit = int(bits[turn * count + event, game])
                    margin = int(table[bit >> 4]) * (-1 if bit & 1 else 1)
                    won = (margin > 0) - (margin < 0)
                    one, other = order[a], order[b]
                    if start.bye and other[2] == start.size - 1:
                        won, margin = 1, 50
                    after.append((one[0] - won, one[1] - margin, one[2]))
                    after.append((other[0] + won, other[1] + margin, other[2]))
                order = sorted(after)
            for place, row in enumerate(order):
                slow[row[2], place] += 1
        assert (fast == slow[:size, :size]).all()

    def test_it_is_the_same_every_time_and_another_with_another_seed(self) -> None:
        start = with_bye([4] * 10, [0] * 10, 4, 50)
        plan_ = schedule(segments((0,) * 10, 10, frozenset()), 4, 4)
        one, two, other = (final_ranks(start, plan_, 500, 2 * BLOCK + 5, seed) for seed in (1, 1, 2))
        assert (one == two).all()
        assert (one != other).any()
        assert (one.sum(axis=1) == 2 * BLOCK + 5).all()

    def test_equals_have_equal_chances(self) -> None:
        counts = final_ranks(with_bye([0] * 4, [0] * 4, 3, 50), schedule(((0, 1, 2, 3),), 3, 3), 500, 20000, 1)
        assert abs(counts[:, 0] / 20000 - 0.25).max() < 0.03

    def test_known_numbers(self) -> None:
        """A pinned result: another one here means that stored plans would no longer be reproduced."""
        counts = final_ranks(
            with_bye([6, 4, 4, 2], [100, 50, -20, -130], 2, 50), schedule(((0, 1, 2, 3),), 2, 2), 300, 1000, 7
        )
        assert counts.tolist() == PINNED


PINNED = [[600, 210, 190, 0], [209, 401, 213, 177], [191, 224, 400, 185], [0, 165, 197, 638]]


class TestControlLoss:
    CASE = Case(with_bye([12, 10, 10, 8, 8, 6, 4, 2], [300, 100, 50, 0, 0, 0, 0, 0], 3, 50), 3, 3, 250, 800, 0.25, 1)

    def test_winning_against_the_leader_is_never_worse(self) -> None:
        for player in range(1, 5):
            wins = wins_of(self.CASE, player)
            assert wins.against_leader + 40 >= wins.by_factor

    def test_destiny_is_the_best_placed_who_needs_the_leader(self) -> None:
        """All candidates are tried one by one; the search must find the first of the last run of those who need the leader."""
        needs = []
        for player in range(1, 5):
            wins = wins_of(self.CASE, player)
            needs.append(wins.against_leader - wins.by_factor >= 0.25 * 800)
        rank = destiny(self.CASE, 4)
        assert any(needs)
        assert rank is not None
        assert needs[rank - 1]

    def test_of_two_players_neither_can_keep_away_from_the_other(self) -> None:
        """The second wins all three games, and with them the event."""
        two = Case(with_bye([6, 5], [0, 0], 3, 50), 3, 2, 500, 400, 0.25, 1)
        assert wins_of(two, 1) == Wins(against_leader=400, by_factor=400)

    def test_the_leader_must_play_that_player(self) -> None:
        snapshot = state([6, 5, 5, 4, 4, 3, 2, 1], [300, 100, 50, 0, 0, 0, 0, 0])
        planned = plan(snapshot, replace(QUICK, total_rounds=9, gibson_spreads=(250,)), 1)
        assert "control_loss" in codes(planned)
        leader, *opponents = codes(planned)["control_loss"]
        assert leader == 1
        assert any((1, other) in seeds(planned) for other in opponents)

    def test_nobody_s_fate_before_the_second_half(self) -> None:
        rules = replace(QUICK, total_rounds=30)
        planned = plan(state([6, 5, 5, 4, 4, 3, 2, 1]), rules, 1)
        assert "control_loss" not in codes(planned)

    def test_factor_three(self) -> None:
        """F3: two rounds left and everybody close: 1v4 2v5 3v6 leave all six their hopes."""
        close = Case(with_bye([10] * 8, [0] * 8, 2, 50), 2, 2, 500, 4000, 0.9, 1)
        assert factor_three(close, 100) == ((0, 3), (1, 4), (2, 5))
        assert factor_three(replace(close, rounds=3), 100) == ()
        far = Case(with_bye([20, 18, 2, 2, 2, 2, 1, 1], [0] * 8, 2, 50), 2, 2, 500, 1000, 0.25, 1)
        assert factor_three(far, 10) != ((0, 3), (1, 4), (2, 5))


class TestConstraints:
    def test_kh_last_round_is_king_of_the_hill_for_the_money(self) -> None:
        planned = plan(
            state([5, 5, 4, 4, 4, 3, 1, 0], [90, 80, 70, 60, 50, 40, 30, 20]), replace(QUICK, total_rounds=6), 1
        )
        assert {(1, 2), (3, 4)} <= set(seeds(planned))

    def test_pp_locked_pairs_stay(self) -> None:
        snapshot = replace(state([5, 5, 4, 4, 4, 3, 1, 0]), locked=(LockedPair(1, 8),))
        assert (1, 8) in seeds(plan(snapshot, replace(QUICK, total_rounds=6), 1))

    def test_gg_gibson_groups_do_not_mix(self) -> None:
        """The first two are far away from all others, and from each other not: they play on among themselves."""
        planned = plan(state([9, 9, 2, 2, 1, 1]), replace(QUICK, total_rounds=11, prizes=3), 1)
        assert (1, 2) in seeds(planned)

    def test_gb_the_gibsonized_player_has_the_bye(self) -> None:
        planned = plan(state([9, 2, 2, 1, 1]), replace(QUICK, total_rounds=10, prizes=1), 1)
        assert codes(planned)["gibsonized"] == (1,)
        assert planned.bye is not None
        assert planned.bye.player == 1

    def test_gc_the_gibsonized_player_plays_nobody_who_can_win_a_prize(self) -> None:
        planned = plan(state([9, 4, 4, 3, 1, 0]), replace(QUICK, total_rounds=10, prizes=2), 1)
        assert codes(planned)["gibsonized"] == (1,)
        opponent = next(b for a, b in seeds(planned) if a == 1)
        assert opponent == 4  # 2 and 3 play for the second prize, and nobody else can win it

    def test_tb_the_bye_from_the_top(self) -> None:
        snapshot = state([3, 3, 2, 2, 1])
        rules = replace(QUICK, total_rounds=9, top_down_byes=True)
        before = plan(snapshot, rules, 1).bye
        assert before is not None
        assert before.player == 1
        others = (game for game in snapshot.games if (game.round, game.first) != (3, 1))
        then = plan(replace(snapshot, games=(*others, GameFact(3, 1, kind=ResultKind.BYE))), rules, 1).bye
        assert then is not None
        assert then.player == 2

    def test_contradicting_constraints_are_dropped_and_noted(self) -> None:
        """The last round wants 1v2 and the director forbids it: a fallback, marked as such, not an error."""
        snapshot = replace(state([5, 5, 4, 4, 1, 0]), blocked=(BlockedPair(1, 2),))
        planned = plan(snapshot, replace(QUICK, total_rounds=6), 1)
        note = next(note for note in planned.notes if note.code == "cop_fallback")
        assert note.names == ("last_round",)
        assert (1, 2) not in seeds(planned)

    def test_what_the_director_forbids_is_never_dropped(self) -> None:
        blocked = tuple(BlockedPair(1, other) for other in range(2, 7))
        with pytest.raises(Infeasible):
            plan(replace(state([5, 5, 4, 4, 1, 0]), blocked=blocked), replace(QUICK, total_rounds=6), 1)


class TestWeights:
    """cop.md 2.6, by hand, for a field of nine with three prizes."""

    HOPES = Hopes((0,) * 9, (8,) * 9, (0,) * 9, (2, 4, 5, 8, 8, 8, 8, 8, 8), lowest_casher=5, lowest_hopeful=5)

    def values(self, i: int, j: int, *, left: int = 5, gibsons: frozenset[int] = frozenset()) -> dict[str, int]:
        games = (
            GameFact(1, 1, 2, kind=ResultKind.PENDING),
            GameFact(2, 1, 2, kind=ResultKind.PENDING),
            GameFact(3, 1, 3, kind=ResultKind.PENDING),
            GameFact(3, 7, 8, kind=ResultKind.PENDING),
            GameFact(3, 9, kind=ResultKind.BYE),
        )
        pool = make_pool(Snapshot(4, numbers(9), games))
        order = {row.player.id: k for k, row in enumerate(pool.rows)}
        assert order[9] == 0  # the bye made him first
        analysis = Analysis(left, 3, gibsons, (0,) * 9, self.HOPES, 3)
        return {term.name: term.value(i, j) for term in weights(pool, analysis, 12, {}) if term.value(i, j)}

    def test_rd_rank_difference_cubed_or_squared_outside_the_prizes(self) -> None:
        assert self.values(0, 2) == {"rank": 8}
        assert self.values(3, 5) == {"rank": 4}
        assert self.values(0, 2, gibsons=frozenset({0}))["rank"] == 4

    def test_rd_and_pc_in_the_last_quarter(self) -> None:
        assert self.values(0, 1, left=3) == {"catch": 2}  # lowest hope 2, one place off
        assert "rank" not in self.values(1, 4, left=3)

    def test_pc_who_cannot_catch_up(self) -> None:
        assert self.values(0, 3)["catch"] == MAJOR
        assert "catch" not in self.values(6, 8)
        assert "catch" not in self.values(0, 3, gibsons=frozenset({0}))

    def test_gc(self) -> None:
        assert self.values(0, 5, gibsons=frozenset({0}))["gibson"] == MAJOR
        assert "gibson" not in self.values(0, 6, gibsons=frozenset({0}))
        assert "gibson" not in self.values(0, 1, gibsons=frozenset({0, 1}))

    def test_re_repeats_double_and_one_more(self) -> None:
        """1, 3, 7 … times four cubes of a third of the field: 4 × 27."""
        assert self.values(1, 2)["met"] == 3 * 108
        assert self.values(1, 3)["met"] == 108

    def test_bb_only_below_the_hopeful(self) -> None:
        assert self.values(7, 8)["met_last"] == 10**6
        assert "met_last" not in self.values(1, 3)

    def test_br_and_a_bye_counts_as_an_opponent(self) -> None:
        assert self.values(0, 9)["bye_again"] == MAJOR
        assert self.values(0, 9)["met"] == 108
        assert "bye_again" not in self.values(8, 9)


@given(size=st.integers(2, 16), rounds=st.integers(0, 5), left=st.integers(1, 6), seed=st.integers(0, 999))
@examples(15, deep=150)
def test_any_event_is_paired_and_the_same_again(size: int, rounds: int, left: int, seed: int) -> None:
    rules = replace(QUICK, total_rounds=rounds + left, simulations=300, control_simulations=100, prizes=None)
    event = played_event(size, rounds, seed)
    planned = plan(event.snapshot, rules, seed)
    met = [player for pair in planned.pairs for player in (pair.first, pair.second)] + [
        bye.player for bye in planned.byes
    ]
    assert sorted(met) == sorted(player.id for player in event.players)
    forget()
    turned = replace(event.snapshot, players=event.players[::-1], games=event.games[::-1])
    assert plan(turned, rules, seed) == planned


@pytest.mark.parametrize("size", [5, 6, 7, 8])
def test_no_pairing_costs_less(size: int) -> None:
    rules = replace(QUICK, total_rounds=9, simulations=500)
    for seed in range(4):
        event = played_event(size, 4 + seed, seed)
        setup = choose(event.snapshot, rules).prepare(seed)
        place = setup.pool.places()
        planned = plan(event.snapshot, rules, seed)
        costs = {}
        for pairing in [*all_pairings([player.id for player in event.players]), pairing_of(planned)]:
            edges = [(place[a], size if b is None else place[b]) for a, b in pairing]
            if not any(setup.problem.forbidden_by(i, j) for i, j in edges):
                costs[pairing] = sum(setup.problem.cost(i, j) for i, j in edges)
        assert planned.cost == min(costs.values()) == costs[pairing_of(planned)]


def test_a_whole_event_by_cop_keeps_the_top_together() -> None:
    event, dice = Event(numbers(20)), random.Random(3)
    rules = replace(QUICK, total_rounds=8, prizes=None)
    for _ in range(8):
        event.play(dice, rules, 1)
    last = event.plans[-1]
    assert last.pairs[0].table == 1
    assert {pair.table for pair in last.pairs} == set(range(1, 11))


def test_options_are_checked() -> None:
    with pytest.raises(RulesError, match="how many rounds"):
        plan(Snapshot(1, numbers(4)), Cop(), 1)
    for wrong in ({"hopefulness": (0.0,)}, {"control_threshold": 2.0}, {"simulations": 0}, {"gibson_spreads": ()}):
        with pytest.raises(RulesError):
            Cop(**wrong)


@pytest.mark.parametrize("size", [9, 24])
def test_eight_threads_give_the_bytes_of_one(size: int) -> None:
    """The blocks of the simulation know nothing of each other and are counted in their order."""
    rules = Cop(total_rounds=9, simulations=3 * BLOCK + 11, control_simulations=BLOCK + 7, prizes=3)
    snapshot = played_event(size, 6, 5).snapshot
    plans = []
    for workers in (1, 8, 3):
        forget()
        plans.append(repr(pair(snapshot, rules, 4, rules.prepare(snapshot, 4, workers))).encode())
    assert plans[0] == plans[1] == plans[2]


class TestClassPrizes:
    """KH, second part: the last round's games for the prizes of a class."""

    STATE = state([9, 9, 6, 6, 5, 5, 4, 1], [80, 70, 60, 50, 40, 30, 20, 10], round_=10)
    RULES = replace(QUICK, total_rounds=10, prizes=1)

    def test_who_can_win_no_other_prize_plays_for_that_of_the_class(self) -> None:
        players = tuple(replace(p, player_class="B" if p.number in (4, 6, 8) else None) for p in self.STATE.players)
        snapshot = replace(self.STATE, players=players)
        planned = plan(snapshot, replace(self.RULES, class_prizes=(("B", 1),)), 1)
        assert {(1, 2), (4, 6)} <= set(seeds(planned))
        assert (4, 6) not in seeds(plan(snapshot, self.RULES, 1))

    def test_nobody_below_the_prizes_means_no_pairs_of_a_class(self) -> None:
        """Where everybody can win a prize of all, a class has no games of its own to collide with those."""
        close = state([3, 3, 2, 2], [4, 3, 2, 1])
        players = tuple(replace(p, player_class="B") for p in close.players)
        rules = replace(self.RULES, total_rounds=4, prizes=4, class_prizes=(("B", 2),))
        planned = plan(replace(close, players=players), rules, 1)
        assert seeds(planned) == [(1, 2), (3, 4)]
        assert not [note for note in planned.notes if note.code == "cop_fallback"]

    def test_a_blocked_pair_of_the_class_gives_up_only_that(self) -> None:
        players = tuple(replace(p, player_class="B" if p.number in (4, 6) else None) for p in self.STATE.players)
        snapshot = replace(self.STATE, players=players, blocked=(BlockedPair(4, 6),))
        planned = plan(snapshot, replace(self.RULES, class_prizes=(("B", 1),)), 1)
        (note,) = [note for note in planned.notes if note.code == "cop_fallback"]
        assert note.names == ("class_prizes",)
        assert (1, 2) in seeds(planned)


class TestDecisions:
    """Decisions that follow from the description alone, in whole plans."""

    def test_f3_two_rounds_left_and_six_close(self) -> None:
        rules = replace(QUICK, total_rounds=12, prizes=3, control_threshold=1.0, control_simulations=4000)
        snapshot = state([6, 6, 6, 6, 6, 6, 1, 0], [6, 5, 4, 3, 2, 1, 0, 0], round_=11)
        assert {(1, 4), (2, 5), (3, 6)} <= set(seeds(plan(snapshot, rules, 1)))

    def test_re_a_repeat_costs_more_than_a_place(self) -> None:
        """Four equals early on: 1 v 2 and 3 v 4 have played, so the next nearest are paired."""
        games = tuple(GameFact(1, a, b, kind=ResultKind.PENDING) for a, b in ((1, 2), (3, 4)))
        planned = plan(Snapshot(2, numbers(4), games), replace(QUICK, total_rounds=9), 1)
        assert seeds(planned) == [(1, 3), (2, 4)]

    def test_bb_no_back_to_back_repeats_at_the_bottom(self) -> None:
        last = (GameFact(6, 7, 8, kind=ResultKind.PENDING),)
        before = state([6, 6, 5, 5, 1, 1, 0, 0], [80, 70, 60, 50, 40, 30, 20, 10], round_=7)
        games = tuple(game for game in before.games if not (game.round == 6 and game.first in (7, 8)))
        planned = plan(replace(before, games=(*games, *last)), replace(QUICK, total_rounds=9), 1)
        assert (7, 8) not in seeds(planned)

    def test_br_nobody_has_a_second_bye_first(self) -> None:
        before = state([3, 3, 2, 1, 0], [50, 40, 30, 20, 10], round_=4)
        games = tuple(game for game in before.games if (game.round, game.first) != (3, 5))
        planned = plan(
            replace(before, games=(*games, GameFact(3, 5, kind=ResultKind.BYE, first_score=-500))),
            replace(QUICK, total_rounds=9),
            1,
        )
        assert planned.bye is not None
        assert planned.bye.player != 5

    def test_pc_a_hopeful_player_plays_somebody_who_can_catch_up(self) -> None:
        """Three rounds left, one prize: 1 and 2 are alone in reach of it, 3 to 6 are four wins behind."""
        snapshot = state([9, 8, 4, 4, 4, 4], [60, 50, 40, 30, 20, 10], round_=11)
        planned = plan(snapshot, replace(QUICK, total_rounds=13, prizes=1), 1)
        assert (1, 2) in seeds(planned)

    def test_rd_outside_the_prizes_neighbours_play(self) -> None:
        snapshot = state([9, 8, 4, 4, 3, 3, 2, 2], [80, 70, 60, 50, 40, 30, 20, 10], round_=11)
        planned = plan(snapshot, replace(QUICK, total_rounds=13, prizes=1), 1)
        assert {(3, 4), (5, 6), (7, 8)} <= set(seeds(planned))
