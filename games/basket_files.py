"""Checking many Word Basket records at once: what ``manage.py check_wordbasket`` does, without Django."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from games import loading
from games.engine.wordbasket.catalogue import CATALOGUE
from games.engine.wordbasket.check import WORD_BASKET, check_record
from games.engine.wordbasket.findings import Finding, Verdict, finding, verdict_of
from games.engine.wordbasket.record import MAX_BYTES
from games.engine.wordbasket.report import Report
from games.engine.wordbasket.rules import RuleSet
from lexicon.engine.shiritori import Listings

LoadedFile = loading.LoadedFile[Finding]
#: Reads the files named, and all records below the folders named.
load = loading.Loader[Finding]((".basket", ".basket.json"), MAX_BYTES, finding).load


@dataclass(frozen=True)
class CheckedFile:
    """What was found in one file; ``report`` is None when it could not be read."""

    path: str
    findings: tuple[Finding, ...]
    report: Report | None

    @property
    def verdict(self) -> Verdict:
        """The worst severity found."""
        return verdict_of(self.findings)

    def as_dict(self) -> dict[str, object]:
        """JSON-able form."""
        report = self.report
        labels = [player.label for player in report.record.players] if report else []
        winner = labels[report.winner] if report and report.winner is not None else None
        return {
            "path": self.path,
            "verdict": str(self.verdict),
            "winner": winner,
            "cards_left": dict(zip(labels, report.cards_left, strict=False)) if report else {},
            "findings": [found.as_dict() for found in self.findings],
        }


@dataclass(frozen=True)
class CheckedFiles:
    """The result of a run. ``seconds`` is the time that ``repeat`` rounds took together, reading the bytes apart."""

    files: tuple[CheckedFile, ...]
    seconds: float
    repeat: int

    @property
    def has_errors(self) -> bool:
        """Whether any file has a finding of severity error."""
        return any(file.verdict is Verdict.ERROR for file in self.files)

    @property
    def events(self) -> int:
        """How many events the records have together."""
        return sum(len(file.report.record.events) for file in self.files if file.report)

    @property
    def events_per_second(self) -> float:
        """The rate of reading and checking; 0 when there was nothing to check."""
        return self.events * self.repeat / self.seconds if self.seconds else 0.0

    def as_dict(self) -> dict[str, object]:
        """JSON-able form."""
        verdicts = Counter(str(file.verdict) for file in self.files)
        totals = {"files": len(self.files), "events": self.events, "events_per_second": round(self.events_per_second)}
        return {
            "files": [file.as_dict() for file in self.files],
            "totals": totals | {str(verdict): verdicts[str(verdict)] for verdict in Verdict},
        }

    def lines(self) -> Iterator[str]:
        """The result as text: a line for each file with its findings under it, then the totals."""
        for file in self.files:
            yield f"{file.path}: {file.verdict}"
            yield from (f"    {describe(found)}" for found in file.findings)
        verdicts = Counter(str(file.verdict) for file in self.files)
        counts = ", ".join(f"{verdicts[str(verdict)]} {verdict}" for verdict in Verdict)
        yield f"{len(self.files)} files: {counts}; {self.events:,} events, {self.events_per_second:,.0f} events/s"


def describe(found: Finding) -> str:
    """One finding on one line: severity, code, place, stated and computed value, sentence in the reader's language."""
    values = {"line": found.line, "turn": found.turn, "stated": found.stated, "computed": found.computed}
    places = " ".join(f"{name}={value}" for name, value in values.items() if value is not None)
    sentence = gettext(CATALOGUE[found.code].text) % found.params
    return f"{found.severity} {found.code} {places}: {sentence}".replace(" :", ":")


def check_files(
    loaded: Sequence[LoadedFile],
    *,
    rules: RuleSet = WORD_BASKET,
    dictionary: Listings | None = None,
    repeat: int = 1,
) -> CheckedFiles:
    """Check every file ``repeat`` times and keep the findings of the last round."""
    checked: tuple[CheckedFile, ...] = ()
    start = time.perf_counter()
    for _ in range(repeat):
        checked = tuple(_check(file, rules, dictionary) for file in loaded)
    return CheckedFiles(checked, time.perf_counter() - start, repeat)


def _check(file: LoadedFile, rules: RuleSet, dictionary: Listings | None) -> CheckedFile:
    if file.problem is not None:
        return CheckedFile(file.path, (file.problem,), None)
    report = check_record(file.data, rules=rules, dictionary=dictionary)
    return CheckedFile(file.path, report.findings, report)
