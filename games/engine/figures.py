"""What a game's record says of one of its players, for statistics of many games."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """One player's turns in a record: points and text of the best play, the final score, and counts.

    ``tiles``: laid for good or exchanged; ``phoneys``: plays that stayed with a word that the dictionary lacks; ``taken_off``
    and ``stood``: own plays that came off, and that stood, after a challenge; ``behind``: the most points behind after any turn.
    """

    bingos: int = 0
    best: int = 0
    play: str = ""
    score: int = 0
    turns: int = 0
    tiles: int = 0
    blanks: int = 0
    exchanges: int = 0
    phoneys: int = 0
    taken_off: int = 0
    stood: int = 0
    behind: int = 0


@dataclass(frozen=True, slots=True)
class BestPlays:
    """The best play and the best word of one player in a record: points and text; 0 without one."""

    play: int = 0
    play_text: str = ""
    word: int = 0
    word_text: str = ""
