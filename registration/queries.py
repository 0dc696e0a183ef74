"""Reads of registrations: places, queues, the desk's list, totals of fees."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Final

from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs import names
from clubs.permissions import Visitor
from registration.models import ContactMessage, DivisionPlaces, Registration, RegistrationSettings
from tournaments.hooks import FeeIncome
from tournaments.models import Division, Entry, Event
from tournaments.permissions import visible_events

#: Events to come on the home page.
_COMING: Final = 6

State = Registration.State
#: Who has a place, or has one kept.
HOLDING = (State.APPLIED, State.TO_CORRECT, State.OFFERED, State.ENTERED)
LIVE = (*HOLDING, State.WAITING)
ENDED = (State.REFUSED, State.CANCELLED)


def settings_of(event: Event) -> RegistrationSettings:
    """How people register for the event; not stored where nobody has chosen anything yet. One query."""
    stored = RegistrationSettings.objects.filter(event=event).first()
    return stored or RegistrationSettings(event=event)


def why_closed(event: Event, settings: RegistrationSettings, now: datetime | None = None) -> str:
    """Why nobody can register now, as a sentence; "" while registration is open. No query."""
    moment = now or timezone.now()
    if event.state == Event.State.FINISHED:
        return _("The event is finished.")
    if not settings.is_open or event.what_if_of_id is not None:
        return _("Registration is not open.")
    if event.state == Event.State.RUNNING and not settings.late_entries:
        return _("The event has begun, and late entries are not accepted.")
    if settings.opens_at is not None and moment < settings.opens_at:
        return _("Registration has not opened yet.")
    if settings.closes_at is not None and moment >= settings.closes_at:
        return _("Registration has closed.")
    return ""


@dataclass(frozen=True, slots=True)
class Places:
    """A division with its places. ``free`` None: no limit."""

    division: Division
    rules: DivisionPlaces
    taken: int
    waiting: int

    @property
    def free(self) -> int | None:
        """How many places are left."""
        return None if self.rules.capacity is None else max(0, self.rules.capacity - self.taken)

    @property
    def full(self) -> bool:
        """Whether the next one has to wait."""
        return self.free == 0 or self.waiting > 0


def places_of(event: Event) -> list[Places]:
    """The event's divisions in order, with their places. Three queries."""
    return places_of_each([event])[event.pk]


def places_of_each(events: Sequence[Event]) -> dict[int, list[Places]]:
    """The divisions of each event (id) in order, with their places. Three queries, whatever their number.

    Places are taken by registrations that hold one, and by players who were entered without any.
    """
    known = {event.pk: event for event in events}
    divisions = list(
        Division.objects.filter(event__in=known).select_related("places", "rating_pool").order_by("position", "pk")
    )
    counted: dict[int, Counter[str]] = defaultdict(Counter)
    rows = Registration.objects.filter(division__in=divisions).order_by()
    for division, state, count in rows.values_list("division", "state").annotate(count=Count("pk")):
        counted[division][state] = count
    entered = Registration.objects.filter(state=State.ENTERED, player__isnull=False, division__in=divisions)
    pairs = set(entered.values_list("division_id", "player_id"))
    entries = Entry.objects.filter(division__in=divisions, status=Entry.Status.ACTIVE)
    others = Counter(
        division
        for division, player in entries.values_list("division_id", "player_id")
        if (division, player) not in pairs
    )
    result: dict[int, list[Places]] = {event: [] for event in known}
    for division in divisions:
        division.event = known[division.event_id]
        rules = getattr(division, "places", None) or DivisionPlaces(division=division)
        states = counted[division.pk]
        taken = sum(states[state] for state in HOLDING) + others[division.pk]
        result[division.event_id].append(Places(division, rules, taken, states[State.WAITING]))
    return result


@dataclass(frozen=True, slots=True)
class Coming:
    """An event to come. ``free`` None: no limit; ``can_register``: whether the form takes anybody now, if only to wait."""

    event: Event
    taken: int
    waiting: int
    free: int | None
    can_register: bool


def coming_events(viewer: Visitor) -> dict[str, Any] | None:
    """The next events that the visitor may see and that have not begun. None without one; five queries."""
    today = timezone.localdate()
    events = list(
        Event.objects.filter(visible_events(viewer), state=Event.State.DRAFT, what_if_of=None, starts_on__gte=today)
        .select_related("club")
        .order_by("starts_on", "pk")[:_COMING]
    )
    if not events:
        return None
    settings = {one.event_id: one for one in RegistrationSettings.objects.filter(event__in=events)}
    places = places_of_each(events)
    return {"coming": [_coming(one, places[one.pk], settings.get(one.pk)) for one in events]}


def _coming(event: Event, places: list[Places], settings: RegistrationSettings | None) -> Coming:
    free = None if any(one.free is None for one in places) else sum(one.free or 0 for one in places)
    return Coming(
        event=event,
        taken=sum(one.taken for one in places),
        waiting=sum(one.waiting for one in places),
        free=free,
        can_register=settings is not None and not why_closed(event, settings),
    )


def waiting_numbers(divisions: Collection[int]) -> dict[int, int]:
    """The number on the waiting list, from 1, of every registration (id) that waits in these divisions. One query."""
    numbers: Counter[int] = Counter()
    result = {}
    rows = Registration.objects.filter(division__in=divisions, state=State.WAITING).order_by("division", "position")
    for pk, division in rows.values_list("pk", "division_id"):
        numbers[division] += 1
        result[pk] = numbers[division]
    return result


