"""The log of an event: who did what, when, to what, and why; searched and paged."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from django.db.models import Prefetch, Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.translation import gettext as _

from audit.models import ActionLog
from clubs.models import Player
from core.wording import division_title
from lexicon.models import LexiconVersion
from ratings.models import RatingPool
from tournaments import hooks
from tournaments.models import (
    Division,
    Entry,
    Event,
    EventGrant,
    EventPrize,
    EventRoleLink,
    Pairing,
    Round,
    RoundClock,
    Seat,
)


@dataclass(frozen=True, slots=True)
class Search:
    """What to search for; empty: everything. ``until`` is the last day included."""

    who: str = ""
    verb: str = ""
    what: str = ""
    text: str = ""
    since: date | None = None
    until: date | None = None


EVERYTHING = Search()


@dataclass(frozen=True, slots=True)
class Names:
    """The names behind the ids in the log. ``targets``: what actions were about, by type and id."""

    targets: dict[tuple[str, str], str]
    entries: dict[int, str]
    players: dict[int, str]
    pools: dict[int, str]
    divisions: dict[int, str]
    dictionaries: dict[int, str]


def event_log(event: Event, search: Search = EVERYTHING) -> QuerySet[ActionLog]:
    """The event's actions that match, newest first."""
    actions = ActionLog.objects.filter(scope=f"event:{event.pk}").select_related("actor").order_by("-pk")
    if search.who:
        actions = actions.filter(actor__username__icontains=search.who)
    if search.verb:
        actions = actions.filter(verb=search.verb)
    if search.what:
        actions = actions.filter(target_type__endswith=f".{search.what}")
    if search.text:
        actions = actions.annotate(
            before_text=Cast("before", TextField()), after_text=Cast("after", TextField())
        ).filter(
            Q(reason__icontains=search.text)
            | Q(before_text__icontains=_as_json(search.text))
            | Q(after_text__icontains=_as_json(search.text))
            | Q(before_text__icontains=search.text)
            | Q(after_text__icontains=search.text)
        )
    if search.since:
        actions = actions.filter(created_at__gte=_midnight(search.since))
    if search.until:
        actions = actions.filter(created_at__lt=_midnight(search.until + timedelta(days=1)))
    return actions


def _as_json(text: str) -> str:
    """The text as stored in JSON columns, where all but plain letters are escaped."""
    return json.dumps(text)[1:-1]


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))


def verbs_of(event: Event) -> list[str]:
    """The verbs that occur in the log. One query."""
    actions = ActionLog.objects.filter(scope=f"event:{event.pk}").order_by("verb")
    return list(actions.values_list("verb", flat=True).distinct())


def names_of(actions: Sequence[ActionLog]) -> Names:
    """The names of everything that the actions mention and that still exists. One query for each kind that occurs."""
    values = [values for item in actions for values in (item.before, item.after)]
    numbered = {int(name) for each in values for name in each if name.isdecimal() and len(name) < 19}
    targets = {**_TARGETS, **hooks.log_names}
    return Names(
        targets={
            key: name for kind, names_by_id in targets.items() for key, name in _named(actions, kind, names_by_id)
        },
        entries=_names(Entry, numbered),
        players=_names(Player, _numbers(values, "player")),
        pools=_names(RatingPool, _numbers(values, "rating_pool_id", "further_pools")),
        divisions=_names(Division, _numbers(values, "division_id")),
        dictionaries=_dictionaries(_numbers(values, "lexicon_version_id")),
    )


def _numbers(values: Iterable[Mapping[str, Any]], *fields: str) -> set[int]:
    """The ids under these names, alone or in lists."""
    raw = (each.get(name) for each in values for name in fields)
    return {one for value in raw for one in (value if isinstance(value, list) else [value]) if isinstance(one, int)}


def _names(model: type[Entry] | type[Player] | type[RatingPool] | type[Division], ids: set[int]) -> dict[int, str]:
    return dict(model._default_manager.filter(pk__in=ids).values_list("pk", "name")) if ids else {}


