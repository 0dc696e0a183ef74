"""A plain reading of tsh's Swiss, for comparison: win groups from both ends inwards, opponents by preference with backtracking.

Written from the published description of `ns`: groups of equal wins; the top one is paired, then the bottom one, and so on
inwards; an odd group borrows the nearest player of the next, two more if it cannot be paired within the limit of repeats; what
cannot be paired in the middle is paired with the bottom, else with everyone. In a group opponents are preferred by earlier
games, by not having played in the round before, by starts that fit, by distance from half the group, then by place. The
limit of repeats is the smallest that pairs everyone, as a director would raise it, or the free ones if these are more. The bye
goes to the fewest byes, then the lowest.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .facts import Facts
from .field import Field
from .matching import cheapest

Edge = tuple[int, int]
#: After so many attempts a group counts as one that cannot be paired so, and the next way is tried.
ATTEMPTS = 3000


@dataclass(frozen=True)
class Round:
    """What tsh's rule looks up. Places count from 0, best first, the player with the bye left out."""

    places: tuple[int, ...]
    times: dict[Edge, int]
    last: frozenset[Edge]
    surplus: tuple[int, ...]
    wins: tuple[int, ...]

    def met(self, i: int, j: int) -> int:
        """Games of the two so far."""
        return self.times.get((min(i, j), max(i, j)), 0)


def pair(facts: Facts, options: Mapping[str, Any]) -> tuple[list[Edge], int | None, Field]:
    """The pairs of a round (places), the place with the bye, and the field they are places of."""
    field = Field(facts, options)
    bye = field.bye_turns()[0] if field.count % 2 else None
    places = tuple(place for place in range(field.count) if place != bye)
    round_ = Round(
        places=places,
        times=field.times(),
        last=frozenset(field.of_players(iter(field.past.last))),
        surplus=tuple(field.past.starts[player].surplus for player in field.ids),
        wins=tuple(field.points()),
    )
    limit = max(_least_limit(round_), options.get("free_repeats", 0))
    while (pairs := _swiss(round_, limit)) is None:
        limit += 1
    return sorted(pairs), bye, field


def _least_limit(round_: Round) -> int:
    """The smallest limit of repeats with which everyone can be paired."""
    limit = 0
    while not _possible(round_, round_.places, limit):
        limit += 1
    return limit


def _possible(round_: Round, places: Collection[int], limit: int) -> bool:
    order = list(places)
    if len(order) % 2:
        return False
    return cheapest([[int(round_.met(i, j) > limit) for j in order] for i in order]).cost == 0


def _swiss(round_: Round, limit: int) -> list[Edge] | None:
    """From the top and the bottom inwards."""
    groups: list[list[int]] = []
    for place in round_.places:
        if groups and round_.wins[groups[-1][0]] == round_.wins[place]:
            groups[-1].append(place)
        else:
            groups.append([place])
    paired: list[Edge] = []
    bottom: list[int] = []
    top = True
    while groups:
        group = groups.pop(0 if top else -1)
        pairs = _with_borrowed(round_, limit, group, groups, top=top)
        if pairs is None:
            # The middle, or all that is left of it, with the bottom; then everyone.
            rest = sorted([*group, *(place for other in groups for place in other)])
            lower = [edge for edge in paired if edge[0] in bottom]
            wider = sorted([*rest, *(place for edge in lower for place in edge)])
            pairs = _prefer(round_, limit, wider)
            if pairs is not None:
                return [edge for edge in paired if edge not in lower] + pairs
            return _prefer(round_, limit, list(round_.places))
        paired += pairs
        if not top:
            bottom += [place for edge in pairs for place in edge]
        top = not top
    return paired


def _with_borrowed(
    round_: Round, limit: int, group: list[int], groups: list[list[int]], *, top: bool
) -> list[Edge] | None:
    """Pair a group, with one player of its neighbour if it is odd, and two more as long as that fails."""
    while True:
        if len(group) % 2 == 0:
            pairs = _prefer(round_, limit, sorted(group))
            if pairs is not None:
                return pairs
        need = 1 if len(group) % 2 else 2
        for _ in range(need):
            if not groups:
                return None
            neighbour = groups[0] if top else groups[-1]
            group.append(neighbour.pop(0 if top else -1))
            if not neighbour:
                groups.remove(neighbour)


def _prefer(round_: Round, limit: int, group: Sequence[int]) -> list[Edge] | None:
    """From the top, everyone's most preferred opponent that leaves opponents for the rest."""
    count = len(group)
    if not _possible(round_, group, limit):
        return None
    index = {place: k for k, place in enumerate(group)}

    def sign(place: int) -> int:
        return (round_.surplus[place] > 0) - (round_.surplus[place] < 0)

    def key(one: int) -> Callable[[int], tuple[int, ...]]:
        return lambda other: (
            round_.met(one, other),
            int((min(one, other), max(one, other)) in round_.last),
            2 - abs(sign(one) - sign(other)),
            abs(count - 2 * abs(index[one] - index[other])),
            index[other],
        )

    preferred = {
        one: sorted((o for o in group if o != one and round_.met(one, o) <= limit), key=key(one)) for one in group
    }
    attempts = 0

    def complete(rest: tuple[int, ...]) -> list[Edge] | None:
        nonlocal attempts
        attempts += 1
        if not rest or attempts > ATTEMPTS:
            return [] if not rest else None
        one = rest[0]
        for other in preferred[one]:
            if other in rest[1:]:
                left = complete(tuple(place for place in rest if place not in (one, other)))
                if left is not None:
                    return [(min(one, other), max(one, other)), *left]
        return None

    made = complete(tuple(group))
    return made if made is not None else _step_by_step(round_, limit, group, preferred)


def _step_by_step(round_: Round, limit: int, group: Sequence[int], preferred: dict[int, list[int]]) -> list[Edge]:
    """The same answer where backtracking takes too long: a choice is only made if the rest can still be paired."""
    rest, pairs = list(group), []

    def without(*two: int) -> list[int]:
        return [place for place in rest if place not in two]

    while rest:
        one = rest[0]
        choices = (other for other in preferred[one] if other in rest)
        other = next(other for other in choices if _possible(round_, without(one, other), limit))
        pairs.append((min(one, other), max(one, other)))
        rest = without(one, other)
    return pairs


def measured(field: Field, games: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Repeats; half wins between opponents; firsts and seconds beyond a difference of one; half places off the half group."""
    place = {player: k for k, player in enumerate(field.ids)}
    met, wins = field.times(), field.points()
    repeats = apart = starts = distance = 0
    for first, second in games:
        i, j = sorted((place[first], place[second]))
        repeats += met.get((i, j), 0)
        apart += wins[i] - wins[j]
        one, other = field.past.starts[first].surplus + 1, field.past.starts[second].surplus - 1
        starts += max(0, abs(one) - 1) + max(0, abs(other) - 1)
        size = wins.count(wins[i])
        distance += abs(size + size % 2 - 2 * (j - i))
    return repeats, apart, starts, distance


def by_surplus(field: Field, a: int, b: int) -> tuple[int, int]:
    """(first, second): the smaller surplus of firsts goes first."""
    return (a, b) if field.past.starts[a].surplus <= field.past.starts[b].surplus else (b, a)
