"""The pages that everyone may see: event, standings, rounds, roster, player cards.

A full page carries an ETag of everything it depends on, so that a phone that looks again gets “304 not modified”. An open page
asks every few seconds with ``?live=<version>`` and gets “204 no content” for as long as nothing has changed.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django.conf import settings
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language

from clubs.access import OPENED
from clubs.permissions import Action
from core.markdown import markdown
from lexicon.models import Lexicon
from ratings.models import RatedEvent
from ratings.queries.lists import estimates, live_estimate
from tournaments import hooks
from tournaments.models import Division, Entry, Event, Round, Seat
from tournaments.pages.slip.private import private as private_link
from tournaments.permissions import actions_in, entries_hidden, is_listed
from tournaments.queries.at_version import at_version
from tournaments.queries.bracket import bracket_view, level_matches
from tournaments.queries.clock import clock_of_round, clocks_of
from tournaments.queries.contention import contention_of
from tournaments.queries.events import entries_of
from tournaments.queries.handicaps import handicap_standings
from tournaments.queries.my_events import own_entries
from tournaments.queries.overview import DivisionOverview, overview_of
from tournaments.queries.prizes import fund_of, prize_list, prizes_of
from tournaments.queries.public_pairings import public_pairings, public_rounds_of
from tournaments.queries.public_standings import public_standings
from tournaments.queries.published import current_check
from tournaments.queries.results import player_card
from tournaments.queries.round_plan import plan_of, plans_of, round_times
from tournaments.queries.rounds import pairing_lines
from tournaments.queries.schedule import schedule_of
from tournaments.queries.scorecards import scorecards
from tournaments.queries.settings_in_words import rules_in_force
from tournaments.queries.standings import StandingsLine
from tournaments.queries.teams import team_event
from tournaments.queries.wallchart import wall_chart
from tournaments.queries.your_games import your_games
from tournaments.services.events.announcement import event_of_link
from tournaments.services.rating_link.ledger import event_key
from tournaments.web.bracket_picture import bracket_page as drawn_bracket
from tournaments.web.event_tabs import event_tabs
from tournaments.web.standings_card import can_be_drawn, standings_card
from tournaments.web.structured import event_data
from tournaments.wording.bracket import level_in_words
from tournaments.wording.figures import unchecked_in_words
from tournaments.wording.money import worth
from tournaments.wording.prizes import awards_in_words, limits_of
from tournaments.wording.round_plan import plan_in_short, plan_in_words

#: The pages whose templates and addresses have different names.
_NAMES = {"wallchart": "wall_chart"}
#: Events that a browser may have opened by private links before the oldest is forgotten.
_MOST_OPENED = 50
#: How long the picture for links may be shown again without asking.
_CARD_SECONDS = 300
#: Players of one device whose games are pinned, and the digits of a player's number.
_MOST_NAMED, _MOST_DIGITS = 4, 7


def short_address(_request: HttpRequest, event: Event) -> HttpResponse:
    """From the short address on the wall to the event."""
    return redirect("tournaments:event", event.slug)


def event_page(request: HttpRequest, event: Event) -> HttpResponse:
    """An event: its divisions, the current round of each, the head of the standings."""
    overviews = overview_of(event)
    first = next((one for one in overviews if one.current), None)
    return _page(
        request,
        event,
        "event",
        overviews=overviews,
        **(_card(request, first.division, first.top) if first else {}),
        clocks=clocks_of(event),
        free_lexicons=_free_lexicons(overview.division for overview in overviews),
        **at_version(event, f"announcement:{get_language()}", lambda: _announcement(event, overviews)),
        check=(check := current_check(event)),
        unchecked=unchecked_in_words(check) if check else [],
    )


def _announcement(event: Event, overviews: Sequence[DivisionOverview]) -> dict[str, Any]:
    """What the page says beside the course of the event, in the language that is active: the same for every visitor."""
    schedule = schedule_of(event)
    return {
        "plans": _short_plans([overview.division for overview in overviews]),
        "about": markdown(event.about),
        "schedule": schedule,
        "structured": event_data(event, schedule) if is_listed(event) else "",
        "parts": [part(event) for part in hooks.announcement_parts],
    }


def _free_lexicons(divisions: Iterable[Division]) -> list[Lexicon]:
    """The dictionaries of the divisions in which everybody may look words up, each once."""
    versions = [division.lexicon_version for division in divisions if division.lexicon_version]
    free = [version.lexicon for version in versions if version.lexicon.is_free]
    return list({lexicon.pk: lexicon for lexicon in free}.values())


def _short_plans(divisions: list[Division]) -> dict[int, str]:
    """The plans of an event's divisions in one line each, by division ids."""
    plans = plans_of(divisions)
    return {division.pk: plan_in_short(division, plans[division.pk]) for division in divisions}


