"""How much of its pair's cost each player bears, so that no other pair costs less than its two players bear.

A matching solver finds such shares itself, and spends most of its time on that: costs reduced by them are matched again in half
the time. The difference of two perfect matchings is the same whatever the shares are, so they only have to be good.

They are distances (Bellman and Ford; R. K. Ahuja, T. L. Magnanti, J. B. Orlin, Network Flows, 1993, section 5.2): to take the partner of
another player costs what the new pair costs more than the old one, and whose partner was taken goes on from there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from tournaments.engine.pairing.arrays import Nodes

# Sums of so much are computed in arrays.
_MOST = 1 << 60
# The longest way that is waited for; fields of 2,000 players need some hundred steps.
_STEPS = 200
# How many of the dearest pairs are left out, by turns: those that leave an odd group of scores have no shares, since half of three pairs of
# three players would be cheaper.
_LEFT_OUT = (0, 1, 3, 7, 15, 31)


def doubled_shares(size: int, weighted: Sequence[tuple[int, int, int]], mate: Mapping[int, int]) -> list[int]:
    """Twice what each of `size` players bears in the cheapest perfect matching `mate` of `weighted` (i, j, cost).

    Where there are no such shares, each player bears half of the own pair's cost.
    """
    own = [0] * size
    for i, j, cost in weighted:
        if mate[i] == j:
            own[i] = own[j] = cost
    dearest = sorted((i for i in range(size) if i < mate[i]), key=lambda i: -own[i])
    too_dear = sum(own[i] * size >= _MOST for i in dearest)
    pairs = np.array([(i, j, min(cost, _MOST)) for i, j, cost in weighted if mate[i] != j], dtype=np.int64).reshape(
        -1, 3
    )
    for more in _LEFT_OUT:
        left_out = {player for i in dearest[: too_dear + more] for player in (i, mate[i])}
        borne = [0 if i in left_out else own[i] for i in range(size)]
        distances = _distances(size, _among_others(pairs, left_out), borne, [mate[i] for i in range(size)])
        if distances is not None:
            shares = [borne[i] + distances[mate[i]] - distances[i] for i in range(size)]
            return _with_left_out(shares, weighted, left_out)
    return own


def _among_others(pairs: Nodes, left_out: set[int]) -> Nodes:
    """The pairs of players who are not left out, without those that cost too much to be added up."""
    without = np.isin(pairs[:, :2], list(left_out)).any(axis=1) | (pairs[:, 2] >= _MOST)
    return pairs[~without]


def _distances(size: int, pairs: Nodes, own: Sequence[int], mate: Sequence[int]) -> list[int] | None:
    """The cheapest way to each player; None if there is no end of cheaper ones, or none within the steps that are waited for."""
    distance = np.zeros(size, dtype=np.int64)
    if not len(pairs):
        return list(distance.tolist())
    partner, borne = np.array(mate), np.array(own, dtype=np.int64)
    i, j, cost = pairs.T
    start, end = np.concatenate([i, j]), np.concatenate([partner[j], partner[i]])
    length = np.concatenate([cost - borne[j], cost - borne[i]])
    order = np.argsort(end, kind="stable")
    start, end, length = start[order], end[order], length[order]
    first = np.flatnonzero(np.diff(end, prepend=-1))
    reached, least = end[first], -int(borne.sum())
    for _ in range(_STEPS):
        nearer = np.minimum(np.minimum.reduceat(distance[start] + length, first), distance[reached])
        if (nearer == distance[reached]).all():
            return list(distance.tolist())
        distance[reached] = nearer
        if int(nearer.min()) < least:  # less than without all the old pairs: in a circle
            return None
    return None


def _with_left_out(shares: list[int], weighted: Sequence[tuple[int, int, int]], left_out: set[int]) -> list[int]:
    """Who was left out bears the most that no pair with the others forbids."""
    most: dict[int, int] = {}
    for i, j, cost in weighted:
        for player, other in ((i, j), (j, i)):
            if player in left_out and other not in left_out:
                most[player] = min(most.get(player, 2 * cost - shares[other]), 2 * cost - shares[other])
    return [most.get(player, 0) if player in left_out else share for player, share in enumerate(shares)]
