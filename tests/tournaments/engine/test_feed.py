"""What a newly read file changes, as a table of cases; and that following any steps of an event ends where the event ends."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import count

from hypothesis import given
from hypothesis import strategies as st

from tests.harness.deep import examples
from tournaments.engine.feed import (
    RARELY,
    SELDOM,
    SOON,
    Added,
    Changes,
    Held,
    ResultStep,
    RoundStep,
    Step,
    changes_of,
    seconds_to_next,
)
from tournaments.engine.model import GameFact, ResultKind, StandingsRules

RULES = StandingsRules()
PENDING, BYE, LOSS = ResultKind.PENDING, ResultKind.BYE, ResultKind.FORFEIT_LOSS


def to_play(round_: int, first: int, second: int, *, known: bool = True) -> GameFact:
    return GameFact(round_, first, second, kind=PENDING, first_known=known)


def played(round_: int, first: int, second: int, own: int, other: int) -> GameFact:
    return GameFact(round_, first, second, own, other)


def alone(round_: int, player: int, spread: int | None = None, kind: ResultKind = BYE) -> GameFact:
    return GameFact(round_, player, first_score=spread, kind=kind)


def held(*facts: GameFact) -> list[Held]:
    """Here with ids 1, 2 …; games at tables 1, 2 … of their round."""
    tables: dict[int, int] = {}
    rows = []
    for number, fact in enumerate(facts, start=1):
        if fact.second is not None:
            tables[fact.round] = tables.get(fact.round, 0) + 1
        rows.append(Held(number, fact, tables[fact.round] if fact.second is not None else None))
    return rows


def differing(
    here: Sequence[GameFact], there: Sequence[GameFact], boards: Mapping[tuple[int, int], int] | None = None
) -> Changes:
    return changes_of(held(*here), there, boards or {}, RULES)


def only(changes: Changes) -> RoundStep:
    """The only round that changes."""
    (step,) = changes.rounds
    assert not changes.problems
    return step


def test_what_differs_is_changed_and_nothing_else() -> None:
    one, two = to_play(1, 1, 2), played(1, 3, 4, 400, 350)
    same = [one, two, alone(1, 5)]
    assert differing(same, same).is_empty
    # 50 is what a bye counts anyway
    assert differing(same, [one, two, alone(1, 5, 50)]).is_empty
    # a new round; the file's tables, and a free one where it has none
    new = only(differing(same, [*same, to_play(2, 1, 3), to_play(2, 2, 4), alone(2, 5)], {(2, 3): 1}))
    assert (new.is_new, new.changes_pairings) == (True, False)
    assert new.added == (Added(to_play(2, 1, 3), 1), Added(to_play(2, 2, 4), 2), Added(alone(2, 5)))
    # a result, a corrected one, one taken back, one with the seats the other way round where nobody knows who began
    scores = [played(1, 1, 2, 380, 377), played(1, 3, 4, 400, 355), alone(1, 5)]
    assert only(differing(same, scores)).results == (
        ResultStep(1, Step.ENTERED, 380, 377),
        ResultStep(2, Step.CORRECTED, 400, 355),
    )
    assert only(differing(scores, same)).results == (
        ResultStep(1, Step.REMOVED),
        ResultStep(2, Step.CORRECTED, 400, 350),
    )
    turned = replace(played(1, 4, 3, 350, 401), first_known=False)
    assert only(differing(same, [one, turned, alone(1, 5)])) == RoundStep(
        1, starters=((2, False),), results=(ResultStep(2, Step.CORRECTED, 401, 350),)
    )
    # who goes first is known now: other seats, so another pairing at the same table where it can be
    assert only(differing([to_play(1, 1, 2, known=False)], [to_play(1, 2, 1)])) == RoundStep(
        1, removed=(1,), added=(Added(to_play(1, 2, 1), 1),)
    )
    # two pairs changed, the bye given to another, somebody forfeits, two games at each other's tables
    swapped = [to_play(1, 1, 3), to_play(1, 2, 4), alone(1, 5)]
    assert only(differing([one, to_play(1, 3, 4), alone(1, 5)], swapped)).removed == (1, 2)
    byes = only(differing([one, alone(1, 3)], [one, alone(1, 3, -50, LOSS), alone(1, 6)]))
    assert (byes.removed, byes.added) == ((2,), (Added(alone(1, 3, -50, LOSS)), Added(alone(1, 6))))
    moved = only(differing([one, to_play(1, 3, 4)], [one, to_play(1, 3, 4)], {(1, 1): 2, (1, 4): 1}))
    assert (moved.tables, moved.changes_pairings) == (((1, 2), (2, 1)), True)


def test_a_file_that_lacks_rounds_with_results_is_refused() -> None:
    first, second = played(1, 1, 2, 400, 390), to_play(2, 1, 2)
    # the newest round is paired anew: nobody has a result in it
    assert differing([first, second], [first]) == Changes(dropped=(2,))
    for here, there in (([first], []), ([first, played(2, 1, 2, 300, 310)], [first]), ([first, second], [second])):
        changes = differing(here, there)
        assert [problem.name for problem in changes.problems] == ["vanished"]
        assert not changes.rounds
        assert not changes.dropped


def test_a_quiet_file_is_read_less_often_and_one_that_fails_ever_less() -> None:
    waits = [seconds_to_next(quiet, 0) for quiet in (-5, 0, 600, 3600, 86_400)]
    assert waits == sorted(waits)
    assert (waits[0], waits[-1]) == (SOON, SELDOM)
    failing = [seconds_to_next(0, failures) for failures in (1, 2, 3, 50, 10_000)]
    assert failing == sorted(failing)
    assert failing[-1] == RARELY


@st.composite
def events(draw: st.DrawFn) -> list[GameFact]:
    """The games of an event of up to seven players and four rounds."""
    players = draw(st.integers(2, 7))
    facts = []
    for number in range(1, draw(st.integers(1, 4)) + 1):
        order = draw(st.permutations(range(1, players + 1)))
        for first, second in zip(order[::2], order[1::2], strict=False):
            scores = draw(st.tuples(st.integers(-20, 600), st.integers(200, 600)))
            facts.append(replace(played(number, first, second, *scores), first_known=draw(st.booleans())))
        if len(order) % 2:
            facts.append(alone(number, order[-1], *draw(st.sampled_from([(50, BYE), (-50, LOSS), (100, BYE)]))))
    return facts


def earlier(facts: Sequence[GameFact], size: int, wrong: int) -> list[GameFact]:
    """The file when only the first ``size`` results were in: the round of the next one is paired. ``wrong``: a score mistyped then."""
    last = facts[min(size, len(facts) - 1)].round
    rows = []
    for index, fact in enumerate(facts):
        if fact.second is None or index < size:
            rows.append(fact)
        else:
            rows.append(replace(fact, kind=PENDING, first_score=None, second_score=None))
    if wrong < size and rows[wrong].kind is ResultKind.PLAYED:
        rows[wrong] = replace(rows[wrong], first_score=(rows[wrong].first_score or 0) + 1)
    return [fact for fact in rows if fact.round <= last]


def after(here: Iterable[Held], changes: Changes, ids: Iterable[int]) -> list[Held]:
    """What is here once the changes are made."""
    rows = {one.id: one for one in here if one.fact.round not in changes.dropped}
    fresh = iter(ids)
    for step in changes.rounds:
        for gone in step.removed:
            del rows[gone]
        for pairing, table in step.tables:
            rows[pairing] = replace(rows[pairing], table=table)
        for pairing, known in step.starters:
            rows[pairing] = replace(rows[pairing], fact=replace(rows[pairing].fact, first_known=known))
        for result in step.results:
            kind = PENDING if result.step is Step.REMOVED else ResultKind.PLAYED
            was = rows[result.id].fact
            now = replace(was, kind=kind, first_score=result.first_score, second_score=result.second_score)
            rows[result.id] = replace(rows[result.id], fact=now)
        for one in step.added:
            number = next(fresh)
            rows[number] = Held(number, one.fact, one.table)
    return list(rows.values())


def said(fact: GameFact) -> tuple[object, ...]:
    """What a fact says, whichever seat is named first where nobody knows who began."""
    scores = frozenset({(fact.first, fact.first_score), (fact.second, fact.second_score)})
    return fact.round, fact.kind, scores, fact.first if fact.first_known else 0


@examples(60, deep=2000)
@given(events(), st.data())
def test_following_any_steps_of_an_event_ends_where_it_ends(facts: list[GameFact], data: st.DataObject) -> None:
    sizes = sorted(data.draw(st.lists(st.integers(0, len(facts)), max_size=5)))
    here: list[Held] = []
    ids = count(1)
    for size in sizes:
        there = earlier(facts, size, data.draw(st.integers(0, len(facts))))
        boards = data.draw(st.dictionaries(st.tuples(st.integers(1, 4), st.integers(1, 7)), st.integers(0, 5)))
        here = after(here, changes_of(here, there, boards, RULES), ids)
        assert sorted(map(said, (one.fact for one in here)), key=repr) == sorted(map(said, there), key=repr)
        tables = [(one.fact.round, one.table) for one in here if one.table is not None]
        assert len(set(tables)) == len(tables) == sum(fact.second is not None for fact in there)
        assert changes_of(here, there, boards, RULES).is_empty
    here = after(here, changes_of(here, facts, {}, RULES), ids)
    assert sorted(map(said, (one.fact for one in here)), key=repr) == sorted(map(said, facts), key=repr)
