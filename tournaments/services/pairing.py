"""Use cases of rounds: what is missing, draft, edit, publish, take back."""

from dataclasses import dataclass
from enum import StrEnum

from clubs.models import User
from tournaments.models import Division, Round


class Level(StrEnum):
    """How much a readiness note matters."""

    BLOCK = "block"  # must be put right, or overruled explicitly where ``draft_round`` says so
    WARN = "warn"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Note:
    """Something to know before a round is paired."""

    level: Level
    code: str  # results_missing · conflict · late_difference · withdrawn · bye · too_few · not_next · finished
    message: str
    pairing_id: int | None = None
    entry_id: int | None = None


def readiness(division: Division, number: int) -> list[Note]:
    """What is missing or odd before round ``number`` is paired; most important first. A fixed number of queries."""
    raise NotImplementedError


def draft_round(*, actor: User, division: Division, number: int, system: str = "swiss", despite_missing: bool = False) -> Round:
    """Pair round ``number`` (the next one, or its draft once more) and store plan, reasons and draft.

    With ``despite_missing`` games without a confirmed result count as meetings only. Raises NotReadyError when something is in the way,
    TournamentError when the rules admit no pairing.
    """
    raise NotImplementedError


def swap_players(*, actor: User, round_id: int, expected_version: int, entry_a: int, entry_b: int) -> Round:
    """In a draft, exchange the places of two entries (ids), one of which may have the bye. Raises StaleEditError, TournamentError."""
    raise NotImplementedError


def swap_seats(*, actor: User, round_id: int, expected_version: int, pairing_id: int) -> Round:
    """In a draft, exchange first and second at one table. Raises StaleEditError, TournamentError."""
    raise NotImplementedError


def discard_draft(*, actor: User, round_id: int, expected_version: int) -> None:
    """Throw a draft away; its pairing run stays on record. Raises StaleEditError, TournamentError."""
    raise NotImplementedError


def publish_round(*, actor: User, round_id: int, expected_version: int) -> Round:
    """Make a draft public: slip links, the bye's result, the event runs. Raises StaleEditError, NotReadyError, TournamentError."""
    raise NotImplementedError


def unpublish_losses(round_: Round) -> list[str]:
    """What taking the round back would lose, as sentences for the director."""
    raise NotImplementedError


def unpublish_round(*, actor: User, round_id: int, expected_version: int, reason: str) -> Round:
    """Make the last published round a draft again while nothing was submitted; its slips stop working. Raises TournamentError."""
    raise NotImplementedError
