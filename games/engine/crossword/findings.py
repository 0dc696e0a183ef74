"""The findings of the crossword game: the shapes of :mod:`games.engine.findings` with this game's catalogue.

>>> Problem("exchange_too_few", {"bag": 3, "needed": 7}).message
'Only 3 tiles were left in the bag; an exchange needs 7.'
"""

from __future__ import annotations

from games.engine import findings
from games.engine.crossword.catalogue import CATALOGUE
from games.engine.findings import Severity, Value, Verdict, verdict_of

__all__ = ["CATALOGUE", "Finding", "Problem", "Severity", "Value", "Verdict", "finding", "verdict_of"]


class Problem(findings.Problem):
    """One thing that is wrong with a move of the crossword game."""

    catalogue = CATALOGUE


class Finding(findings.Finding):
    """One thing found in a record of the crossword game."""

    catalogue = CATALOGUE


finding = Finding.of
