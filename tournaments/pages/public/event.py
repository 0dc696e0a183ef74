"""The pages that everybody may see: event, standings, rounds, roster, player cards.

A full page carries an ETag of everything it depends on, so that a phone that looks again gets “304 not modified”. An open page
asks every few seconds with ``?live=<version>`` and gets “204 no content” for as long as nothing has changed.
"""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse

from clubs.access import reached
from clubs.permissions import Action
from tournaments.access import DivisionPath, EventPath, RoundPath
from tournaments.models import Division, Entry, Event, Round
from tournaments.permissions import actions_in
from tournaments.queries.clock import clock_of_round, clocks_of
from tournaments.queries.contention import contention_of
from tournaments.queries.events import entries_of
from tournaments.queries.handicaps import handicap_standings
from tournaments.queries.overview import overview_of
from tournaments.queries.prizes import prize_list, prizes_of
from tournaments.queries.public_standings import public_standings
from tournaments.queries.results import player_card
from tournaments.queries.rounds import pairings_of, rounds_of
from tournaments.queries.settings_in_words import rules_in_force
from tournaments.queries.wallchart import wall_chart
from tournaments.web.page_cache import public_page
from tournaments.wording.prizes import shown_awards

Build = Callable[[], dict[str, Any]]


@public_page
def event_page(request: HttpRequest, event: str) -> HttpResponse:
    """An event: its divisions, the current round of each, the head of the standings."""
    found = reached(request, EventPath(event))
    return _page(request, found, "event", lambda: {"overviews": overview_of(found), "clocks": clocks_of(found)})


@public_page
def standings_page(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The standings now, or as they were after ``?round=n``."""
    found = reached(request, DivisionPath(event, division))
    rounds = rounds_of(found, drafts=False)
    after = _round_wanted(request, rounds)
    return _page(
        request,
        found.event,
        "standings",
        lambda: {
            "division": found,
            "rounds": rounds,
            "after": after,
            "lines": public_standings(found, after),
            "found": contention_of(found) if _shows_contention(found, after) else None,
        },
    )


@public_page
def handicap_page(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The handicap standings, likewise; the page says so where the division has none (any more)."""
    found = reached(request, DivisionPath(event, division))
    rounds = rounds_of(found, drafts=False)
    after = _round_wanted(request, rounds)
    return _page(
        request,
        found.event,
        "handicap",
        lambda: {"division": found, "rounds": rounds, "after": after, "lines": handicap_standings(found, after)},
    )


def _shows_contention(division: Division, after: int | None) -> bool:
    return division.settings.show_contention and after is None and division.event.state == Event.State.RUNNING


@public_page
def wall_chart_page(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Everybody's results round by round."""
    found = reached(request, DivisionPath(event, division))
    rounds = rounds_of(found, drafts=False)
    return _page(
        request,
        found.event,
        "wallchart",
        lambda: {"division": found, "rounds": rounds, "rows": wall_chart(found, rounds)},
    )


@public_page
def round_page(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """A round's pairings and results. A draft is no page here, not even for its director."""
    shown = reached(request, RoundPath(event, division, number))
    found = shown.division
    if shown.state == Round.State.DRAFT:
        raise Http404
    return _page(
        request,
        found.event,
        "round",
        lambda: {
            "division": found,
            "rounds": rounds_of(found, drafts=False),
            "round": shown,
            "lines": pairings_of(shown),
            "shown": clock_of_round(shown),
        },
    )


@public_page
def prizes_page(request: HttpRequest, event: str) -> HttpResponse:
    """What can be won; who has won it once the event is finished."""
    found = reached(request, EventPath(event))

    def build() -> dict[str, Any]:
        if found.state != Event.State.FINISHED:
            return {"prizes": [row for row, _value in prizes_of(found)]}
        return {"awards": shown_awards(prize_list(found).awards)}

    return _page(request, found, "prizes", build)


@public_page
def roster_page(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Who plays, by number."""
    found = reached(request, DivisionPath(event, division))
    return _page(request, found.event, "roster", lambda: {"division": found, "entries": list(entries_of(found))})


@public_page
def rules_page(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The rules in force: every setting that matters at the division, in words."""
    found = reached(request, DivisionPath(event, division))
    return _page(request, found.event, "rules", lambda: {"division": found, "sections": rules_in_force(found)})


@public_page
def player_page(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """A player's card: games in order, with what each gave."""
    found = reached(request, DivisionPath(event, division))
    entry = get_object_or_404(Entry.objects.select_related("player"), division=found, number=number)
    entry.division = found

    def build() -> dict[str, Any]:
        lines = player_card(entry)
        decided = [line for line in lines if line.points is not None]
        return {
            "division": found,
            "entry": entry,
            "lines": lines,
            "last": lines[-1] if lines else None,
            "decided": len(decided),
        }

    return _page(request, found.event, "player", build)


def _round_wanted(request: HttpRequest, rounds: list[Round]) -> int | None:
    """The number in ``?round=``; None for now; 404 for a round that is not public."""
    wanted = request.GET.get("round", "")
    if not wanted:
        return None
    if wanted not in {str(round_.number) for round_ in rounds}:
        raise Http404
    return int(wanted)


def _page(request: HttpRequest, event: Event, name: str, build: Build) -> HttpResponse:
    """The page, or its moving part alone when an open page asks for news."""
    part = "_" if "live" in request.GET else ""
    return _answer(request, event, f"tournaments/public/{part}{name}.html", build())


def _answer(request: HttpRequest, event: Event, template: str, context: dict[str, Any]) -> HttpResponse:
    query = request.GET.copy()
    query["live"] = str(event.version)
    manage = Action.VIEW_DRAFTS in actions_in(request.user, event)
    crumbs = [
        (event.club.name, reverse("clubs:club", args=[event.club.slug])),
        (event.name, reverse("tournaments:event", args=[event.slug])),
    ]
    base = {"event": event, "live_url": f"{request.path}?{query.urlencode()}", "may_manage": manage, "crumbs": crumbs}
    return render(request, template, base | context)
