"""What can be wrong with a play or a record of Word Basket: the shapes, as in the crossword game.

Sentences are ``%`` templates of the :mod:`catalogue`, in English and Japanese.

>>> problem = Problem("word_repeated", {"word": "あしか"})
>>> problem.message, problem.sentence("ja")
('あしか is the word the same player used last.', '「あしか」は同じプレイヤーが直前に使った言葉です。')
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from games.engine.crossword.findings import Verdict
from games.engine.crossword.severity import SEVERITY_ORDER, Severity
from games.engine.wordbasket.catalogue import CATALOGUE

__all__ = ["Finding", "Problem", "Severity", "Value", "Verdict", "finding", "verdict_of"]

Value = str | int | None
_LONGEST_VALUE: Final = 80


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a move, without a place in a file."""

    code: str
    params: Mapping[str, Value]

    @property
    def message(self) -> str:
        """The catalogue's English sentence, filled in."""
        return self.sentence("en")

    def sentence(self, language: str) -> str:
        """The sentence in English, or in Japanese for ``ja``."""
        return _sentence(self.code, self.params, language)


@dataclass(frozen=True)
class Finding:
    """One thing found in a record.

    ``line`` counts from 1 in the file, ``turn`` the events from 1 (None where there is no one place). ``stated`` is
    what the record says, ``computed`` what the rules give; either may be None.
    """

    code: str
    severity: Severity
    line: int | None
    turn: int | None
    stated: Value
    computed: Value
    params: Mapping[str, Value]

    @property
    def message(self) -> str:
        """The catalogue's English sentence, filled in."""
        return self.sentence("en")

    def sentence(self, language: str) -> str:
        """The sentence in English, or in Japanese for ``ja``."""
        return _sentence(self.code, self.params, language)

    def as_dict(self) -> dict[str, object]:
        """JSON-able form."""
        return {
            "code": self.code,
            "severity": str(self.severity),
            "line": self.line,
            "turn": self.turn,
            "stated": self.stated,
            "computed": self.computed,
            "message": self.message,
            "message_ja": self.sentence("ja"),
            "params": dict(self.params),
        }


def finding(
    code: str,
    *,
    line: int | None = None,
    turn: int | None = None,
    stated: Value = None,
    computed: Value = None,
    params: Mapping[str, Value] | None = None,
) -> Finding:
    """A finding with its catalogue severity; text values are cleaned and shortened."""
    stated, computed = _clean(stated), _clean(computed)
    clean = {"stated": stated, "computed": computed} | {name: _clean(value) for name, value in (params or {}).items()}
    return Finding(code, CATALOGUE[code].severity, line, turn, stated, computed, clean)


def verdict_of(findings: tuple[Finding, ...]) -> Verdict:
    """The worst severity, as a verdict."""
    worst = max((SEVERITY_ORDER.index(found.severity) for found in findings), default=-1)
    return Verdict.OK if worst < 0 else Verdict(str(SEVERITY_ORDER[worst]))


def _sentence(code: str, params: Mapping[str, Value], language: str) -> str:
    entry = CATALOGUE[code]
    return (entry.ja if language == "ja" else entry.text) % params


def _clean(value: Value) -> Value:
    """Text from a file, made fit for a message: no control or direction characters, not too long."""
    if not isinstance(value, str):
        return value
    text = "".join(char if char.isprintable() else "\ufffd" for char in value[: _LONGEST_VALUE + 1])
    return text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 1] + "…"
