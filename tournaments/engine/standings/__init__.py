"""The order of a division: a row for each player, by match points and spread or by any tie-breaks."""

from tournaments.engine.standings import tiebreaks  # noqa: F401  # they register themselves
from tournaments.engine.standings.count import standings, worth
from tournaments.engine.standings.order import Placed, extra_columns, place, unknown
from tournaments.engine.standings.row import StandingsRow
from tournaments.engine.standings.tiebreak import TIEBREAKS, Tiebreak, register

__all__ = [
    "TIEBREAKS",
    "Placed",
    "StandingsRow",
    "Tiebreak",
    "extra_columns",
    "place",
    "register",
    "standings",
    "unknown",
    "worth",
]