@dataclass(frozen=True, slots=True)
class DeskSearch:
    """What the desk's list shows; empty: everything that is not over."""

    text: str = ""
    state: str = ""
    division: str = ""


def registrations_of(event: Event) -> QuerySet[Registration]:
    """Every registration of the event, by division and queue. One query."""
    rows = Registration.objects.filter(division__event=event).select_related("division__places", "group", "player")
    return rows.order_by("division__position", "division", "position")


def desk_list(event: Event, search: DeskSearch) -> QuerySet[Registration]:
    """The registrations that match, by division and queue. One query."""
    rows = registrations_of(event)
    if search.text.strip():
        text = search.text.strip()
        rows = rows.filter(
            Q(name__icontains=text)
            | Q(group__email__icontains=text)
            | Q(club__icontains=text)
            | Q(federation_id__iexact=text)
        )
    if search.state == "unclear":
        rows = rows.filter(state=State.ENTERED, player=None)
    elif search.state in State.values:
        rows = rows.filter(state=search.state)
    elif not search.text.strip():
        rows = rows.exclude(state__in=ENDED)
    if search.division:
        rows = rows.filter(division__slug=search.division)
    return rows


def fee_of(registration: Registration) -> Decimal:
    """What the person pays; 0 where there is no fee. No query for rows of ``desk_list``."""
    rules = getattr(registration.division, "places", None)
    return (rules.fee if rules is not None else None) or Decimal(0)


@dataclass(frozen=True, slots=True)
class FeeTotal:
    """How many of those who are in have this mark, and how much that is."""

    mark: str
    label: str
    count: int
    amount: Decimal


def fee_rows(event: Event) -> list[Registration]:
    """Everybody who is in or is offered a place, by name. One query."""
    rows = Registration.objects.filter(division__event=event, state__in=[State.ENTERED, State.OFFERED])
    return list(rows.select_related("division__places").order_by(*names.by_name()))


def fee_totals(rows: Sequence[Registration]) -> list[FeeTotal]:
    """The fees of these people by their marks. No query."""
    return [
        FeeTotal(
            mark.value,
            str(mark.label),
            sum(one.fee_mark == mark for one in rows),
            sum((fee_of(one) for one in rows if one.fee_mark == mark), Decimal(0)),
        )
        for mark in Registration.Fee
    ]


def fee_income(event: Event) -> FeeIncome | None:
    """What the players of the event pay; None where no division has a fee. At most three queries."""
    if not DivisionPlaces.objects.filter(division__event=event, fee__gt=0).exists():
        return None
    of = {total.mark: total for total in fee_totals(fee_rows(event))}
    currency = settings_of(event).currency
    paid, owed, free = (of[mark] for mark in ("paid", "owed", "complimentary"))
    return FeeIncome(currency, int(100 * paid.amount), paid.count, int(100 * owed.amount), owed.count, free.count)


@dataclass(frozen=True, slots=True)
class PublicPerson:
    """A person on the public list: what everybody may see of them."""

    name: str
    rating: int | None
    club: str
    waiting: int | None


def shown_name(registration: Registration, settings: RegistrationSettings) -> str:
    """The name that others see: the initials of a minor where the event hides their names."""
    if registration.minor and settings.initials_of_minors:
        return initials(registration.name)
    return registration.name


def initials(name: str) -> str:
    """“Mina Okafor” → “M. O.”"""
    return " ".join(f"{word[0].upper()}." for word in name.split() if word)


def public_list(event: Event) -> list[tuple[Division, list[PublicPerson]]]:
    """Who is in and who waits, by division: names, ratings and clubs, nothing else. Three queries."""
    settings = settings_of(event)
    divisions = list(Division.objects.filter(event=event).order_by("position", "pk"))
    people: dict[int, list[PublicPerson]] = defaultdict(list)
    entries = Entry.objects.filter(division__in=divisions, status=Entry.Status.ACTIVE).order_by("number")
    listed = set()
    for entry in entries:
        listed.add((entry.division_id, entry.player_id))
        people[entry.division_id].append(PublicPerson(entry.name, entry.rating, entry.club, None))
    rows = Registration.objects.filter(division__in=divisions, state__in=[State.ENTERED, State.OFFERED, State.WAITING])
    numbers: Counter[int] = Counter()
    for row in rows.order_by("division", "position"):
        if row.state == State.ENTERED and (row.division_id, row.player_id) in listed:
            continue
        waits = row.state == State.WAITING
        if waits:
            numbers[row.division_id] += 1
        number = numbers[row.division_id] if waits else None
        people[row.division_id].append(PublicPerson(shown_name(row, settings), row.rating, row.club, number))
    for queue in people.values():
        queue.sort(key=lambda one: one.waiting or 0)
    return [(division, people[division.pk]) for division in divisions]


def waits_at_desk(event: Event) -> int:
    """How much waits for the director: approvals, people not known for certain, messages. Two queries."""
    rows = Registration.objects.filter(division__event=event)
    own = rows.filter(Q(state=State.APPLIED) | Q(state=State.ENTERED, player=None)).count()
    return own + ContactMessage.objects.filter(event=event, answered_at=None).count()


def names_of_registrations(ids: Iterable[int]) -> Sequence[tuple[int, str]]:
    """Names by ids, for the log. One query."""
    return list(Registration.objects.filter(pk__in=list(ids)).values_list("pk", "name"))
