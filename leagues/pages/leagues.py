"""The director's pages of leagues: a new league, its name, its first season, the divisions of a season."""

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from audit.models import ActionLog
from clubs.access import ClubPath, reached
from clubs.models import User
from core.wording import division_title
from leagues.forms import LeagueDivisionForm, LeagueForm, SeasonForm
from leagues.pages.common import (
    act,
    division_of,
    form_page,
    league_of,
    league_url,
    posted,
    season_form_page,
    season_of,
    season_url,
)
from leagues.pages.public import crumbs_of
from leagues.queries import seasons_of
from leagues.services import leagues as services
from tournaments.errors import TournamentError
from tournaments.pages.director.common import back_with

#: Actions shown on the page of a league, newest first.
_MOST_ACTIONS = 50


def new_league(request: HttpRequest, club: str) -> HttpResponse:
    """Found a league."""
    this_club = reached(request, ClubPath(club))
    form = LeagueForm(posted(request))

    def save(user: User) -> HttpResponse:
        league = services.create_league(actor=user, club=this_club, data=form.to_input())
        return back_with(request, reverse("tournaments:new_season", args=[this_club.slug, league.slug]))

    back = reverse("clubs:club", args=[this_club.slug])
    context = {"crumbs": [(this_club.name, back)], "back": back}
    return form_page(request, form, save, {**context, "title": _("New league"), "verb": _("Create the league")})


def manage_league(request: HttpRequest, club: str, league: str) -> HttpResponse:
    """A league's seasons, its name and its log."""
    this_league = league_of(request, club, league)
    form = LeagueForm(posted(request), initial={"name": this_league.name, "about": this_league.about})

    def save(user: User) -> HttpResponse:
        services.update_league(actor=user, league=this_league, data=form.to_input())
        return back_with(request, league_url(this_league), done=_("League saved."))

    actions = ActionLog.objects.filter(scope=services.scope(this_league)).select_related("actor").order_by("-pk")
    context = {
        "league": this_league,
        "seasons": list(seasons_of(this_league, drafts=True)),
        "actions": actions[:_MOST_ACTIONS],
        "crumbs": crumbs_of(this_league),
    }
    return form_page(request, form, save, context, "leagues/manage_league.html")


def new_season(request: HttpRequest, club: str, league: str) -> HttpResponse:
    """Begin a league's first season."""
    this_league = league_of(request, club, league)
    form = SeasonForm(posted(request))

    def save(user: User) -> HttpResponse:
        season = services.create_season(
            actor=user, league=this_league, data=form.to_input(), divisions=form.division_inputs()
        )
        return back_with(request, season_url(season), done=_("Season created."))

    context = {"league": this_league, "crumbs": crumbs_of(this_league), "title": _("First season")}
    return form_page(request, form, save, context, "leagues/season_form.html")


def add_division(request: HttpRequest, club: str, league: str, season: int) -> HttpResponse:
    """Add a division below the others."""
    this_season = season_of(request, club, league, season)
    form = LeagueDivisionForm(request.POST)
    if not form.is_valid():
        return back_with(request, season_url(this_season), error=TournamentError(_errors(form)))
    done = _("%(division)s added.") % {"division": division_title(form.cleaned_data["name"])}
    try:
        data = form.to_input()
    except ValidationError as error:
        return back_with(request, season_url(this_season), error=TournamentError(" ".join(error.messages)))
    return act(request, this_season, services.add_league_division, done, season=this_season, data=data)


def _errors(form: LeagueDivisionForm) -> str:
    return " ".join(f"{form.fields[name].label}: {' '.join(map(str, errors))}" for name, errors in form.errors.items())


def edit_division(request: HttpRequest, club: str, league: str, season: int, division: str) -> HttpResponse:
    """Rename a division, or say how many go up and down."""
    this_season = season_of(request, club, league, season)
    this_division = division_of(this_season, division)
    form = LeagueDivisionForm(posted(request), division=this_division)

    def save(user: User) -> None:
        reason = form.cleaned_data.get("reason", "")
        services.update_league_division(actor=user, division=this_division, data=form.to_input(), reason=reason)

    title = division_title(this_division.name)
    return season_form_page(request, this_season, form, save, done=_("Division saved."), title=title, verb=_("Save"))


def remove_division(request: HttpRequest, club: str, league: str, season: int, division: str) -> HttpResponse:
    """Remove the lowest division."""
    this_season = season_of(request, club, league, season)
    this_division = division_of(this_season, division)
    done = _("“%(name)s” removed.") % {"name": this_division.name}
    return act(request, this_season, services.remove_league_division, done, division=this_division)
