"""The record of a game of Word Basket: what was written down, before anybody judges it.

Readers (:mod:`notation` for text, :mod:`jsonform` for JSON) make one, :mod:`check` replays it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from games.engine.wordbasket import moves
from games.engine.wordbasket.cards import Card
from games.engine.wordbasket.findings import Finding
from games.engine.wordbasket.rules import Handicap

MAX_BYTES: Final = 200_000
MAX_EVENTS: Final = 5_000
NOBODY: Final = -1


class Kind(StrEnum):
    """What an event of a record is."""

    START = "start"  # the card turned over to begin
    RESTOCK = "restock"  # the basket has become the stock; the card turned over
    PLAY = "play"
    RESET = "reset"
    PENALTY = "penalty"
    REACH = "reach"
    NOREACH = "noreach"  # pointed out that reach was not said
    BACK = "back"  # the upper of two cards thrown at once goes back
    MISS = "miss"  # the card missed the basket
    HAND = "hand"  # what a player holds
    COUNT = "count"  # how many cards lie where
    WIN = "win"


#: Statements about the game, not part of it; they may stand after the end.
STATEMENTS: Final = frozenset({Kind.HAND, Kind.COUNT})


class Event(NamedTuple):
    """One line of a record, as stated. Fields that a kind does not have keep their defaults.

    ``player`` indexes the record's players. ``word`` is folded kana, or as typed when it is none. ``cards`` are the one
    card of a play (or back, miss), those thrown in a reset (the last on top), turned over or held. ``letter`` is the
    basket's letter after a play, where it was written. ``drawn`` is the number drawn and ``drew`` their faces.
    ``refused``: a penalty because the players do not accept the word. ``counts`` are the numbers of cards of each
    player, in the stock and in the basket; None where one was not written.
    """

    kind: Kind
    player: int = NOBODY
    word: str = ""
    cards: tuple[Card, ...] = ()
    letter: str = ""
    drawn: int | None = None
    drew: tuple[Card, ...] = ()
    refused: bool = False
    counts: tuple[int | None, ...] = ()
    note: str = ""


@dataclass(frozen=True)
class Player:
    """A player: a short label without spaces, and a full name ("" if none was written)."""

    label: str
    name: str = ""


@dataclass(frozen=True)
class Record:
    """A whole game as written down.

    ``options`` change the rules (text values, as typed), ``handicaps`` one for each player (None: none written). The
    deal is known when ``seed`` or ``deck`` (60 cards) is there. ``headings`` are all others, as (name, text).
    """

    players: tuple[Player, ...]
    events: tuple[Event, ...]
    options: tuple[tuple[str, str], ...] = ()
    handicaps: tuple[Handicap | None, ...] = ()
    seed: int | None = None
    deck: tuple[Card, ...] = ()
    headings: tuple[tuple[str, str], ...] = ()

    def heading(self, name: str) -> str:
        """The text of the first heading of that name, or ""."""
        return next((text for key, text in self.headings if key == name), "")


@dataclass(frozen=True)
class Reading:
    """What a reader made of some bytes: the record, the line (from 1) of each event, and what it found itself."""

    record: Record
    findings: tuple[Finding, ...]
    lines: tuple[int, ...]
    format: str


def move_of(event: Event) -> moves.Move | None:
    """The event as a move of the game; None for a count."""
    player, cards = event.player, event.cards
    match event.kind:
        case Kind.PLAY:
            return moves.Play(player, event.word, cards[0])
        case Kind.RESET:
            return moves.Reset(player, cards)
        case Kind.PENALTY:
            return moves.Penalty(player, event.refused)
        case Kind.REACH:
            return moves.Reach(player)
        case Kind.NOREACH:
            return moves.ForgottenReach(player)
        case Kind.BACK:
            return moves.Back(player, event.word, cards[0])
        case Kind.MISS:
            return moves.Miss(player, event.word, cards[0])
        case Kind.START | Kind.RESTOCK:
            return moves.Turn(cards)
        case Kind.HAND:
            return moves.Show(player, cards)
        case Kind.WIN:
            return moves.Win(player)
        case Kind.COUNT:
            return None
