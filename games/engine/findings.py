"""What can be wrong with a move or a record of any game: severities, findings, and what only an event can find.

Each game has a catalogue of codes with severity, sentence and advice, and names it once, in its ``findings.py``. A finding never
replaces what was written; it sets the stated value beside the computed one. Sentences are ``%`` templates, so that a translation
can be looked up by the template and filled in with the same parameters: ``gettext(finding.entry.text) % finding.params``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any, ClassVar, Final, Self

Value = str | int | None
_LONGEST_VALUE: Final = 80


class Severity(StrEnum):
    """``error``: the record breaks the rules or its format; ``discrepancy``: it does not agree with itself or with the
    arithmetic, and the players decide; ``note``: worth knowing, nothing is wrong."""

    NOTE = "note"
    DISCREPANCY = "discrepancy"
    ERROR = "error"


#: Mildest first.
_ORDER: Final = (Severity.NOTE, Severity.DISCREPANCY, Severity.ERROR)


class Verdict(StrEnum):
    """The worst severity among the findings of a record; ``ok`` when there is none."""

    OK = "ok"
    NOTE = "note"
    DISCREPANCY = "discrepancy"
    ERROR = "error"


@dataclass(frozen=True)
class Entry:
    """One kind of finding. ``text`` is a ``%`` template; ``advice`` says why it matters or what to do."""

    group: str
    severity: Severity
    text: str
    advice: str


def catalogue(groups: Mapping[str, Mapping[str, tuple[Severity, str, str]]]) -> Mapping[str, Entry]:
    """A catalogue from its groups: severity, sentence and advice of each code."""
    return MappingProxyType({code: Entry(group, *row) for group, rows in groups.items() for code, row in rows.items()})


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong, without a place in a file. ``params`` fill in the catalogue's sentence."""

    catalogue: ClassVar[Mapping[str, Any]]

    code: str
    params: Mapping[str, Value]

    @property
    def message(self) -> str:
        """The catalogue's English sentence, filled in."""
        return str(self.catalogue[self.code].text % self.params)


@dataclass(frozen=True)
class Finding:
    """One thing found in a record.

    ``line`` and ``column`` count from 1 in the file (None where there is no one place); ``turn`` is the number of the
    event, from 1, also None where it does not apply. ``stated`` is what the record says, ``computed`` what the rules
    give; either may be None.
    """

    catalogue: ClassVar[Mapping[str, Any]]

    code: str
    severity: Severity
    line: int | None
    column: int | None
    turn: int | None
    stated: Value
    computed: Value
    params: Mapping[str, Value]

    @classmethod
    def of(
        cls,
        code: str,
        *,
        line: int | None = None,
        column: int | None = None,
        turn: int | None = None,
        stated: Value = None,
        computed: Value = None,
        severity: Severity | None = None,
        params: Mapping[str, Value] | None = None,
    ) -> Self:
        """A finding with its catalogue severity (or a milder one given); text values are cleaned and shortened."""
        stated, computed = _clean(stated), _clean(computed)
        clean = {name: _clean(value) for name, value in (params or {}).items()}
        clean |= {"stated": stated, "computed": computed}
        return cls(str(code), severity or cls.catalogue[code].severity, line, column, turn, stated, computed, clean)

    @property
    def message(self) -> str:
        """The catalogue's English sentence, filled in."""
        return str(self.catalogue[self.code].text % self.params)

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


def verdict_of(findings: Iterable[Finding]) -> Verdict:
    """The worst severity, as a verdict."""
    worst = max((_ORDER.index(one.severity) for one in findings), default=-1)
    return Verdict.OK if worst < 0 else Verdict(str(_ORDER[worst]))


def _clean(value: Value) -> Value:
    """Text from a file, made fit for a message: no control or direction characters, not too long."""
    if not isinstance(value, str):
        return value
    text = "".join(char if char.isprintable() else "\ufffd" for char in value[: _LONGEST_VALUE + 1])
    return text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 1] + "…"


#: What only an event can find: between reports, and in its games of Word Basket.
IN_AN_EVENT: Final = {
    "cards_differ": (
        Severity.DISCREPANCY,
        "The record ends %(computed)s; %(stated)s was reported.",
        "Compare the scoresheet with the report.",
    ),
    "basket_rules_other": (
        Severity.DISCREPANCY,
        "The record names different rules from the division's.",
        "The division's rules and the roster's levels count; take the heading out, or correct it.",
    ),
    "basket_sheets_differ": (
        Severity.DISCREPANCY,
        "The records first differ in game %(game)s, turn %(number)s: %(stated)s and %(computed)s.",
        "From there on the two sheets tell different games.",
    ),
    "reported_later": (
        Severity.DISCREPANCY,
        "A different result was reported after this one was confirmed: %(stated)s.",
        "If the result is wrong, an official corrects it with a ruling.",
    ),
}
