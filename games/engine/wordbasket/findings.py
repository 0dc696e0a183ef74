"""The findings of Word Basket: the shapes of :mod:`games.engine.findings`, with a catalogue of its own.

>>> problem = Problem("word_repeated", {"word": "あしか"})
>>> problem.message
'あしか is the word the same player used last.'
"""

from __future__ import annotations

from games.engine import findings
from games.engine.findings import Severity, Value, Verdict, verdict_of
from games.engine.wordbasket.catalogue import CATALOGUE

__all__ = ["Finding", "Problem", "Severity", "Value", "Verdict", "finding", "verdict_of"]


class Problem(findings.Problem):
    """One thing that is wrong with a move of Word Basket."""

    catalogue = CATALOGUE


class Finding(findings.Finding):
    """One thing found in a record of Word Basket."""

    catalogue = CATALOGUE

    def as_dict(self) -> dict[str, object]:
        """JSON-able form."""
        reading = super().as_dict()
        del reading["column"]
        return reading


finding = Finding.of