def _dictionaries(ids: set[int]) -> dict[int, str]:
    if not ids:
        return {}
    versions = LexiconVersion.objects.filter(pk__in=ids).select_related("lexicon")
    return {version.pk: f"{version.lexicon.name} {version.label}" for version in versions}


def _named(
    actions: Iterable[ActionLog], kind: str, names_by_id: Callable[[set[int]], Iterable[tuple[int, str]]]
) -> Iterator[tuple[tuple[str, str], str]]:
    ids = {int(item.target_id) for item in actions if item.target_type == kind and item.target_id.isdecimal()}
    for pk, name in names_by_id(ids) if ids else ():
        yield (kind, str(pk)), name


def _events(ids: set[int]) -> Iterable[tuple[int, str]]:
    return Event.objects.filter(pk__in=ids).values_list("pk", "name")


def _divisions(ids: set[int]) -> Iterable[tuple[int, str]]:
    for pk, name in Division.objects.filter(pk__in=ids).values_list("pk", "name"):
        yield pk, division_title(name)


def _entries(ids: set[int]) -> Iterable[tuple[int, str]]:
    for pk, name, division in Entry.objects.filter(pk__in=ids).values_list("pk", "name", "division__name"):
        yield pk, _("%(player)s, %(division)s") % {"player": name, "division": division_title(division)}


def _rounds(ids: set[int]) -> Iterable[tuple[int, str]]:
    for pk, number, division in Round.objects.filter(pk__in=ids).values_list("pk", "number", "division__name"):
        yield pk, _("Round %(number)d, %(division)s") % {"number": number, "division": division_title(division)}


def _pairings(ids: set[int]) -> Iterable[tuple[int, str]]:
    """“Round 3, Division A, table 4: Ann – Ben”."""
    seats = Prefetch("seats", Seat.objects.select_related("entry").order_by("position"))
    for pairing in Pairing.objects.filter(pk__in=ids).select_related("round__division").prefetch_related(seats):
        values = {
            "number": pairing.round.number,
            "division": division_title(pairing.round.division.name),
            "table": pairing.table_number,
            "players": " – ".join(seat.entry.name for seat in pairing.seats.all()),
        }
        if pairing.table_number is None:
            yield pairing.pk, _("Round %(number)d, %(division)s: %(players)s") % values
        else:
            yield pairing.pk, _("Round %(number)d, %(division)s, table %(table)d: %(players)s") % values


def _clocks(ids: set[int]) -> Iterable[tuple[int, str]]:
    clocks = RoundClock.objects.filter(pk__in=ids).values_list("pk", "round_number", "division__name", "event__name")
    for pk, number, division, event in clocks:
        if not division:
            yield pk, event
        else:
            yield pk, _("Round %(number)d, %(division)s") % {"number": number, "division": division_title(division)}


def _prizes(ids: set[int]) -> Iterable[tuple[int, str]]:
    return EventPrize.objects.filter(pk__in=ids).values_list("pk", "name")


def _grants(ids: set[int]) -> Iterable[tuple[int, str]]:
    for grant in EventGrant.objects.filter(pk__in=ids).select_related("user"):
        yield grant.pk, f"{grant.user.get_username()} ({grant.get_role_display()})"


def _role_links(ids: set[int]) -> Iterable[tuple[int, str]]:
    for link in EventRoleLink.objects.filter(pk__in=ids):
        yield link.pk, str(link.get_role_display())


_TARGETS: dict[str, Callable[[set[int]], Iterable[tuple[int, str]]]] = {
    "tournaments.event": _events,
    "tournaments.division": _divisions,
    "tournaments.entry": _entries,
    "tournaments.round": _rounds,
    "tournaments.pairing": _pairings,
    "tournaments.roundclock": _clocks,
    "tournaments.eventprize": _prizes,
    "tournaments.eventgrant": _grants,
    "tournaments.eventrolelink": _role_links,
}
