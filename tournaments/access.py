"""What is reached in an event, each object by its address. Drafts of events and of rounds are for those who see drafts.

The rows of ``urls`` say with ``PagesOf`` which object an address is about; its view is called with that object.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, fields
from functools import wraps
from operator import attrgetter
from typing import Any, ClassVar, Concatenate, Generic, TypeVar
from zoneinfo import ZoneInfo

from django.db.models import Model, Prefetch, QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import URLPattern, register_converter
from django.urls.converters import StringConverter
from django.utils import timezone

from clubs.access import Path, Who, page, reached
from clubs.models import Club
from clubs.permissions import Action, Visitor
from core.language_choice import speak_here
from tournaments.engine import short_codes
from tournaments.models import Division, Entry, Event, Pairing, Round, Seat
from tournaments.permissions import actions_in, entries_hidden, is_listed, is_open_to, is_public, may

T = TypeVar("T", bound=Model)
#: What pages need of a division, whatever they show of it.
_OF_DIVISION = ("event__club", "event__check_in", "lexicon_version__lexicon", "rating_pool")


def _through(field: str) -> list[str]:
    return [f"{field}__{name}" for name in _OF_DIVISION]


def at_event(request: HttpRequest, event: Event) -> None:
    """For a page that a key leads to: it has the event's zone and, for who asks for no language of ours, its club's.

    ``reached`` does both where an address names the event.
    """
    timezone.activate(event.zone)
    speak_here(request, event.club.page_language)


@dataclass(frozen=True)
class InEvent(Path[T]):
    """An object of an event: the event's club gives the roles, and who may not know of the event finds nothing in it."""

    event: str
    #: The way from the object to its event.
    to_event: ClassVar[str] = "division.event"

    def event_of(self, subject: T) -> Event:
        """The event that the object belongs to. No query."""
        event: Event = attrgetter(self.to_event)(subject)
        return event

    def club(self, subject: T) -> Club:
        """See ``Path``."""
        return self.event_of(subject).club

    def zone(self, subject: T) -> ZoneInfo:
        """See ``Path``."""
        return self.event_of(subject).zone

    def is_draft(self, _subject: T) -> bool:
        """Whether it is not public yet in an event that may be."""
        return False

    def is_public(self, subject: T) -> bool:
        """See ``Path``."""
        return is_public(self.event_of(subject)) and not self.is_draft(subject)

    def is_open_to(self, visitor: Visitor, subject: T, opened: Collection[int]) -> bool:
        """See ``Path``."""
        return not self.is_draft(subject) and is_open_to(visitor, self.event_of(subject), opened)

    def actions(self, visitor: Visitor, subject: T) -> frozenset[Action]:
        """See ``Path``."""
        return actions_in(visitor, self.event_of(subject))


class EventPath(InEvent[Event]):
    """An event, with its club."""

    def event_of(self, subject: Event) -> Event:
        """See ``InEvent``."""
        return subject

    def rows(self) -> QuerySet[Event]:
        """See ``Path``."""
        return Event.objects.filter(slug=self.event).select_related("club", "check_in")


class EventNamesPath(EventPath):
    """An event where an address shows who plays: for officials only while the event hides its players."""

    def is_draft(self, subject: Event) -> bool:
        """See ``InEvent``."""
        return entries_hidden(subject)


class ShortCode(StringConverter):
    """The short code of an event in an address, with or without a slash behind it."""

    regex = f"{short_codes.PATTERN}/?"

    def to_python(self, value: str) -> str:
        """The code alone."""
        return value.removesuffix("/")


register_converter(ShortCode, "short")


class ShortEventPath(EventPath):
    """An event by its short code, which can be guessed: so only what everybody finds in lists, and what officials see."""

    def rows(self) -> QuerySet[Event]:
        """See ``Path``."""
        return Event.objects.filter(pk=short_codes.number_of(self.event)).select_related("club", "check_in")

    def is_draft(self, subject: Event) -> bool:
        """See ``InEvent``."""
        return not is_listed(subject)


@dataclass(frozen=True)
class DivisionPath(InEvent[Division]):
    """A division, with event, club, dictionary and rating pool."""

    to_event = "event"
    division: str

    def rows(self) -> QuerySet[Division]:
        """See ``Path``."""
        return Division.objects.filter(event__slug=self.event, slug=self.division).select_related(*_OF_DIVISION)


class NamesPath(DivisionPath):
    """A division where an address shows who plays: for officials only while the event hides its players."""

    def is_draft(self, subject: Division) -> bool:
        """See ``InEvent``."""
        return entries_hidden(subject.event)


class ProgramsOfEvent(EventNamesPath):
    """An event for programs, which never sign in: only what everybody may see of it, whoever asks."""

    def is_open_to(self, _visitor: Visitor, _subject: Event, _opened: Collection[int]) -> bool:
        """See ``Path``."""
        return False

    def actions(self, _visitor: Visitor, _subject: Event) -> frozenset[Action]:
        """See ``Path``."""
        return frozenset()


