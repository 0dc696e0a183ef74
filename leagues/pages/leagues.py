"""The director's pages of leagues: a new league, its name, its first season, the divisions of a season."""

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from audit.models import ActionLog
from clubs.access import ClubPath, reached
from leagues.access import LeaguePath, SeasonPath
from leagues.forms import LeagueDivisionForm, LeagueForm, SeasonForm
from leagues.models import League, LeagueDivision, LeagueSeason
from leagues.pages.public import crumbs_of
from leagues.queries import seasons_of
from leagues.services import leagues as services
from tournaments.errors import TournamentError
from tournaments.pages.director import common

#: Actions shown on the page of a league, newest first.
_SHOWN_ACTIONS = 50


def league_of(request: HttpRequest, club: str, league: str) -> League:
    """The league of this address; raises as ``reached``."""
    return reached(request, LeaguePath(club, league))


def season_of(request: HttpRequest, club: str, league: str, season: int) -> LeagueSeason:
    """The season of this address; raises as ``reached``."""
    return reached(request, SeasonPath(club, league, season))


def division_of(season: LeagueSeason, division: str) -> LeagueDivision:
    """The season's division of this address, or 404."""
    found = get_object_or_404(LeagueDivision, season=season, slug=division)
    found.season = season
    return found


def season_url(season: LeagueSeason) -> str:
    """The director's page of a season."""
    league = season.league
    return reverse("tournaments:manage_season", args=[league.club.slug, league.slug, season.number])


def season_crumbs(season: LeagueSeason) -> common.Crumbs:
    """Club / league / season."""
    return [*crumbs_of(season.league), (season.name, season_url(season))]


def new_league(request: HttpRequest, club: str) -> HttpResponse:
    """Found a league."""
    found, user = reached(request, ClubPath(club)), common.signed_in(request)
    form = LeagueForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            league = services.create_league(actor=user, club=found, data=form.to_input())
        except (TournamentError, ValidationError) as error:
            common.add_error(form, None, error)
        else:
            return common.back_with(request, reverse("tournaments:new_season", args=[found.slug, league.slug]))
    crumbs = [(found.name, reverse("clubs:club", args=[found.slug]))]
    back = reverse("clubs:club", args=[found.slug])
    context = {"form": form, "crumbs": crumbs, "title": _("New league"), "verb": _("Create the league"), "back": back}
    return render(request, "tournaments/director/confirm.html", context, status=422 if form.errors else 200)


def manage_league(request: HttpRequest, club: str, league: str) -> HttpResponse:
    """A league's seasons, its name and its log."""
    found = league_of(request, club, league)
    initial = {"name": found.name, "about": found.about}
    form = LeagueForm(request.POST if request.method == "POST" else None, initial=initial)
    here = reverse("tournaments:manage_league", args=[found.club.slug, found.slug])
    if request.method == "POST" and form.is_valid():
        try:
            services.update_league(actor=common.signed_in(request), league=found, data=form.to_input())
        except (TournamentError, ValidationError) as error:
            common.add_error(form, None, error)
        else:
            return common.back_with(request, here, done=_("League saved."))
    actions = ActionLog.objects.filter(scope=services.scope(found)).select_related("actor").order_by("-pk")
    context = {
        "league": found,
        "seasons": list(seasons_of(found, drafts=True)),
        "form": form,
        "actions": actions[:_SHOWN_ACTIONS],
        "crumbs": crumbs_of(found),
    }
    return render(request, "leagues/manage_league.html", context, status=422 if form.errors else 200)


def new_season(request: HttpRequest, club: str, league: str) -> HttpResponse:
    """Begin a league's first season."""
    found = league_of(request, club, league)
    form = SeasonForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            season = services.create_season(
                actor=common.signed_in(request), league=found, data=form.to_input(), divisions=form.division_inputs()
            )
        except (TournamentError, ValidationError) as error:
            common.add_error(form, _field(form, error), error)
        else:
            return common.back_with(request, season_url(season), done=_("Season created."))
    context = {"form": form, "league": found, "crumbs": crumbs_of(found), "title": _("First season")}
    return render(request, "leagues/season_form.html", context, status=422 if form.errors else 200)


def _field(form: SeasonForm, error: TournamentError | ValidationError) -> str | None:
    """The field that a refusal is about."""
    code = {"points": "win_points", "standings_order": "criterion_1"}.get(error.code or "", error.code or "")
    return code if code in form.fields else None


def season_rules(request: HttpRequest, season: LeagueSeason) -> HttpResponse:
    """Name, days and rules of a season."""
    form = SeasonForm(request.POST if request.method == "POST" else None, season=season)
    if request.method == "POST" and form.is_valid():
        try:
            reason = form.cleaned_data.get("reason", "")
            services.update_season(actor=common.signed_in(request), season=season, data=form.to_input(), reason=reason)
        except (TournamentError, ValidationError) as error:
            common.add_error(form, _field(form, error), error)
        else:
            return common.back_with(request, season_url(season), done=_("Season saved."))
    context = {
        "form": form,
        "league": season.league,
        "season": season,
        "crumbs": season_crumbs(season),
        "title": _("Rules of %(season)s") % {"season": season.name},
    }
    return render(request, "leagues/season_form.html", context, status=422 if form.errors else 200)


def add_division(request: HttpRequest, club: str, league: str, season: int) -> HttpResponse:
    """Add a division below the others."""
    found = season_of(request, club, league, season)
    form = LeagueDivisionForm(request.POST)
    if not form.is_valid():
        return common.back_with(request, season_url(found), error=TournamentError(_faults(form)))
    try:
        made = services.add_league_division(actor=common.signed_in(request), season=found, data=form.to_input())
    except TournamentError as error:
        return common.back_with(request, season_url(found), error=error)
    except ValidationError as error:
        return common.back_with(request, season_url(found), error=TournamentError(" ".join(error.messages)))
    return common.back_with(request, season_url(found), done=_("Division %(name)s added.") % {"name": made.name})


def _faults(form: LeagueDivisionForm) -> str:
    return " ".join(f"{form.fields[name].label}: {' '.join(map(str, errors))}" for name, errors in form.errors.items())


def edit_division(request: HttpRequest, club: str, league: str, season: int, division: str) -> HttpResponse:
    """Rename a division, or say how many go up and down."""
    found = season_of(request, club, league, season)
    current = division_of(found, division)
    form = LeagueDivisionForm(request.POST if request.method == "POST" else None, division=current)
    if request.method == "POST" and form.is_valid():
        try:
            services.update_league_division(
                actor=common.signed_in(request),
                division=current,
                data=form.to_input(),
                reason=form.cleaned_data.get("reason", ""),
            )
        except (TournamentError, ValidationError) as error:
            common.add_error(form, error.code if error.code in form.fields else None, error)
        else:
            return common.back_with(request, season_url(found), done=_("Division saved."))
    title = _("Division %(name)s") % {"name": current.name}
    context = {"form": form, "title": title, "verb": _("Save"), "back": season_url(found)}
    context["crumbs"] = season_crumbs(found)
    return render(request, "tournaments/director/confirm.html", context, status=422 if form.errors else 200)


def remove_division(request: HttpRequest, club: str, league: str, season: int, division: str) -> HttpResponse:
    """Take away the lowest division."""
    found = season_of(request, club, league, season)
    current = division_of(found, division)
    try:
        services.remove_league_division(actor=common.signed_in(request), division=current)
    except TournamentError as error:
        return common.back_with(request, season_url(found), error=error)
    return common.back_with(request, season_url(found), done=_("“%(name)s” removed.") % {"name": current.name})
