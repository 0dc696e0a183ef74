"""Win groups from both ends inwards, as directors know it from tsh; and a better pairing where nothing gets worse.

First the round is paired as by hand: the top group, then the bottom one, and so on inwards; an odd group borrows its
neighbour's nearest player, two more where it cannot be paired within the fewest repeats or the free ones. Then other pairings of least cost
(a Swiss first) are held against it. One is taken if it is at least as good in all four: repeats, score differences,
firsts and seconds, places off half the group. So no round is worse than by hand in any of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from tournaments.engine.model import Snapshot
from tournaments.engine.pairing import terms
from tournaments.engine.pairing.arrays import Edge, every_pair
from tournaments.engine.pairing.core import Setup, WeighedSystem, solve
from tournaments.engine.pairing.matching import NoPerfectMatching, Problem, Term, fitted, match, max_matching
from tournaments.engine.pairing.options import FreeRepeatsOption, Shape, pairing_system
from tournaments.engine.pairing.plan import Note
from tournaments.engine.pairing.pool import Pool, make_groups, make_pool
from tournaments.engine.pairing.schedule import BesideOptions, Scheduled, prepare_schedule
from tournaments.engine.starts import imbalance_after
from tournaments.engine.words import gettext_noop as _

Pairs = tuple[Edge, ...]
#: After so many steps of backtracking a group is paired with a look ahead at each step, which takes longer but never long.
STEPS = 2000
#: Of weighing the four against each other: parts of what the pairing by hand has of each.
_PARTS = 1 << 12


@dataclass(frozen=True, slots=True)
class Quality:
    """What a pairing is judged by; less is better. `apart` in half wins, `off` in half places."""

    repeats: int
    apart: int
    starts: int
    off: int

    def as_good_as(self, other: Quality) -> bool:
        """At least as good in all four."""
        return (
            self.repeats <= other.repeats
            and self.apart <= other.apart
            and self.starts <= other.starts
            and self.off <= other.off
        )


@pairing_system(
    "win_groups",
    _("Win groups – paired within groups of equal wins, working in from both ends, as a director would by hand"),
    place=2,
)
class WinGroups(FreeRepeatsOption, BesideOptions, WeighedSystem):
    """Never worse than by hand in repeats, score differences, starts or distance."""

    unused: ClassVar = frozenset({"order", "beside"})

    def prepare(self, snapshot: Snapshot, _seed: int) -> Setup:
        """State the round: as a Swiss if that is at least as good, else with its pairs fixed. Raises SnapshotError."""
        pool = make_pool(snapshot, self)
        swiss = prepare_schedule(snapshot, self, pool, ())
        hand = _ByHand(pool, swiss, self.free_repeats).pairs()
        if hand is None:
            return swiss  # nobody can pair it, or only with a bye that is not due
        table = _Table(pool)
        for pairs, is_swiss in _others(swiss, table, table.quality(hand)):
            if table.quality(pairs).as_good_as(table.quality(hand)):
                return swiss if is_swiss else _fixed(snapshot, self, pool, pairs)
        return _fixed(snapshot, self, pool, hand, Note("by_hand"))


def _fixed(snapshot: Snapshot, rules: WinGroups, pool: Pool, pairs: Pairs, *notes: Note) -> Setup:
    named: Iterator[Scheduled] = ((pool.id(i), None if j == pool.bye_node else pool.id(j)) for i, j in pairs)
    return prepare_schedule(snapshot, rules, pool, named, notes)


class _Table:
    """What each pair of players adds to the quality of a pairing."""

    def __init__(self, pool: Pool) -> None:
        self.pool, self.bye = pool, pool.bye_node
        self.times = terms.times_played(pool)
        self.points = [row.points for row in pool.rows]
        cut = make_groups(pool, Shape(win_groups=True, avoid_repeats=True))
        self.half = [size + size % 2 for size in cut.size]

    def of(self, i: int, j: int) -> tuple[int, int, int, int]:
        """The four for one pair; nothing for a bye."""
        if j == self.bye:
            return 0, 0, 0, 0
        one, other = self.pool.starts[i], self.pool.starts[j]
        starts = imbalance_after(one.firsts, one.seconds, other.firsts, other.seconds)
        apart = abs(self.points[i] - self.points[j])
        return self.times.get((i, j), 0), apart, starts, abs(self.half[i] - 2 * (j - i))

    def quality(self, pairs: Pairs) -> Quality:
        """Of a whole pairing."""
        columns = zip(*(self.of(i, j) for i, j in pairs), strict=True)
        return Quality(*map(sum, columns)) if pairs else Quality(0, 0, 0, 0)


def _others(swiss: Setup, table: _Table, hand: Quality) -> Iterator[tuple[Pairs, bool]]:
    """Other pairings, the best guess first; whether it is the Swiss."""
    try:
        yield solve(swiss)[0].pairs, True
        yield _cheapest(swiss, table, None), False
        yield _cheapest(swiss, table, hand), False
    except NoPerfectMatching:
        return


def _cheapest(swiss: Setup, table: _Table, hand: Quality | None) -> Pairs:
    """The cheapest by the four measures: one after the other, or as parts of what they are by hand."""
    edges = [(int(i), int(j)) for i, j in every_pair(swiss.problem.size)]
    values = {edge: table.of(*edge) for edge in edges}
    kept = [
        term for term in swiss.problem.terms if term.name in {"byes", "bye_place", "blocked_weakly", "team", "club"}
    ]
    if hand is None:
        columns = [{edge: four[k] for edge, four in values.items()} for k in range(4)]
    else:
        parts = [_PARTS // (1 + worth) for worth in (hand.repeats, hand.apart, hand.starts, hand.off)]
        columns = [
            {edge: sum(part * one for part, one in zip(parts, four, strict=True)) for edge, four in values.items()}
        ]
    measured = [
        Term(str(k), lambda i, j, own=column: own[i, j], max(column.values(), default=0))  # type: ignore[misc]  # a default binds it
        for k, column in enumerate(columns)
    ]
    order = [term for term in (*kept, *measured) if term.limit]
    problem = Problem(swiss.problem.size, fitted(order, max(1, swiss.problem.size // 2)), swiss.problem.constraints)
    return match(problem, edges).pairs


class _ByHand:
    """The round as tsh pairs it: see the module. `free`: so many repeats are allowed even where fewer would do."""

    def __init__(self, pool: Pool, swiss: Setup, free: int) -> None:
        self.pool, self.problem, self.free = pool, swiss.problem, free
        self.times = terms.times_played(pool)
        self.last = terms.consecutive(pool).nonzero or {}
        self.points = [row.points for row in pool.rows]
        self.lead = [(record.surplus > 0) - (record.surplus < 0) for record in pool.starts]
        self.apart = {
            edge
            for term in swiss.problem.terms
            if term.name in {"blocked_weakly", "team", "club"}
            for edge in term.nonzero or ()
        }
        self.most = max(self.times.values(), default=0)

    def pairs(self) -> Pairs | None:
        """Everyone's pair, the bye included; None if the player who is due the bye leaves no pairing."""
        bye = self.pool.bye_node
        out = None if bye is None else self.pool.bye_turns()[0]
        if out is not None and bye is not None and self.problem.forbidden_by(out, bye):
            return None
        places = [place for place in range(len(self.pool.rows)) if place != out]
        for limit in range(self.free, max(self.free, self.most) + 1):
            made = self._inwards(places, limit) if self._possible(places, limit) else None
            if made is not None:
                return tuple(sorted([*made, *([(out, bye)] if out is not None and bye is not None else [])]))
        return None

    def _may(self, i: int, j: int, limit: int) -> bool:
        low, high = min(i, j), max(i, j)
        return self.times.get((low, high), 0) <= limit and not self.problem.forbidden_by(low, high)

    def _possible(self, places: Sequence[int], limit: int) -> bool:
        count = len(places)
        edges = [(i, j, 1) for i in range(count) for j in range(i + 1, count) if self._may(places[i], places[j], limit)]
        return 2 * len(max_matching(count, edges)) == count

    def _inwards(self, places: Sequence[int], limit: int) -> list[Edge] | None:
        """The top group, the bottom one, the next from the top …; what fails in the middle with the bottom, or everyone."""
        groups = _alike(places, self.points)
        done: list[Edge] = []
        below: set[Edge] = set()
        from_top = True
        while groups:
            made = self._borrowing(groups, limit, from_top=from_top)
            if made is None:
                left = {place for edge in done for place in edge}
                middle = [place for place in places if place not in left]
                wider = sorted([*middle, *(place for edge in below for place in edge)])
                made = self._group(wider, limit)
                return self._group(list(places), limit) if made is None else [*(set(done) - below), *made]
            done += made
            below |= set() if from_top else set(made)
            from_top = not from_top
        return done

    def _borrowing(self, groups: list[list[int]], limit: int, *, from_top: bool) -> list[Edge] | None:
        """One group from an end, with as many of its neighbours as it needs; these leave their groups."""
        group = groups.pop(0 if from_top else -1)
        while True:
            made = self._group(sorted(group), limit) if len(group) % 2 == 0 else None
            if made is not None:
                return made
            for _turn in range(2 - len(group) % 2):
                if not groups:
                    return None
                neighbour = groups[0 if from_top else -1]
                group.append(neighbour.pop(0 if from_top else -1))
                if not neighbour:
                    groups.remove(neighbour)

    def _group(self, group: Sequence[int], limit: int) -> list[Edge] | None:
        """From the top, everyone's most preferred opponent that leaves opponents for the rest."""
        if not self._possible(group, limit):
            return None
        rank = {place: k for k, place in enumerate(group)}

        def preference(one: int, other: int) -> tuple[int, ...]:
            edge = (min(one, other), max(one, other))
            off = abs(len(group) - 2 * abs(rank[one] - rank[other]))
            starts = 2 - abs(self.lead[one] - self.lead[other])
            return self.times.get(edge, 0), edge in self.apart, self.last.get(edge, 0), starts, off, rank[other]

        choices = {
            one: sorted(
                (other for other in group if other != one and self._may(one, other, limit)),
                key=lambda other, one=one: preference(one, other),  # type: ignore[misc]  # a default binds it
            )
            for one in group
        }
        return _backtracked(group, choices) or self._looking_ahead(group, choices, limit)

    def _looking_ahead(self, group: Sequence[int], choices: dict[int, list[int]], limit: int) -> list[Edge]:
        """The same answer without going back."""
        rest, made = list(group), []
        while rest:
            one = rest[0]
            for other in choices[one]:
                left = [place for place in rest if place not in (one, other)]
                if other in rest and self._possible(left, limit):
                    made.append((min(one, other), max(one, other)))
                    rest = left
                    break
        return made


def _alike(places: Sequence[int], points: Sequence[int]) -> list[list[int]]:
    """Groups of equal points, in order."""
    groups: list[list[int]] = []
    for place in places:
        if groups and points[groups[-1][0]] == points[place]:
            groups[-1].append(place)
        else:
            groups.append([place])
    return groups


def _backtracked(group: Sequence[int], choices: dict[int, list[int]]) -> list[Edge] | None:
    """The first way in the order of the choices; None after too many steps."""
    taken: set[int] = set()
    made: list[tuple[Edge, Iterator[int]]] = []
    steps, place = 0, group[0] if group else None
    options = iter(choices[place]) if place is not None else iter(())
    while place is not None:
        steps += 1
        if steps > STEPS:
            return None
        other = next((one for one in options if one not in taken), None)
        if other is None:
            if not made:
                return None
            (place, last), options = made.pop()
            taken -= {place, last}
            continue
        taken |= {place, other}
        made.append(((place, other), options))
        place = next((one for one in group if one not in taken), None)
        options = iter(choices[place]) if place is not None else iter(())
    return [(min(edge), max(edge)) for edge, _options in made]
