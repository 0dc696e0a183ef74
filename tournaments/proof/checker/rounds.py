"""One round against the rules: every function here yields what is wrong, and nothing where all is well."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import facts as past_facts
from .facts import Facts
from .field import Edge, Field
from .fixed import fixed, schedule
from .matching import by_brute_force, cheapest
from .schedules import chosen, whole_cycles
from .seats import firsts, tables
from .systems import FIXED, Weighing, weighing
from .violation import Violation

#: Up to this many nodes every pairing is tried.
BRUTE_FORCE = 10


@dataclass
class Work:
    """What was proved, for the summary."""

    pairs: int = 0
    brute_force: int = 0
    matchings: int = 0
    next_best: int = 0
    impossible: int = 0

    def __iadd__(self, other: Work) -> Work:
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)
        return self


class Scales:
    """Costs of all pairs as single numbers: of each term so much that no sum of lesser ones outweighs it."""

    def __init__(self, round_: Weighing) -> None:
        self.round = round_
        pairs = max(1, round_.field.size // 2)
        self.scale: dict[str, int] = {}
        scale = 1
        for term in reversed(round_.terms):
            self.scale[term.name] = scale if round_.ranked else 1
            if round_.ranked:
                scale *= max(term.values.values()) * pairs + 1
        self.never = 1 + pairs * sum(self.scale[term.name] * max(term.values.values()) for term in round_.terms)
        self.forbidden: set[Edge] = set().union(*round_.absolute.values()) if round_.absolute else set()
        self.costs = self._matrix()

    def _matrix(self) -> list[list[int]]:
        size = self.round.field.size
        costs = [[0] * size for _ in range(size)]
        for term in self.round.terms:
            scale = self.scale[term.name]
            for (i, j), value in term.values.items():
                costs[i][j] += scale * value
        for i, j in self.forbidden:
            costs[i][j] = self.never
        for i in range(size):
            for j in range(i):
                costs[i][j] = costs[j][i]
        return costs

    def least(self, *, without: Edge | None = None, including: Edge | None = None) -> int | None:
        """The cost of the cheapest pairing (without or with a pair), None if none keeps the absolute rules."""
        costs = self.costs
        if without is not None or including is not None:
            costs = [list(row) for row in costs]
        for i, j in [without] if without is not None else []:
            costs[i][j] = costs[j][i] = self.never
        for i, j in [including] if including is not None else []:
            for node in range(len(costs)):
                for one, other in ((i, j), (j, i)):
                    if node != other:
                        costs[one][node] = costs[node][one] = self.never
        cost = by_brute_force(costs) if len(costs) <= BRUTE_FORCE else _proved(costs)
        return None if cost >= self.never else cost

    def of(self, edges: Iterable[Edge]) -> int:
        """What some pairs cost together."""
        return sum(self.costs[i][j] for i, j in edges)

    def totals(self, edges: Collection[Edge]) -> dict[str, int]:
        """Each term summed over some pairs."""
        return {term.name: sum(term.values.get(edge, 0) for edge in edges) for term in self.round.terms}

    def split(self, cost: int) -> dict[str, int]:
        """A cost of ranked terms as the total of each."""
        parts = {}
        for term in self.round.terms:
            parts[term.name], cost = divmod(cost, self.scale[term.name])
        return parts


def _proved(costs: Sequence[Sequence[int]]) -> int:
    matching = cheapest(costs)
    assert matching.cost == matching.proof, "the checker's own matching is not proved"
    return matching.cost


def check_round(record: Mapping[str, Any], work: Work | None = None) -> list[Violation]:
    """Everything about one round."""
    work = Work() if work is None else work
    facts = past_facts.read(record["based"])
    field = Field(facts, _counted(record))
    if record["outcome"] == "infeasible":
        return list(_impossible(field, record, work))
    plan = record["plan"]
    broken: list[Violation] = list(_everyone_once(facts, plan))
    if broken:
        return broken
    expected = chosen(facts, record["requested"])
    if expected not in {None, record["system"]}:
        broken.append(Violation("schedule", f"paired by {record['system']}, should be {expected}"))
    if record["system"] in FIXED:
        broken += fixed(facts, record)
    else:
        broken += schedule(field, record)
        broken += _weighed(field, record, work)
    broken += firsts(facts, record)
    broken += tables(facts, record)
    work.pairs += len(plan["pairs"])
    return broken


def _counted(record: Mapping[str, Any]) -> Mapping[str, Any]:
    """The options; where an Australian draw had to ignore earlier rounds, with the first that counts for repeats."""
    notes = record["plan"]["notes"] if record["outcome"] == "plan" else ()
    forgiven = [note["value"] + 1 for note in notes if note["code"] == "repeats_forgiven"]
    return {**record["options"], "repeats_from": forgiven[0]} if forgiven else record["options"]


def _everyone_once(facts: Facts, plan: Mapping[str, Any]) -> Iterator[Violation]:
    """Everyone who is here has one game or a bye; who asked for a bye has it; locked pairs play."""
    seated = [player for pair in plan["pairs"] for player in (pair["first"], pair["second"])]
    alone = [bye["player"] for bye in plan["byes"]]
    if sorted(seated + alone) != sorted(facts.here()):
        yield Violation("absolute", "not everyone has exactly one game or bye")
    if not facts.requested <= set(alone):
        yield Violation("absolute", "a bye that was requested was not given")
    pairs = {frozenset((pair["first"], pair["second"])) for pair in plan["pairs"]}
    for a, b, _first in facts.locks:
        if frozenset((a, b)) not in pairs:
            yield Violation("absolute", f"the locked pair {a}-{b} does not play")


# --- weighed rounds


def _weighed(field: Field, record: Mapping[str, Any], work: Work) -> Iterator[Violation]:
    facts, plan = field.facts, record["plan"]
    round_ = weighing(field, record["system"], record["seed"], record)
    place = {player: k for k, player in enumerate(field.ids)}
    edges: dict[Edge, Mapping[str, Any]] = {}
    for pair in plan["pairs"]:
        if pair["first"] in place:
            i, j = place[pair["first"]], place[pair["second"]]
            edges[min(i, j), max(i, j)] = pair
    odd = [bye for bye in plan["byes"] if bye["player"] not in facts.requested]
    if len(odd) != field.count % 2:
        yield Violation("bye", f"{len(odd)} byes for {field.count} players")
        return
    for bye in odd:
        edges[place[bye["player"]], field.count] = bye
        turns = [field.ids[turn] for turn in field.bye_turns()]
        if bye["passed_over"] != turns[: turns.index(bye["player"])]:
            yield Violation("bye", f"passed over are {bye['passed_over']}, should be {turns}")
    for name, pairs in round_.absolute.items():
        for edge in pairs & edges.keys():
            yield Violation("absolute", f"{name} is broken by {_named(field, edge)}")
    yield from _reasons(round_, edges)
    scales = Scales(round_)
    least, cost = scales.least(), scales.of(edges)
    _count_proof(work, field)
    if least is None:
        yield Violation("impossible", "there is no pairing by the absolute rules, but there is a plan")
    elif cost != least:
        ranked = f"{scales.totals(edges)}, least {scales.split(least)}" if round_.ranked else f"{cost}, least {least}"
        yield Violation("optimum", f"the plan costs {ranked}")
    else:
        yield from _next_best(scales, record, edges, cost, work)


def _named(field: Field, edge: Edge) -> str:
    return "-".join("bye" if node == field.bye else str(field.ids[node]) for node in edge)


def _count_proof(work: Work, field: Field) -> None:
    if field.size <= BRUTE_FORCE:
        work.brute_force += 1
    else:
        work.matchings += 1


def _reasons(round_: Weighing, edges: Mapping[Edge, Mapping[str, Any]]) -> Iterator[Violation]:
    """The reasons given with each pair are those that it has, and all of them."""
    for edge, given in edges.items():
        own = {term.name: value for term in round_.terms if (value := term.values.get(edge, 0))}
        said = {term["name"]: term["value"] for term in given["terms"]}
        if not round_.ranked:  # weights as they are, some with a scale of their own
            said = {term["name"]: term["cost"] for term in given["terms"]}
        if own != said or (round_.ranked and list(own) != list(said)):
            yield Violation("reason", f"{_named(round_.field, edge)}: given {said}, recomputed {own}")


def _next_best(
    scales: Scales, record: Mapping[str, Any], edges: Mapping[Edge, object], cost: int, work: Work
) -> Iterator[Violation]:
    """What the round would cost without a pair of the plan is what the explanation says."""
    field = scales.round.field
    place = {player: k for k, player in enumerate(field.ids)}
    for given in record["explanations"]:
        nodes = sorted((place[given["a"]], field.count if given["b"] is None else place[given["b"]]))
        edge = (nodes[0], nodes[1])
        broken = sorted(name for name, pairs in scales.round.absolute.items() if edge in pairs)
        if sorted(given["forbidden_by"]) != broken or given["paired"] != (edge in edges):
            yield Violation("next best", f"{_named(field, edge)}: {given['forbidden_by']}, recomputed {broken}")
            continue
        least = scales.least(without=edge) if edge in edges else scales.least(including=edge)
        work.next_best += 1
        if least is None or given["extra"] is None:
            if (least is None) != (given["extra"] is None):
                yield Violation("next best", f"{_named(field, edge)}: said {given['extra']}, recomputed {least}")
            continue
        if not scales.round.ranked:
            if given["extra"] != least - cost:
                yield Violation("next best", f"{_named(field, edge)}: said {given['extra']}, not {least - cost}")
            continue
        now, then = scales.split(cost), scales.split(least)
        changes = {name: [now[name], then[name]] for name in now if now[name] != then[name]}
        said = {change["name"]: [change["plan"], change["other"]] for change in given["changes"]}
        if said != changes:
            yield Violation("next best", f"{_named(field, edge)}: said {said}, recomputed {changes}")


def _impossible(field: Field, record: Mapping[str, Any], work: Work) -> Iterator[Violation]:
    """There is indeed no pairing, and each way out is one, with as many pairs as it says and no fewer."""
    work.impossible += 1
    round_ = weighing(field, record["system"], record["seed"], record)
    if Scales(round_).least() is not None:
        yield Violation("impossible", "a pairing by the absolute rules exists")
    for way in record["infeasible"]["relaxations"]:
        names = set(way["constraints"])
        lifted = set().union(*(round_.absolute.get(name, set()) for name in names))
        rest = set().union(*(pairs for name, pairs in round_.absolute.items() if name not in names))
        size = field.size
        costs = [[0] * size for _ in range(size)]
        for edges, value in ((lifted, 1), (rest, size)):
            for i, j in edges:
                costs[i][j] = costs[j][i] = value
        broken = by_brute_force(costs) if size <= BRUTE_FORCE else _proved(costs)
        if broken != len(way["pairs"]):
            yield Violation("impossible", f"without {sorted(names)} {broken} pairs, said {way['pairs']}")


def check_event(records: Sequence[Mapping[str, Any]], work: Work | None = None) -> list[tuple[int, Violation]]:
    """All rounds of an event, each violation with its round; and what only shows over several rounds (round 0)."""
    work = Work() if work is None else work
    broken = [
        (record["round"], violation)
        for record in records
        if record["outcome"] != "refused"
        for one in (record, *record.get("teams", ()))
        for violation in check_round(one, work)
    ]
    return broken + [(0, Violation("schedule", text)) for text in whole_cycles(records)]
