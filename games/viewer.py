"""A checked record as a page shows it, whatever the game: its turns, its findings, its position.

Works from the JSON form of a check, fresh from the engine or stored with a record.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.engine.findings import FindingKind

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class FindingLine:
    """One finding in the reader's language; the sentence holds what was stated and what was computed."""

    severity: str
    label: str
    message: str
    line: int | None
    code: str


@dataclass(frozen=True, slots=True)
class Player:
    """A player with what the rules give at the end of the record: points, or cards left."""

    name: str
    final: int


@dataclass(frozen=True, slots=True)
class PlainTurn:
    """One move as it is written, with its findings."""

    number: int
    text: str
    findings: tuple[FindingLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayView:
    """A game at one of its moments. ``general`` are findings about the record as a whole; ``games`` the numbers of its games."""

    players: tuple[Player, ...]
    turns: tuple[Any, ...]
    at: int
    general: tuple[FindingLine, ...]
    verdict: str
    complete: bool
    game: int = 1
    games: tuple[int, ...] = (1,)

    @property
    def start(self) -> int:
        """The first moment that can be shown: 0 is before the first turn."""
        return 0

    @property
    def last(self) -> int:
        """The number of the last turn."""
        return len(self.turns)

    @property
    def back(self) -> int:
        """The turn before the one shown."""
        return max(self.at - 1, self.start)

    @property
    def on(self) -> int:
        """The turn after the one shown."""
        return min(self.at + 1, self.last)

    @property
    def words(self) -> tuple[str, ...]:
        """The words that were played, in the order of the game, each once; none where the game does not know them."""
        return ()

    @property
    def flagged(self) -> tuple[Any, ...]:
        """The turns with findings."""
        return tuple(turn for turn in self.turns if turn.findings)


def plain_replay(data: Json, catalogue: Mapping[str, FindingKind], *, at: int | None = None) -> ReplayView:
    """The replay of a game that has no board to show: ``turns`` of the check with ``number`` and ``text``."""
    turns, findings = data["turns"], data["findings"]
    return ReplayView(
        players=tuple(Player(name, final) for name, final in zip(data["players"], data["final_scores"], strict=True)),
        turns=tuple(
            PlainTurn(turn["number"], turn["text"], lines_at(findings, turn["number"], catalogue)) for turn in turns
        ),
        at=moment(at, last=len(turns)),
        general=general_lines(findings, len(turns), catalogue),
        verdict=data["verdict"],
        complete=data["complete"],
    )


def lines_at(findings: Sequence[Json], turn: int, catalogue: Mapping[str, FindingKind]) -> tuple[FindingLine, ...]:
    """The findings of one turn."""
    return tuple(finding_line(one, catalogue) for one in findings if one["turn"] == turn)


def general_lines(
    findings: Sequence[Json], turns: int, catalogue: Mapping[str, FindingKind]
) -> tuple[FindingLine, ...]:
    """The findings that belong to no turn."""
    return tuple(finding_line(one, catalogue) for one in findings if not 1 <= (one["turn"] or 0) <= turns)


def moment(at: int | None, *, first: int = 0, last: int) -> int:
    """The moment to show: ``at``, limited to the game; None: its end."""
    return last if at is None else max(min(first, last), min(at, last))


def finding_line(stored: Json, catalogue: Mapping[str, FindingKind]) -> FindingLine:
    """A stored finding in the reader's language; in English when its code is no longer known."""
    message, entry = stored["message"], catalogue.get(stored["code"])
    if entry is not None:
        # Stored by an engine whose sentence took other values, it stays as it was stored.
        with suppress(KeyError, TypeError, ValueError):
            message = _(entry.text) % stored["params"]
    return FindingLine(stored["severity"], severity_label(stored["severity"]), message, stored["line"], stored["code"])


def severity_label(severity: str) -> str:
    """A severity in the reader's language."""
    return {"error": _("Error"), "discrepancy": _("Discrepancy"), "note": pgettext("of a finding", "Note")}.get(
        severity, severity
    )