def schedule_page(request: HttpRequest, event: Event) -> HttpResponse:
    """The schedule with the times to expect now: it is never stored, as they move with the clock."""
    return _page(request, event, "schedule", schedule=schedule_of(event, timezone.now()), zone=event.zone.key)


@private_link
def open_event(request: HttpRequest, key: str) -> HttpResponse:
    """Open an event by its private link: this browser may see it from now on."""
    event = event_of_link(key)
    opened = [pk for pk in request.session.get(OPENED, []) if pk != event.pk]
    request.session[OPENED] = [*opened[-_MOST_OPENED:], event.pk]
    return redirect("tournaments:event", event.slug)


def standings_page(request: HttpRequest, division: Division) -> HttpResponse:
    """The standings now, or as they were after ``?round=n``."""
    rounds = public_rounds_of(division)
    after = _requested_round(request, rounds)
    lines = public_standings(division, after)
    return _division_page(
        request,
        division,
        "standings",
        rounds=rounds,
        after=after,
        lines=lines,
        **_card(request, division, lines),
        estimates={} if after else estimates(division.rating_pool_id, event_key(division)),
        contention=contention_of(division) if _shows_contention(division, after) else None,
    )


def _card(request: HttpRequest, division: Division, lines: Sequence[StandingsLine]) -> dict[str, Any]:
    """What the page says of its picture for links: of listed events, on a site that knows its own address. A stored page must not
    name the address by which one visitor came.
    """
    site = settings.SITE_URL
    if not site or "live" in request.GET or not is_listed(division.event) or not can_be_drawn(division, lines):
        return {}
    picture = reverse("tournaments:standings_png", args=[division.event.slug, division.slug])
    return {"standings_card": site + picture, "page_address": site + request.path}


def standings_png(_request: HttpRequest, division: Division) -> HttpResponse:
    """The picture that other sites show beside a link to the standings: drawn once for each public version of the event."""
    data = at_version(division.event, f"standings-card:{division.pk}", lambda: _drawn_card(division))
    whose = "public" if is_listed(division.event) else "private"
    return HttpResponse(data, content_type="image/png", headers={"Cache-Control": f"{whose}, max-age={_CARD_SECONDS}"})


def _drawn_card(division: Division) -> bytes:
    lines = public_standings(division)
    if not can_be_drawn(division, lines):
        raise Http404
    return standings_card(division, lines).png()


def _shows_contention(division: Division, after: int | None) -> bool:
    return division.settings.show_contention and after is None and division.event.state == Event.State.RUNNING


def handicap_page(request: HttpRequest, division: Division) -> HttpResponse:
    """The handicap standings, likewise; the page says so where the division has none (any more)."""
    rounds = public_rounds_of(division)
    after = _requested_round(request, rounds)
    lines = handicap_standings(division, after)
    return _division_page(request, division, "handicap", rounds=rounds, after=after, lines=lines)


def wall_chart_page(request: HttpRequest, division: Division) -> HttpResponse:
    """All players' results round by round."""
    rounds = public_rounds_of(division)
    return _division_page(request, division, "wallchart", rounds=rounds, rows=wall_chart(division, rounds))


def games_page(request: HttpRequest, division: Division) -> HttpResponse:
    """The games that can be replayed, the newest round first."""
    lines = pairing_lines(Seat.objects.filter(round__in=public_rounds_of(division)))
    recorded = [line for line in lines if line.record_uuid and line.state == "confirmed"]
    return _division_page(request, division, "games", lines=sorted(recorded, key=lambda line: -line.round))


def bracket_page(request: HttpRequest, division: Division) -> HttpResponse:
    """The bracket of a knock-out, drawn and in words; the page says so where the division has none."""
    view = bracket_view(division)
    return _division_page(request, division, "bracket", bracket=view and drawn_bracket(division, view))


def teams_page(request: HttpRequest, division: Division) -> HttpResponse:
    """The teams in order, their matches round by round and their players; the page says so where there are none."""
    return _division_page(request, division, "teams", teams=team_event(division))


def round_page(request: HttpRequest, round_: Round) -> HttpResponse:
    """A round's pairings and results. A draft is no page here, not even for its director."""
    if round_.state == Round.State.DRAFT:
        raise Http404
    lines, level = public_pairings(round_), level_matches(round_.division)
    return _division_page(
        request,
        round_.division,
        "round",
        rounds=public_rounds_of(round_.division),
        round=round_,
        lines=lines,
        level=[
            (line.table_number, level_in_words(level[line.pairing_id])) for line in lines if line.pairing_id in level
        ],
        shown=clock_of_round(round_),
    )


def prizes_page(request: HttpRequest, event: Event) -> HttpResponse:
    """What can be won; who has won it once the event is finished."""
    if event.state == Event.State.FINISHED:
        return _page(request, event, "prizes", awards=awards_in_words(prize_list(event)))
    currency = fund_of(event).currency
    prizes = [(row, worth(row, currency), limits_of(row)) for row, _value in prizes_of(event)]
    return _page(request, event, "prizes", prizes=prizes)


