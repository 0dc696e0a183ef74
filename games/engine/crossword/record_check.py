"""What a check made of a record: its findings, and the game turn by turn for a replay viewer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.engine.crossword.ending import after_time_loss, winners
from games.engine.crossword.findings import Finding, Verdict, verdict_of
from games.engine.crossword.record import AFTER_THE_END, Event, Kind, Reading, Record, move_text
from games.engine.crossword.replay import Step
from games.engine.crossword.rules import RuleSet
from games.engine.rows import row_as_json


@dataclass(frozen=True)
class TurnView:
    """One event of the game as a viewer shows it. ``stated_*`` are None where nothing was written.

    ``board`` is the position after the event, one string a row (``.`` empty, small letters blanks, ``[CH]`` for a tile
    of several letters); ``new_squares`` are (row, column) from 0 of the tiles laid by this event (or taken off by a
    play withdrawn). ``words`` are those formed, the main word first; ``line`` is the line in the file (0: none);
    ``challenged`` are the words that this event says were challenged.
    """

    number: int
    player: int
    kind: Kind
    text: str
    rack: str
    note: str
    line: int
    stated_score: int | None
    stated_total: int | None
    computed_score: int | None
    computed_total: int
    words: tuple[str, ...]
    board: tuple[str, ...]
    new_squares: tuple[tuple[int, int], ...]
    challenged: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, object]:
        """JSON-able form."""
        return row_as_json(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> TurnView:
        """The turn from :meth:`as_dict`'s form, as it is stored."""
        changed = {
            "kind": Kind(values["kind"]),
            "words": tuple(values["words"]),
            "challenged": tuple(values.get("challenged", ())),
            "board": tuple(values["board"]),
            "new_squares": tuple((row, column) for row, column in values["new_squares"]),
        }
        return cls(**{**values, **changed})


@dataclass(frozen=True)
class RecordCheck:
    """The outcome of checking a record. ``complete``: the game was played to its end.

    ``final_scores`` are computed by the rules, ``stated_scores`` the last totals written; by player.
    """

    reading: Reading
    rules: RuleSet
    findings: tuple[Finding, ...]
    complete: bool
    final_scores: tuple[int, ...]
    stated_scores: tuple[int, ...]
    steps: tuple[Step, ...]
    #: Who has lost whatever the score, by a triple challenge or on time; and who has lost on time.
    loser: int | None = None
    lost_on_time: int | None = None

    @property
    def record(self) -> Record:
        """The record as written."""
        return self.reading.record

    @property
    def format(self) -> str:
        """``gcg``, ``json`` or ``moves``."""
        return self.reading.format

    @property
    def result_scores(self) -> tuple[int, ...]:
        """The scores that count: the final ones, but for a game lost on time what the rule set makes of them."""
        if self.lost_on_time is None:
            return self.final_scores
        return after_time_loss(self.rules, self.final_scores, self.lost_on_time)

    @property
    def winners(self) -> tuple[int, ...]:
        """The winner by the rules, several players in a tie, none before the end of the game."""
        if not self.complete:
            return ()
        before = [0] * len(self.final_scores)
        for event, step in zip(self.record.events, self.steps, strict=False):
            if event.kind not in AFTER_THE_END:
                before[event.player] += step.score or 0
        return winners(self.rules, self.final_scores, before, self.loser)

    @cached_property
    def verdict(self) -> Verdict:
        """The worst severity found."""
        return verdict_of(self.findings)

    @cached_property
    def turns(self) -> tuple[TurnView, ...]:
        """The game event by event, built on first use."""
        board = bytearray(self.rules.layout.empty)
        views = []
        for number, (event, step) in enumerate(zip(self.record.events, self.steps, strict=False), 1):
            step.change(board)
            views.append(self._view(number, event, step, bytes(board)))
        return tuple(views)

    @property
    def boards_before(self) -> tuple[bytes, ...]:
        """The flat board that each event was played on, as :class:`~games.engine.crossword.movegen.MoveGenerator` takes it."""
        board = bytearray(self.rules.layout.empty)
        boards = []
        for step in self.steps:
            boards.append(bytes(board))
            step.change(board)
        return tuple(boards)

    def _view(self, number: int, event: Event, step: Step, board: bytes) -> TurnView:
        tiles, layout = self.rules.tiles, self.rules.layout
        return TurnView(
            number=number,
            player=event.player,
            kind=event.kind,
            text=move_text(event),
            rack=event.rack,
            note=event.note,
            line=self.reading.lines[number - 1],
            stated_score=event.score,
            stated_total=event.total,
            computed_score=step.score,
            computed_total=step.total,
            words=tuple(tiles.face(word) for word in step.words),
            board=tuple(tiles.text(line) for line in layout.lines(board)),
            new_squares=tuple(layout.row_and_column(square) for square in step.squares),
            challenged=event.challenged,
        )

    def as_dict(self) -> dict[str, object]:
        """JSON-able form of everything."""
        return {
            "format": self.format,
            "verdict": str(self.verdict),
            "complete": self.complete,
            "rules": {"slug": self.rules.slug, "options": self.rules.options()},
            "title": self.record.title,
            "lexicon": self.record.lexicon,
            "players": [{"nick": player.nick, "name": player.name} for player in self.record.players],
            "final_scores": list(self.final_scores),
            "result_scores": list(self.result_scores),
            "winners": list(self.winners),
            "lost_on_time": self.lost_on_time,
            "stated_scores": list(self.stated_scores),
            "findings": [finding.as_dict() for finding in self.findings],
            "turns": [turn.as_dict() for turn in self.turns],
        }
