"""The director's pages of a season's players: add, move, with a reason."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models import Player, User
from core.wording import division_title
from leagues.forms import MoveForm
from leagues.models import SeasonPlayer
from leagues.pages.common import (
    CONFIRM,
    division_of,
    posted,
    season_crumbs,
    season_form_page,
    season_of,
    season_url,
)
from leagues.queries import season_tables
from leagues.services import seasons as services
from tournaments.errors import TournamentError
from tournaments.forms.entries import WhoForm
from tournaments.pages.director.common import back_with, signed_in
from tournaments.services.entries.same_names import WhoIsMeantError


def add(request: HttpRequest, club: str, league: str, season: int, division: str) -> HttpResponse:
    """Add a player by name."""
    this_season = season_of(request, club, league, season)
    this_division = division_of(this_season, division)
    name, player_id = request.POST.get("name", ""), request.POST.get("same_as", "")
    same_as = int(player_id) if player_id.isascii() and player_id.isdigit() and len(player_id) < 19 else None
    try:
        season_player = services.add_player(
            actor=signed_in(request), division=this_division, name=name, same_as=same_as
        )
    except WhoIsMeantError as error:
        context = {
            "title": _("Who is “%(name)s”?") % {"name": error.name},
            "points": [str(error)],
            "form": WhoForm(initial={"name": error.name}, similar=error.similar),
            "verb": _("Add the player"),
            "back": season_url(this_season),
            "crumbs": season_crumbs(this_season),
        }
        return render(request, CONFIRM, context, status=422)
    except TournamentError as error:
        return back_with(request, season_url(this_season), error=error)
    done = _("%(name)s is in %(division)s.") % {
        "name": season_player.player.name,
        "division": division_title(this_division.name),
    }
    return back_with(request, season_url(this_season), done=done)


def add_guests(request: HttpRequest, club: str, league: str, season: int, division: str) -> HttpResponse:
    """Add everybody who is entered in the division's events and in no division."""
    this_season = season_of(request, club, league, season)
    this_division = division_of(this_season, division)
    try:
        count = len(services.add_guests(actor=signed_in(request), division=this_division))
    except TournamentError as error:
        return back_with(request, season_url(this_season), error=error)
    done = ngettext("%(count)d player added.", "%(count)d players added.", count) % {"count": count}
    return back_with(request, season_url(this_season), done=done)


def move(request: HttpRequest, club: str, league: str, season: int, player: int) -> HttpResponse:
    """Put a player into another division than proposed, with a reason."""
    this_season = season_of(request, club, league, season)
    this_player = get_object_or_404(Player, pk=player)
    home = next(
        (table.division for table in season_tables(this_season) for row in table.rows if row.line.player == player),
        None,
    )
    if home is None:
        get_object_or_404(SeasonPlayer, season=this_season, player=this_player)
    form = MoveForm(posted(request), season=this_season, division=home)

    def save(user: User) -> None:
        services.move_player(actor=user, season=this_season, player=this_player, **form.cleaned_data)

    return season_form_page(
        request,
        this_season,
        form,
        save,
        done=_("%(name)s moved.") % {"name": this_player.name},
        title=_("Where does %(name)s play?") % {"name": this_player.name},
        verb=_("Save"),
    )
