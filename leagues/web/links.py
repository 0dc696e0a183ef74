"""What other pages show of leagues: the ways to a new league night."""

from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.models import Club
from leagues.models import LeagueSeason


def new_event_links(club: Club) -> list[tuple[str, str, str]]:
    """A league night of each season that has begun, with its players; without one the way to a first league. One query."""
    seasons = LeagueSeason.objects.filter(league__club=club, state=LeagueSeason.State.RUNNING).select_related("league")
    links = [
        (
            _("League night for %(league)s") % {"league": season.league.name},
            _("The players and divisions of %(season)s are entered, and the games count towards it.")
            % {"season": season.name},
            reverse("tournaments:season_event", args=[club.slug, season.league.slug, season.number]),
        )
        for season in seasons.order_by("league__name", "number")
    ]
    start = reverse("tournaments:new_league", args=[club.slug])
    return links or [(_("League night"), _("Counts towards a season of many evenings. Start a league first."), start)]
