"""Checking many record files at once: what ``manage.py check_records`` does, without Django.

Reading comes first and checking after it, so that the rate is that of the checking alone.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from games import loading
from games.engine.crossword.check import check_reading, read_record
from games.engine.crossword.dating import played_on
from games.engine.crossword.findings import Finding, Verdict, finding, verdict_of
from games.engine.crossword.fitting import fitting_tile_set
from games.engine.crossword.record import Reading
from games.engine.crossword.report import Report
from games.engine.crossword.rules import RuleSet
from games.engine.crossword.textfile import MAX_BYTES

LoadedFile = loading.LoadedFile[Finding]
#: The words in force on a day.
WordsOn = Callable[[date], Container[str]]
#: Reads the files named, and all ``.gcg`` files below the folders named.
load = loading.Loader[Finding]((".gcg",), MAX_BYTES, finding).load


@dataclass(frozen=True)
class CheckedFile:
    """What was found in one file; ``played_on``: the day that it names, if words are judged by it."""

    path: str
    findings: tuple[Finding, ...]
    played_on: date | None = None

    @property
    def verdict(self) -> Verdict:
        """The worst severity found."""
        return verdict_of(self.findings)


@dataclass(frozen=True)
class CheckedFiles:
    """The result of a run. ``seconds`` is the time that ``repeat`` rounds of checking took together."""

    files: tuple[CheckedFile, ...]
    seconds: float
    repeat: int

    @property
    def has_errors(self) -> bool:
        """Whether any file has a finding of severity error."""
        return any(file.verdict is Verdict.ERROR for file in self.files)

    @property
    def files_per_second(self) -> float:
        """The rate of the checking itself; 0 when there was nothing to check."""
        return len(self.files) * self.repeat / self.seconds if self.seconds else 0.0

    def as_dict(self) -> dict[str, object]:
        """JSON-able form."""
        verdicts = Counter(str(file.verdict) for file in self.files)
        return {
            "files": [
                {
                    "path": file.path,
                    "verdict": str(file.verdict),
                    "played_on": file.played_on.isoformat() if file.played_on else None,
                    "findings": [found.as_dict() for found in file.findings],
                }
                for file in self.files
            ],
            "totals": {
                "files": len(self.files),
                "files_per_second": round(self.files_per_second, 1),
                "seconds": round(self.seconds, 6),
                "repeat": self.repeat,
                **{str(verdict): verdicts[str(verdict)] for verdict in Verdict},
            },
        }

    def lines(self) -> Iterator[str]:
        """The result as text: a line for each file with its findings under it, then the totals."""
        for file in self.files:
            yield f"{file.path}: {file.verdict}"
            yield from (f"    {describe(found)}" for found in file.findings)
        verdicts = Counter(str(file.verdict) for file in self.files)
        counts = ", ".join(f"{verdicts[str(verdict)]} {verdict}" for verdict in Verdict)
        yield f"{len(self.files)} files: {counts}; {self.files_per_second:,.0f} files/s"


def describe(found: Finding) -> str:
    """One finding on one line: severity, code, place, stated and computed value, sentence."""
    values = {
        "line": found.line,
        "column": found.column,
        "turn": found.turn,
        "stated": found.stated,
        "computed": found.computed,
    }
    places = " ".join(f"{name}={value}" for name, value in values.items() if value is not None)
    return f"{found.severity} {found.code} {places}: {found.message}".replace(" :", ":")


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
    checked: tuple[CheckedFile, ...] = ()
    start = time.perf_counter()
    for _ in range(repeat):
        checked = tuple(_check(file, rules, words, words_on, strict=strict) for file in loaded)
    return CheckedFiles(checked, time.perf_counter() - start, repeat)


def _check(
    file: LoadedFile, rules: RuleSet, words: Container[str] | None, words_on: WordsOn | None, *, strict: bool
) -> CheckedFile:
    if file.problem is not None:
        return CheckedFile(file.path, (file.problem,))
    reading = read_record(file.data, rules=rules, strict=strict)
    day = played_on(reading.record) if words_on is not None else None
    judged_by = words if day is None or words_on is None else words_on(day)
    return CheckedFile(file.path, _fitting(reading, rules, judged_by).findings, day)


def check_fitting(data: bytes, *, rules: RuleSet, words: Container[str] | None, strict: bool = False) -> Report:
    """Check a record by ``rules``; when its letters belong to another language, by that tile set, and say so."""
    return _fitting(read_record(data, rules=rules, strict=strict), rules, words)


def _fitting(reading: Reading, rules: RuleSet, words: Container[str] | None) -> Report:
    report = check_reading(reading, rules=rules, words=words)
    if report.verdict is not Verdict.ERROR:
        return report
    slug = fitting_tile_set(report.record, rules.tile_set)
    if slug == rules.tile_set:
        return report
    assumed = finding("tile_set_assumed", stated=rules.tile_set, computed=slug)
    reading = replace(report.reading, findings=(*report.reading.findings, assumed))
    return check_reading(reading, rules=rules.with_options(tile_set=slug))
