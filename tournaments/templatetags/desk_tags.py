"""The director's places in an event: five that are used all day, and the rest; the same on every page."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, cast

from django import template
from django.db.models import Max, Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubs.permissions import Action
from tournaments.models import Division, Event, Round
from tournaments.permissions import actions_in

register = template.Library()

#: The pages that stand under a place and have none of their own.
_UNDER: Final = {
    "results": ("manage_game", "sheets", "by_hand", "unpublish_round"),
    "manage_roster": (
        "check_roster",
        "edit_entry",
        "withdraw_entry",
        "return_entry",
        "seeds",
        "blocks",
        "personal_links",
    ),
    "manage_screens": ("manage_kiosk",),
    "division_settings": ("standings_rules", "auto_pairing", "division_ratings", "event_settings", "new_division"),
    "round_plan": ("planned_round",),
    "manage_prizes": ("new_prize", "edit_prize", "prize_sheet", "prize_reach"),
}
_OWNER: Final = {page: place for place, pages in _UNDER.items() for page in pages}
#: Places that each division has: in another division the switch leads to the same one.
_OF_A_DIVISION: Final = ("results", "draft", "manage_roster", "division_settings", "round_plan")


@dataclass(frozen=True, slots=True)
class Place:
    """A link of the director's rail; ``here``: the page that is shown belongs to it."""

    words: str | Promise
    address: str
    here: bool = False


@dataclass(frozen=True, slots=True)
class DeskPlaces:
    """The places of all day, the others, and the switch between divisions (empty with only one, and where none is shown)."""

    main: list[Place]
    more: list[Place]
    divisions: list[Place]


@register.simple_tag(takes_context=True)
def desk_places(context: template.Context) -> DeskPlaces | None:
    """Where the reader may go in this event, None on a page of no event. Two queries."""
    event, request = context.get("event"), cast("HttpRequest", context["request"])
    if not isinstance(event, Event):
        return None
    divisions = _divisions(event)
    shown = context.get("division")
    division = next((one for one in divisions if one == shown), None) or next(iter(divisions), None)
    actions = actions_in(request.user, event)
    here = _here(request, division)
    main = _all_day(event, division, actions) if division else {}
    return DeskPlaces(
        main=[Place(words, address, key == here) for key, (words, address) in main.items()],
        more=[
            Place(words, address, key == here) for key, (words, address) in _others(event, division, actions).items()
        ],
        divisions=_switch(event, divisions, division, here, actions) if shown and len(divisions) > 1 else [],
    )


_Links = dict[str, tuple[str | Promise, str]]


def _divisions(event: Event) -> list[Division]:
    """In order, each with ``latest`` (its latest published round) and ``paired`` (its latest, a draft too), 0 without one."""
    public = ~Q(rounds__state=Round.State.DRAFT)
    rows = event.divisions.annotate(
        latest=Max("rounds__number", filter=public, default=0), paired=Max("rounds__number", default=0)
    )
    divisions: list[Division] = list(rows.order_by("position", "pk"))
    for division in divisions:
        division.event = event
    return divisions


def _all_day(event: Event, division: Division, actions: Iterable[Action]) -> _Links:
    """Results, draft (or the queue that pairs), players, screens, settings: as far as there are any and the reader may."""
    latest, paired = cast("int", division.latest), cast("int", division.paired)  # type: ignore[attr-defined]
    open_, pairs = event.state != Event.State.FINISHED, Action.PAIR in actions
    following = max(paired, latest + 1)
    links: _Links = {}
    if latest:
        links["results"] = (_("Results"), _of(division, "manage_round", latest))
    if division.settings.rolling:
        if open_ and Action.VIEW_DRAFTS in actions:
            links["queue"] = (_("Queue"), _of(division, "queue"))
    elif open_ and pairs and following <= division.settings.rounds_planned:
        links["draft"] = (_("Draft"), _of(division, "manage_round", following))
    if pairs:
        links["manage_roster"] = (_("Players"), _of(division, "manage_roster"))
        if open_ and not event.what_if_of_id:
            links["manage_screens"] = (_("Screens"), reverse("tournaments:manage_screens", args=[event.slug]))
    if open_ and Action.MANAGE_EVENT in actions:
        links["division_settings"] = (_("Settings"), _of(division, "division_settings"))
    return links


def _others(event: Event, division: Division | None, actions: Iterable[Action]) -> _Links:
    """What is used now and then. On a narrow screen the event's own page has these."""
    open_, manages = event.state != Event.State.FINISHED, Action.MANAGE_EVENT in actions
    links: _Links = {}

    def add(allowed: bool, name: str, words: str | Promise) -> None:  # noqa: FBT001 - one row of the table below
        if allowed:
            links[name] = (words, reverse(f"tournaments:{name}", args=[event.slug]))

    if division and open_ and manages:
        links["round_plan"] = (_("Plan"), _of(division, "round_plan"))
    if division:
        links["print_standings"] = (_("Standings"), _of(division, "print_standings"))
    add(manages, "manage_prizes", _("Prizes"))
    add(Action.CHECK_IN in actions and not event.what_if_of_id, "check_in", _("Check-in"))
    add(Action.RULE in actions, "adjudications", _("Word judge"))
    add(Action.PAIR in actions and event.state == Event.State.RUNNING, "manage_clock", _("Round clock"))
    add(manages, "event_log", _("Log"))
    return links


def _here(request: HttpRequest, division: Division | None) -> str:
    """The place of the page that is asked for; "" for one that belongs to none."""
    match = request.resolver_match
    if match is None:
        return ""
    name = (match.url_name or "").removesuffix("_page")
    if name == "manage_round":
        latest = cast("int", division.latest) if division else 0  # type: ignore[attr-defined]
        return "results" if match.kwargs.get("number", 0) <= latest else "draft"
    return _OWNER.get(name, name)


def _switch(
    event: Event, divisions: list[Division], shown: Division | None, here: str, actions: Iterable[Action]
) -> list[Place]:
    """Each division, leading to the same place in it, or to its players where it has none yet."""
    switch = []
    for division in divisions:
        links = _all_day(event, division, actions) | _others(event, division, actions)
        place = links.get(here) if here in _OF_A_DIVISION else None
        usual = links.get("results") or links.get("manage_roster") or next(iter(links.values()), ("", ""))
        switch.append(Place(division.name, (place or usual)[1], division == shown))
    return switch


def _of(division: Division, name: str, *rest: object) -> str:
    return reverse(f"tournaments:{name}", args=[division.event.slug, division.slug, *rest])
