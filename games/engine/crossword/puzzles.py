"""What to learn from an analysed game: turns that make a puzzle (“find the play”), its answers, and words that were missed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.crossword.analysis import Choice, Skipped, TurnAnalysis
from games.engine.crossword.move import InvalidMoveError, Play, parse_move
from games.engine.crossword.rules import RuleSet
from games.engine.crossword.scoring import Scorer

#: By how many points of equity the best play must beat the next: with less, two answers are as good.
MARGIN: Final = 8.0

#: Points lost from which a better play is worth learning.
LEFT_LYING: Final = 10.0

#: The squares that a play fills, each with its tile.
Laid = tuple[tuple[int, int], ...]


def is_puzzle(turn: TurnAnalysis) -> bool:
    """Whether one play stands out: the rack is certain, and the best move is a play that beats the next by ``MARGIN``."""
    if turn.skipped is not Skipped.NO or len(turn.best) < 2:
        return False
    first, second = turn.best[:2]
    return not first.text.startswith("-") and first.equity - second.equity >= MARGIN


def answered(turn: TurnAnalysis, board: bytes, typed: str, rules: RuleSet) -> Choice | None:
    """The one of the turn's best moves that was typed, however its word is written; None for any other.

    ``board``: flat, before the turn. Raises InvalidMoveError for what is no move.
    """
    # Small letters throughout are typed in a hurry, not blanks.
    requested = _laid(typed.upper() if typed.islower() else typed, board, rules)
    return next((one for one in turn.best if _laid(one.text, board, rules) == requested), None)


def _laid(text: str, board: Sequence[int], rules: RuleSet) -> Laid | str:
    """The tiles of a play with their squares; of anything else the move as it is written."""
    move = parse_move(text, rules)
    if not isinstance(move, Play):
        return str(move)
    measured = Scorer(rules).measure(board, move.square, move.step, move.word)
    if not measured.squares:
        raise InvalidMoveError(text)
    return tuple(sorted(zip(measured.squares, measured.codes, strict=True)))


def missed_words(
    turns: Sequence[TurnAnalysis], boards: Sequence[bytes], rules: RuleSet, player: int
) -> list[tuple[int, str, float]]:
    """The words of the best plays that this player left lying: number of the turn, word, points lost.

    Only where ``LEFT_LYING`` points and more were lost. ``boards``: before each event of the record.
    """
    missed = []
    for turn in turns:
        if turn.player != player or (turn.lost or 0) < LEFT_LYING or not turn.best:
            continue
        word = main_word(turn.best[0], boards[turn.number - 1], rules)
        if word:
            missed.append((turn.number, word, turn.lost or 0.0))
    return missed


def main_word(choice: Choice, board: bytes, rules: RuleSet) -> str:
    """The word along a play, in capitals; "" for an exchange or a pass. ``board``: flat, before it."""
    move = parse_move(choice.text, rules)
    if not isinstance(move, Play):
        return ""
    words = Scorer(rules).measure(board, move.square, move.step, move.word).words
    return rules.tiles.upper(rules.tiles.text(words[0])) if words else ""
