"""One GCG file of our own for each finding that a GCG file can have: the one of its name, once, and nothing else wrong."""

import pytest

from core.packages import ROOT
from games.engine.crossword.catalogue import CATALOGUE
from games.engine.crossword.findings import Severity, Verdict
from games.engine.crossword.gcg import read, write
from tests.games.engine.crossword.helpers import check

FOLDER = ROOT / "tests" / "data" / "gcg"
FILES = {path.stem: path for path in sorted(FOLDER.glob("*.gcg"))}
OPTIONS: dict[str, dict[str, object]] = {
    "bonus_wrong": {"challenge": "ten"},
    "challenged_not_formed": {"challenge": "five"},
    "lost_turn_other": {"challenge": "five"},
    "time_lost": {"overtime_minutes": 1, "overtime_loses": True},
    "time_too_long": {"overtime_minutes": 1},
    "withdrawn_unplayable": {"challenge": "void"},
}
# A board that is uncertain is so because of another finding.
COMPANIONS = {"board_uncertain": {"gap"}}


@pytest.mark.parametrize("code", sorted(FILES.keys() - {"club_game"}))
def test_the_finding_and_no_other(code: str) -> None:
    report = check(FILES[code].read_bytes(), options=OPTIONS.get(code, {}))
    assert [finding.code for finding in report.findings].count(code) == 1
    wrong = {finding.code for finding in report.findings if finding.severity is not Severity.NOTE}
    assert wrong - {code} <= COMPANIONS.get(code, set())
    finding = next(finding for finding in report.findings if finding.code == code)
    assert finding.severity is CATALOGUE[code].severity
    assert finding.message
    assert "%" not in finding.message


def test_the_whole_game_is_clean() -> None:
    report = check(FILES["club_game"].read_bytes())
    assert report.findings == ()
    assert report.verdict is Verdict.OK
    assert report.complete
    assert report.final_scores == report.stated_scores == (443, 284)
    assert len(report.turns) == 35


@pytest.mark.parametrize("code", FILES)
def test_what_was_read_can_be_written(code: str) -> None:
    record = read(FILES[code].read_bytes()).record
    if any(event.score is None or event.total is None for event in record.events):
        with pytest.raises(ValueError, match="needs a score"):
            write(record)
    else:
        assert read(write(record)).record == record
