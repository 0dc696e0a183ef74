"""The director's pages of a season: what it needs now, which events count, its start and end, and the next season."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.models import User
from core.wording import division_title
from leagues.file_queries import current_check
from leagues.forms import LeagueDivisionForm, LinkForm, SeasonEventForm, SeasonForm
from leagues.models import CountingEvent, LeagueSeason
from leagues.pages.common import (
    CONFIRM,
    act,
    form_page,
    league_url,
    posted,
    season_crumbs,
    season_form_page,
    season_of,
    season_url,
)
from leagues.pages.public import crumbs_of
from leagues.queries import namesakes, players_by_person, season_tables
from leagues.services import checks, events, leagues
from leagues.services import seasons as services
from tournaments.errors import TournamentError
from tournaments.forms.events import ReasonForm
from tournaments.pages.director.common import back_with, signed_in
from tournaments.wording.figures import differences_in_words


def manage_season(request: HttpRequest, club: str, league: str, season: int) -> HttpResponse:
    """What a season needs now: divisions with their events and players."""
    this_season = season_of(request, club, league, season)
    tables = season_tables(this_season)
    check = current_check(this_season, tables)
    season_players = players_by_person(this_season)
    out = [season_player for season_player in season_players.values() if season_player.division_id is None]
    context = {
        "league": this_season.league,
        "season": this_season,
        "tables": [(table, [(row, season_players.get(row.line.player)) for row in table.rows]) for table in tables],
        "out": sorted(out, key=lambda season_player: season_player.player.name),
        "namesakes": namesakes(tables),
        "check": check,
        "differences": differences_in_words(checks.differences_of(this_season)) if check and check.differences else [],
        "following": LeagueSeason.objects.filter(league=this_season.league, number=this_season.number + 1).first(),
        "open": this_season.state != LeagueSeason.State.FINISHED,
        "link": LinkForm(None, season=this_season),
        "division_form": LeagueDivisionForm(),
        "crumbs": crumbs_of(this_season.league),
    }
    return render(request, "leagues/manage_season.html", context)


def check_again(request: HttpRequest, club: str, league: str, season: int) -> HttpResponse:
    """Work out the season's tables a second time once more."""
    this_season = season_of(request, club, league, season)
    done = _("The figures are being checked. The answer will be here in a minute.")
    return act(request, this_season, checks.request_check, done, season=this_season)


def rules(request: HttpRequest, club: str, league: str, season: int) -> HttpResponse:
    """Name, days and rules of a season."""
    this_season = season_of(request, club, league, season)
    form = SeasonForm(posted(request), season=this_season)

    def save(user: User) -> HttpResponse:
        reason = form.cleaned_data.get("reason", "")
        leagues.update_season(actor=user, season=this_season, data=form.to_input(), reason=reason)
        return back_with(request, season_url(this_season), done=_("Season saved."))

    context = {
        "league": this_season.league,
        "season": this_season,
        "crumbs": season_crumbs(this_season),
        "title": _("Rules for %(season)s") % {"season": this_season.name},
    }
    return form_page(request, form, save, context, "leagues/season_form.html")


def start(request: HttpRequest, club: str, league: str, season: int) -> HttpResponse:
    """Make a season public."""
    this_season = season_of(request, club, league, season)
    done = _("Season started; its tables are now public.")
    return act(request, this_season, services.start_season, done, season=this_season)


def finish(request: HttpRequest, club: str, league: str, season: int) -> HttpResponse:
    """End a season."""
    this_season = season_of(request, club, league, season)
    done = _("Season finished. Start the next one when you like.")
    return act(request, this_season, services.finish_season, done, season=this_season)


