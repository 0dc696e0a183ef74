"""What can happen in a game of Word Basket. ``player`` counts from 0 everywhere."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.wordbasket.cards import Card


@dataclass(frozen=True, slots=True)
class Play:
    """A player throws a card and says a word (kana)."""

    player: int
    word: str
    card: Card


@dataclass(frozen=True, slots=True)
class Reset:
    """A player throws the whole hand into the basket, the last of ``cards`` on top, and draws one card more."""

    player: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Penalty:
    """The play just made is pointed out as illegal: its card goes back, and the player draws one.

    ``word_refused``: the players do not accept the word, which no rule can decide.
    """

    player: int
    word_refused: bool = False


@dataclass(frozen=True, slots=True)
class Reach:
    """A player says that one card is left."""

    player: int


@dataclass(frozen=True, slots=True)
class ForgottenReach:
    """It is pointed out that a player did not say reach: the player draws one card."""

    player: int


@dataclass(frozen=True, slots=True)
class Back:
    """A card thrown at the same time as the one that counts lies above it and goes back without penalty."""

    player: int
    word: str
    card: Card


@dataclass(frozen=True, slots=True)
class Miss:
    """A card misses the basket: it is not played."""

    player: int
    word: str
    card: Card


@dataclass(frozen=True, slots=True)
class Turn:
    """The top card of the stock is turned over to begin a basket; wild numbers before it did not count."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Show:
    """What a player holds, as somebody wrote it down. Changes nothing but what is known."""

    player: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Win:
    """The players agree that a player has won."""

    player: int


Move = Play | Reset | Penalty | Reach | ForgottenReach | Back | Miss | Turn | Show | Win
