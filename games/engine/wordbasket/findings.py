"""The findings of Word Basket: the shapes of :mod:`games.engine.findings`, with sentences in English and Japanese.

>>> problem = Problem("word_repeated", {"word": "あしか"})
>>> problem.message, problem.sentence("ja")
('あしか is the word that the same player used last.', '「あしか」は同じプレイヤーが直前に使った言葉です。')
"""

from __future__ import annotations

from collections.abc import Mapping

from games.engine import findings
from games.engine.findings import Severity, Value, Verdict, verdict_of
from games.engine.wordbasket.catalogue import CATALOGUE

__all__ = ["Finding", "Problem", "Severity", "Value", "Verdict", "finding", "verdict_of"]


class Problem(findings.Problem):
    """One thing that is wrong with a move of Word Basket."""

    catalogue = CATALOGUE

    def sentence(self, language: str) -> str:
        """The sentence in English, or in Japanese for ``ja``."""
        return _sentence(self.code, self.params, language)


class Finding(findings.Finding):
    """One thing found in a record of Word Basket."""

    catalogue = CATALOGUE

    def sentence(self, language: str) -> str:
        """The sentence in English, or in Japanese for ``ja``."""
        return _sentence(self.code, self.params, language)

    def as_dict(self) -> dict[str, object]:
        """JSON-able form."""
        reading = super().as_dict() | {"message_ja": self.sentence("ja")}
        del reading["column"]
        return reading


def _sentence(code: str, params: Mapping[str, Value], language: str) -> str:
    entry = CATALOGUE[code]
    return (entry.ja if language == "ja" else entry.text) % params


finding = Finding.of
