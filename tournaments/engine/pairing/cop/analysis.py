"""What the simulations say about a round: Gibsons, hopes, and whom the leader must play."""

from __future__ import annotations

from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from functools import lru_cache

from tournaments.engine.pairing.catching import Totals, by_rounds_left
from tournaments.engine.pairing.cop.contention import (
    Hopes,
    gibsonized,
    groups,
    hopes,
    schedule,
    segments,
    tightened,
)
from tournaments.engine.pairing.cop.control import Case, destiny, factor_three
from tournaments.engine.pairing.cop.options import CopOptions
from tournaments.engine.pairing.cop.simulate import final_ranks, with_bye


@dataclass(frozen=True, slots=True)
class Analysis:
    """By rank of the pool (from 0). `leader_meets`: who may play the leader, empty = anybody. `trio`: 1v4 2v5 3v6."""

    rounds: int
    prizes: int
    gibsons: frozenset[int]
    group: tuple[int, ...]
    hopes: Hopes
    factor: int
    leader_meets: tuple[int, ...] = ()
    trio: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class _Arguments:
    """The arguments of `analyse`; `workers` change nothing in the answer."""

    field: tuple[Totals, ...]
    rules: CopOptions
    round: int
    bye_spread: int
    seed: int
    workers: int = dataclass_field(default=1, compare=False)


def analyse(
    field: tuple[Totals, ...], rules: CopOptions, round_: int, bye_spread: int, seed: int, workers: int = 1
) -> Analysis:
    """Simulate the rest of the event from these standings. A pure function, cached because explanations need it again.

    Raises RulesError when the number of rounds is not known.
    """
    return _analyse(_Arguments(field, rules, round_, bye_spread, seed, workers))


def forget() -> None:
    """Empty the cache, so that the work can be measured again."""
    _analyse.cache_clear()


@lru_cache(maxsize=16)
def _analyse(args: _Arguments) -> Analysis:
    field, rules, round_, seed, workers = args.field, args.rules, args.round, args.seed, args.workers
    left = rules.rounds_left(round_)
    prizes = min(len(field), rules.prize_count(len(field)))
    cap = by_rounds_left(rules.gibson_spreads, left)
    gibsons = gibsonized(field, prizes, left, 2 * left * cap)
    group = groups(len(field), gibsons)
    even = with_bye([row.half_wins for row in field], [row.spread for row in field], left, args.bye_spread)
    parts = segments(group, even.size, gibsons)
    plan = schedule(parts, left, left, rules.meeting_games)
    counts = final_ranks(even, plan, cap, rules.simulations, seed, workers=workers)
    factor = tightened(counts, gibsons)
    tight = schedule(parts, left, factor, rules.meeting_games)
    if _tightens(field, group, gibsons, factor) and tight != plan:
        counts = final_ranks(even, tight, cap, rules.simulations, seed, stream=1, workers=workers)
    share = by_rounds_left(rules.hopefulness, left)
    result = Analysis(left, prizes, gibsons, group, hopes(counts, prizes, share), factor)
    active = round_ >= (rules.control_from or 1 + (round_ + left - 1) // 2)
    # Whom the leader must play is only searched for in events of single games.
    if not active or 0 in gibsons or left < 2 or not factor or rules.meeting_games > 1:
        return result
    case = Case(even, left, factor, cap, rules.control_simulations, rules.control_threshold, seed, workers)
    return _with_control(result, case, share, first=round_ == rules.control_from)


def _with_control(result: Analysis, case: Case, share: float, *, first: bool) -> Analysis:
    three = factor_three(case, max(1, round(case.simulations * share)))
    meets: tuple[int, ...] = ()
    if not three:
        rank = destiny(case, result.hopes.lowest_hope[0])
        if rank is not None:
            both = case.rounds > 4 and not first and rank > 1
            meets = (rank - 1, rank) if both else (rank,)
    return replace(result, leader_meets=meets, trio=three)


def _tightens(field: tuple[Totals, ...], group: tuple[int, ...], gibsons: frozenset[int], factor: int) -> bool:
    top = next((rank for rank in range(len(field)) if rank not in gibsons), None)
    return top is not None and 2 * factor < group.count(group[top])
