"""A record turn by turn beside the best moves: points lost, bingos missed, phoneys that stayed, and the luck of the draw.

A turn is analysed only where its rack is certain: all its tiles are written, or all were laid. Nothing is guessed. What each figure
means, with its formula: docs/analysis.md.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from games.engine.crossword.check import RecordCheck
from games.engine.crossword.move import Exchange, Move, Pass, Play
from games.engine.crossword.record import LOST_TURN_NOTE, Event, Kind
from games.engine.crossword.replay import Step
from games.engine.crossword.tiles import BLANK, UnknownTileError
from games.engine.crossword.weighing import Weighed, Weigher, without
from games.engine.rows import row_as_json

#: Changes whenever the same record could get another analysis; stored with it.
ANALYSIS_VERSION: Final = "1"
BEST: Final = 5
_MOVES: Final = frozenset({Kind.PLAY, Kind.EXCHANGE, Kind.PASS})


class Skipped(StrEnum):
    """Why a turn has no best moves."""

    NO = ""
    RACK = "rack"  # it is not written, or not all of it
    WRONG_RACK = "wrong_rack"  # it does not fit what lies on the board or what was played
    UNREADABLE = "unreadable"  # the move itself


@dataclass(frozen=True, slots=True)
class Choice:
    """A move in the notation of GCG with its points and its equity."""

    text: str
    score: int
    equity: float


@dataclass(frozen=True, slots=True)
class TurnAnalysis:
    """One turn. ``number`` is that of the event in the record; ``unseen`` and ``bag`` are as its player saw them before moving.

    ``lost``: equity of the best move less that of the move made, at least 0; None for a turn that is skipped. ``missed``: the best bingo
    that would have been better than the move made. ``luck``: see docs/analysis.md; None where the draw is not known.
    """

    number: int
    player: int
    rack: str
    skipped: Skipped
    unseen: str
    bag: int
    best: tuple[Choice, ...] = ()
    made: Choice | None = None
    lost: float | None = None
    missed: str = ""
    phoney_stayed: bool = False
    came_off: bool = False
    luck: float | None = None

    def as_dict(self) -> dict[str, object]:
        """JSON-able form."""
        choice = row_as_json(self.made) if self.made else None
        return {**row_as_json(self), "best": [row_as_json(one) for one in self.best], "made": choice}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> TurnAnalysis:
        """The turn from :meth:`as_dict`'s form, as it is stored."""
        changed = {
            "skipped": Skipped(values["skipped"]),
            "best": tuple(Choice(**one) for one in values["best"]),
            "made": Choice(**values["made"]) if values["made"] else None,
        }
        return cls(**{**values, **changed})


def analyse(check: RecordCheck, weigher: Weigher, *, phoneys: Collection[int] = ()) -> tuple[TurnAnalysis, ...]:
    """Each turn of a game of two; none for a record of more players. ``phoneys``: numbers of the events with a phoney that stayed.

    The rules of ``weigher`` must be those of the check. Takes about 3 ms a turn.
    """
    if len(check.record.players) != 2:
        return ()
    return _Analysis(check, weigher, phoneys).turns()


