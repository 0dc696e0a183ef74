"""What can be wrong with a record or a move: one catalogue of codes, severities and sentences.

A finding never replaces what was written; it sets the stated value beside the computed one. Sentences are ``%``
templates, so that a translation can be looked up by the template and filled in with the same parameters:
``gettext(CATALOGUE[finding.code].text) % finding.params``.

>>> Problem("exchange_too_few", {"bag": 3, "needed": 7}).message
'Only 3 tiles were left in the bag; an exchange needs 7.'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from games.engine.crossword.catalogue import CATALOGUE
from games.engine.crossword.severity import SEVERITY_ORDER, Entry, Severity

__all__ = ["CATALOGUE", "SEVERITY_ORDER", "Entry", "Finding", "Problem", "Severity", "Value", "Verdict", "verdict_of"]

Value = str | int | None
_LONGEST_VALUE: Final = 80


class Verdict(StrEnum):
    """The worst severity among the findings of a record; ``ok`` when there is none."""

    OK = "ok"
    NOTE = "note"
    DISCREPANCY = "discrepancy"
    ERROR = "error"


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong, without a place in a file. ``params`` fill in the catalogue's sentence."""

    code: str
    params: Mapping[str, Value]

    @property
    def message(self) -> str:
        """The catalogue's English sentence, filled in."""
        return CATALOGUE[self.code].text % self.params


@dataclass(frozen=True)
class Finding:
    """One thing found in a record.

    ``line`` and ``column`` count from 1 in the file (None where there is no one place); ``turn`` is the number of the
    event, from 1, also None where it does not apply. ``stated`` is what the record says, ``computed`` what the rules
    give; either may be None.
    """

    code: str
    severity: Severity
    line: int | None
    column: int | None
    turn: int | None
    stated: Value
    computed: Value
    params: Mapping[str, Value]

    @property
    def message(self) -> str:
        """The catalogue's English sentence, filled in."""
        return CATALOGUE[self.code].text % self.params

    def as_dict(self) -> dict[str, object]:
        """JSON-able form."""
        return {
            "code": self.code,
            "severity": str(self.severity),
            "line": self.line,
            "column": self.column,
            "turn": self.turn,
            "stated": self.stated,
            "computed": self.computed,
            "message": self.message,
            "params": dict(self.params),
        }


def finding(
    code: str,
    *,
    line: int | None = None,
    column: int | None = None,
    turn: int | None = None,
    stated: Value = None,
    computed: Value = None,
    severity: Severity | None = None,
    params: Mapping[str, Value] | None = None,
) -> Finding:
    """A finding with its catalogue severity (or a milder one given); text values are cleaned and shortened."""
    stated, computed = _clean(stated), _clean(computed)
    clean = {name: _clean(value) for name, value in (params or {}).items()}
    clean.update(stated=stated, computed=computed)
    return Finding(str(code), severity or CATALOGUE[code].severity, line, column, turn, stated, computed, clean)


def verdict_of(findings: tuple[Finding, ...]) -> Verdict:
    """The worst severity, as a verdict."""
    worst = max((SEVERITY_ORDER.index(found.severity) for found in findings), default=-1)
    return Verdict.OK if worst < 0 else Verdict(str(SEVERITY_ORDER[worst]))


def _clean(value: Value) -> Value:
    """Text from a file, made fit for a message: no control or direction characters, not too long."""
    if not isinstance(value, str):
        return value
    text = "".join(char if char.isprintable() else "\ufffd" for char in value[: _LONGEST_VALUE + 1])
    return text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 1] + "…"
