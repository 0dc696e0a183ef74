"""A league whose season has two divisions and two club nights each, brought about through the services."""

from dataclasses import dataclass
from datetime import date, timedelta

from clubs.models import Club, User
from leagues.inputs import LeagueDivisionInput, LeagueInput, SeasonInput
from leagues.models import League, LeagueDivision, LeagueSeason
from leagues.services import leagues
from leagues.services.seasons import finish_season, start_season
from tests import factories
from tournaments.inputs.events import EventInput
from tournaments.models import Division
from tournaments.services.entries.roster import import_roster
from tournaments.services.entries.roster_lines import RosterRow
from tournaments.services.events.events import create_event, finish_event

TOP = ["Ada", "Ben", "Cem", "Dua"]
LOW = ["Eli", "Fay", "Gus", "Hal"]


@dataclass(frozen=True)
class LeagueScene:
    """A running season of divisions A and B."""

    director: User
    league: League
    season: LeagueSeason
    top: LeagueDivision
    low: LeagueDivision

    def fresh(self) -> LeagueSeason:
        """The season as it is now."""
        return LeagueSeason.objects.select_related("league__club").get(pk=self.season.pk)

    def night(self, place: LeagueDivision, names: list[str], week: int, *, rounds: int = 1, lead: int = 50) -> Division:
        """A finished club night of these players that counts for ``place``: the stronger of each two wins."""
        division = club_night(self.league.club, self.director, names, week, rounds=rounds, lead=lead)
        leagues.count_event(actor=self.director, division=place, event_division_id=division.pk)
        return division

    def finish(self) -> LeagueSeason:
        """The season, finished."""
        return finish_season(actor=self.director, season=self.fresh())


def club_night(
    club: Club, director: User, names: list[str], week: int, *, rounds: int = 1, lead: int = 50, finish: bool = True
) -> Division:
    """A club night: rounds of the usual pairing, who was named earlier wins, by ``lead`` at table 1 and 10 less at each further one."""
    data = EventInput(
        name=f"Night {week}",
        starts_on=date(2026, 5, 1) + timedelta(days=7 * week),
        division=factories.division_data(rounds_planned=max(rounds, 1)),
    )
    event = create_event(actor=director, club=club, data=data)
    division = event.divisions.select_related("event__club", "rating_pool").get()
    rows = [RosterRow(name=name, line=line, rating=1800 - 10 * line) for line, name in enumerate(names, start=1)]
    import_roster(actor=director, division=division, rows=rows)
    for number in range(1, rounds + 1):
        for index, line in enumerate(factories.games(factories.publish(division, director, number))):
            ahead = (lead - 10 * index) * (1 if line.first.number < line.second.number else -1)
            factories.agree(line.pairing_id, 400 + ahead, 400)
    if finish and rounds:
        finish_event(actor=director, event=event)
    return division


def make_league(club: Club, director: User, *, exchange: int = 1, start: bool = True, **rules: object) -> LeagueScene:
    """A league with a season of two divisions without events yet."""
    league = leagues.create_league(actor=director, club=club, data=LeagueInput(name="Ladder"))
    data = SeasonInput(**{"name": "Season 1", "starts_on": date(2026, 5, 1), **rules})  # type: ignore[arg-type]
    divisions = [LeagueDivisionInput(name="A"), LeagueDivisionInput(name="B", exchange=exchange)]
    season = leagues.create_season(actor=director, league=league, data=data, divisions=divisions)
    if start:
        season = start_season(actor=director, season=season)
    top, low = LeagueDivision.objects.select_related("season__league__club").filter(season=season).order_by("position")
    return LeagueScene(director, league, season, top, low)


def played_league(club: Club, director: User, *, weeks: int = 2, **rules: object) -> LeagueScene:
    """A season in which both divisions have had two nights; after one night the places are the same."""
    scene = make_league(club, director, **rules)  # type: ignore[arg-type]
    for week in range(1, weeks + 1):
        scene.night(scene.top, TOP, week)
        scene.night(scene.low, LOW, week)
    return scene
