"""The demo's league: one hall, two divisions of six players, both of the club's events count for both."""

from datetime import timedelta

from clubs.models import User
from leagues.inputs import LeagueDivisionInput, LeagueInput, SeasonInput
from leagues.models import LeagueDivision, LeagueSeason
from leagues.services.leagues import count_event, create_league, create_season
from leagues.services.seasons import add_player, start_season
from tournaments.models import Division

EXCHANGE = 2


def add_league(director: User, played: list[Division]) -> LeagueSeason:
    """A running season in which these divisions count; the stronger half of the first one's players is the top division."""
    first = played[0]
    league = create_league(
        actor=director,
        club=first.event.club,
        data=LeagueInput(name="Harbour Ladder", about="Every club event counts. Two go up, two go down."),
    )
    data = SeasonInput(name="Season 1", starts_on=first.event.starts_on - timedelta(days=7), open_to_all=False)
    divisions = [LeagueDivisionInput(name="Premier"), LeagueDivisionInput(name="Challengers", exchange=EXCHANGE)]
    season = create_season(actor=director, league=league, data=data, divisions=divisions)
    names = list(first.entries.order_by("number").values_list("name", flat=True))
    half = len(names) // 2
    for place in LeagueDivision.objects.select_related("season__league__club").filter(season=season):
        for name in names[:half] if place.position == 1 else names[half:]:
            add_player(actor=director, division=place, name=name)
        for division in played:
            count_event(actor=director, division=place, event_division_id=division.pk)
    return start_season(actor=director, season=season)
