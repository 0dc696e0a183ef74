"""Checking many records of the crossword game at once: what ``manage.py check_records`` does, without Django."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import replace
from datetime import date

from games import files
from games.engine.crossword.check import RecordCheck, check_reading, read_record
from games.engine.crossword.dating import played_on
from games.engine.crossword.findings import Finding, Verdict, finding
from games.engine.crossword.fitting import fitting_tile_set
from games.engine.crossword.record import Reading
from games.engine.crossword.rules import RuleSet
from games.engine.crossword.textfile import MAX_BYTES
from games.files import CheckedFile, CheckedFiles, check_all

LoadedFile = files.LoadedFile[Finding]
#: The words in force on a day.
WordsOn = Callable[[date], Container[str]]
#: Reads the files named, and all ``.gcg`` files below the folders named.
loader = files.Loader[Finding]((".gcg",), MAX_BYTES, finding)
load = loader.load


def check_files(
    loaded: Sequence[LoadedFile],
    *,
    rules: RuleSet,
    words: Container[str] | None,
    words_on: WordsOn | None = None,
    repeat: int = 1,
    strict: bool = False,
) -> CheckedFiles:
    """Check every file ``repeat`` times and keep the findings of the last round; ``strict`` as for ``check_record``.

    ``words``: by which records are judged; ``words_on``: those for a record that says on which day it was played.
    """
    checked, seconds = check_all(
        loaded, lambda file: _check(file, rules, words, words_on, strict=strict), repeat=repeat
    )
    return CheckedFiles(checked, seconds, repeat)


def _check(
    file: LoadedFile, rules: RuleSet, words: Container[str] | None, words_on: WordsOn | None, *, strict: bool
) -> CheckedFile:
    if file.problem is not None:
        return CheckedFile(file.path, (file.problem,), {"played_on": None})
    reading = read_record(file.data, rules=rules, strict=strict)
    day = played_on(reading.record) if words_on is not None else None
    judged_by = words if day is None or words_on is None else words_on(day)
    findings = _fitting(reading, rules, judged_by).findings
    return CheckedFile(file.path, findings, {"played_on": day.isoformat() if day else None})


def check_fitting(data: bytes, *, rules: RuleSet, words: Container[str] | None, strict: bool = False) -> RecordCheck:
    """Check a record by ``rules``; when its letters belong to another language, by that tile set, and say so."""
    return _fitting(read_record(data, rules=rules, strict=strict), rules, words)


def _fitting(reading: Reading, rules: RuleSet, words: Container[str] | None) -> RecordCheck:
    check = check_reading(reading, rules=rules, words=words)
    if check.verdict is not Verdict.ERROR:
        return check
    slug = fitting_tile_set(check.record, rules.tile_set)
    if slug == rules.tile_set:
        return check
    assumed = finding("tile_set_assumed", stated=rules.tile_set, computed=slug)
    reading = replace(check.reading, findings=(*check.reading.findings, assumed))
    return check_reading(reading, rules=rules.with_options(tile_set=slug))
