"""Rolling pairing: anyone who is free joins a queue, and pairs form by waiting time, repeats and strength.

Everything is weighed in rating points. What a pair costs is the difference in strength, and more for every game that the two have
played tonight or lately. What is accepted grows with the time that the longer waiting of the two has waited; from the longest wait on,
anybody is accepted. Of all sets of accepted pairs the one is made that is best in this order:

1. it serves the most minutes of those who have waited too long;
2. it has the most pairs;
3. it costs least, where each minute that someone goes on waiting costs too.

Anyone left stays in the queue. Minutes are whole; half wins count 2 for a win, 1 for a tie.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from hashlib import sha256
from itertools import combinations
from json import dumps
from typing import Any

import rustworkx

from tournaments.engine.starts import StartReason, StartRecord, StartRules, choose_first

#: The key of stored runs.
ROLLING = "rolling"
Edge = tuple[int, int]


@dataclass(frozen=True, slots=True)
class RollingRules:
    """What is weighed against what, in rating points.

    `longest_wait`: minutes after which anybody will do. `at_once`: what a pair may cost without any waiting; `minute`: how much more
    after each minute. `repeat`: of each game tonight; `recent`: of each other game lately. `win`: of being one win ahead tonight;
    where one has played more games, a win and a loss apart are one win. `max_repeats`: how often two may play again tonight; None:
    as often as it comes.
    """

    longest_wait: int = 10
    at_once: int = 200
    minute: int = 30
    repeat: int = 300
    recent: int = 50
    win: int = 25
    max_repeats: int | None = None

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> RollingRules:
        """The rules of a stored run; what it does not name has its default."""
        known = {one.name for one in fields(cls)}
        return cls(**{name: value for name, value in data.items() if name in known})


@dataclass(frozen=True, slots=True)
class Waiting:
    """A player in the queue. `waited`: minutes; `surplus`: wins less losses tonight; `starts`: for who goes first."""

    player: int
    number: int
    waited: int
    rating: int | None = None
    surplus: int = 0
    firsts: int = 0
    seconds: int = 0
    last_first: bool | None = None

    @property
    def starts(self) -> StartRecord:
        """Firsts and seconds tonight."""
        return StartRecord(self.number, self.firsts, self.seconds, self.last_first)


@dataclass(frozen=True, slots=True)
class Queue:
    """Who waits, and what is known of every two of them (players in ascending order).

    `played`: games tonight by (first, second), in this order; `recent`: other games lately. `apart`: never paired; `better_apart`:
    a pair of these costs as much as a repeat.
    `middle`: the strength of players without a rating. `game`: which game of the evening comes next; the coin depends on it.
    """

    waiting: tuple[Waiting, ...]
    played: Mapping[Edge, int] = field(default_factory=dict)
    recent: Mapping[Edge, int] = field(default_factory=dict)
    apart: frozenset[Edge] = frozenset()
    better_apart: frozenset[Edge] = frozenset()
    middle: int = 0
    game: int = 1

    def repeats(self, a: int, b: int) -> int:
        """How often the two have played tonight, whoever went first."""
        return self.played.get((a, b), 0) + self.played.get((b, a), 0)

    def without(self, players: Collection[int]) -> Queue:
        """The queue without these players."""
        return replace(self, waiting=tuple(one for one in self.waiting if one.player not in players))

    def as_dict(self) -> dict[str, Any]:
        """The queue as JSON values, in one order."""
        return {
            "queue": [asdict(one) for one in self.waiting],
            "played": sorted([*pair, times] for pair, times in self.played.items()),
            "recent": sorted([*pair, times] for pair, times in self.recent.items()),
            "apart": sorted(map(list, self.apart)),
            "better_apart": sorted(map(list, self.better_apart)),
            "middle": self.middle,
            "game": self.game,
        }

    @property
    def fingerprint(self) -> str:
        """SHA-256 (hex) of the queue: equal for equal queues."""
        return sha256(dumps(self.as_dict(), sort_keys=True).encode()).hexdigest()

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Queue:
        """The queue of `as_dict`."""
        return cls(
            waiting=tuple(Waiting(**one) for one in data["queue"]),
            played={(a, b): times for a, b, times in data["played"]},
            recent={(a, b): times for a, b, times in data["recent"]},
            apart=frozenset((a, b) for a, b in data["apart"]),
            better_apart=frozenset((a, b) for a, b in data["better_apart"]),
            middle=data["middle"],
            game=data["game"],
        )

    def renumbered(self, ids: Mapping[int, int]) -> Queue:
        """The same of a copy of the event, with the players' new ids. Raises KeyError for a player who is not there."""
        return Queue(
            waiting=tuple(replace(one, player=ids[one.player]) for one in self.waiting),
            played={(ids[a], ids[b]): times for (a, b), times in self.played.items()},
            recent={_edge(ids[a], ids[b]): times for (a, b), times in self.recent.items()},
            apart=frozenset(_edge(ids[a], ids[b]) for a, b in self.apart),
            better_apart=frozenset(_edge(ids[a], ids[b]) for a, b in self.better_apart),
            middle=self.middle,
            game=self.game,
        )


