"""Changing what decides the standings during the event: with a reason, and knowing who would move."""

from dataclasses import dataclass, fields

from django.utils.translation import gettext as _

from core.wording import listed
from tournaments.engine.pairing.bracket_places import placed
from tournaments.errors import TournamentError
from tournaments.inputs.events import DivisionInput
from tournaments.models import Division
from tournaments.queries.results import facts_of
from tournaments.queries.snapshot import players_of, settings_of
from tournaments.queries.standings import knock_outs_of, standings_of
from tournaments.services.entries.entries import last_public_round
from tournaments.settings import Change
from tournaments.settings.changes import changed


@dataclass(frozen=True, slots=True)
class Move:
    """A player whose place a change of the settings changes."""

    name: str
    before: int
    after: int


def input_of(division: Division) -> DivisionInput:
    """The division's current settings, to change some of them."""
    return DivisionInput(**{item.name: getattr(division, item.name) for item in fields(DivisionInput)})


def moves(division: Division, data: DivisionInput) -> list[Move]:
    """Whose place these settings would change, in the order of the current standings. Six queries."""
    changed_division = Division(pk=division.pk, settings=data.settings)
    knock_out = knock_outs_of([division]).get(division.pk)
    after = placed(players_of(division), facts_of(division), settings_of(changed_division), None, knock_out)
    ranks = {row.player.id: row.rank for row in after}
    return [
        Move(line.name, line.row.rank, ranks[line.entry_id])
        for line in standings_of(division)
        if line.row.rank != ranks[line.entry_id]
    ]


def refuse_unexplained(division: Division, data: DivisionInput, *, reason: str, seen: bool) -> None:
    """Once a round is published, the tie-breaks change only with a reason, and places only if the actor has seen the moves.

    For the division under the lock of its event. ``seen``: the actor knows whose place changes. Raises TournamentError
    without a reason, UnseenMovesError naming who would move.
    """
    if not last_public_round(division) or not changed(division.settings, data.settings, Change.WITH_REASON):
        return
    if not reason.strip():
        raise TournamentError(
            _("Say why: rounds are published, and players have seen the standings as they were."), code="reason"
        )
    if not seen and (unseen := moves(division, data)):
        raise UnseenMovesError(unseen)


class UnseenMovesError(TournamentError):
    """A change of the settings would change places that players have seen; ``moves`` lists whose."""

    def __init__(self, moves: list[Move]) -> None:
        self.moves = moves
        named = listed(f"{move.name} {move.before} → {move.after}" for move in moves)
        text = _(
            "This changes standings that players have seen: %(moves)s. Send the request again with a confirmation."
        )
        super().__init__(text % {"moves": named}, code="unconfirmed")
