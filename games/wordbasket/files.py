"""Checking many Word Basket records at once: what ``manage.py check_wordbasket`` does, without Django."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games import files
from games.engine.wordbasket.check import WORD_BASKET, check_record
from games.engine.wordbasket.findings import Finding, finding
from games.engine.wordbasket.record import MAX_BYTES
from games.engine.wordbasket.record_check import RecordCheck
from games.engine.wordbasket.rules import RuleSet
from games.files import CheckedFile, check_all
from lexicon.engine.shiritori import Listings

LoadedFile = files.LoadedFile[Finding]
#: Reads the files named, and all records below the folders named.
load = files.Loader[Finding]((".basket", ".basket.json"), MAX_BYTES, finding).load


@dataclass(frozen=True)
class CheckedFiles(files.CheckedFiles):
    """The result of a run: here the rate is that of events, reading the bytes included."""

    def totals(self) -> dict[str, object]:
        """How many events there were."""
        return {"events": self.events, "events_per_second": round(self.rate(self.events))}

    def summary(self) -> str:
        """The same for people."""
        return f"{self.events:,} events, {self.rate(self.events):,.0f} events/s"


def check_files(
    loaded: Sequence[LoadedFile],
    *,
    rules: RuleSet = WORD_BASKET,
    dictionary: Listings | None = None,
    repeat: int = 1,
) -> CheckedFiles:
    """Check every file ``repeat`` times and keep the findings of the last round."""
    checked, seconds = check_all(loaded, lambda file: _check(file, rules, dictionary), repeat=repeat)
    return CheckedFiles(checked, seconds, repeat)


def _check(file: LoadedFile, rules: RuleSet, dictionary: Listings | None) -> CheckedFile:
    if file.problem is not None:
        return CheckedFile(file.path, (file.problem,), _details(None))
    check = check_record(file.data, rules=rules, dictionary=dictionary)
    return CheckedFile(file.path, check.findings, _details(check), len(check.record.events))


def _details(check: RecordCheck | None) -> dict[str, object]:
    """Who won, and what everybody had left."""
    labels = [player.label for player in check.record.players] if check else []
    winner = labels[check.winner] if check and check.winner is not None else None
    return {
        "winner": winner,
        "cards_left": dict(zip(labels, check.cards_left, strict=False)) if check else {},
    }