class ProgramsOfDivision(NamesPath):
    """A division for programs, likewise."""

    def is_open_to(self, _visitor: Visitor, _subject: Division, _opened: Collection[int]) -> bool:
        """See ``Path``."""
        return False

    def actions(self, _visitor: Visitor, _subject: Division) -> frozenset[Action]:
        """See ``Path``."""
        return frozenset()


@dataclass(frozen=True)
class RoundPath(InEvent[Round]):
    """A round, with its division and pairing run."""

    division: str
    number: int

    def rows(self) -> QuerySet[Round]:
        """See ``Path``."""
        rounds = Round.objects.filter(division__event__slug=self.event, division__slug=self.division)
        return rounds.filter(number=self.number).select_related("run", *_through("division"))

    def is_draft(self, subject: Round) -> bool:
        """See ``InEvent``."""
        return subject.state == Round.State.DRAFT


@dataclass(frozen=True)
class PairingPath(InEvent[Pairing]):
    """A pairing, with round, division, result and seats (one more query); pages also name the division and the round."""

    to_event = "round.division.event"
    pairing: int
    division: str = ""
    number: int = 0

    def rows(self) -> QuerySet[Pairing]:
        """See ``Path``."""
        pairings = loaded_pairings().filter(round__division__event__slug=self.event, pk=self.pairing)
        if not self.division:
            return pairings
        return pairings.filter(round__division__slug=self.division, round__number=self.number)

    def is_draft(self, subject: Pairing) -> bool:
        """See ``InEvent``."""
        return subject.round.state == Round.State.DRAFT


@dataclass(frozen=True)
class EntryPath(InEvent[Entry]):
    """An entry, with its player and division."""

    division: str
    entry: int

    def rows(self) -> QuerySet[Entry]:
        """See ``Path``."""
        entries = Entry.objects.filter(division__event__slug=self.event, division__slug=self.division)
        return entries.filter(pk=self.entry).select_related("player", *_through("division"))

    def is_draft(self, subject: Entry) -> bool:
        """See ``NamesPath``."""
        return entries_hidden(subject.division.event)


Given = Callable[Concatenate[HttpRequest, T, ...], HttpResponseBase]


def _given(path: type[InEvent[T]], view: Given[T]) -> Callable[..., HttpResponseBase]:
    """The view, called with the object instead of the parts of the address that name it. Raises as ``reached``."""
    names = [field.name for field in fields(path)]

    @wraps(view)
    def opened(request: HttpRequest, **parts: Any) -> HttpResponseBase:
        address = {name: parts.pop(name) for name in names if name in parts}
        return view(request, reached(request, path(**address)), **parts)

    return opened


@dataclass(frozen=True, slots=True)
class PagesOf(Generic[T]):
    """The pages of one kind of object: where their addresses begin, and what they are about. ``around``: for each of the views."""

    prefix: str
    path: type[InEvent[T]]
    around: Callable[[Callable[..., Any]], Callable[..., HttpResponseBase]] = lambda view: view

    def __call__(self, route: str, view: Given[T], name: str, needs: Who, methods: str = "GET") -> URLPattern:
        """The address of one page."""
        return page(self.prefix + route, self.around(_given(self.path, view)), name, needs, methods)


EVENT = "e/<slug:event>/"
DIVISION = f"{EVENT}<slug:division>/"
ROUND = f"{DIVISION}rounds/<int:number>/"
of_event = PagesOf(EVENT, EventPath)
of_short_code = PagesOf("<short:event>", ShortEventPath)
of_division = PagesOf(DIVISION, DivisionPath)
of_entry = PagesOf(f"{DIVISION}manage/roster/<int:entry>/", EntryPath)
of_round = PagesOf(ROUND, RoundPath)
of_pairing = PagesOf(f"{ROUND}games/<int:pairing>/", PairingPath)


def seats_of_pairings() -> Prefetch[str, QuerySet[Seat], str]:
    """The seats of pairings with their entries, in order, to be fetched with them."""
    return Prefetch("seats", queryset=Seat.objects.select_related("entry").order_by("position"))


def loaded_pairings() -> QuerySet[Pairing]:
    """Pairings with round, division, event, club, dictionary, result and seats. Two queries."""
    related = Pairing.objects.select_related("result", *_through("round__division"))
    return related.prefetch_related(seats_of_pairings())


def pairing_with_seats(seats: QuerySet[Seat]) -> Pairing | None:
    """The pairing of these seats, which are all of one pairing, with what ``loaded_pairings`` loads. One query."""
    related = [f"pairing__{name}" for name in ("result", *_through("round__division"))]
    rows = list(seats.select_related("entry", *related).order_by("position"))
    if not rows:
        return None
    pairing = rows[0].pairing
    for seat in rows:
        seat.pairing = pairing
    loaded = pairing.seats.all()
    loaded._result_cache = rows
    pairing._prefetched_objects_cache = {"seats": loaded}  # type: ignore[attr-defined]  # as prefetch_related leaves it
    return pairing


def is_official(request: HttpRequest, event: Event) -> bool:
    """Whether the visitor sees what is not public yet: drafts, unconfirmed reports. One query."""
    return may(request.user, event, Action.VIEW_DRAFTS)