class _Analysis:
    """The walk through one record."""

    def __init__(self, check: RecordCheck, weigher: Weigher, phoneys: Collection[int]) -> None:
        self._events, self._steps = check.record.events, check.steps
        self._rules, self._weigher, self._phoneys = check.rules, weigher, phoneys
        self._boards = check.boards_before
        total, size = check.rules.tiles.total, check.rules.rack_size
        #: How many tiles each player holds, and the bag.
        self._hands = [min(size, total)] * 2
        self._bag = max(0, total - 2 * size)
        #: What each player is known to have kept after the last own turn, and the tiles unseen to that player before drawing.
        self._kept: list[tuple[bytes, bytes] | None] = [(b"", check.rules.tiles.bag)] * 2

    def turns(self) -> tuple[TurnAnalysis, ...]:
        """In the order of the record."""
        analysed = []
        for index, (event, step) in enumerate(zip(self._events, self._steps, strict=False)):
            lost_turn = event.kind is Kind.PASS and LOST_TURN_NOTE in event.note
            if event.kind in _MOVES and event.player < 2 and not lost_turn:
                analysed.append(self._turn(index, event, step))
        return tuple(analysed)

    def _turn(self, index: int, event: Event, step: Step) -> TurnAnalysis:
        player, board = event.player, self._boards[index]
        held, bag = self._hands[player], self._bag
        came_off = index + 1 < len(self._events) and self._events[index + 1].kind is Kind.WITHDRAWN
        move = self._move(event, step)
        rack, skipped = self._rack(event, move, board, held)
        unseen = self._weigher.unseen(board, rack)
        luck = self._luck(player, rack) if skipped is Skipped.NO else None
        turn = TurnAnalysis(
            number=index + 1,
            player=player,
            rack=self._rules.tiles.text(rack),
            skipped=skipped,
            unseen=self._rules.tiles.text(unseen),
            bag=bag,
            phoney_stayed=index + 1 in self._phoneys and not came_off,
            came_off=came_off,
            luck=luck,
        )
        self._go_on(index, player, rack, move, came_off=came_off, known=skipped is Skipped.NO)
        if skipped is not Skipped.NO or move is None:
            return turn
        return self._weighed(turn, board, rack, move, 0 if came_off else step.score or 0)

    def _weighed(self, turn: TurnAnalysis, board: bytes, rack: bytes, move: Move, score: int) -> TurnAnalysis:
        weigher = self._weigher
        moves = weigher.moves(board, rack)
        unseen = weigher.unseen(board, rack)
        # A play that came off is a turn without points, and all the tiles are back.
        made = weigher.made(rack, Pass() if turn.came_off else move, score, unseen)
        best = moves.best(BEST)
        bingo = next(iter(moves.best_plays(1, least=self._rules.bingo_from)), None)
        laid = 0 if turn.came_off else made.tiles
        missed = bingo is not None and laid < self._rules.bingo_from and bingo.equity > made.equity
        return TurnAnalysis(
            number=turn.number,
            player=turn.player,
            rack=turn.rack,
            skipped=turn.skipped,
            unseen=turn.unseen,
            bag=turn.bag,
            best=tuple(map(self._choice, best)),
            made=self._choice(made._replace(move=move)),
            lost=round(max(0.0, best[0].equity - made.equity), 1),
            missed=weigher.text(bingo.move) if bingo is not None and missed else "",
            phoney_stayed=turn.phoney_stayed,
            came_off=turn.came_off,
            luck=turn.luck,
        )

    def _choice(self, one: Weighed) -> Choice:
        return Choice(self._weigher.text(one.move), one.score, round(one.equity, 1))

    def _move(self, event: Event, step: Step) -> Move | None:
        """The move made; None for one that cannot be read, such as an exchange of tiles that are not named."""
        match event.kind:
            case Kind.PLAY:
                return Play(step.square, step.along, bytes(step.word)) if step.word else None
            case Kind.EXCHANGE:
                tiles = self._encoded(event.text.removeprefix("-"))
                return Exchange(tiles) if tiles else None
            case _:
                return Pass()

    def _rack(self, event: Event, move: Move | None, board: bytes, held: int) -> tuple[bytes, Skipped]:
        """The whole rack before the move, where it is certain."""
        if move is None:
            return b"", Skipped.UNREADABLE
        used = bytes(min(code, BLANK) for code in move.placed) if isinstance(move, Play) else b""
        used = move.tiles if isinstance(move, Exchange) else used
        rack = self._encoded(event.rack)
        if not rack and len(used) == held:
            rack = used  # whoever lays every tile has shown the rack
        if not rack or len(rack) < held:
            return b"", Skipped.RACK
        tiles = self._rules.tiles
        free = self._weigher.unseen(board, b"")
        if len(rack) > held or tiles.lacking(rack, used) or tiles.lacking(free, rack):
            return b"", Skipped.WRONG_RACK
        return bytes(sorted(rack)), Skipped.NO

    def _encoded(self, text: str) -> bytes:
        try:
            return self._rules.tiles.encode_rack(text)
        except UnknownTileError:
            return b""

    def _luck(self, player: int, rack: bytes) -> float | None:
        """What the tiles drawn for this turn are worth above the average of those that might have been drawn."""
        before = self._kept[player]
        if before is None:
            return None
        kept, unseen = before
        if self._rules.tiles.lacking(rack, kept):
            return None
        drawn = without(rack, kept)
        worth = self._weigher.worth
        average = sum(worth(bytes((code,))) for code in unseen) / len(unseen) if unseen else 0.0
        return round(sum(worth(bytes((code,))) for code in drawn) - len(drawn) * average, 1)

    def _go_on(self, index: int, player: int, rack: bytes, move: Move | None, *, came_off: bool, known: bool) -> None:
        """Count tiles on, and remember what was kept."""
        if came_off:
            self._kept[player] = (rack, b"") if known else None
            return
        board = bytearray(self._boards[index])
        self._steps[index].change(board)
        laid = len(move.placed) if isinstance(move, Play) else 0
        drawn = min(laid, self._bag)
        self._hands[player] += drawn - laid
        self._bag -= drawn
        used = bytes(move.placed) if isinstance(move, Play) else move.tiles if isinstance(move, Exchange) else b""
        if not known:
            self._kept[player] = None
            return
        kept = without(rack, used)
        unseen = self._weigher.unseen(bytes(board), rack if isinstance(move, Exchange) else kept)
        self._kept[player] = kept, unseen
