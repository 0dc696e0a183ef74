"""The named weight terms and constraints of systems that pair by place.

Each function returns a `Term` over places of a pool (i < j; the bye, if there is one, is the highest node).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import combinations

from tournaments.engine.model import BlockedPair, PlayerSnapshot, ResultKind, Snapshot
from tournaments.engine.pairing.matching import Constraint, Edge, Term, forbid, sparse_term
from tournaments.engine.pairing.pool import Groups, Pool
from tournaments.engine.pairing.rules import Rules
from tournaments.engine.starts import imbalance_after


def byes(pool: Pool) -> Term:
    """Byes so far of the player who gets the bye, beyond the fewest anybody has had (see `too_many`)."""
    return _once(sparse_term("byes", _of_bye(pool, pool.byes_too_many())))


def bye_place(pool: Pool) -> Term:
    """How many players are due the bye before the one who gets it (see `bye_order`)."""
    turn = [0] * len(pool.rows)
    for position, place in enumerate(pool.bye_turns()):
        turn[place] = position
    return _once(sparse_term("bye_place", _of_bye(pool, turn)))


def _once(term: Term) -> Term:
    """A term that only one pair of a matching can pay."""
    return replace(term, total=term.limit)


def _of_bye(pool: Pool, values: list[int]) -> dict[Edge, int]:
    bye = pool.bye_node
    return {} if bye is None else {(place, bye): value for place, value in enumerate(values)}


def repeats(pool: Pool) -> Term:
    """Earlier meetings: 1, 3, 6, 10 … for 1, 2, 3, 4 of them, so that repeats spread out over different pairs."""
    return sparse_term("repeats", {edge: met * (met + 1) // 2 for edge, met in meetings(pool).items()})


def consecutive(pool: Pool) -> Term:
    """1 for two players who met in the round just before."""
    place = {row.player.id: k for k, row in enumerate(pool.rows)}
    met = [(place[a], place[b]) for a, b in pool.history.last_round.items() if a in place and b in place]
    return sparse_term("consecutive", {edge: 1 for edge in met if edge[0] < edge[1]})


def groups(cut: Groups) -> Term:
    """The square of the difference in match points (half wins): one big gap is worse than several small ones."""
    points = cut.points
    top = (points[0] - points[-1]) ** 2 if points else 0

    def value(i: int, j: int) -> int:
        return (points[i] - points[j]) ** 2 if j < len(points) else 0

    return Term("groups", value, top)


def starts(pool: Pool) -> Term:
    """How far the game would unbalance firsts and seconds (see `imbalance_after`)."""
    firsts = [record.firsts for record in pool.starts]
    seconds = [record.seconds for record in pool.starts]
    count = len(firsts)
    tables: dict[tuple[int, int, int, int], int] = {}

    def value(i: int, j: int) -> int:
        if j >= count:
            return 0
        key = firsts[i], seconds[i], firsts[j], seconds[j]
        known = tables.get(key)
        if known is None:
            known = tables[key] = imbalance_after(*key)
        return known

    widest = max((abs(record.firsts - record.seconds) for record in pool.starts), default=0)
    return Term("starts", value, 2 * (widest + 1))


def floats(cut: Groups) -> Term:
    """Of a pair from two groups: how far it is from the upper one's exit and the top of the lower, squared.

    The exit is the middle (where neighbours meet: the end). That is the pair which borrowing the top of the lower
    group to complete the upper one would give. Groups in between do not count.
    """
    start, leaves = cut.start, cut.exit
    count = len(start)

    def value(i: int, j: int) -> int:
        if j >= count or start[i] == start[j]:
            return 0
        below = j - start[j]
        off = leaves[i] - 2 * (i - start[i]) + 2 * below
        return off * off + 4 * below * below

    several = count and start[-1]
    widest = max(cut.size, default=0)  # off is at most three of these, below at most one
    return Term("floats", value, min(2 * (2 * count) ** 2, 13 * widest**2) if several else 0)


def distance(cut: Groups, name: str = "distance") -> Term:
    """Squared distance from the wanted opponent inside the group (see `Groups.gap`), in half places."""
    start, gap = cut.start, cut.gap
    count = len(start)

    def value(i: int, j: int) -> int:
        if j >= count or start[i] != start[j]:
            return 0
        off = 2 * (j - i) - gap[i]
        return off * off

    widest = max((abs(wanted) for wanted in gap), default=0)
    return Term(name, value, (2 * max(cut.size, default=0) + widest) ** 2)


def top_first(cut: Groups) -> Term:
    """Of pairings with equal distances, prefer the one that gives the better-placed players what they are due."""
    gap = cut.gap
    count = len(gap)

    def value(i: int, j: int) -> int:
        if j >= count:
            return 0
        return 0 if 2 * (j - i) == gap[i] else count - i

    return Term("top_first", value, count)


def rating_gap(pool: Pool, snapshot: Snapshot) -> Term:
    """The difference in rating, less 12 points (400 at most) for each round that both had to wait.

    Unrated players count as the middle of the field.
    """
    known = sorted(row.player.rating for row in pool.rows if row.player.rating is not None)
    middle = known[len(known) // 2] if known else 0
    ratings = [middle if row.player.rating is None else row.player.rating for row in pool.rows]
    games = Counter(
        player
        for game in snapshot.past_games()
        if game.kind in {ResultKind.PLAYED, ResultKind.PENDING}
        for player in (game.first, game.second)
    )
    waited = [min(400, 12 * (snapshot.round - 1 - games[row.player.id])) for row in pool.rows]
    count = len(ratings)

    def value(i: int, j: int) -> int:
        if j >= count:
            return 0
        return max(0, abs(ratings[i] - ratings[j]) - min(waited[i], waited[j]))

    return Term("rating_gap", value, max(ratings, default=0) - min(ratings, default=0))


def by_quarter(quarters: tuple[int, ...], wanted: tuple[int, ...]) -> Term:
    """How many quarters both partners together are off the quarter that each should meet (`wanted[quarter]`)."""
    count = len(quarters)

    def value(i: int, j: int) -> int:
        if j >= count:
            return 0
        return abs(quarters[j] - wanted[quarters[i]]) + abs(quarters[i] - wanted[quarters[j]])

    return Term("quarter", value, 6)


def repeats_limit(pool: Pool, most: int) -> Constraint:
    """Forbid pairs that have already met `most` + 1 times or more."""
    return forbid("max_repeats", (edge for edge, met in meetings(pool).items() if met > most))


def blocked(pool: Pool, pairs: Iterable[BlockedPair], round_: int, *, weak: bool = False) -> frozenset[Edge]:
    """The pairs the director has blocked in this round, absolutely or weakly."""
    place = pool.places()
    here = (
        (place[pair.a], place[pair.b])
        for pair in pairs
        if pair.weak is weak and (pair.until is None or round_ <= pair.until) and pair.a in place and pair.b in place
    )
    return frozenset((min(edge), max(edge)) for edge in here)


def mates(pool: Pool, group_of: Callable[[PlayerSnapshot], str | None]) -> frozenset[Edge]:
    """The pairs whose players are of one group (team, club)."""
    members: dict[str, list[int]] = {}
    for place, row in enumerate(pool.rows):
        group = group_of(row.player)
        if group is not None:
            members.setdefault(group, []).append(place)
    return frozenset(edge for places in members.values() for edge in combinations(places, 2))


def kept_apart(snapshot: Snapshot, rules: Rules, pool: Pool) -> Iterator[tuple[str, frozenset[Edge], bool]]:
    """Who shall not meet this round for what they are: (name, pairs, whether it is absolute)."""
    yield "blocked", blocked(pool, snapshot.blocked, snapshot.round), True
    yield "blocked_weakly", blocked(pool, snapshot.blocked, snapshot.round, weak=True), False
    if snapshot.round <= rules.avoid_team_until:
        yield "team", mates(pool, lambda player: player.team), not rules.weak_avoidance
    if snapshot.round <= rules.avoid_club_until:
        yield "club", mates(pool, lambda player: player.club), not rules.weak_avoidance


def rather_apart(snapshot: Snapshot, rules: Rules, pool: Pool) -> list[Term]:
    """1 for each pair that should not meet but may: weakly blocked pairs; team- and club-mates where that is weak."""
    found = kept_apart(snapshot, rules, pool)
    return [sparse_term(name, dict.fromkeys(edges, 1)) for name, edges, absolute in found if edges and not absolute]


def never(snapshot: Snapshot, rules: Rules, pool: Pool) -> list[Constraint]:
    """The constraints of who shall not meet for what they are, and of who met in the round just before."""
    found = [forbid(name, edges) for name, edges, absolute in kept_apart(snapshot, rules, pool) if edges and absolute]
    if rules.consecutive_apart:
        found.append(forbid("again_at_once", consecutive(pool).nonzero or ()))
    return found


def meetings(pool: Pool) -> dict[Edge, int]:
    """How often the players of each pair have met, without forgiven meetings."""
    place = pool.places()
    met: dict[Edge, int] = {}
    for (a, b), count in pool.history.counted.items():
        if a in place and b in place:
            edge = (place[a], place[b]) if place[a] < place[b] else (place[b], place[a])
            met[edge] = met.get(edge, 0) + count
    return met
