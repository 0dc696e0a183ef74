"""One record of our own for each finding: the file named after a code has that finding, once, and nothing else wrong."""

from pathlib import Path

import pytest

from games.engine.crossword.catalogue import CATALOGUE
from games.engine.crossword.findings import Severity, Verdict
from games.engine.crossword.gcg import read, write
from tests.games.engine.crossword.helpers import check

FOLDER = Path(__file__).parents[3] / "data" / "gcg"
FILES = {path.stem: path for path in sorted(FOLDER.glob("*.gcg"))}
OPTIONS: dict[str, dict[str, object]] = {
    "bonus_wrong": {"challenge": "ten"},
    "lost_turn_other": {"challenge": "five"},
    "time_too_long": {"overtime_minutes": 1},
    "withdrawn_unplayable": {"challenge": "void"},
}
# A board that is uncertain is so because of another finding.
COMPANIONS = {"board_uncertain": {"gap"}}
# Found elsewhere: without a file, in a move, with a dictionary, beside other papers, in JSON, or in a very large file.
WITHOUT_FILE = {
    "bonus_for_phoney",
    "challenge_decided_otherwise",
    "challenge_not_logged",
    "challenge_not_recorded",
    "file_unreadable",
    "first_other",
    "folder_empty",
    "game_over",
    "json_malformed",
    "lexicon_missing",
    "move_unreadable",
    "phoney",
    "record_reused",
    "result_differs",
    "result_not_played",
    "result_unconfirmed",
    "sheets_differ",
    "tile_set_assumed",
    "too_large",
    "too_many_events",
    "too_many_findings",
    "withdrawn_valid",
}


def test_every_code_has_a_file() -> None:
    assert FILES.keys() - {"club_game"} == CATALOGUE.keys() - WITHOUT_FILE


@pytest.mark.parametrize("code", sorted(FILES.keys() - {"club_game"}))
def test_the_finding_and_no_other(code: str) -> None:
    report = check(FILES[code].read_bytes(), options=OPTIONS.get(code, {}))
    assert [found.code for found in report.findings].count(code) == 1
    wrong = {found.code for found in report.findings if found.severity is not Severity.NOTE}
    assert wrong - {code} <= COMPANIONS.get(code, set())
    found = next(found for found in report.findings if found.code == code)
    assert found.severity is CATALOGUE[code].severity
    assert found.message
    assert "%" not in found.message


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
