"""The players to be paired in order of their places, and what pairs of places are worth by each rule of docs/pairing.md.

Places count from 0, best first; in an odd field the last node is the bye. A term is a table of the pairs that pay for it
(i < j); pairs that are not in it pay nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from .facts import Facts, Past, Total, by_round, lots, order, past, totals

Edge = tuple[int, int]
Values = dict[Edge, int]
Options = Mapping[str, Any]


@dataclass(frozen=True)
class Term:
    """A reason by which pairs are weighed, named as the engine names it."""

    name: str
    values: Values


class Field:
    """Who is to be paired in a round."""

    def __init__(self, facts: Facts, options: Options) -> None:
        self.facts, self.options = facts, options
        self.after = facts.round - 1 if facts.based_on is None else min(facts.based_on, facts.round - 1)
        self.table = totals(facts, self.after)
        active = [player for player in order(facts, self.after) if facts.players[player].active]
        self.standing = {player: place for place, player in enumerate(active)}
        free = facts.free()
        self.ids = [player for player in active if player in free]
        self.past: Past = past(facts, options)

    @property
    def count(self) -> int:
        """Players."""
        return len(self.ids)

    @property
    def size(self) -> int:
        """Nodes, the bye included."""
        return self.count + self.count % 2

    @property
    def bye(self) -> int | None:
        """The node of the bye."""
        return self.count if self.count % 2 else None

    def total(self, place: int) -> Total:
        """The standings of the player at a place."""
        return self.table[self.ids[place]]

    def points(self) -> list[int]:
        """By place."""
        return [self.total(place).points for place in range(self.count)]

    def edges(self) -> Iterator[Edge]:
        """All pairs of nodes."""
        return combinations(range(self.size), 2)

    def games(self) -> Iterator[Edge]:
        """All pairs of players."""
        return combinations(range(self.count), 2)

    def of_players(self, pairs: Iterator[tuple[int, int]]) -> set[Edge]:
        """Pairs of ids as places, those who are here."""
        place = {player: k for k, player in enumerate(self.ids)}
        return {(min(place[a], place[b]), max(place[a], place[b])) for a, b in pairs if a in place and b in place}

    def times(self) -> dict[Edge, int]:
        """How often each pair has played."""
        place = {player: k for k, player in enumerate(self.ids)}
        met = {}
        for pair, count in self.past.times.items():
            a, b = pair
            if a in place and b in place:
                met[min(place[a], place[b]), max(place[a], place[b])] = count
        return met

    def reordered(self, places: Sequence[int]) -> None:
        """Put the players into another order (a draw)."""
        self.ids = [self.ids[place] for place in places]

    # --- byes

    def bye_turns(self) -> list[int]:
        """Places in the order in which they are due the bye."""
        ranked = sorted(range(self.count), key=lambda place: self.standing[self.ids[place]])
        byes = [self.past.byes[self.ids[place]] for place in ranked]
        count, rule, bottom = self.count, self.options["byes"], self.options["bye_bottom"]
        total = self.options["total_rounds"]
        left = 1 if total is None else max(1, total - self.facts.round + 1)
        aim = max(0, count - left)
        keys: dict[str, Callable[[int], tuple[int, ...]]] = {
            "bottom_up": lambda rank: (byes[rank], -rank),
            "top_down": lambda rank: (byes[rank], rank),
            "always_bottom": lambda rank: (0, byes[rank], -rank) if rank >= count - bottom else (1, -rank),
            "german": lambda rank: (byes[rank], abs(rank - aim), -rank),
        }
        return [ranked[rank] for rank in sorted(range(count), key=keys[rule])]

    def surplus_byes(self) -> list[int]:
        """By place, the byes beyond the fewest of those who can get one."""
        ranked = sorted(range(self.count), key=lambda place: self.standing[self.ids[place]])
        first = max(0, self.count - self.options["bye_bottom"]) if self.options["byes"] == "always_bottom" else 0
        eligible = ranked[first:]
        fewest = min((self.past.byes[self.ids[place]] for place in eligible), default=0)
        surplus = [0] * self.count
        for place in eligible:
            surplus[place] = self.past.byes[self.ids[place]] - fewest
        return surplus

    # --- prizes

    def left(self) -> int:
        """Rounds left, this one included."""
        return int(self.options["total_rounds"]) - self.facts.round + 1

    def spread_left(self) -> int:
        """The most by which a gap in spread can change."""
        return 2 * sum(int(by_round(self.options["gibson_spreads"], left)) for left in range(1, self.left() + 1))

    def prizes(self) -> int:
        """Places that win something."""
        return int(self.options["prizes"] or max(1, self.count // 4))

    def overtakes(self, ahead: int, behind: int) -> bool:
        """Whether a place can still pass one above: with more wins, or level with more spread."""
        gap = self.total(ahead).half_wins - self.total(behind).half_wins
        lead = self.total(ahead).spread - self.total(behind).spread
        return gap < 2 * self.left() or (gap == 2 * self.left() and lead < self.spread_left())

    def best_ranks(self) -> list[int]:
        """The best rank (from 1) that each can reach."""
        return [1 + sum(not self.overtakes(k, place) for k in range(place)) for place in range(self.count)]


# --- terms of all systems


def kept_apart(field: Field) -> Iterator[tuple[str, set[Edge], bool]]:
    """Who is kept apart: the name of the rule, the pairs, whether it is absolute."""
    facts, options = field.facts, field.options
    blocks = [block for block in facts.blocks if block.until is None or facts.round <= block.until]
    yield "blocked", field.of_players((b.a, b.b) for b in blocks if not b.weak), True
    yield "blocked_weakly", field.of_players((b.a, b.b) for b in blocks if b.weak), False
    for name in ("team", "club"):
        if facts.round > options[f"avoid_{name}_until"]:
            continue
        of = {player: getattr(facts.players[player], name) for player in field.ids}
        mates = ((a, b) for a, b in combinations(field.ids, 2) if of[a] is not None and of[a] == of[b])
        yield name, field.of_players(mates), not options["weak_avoidance"]


def absolute(field: Field) -> dict[str, set[Edge]]:
    """What no pair may break."""
    rules = {name: pairs for name, pairs, strict in kept_apart(field) if strict and pairs}
    if field.options["consecutive_apart"]:
        rules["again_at_once"] = field.of_players(iter(field.past.last))
    most = field.options["max_repeats"]
    if most is not None:
        rules["max_repeats"] = {edge for edge, times in field.times().items() if times > most}
    return rules


def weakly_apart(field: Field) -> list[Term]:
    """1 for each pair that is better kept apart."""
    return [Term(name, dict.fromkeys(pairs, 1)) for name, pairs, strict in kept_apart(field) if not strict]


def byes(field: Field) -> Term:
    """Second byes."""
    return Term("byes", _of_bye(field, field.surplus_byes()))


def bye_place(field: Field) -> Term:
    """How many were due the bye before."""
    turn = {place: number for number, place in enumerate(field.bye_turns())}
    return Term("bye_place", _of_bye(field, [turn[place] for place in range(field.count)]))


def _of_bye(field: Field, values: Sequence[int]) -> Values:
    return {} if field.bye is None else {(place, field.bye): value for place, value in enumerate(values)}


def repeats(field: Field) -> Term:
    """1, 3, 6, 10 … beyond those that are free."""
    free = field.options.get("free_repeats", 0)
    return Term(
        "repeats", {edge: sum(range(times - free + 1)) for edge, times in field.times().items() if times > free}
    )


def free_repeats(field: Field) -> Term:
    """The earlier games that are free."""
    free = field.options.get("free_repeats", 0)
    return Term("free_repeats", {edge: min(times, free) for edge, times in field.times().items() if free})


def consecutive(field: Field) -> Term:
    """Opponents of the round before."""
    return Term("consecutive", dict.fromkeys(field.of_players(iter(field.past.last)), 1))


def starts(field: Field) -> Term:
    """Beyond a difference of one between firsts and seconds, both players together."""
    values = {}
    own = [field.past.starts[player] for player in field.ids]
    for i, j in field.games():
        one, other = sorted((own[i], own[j]), key=lambda s: (s.surplus, s.firsts))
        values[i, j] = max(0, abs(one.surplus + 1) - 1) + max(0, abs(other.surplus - 1) - 1)
    return Term("starts", values)


@dataclass(frozen=True)
class Groups:
    """Consecutive places that belong together: for each place its group (first, end), the group's points, and how many
    half places below the due opponent is. `leaves`: of each group, in half places, who leaves it where it is odd."""

    group: list[tuple[int, int]]
    points: list[int]
    due: list[int]
    leaves: list[int]


def cut(field: Field, points: Sequence[int], how: str, apart: int | None = None) -> Groups:
    """Groups of equal points. `how`: halves, adjacent or fold inside them; `apart`: a fixed number of places instead."""
    group: list[tuple[int, int]] = []
    for place in range(field.count):
        first = place
        while first and points[first - 1] == points[place]:
            first -= 1
        end = place + 1
        while end < field.count and points[end] == points[place]:
            end += 1
        group.append((first, end))
    due, leaves = [], []
    for place, (first, end) in enumerate(group):
        size = end - first
        if apart is not None:
            block = 2 * apart * (size // (2 * apart))
            due.append(2 * (apart if place < block else max(1, (size - block) // 2)))
        else:
            due.append({"halves": size, "adjacent": 2, "fold": 2 * (first + end - 1 - 2 * place)}[how])
        leaves.append(2 * (size - 1) if how == "adjacent" else size - 1)
    return Groups(group, list(points), due, leaves)


def by_groups(field: Field, groups: Groups) -> Term:
    """The difference in match points, squared."""
    return Term("groups", {(i, j): (groups.points[i] - groups.points[j]) ** 2 for i, j in field.games()})


def floats(field: Field, groups: Groups) -> Term:
    """Who leaves a group, and to whom: by distance from its exit and from the top of the other group."""
    values = {}
    for i, j in field.games():
        upper, lower = groups.group[i], groups.group[j]
        if upper != lower:
            below = 2 * (j - lower[0])
            values[i, j] = (groups.leaves[i] - 2 * (i - upper[0]) + below) ** 2 + below**2
    return Term("floats", values)


def distance(field: Field, groups: Groups, name: str = "distance") -> Term:
    """Half places off the due opponent, squared, inside a group."""
    same = ((i, j) for i, j in field.games() if groups.group[i] == groups.group[j])
    return Term(name, {(i, j): (2 * (j - i) - groups.due[i]) ** 2 for i, j in same})


def top_first(field: Field, groups: Groups) -> Term:
    """The better placed are given what they are due."""
    missed = ((i, j) for i, j in field.games() if 2 * (j - i) != groups.due[i])
    return Term("top_first", {(i, j): field.count - i for i, j in missed})


def rating_gap(field: Field) -> Term:
    """Rating difference, less 12 for each round that both have waited."""
    ratings = [field.facts.players[player].rating for player in field.ids]
    known = sorted(rating for rating in ratings if rating is not None)
    middle = known[len(known) // 2] if known else 0
    games = [player for game in field.facts.past if game.counts_as_played for player in (game.first, game.second)]
    waited = [min(400, 12 * (field.facts.round - 1 - games.count(player))) for player in field.ids]
    own = [middle if rating is None else rating for rating in ratings]
    return Term(
        "rating_gap", {(i, j): max(0, abs(own[i] - own[j]) - min(waited[i], waited[j])) for i, j in field.games()}
    )


def shuffle(field: Field, seed: int, quarters: Sequence[int] | None = None) -> None:
    """Draw the order of the places, inside quarters if there are any."""
    drawn = lots(field.count, seed, "round", field.facts.round)
    if quarters is None:
        field.reordered(drawn)
    else:
        field.reordered(sorted(range(field.count), key=lambda place: (quarters[place], drawn[place])))


# --- the Gibson rule


@dataclass(frozen=True)
class Gibsons:
    """Who is sure of a place, and who can win no prize any more (places)."""

    sure: frozenset[int]
    out: frozenset[int]


def gibsons(field: Field) -> Gibsons:
    """From the top, those whom the next below cannot pass; equal prizes go together."""
    best, prizes = field.best_ranks(), field.prizes()
    sure: set[int] = set()
    rank = 1
    while rank <= min(prizes, field.count):
        last = next((end for start, end in field.options["gibson_groups"] if start <= rank <= end), rank)
        if last < field.count and best[last] <= last:
            break
        sure |= set(range(rank - 1, min(last, field.count)))
        rank = last + 1
    return Gibsons(frozenset(sure), frozenset(place for place, finish in enumerate(best) if finish > prizes))


def gibson_terms(field: Field, rule: Gibsons) -> tuple[list[Term], list[Term]]:
    """Whether the Gibsonized play each other; and, with the repeats, who plays the odd one out."""
    against: Values = {}
    victim: Values = {}
    wanted_class = field.options["gibson_class"]
    first_out = min(rule.out, default=field.count)
    for i, j in field.games():
        if (i in rule.sure) == (j in rule.sure):
            continue
        other = j if i in rule.sure else i
        against[i, j] = 1 if other in rule.out or not rule.out else 2
        own_class = field.facts.players[field.ids[other]].player_class
        victim[i, j] = abs(other - first_out) + (0 if wanted_class in (None, own_class) else field.count + 1)
    played = [repeats(field), Term("victim", victim)]
    return [Term("sure_place", against)], played[::-1] if field.options["gibson_strict"] else played