@dataclass(frozen=True, slots=True)
class RollingTerm:
    """One reason: its plain value, and what that costs in rating points."""

    name: str
    value: int
    cost: int


@dataclass(frozen=True, slots=True)
class Weighed:
    """A possible pair. `waited`: minutes of the longer waiting; `allowed`: what it may cost, None after the longest wait.

    `forbidden`: the rule that never pairs them, "" for none.
    """

    terms: tuple[RollingTerm, ...]
    waited: int
    allowed: int | None
    forbidden: str = ""

    @property
    def cost(self) -> int:
        """In rating points."""
        return sum(term.cost for term in self.terms)

    @property
    def accepted(self) -> bool:
        """Whether the two may be paired now."""
        return not self.forbidden and (self.allowed is None or self.cost <= self.allowed)


@dataclass(frozen=True, slots=True)
class RollingPair:
    """A pair that is made. `by_hand`: the director made it, whatever it costs."""

    first: int
    second: int
    start: StartReason
    weighed: Weighed
    by_hand: bool = False

    def as_dict(self) -> dict[str, Any]:
        """As JSON values, in the shape of the pairs of every stored plan."""
        return {
            "first": self.first,
            "second": self.second,
            "start": str(self.start),
            "locked": self.by_hand,
            "terms": [asdict(term) for term in self.weighed.terms],
            "cost": self.weighed.cost,
            "allowed": self.weighed.allowed,
            "waited": self.weighed.waited,
        }


def _edge(a: int, b: int) -> Edge:
    return (a, b) if a < b else (b, a)


