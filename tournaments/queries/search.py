"""The search of the site: players, clubs and events by a part of their names."""

from dataclasses import dataclass

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Value, When

from clubs.models import Club, Player
from clubs.names import NameKey, by_name, name_key
from clubs.permissions import Visitor
from tournaments.models import Entry, Event
from tournaments.permissions import visible_events

#: Fewer characters than these would list everybody; in Japanese or Chinese one character says much.
MIN_LETTERS, MIN_SIGNS = 2, 1
MOST = 20


@dataclass(frozen=True, slots=True)
class Hits:
    """What was found of each kind, at most ``MOST``."""

    players: tuple[Player, ...] = ()
    clubs: tuple[Club, ...] = ()
    events: tuple[Event, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.players or self.clubs or self.events)


def long_enough(text: str) -> bool:
    """Whether it is worth searching for."""
    return len(text) >= (MIN_SIGNS if any(ord(sign) > 0x2E80 for sign in text) else MIN_LETTERS)


def search_site(text: str, viewer: Visitor) -> Hits:
    """What bears the text in its name: players of events that have begun and that the viewer may see, clubs, events. Three queries."""
    if not long_enough(text):
        return Hits()
    events = Event.objects.filter(visible_events(viewer), what_if_of=None)
    entries = Entry.objects.filter(division__event__in=events.exclude(state=Event.State.DRAFT))
    key = name_key(text)
    players = _players(entries, key).select_related("home_club").order_by(*by_name())
    clubs = Club.objects.alias(key=NameKey("name")).filter(Q(key__contains=key) | Q(place__icontains=text))
    named = events.alias(key=NameKey("name")).filter(key__contains=key).select_related("club")
    return Hits(tuple(players[:MOST]), tuple(clubs.order_by(*by_name())[:MOST]), tuple(named[:MOST]))


def _players(entries: QuerySet[Entry], key: str) -> QuerySet[Player]:
    """The players of these entries with the key in a name that they played under.

    Nearly all play under their own. Its key is worked out once, not for each of their entries: that takes the database longest.
    """
    under_own = Exists(entries.filter(player=OuterRef("pk"), name=OuterRef("name")))
    other = Case(When(name=F("player__name"), then=Value("")), default=F("name"))
    under_others = entries.alias(other=other, key=NameKey("other")).filter(key__contains=key).values("player")
    either = Q(under_own, key__contains=key) | Q(pk__in=under_others)
    return Player.objects.alias(key=NameKey("name")).filter(either)
