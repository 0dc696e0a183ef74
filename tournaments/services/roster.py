"""Use cases of entries: the dry run of a roster, its import (all or nothing), single entries, withdrawal and return."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from clubs.models import User
from tournaments.models import Division, Entry

RosterFormat = Literal["csv", "tsh"]


class RosterAction(StrEnum):
    """What importing a line will do."""

    NEW_PLAYER = "new"  # a player nobody in the club has entered before
    KNOWN_PLAYER = "known"  # the club's player ``player_id``
    ALREADY_ENTERED = "entered"  # in the division already: the line changes nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterRow:
    """One player of a roster. ``line`` counts from 1 in the text it came from (0: typed into the form)."""

    name: str
    line: int = 0
    rating: int | None = None
    career_games: int | None = None
    external_id: str = ""
    action: RosterAction = RosterAction.NEW_PLAYER
    player_id: int | None = None


@dataclass(frozen=True, slots=True)
class RosterProblem:
    """A line that cannot be imported: what is wrong with it and what to do."""

    line: int
    text: str
    message: str
    remedy: str


@dataclass(frozen=True, slots=True)
class RosterPreview:
    """What importing the text would do. With any problem, nothing is imported."""

    rows: tuple[RosterRow, ...]
    problems: tuple[RosterProblem, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether the roster can be imported."""
        return bool(self.rows) and not self.problems


def preview_roster(*, division: Division, text: str | bytes, format: RosterFormat) -> RosterPreview:
    """Read a roster and say what importing it would do; writes nothing. Bad lines become problems, never exceptions."""
    raise NotImplementedError


def import_roster(*, actor: User, division: Division, rows: Sequence[RosterRow]) -> list[Entry]:
    """Enter the players of a preview, all or none; those already entered are left as they are. Returns the new entries.

    Raises TournamentError when the division or the roster has changed so that a line no longer fits.
    """
    raise NotImplementedError


def add_entry(*, actor: User, division: Division, row: RosterRow) -> Entry:
    """Enter one player; the number is the next free one. Raises TournamentError when the player is entered already."""
    raise NotImplementedError


def withdraw_entry(*, actor: User, entry: Entry, after_round: int, reason: str = "") -> Entry:
    """The player leaves after ``after_round`` (0: never played): not paired any more, results stay. Raises TournamentError."""
    raise NotImplementedError


def return_entry(*, actor: User, entry: Entry, reason: str = "") -> Entry:
    """A withdrawn player is paired again from the next round on. Raises TournamentError when not withdrawn."""
    raise NotImplementedError
