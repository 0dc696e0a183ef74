"""What positions are made of: hands with one card changed, and what a play taken back restores."""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from games.engine.wordbasket.cards import UNKNOWN, Card
from games.engine.wordbasket.reach import ReachState

T = TypeVar("T")


class Undo(NamedTuple):
    """What taking the last play back restores; ``faults`` are the codes for which it can be pointed out."""

    player: int
    card: Card
    hand: tuple[Card, ...]
    letters: str
    word: str
    reach: ReachState
    faults: tuple[str, ...]


def put(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """``items`` with another one at ``place``."""
    return (*items[:place], item, *items[place + 1 :])


def without(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The hand after throwing ``card``; all unknown if the player cannot have held it."""
    for face in (card, UNKNOWN):
        if face in hand:
            place = hand.index(face)
            return hand[:place] + hand[place + 1 :]
    return (UNKNOWN,) * (len(hand) - 1)
