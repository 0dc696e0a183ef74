"""What the director's pages of leagues share: the way to what they are about, and buttons and forms that act."""

from collections.abc import Callable, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse

from clubs.access import reached
from clubs.models import User
from leagues.access import LeaguePath, SeasonPath
from leagues.models import League, LeagueDivision, LeagueSeason
from leagues.pages.public import Crumbs, crumbs_of
from tournaments.errors import TournamentError
from tournaments.pages.director.common import add_error, back_with, signed_in

#: The page of one form: title, points, verb, back, crumbs.
CONFIRM = "tournaments/director/confirm.html"
#: Fields that a refusal is about where its code is not the name of one.
_FIELDS = {"points": "win_points", "standings_order": "criterion_1"}


def league_of(request: HttpRequest, club: str, league: str) -> League:
    """The league of this address; raises as ``reached``."""
    return reached(request, LeaguePath(club, league))


def season_of(request: HttpRequest, club: str, league: str, season: int) -> LeagueSeason:
    """The season of this address; raises as ``reached``."""
    return reached(request, SeasonPath(club, league, season))


def division_of(season: LeagueSeason, division: str) -> LeagueDivision:
    """The season's division of this address, or 404."""
    row = get_object_or_404(LeagueDivision, season=season, slug=division)
    row.season = season
    return row


def league_url(league: League) -> str:
    """The director's page of a league."""
    return reverse("tournaments:manage_league", args=[league.club.slug, league.slug])


def season_url(season: LeagueSeason) -> str:
    """The director's page of a season."""
    league = season.league
    return reverse("tournaments:manage_season", args=[league.club.slug, league.slug, season.number])


def season_crumbs(season: LeagueSeason) -> Crumbs:
    """Club / league / season."""
    return [*crumbs_of(season.league), (season.name, season_url(season))]


def posted(request: HttpRequest) -> Any:
    """What a form is bound to: the body of a POST, else nothing."""
    return request.POST if request.method == "POST" else None


def act(
    request: HttpRequest, at: LeagueSeason, service: Callable[..., object], done: str, to: str = "", /, **values: object
) -> HttpResponse:
    """Call the service with these values, and go to the season's page (or ``to``) with what was done or why nothing was."""
    try:
        service(actor=signed_in(request), **values)
    except TournamentError as error:
        return back_with(request, season_url(at), error=error)
    return back_with(request, to or season_url(at), done=done)


def form_page(
    request: HttpRequest,
    form: Form,
    save: Callable[[User], HttpResponse],
    context: Mapping[str, object],
    template: str = CONFIRM,
) -> HttpResponse:
    """A page with a form; posted and valid it is saved, and a refusal is shown at the field it is about."""
    if request.method == "POST" and form.is_valid():
        try:
            return save(signed_in(request))
        except (TournamentError, ValidationError) as error:
            field = _FIELDS.get(error.code or "", error.code or "")
            add_error(form, field if field in form.fields else None, error)
    return render(request, template, {"form": form, **context}, status=422 if form.errors else 200)


def season_form_page(
    request: HttpRequest,
    season: LeagueSeason,
    form: Form,
    save: Callable[[User], object],
    *,
    done: str,
    **context: object,
) -> HttpResponse:
    """A form of a season: saved it goes back to the season's page and says what was ``done``."""

    def save_and_go_back(user: User) -> HttpResponse:
        save(user)
        return back_with(request, season_url(season), done=done)

    around = {"back": season_url(season), "crumbs": season_crumbs(season)}
    return form_page(request, form, save_and_go_back, around | context)
