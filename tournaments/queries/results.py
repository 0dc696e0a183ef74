"""Reads of results: the one source of confirmed results, the history of one pairing, a player's card."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from tournaments.engine.model import GameFact
from tournaments.models import Division, Entry, Pairing, Result
from tournaments.queries.rounds import SeatLine


@dataclass(frozen=True, slots=True)
class HistoryItem:
    """One fact about a game: a submission or a ruling. ``current``: not superseded by a later one of the same side."""

    at: datetime
    what: str  # submission | ruling
    who: str  # first | second | official
    actor: str  # user name, "" for a slip link
    channel: str
    kind: str
    first_score: int | None
    second_score: int | None
    reason: str
    record_uuid: str
    current: bool


@dataclass(frozen=True, slots=True)
class CardLine:
    """One round of a player's card, seen from the player. ``points``: 1, ½ or 0 wins; None while undecided or void. ``total``: wins so far."""

    round: int
    pairing_id: int
    table_number: int | None
    first: bool
    opponent: SeatLine | None
    state: str
    kind: str
    own_score: int | None
    opponent_score: int | None
    spread: int | None
    points: float | None
    total: float
    total_spread: int
    record_uuid: str


def confirmed_results() -> QuerySet[Result]:
    """Results that count. Everything that counts results starts here."""
    raise NotImplementedError


def facts_of(division: Division) -> tuple[GameFact, ...]:
    """The public rounds' games as the engine takes them; unconfirmed ones are pending. One query."""
    raise NotImplementedError


def history_of(pairing: Pairing) -> list[HistoryItem]:
    """Everything that was reported and ruled about a game, in order. Two queries."""
    raise NotImplementedError


def player_card(entry: Entry) -> list[CardLine]:
    """The entry's games round by round with running totals. Two queries."""
    raise NotImplementedError