def reopen(request: HttpRequest, club: str, league: str, season: int) -> HttpResponse:
    """Reopen a finished season, with a reason."""
    this_season = season_of(request, club, league, season)
    form = ReasonForm(posted(request))
    return season_form_page(
        request,
        this_season,
        form,
        lambda user: services.reopen_season(actor=user, season=this_season, reason=form.cleaned_data["reason"]),
        done=_("Season reopened."),
        title=_("Reopen %(season)s?") % {"season": this_season.name},
        points=[_("Its rules, events and players can be changed until it is finished again.")],
        verb=_("Reopen the season"),
    )


def delete(request: HttpRequest, club: str, league: str, season: int) -> HttpResponse:
    """Delete a season that has not been started, after confirmation."""
    this_season = season_of(request, club, league, season)
    if request.method == "POST":
        done = _("“%(name)s” deleted.") % {"name": this_season.name}
        home = league_url(this_season.league)
        return act(request, this_season, services.delete_season, done, home, season=this_season)
    count = CountingEvent.objects.filter(league_division__season=this_season).count()
    context = {
        "title": _("Delete %(season)s?") % {"season": this_season.name},
        "points": [
            _("Its divisions and player list are deleted; the log keeps who was where."),
            _("Its counting events (%(count)d) stay; they just stop counting.") % {"count": count},
            _("The previous season is not affected; the next one can be started from it again."),
        ],
        "verb": _("Delete the season"),
        "danger": True,
        "back": season_url(this_season),
        "crumbs": season_crumbs(this_season),
    }
    return render(request, CONFIRM, context)


def following(request: HttpRequest, club: str, league: str, season: int) -> HttpResponse:
    """Start the next season: in preparation, with everybody where the tables send them."""
    this_season = season_of(request, club, league, season)
    try:
        next_season = services.next_season(actor=signed_in(request), season=this_season)
    except TournamentError as error:
        return back_with(request, season_url(this_season), error=error)
    next_season.league = this_season.league
    done = _("This is the proposal. Change what you need, then start the season.")
    return back_with(request, season_url(next_season), done=done)


def link(request: HttpRequest, club: str, league: str, season: int) -> HttpResponse:
    """Let an event's division count."""
    this_season = season_of(request, club, league, season)
    form = LinkForm(request.POST, season=this_season)
    if not form.is_valid():
        error = TournamentError(_("From the list, choose an event that does not count yet."))
        return back_with(request, season_url(this_season), error=error)
    division, played = form.cleaned_data["division"], form.cleaned_data["played"]
    division.season = this_season
    done = _("%(event)s counts for %(division)s.") % {
        "event": played.event.name,
        "division": division_title(division.name),
    }
    return act(request, this_season, leagues.count_event, done, division=division, event_division_id=played.pk)


def unlink(request: HttpRequest, club: str, league: str, season: int, counting_event: int) -> HttpResponse:
    """Stop counting an event."""
    this_season = season_of(request, club, league, season)
    counted = get_object_or_404(CountingEvent, league_division__season=this_season, pk=counting_event)
    done = _("The event no longer counts.")
    return act(request, this_season, leagues.stop_counting, done, season=this_season, counting_event_id=counted.pk)


def new_event(request: HttpRequest, club: str, league: str, season: int) -> HttpResponse:
    """An event with the season's divisions and players."""
    this_season = season_of(request, club, league, season)
    form = SeasonEventForm(posted(request), initial={"name": this_season.league.name})

    def save(user: User) -> HttpResponse:
        event = events.create_season_event(actor=user, season=this_season, data=form.to_input())
        home = reverse("tournaments:manage", args=[event.slug])
        return back_with(request, home, done=_("The event is in preparation; it counts for the season."))

    context = {
        "title": _("New event in %(season)s") % {"season": this_season.name},
        "points": [
            _(
                "Each division of the season that has players becomes a division of the event, with all its "
                "players entered."
            ),
            _(
                "Rules, dictionary and rating list are copied from the last event that counted; you can change "
                "them until the first round."
            ),
        ],
        "verb": _("Create the event"),
        "back": season_url(this_season),
        "crumbs": season_crumbs(this_season),
    }
    return form_page(request, form, save, context)
