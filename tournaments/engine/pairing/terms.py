"""The named weight terms and constraints of systems that pair by place.

Each function returns a `Term` over places of a pool (i < j; the bye, if there is one, is the highest node).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from tournaments.engine.model import BlockedPair, EntrySnapshot, Snapshot
from tournaments.engine.pairing.arrays import Edge, Nodes
from tournaments.engine.pairing.matching import Constraint, Term, dense_term, forbid, sparse_term
from tournaments.engine.pairing.options import PairingOptions
from tournaments.engine.pairing.pool import Groups, Pool
from tournaments.engine.starts import imbalance_after


def byes(pool: Pool) -> Term:
    """Byes so far of the player who gets the bye, beyond the fewest (see `surplus_byes`)."""
    return _of_bye("byes", pool, pool.surplus_byes)


def bye_place(pool: Pool) -> Term:
    """How many players come before the one who gets the bye (see `bye_order`)."""

    def positions() -> list[int]:
        turn = [0] * len(pool.rows)
        for position, place in enumerate(pool.bye_turns()):
            turn[place] = position
        return turn

    return _of_bye("bye_place", pool, positions)


def _of_bye(name: str, pool: Pool, values: Callable[[], list[int]]) -> Term:
    """A term that only the pair of the bye can pay: a value for each place, none asked for in an even field."""
    bye = pool.bye_node
    term = sparse_term(name, {} if bye is None else {(place, bye): value for place, value in enumerate(values())})
    return replace(term, total=term.limit)


def repeats(pool: Pool, free: int = 0) -> Term:
    """1, 3, 6, 10 … for having played 1, 2, 3, 4 times more than is `free`, so that repeats spread out over different pairs."""
    beyond = {edge: times - free for edge, times in times_played(pool).items() if times > free}
    return sparse_term("repeats", {edge: times * (times + 1) // 2 for edge, times in beyond.items()})


def free_repeats(pool: Pool, free: int) -> Term:
    """How many of their earlier games are `free` repeats."""
    played = times_played(pool) if free else {}
    return sparse_term("free_repeats", {edge: min(times, free) for edge, times in played.items()})


def consecutive(pool: Pool) -> Term:
    """1 for two players who played in the round just before."""
    place = pool.places()
    pairs = ((place[a], place[b]) for a, b in pool.history.last_round if a in place and b in place)
    return sparse_term("consecutive", dict.fromkeys(sorted((min(pair), max(pair)) for pair in pairs), 1))


def _players_term(name: str, columns: Sequence[Sequence[int]], formula: Callable[..., Nodes], limit: int) -> Term:
    """A term that no bye pays: `formula(i, j, *columns)` for columns of places i < j of players."""
    count = len(columns[0])
    padded = [np.array([*column, 0], np.int64) for column in columns]
    return dense_term(name, lambda i, j: np.where(j < count, formula(i, j, *padded), 0), limit)


def groups(cut: Groups) -> Term:
    """The square of the difference in match points (half wins): one big gap is worse than several small ones."""

    def values(i: Nodes, j: Nodes, points: Nodes) -> Nodes:
        return (points[i] - points[j]) ** 2

    top = (cut.points[0] - cut.points[-1]) ** 2 if cut.points else 0
    return _players_term("groups", [cut.points], values, top)


def starts(pool: Pool) -> Term:
    """How far the game would unbalance firsts and seconds (see `imbalance_after`)."""
    own = [(record.firsts, record.seconds) for record in pool.starts]
    kinds = sorted(set(own))
    imbalance = [imbalance_after(*one, *other) for one in kinds for other in kinds]
    table = np.array(imbalance, np.int64).reshape(len(kinds), len(kinds))

    def values(i: Nodes, j: Nodes, kind: Nodes) -> Nodes:
        return table[kind[i], kind[j]]

    number = {kind: k for k, kind in enumerate(kinds)}
    widest = max((abs(firsts - seconds) for firsts, seconds in kinds), default=0)
    return _players_term("starts", [[number[kind] for kind in own]], values, 2 * (widest + 1))


def floats(cut: Groups) -> Term:
    """Of a pair from two groups: how far it is from the upper one's exit and the top of the lower, squared.

    The exit is the middle (where neighbours are paired: the end). That is the pair which borrowing the top of the lower
    group to complete the upper one would give. Groups in between do not count.
    """

    def values(i: Nodes, j: Nodes, start: Nodes, leaves: Nodes) -> Nodes:
        below = j - start[j]
        off = leaves[i] - 2 * (i - start[i]) + 2 * below
        return np.where(start[i] == start[j], 0, off * off + 4 * below * below)

    count = len(cut.start)
    several = count and cut.start[-1]
    widest = max(cut.size, default=0)  # off is at most three of these, below at most one
    limit = min(2 * (2 * count) ** 2, 13 * widest**2) if several else 0
    return _players_term("floats", [cut.start, cut.exit], values, limit)


def distance(cut: Groups, name: str = "distance") -> Term:
    """Squared distance from the due opponent inside the group (see `Groups.gap`), in half places."""

    def values(i: Nodes, j: Nodes, start: Nodes, gap: Nodes) -> Nodes:
        return np.where(start[i] == start[j], (2 * (j - i) - gap[i]) ** 2, 0)

    widest = max((abs(gap) for gap in cut.gap), default=0)
    return _players_term(name, [cut.start, cut.gap], values, (2 * max(cut.size, default=0) + widest) ** 2)


def top_first(cut: Groups) -> Term:
    """Of pairings with equal distances, prefer the one that gives the better-placed players what they are due."""
    count = len(cut.gap)

    def values(i: Nodes, j: Nodes, gap: Nodes) -> Nodes:
        return np.where(2 * (j - i) == gap[i], 0, count - i)

    return _players_term("top_first", [cut.gap], values, count)


def rating_gap(pool: Pool, snapshot: Snapshot) -> Term:
    """The difference in rating, less 12 points (400 at most) for each round that both had to wait.

    Unrated players count as the middle of the field.
    """
    rated = sorted(row.player.rating for row in pool.rows if row.player.rating is not None)
    middle = rated[len(rated) // 2] if rated else 0
    ratings = [middle if row.player.rating is None else row.player.rating for row in pool.rows]
    games = Counter(player for game in snapshot.past_games() if game.is_played for player in (game.first, game.second))
    waited = [min(400, 12 * (snapshot.round - 1 - games[row.player.id])) for row in pool.rows]

    def values(i: Nodes, j: Nodes, rating: Nodes, wait: Nodes) -> Nodes:
        beyond: Nodes = np.abs(rating[i] - rating[j]) - np.minimum(wait[i], wait[j])
        return beyond.clip(0)

    widest = max(ratings, default=0) - min(ratings, default=0)
    return _players_term("rating_gap", [ratings, waited], values, widest)


def by_quarter(quarters: tuple[int, ...], opposite: tuple[int, ...]) -> Term:
    """How many quarters both partners together are off the quarter that each should play (`opposite[quarter]`)."""

    def values(i: Nodes, j: Nodes, quarter: Nodes, target: Nodes) -> Nodes:
        off: Nodes = np.abs(quarter[j] - target[i]) + np.abs(quarter[i] - target[j])
        return off

    return _players_term("quarter", [quarters, [opposite[quarter] for quarter in quarters]], values, 6)


def repeats_limit(pool: Pool, most: int) -> Constraint:
    """Forbid pairs that have played more than `most` times."""
    return forbid("max_repeats", (edge for edge, times in times_played(pool).items() if times > most))


def blocked(pool: Pool, pairs: Iterable[BlockedPair], round_: int, *, weak: bool = False) -> frozenset[Edge]:
    """The pairs the director has blocked in this round, absolutely or weakly."""
    place = pool.places()
    here = (
        (place[pair.a], place[pair.b])
        for pair in pairs
        if pair.weak is weak and pair.applies_in(round_) and pair.a in place and pair.b in place
    )
    return frozenset((min(edge), max(edge)) for edge in here)


def mates(pool: Pool, group_of: Callable[[EntrySnapshot], str | None]) -> frozenset[Edge]:
    """The pairs whose players are of one group (team, club)."""
    members: dict[str, list[int]] = {}
    for place, row in enumerate(pool.rows):
        group = group_of(row.player)
        if group is not None:
            members.setdefault(group, []).append(place)
    return frozenset(edge for places in members.values() for edge in combinations(places, 2))


def kept_apart(snapshot: Snapshot, rules: PairingOptions, pool: Pool) -> Iterator[tuple[str, frozenset[Edge], bool]]:
    """Who is kept apart this round: (name, pairs, whether it is absolute)."""
    yield "blocked", blocked(pool, snapshot.blocked, snapshot.round), True
    yield "blocked_weakly", blocked(pool, snapshot.blocked, snapshot.round, weak=True), False
    if snapshot.round <= rules.avoid_team_until:
        yield "team", mates(pool, lambda player: player.team), not rules.weak_avoidance
    if snapshot.round <= rules.avoid_club_until:
        yield "club", mates(pool, lambda player: player.club), not rules.weak_avoidance


def apart_terms(snapshot: Snapshot, rules: PairingOptions, pool: Pool) -> list[Term]:
    """1 for each pair that should be kept apart but need not be: weakly blocked pairs; team- or club-mates if that is weak."""
    return [
        sparse_term(name, dict.fromkeys(edges, 1))
        for name, edges, absolute in kept_apart(snapshot, rules, pool)
        if edges and not absolute
    ]


def apart_constraints(snapshot: Snapshot, rules: PairingOptions, pool: Pool) -> list[Constraint]:
    """The constraints of who must be kept apart, and of who played in the round just before."""
    limits = [forbid(name, edges) for name, edges, absolute in kept_apart(snapshot, rules, pool) if edges and absolute]
    if rules.consecutive_apart:
        limits.append(forbid("again_at_once", consecutive(pool).nonzero or ()))
    return limits


def times_played(pool: Pool) -> dict[Edge, int]:
    """How often the players of each pair have played, ignored rounds left out."""
    place = pool.places()
    return {
        (i, j) if i < j else (j, i): count
        for (a, b), count in pool.history.counted.items()
        if (i := place.get(a)) is not None and (j := place.get(b)) is not None
    }
