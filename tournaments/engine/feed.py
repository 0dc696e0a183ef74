"""Following an event that another program runs: what its file says that is not so here yet.

The file is read again and again; each time its games are compared with those here, round by round and pair by pair, and only what
differs is changed. A game keeps its place here as long as the same two players meet in the same round. A file that lacks rounds with
results is an older or an incomplete one, and is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import count
from typing import Final

from tournaments.engine.importers.problems import Values
from tournaments.engine.model import GameFact, ResultKind, StandingsRules
from tournaments.engine.table_numbers import MAX_TABLE

#: Seconds after which a file is due again: while it changes, when it has long been the same, after many failures. What is due is looked for
#: every ten seconds.
SOON: Final = 15.0
SELDOM: Final = 120.0
RARELY: Final = 600.0
#: A file that was the same for this many seconds is read every ``SELDOM`` seconds; in between the time grows evenly.
_QUIET: Final = 3600.0


def seconds_to_next(unchanged: float, failures: int) -> float:
    """When the file is read again. ``unchanged``: for how many seconds it has been the same; ``failures``: tries in a row that failed."""
    if failures:
        return min(SOON * 2.0 ** min(failures, 10), RARELY)
    return SOON + (SELDOM - SOON) * min(max(unchanged, 0.0) / _QUIET, 1.0)


@dataclass(frozen=True, slots=True)
class Held:
    """A pairing as it is here, players by id; its kind is pending while it has no confirmed result."""

    id: int
    fact: GameFact
    table: int | None = None


class Step(StrEnum):
    """What happens to the result of a game."""

    ENTERED = "entered"
    CORRECTED = "corrected"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class ResultStep:
    """The result of a game (id) changes; scores by seat, None where it is removed."""

    id: int
    step: Step
    first_score: int | None = None
    second_score: int | None = None


@dataclass(frozen=True, slots=True)
class Added:
    """A pairing that is new here, with its result if it has one. ``table``: of a game."""

    fact: GameFact
    table: int | None = None


@dataclass(frozen=True, slots=True)
class RoundStep:
    """What changes in a round: pairings that go (ids) and come, and of those that stay tables, whether it is known who began, results."""

    number: int
    is_new: bool = False
    removed: tuple[int, ...] = ()
    added: tuple[Added, ...] = ()
    tables: tuple[tuple[int, int], ...] = ()
    starters: tuple[tuple[int, bool], ...] = ()
    results: tuple[ResultStep, ...] = ()

    @property
    def changes_pairings(self) -> bool:
        """Whether players of a round that is public already meet others, or at other tables."""
        return not self.is_new and bool(self.removed or self.added or self.tables)

    @property
    def is_empty(self) -> bool:
        """Whether everything is here as the file says."""
        return not (self.removed or self.added or self.tables or self.starters or self.results)


@dataclass(frozen=True, slots=True)
class FeedProblem:
    """Why a file is not followed: ``name`` of the sentence, and what fills it in."""

    name: str
    values: Values = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Changes:
    """All that differs; with any problem nothing is changed. ``dropped``: rounds that are paired here and no longer there."""

    rounds: tuple[RoundStep, ...] = ()
    dropped: tuple[int, ...] = ()
    problems: tuple[FeedProblem, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing differs."""
        return not (self.rounds or self.dropped or self.problems)


def changes_of(
    held: Iterable[Held], facts: Iterable[GameFact], boards: Mapping[tuple[int, int], int], rules: StandingsRules
) -> Changes:
    """What the file changes. ``facts``: its games, players by the ids here; ``boards``: where somebody (round, player) sits by the file.

    The file's rounds are 1, 2 … without a gap. ``rules``: the spreads of byes and forfeits that have none of their own.
    """
    here, there = _by_round(held), _facts_by_round(facts)
    last = max(there, default=0)
    problems, dropped = [], []
    for number in sorted(here.keys() - there.keys()):
        if any(one.fact.second is not None and one.fact.kind is not ResultKind.PENDING for one in here[number]):
            problems.append(FeedProblem("vanished", {"round": number, "last": last}))
        elif number > last:
            dropped.append(number)
    if problems:
        return Changes(problems=tuple(problems))
    steps = (_round_step(number, here.get(number), there[number], boards, rules) for number in sorted(there))
    return Changes(tuple(step for step in steps if not step.is_empty), tuple(dropped))


