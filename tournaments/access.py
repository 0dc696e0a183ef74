"""What is reached in an event, each object by its address. Drafts of events and of rounds are for those who see drafts."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import TypeVar

from django.db.models import Model, Prefetch, QuerySet
from django.http import HttpRequest

from clubs.access import Path
from clubs.models import Club
from clubs.permissions import Action, Visitor
from tournaments.models import Division, Entry, Event, Pairing, Round, Seat
from tournaments.permissions import actions_in, is_public, may

T = TypeVar("T", bound=Model)
#: What pages need of a division, whatever they show of it.
_OF_DIVISION = ("event__club", "lexicon_version__lexicon", "rating_pool")


def _through(field: str) -> list[str]:
    return [f"{field}__{name}" for name in _OF_DIVISION]


@dataclass(frozen=True)
class InEvent(Path[T]):
    """An object of an event: the event's club gives the roles, and who may not know of the event finds nothing in it."""

    event: str

    @abstractmethod
    def event_of(self, found: T) -> Event:
        """The event of what was found. No query."""

    def club(self, found: T) -> Club:
        """See ``Path``."""
        return self.event_of(found).club

    def is_public(self, found: T) -> bool:
        """See ``Path``."""
        return is_public(self.event_of(found))

    def actions(self, visitor: Visitor, found: T) -> frozenset[Action]:
        """See ``Path``."""
        return actions_in(visitor, self.event_of(found))


class EventPath(InEvent[Event]):
    """An event, with its club."""

    def rows(self) -> QuerySet[Event]:
        """See ``Path``."""
        return Event.objects.filter(slug=self.event).select_related("club")

    def event_of(self, found: Event) -> Event:
        """See ``InEvent``."""
        return found


@dataclass(frozen=True)
class DivisionPath(InEvent[Division]):
    """A division, with event, club, dictionary and rating pool."""

    division: str

    def rows(self) -> QuerySet[Division]:
        """See ``Path``."""
        return Division.objects.filter(event__slug=self.event, slug=self.division).select_related(*_OF_DIVISION)

    def event_of(self, found: Division) -> Event:
        """See ``InEvent``."""
        return found.event


@dataclass(frozen=True)
class RoundPath(InEvent[Round]):
    """A round, with its division and pairing run."""

    division: str
    number: int

    def rows(self) -> QuerySet[Round]:
        """See ``Path``."""
        rounds = Round.objects.filter(division__event__slug=self.event, division__slug=self.division)
        return rounds.filter(number=self.number).select_related("run", *_through("division"))

    def event_of(self, found: Round) -> Event:
        """See ``InEvent``."""
        return found.division.event

    def is_public(self, found: Round) -> bool:
        """See ``Path``."""
        return super().is_public(found) and found.state != Round.State.DRAFT


@dataclass(frozen=True)
class PairingPath(InEvent[Pairing]):
    """A pairing, with round, division, result and seats (one more query); pages also name the division and the round."""

    pairing: int
    division: str = ""
    number: int = 0

    def rows(self) -> QuerySet[Pairing]:
        """See ``Path``."""
        found = loaded_pairings().filter(round__division__event__slug=self.event, pk=self.pairing)
        if not self.division:
            return found
        return found.filter(round__division__slug=self.division, round__number=self.number)

    def event_of(self, found: Pairing) -> Event:
        """See ``InEvent``."""
        return found.round.division.event

    def is_public(self, found: Pairing) -> bool:
        """See ``Path``."""
        return super().is_public(found) and found.round.state != Round.State.DRAFT


@dataclass(frozen=True)
class EntryPath(InEvent[Entry]):
    """An entry, with its player and division."""

    division: str
    entry: int

    def rows(self) -> QuerySet[Entry]:
        """See ``Path``."""
        entries = Entry.objects.filter(division__event__slug=self.event, division__slug=self.division)
        return entries.filter(pk=self.entry).select_related("player", *_through("division"))

    def event_of(self, found: Entry) -> Event:
        """See ``InEvent``."""
        return found.division.event


def seats_of_pairings() -> Prefetch[str, QuerySet[Seat], str]:
    """The seats of pairings with their entries, in order, to be fetched with them."""
    return Prefetch("seats", queryset=Seat.objects.select_related("entry").order_by("position"))


def loaded_pairings() -> QuerySet[Pairing]:
    """Pairings with round, division, event, club, dictionary, result and seats. Two queries."""
    related = Pairing.objects.select_related("result", *_through("round__division"))
    return related.prefetch_related(seats_of_pairings())


def is_official(request: HttpRequest, event: Event) -> bool:
    """Whether the visitor sees what is not public yet: drafts, unconfirmed reports. One query."""
    return may(request.user, event, Action.VIEW_DRAFTS)