def weigh(queue: Queue, rules: RollingRules, a: Waiting, b: Waiting) -> Weighed:
    """What it costs to pair the two now, and what it may cost."""
    pair = _edge(a.player, b.player)
    repeats = queue.repeats(*pair)
    strengths = [queue.middle if one.rating is None else one.rating for one in (a, b)]
    apart = abs(strengths[0] - strengths[1])
    recent = queue.recent.get(pair, 0)
    surplus = abs(a.surplus - b.surplus)
    kept_apart = int(pair in queue.better_apart)
    terms = (
        RollingTerm("queue_apart", kept_apart, kept_apart * rules.repeat),
        RollingTerm("queue_repeats", repeats, repeats * rules.repeat),
        RollingTerm("queue_rating", apart, apart),
        RollingTerm("queue_results", surplus, surplus * rules.win // 2),
        RollingTerm("queue_recent", recent, recent * rules.recent),
    )
    forbidden = "blocked" if pair in queue.apart else ""
    if not forbidden and rules.max_repeats is not None and repeats > rules.max_repeats:
        forbidden = "max_repeats"
    waited = max(a.waited, b.waited)
    allowed = None if waited >= rules.longest_wait else rules.at_once + rules.minute * waited
    return Weighed(tuple(term for term in terms if term.value), waited, allowed, forbidden)


def form_pairs(queue: Queue, rules: RollingRules, seed: int) -> tuple[RollingPair, ...]:
    """The pairs that are made now, those with the longest wait first; nobody is in two of them. May be none.

    The same queue, rules and seed give the same pairs on any machine.
    """
    chosen = _best(queue, rules)
    pairs = [_pair(queue, seed, queue.waiting[i], queue.waiting[j], weighed) for (i, j), weighed in chosen.items()]
    numbers = {one.player: one.number for one in queue.waiting}
    return tuple(sorted(pairs, key=lambda pair: (-pair.weighed.waited, numbers[pair.first], numbers[pair.second])))


def pair_by_hand(queue: Queue, rules: RollingRules, seed: int, a: int, b: int) -> RollingPair:
    """The two as the director pairs them, whatever it costs. Raises KeyError for a player who does not wait."""
    by_id = {one.player: one for one in queue.waiting}
    one, other = by_id[a], by_id[b]
    return replace(_pair(queue, seed, one, other, weigh(queue, rules, one, other)), by_hand=True)


def _pair(queue: Queue, seed: int, a: Waiting, b: Waiting, weighed: Weighed) -> RollingPair:
    a_first, start = choose_first(
        a.starts,
        b.starts,
        a_first_against_b=queue.played.get((a.player, b.player), 0),
        b_first_against_a=queue.played.get((b.player, a.player), 0),
        round_=queue.game,
        seed=seed,
        rules=StartRules(),
    )
    first, second = (a, b) if a_first else (b, a)
    return RollingPair(first.player, second.player, start, weighed)


@dataclass(frozen=True, slots=True, order=True)
class Merit:
    """How good a set of pairs is, the most important first; more is better.

    `overdue`: minutes waited by those who are served after the longest wait; `fit`: what waiting is saved less what the pairs cost.
    """

    overdue: int = 0
    pairs: int = 0
    fit: int = 0


def merit(queue: Queue, rules: RollingRules, pairs: Iterable[Edge]) -> Merit:
    """How good these pairs (of players) are together."""
    by_id = {one.player: one for one in queue.waiting}
    chosen = [(by_id[a], by_id[b]) for a, b in pairs]
    return Merit(
        sum(_overdue(rules, one) for pair in chosen for one in pair),
        len(chosen),
        sum(_fit(rules, a, b, weigh(queue, rules, a, b)) for a, b in chosen),
    )


def losses(queue: Queue, rules: RollingRules, made: Merit) -> tuple[tuple[str, int], ...]:
    """The same as (name, value) of what is to be kept small: minutes of those left after the longest wait, players left, points."""
    overdue = sum(_overdue(rules, one) for one in queue.waiting)
    waited = sum(one.waited for one in queue.waiting)
    return (
        ("queue_overdue", overdue - made.overdue),
        ("queue_left", len(queue.waiting) - 2 * made.pairs),
        ("queue_points", rules.minute * waited - made.fit),
    )


def _overdue(rules: RollingRules, one: Waiting) -> int:
    """Minutes, at least one, of a player who has waited too long; otherwise nothing."""
    return max(1, one.waited) if one.waited >= rules.longest_wait else 0


def _fit(rules: RollingRules, a: Waiting, b: Waiting, weighed: Weighed) -> int:
    return rules.minute * (a.waited + b.waited) - weighed.cost


def _best(
    queue: Queue, rules: RollingRules, *, without: Edge | None = None, only: Iterable[int] | None = None
) -> dict[Edge, Weighed]:
    """The best set of accepted pairs, by places in the queue. `without`: these two (players) are not paired; `only`: of these players."""
    free = {one.player for one in queue.waiting} if only is None else set(only)
    places = [place for place, one in enumerate(queue.waiting) if one.player in free]
    accepted: dict[Edge, Weighed] = {}
    for i, j in combinations(places, 2):
        a, b = queue.waiting[i], queue.waiting[j]
        weighed = weigh(queue, rules, a, b)
        if weighed.accepted and _edge(a.player, b.player) != without:
            accepted[i, j] = weighed
    fits = {(i, j): _fit(rules, queue.waiting[i], queue.waiting[j], one) for (i, j), one in accepted.items()}
    # one unit of each outweighs whatever the following come to over all pairs together
    most = len(places) // 2 + 1
    pair_scale = 2 * most * max((abs(fit) for fit in fits.values()), default=0) + 1
    overdue_scale = 2 * most * pair_scale
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(range(len(queue.waiting)))
    graph.add_edges_from(
        [
            (i, j, overdue_scale * sum(_overdue(rules, queue.waiting[k]) for k in (i, j)) + pair_scale + fit)
            for (i, j), fit in fits.items()
        ]
    )
    matched = rustworkx.max_weight_matching(graph, max_cardinality=False, weight_fn=int)
    return {edge: accepted[edge] for edge in sorted(_edge(*edge) for edge in matched)}


@dataclass(frozen=True, slots=True)
class RollingAnswer:
    """Why two are paired or not. `made`, `other`: how good the pairs are that were made, and the best ones with the pair if it was not
    made, without it if it was; `instead`: the pairs that these have and the ones that were made have not. `other` None: there are none.
    """

    paired: bool
    weighed: Weighed
    made: Merit
    other: Merit | None
    instead: tuple[Edge, ...]


def explain(queue: Queue, rules: RollingRules, a: int, b: int) -> RollingAnswer:
    """Why the two are paired or not, exactly: everything is weighed again. Raises KeyError for a player who did not wait."""
    by_id = {one.player: one for one in queue.waiting}
    weighed = weigh(queue, rules, by_id[a], by_id[b])
    made = _players(queue, _best(queue, rules))
    pair = _edge(a, b)
    if pair in made:
        other = _players(queue, _best(queue, rules, without=pair))
    elif weighed.accepted:
        rest = [one.player for one in queue.waiting if one.player not in pair]
        other = _players(queue, _best(queue, rules, only=rest)) | {pair}
    else:
        return RollingAnswer(False, weighed, merit(queue, rules, made), None, ())
    instead = tuple(sorted(other - made))
    return RollingAnswer(pair in made, weighed, merit(queue, rules, made), merit(queue, rules, other), instead)


def _players(queue: Queue, chosen: Iterable[Edge]) -> frozenset[Edge]:
    return frozenset(_edge(queue.waiting[i].player, queue.waiting[j].player) for i, j in chosen)
