"""Reads of rounds and pairings."""

from dataclasses import dataclass

from tournaments.models import Division, Pairing, Round
from tournaments.permissions import Visitor


@dataclass(frozen=True, slots=True)
class SeatLine:
    """An entry at a table."""

    entry_id: int
    player_id: int
    number: int
    name: str
    rating: int | None


@dataclass(frozen=True, slots=True)
class PairingLine:
    """A line of the pairings list. ``second`` is None for a bye. ``state`` is "" (nothing reported), pending, confirmed or conflict.

    Scores and ``result_kind`` are the result's while the state is not "".
    """

    pairing_id: int
    table_number: int | None
    kind: str
    first: SeatLine
    second: SeatLine | None
    state: str = ""
    result_kind: str = ""
    first_score: int | None = None
    second_score: int | None = None
    late_difference: bool = False
    record_uuid: str = ""


def rounds_of(division: Division, *, drafts: bool) -> list[Round]:
    """The division's rounds by number, with or without drafts. One query."""
    raise NotImplementedError


def round_for(division: Division, number: int, user: Visitor) -> Round:
    """The round of this number if the user may see it; raises Round.DoesNotExist otherwise."""
    raise NotImplementedError


def pairings_of(round_: Round) -> list[PairingLine]:
    """The round's pairings by table, byes last, with results. One query."""
    raise NotImplementedError


def pairing_for(event_slug: str, pairing_id: int, user: Visitor) -> Pairing:
    """A pairing of this event if the user may see it, with round, division, event, club and seats. Raises Pairing.DoesNotExist."""
    raise NotImplementedError


def missing_results(division: Division, *, before_round: int | None = None) -> list[tuple[int, PairingLine]]:
    """(round number, pairing) of every public game without a confirmed result. One query."""
    raise NotImplementedError
