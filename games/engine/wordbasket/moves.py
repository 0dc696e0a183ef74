"""What can happen in a game of Word Basket. ``player`` counts from 0 everywhere."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.wordbasket.cards import Card


@dataclass(frozen=True, slots=True)
class _OfPlayer:
    """What a player does, or what is said of a player."""

    player: int


@dataclass(frozen=True, slots=True)
class _Throw(_OfPlayer):
    """A card and the word (kana) said with it."""

    word: str
    card: Card


@dataclass(frozen=True, slots=True)
class _Hand(_OfPlayer):
    """All cards of a player."""

    cards: tuple[Card, ...]


class Play(_Throw):
    """A player throws a card and says a word."""

    __slots__ = ()


class Reset(_Hand):
    """A player throws the whole hand into the basket, the last of ``cards`` on top, and draws one card more."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Penalty(_OfPlayer):
    """The play just made is pointed out as illegal: its card goes back, and the player draws one.

    ``word_refused``: the players do not accept the word, which no rule can decide.
    """

    word_refused: bool = False


class Reach(_OfPlayer):
    """A player says that one card is left."""

    __slots__ = ()


class ForgottenReach(_OfPlayer):
    """It is pointed out that a player did not say reach: the player draws one card."""

    __slots__ = ()


class Back(_Throw):
    """A card thrown at the same time as the one that counts lies above it and goes back without penalty."""

    __slots__ = ()


class Miss(_Throw):
    """A card misses the basket: it is not played."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Turn:
    """The top card of the stock is turned over to begin a basket; wild numbers before it did not count."""

    cards: tuple[Card, ...]


class Show(_Hand):
    """What a player holds, as somebody wrote it down. Changes nothing but what is known."""

    __slots__ = ()


class Win(_OfPlayer):
    """The players agree that a player has won."""

    __slots__ = ()


Move = Play | Reset | Penalty | Reach | ForgottenReach | Back | Miss | Turn | Show | Win
