"""The director's pages of a season's members: add, move, with a reason."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models import Player
from leagues.forms import MoveForm
from leagues.models import LeagueMember
from leagues.pages.leagues import division_of, season_crumbs, season_of, season_url
from leagues.queries import season_tables
from leagues.services import seasons as services
from tournaments.errors import TournamentError
from tournaments.forms.entries import WhoForm
from tournaments.pages.director import common
from tournaments.services.entries.same_names import WhoIsMeantError


def add(request: HttpRequest, club: str, league: str, season: int, division: str) -> HttpResponse:
    """Add a player by name."""
    found = season_of(request, club, league, season)
    current = division_of(found, division)
    name, answer = request.POST.get("name", ""), request.POST.get("same_as", "")
    same_as = int(answer) if answer.isascii() and answer.isdigit() and len(answer) < 19 else None
    try:
        member = services.add_member(actor=common.signed_in(request), division=current, name=name, same_as=same_as)
    except WhoIsMeantError as error:
        context = {
            "title": _("Who is “%(name)s”?") % {"name": error.name},
            "points": [str(error)],
            "form": WhoForm(initial={"name": error.name}, similar=error.similar),
            "verb": _("Add the player"),
            "back": season_url(found),
            "crumbs": season_crumbs(found),
        }
        return render(request, "tournaments/director/confirm.html", context, status=422)
    except TournamentError as error:
        return common.back_with(request, season_url(found), error=error)
    done = _("%(name)s is in division %(division)s.") % {"name": member.player.name, "division": current.name}
    return common.back_with(request, season_url(found), done=done)


def add_strangers(request: HttpRequest, club: str, league: str, season: int, division: str) -> HttpResponse:
    """Add everybody who is entered in the division's events and in no division."""
    found = season_of(request, club, league, season)
    current = division_of(found, division)
    try:
        made = services.add_strangers(actor=common.signed_in(request), division=current)
    except TournamentError as error:
        return common.back_with(request, season_url(found), error=error)
    count = len(made)
    done = ngettext("%(count)d player added.", "%(count)d players added.", count) % {"count": count}
    return common.back_with(request, season_url(found), done=done)


def move(request: HttpRequest, club: str, league: str, season: int, player: int) -> HttpResponse:
    """Put a player into another division than proposed, with a reason."""
    found = season_of(request, club, league, season)
    who = get_object_or_404(Player, pk=player)
    home = next(
        (table.division for table in season_tables(found) for row in table.rows if row.line.player == who.pk),
        None,
    )
    if home is None:
        get_object_or_404(LeagueMember, season=found, player=who)
    form = MoveForm(request.POST if request.method == "POST" else None, season=found, division=home)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            services.move_member(
                actor=common.signed_in(request),
                season=found,
                player=who,
                division=data["division"],
                reason=data["reason"],
            )
        except TournamentError as error:
            common.add_error(form, error.code if error.code in form.fields else None, error)
        else:
            return common.back_with(request, season_url(found), done=_("%(name)s moved.") % {"name": who.name})
    context = {
        "title": _("Where does %(name)s play?") % {"name": who.name},
        "verb": _("Save"),
        "form": form,
        "back": season_url(found),
        "crumbs": season_crumbs(found),
    }
    return render(request, "tournaments/director/confirm.html", context, status=422 if form.errors else 200)
