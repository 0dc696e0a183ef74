"""What undone entries leave (``engine.results``) and which entries may be undone (``engine.undo``)."""

from hypothesis import given
from hypothesis import strategies as st

from tests.harness.deep import examples
from tournaments.engine.results import (
    UNDONE,
    Report,
    Ruling,
    Score,
    Side,
    counted_reports,
    current_reports,
    derive,
    undone_reports,
    undone_rulings,
)
from tournaments.engine.undo import Refusal, refuse_report, refuse_ruling

A, B = Score("played", 400, 350), Score("played", 410, 350)
BACK = Score(UNDONE)
OFFICIAL, FIRST = Side.OFFICIAL, Side.FIRST

acts = st.lists(
    st.tuples(st.sampled_from(["first", "second", "official", "rule", "undo", "undo rule"]), st.sampled_from([A, B])),
    max_size=9,
)


@examples(60, deep=2000)
@given(acts)
def test_what_is_left_decides_as_if_the_undone_had_never_been_entered(sequence: list[tuple[str, Score]]) -> None:
    """The oracle takes the undone facts out by hand as they come."""
    reports: list[Report] = []
    rulings: list[Ruling] = []
    left_reports: list[Report] = []
    left_rulings: list[Ruling] = []
    for number, (act, score) in enumerate(sequence, start=1):
        last = reports[-1].id if reports else 0
        if act == "rule":
            rulings.append(Ruling(number, score, last))
            left_rulings.append(rulings[-1])
        elif act == "undo rule":
            rulings.append(Ruling(number, BACK, last))
            del left_rulings[-1:]
        elif act == "undo":
            reports.append(Report(number, OFFICIAL, BACK))
            officials = [report for report in left_reports if report.side is OFFICIAL]
            if officials:
                left_reports.remove(officials[-1])
        else:
            reports.append(Report(number, Side(act), score))
            left_reports.append(reports[-1])
    assert derive(reports, rulings) == derive(left_reports, left_rulings)
    assert counted_reports(reports) == left_reports
    latest = {report.side: report for report in left_reports}
    assert sorted(latest.values(), key=lambda report: report.id) == current_reports(reports)


def test_an_entry_is_undone_by_the_fact_that_followed_it() -> None:
    reports = [Report(1, OFFICIAL, A), Report(2, FIRST, A), Report(3, OFFICIAL, B), Report(4, OFFICIAL, BACK)]
    assert undone_reports([*reports, Report(5, OFFICIAL, BACK), Report(6, OFFICIAL, BACK)]) == {3: 4, 1: 5}
    assert undone_rulings([Ruling(1, A), Ruling(2, B), Ruling(3, BACK), Ruling(4, BACK)]) == {2: 3, 1: 4}


def test_only_the_newest_entry_can_be_undone_and_only_once() -> None:
    one, other, back = Report(1, OFFICIAL, A), Report(2, OFFICIAL, B), Report(3, OFFICIAL, BACK)
    player, ruling = Report(2, FIRST, B), Ruling(1, B, after=2)
    for name, refusal, expected in (
        ("alone", refuse_report(1, [one], []), None),
        ("a player reported since", refuse_report(1, [one, player], []), None),
        ("entered again since", refuse_report(1, [one, other], []), Refusal.REPLACED),
        ("the newer of two", refuse_report(2, [one, other], []), None),
        ("after the newer was undone", refuse_report(1, [one, other, back], []), None),
        ("undone before", refuse_report(2, [one, other, back], []), Refusal.UNDONE),
        ("that which undid it", refuse_report(3, [one, other, back], []), Refusal.UNDONE),
        ("ruled on since", refuse_report(1, [one, player], [ruling]), Refusal.RULED),
        ("entered after a ruling", refuse_report(3, [one, player, Report(3, OFFICIAL, A)], [ruling]), None),
        ("the ruling was undone", refuse_report(1, [one], [ruling, Ruling(2, BACK, 2)]), None),
        ("a ruling", refuse_ruling(1, [ruling]), None),
        ("an earlier ruling", refuse_ruling(1, [ruling, Ruling(2, A)]), Refusal.RULED),
        ("a ruling undone before", refuse_ruling(1, [ruling, Ruling(2, BACK)]), Refusal.UNDONE),
    ):
        assert refusal == expected, name
