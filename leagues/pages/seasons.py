"""The director's pages of a season: what it needs now, which events count, its start and end, and the next season."""

from collections.abc import Callable

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.models import User
from leagues.forms import LeagueDivisionForm, LinkForm, SeasonEventForm
from leagues.models import LeagueSeason, LeagueSession
from leagues.pages.leagues import season_crumbs, season_of, season_rules, season_url
from leagues.pages.public import crumbs_of
from leagues.queries import members_by_person, namesakes, season_tables
from leagues.services import events as league_events
from leagues.services import leagues
from leagues.services import seasons as services
from tournaments.errors import TournamentError
from tournaments.forms.events import ReasonForm
from tournaments.pages.director import common


def manage_season(request: HttpRequest, club: str, league: str, season: int) -> HttpResponse:
    """What a season needs now: divisions with their events and members."""
    found = season_of(request, club, league, season)
    tables = season_tables(found)
    members = members_by_person(found)
    following = LeagueSeason.objects.filter(league=found.league, number=found.number + 1).first()
    context = {
        "league": found.league,
        "season": found,
        "tables": [(table, [(row, members.get(row.line.player)) for row in table.rows]) for table in tables],
        "out": sorted(
            (member for member in members.values() if member.division_id is None), key=lambda one: one.player.name
        ),
        "namesakes": namesakes(tables),
        "following": following,
        "open": found.state != LeagueSeason.State.FINISHED,
        "link": LinkForm(None, season=found),
        "division_form": LeagueDivisionForm(),
        "crumbs": crumbs_of(found.league),
    }
    return render(request, "leagues/manage_season.html", context)


def rules(request: HttpRequest, club: str, league: str, season: int) -> HttpResponse:
    """Name, days and rules of a season."""
    return season_rules(request, season_of(request, club, league, season))


def _act(
    request: HttpRequest, season: LeagueSeason, act: Callable[[User], object], done: str, to: str = ""
) -> HttpResponse:
    """Do it, and go to the season's page (or ``to``) with what was done or why nothing was."""
    try:
        act(common.signed_in(request))
    except TournamentError as error:
        return common.back_with(request, season_url(season), error=error)
    return common.back_with(request, to or season_url(season), done=done)


def start(request: HttpRequest, club: str, league: str, season: int) -> HttpResponse:
    """Make a season public."""
    found = season_of(request, club, league, season)
    return _act(
        request,
        found,
        lambda user: services.start_season(actor=user, season=found),
        _("Season started; its tables are now public."),
    )


def finish(request: HttpRequest, club: str, league: str, season: int) -> HttpResponse:
    """End a season."""
    found = season_of(request, club, league, season)
    return _act(
        request,
        found,
        lambda user: services.finish_season(actor=user, season=found),
        _("Season finished. Start the next one when you like."),
    )


def reopen(request: HttpRequest, club: str, league: str, season: int) -> HttpResponse:
    """Take a finished season up again, with a reason."""
    found = season_of(request, club, league, season)
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        reason = form.cleaned_data["reason"]
        return _act(
            request,
            found,
            lambda user: services.reopen_season(actor=user, season=found, reason=reason),
            _("Season reopened."),
        )
    context = {
        "title": _("Reopen %(season)s?") % {"season": found.name},
        "points": [_("Its rules, events and players can be changed until it is finished again.")],
        "verb": _("Reopen the season"),
        "form": form,
        "back": season_url(found),
        "crumbs": season_crumbs(found),
    }
    return render(request, "tournaments/director/confirm.html", context, status=422 if form.errors else 200)


def delete(request: HttpRequest, club: str, league: str, season: int) -> HttpResponse:
    """Undo a season that has not been started, after a second look."""
    found = season_of(request, club, league, season)
    if request.method == "POST":
        home = reverse("tournaments:manage_league", args=[found.league.club.slug, found.league.slug])
        return _act(
            request,
            found,
            lambda user: services.delete_season(actor=user, season=found),
            _("“%(name)s” deleted.") % {"name": found.name},
            home,
        )
    count = LeagueSession.objects.filter(league_division__season=found).count()
    context = {
        "title": _("Delete %(season)s?") % {"season": found.name},
        "points": [
            _("Its divisions and player list are deleted; the log keeps who was where."),
            _("Its counting events (%(count)d) stay; they just stop counting.") % {"count": count},
            _("The previous season is not affected; the next one can be started from it again."),
        ],
        "verb": _("Delete the season"),
        "danger": True,
        "back": season_url(found),
        "crumbs": season_crumbs(found),
    }
    return render(request, "tournaments/director/confirm.html", context)


def following(request: HttpRequest, club: str, league: str, season: int) -> HttpResponse:
    """Start the next season: in preparation, with everybody where the tables send them."""
    found = season_of(request, club, league, season)
    try:
        made = services.next_season(actor=common.signed_in(request), season=found)
    except TournamentError as error:
        return common.back_with(request, season_url(found), error=error)
    made.league = found.league
    done = _("This is the proposal. Change what you need, then start the season.")
    return common.back_with(request, season_url(made), done=done)


def link(request: HttpRequest, club: str, league: str, season: int) -> HttpResponse:
    """Let an event's division count."""
    found = season_of(request, club, league, season)
    form = LinkForm(request.POST, season=found)
    if not form.is_valid():
        return common.back_with(
            request,
            season_url(found),
            error=TournamentError(_("Choose an event from the list that does not count yet.")),
        )
    division, played = form.cleaned_data["division"], form.cleaned_data["played"]
    division.season = found
    return _act(
        request,
        found,
        lambda user: leagues.link_session(actor=user, division=division, event_division_id=played.pk),
        _("%(event)s counts for division %(division)s.") % {"event": played.event.name, "division": division.name},
    )


def unlink(request: HttpRequest, club: str, league: str, season: int, session: int) -> HttpResponse:
    """Let an event count no longer."""
    found = season_of(request, club, league, season)
    known = get_object_or_404(LeagueSession, league_division__season=found, pk=session)
    return _act(
        request,
        found,
        lambda user: leagues.unlink_session(actor=user, season=found, session_id=known.pk),
        _("The event no longer counts."),
    )


def new_event(request: HttpRequest, club: str, league: str, season: int) -> HttpResponse:
    """An event with the season's divisions and members."""
    found = season_of(request, club, league, season)
    form = SeasonEventForm(request.POST if request.method == "POST" else None, initial={"name": found.league.name})
    if request.method == "POST" and form.is_valid():
        try:
            event = league_events.make_event(actor=common.signed_in(request), season=found, data=form.to_input())
        except (TournamentError, ValidationError) as error:
            common.add_error(form, error.code if error.code in form.fields else None, error)
        else:
            home = reverse("tournaments:manage", args=[event.slug])
            return common.back_with(request, home, done=_("The event is in preparation; it counts for the season."))
    points = [
        _("Each division of the season that has players becomes a division of the event, with all of them entered."),
        _(
            "Rules, dictionary and rating list are copied from the last event that counted; change them "
            "before the first round."
        ),
    ]
    context = {
        "title": _("New event of %(season)s") % {"season": found.name},
        "points": points,
        "verb": _("Create the event"),
        "form": form,
        "back": season_url(found),
        "crumbs": season_crumbs(found),
    }
    return render(request, "tournaments/director/confirm.html", context, status=422 if form.errors else 200)
