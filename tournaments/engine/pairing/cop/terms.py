"""COP's weights and constraints. Unlike those of a Swiss the weights trade against each other: one scale for all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from tournaments.engine.byes import ByeOrder
from tournaments.engine.pairing.arrays import Edge
from tournaments.engine.pairing.catching import class_finals, spread_left, totals_of
from tournaments.engine.pairing.cop.analysis import Analysis
from tournaments.engine.pairing.cop.options import CopOptions
from tournaments.engine.pairing.matching import Constraint, Term, sparse_term
from tournaments.engine.pairing.pool import Pool
from tournaments.engine.pairing.terms import times_played

MAJOR = 10**9
BACK_TO_BACK = 10**6


def weights(pool: Pool, analysis: Analysis, total_rounds: int, raised: dict[int, int]) -> tuple[Term, ...]:
    """RD, PC, GC, RE, BB, BR. `raised`: for some ranks another lowest rank that may catch them."""
    late = 4 * analysis.rounds <= total_rounds
    last = len(pool.rows)
    cube = 4 * (last * last * last // 27)
    repeats = {edge: (2**times - 1) * cube for edge, times in times_played(pool).items()}
    if pool.bye_node is not None:
        repeats |= {(i, pool.bye_node): (2**byes - 1) * cube for i, byes in enumerate(pool.byes) if byes}
    return (
        Term("rank", _rank(analysis, late=late), last**3),
        Term("catch", _catch(analysis, raised, late=late), MAJOR),
        Term("gibson", _gibson(analysis, last), MAJOR),
        sparse_term("met", repeats),
        sparse_term("met_last", dict(_back_to_back(pool, analysis))),
        sparse_term("bye_again", {} if pool.bye_node is None else _byes(pool, pool.bye_node)),
    )


def _rank(analysis: Analysis, *, late: bool) -> Callable[[int, int], int]:
    gibsons, hopeful = analysis.gibsons, analysis.hopes.lowest_hopeful

    def value(i: int, j: int) -> int:
        if late and i not in gibsons and i <= hopeful:
            return 0
        apart = j - i
        minor = i in gibsons or j in gibsons or i >= analysis.prizes
        return apart**2 if minor else apart**3

    return value


def _catch(analysis: Analysis, raised: dict[int, int], *, late: bool) -> Callable[[int, int], int]:
    gibsons, hopes = analysis.gibsons, analysis.hopes

    def value(i: int, j: int) -> int:
        if i in gibsons or j in gibsons or i > hopes.lowest_hopeful:
            return 0
        lowest = raised.get(i, hopes.lowest_hope[i])
        if j <= lowest or (lowest == i and j == i + 1):
            return 2 * abs(lowest - j) ** 3 if late else 0
        return MAJOR

    return value


def _gibson(analysis: Analysis, bye: int) -> Callable[[int, int], int]:
    gibsons, casher, group = analysis.gibsons, analysis.hopes.lowest_casher, analysis.group

    def value(i: int, j: int) -> int:
        if j == bye or group[i] or group[j] or (i in gibsons) == (j in gibsons):
            return 0
        return MAJOR if (j if i in gibsons else i) <= casher else 0

    return value


def _back_to_back(pool: Pool, analysis: Analysis) -> Iterable[tuple[Edge, int]]:
    place = pool.places()
    for a, b in sorted(pool.history.last_round):
        if a in place and b in place:
            low, high = sorted((place[a], place[b]))
            if analysis.hopes.lowest_hopeful < low:
                yield (low, high), BACK_TO_BACK


def _byes(pool: Pool, bye: int) -> dict[Edge, int]:
    return {(i, bye): MAJOR * byes for i, byes in enumerate(pool.byes) if byes}


def forced(name: str, pairs: Iterable[Edge]) -> Constraint:
    """Nobody in these pairs may play anybody else."""
    partner = {a: b for pair in pairs for a, b in (pair, pair[::-1])}
    return Constraint(name, lambda i, j: partner.get(i, j) != j or partner.get(j, i) != i)


def constraints(pool: Pool, analysis: Analysis, rules: CopOptions) -> list[Constraint]:
    """KH, CL, GG, GB, TB, F3 as far as they apply; the last one is given up first."""
    top_down_byes = rules.top_down_byes or rules.byes is ByeOrder.TOP_DOWN
    bye, gibsons, group = pool.bye_node, analysis.gibsons, analysis.group
    limits: list[Constraint] = []
    if any(group):
        limits.append(Constraint("gibson_group", lambda i, j: j != bye and group[i] != group[j]))
    free_gibsons = {rank for rank in gibsons if group[rank] == 0}
    if bye is not None and free_gibsons:
        limits.append(Constraint("gibson_bye", lambda i, j: j == bye and i not in gibsons))
    elif bye is not None and top_down_byes:
        limits.append(forced("top_down_bye", [(pool.byes.index(min(pool.byes)), bye)]))
    elif bye is not None and len(set(pool.byes)) > 1:
        fewest = min(pool.byes)
        limits.append(Constraint("bye_again", lambda i, j: j == bye and pool.byes[i] > fewest))
    if analysis.rounds <= rules.meeting_games:
        hill = tuple(_hill(analysis, len(pool.rows)))
        limits.append(forced("last_round", hill))
        classes = tuple(_classes(pool, analysis, rules, hill))
        if classes:
            limits.append(forced("class_prizes", classes))
    if analysis.trio:
        limits.append(forced("factor_three", analysis.trio))
    elif analysis.leader_meets:
        meets = analysis.leader_meets
        limits.append(Constraint("control_loss", lambda i, j: i == 0 and j not in meets))
    return limits


def _hill(analysis: Analysis, count: int) -> Iterable[Edge]:
    """King of the hill for the prizes: neighbours down to the lowest who can win one."""
    rank = 0
    while rank <= analysis.hopes.lowest_casher and rank + 1 < count:
        if {rank, rank + 1} & analysis.gibsons:
            rank += 1
        else:
            yield rank, rank + 1
            rank += 2


def _classes(pool: Pool, analysis: Analysis, rules: CopOptions, hill: Sequence[Edge]) -> Iterable[Edge]:
    """The same for the prizes of each class, among its members who can win no open prize."""
    spread = spread_left(rules.gibson_spreads, analysis.rounds)
    contenders = analysis.hopes.lowest_casher + 1
    paired = {rank for pair in hill for rank in pair} | analysis.gibsons
    field = totals_of(pool)
    for name, prizes in rules.class_prizes:
        members = [rank for rank, row in enumerate(pool.rows) if row.player.player_class == name]
        ahead = sum(rank < contenders and analysis.hopes.worst[rank] >= analysis.prizes for rank in members)
        rest = [rank for rank in members if rank >= contenders and rank not in paired]
        yield from class_finals(field, rest, prizes - ahead, spread, analysis.rounds)