def _by_round(held: Iterable[Held]) -> dict[int, list[Held]]:
    rounds: dict[int, list[Held]] = {}
    for one in held:
        rounds.setdefault(one.fact.round, []).append(one)
    return rounds


def _facts_by_round(facts: Iterable[GameFact]) -> dict[int, list[GameFact]]:
    rounds: dict[int, list[GameFact]] = {}
    for fact in facts:
        rounds.setdefault(fact.round, []).append(fact)
    return rounds


def _players(fact: GameFact) -> frozenset[int]:
    return frozenset({fact.first} if fact.second is None else {fact.first, fact.second})


def _round_step(
    number: int,
    here: Sequence[Held] | None,
    there: Sequence[GameFact],
    boards: Mapping[tuple[int, int], int],
    rules: StandingsRules,
) -> RoundStep:
    was = {_players(one.fact): one for one in here or ()}
    stays: dict[frozenset[int], Held] = {}
    for fact in there:
        one = was.get(_players(fact))
        if one is not None and _is_same_pairing(one.fact, fact, rules):
            stays[_players(fact)] = one
    tables = _tables(there, stays, boards)
    kept = [(stays[_players(fact)], fact) for fact in there if _players(fact) in stays]
    return RoundStep(
        number,
        is_new=here is None,
        removed=tuple(sorted(one.id for players, one in was.items() if players not in stays)),
        added=tuple(Added(fact, tables.get(_players(fact))) for fact in there if _players(fact) not in stays),
        tables=tuple(
            (one.id, table)
            for one, fact in kept
            if (table := tables.get(_players(fact))) is not None and table != one.table
        ),
        starters=tuple(
            (one.id, fact.first_known)
            for one, fact in kept
            if fact.second is not None and fact.first_known != one.fact.first_known
        ),
        results=tuple(step for one, fact in kept if (step := _result_step(one, fact)) is not None),
    )


def _is_same_pairing(here: GameFact, there: GameFact, rules: StandingsRules) -> bool:
    """Whether the same two sit in the same seats; of a player alone, whether the round counts the same."""
    if there.second is None:
        return _alone(here, rules) == _alone(there, rules)
    return here.first == there.first or not there.first_known


def _alone(fact: GameFact, rules: StandingsRules) -> tuple[ResultKind, int | None]:
    usual = {ResultKind.BYE: rules.bye_spread, ResultKind.FORFEIT_LOSS: rules.forfeit_spread}.get(fact.kind)
    return fact.kind, usual if fact.first_score is None else fact.first_score


def _result_step(here: Held, fact: GameFact) -> ResultStep | None:
    """``here``: the same two players, perhaps in other seats where the file does not say who began."""
    if fact.second is None:
        return None
    if fact.kind is not ResultKind.PLAYED:
        return None if here.fact.kind is ResultKind.PENDING else ResultStep(here.id, Step.REMOVED)
    scores = fact.first_score, fact.second_score
    if here.fact.first != fact.first:
        scores = scores[::-1]
    if here.fact.kind is ResultKind.PENDING:
        return ResultStep(here.id, Step.ENTERED, *scores)
    if here.fact.kind is ResultKind.PLAYED and (here.fact.first_score, here.fact.second_score) == scores:
        return None
    return ResultStep(here.id, Step.CORRECTED, *scores)


def _tables(
    there: Sequence[GameFact], stays: Mapping[frozenset[int], Held], boards: Mapping[tuple[int, int], int]
) -> dict[frozenset[int], int]:
    """A table for each game: the file's, else the one that it has here, else a free one; no table twice."""
    games = [fact for fact in there if fact.second is not None]
    tables: dict[frozenset[int], int] = {}
    used: set[int] = set()

    def take(fact: GameFact, places: Iterable[int | None]) -> None:
        table = next((one for one in places if one is not None and 0 < one <= MAX_TABLE and one not in used), None)
        if table is not None and _players(fact) not in tables:
            tables[_players(fact)] = table
            used.add(table)

    for fact in games:
        take(fact, _boards(fact, boards))
    for fact in games:
        one = stays.get(_players(fact))
        take(fact, [one.table] if one is not None else ())
    for fact in games:
        take(fact, (table for table in count(1)))
    return tables


def _boards(fact: GameFact, boards: Mapping[tuple[int, int], int]) -> Iterator[int | None]:
    for player in (fact.first, fact.second or 0):
        yield boards.get((fact.round, player))
