"""The tabs that every public page of an event has: the same places in the same order, with a switch between the divisions.

They, and what is public of the event's divisions, are worked out once for each public version of it (``queries.at_version``).
"""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Final

from django.db.models import Exists, Max, OuterRef, Q, Value
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from tournaments.models import Division, Event, Round
from tournaments.permissions import entries_hidden
from tournaments.queries.at_version import at_version
from tournaments.queries.standings import knock_out_rounds
from tournaments.queries.teams import team_rounds


@dataclass(frozen=True, slots=True)
class _Division:
    """What the tabs need of a division: its latest public round (None: none yet), whether a round is of a knock-out, or of teams; the
    address of its rating list ("": none).
    """

    pk: int
    name: str
    slug: str
    latest: int | None
    knock_out: bool
    teams: bool
    rating_list: str


#: What a tab needs before it is of use: nothing, a published round of the division, its players shown.
Needs = Callable[[Event, _Division], bool]


def _always(_event: Event, _division: _Division) -> bool:
    return True


def _published(_event: Event, division: _Division) -> bool:
    return division.latest is not None


def _knock_out(_event: Event, division: _Division) -> bool:
    return division.knock_out


def _teams(_event: Event, division: _Division) -> bool:
    return division.teams


def _players_shown(event: Event, _division: _Division) -> bool:
    return not entries_hidden(event)


@dataclass(frozen=True, slots=True)
class _Place:
    """A page of each division: its name (of the address too), the words of its tab, when there is one."""

    name: str
    words: Promise
    needs: Needs


_OF_A_DIVISION: Final = (
    _Place("round", gettext_lazy("Pairings"), _published),
    _Place("standings", gettext_lazy("Standings"), _published),
    _Place("bracket", gettext_lazy("Bracket"), _knock_out),
    _Place("teams", gettext_lazy("Teams"), _teams),
    _Place("wall_chart", gettext_lazy("Wall chart"), _published),
    _Place("roster", gettext_lazy("Players"), _players_shown),
    _Place("games", gettext_lazy("Games"), _published),
    _Place("rules", gettext_lazy("Rules"), _always),
)
#: The tab under which a page stands that has none of its own.
_UNDER: Final = {"handicap": "standings", "player": "roster", "scorecard": "roster", "find_table": "round"}


@dataclass(frozen=True, slots=True)
class Tab:
    """A link of the tabs; ``here``: its page is the one that is shown."""

    words: str
    address: str
    here: bool = False


@dataclass(frozen=True, slots=True)
class EventTabs:
    """The tabs of a page, and the switch between divisions where the event has several."""

    tabs: list[Tab]
    divisions: list[Tab]


def event_tabs(event: Event, page: str, division: Division | None = None) -> EventTabs:
    """The tabs of the page of this name; of an event's own page they lead to its first division. One query, none if cached."""
    at, shown = _UNDER.get(page, page), division.pk if division is not None else None
    return at_version(event, f"tabs:{at}:{shown or ''}:{get_language()}", lambda: _tabs(event, at, shown))


def _tabs(event: Event, at: str, division: int | None) -> EventTabs:
    divisions = at_version(event, "tabs", lambda: _divisions(event))
    shown = next((one for one in divisions if one.pk == division), None)
    tabs = [Tab(_("Overview"), reverse("tournaments:event", args=[event.slug]), at == "event")]
    if led_to := shown or next(iter(divisions), None):
        tabs += [
            Tab(str(place.words), _address(event, place, led_to), place.name == at)
            for place in _OF_A_DIVISION
            if place.needs(event, led_to)
        ]
    tabs.append(Tab(_("Prizes"), reverse("tournaments:prizes", args=[event.slug]), at == "prizes"))
    if event.state != Event.State.DRAFT:
        statistics = reverse("tournaments:event_statistics", args=[event.slug])
        tabs.append(Tab(_("Statistics"), statistics, at == "event_statistics"))
    if led_to and led_to.rating_list:
        tabs.append(Tab(_("Ratings"), reverse("ratings:list", args=[led_to.rating_list])))
    several = divisions if shown and len(divisions) > 1 else []
    return EventTabs(tabs, [Tab(one.name, _same_place(event, at, one), one == shown) for one in several])


def _divisions(event: Event) -> list[_Division]:
    """The event's divisions in order. One query."""
    own = {"division": OuterRef("pk")}
    rows = event.divisions.order_by("position", "pk").annotate(
        latest=Max("rounds__number", filter=~Q(rounds__state=Round.State.DRAFT)),
        knock_out=Exists(knock_out_rounds().filter(**own)),
        teams=Exists(team_rounds().filter(**own)),
        rating_list=Coalesce("rating_pool__slug", Value("")),
    )
    return [_Division(*row) for row in rows.values_list(*[field.name for field in fields(_Division)])]


def _same_place(event: Event, at: str, division: _Division) -> str:
    """The page of this name in another division, or its rules where it has none yet."""
    places = {place.name: place for place in _OF_A_DIVISION if place.needs(event, division)}
    return _address(event, places.get(at, places["rules"]), division)


def _address(event: Event, place: _Place, division: _Division) -> str:
    arguments = [event.slug, division.slug, *([division.latest] if place.name == "round" else [])]
    return reverse(f"tournaments:{place.name}", args=arguments)
