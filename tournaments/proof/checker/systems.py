"""What each system weighs, in the order of its importance, as docs/pairing.md has it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import field as of
from .facts import by_round
from .field import Edge, Field, Groups, Term, Values

#: Systems that follow a fixed schedule: nothing is weighed.
FIXED = frozenset({"round_robin", "interleaved", "team_round_robin", "team_matches"})
#: Systems whose pairs are fixed as far as the schedule goes, the others weighed.
SCHEDULED = frozenset({"fontes", "australian", "elimination", "double_elimination", "finals", "win_groups"})
#: Which quarter plays which (0 the top one), by the opponent of the top quarter.
QUARTERS = {2: (1, 0, 3, 2), 3: (2, 3, 0, 1), 4: (3, 2, 1, 0)}
#: COP: weights are added up as they are.
MAJOR = 10**9


@dataclass
class Weighing:
    """A round to be weighed. `ranked`: each term outweighs all that follow; else they are added as they are."""

    field: Field
    terms: list[Term]
    absolute: dict[str, set[Edge]]
    ranked: bool = True
    scheduled: frozenset[Edge] = frozenset()


def weighing(field: Field, system: str, seed: int, extra: Mapping[str, Any]) -> Weighing:
    """The round by its system. `extra`: of schedules the pairs they fix; of COP what its simulation says."""
    if system in SCHEDULED:
        return _by_schedule(field, system, extra["scheduled"])
    if system == "cop":
        return _cop(field, extra["simulated"])
    return Weighing(field, [term for term in _terms(field, system, seed) if term.values], of.absolute(field))


def _terms(field: Field, system: str, seed: int) -> list[Term]:
    if system == "quick":
        return [
            of.byes(field),
            of.repeats(field),
            *of.weakly_apart(field),
            of.consecutive(field),
            of.bye_place(field),
            of.rating_gap(field),
            *_starts(field),
        ]
    if system == "quartile":
        return _quartile(field, seed)
    if system == "chew":
        return _chew(field)
    if system == "random":
        of.shuffle(field, seed)
    return by_place(field, system, gibson=bool(field.options["gibson"]))


def _starts(field: Field) -> list[Term]:
    return [of.starts(field)] if field.options["balance_starts"] else []


def by_place(field: Field, system: str, *, gibson: bool) -> list[Term]:
    """Swiss, king and queen of the hill, factor, random."""
    swiss, lot = system == "swiss", system == "random"
    apart = {"koth": 1, "qoth": 2, "random": 1}.get(system, field.options.get("factor"))
    points = field.points() if swiss else [0] * field.count
    groups = of.cut(field, points, field.options.get("order", "halves"), None if swiss else apart)
    rule = of.gibsons(field) if gibson else None
    if rule is not None and rule.sure:
        first, opponents = of.gibson_terms(field, rule)
        terms = [*first, of.byes(field), *opponents, *of.weakly_apart(field)]
        terms += [of.consecutive(field)] if swiss or lot else []
    elif swiss or lot:
        terms = [of.byes(field), of.repeats(field), *of.weakly_apart(field), of.consecutive(field)]
    else:
        terms = [of.byes(field), *of.weakly_apart(field)]
    terms.append(of.bye_place(field))
    if swiss:
        return [
            *terms,
            of.by_groups(field, groups),
            of.floats(field, groups),
            of.free_repeats(field),
            *_starts(field),
            of.distance(field, groups),
        ]
    if lot:
        return [*terms, of.distance(field, groups, "draw"), *_starts(field)]
    return [*terms, of.distance(field, groups), of.top_first(field, groups), *_starts(field)]


def _quartile(field: Field, seed: int) -> list[Term]:
    count = field.count
    quarters = [4 * place // count for place in range(count)]
    of.shuffle(field, seed, quarters)
    opposite = QUARTERS[field.options["quartile"]]
    top = [quarters.index(quarter) if quarter in quarters else 0 for quarter in range(4)]
    due = [2 * (top[opposite[quarter]] - top[quarter]) for quarter in quarters]
    groups = Groups([(0, count)] * count, [0] * count, due, [0] * count)
    off = {
        (i, j): abs(quarters[j] - opposite[quarters[i]]) + abs(quarters[i] - opposite[quarters[j]])
        for i, j in field.games()
    }
    return [
        of.byes(field),
        of.bye_place(field),
        Term("quarter", off),
        of.repeats(field),
        *of.weakly_apart(field),
        of.consecutive(field),
        *_starts(field),
        of.distance(field, groups, "draw"),
    ]


# --- Chew


def _chew(field: Field) -> list[Term]:
    best, prizes, rule = field.best_ranks(), field.prizes(), of.gibsons(field)
    games = field.options["meeting_games"]
    cap = by_round((2, 4, 8, 12), -(-field.left() // games))
    flights: list[tuple[int, int, bool]] = []
    start = 0
    while start < min(prizes, field.count):
        lowest = max((place for place in range(start, field.count) if best[place] <= start + 1), default=start)
        size = lowest + 1 - start
        size += size % 2
        size = min(size, cap) if not start else size
        end = min(field.count, start + size)
        flights.append((start, end, True))
        start = end
    if start < field.count:
        flights.append((start, field.count, False))
    groups = _flight_groups(field, flights)
    last_open = max((end for _start, end, is_open in flights if is_open), default=0)
    lost = {(i, j): 1 for i, j in field.games() if i < last_open and not field.overtakes(i, j)}
    first, opponents = of.gibson_terms(field, rule)
    return [
        *(first if rule.sure else []),
        of.byes(field),
        *(opponents if rule.sure else [of.repeats(field)]),
        *of.weakly_apart(field),
        of.consecutive(field),
        of.bye_place(field),
        Term("no_catch", lost),
        of.by_groups(field, groups),
        of.floats(field, groups),
        *_starts(field),
        of.distance(field, groups),
    ]


def _flight_groups(field: Field, flights: Sequence[tuple[int, int, bool]]) -> Groups:
    """Leaders (four, first against last) and other contenders of each flight, then the score groups below the prizes."""
    points = field.points()
    if len(flights) == 1 and flights[0][1] > 4:
        return of.cut(field, points, "halves")
    group: list[tuple[int, int]] = []
    own, due = [], []
    above = points[0] + 4 * len(flights) if points else 0
    for start, end, is_open in flights:
        for place in range(start, end):
            if is_open:
                split = min(start + 4, end)
                first, last = (start, split) if place < split else (split, end)
            else:
                alike = [k for k in range(start, end) if points[k] == points[place]]
                first, last = alike[0], alike[-1] + 1
            group.append((first, last))
            leads = is_open and first == start
            own.append(above - (0 if leads else 1) if is_open else points[place])
            due.append(2 * (first + last - 1 - 2 * place) if leads else last - first)
        above -= 4
    return Groups(group, own, due, [last - first - 1 for first, last in group])


# --- schedules


def _by_schedule(field: Field, system: str, pairs: Sequence[Sequence[int | None]]) -> Weighing:
    """As a Swiss (or king of the hill) beside the pairs that are fixed, which pay nothing."""
    scheduled = _edges(field, pairs)
    beside = "koth" if field.options["beside"] == "koth" else "swiss"
    terms = by_place(field, beside, gibson=False)
    partner = {node: edge[1] if node == edge[0] else edge[0] for edge in scheduled for node in edge}
    broken = {
        (i, j): (i in partner) + (j in partner)
        for i, j in field.edges()
        if partner.get(i) != j and {i, j} & set(partner)
    }
    terms = [Term(term.name, {e: value for e, value in term.values.items() if e not in scheduled}) for term in terms]
    names = [term.name for term in terms]
    # An opening gives way to byes and repeats; nothing outweighs the other schedules.
    at = names.index("repeats") + 1 if system == "fontes" and "repeats" in names else 0
    terms.insert(at, Term("schedule", broken))
    absolute = of.absolute(field)
    if "max_repeats" in absolute:
        absolute["max_repeats"] -= scheduled
    return Weighing(field, [term for term in terms if term.values], absolute, scheduled=scheduled)


def _edges(field: Field, pairs: Sequence[Sequence[int | None]]) -> frozenset[Edge]:
    place = {player: k for k, player in enumerate(field.ids)}
    edges, bye = set(), field.bye
    for a, b in pairs:
        if a not in place:
            continue
        if b is None:
            if bye is not None:
                edges.add((place[a], bye))
                bye = None
        elif b in place:
            edges.add((min(place[a], place[b]), max(place[a], place[b])))
    return frozenset(edges)


# --- COP


def _cop(field: Field, simulated: Mapping[str, Any]) -> Weighing:
    """COP's weights. Who may hope for what comes from its simulation: `catch`, `gibson` and its own constraints."""
    count = field.count
    cube = 4 * (count**3 // 27)
    again: Values = {edge: (2**times - 1) * cube for edge, times in field.times().items()}
    second: Values = {}
    if field.bye is not None:
        for place, player in enumerate(field.ids):
            own = field.past.byes[player]
            again[place, field.bye] = (2**own - 1) * cube
            second[place, field.bye] = MAJOR * own
    hopeful, sure = simulated["lowest_hopeful"], set(simulated["gibsons"])
    total = int(field.options["total_rounds"])
    late, prizes = 4 * field.left() <= total, min(count, field.prizes())
    rank: Values = {}
    for i, j in field.edges():
        if not (late and i not in sure and i <= hopeful):
            rank[i, j] = (j - i) ** (2 if i in sure or j in sure or i >= prizes else 3)
    last = {edge: 10**6 for edge in field.of_players(iter(field.past.last)) if edge[0] > hopeful}
    given = {name: {(i, j): value for i, j, value in simulated[name]} for name in ("catch", "gibson")}
    weak = [
        Term(term.name, {edge: MAJOR * value for edge, value in term.values.items()}) for term in of.weakly_apart(field)
    ]
    terms = [
        Term("rank", rank),
        Term("catch", given["catch"]),
        Term("gibson", given["gibson"]),
        Term("met", again),
        Term("met_last", last),
        Term("bye_again", second),
        *weak,
    ]
    absolute = of.absolute(field)
    absolute |= {name: {(i, j) for i, j in pairs} for name, pairs in simulated["limits"].items()}
    return Weighing(field, [term for term in terms if term.values], absolute, ranked=False)
