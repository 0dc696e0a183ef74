"""The tabs that every public page of an event has: the same places in the same order, with a switch between the divisions.

What of its divisions is public is looked up once for each public version of an event, as standings are (``queries.public_standings``).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from django.db.models import Exists, Max, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core.cache import cache_get, cache_set_many
from core.release import release
from tournaments.models import Division, Event, Round
from tournaments.permissions import entries_hidden
from tournaments.queries.public_standings import CACHE_SECONDS
from tournaments.queries.standings import knock_out_rounds
from tournaments.queries.teams import team_rounds


@dataclass(frozen=True, slots=True)
class _Public:
    """What of a division is public: its latest round (None: none yet), whether a round is of a knock-out, or of teams."""

    latest: int | None
    knock_out: bool
    teams: bool


#: What a tab needs before it is of use: nothing, a published round of the division, its players shown, its rating list.
Needs = Callable[[Division, _Public], bool]


def _always(_division: Division, _public: _Public) -> bool:
    return True


def _published(_division: Division, public: _Public) -> bool:
    return public.latest is not None


def _knock_out(_division: Division, public: _Public) -> bool:
    return public.knock_out


def _teams(_division: Division, public: _Public) -> bool:
    return public.teams


def _players_shown(division: Division, _public: _Public) -> bool:
    return not entries_hidden(division.event)


@dataclass(frozen=True, slots=True)
class _Place:
    """A page of each division: its name (of the address too), the words of its tab, when there is one."""

    name: str
    words: str | Promise
    needs: Needs


_OF_A_DIVISION: Final = (
    _Place("round", _("Pairings"), _published),
    _Place("standings", _("Standings"), _published),
    _Place("bracket", _("Bracket"), _knock_out),
    _Place("teams", _("Teams"), _teams),
    _Place("wall_chart", _("Wall chart"), _published),
    _Place("roster", _("Players"), _players_shown),
    _Place("games", _("Games"), _published),
    _Place("rules", _("Rules"), _always),
)
#: The tab under which a page stands that has none of its own.
_UNDER: Final = {"handicap": "standings", "player": "roster", "scorecard": "roster", "find_table": "round"}


@dataclass(frozen=True, slots=True)
class Tab:
    """A link of the tabs; ``here``: its page is the one that is shown."""

    words: str | Promise
    address: str
    here: bool = False


@dataclass(frozen=True, slots=True)
class EventTabs:
    """The tabs of a page, and the switch between divisions where the event has several."""

    tabs: list[Tab]
    divisions: list[Tab]


def event_tabs(event: Event, page: str, division: Division | None = None) -> EventTabs:
    """The tabs of the page of this name; of an event's own page they lead to its first division. One query."""
    divisions = _divisions(event)
    at = _UNDER.get(page, page)
    shown = next((one for one in divisions if division is not None and one.pk == division.pk), None)
    tabs = [Tab(_("Overview"), reverse("tournaments:event", args=[event.slug]), at == "event")]
    if led_to := shown or next(iter(divisions), None):
        tabs += [
            Tab(place.words, _address(place, led_to, divisions[led_to]), place.name == at)
            for place in _OF_A_DIVISION
            if place.needs(led_to, divisions[led_to])
        ]
    tabs.append(Tab(_("Prizes"), reverse("tournaments:prizes", args=[event.slug]), at == "prizes"))
    if event.state != Event.State.DRAFT:
        statistics = reverse("tournaments:event_statistics", args=[event.slug])
        tabs.append(Tab(_("Statistics"), statistics, at == "event_statistics"))
    if led_to and led_to.rating_pool:
        tabs.append(Tab(_("Ratings"), reverse("ratings:list", args=[led_to.rating_pool.slug])))
    several = list(divisions.items()) if shown and len(divisions) > 1 else []
    return EventTabs(tabs, [Tab(one.name, _same_place(at, one, public), one == shown) for one, public in several])


def _divisions(event: Event) -> dict[Division, _Public]:
    """The event's divisions in order, each with what is public of it. One query."""
    key = f"tabs:{event.pk}:{event.version}:{release()}"
    known: dict[int, _Public] | None = None if event.state == Event.State.DRAFT else cache_get(key)
    rows = event.divisions.select_related("rating_pool").order_by("position", "pk")
    if known is None:
        divisions = _looked_up(rows)
        cache_set_many({key: {one.pk: public for one, public in divisions.items()}}, CACHE_SECONDS)
    else:
        divisions = {one: known[one.pk] for one in rows if one.pk in known}
    for one in divisions:
        one.event = event
    return divisions


def _looked_up(rows: QuerySet[Division]) -> dict[Division, _Public]:
    """What is public of each of these divisions. Its statement takes Django five times as long to put together as the rows alone."""
    own = {"division": OuterRef("pk")}
    annotated = rows.annotate(
        latest=Max("rounds__number", filter=~Q(rounds__state=Round.State.DRAFT)),
        knock_out=Exists(knock_out_rounds().filter(**own)),
        teams=Exists(team_rounds().filter(**own)),
    )
    return {one: _Public(one.latest, one.knock_out, one.teams) for one in annotated}


def _same_place(at: str, division: Division, public: _Public) -> str:
    """The page of this name in another division, or its rules where it has none yet."""
    places = {place.name: place for place in _OF_A_DIVISION if place.needs(division, public)}
    return _address(places.get(at, places["rules"]), division, public)


def _address(place: _Place, division: Division, public: _Public) -> str:
    arguments = [division.event.slug, division.slug, *([public.latest] if place.name == "round" else [])]
    return reverse(f"tournaments:{place.name}", args=arguments)
