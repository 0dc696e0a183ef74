"""``engine.results.derive``: what reports and rulings about one game come to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.harness.deep import examples
from tournaments.engine.results import BYE, Derived, Report, Ruling, Score, Side, State, derive

A, B, C = Score("played", 400, 350), Score("played", 400, 340), Score("played", 410, 340)
ABSENT = Score("forfeit_loss")


def reports(*facts: tuple[Side, Score]) -> list[Report]:
    return [Report(number, side, score, 100 + number) for number, (side, score) in enumerate(facts, start=1)]


def state(*facts: tuple[Side, Score], rulings: tuple[Ruling, ...] = ()) -> Derived:
    derived = derive(reports(*facts), rulings)
    assert derived is not None
    return derived


def test_no_facts_no_result() -> None:
    assert derive([], []) is None


def test_one_player_waits_for_the_other() -> None:
    assert state((Side.FIRST, A)).state is State.PENDING


def test_two_players_agree() -> None:
    derived = state((Side.SECOND, A), (Side.FIRST, A))
    assert (derived.state, derived.score, derived.late) == (State.CONFIRMED, A, ())


def test_two_players_differ_and_the_first_difference_is_named() -> None:
    derived = state((Side.FIRST, A), (Side.SECOND, C))
    assert derived.state is State.CONFLICT
    assert derived.difference is not None
    assert (derived.difference.what, derived.difference.value, derived.difference.other_value) == ("first", 410, 400)


def test_a_second_thought_of_one_player_replaces_the_first() -> None:
    assert state((Side.FIRST, B), (Side.FIRST, A)).score == A
    assert state((Side.FIRST, B), (Side.SECOND, A), (Side.FIRST, A)).state is State.CONFIRMED


def test_an_officials_entry_confirms_alone_and_with_an_equal_report() -> None:
    assert state((Side.OFFICIAL, A)).state is State.CONFIRMED
    assert state((Side.FIRST, A), (Side.OFFICIAL, A)).state is State.CONFIRMED


def test_an_officials_entry_against_a_players_report_is_a_conflict() -> None:
    derived = state((Side.FIRST, B), (Side.OFFICIAL, A))
    assert (derived.state, derived.score) == (State.CONFLICT, A)


def test_two_equal_reports_do_not_outvote_an_official() -> None:
    assert state((Side.FIRST, B), (Side.OFFICIAL, A), (Side.SECOND, B)).state is State.CONFLICT


def test_after_confirmation_a_different_report_is_flagged_and_changes_nothing() -> None:
    derived = state((Side.FIRST, A), (Side.SECOND, A), (Side.SECOND, B))
    assert (derived.state, derived.score, derived.late) == (State.CONFIRMED, A, (3,))
    assert derived.difference is not None
    assert derived.difference.other_side is None


def test_a_late_difference_goes_when_its_side_agrees_again() -> None:
    derived = state((Side.FIRST, A), (Side.SECOND, A), (Side.SECOND, B), (Side.SECOND, A))
    assert (derived.late, derived.difference) == ((), None)


def test_both_players_late_and_different_are_both_flagged() -> None:
    assert state((Side.OFFICIAL, A), (Side.SECOND, B), (Side.FIRST, B)).late == (2, 3)


def test_a_ruling_ends_a_conflict_and_the_last_one_counts() -> None:
    first, last = Ruling(1, A, after=2), Ruling(2, C, after=2)
    derived = state((Side.FIRST, A), (Side.SECOND, B), rulings=(first, last))
    assert (derived.state, derived.score, derived.ruling, derived.late) == (State.CONFIRMED, C, 2, ())


def test_what_the_official_knew_is_no_late_difference_what_came_later_is() -> None:
    derived = state((Side.FIRST, A), (Side.SECOND, B), rulings=(Ruling(1, A, after=1),))
    assert derived.late == (2,)


def test_a_ruling_needs_no_report() -> None:
    derived = derive([], [Ruling(1, ABSENT)])
    assert derived is not None
    assert (derived.state, derived.score) == (State.CONFIRMED, ABSENT)


def test_a_bye_needs_no_report_and_can_be_ruled_otherwise() -> None:
    assert derive([], [], alone=BYE) == Derived(State.CONFIRMED, BYE)
    ruled = derive([], [Ruling(1, ABSENT)], alone=BYE)
    assert ruled is not None
    assert ruled.score == ABSENT


def test_the_record_is_the_latest_that_fits_the_result() -> None:
    assert state((Side.FIRST, A), (Side.SECOND, A)).record == 102
    assert state((Side.FIRST, B), (Side.SECOND, A), rulings=(Ruling(1, B, after=2),)).record == 101


scores = st.sampled_from([A, B, C, ABSENT])
facts = st.lists(st.tuples(st.sampled_from(list(Side)), scores), max_size=8)


@examples(40, deep=1000)
@given(facts, st.lists(scores, max_size=2), st.integers(0, 8))
def test_derived_results_keep_their_promises(
    given_facts: list[tuple[Side, Score]], ruled: list[Score], after: int
) -> None:
    facts_sent = reports(*given_facts)
    rulings = [Ruling(number, score, min(after, len(facts_sent))) for number, score in enumerate(ruled, start=1)]
    derived = derive(facts_sent, rulings)
    if derived is None:
        assert not facts_sent
        assert not rulings
        return
    latest = {report.side: report for report in facts_sent}
    scores_sent = {report.score for report in facts_sent} | set(ruled)
    assert derived.score in scores_sent
    assert (derived.state is State.CONFLICT) <= (derived.difference is not None)
    assert set(derived.late) <= {report.id for report in latest.values()}
    assert all(report.score != derived.score for report in latest.values() if report.id in derived.late)
    if rulings:
        assert (derived.state, derived.score, derived.ruling) == (State.CONFIRMED, ruled[-1], len(ruled))
    elif len(set(latest)) == 1 and Side.OFFICIAL not in latest:
        assert derived.state is State.PENDING


@examples(40, deep=1000)
@given(facts, scores)
def test_once_confirmed_only_a_ruling_changes_the_score(given_facts: list[tuple[Side, Score]], agreed: Score) -> None:
    confirmed = [(Side.FIRST, agreed), (Side.SECOND, agreed)]
    derived = state(*confirmed, *given_facts)
    assert (derived.state, derived.score) == (State.CONFIRMED, agreed)


@pytest.mark.parametrize(
    ("one", "other", "what"),
    [(A, ABSENT, "kind"), (A, C, "first"), (A, B, "second")],
)
def test_the_first_difference_is_found_in_the_order_kind_first_second(one: Score, other: Score, what: str) -> None:
    derived = state((Side.FIRST, one), (Side.SECOND, other))
    assert derived.difference is not None
    assert derived.difference.what == what
