"""The Australian draw: reproducible by hand, without any lot.

Round 1: top half against bottom half. Later the top player meets the highest one he has not met, and so on down; a
choice that would leave somebody without an opponent is passed over. Meetings before `repeats_from` are forgiven; when
there is no draw, one more round is forgiven at a time. In an odd field the bye stands below everybody else.
"""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.engine.model import Snapshot
from tournaments.engine.pairing.core import Setup, constraints_of
from tournaments.engine.pairing.matching import Edge, all_edges, max_matching
from tournaments.engine.pairing.plan import Note
from tournaments.engine.pairing.pool import Pool, make_pool
from tournaments.engine.pairing.rules import Rules
from tournaments.engine.pairing.schedule import Scheduled, prepare_schedule

Allowed = tuple[frozenset[int], ...]  # for each node, those it may meet


def prepare(snapshot: Snapshot, rules: Rules, _seed: int = 0) -> Setup:
    """State the draw of a round. Without any draw the setup has no schedule and the constraints speak for themselves."""
    for reset in range(rules.repeats_from, max(snapshot.round, rules.repeats_from) + 1):
        pool = make_pool(snapshot, reset)
        drawn = draw(_allowed(snapshot, rules, pool), halves=snapshot.round == 1)
        if drawn is not None:
            notes = () if reset == rules.repeats_from else (Note("repeats_forgiven", value=reset - 1),)
            return prepare_schedule(snapshot, rules, pool, (_named(pool, edge) for edge in drawn), notes)
    return prepare_schedule(snapshot, rules, make_pool(snapshot, rules.repeats_from), ())


def _named(pool: Pool, edge: Edge) -> Scheduled:
    return pool.id(edge[0]), None if edge[1] == pool.bye_node else pool.id(edge[1])


def _allowed(snapshot: Snapshot, rules: Rules, pool: Pool) -> Allowed:
    """Who may meet: no constraint forbids it, they have not met too often, and nobody has a second bye too early."""
    limits = constraints_of(snapshot, rules, pool)
    most = rules.max_repeats or 0
    place = pool.places()
    met = {
        (min(place[a], place[b]), max(place[a], place[b]))
        for (a, b), times in pool.history.counted.items()
        if times > most and a in place and b in place
    }
    fewest = min(pool.byes, default=0)
    allowed: list[set[int]] = [set() for _ in range(pool.size)]
    for i, j in all_edges(pool.size):
        late = j == pool.bye_node and pool.byes[i] > fewest
        if not late and (i, j) not in met and not any(limit.forbids(i, j) for limit in limits):
            allowed[i].add(j)
            allowed[j].add(i)
    return tuple(frozenset(others) for others in allowed)


def draw(allowed: Allowed, *, halves: bool) -> tuple[Edge, ...] | None:
    """From the top down, each player's first opponent in order that leaves a draw for the rest; None if there is none."""
    rest = list(range(len(allowed)))
    if not _can_be_paired(rest, allowed):
        return None
    pairs: list[Edge] = []
    while rest:
        top = rest[0]
        for other in _order(rest, halves=halves):
            left = [node for node in rest if node not in (top, other)]
            if other in allowed[top] and _can_be_paired(left, allowed):
                pairs.append((top, other))
                rest = left
                break
    return tuple(pairs)


def _order(rest: Sequence[int], *, halves: bool) -> Sequence[int]:
    """Opponents for the top one of the rest: from the top, or, in round 1, from the head of the bottom half down."""
    half = len(rest) // 2
    return [*rest[half:], *reversed(rest[1:half])] if halves else rest[1:]


def _can_be_paired(nodes: Sequence[int], allowed: Allowed) -> bool:
    """Whether the nodes have a perfect matching. By Dirac's theorem they have where everybody may meet half of them."""
    here = frozenset(nodes)
    if all(2 * len(allowed[node] & here) >= len(nodes) for node in nodes):
        return True
    index = {node: k for k, node in enumerate(nodes)}
    edges = [(index[i], index[j], 1) for i in nodes for j in allowed[i] & here if i < j]
    return 2 * len(max_matching(len(nodes), edges)) == len(nodes)
