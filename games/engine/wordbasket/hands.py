"""Tuples with one item changed: what positions are made of."""

from __future__ import annotations

from typing import TypeVar

from games.engine.wordbasket.cards import UNKNOWN, Card

T = TypeVar("T")


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
