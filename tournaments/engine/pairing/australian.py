"""The Australian draw: reproducible by hand, without any lot.

Round 1: top half against bottom half. Later the top player plays the highest one not yet played, and so on down; a
choice that would leave somebody without an opponent is passed over. Games before `repeats_from` are ignored; when there
is no draw, one more round is ignored at a time. In an odd field the bye stands below everybody else.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from tournaments.engine.model import Snapshot
from tournaments.engine.pairing.arrays import Edge
from tournaments.engine.pairing.core import Setup, WeighedSystem, constraints_of
from tournaments.engine.pairing.matching import max_matching
from tournaments.engine.pairing.options import PairingOptions, pairing_system
from tournaments.engine.pairing.plan import Note
from tournaments.engine.pairing.pool import Pool, make_pool
from tournaments.engine.pairing.schedule import BesideOptions, Scheduled, prepare_schedule
from tournaments.engine.pairing.terms import times_played
from tournaments.engine.words import gettext_noop as _

Barred = tuple[frozenset[int], ...]  # for each node, those it may not be paired with


@pairing_system(
    "australian", _("Australian draw – from the top down, each plays the highest player not yet played"), place=15
)
class Australian(BesideOptions, WeighedSystem):
    """Earlier rounds are ignored one at a time where repeats cannot be avoided."""

    def prepare(self, snapshot: Snapshot, _seed: int) -> Setup:
        """State the draw of a round. Without any draw the setup has no schedule, only the constraints."""
        for reset in range(self.repeats_from, max(snapshot.round, self.repeats_from) + 1):
            pool = make_pool(snapshot, self, reset)
            pairs = draw(_barred(snapshot, self, pool), halves=snapshot.round == 1)
            if pairs is not None:
                notes = () if reset == self.repeats_from else (Note("repeats_forgiven", value=reset - 1),)
                return prepare_schedule(snapshot, self, pool, (_named(pool, edge) for edge in pairs), notes)
        return prepare_schedule(snapshot, self, make_pool(snapshot, self), ())


def _named(pool: Pool, edge: Edge) -> Scheduled:
    return pool.id(edge[0]), None if edge[1] == pool.bye_node else pool.id(edge[1])


def _barred(snapshot: Snapshot, rules: PairingOptions, pool: Pool) -> Barred:
    """Who may not be paired: by a constraint, a repeat too many, or a second bye too early."""
    most = rules.max_repeats or 0
    edges = {edge for limit in constraints_of(snapshot, rules, pool) for edge in limit.listed or ()}
    edges |= {edge for edge, times in times_played(pool).items() if times > most}
    bye = pool.bye_node
    if bye is not None:
        edges |= {(place, bye) for place, count in enumerate(pool.surplus_byes()) if count}
    barred: list[set[int]] = [set() for _ in range(pool.size)]
    for i, j in edges:
        barred[i].add(j)
        barred[j].add(i)
    return tuple(frozenset(others) for others in barred)


def draw(barred: Barred, *, halves: bool) -> tuple[Edge, ...] | None:
    """From the top down, each player's first opponent in order that leaves a draw for the rest; None if there is none."""
    rest = list(range(len(barred)))
    if not _can_be_paired(rest, barred):
        return None
    pairs: list[Edge] = []
    while rest:
        top = rest[0]
        for other in _order(rest, halves=halves):
            if other in barred[top]:
                continue
            left = [node for node in rest if node not in (top, other)]
            if _can_be_paired(left, barred):
                pairs.append((top, other))
                rest = left
                break
    return tuple(pairs)


def _order(rest: Sequence[int], *, halves: bool) -> Sequence[int]:
    """Opponents for the top one of the rest: from the top, or, in round 1, from the head of the bottom half down."""
    half = len(rest) // 2
    return [*rest[half:], *reversed(rest[1:half])] if halves else rest[1:]


def _can_be_paired(nodes: Sequence[int], barred: Barred) -> bool:
    """Whether the nodes have a perfect matching.

    By Dirac's theorem they do if everybody may be paired with at least half of them. The last node may be the bye, which
    many are barred from: then it is enough if that holds for all others but one who may have it.
    """
    if _by_dirac(nodes, barred):
        return True
    last = next((node for node in reversed(nodes[:-1]) if node not in barred[nodes[-1]]), None)
    if last is not None and _by_dirac([node for node in nodes[:-1] if node != last], barred):
        return True
    index = {node: k for k, node in enumerate(nodes)}
    edges = [(index[i], index[j], 1) for i, j in combinations(nodes, 2) if j not in barred[i]]
    return 2 * len(max_matching(len(nodes), edges)) == len(nodes)


def _by_dirac(nodes: Sequence[int], barred: Barred) -> bool:
    spare = len(nodes) // 2 - 1  # how many may be barred to each
    if max((len(barred[node]) for node in nodes), default=0) <= spare:
        return True
    here = frozenset(nodes)
    return all(len(barred[node] & here) <= spare for node in nodes)