def roster_page(request: HttpRequest, division: Division) -> HttpResponse:
    """The players, by number."""
    return _division_page(request, division, "roster", entries=list(entries_of(division)))


def rules_page(request: HttpRequest, division: Division) -> HttpResponse:
    """The rules in force: every setting that matters at the division, in words."""
    return _division_page(request, division, "rules", sections=rules_in_force(division), plan=_plan(division))


def _plan(division: Division) -> list[tuple[str, str]]:
    """The plan of the rounds in words. Two queries, one without a plan."""
    plan = plan_of(division)
    return plan_in_words(division, plan, round_times(division)) if plan else []


def player_page(request: HttpRequest, division: Division, number: int) -> HttpResponse:
    """A player's card: games in order, with what each gave."""
    entry = get_object_or_404(Entry.objects.select_related("player"), division=division, number=number)
    entry.division = division
    lines = player_card(entry)
    return _division_page(
        request,
        division,
        "player",
        entry=entry,
        lines=lines,
        last=lines[-1] if lines else None,
        estimate=live_estimate(division.rating_pool_id, event_key(division), entry.player_id),
        decided=sum(line.points is not None for line in lines),
    )


def scorecard_page(request: HttpRequest, division: Division, number: int) -> HttpResponse:
    """A player's scorecard to print: what was played, and empty rows for the rounds to come."""
    entry = get_object_or_404(Entry, division=division, number=number)
    return _division_page(request, division, "scorecard", entry=entry, card=scorecards(division, [entry])[0])


def projection(_request: HttpRequest, division: Division) -> HttpResponse:
    """To the projection of the rest of the event by the division's own rating list; 404 where it is not rated."""
    rated = RatedEvent.objects.filter(pool=division.rating_pool_id, key=event_key(division)).first()
    if rated is None or division.rating_pool is None:
        raise Http404
    return redirect("ratings:outlook", division.rating_pool.slug, rated.pk)


def _requested_round(request: HttpRequest, rounds: list[Round]) -> int | None:
    """The number in ``?round=``; None for now; 404 for a round that is not public."""
    number = request.GET.get("round", "")
    if not number:
        return None
    if number not in {str(round_.number) for round_ in rounds}:
        raise Http404
    return int(number)


def _division_page(request: HttpRequest, division: Division, name: str, **values: object) -> HttpResponse:
    return _page(request, division.event, name, division=division, **values)


def _page(
    request: HttpRequest, event: Event, name: str, division: Division | None = None, **values: object
) -> HttpResponse:
    """The page, or only its moving part when an open page asks whether anything is new."""
    part = "_" if "live" in request.GET else ""
    own = not part and request.user.is_authenticated
    mine = list(own_entries(request.user, event)) if own else []  # type: ignore[arg-type]  # no anonymous user
    query = request.GET.copy()
    query["live"] = str(event.version)
    context = {
        "event": event,
        "live_url": f"{request.path}?{query.urlencode()}",
        "names_hidden": entries_hidden(event),
        "unlisted": not is_listed(event),
        "may_manage": Action.VIEW_DRAFTS in actions_in(request.user, event),
        "crumbs": public_crumbs(event),
        "division": division,
        "tabs": None if part else event_tabs(event, _NAMES.get(name, name), division),
        "mine": mine,
        "yours": your_games(event, mine, keys=True),
        **values,
    }
    return render(request, f"tournaments/public/{part}{name}.html", context)


def your_games_part(request: HttpRequest, event: Event) -> HttpResponse:
    """“Your game” for an open page: of the account's players, and of the ``?player=<division>/<number>`` whose own pages the device
    has opened. Of these no more than everybody may see: who has whose key, only the device knows.
    """
    account = list(own_entries(request.user, event)) if request.user.is_authenticated else []
    named = Q(pk__in=[])
    for player in request.GET.getlist("player")[:_MOST_NAMED]:
        slug, _slash, number = player.partition("/")
        if number.isascii() and number.isdigit() and len(number) < _MOST_DIGITS:
            named |= Q(division__slug=slug, number=int(number))
    device = (
        Entry.objects.filter(named, division__event=event)
        .exclude(pk__in=[entry.pk for entry in account])
        .select_related("division")
    )
    yours = [*your_games(event, account, keys=True), *your_games(event, device, keys=False)]
    response = render(request, "tournaments/public/_your_games.html", {"event": event, "yours": yours})
    response["Cache-Control"] = "no-store, private"
    return response


def public_crumbs(event: Event) -> list[tuple[str, str]]:
    """Club / event."""
    return [
        (event.club.name, reverse("clubs:club", args=[event.club.slug])),
        (event.name, reverse("tournaments:event", args=[event.slug])),
    ]
