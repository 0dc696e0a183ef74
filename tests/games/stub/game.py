"""Draughts as the site asks for it: two points for a win, one for a draw; a record is its moves, one a line, and the result."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from games.engine import findings
from games.engine.crossword.findings import finding as compared
from games.engine.findings import Finding, Severity, Verdict, catalogue, verdict_of
from games.errors import NoResultError, UnknownRulesError
from games.game import NOBODY, Ending, Game, JudgeLog, Seating, SlipPage, Stated
from lexicon.models import LexiconVersion

CATALOGUE = catalogue(
    {
        "Moves": {
            "draughts_unreadable": (Severity.ERROR, "“%(stated)s” is no move of draughts.", "Write it like 32-28."),
            "draughts_off_board": (Severity.ERROR, "There is no square %(stated)s on the board.", "Squares go to 50."),
        }
    }
)
_MOVE = re.compile(r"(\d+)[-x](\d+)")
_RESULT = re.compile(r"result ([0-2])-([0-2])")


class Fault(findings.Finding):
    """One thing found in a record of draughts."""

    catalogue = CATALOGUE


@dataclass(frozen=True)
class Rules:
    """The rules of the national board."""

    slug: str = "national"
    name: str = "National rules"

    def options(self) -> Mapping[str, Any]:
        """There is nothing to choose."""
        return {}


@dataclass(frozen=True)
class Check:
    """What was found in a record."""

    moves: tuple[str, ...]
    scores: tuple[int, int] | None
    findings: tuple[Finding, ...]
    names: tuple[str, ...]

    @property
    def verdict(self) -> Verdict:
        """The worst severity found."""
        return verdict_of(self.findings)

    @property
    def complete(self) -> bool:
        """Whether the result is written."""
        return self.scores is not None

    def as_dict(self) -> dict[str, Any]:
        """JSON-able form."""
        return {
            "format": "draughts",
            "verdict": str(self.verdict),
            "complete": self.complete,
            "rules": {"slug": "national", "options": {}},
            "players": list(self.names),
            "final_scores": list(self.scores or [0 for _name in self.names]),
            "turns": [{"number": number, "text": text} for number, text in enumerate(self.moves, 1)],
            "findings": [one.as_dict() for one in self.findings],
        }


class Draughts(Game[Rules, Check]):
    """A board game without words."""

    key = "draughts"
    label = "Draughts"
    rule_sets = {"national": Rules()}
    default_rules = "national"
    engine_version = "1"
    catalogue = CATALOGUE
    formats = {"draughts": "txt"}
    typed_format = "draughts"
    unused_settings = ("challenge_rule",)
    default_bye_spread = 2
    slip = SlipPage(about="Every move is looked at.", check="Check the moves", empty="Type a move first: 32-28")

    def rules(self, slug: str, challenge: str, options: Mapping[str, object]) -> Rules:
        """The only rules."""
        if slug not in self.rule_sets:
            raise UnknownRulesError(slug)
        return self.rule_sets[slug]

    def check(
        self, data: bytes, *, rules: Rules, dictionary: LexiconVersion | None, seating: Seating = NOBODY
    ) -> Check:
        """Read moves and result."""
        lines = [line.strip() for line in data.decode(errors="replace").splitlines() if line.strip()]
        match = _RESULT.fullmatch(lines[-1]) if lines else None
        moves = tuple(lines[:-1] if match else lines)
        faults = tuple(fault for number, text in enumerate(moves, 1) for fault in _faults(number, text))
        return Check(moves, (int(match[1]), int(match[2])) if match else None, faults, seating.names)

    def ending(self, check: Check, seating: Seating) -> Ending:
        """The result as it is written."""
        if check.scores is None:
            raise NoResultError("The record does not say who won.")
        return Ending(scores=check.scores)

    def comparison(
        self, check: Check, seating: Seating, stated: Stated, rules: Rules, log: JudgeLog
    ) -> Iterable[Finding]:
        """Whether the result is another one."""
        if check.scores is not None and stated.scores is not None and check.scores != stated.scores:
            written, reported = (" – ".join(map(str, scores)) for scores in (check.scores, stated.scores))
            yield compared("result_differs", stated=reported, computed=written)


def _faults(number: int, text: str) -> Iterable[Finding]:
    match = _MOVE.fullmatch(text)
    if match is None:
        yield Fault.of("draughts_unreadable", turn=number, line=number, stated=text)
    for square in match.groups() if match else ():
        if not 1 <= int(square) <= 50:
            yield Fault.of("draughts_off_board", turn=number, line=number, stated=square)


DRAUGHTS = Draughts()
