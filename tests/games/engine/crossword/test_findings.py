"""A file of our own for every code: GCG in ``tests/data/gcg``, or in ``tests/data/findings`` what takes more than a GCG file.

Each of the latter is a record beside another paper, or a move, or a file of a kind; its keys are told apart below.
"""

import tomllib
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest

from core.packages import ROOT
from games.crossword.files import LoadedFile, check_files, load
from games.engine.crossword.catalogue import CATALOGUE
from games.engine.crossword.check import RecordCheck, check_record
from games.engine.crossword.compare import (
    LoggedAdjudication,
    against_days,
    against_edition,
    against_first,
    against_log,
    against_players,
    against_result,
    against_sheet,
    names_in,
    sheet,
    tie_won_by_other,
    used_elsewhere,
)
from games.engine.crossword.position import Position
from games.engine.findings import EVENT_CATALOGUE, Finding, Problem
from tests.games.engine.crossword.helpers import TOURNAMENT, check
from tests.games.engine.crossword.test_files import FILES

FOLDER = ROOT / "tests" / "data" / "findings"
CASES = {path.stem: path for path in sorted(FOLDER.glob("*.toml"))}


def test_every_code_has_a_file_of_its_own_and_one_only() -> None:
    games = FILES.keys() - {"club_game"}
    assert (
        games | CASES.keys() == CATALOGUE.keys() - EVENT_CATALOGUE.keys()
    )  # those: tests/tournaments/pages/director/test_open_questions.py
    assert not games & CASES.keys()


def text_of(case: dict[str, object]) -> str:
    text = FILES[str(case["record_file"])].read_text() if "record_file" in case else str(case.get("record", ""))
    repeat = case.get("repeat", {"line": "", "times": 0})
    assert isinstance(repeat, dict)
    return text + f"{repeat['line']}\n" * int(repeat["times"])


def report_of(case: dict[str, object]) -> RecordCheck:
    words = frozenset(str(case["words"]).split()) if "words" in case else None
    options = case.get("options", {})
    assert isinstance(options, dict)
    rules = TOURNAMENT.with_options(**options)
    return check_record(text_of(case).encode(), rules=rules, words=words, strict=bool(case.get("strict")))


def beside(report: RecordCheck, case: dict[str, object]) -> Sequence[Finding]:
    """What the record beside the case's other paper gives."""
    match case:
        case {"first": int(first)}:
            return against_first(report, first)
        case {"result": list(scores)}:
            return against_result(report, scores)
        case {"players": list(names)}:
            return against_players(names_in(report), names)
        case {"edition": str(name)}:
            return against_edition(report.record.lexicon, [name])
        case {"day": str(day)}:
            return against_days(report.record.pragma("date"), date.fromisoformat(day), date.fromisoformat(day))
        case {"not_played": True}:
            return against_result(report, None)
        case {"where": str(where)}:
            return used_elsewhere(where)
        case {"sheet": str(other)}:
            return against_sheet(sheet(report), sheet(check(other)))
        case {"log": list(log)}:
            return against_log(
                report, [LoggedAdjudication(**{"id": 1, **one, "words": tuple(one["words"])}) for one in log]
            )
    return report.findings


def findings_in(case: dict[str, object], folder: Path) -> Sequence[Finding | Problem]:
    """What a case finds, whatever kind it is."""
    match case:
        case {"move": str(move)}:
            position = Position.start(TOURNAMENT, TOURNAMENT.tiles.encode("AINRTVWBHOOSUY"))
            earlier = case.get("before", [])
            assert isinstance(earlier, list)
            for one in earlier:
                position = position.play(one)
            return position.problems(move)
        case {"tie": [str(stated), str(computed)]}:
            return (tie_won_by_other(stated, computed),)
        case {"path": str(name)}:
            return check_files(load([str(folder / name)]), rules=TOURNAMENT, words=None).files[0].findings
        case {"folder": True}:
            return check_files(load([str(folder)]), rules=TOURNAMENT, words=None).files[0].findings
        case {"by_file": True}:
            loaded = LoadedFile("game.gcg", text_of(case).encode())
            return check_files([loaded], rules=TOURNAMENT, words=None).files[0].findings
    return beside(report_of(case), case)


@pytest.mark.parametrize("code", CASES)
def test_the_file_has_the_finding(code: str, tmp_path: Path) -> None:
    findings = [one for one in findings_in(tomllib.loads(CASES[code].read_text()), tmp_path) if one.code == code]
    assert len(findings) == 1
    assert findings[0].message
    assert "%" not in findings[0].message
    if isinstance(findings[0], Finding):
        assert findings[0].severity is CATALOGUE[code].severity
