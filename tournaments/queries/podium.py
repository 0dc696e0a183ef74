"""Who took the first places of a division: its teams where teams play each other, else its players."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tournaments.engine.standings import StandingsRow
from tournaments.models import Division
from tournaments.queries.standings import StandingsLine
from tournaments.queries.teams import TeamEvent, team_events

_PLACES = 3


@dataclass(frozen=True, slots=True)
class Place:
    """A place at the top; equals share its ``rank``. A player has ``number`` and ``row``, a team its ``players``."""

    rank: int
    name: str
    number: int | None = None
    row: StandingsRow | None = None
    players: tuple[str, ...] = ()


def podiums_of(
    divisions: Collection[Division], standings: Mapping[int, Sequence[StandingsLine]]
) -> dict[int, list[Place]]:
    """The first three places of each division by its ``standings`` (by id): more than three where equals share one.

    One query, two more if there are divisions of teams.
    """
    teams = team_events(divisions)
    podiums = {
        division.pk: _of_teams(teams[division.pk]) if division.pk in teams else _of_players(standings[division.pk])
        for division in divisions
    }
    return {pk: [place for place in places if place.rank <= _PLACES] for pk, places in podiums.items()}


def _of_players(lines: Sequence[StandingsLine]) -> list[Place]:
    return [Place(line.row.rank, line.name, number=line.number, row=line.row) for line in lines]


def _of_teams(event: TeamEvent) -> list[Place]:
    return [Place(line.rank, line.team, players=tuple(player.name for player in line.players)) for line in event.lines]
