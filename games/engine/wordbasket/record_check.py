"""What a check made of a record: its findings, and the game event by event for a replay viewer."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from games.engine.rows import row_as_json
from games.engine.wordbasket.cards import Card
from games.engine.wordbasket.findings import Finding, Verdict, verdict_of
from games.engine.wordbasket.notation import event_text
from games.engine.wordbasket.position import Position
from games.engine.wordbasket.record import NOBODY, Kind, Reading, Record
from games.engine.wordbasket.rules import RuleSet


@dataclass(frozen=True)
class TurnView:
    """One event as a viewer shows it, and the table after it.

    ``player`` is None for what nobody does. ``hands`` and ``basket`` (the top card last) show ``?`` for cards that
    nobody wrote down; ``letters`` are those that the next word may begin with, "" when that is not known.
    """

    number: int
    kind: Kind
    player: int | None
    text: str
    word: str
    cards: tuple[Card, ...]
    line: int
    note: str
    letters: str
    hands: tuple[tuple[Card, ...], ...]
    basket: tuple[Card, ...]
    stock: int

    def as_dict(self) -> dict[str, object]:
        """JSON-able form."""
        return row_as_json(self)


@dataclass(frozen=True)
class RecordCheck:
    """The outcome of checking a record.

    ``steps`` are the positions after each event, ``start`` the one before the first (None when the game could not be
    replayed for want of players). ``complete``: somebody went out, and the players agreed on it.
    """

    reading: Reading
    rules: RuleSet
    findings: tuple[Finding, ...]
    start: Position | None
    steps: tuple[Position, ...]

    @property
    def record(self) -> Record:
        """The record as written."""
        return self.reading.record

    @property
    def last(self) -> Position | None:
        """The position at the end of the record."""
        return self.steps[-1] if self.steps else self.start

    @property
    def complete(self) -> bool:
        """Whether the game was played to its end."""
        return self.winner is not None

    @property
    def winner(self) -> int | None:
        """The player who won, or None while nobody has."""
        return self.last.winner if self.last else None

    @property
    def cards_left(self) -> tuple[int, ...]:
        """How many cards each player holds at the end of the record."""
        return tuple(map(len, self.last.hands)) if self.last else ()

    @cached_property
    def verdict(self) -> Verdict:
        """The worst severity found."""
        return verdict_of(self.findings)

    @cached_property
    def turns(self) -> tuple[TurnView, ...]:
        """The game event by event, built on first use."""
        labels = [player.label for player in self.record.players]
        return tuple(
            TurnView(
                number=number,
                kind=event.kind,
                player=None if event.player == NOBODY else event.player,
                text=event_text(event, labels),
                word=event.word,
                cards=event.cards,
                line=line,
                note=event.note,
                letters=step.letters,
                hands=step.hands,
                basket=step.basket,
                stock=len(step.stock),
            )
            for number, (event, line, step) in enumerate(
                zip(self.record.events, self.reading.lines, self.steps, strict=False), 1
            )
        )

    def as_dict(self) -> dict[str, object]:
        """JSON-able form of everything."""
        return {
            "format": self.reading.format,
            "verdict": str(self.verdict),
            "complete": self.complete,
            "rules": {"slug": self.rules.slug, "options": self.rules.options()},
            "players": [{"label": player.label, "name": player.name} for player in self.record.players],
            "winner": self.winner,
            "cards_left": list(self.cards_left),
            "findings": [finding.as_dict() for finding in self.findings],
            "turns": [turn.as_dict() for turn in self.turns],
        }
