"""What the game clock starts from: the times and the overtime of a game. The clock itself runs in the players' browser."""

from dataclasses import dataclass

from games.game import Overtime
from tournaments.models import Pairing
from tournaments.services.events.rules import rules_of


@dataclass(frozen=True, slots=True)
class ClockSetup:
    """``minutes``: of each player; ``names``: by seats, empty without an event."""

    minutes: int
    overtime: Overtime
    names: tuple[str, ...] = ()


#: Without an event: the usual time, ten points for each minute begun.
USUAL = ClockSetup(25, Overtime(points=10, minutes=None, loses=False))


def clock_setup(pairing: Pairing) -> ClockSetup | None:
    """The clock of a game, loaded with its seats; None for one that is not played by a clock, or not by two."""
    division, seats = pairing.round.division, list(pairing.seats.all())
    overtime = division.played.overtime(rules_of(division))
    if overtime is None or len(seats) != 2 or pairing.kind != Pairing.Kind.GAME:
        return None
    return ClockSetup(division.settings.player_minutes, overtime, tuple(seat.entry.name for seat in seats))
