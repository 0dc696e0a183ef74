"""Telling: what happened is noted in the transaction in which it happens, a job writes to everybody who asked, each once.

A page waits for one row and one job; writing to two hundred people, the mail server and the push services are the workers' business.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import Max, Q
from django.urls import reverse
from django.utils import timezone

from jobs.services import enqueue, enqueue_new
from mail.services import post
from mail.templates import write
from messaging.kinds import KINDS, Audience, Kind
from messaging.models import Address, Channel, Delivery, Message, UnsubscribeLink
from messaging.queries import (
    addresses_of_entries,
    addresses_of_officials,
    addresses_of_registration,
    expected_entries,
    own_pages,
    own_registrations,
    places_in,
    waiting_registrations,
)
from registration.models import Registration
from tournaments.models import Division, Entry, Event, Pairing, Result, Round, Seat

#: How long the log of what was sent is kept, as are the mails' own rows.
KEEP: Final = timedelta(days=400)


@dataclass(frozen=True, slots=True)
class Line:
    """A message as one person gets it: whom it is about, where it goes, what its words need. ``path``: the page to open."""

    addresses: list[Address]
    person: str = ""
    entry: Entry | None = None
    registration: Registration | None = None
    path: str = ""
    context: Mapping[str, object] = field(default_factory=dict)


def is_told(event: Event) -> bool:
    """Whether anybody is told of this event: not of a test copy, and not of a copy that only officials see."""
    return event.what_if_of_id is None and not event.private


def note(event: Event, kind: str, about: str, data: Mapping[str, Any] | None = None) -> Message | None:
    """Note that there is something to tell, in the caller's transaction with the event locked; a job tells it after the commit.

    What the same kind told ``about`` this before is an earlier version. None for an event of which nobody is told.
    """
    if not is_told(event):
        return None
    last = Message.objects.filter(kind=kind, about=about).aggregate(last=Max("version"))["last"] or 0
    message = Message.objects.create(event=event, kind=kind, about=about, version=last + 1, data=dict(data or {}))
    enqueue("messaging.spread", message.pk)
    return message


def note_first(event: Event, kind: str, items: Mapping[str, Mapping[str, Any]]) -> list[Message]:
    """As ``note``, for several things that have just begun (what it is about, and the data): none of them was told before. Two queries."""
    if not is_told(event):
        return []
    messages = [
        Message(event=event, kind=kind, about=about, version=1, data=dict(data)) for about, data in items.items()
    ]
    Message.objects.bulk_create(messages)
    enqueue_new("messaging.spread", [message.pk for message in messages])
    return messages


def spread(*, message_id: int) -> int:
    """Write to everybody who asked for this message; how many. Again after a break it goes on with those who are left."""
    message = Message.objects.select_related("event__club").filter(pk=message_id, spread_at=None).first()
    if message is None:
        return 0
    count = sum(deliver(message, line) for line in _lines(message))
    Message.objects.filter(pk=message_id).update(spread_at=timezone.now())
    return count


def deliver(message: Message, line: Line) -> int:
    """Write the message to a person's addresses, except where it was written already; how many. Its times are the event's."""
    with timezone.override(message.event.zone):
        return sum(_deliver(message, line, address) for address in line.addresses)


@transaction.atomic
def _deliver(message: Message, line: Line, address: Address) -> bool:
    delivery, created = Delivery.objects.get_or_create(
        message=message,
        person=line.person,
        channel=address.channel,
        mark=address.mark,
        defaults={"entry": line.entry, "registration": line.registration, "address": address},
    )
    if not created:
        return False
    site = settings.SITE_URL.rstrip("/")
    event_path = reverse("tournaments:event", args=[message.event.slug])
    page = site + (line.path or event_path)
    context = {"event": message.event, "page": page, "event_page": site + event_path, **line.context}
    if address.channel == Channel.MAIL:
        delivery.mail = post(
            message.kind,
            to=address.to,
            key=f"message:{delivery.pk}",
            context=context,
            language=address.language,
            unsubscribe=unsubscribe_page(address),
        )
        delivery.save(update_fields=["mail"])
    else:
        written = write(message.kind, address.language or settings.LANGUAGE_CODE, context)
        delivery.title, delivery.text = written.subject, written.text.split("\n\n")[0].strip()[:2000]
        delivery.save(update_fields=["title", "text"])
        enqueue("messaging.push", delivery.pk)
    return True


def unsubscribe_page(address: Address) -> str:
    """The full address of the page that ends mails to this address; it is made when it is first needed."""
    link = UnsubscribeLink.live(address=address).first()
    if link is None or not link.key:
        UnsubscribeLink.live(address=address).update(ended_at=timezone.now())
        link = UnsubscribeLink.fresh(address=address)
        link.save()
    return settings.SITE_URL.rstrip("/") + reverse("tournaments:unsubscribe", args=[link.key])


def _lines(message: Message) -> Iterator[Line]:
    """Everybody who is told, with what they are told."""
    kind = KINDS[message.kind]
    match kind.audience:
        case Audience.ROUND if message.kind == "round-unpublished":
            yield from _told_before(message, kind)
        case Audience.ROUND:
            yield from _at_tables(message, kind)
        case Audience.CHANGED:
            yield from _at_tables(message, kind, before=message.data["before"])
        case Audience.GAME:
            yield from _at_game(message, kind)
        case Audience.PAIRED:
            yield from _of_players(message, kind, _unfinished(message))
        case Audience.OFFICIALS:
            yield from _to_settle(message, kind)
        case Audience.PLAYERS:
            yield from _of_entries(message, kind, {entry.pk: entry for entry in expected_entries(message.event)})
        case Audience.EVERYBODY:
            yield from _everybody(message, kind)
        case Audience.REGISTERED if "people" in message.data:
            people = Registration.objects.select_related("group", "division").filter(pk__in=message.data["people"])
            yield from of_form(people.order_by("pk"), kind)
        case Audience.REGISTERED:
            row = Registration.objects.select_related("group", "division").filter(pk=message.data["registration"])
            for registration in row:
                yield of_registration(registration, kind)


def _of_entries(
    message: Message,
    kind: Kind,
    entries: Mapping[int, Entry],
    contexts: Mapping[int, Mapping[str, object]] | None = None,
    *,
    once: bool = False,
) -> Iterator[Line]:
    """The lines of these entries. ``once``: each address gets the message once, not once for each of a family."""
    addresses = addresses_of_entries(message.event, entries.values(), kind.topic)
    pages = own_pages(list(addresses))
    for pk in sorted(addresses):
        context = {"name": entries[pk].name, **message.data.get("words", {}), **(contexts or {}).get(pk, {})}
        person = "" if once else f"entry:{pk}"
        yield Line(addresses[pk], person, entry=entries[pk], path=pages.get(pk, ""), context=context)


def _everybody(message: Message, kind: Kind) -> Iterator[Line]:
    entries = {entry.pk: entry for entry in expected_entries(message.event)}
    yield from _of_entries(message, kind, entries, once=True)
    waiting = waiting_registrations(message.event)
    pages = own_registrations({row.group_id for row in waiting})
    for row in waiting:
        reachable = addresses_of_registration(row, kind.topic)
        context = {"name": row.name, **message.data.get("words", {})}
        yield Line(reachable, registration=row, path=pages.get(row.group_id, ""), context=context)


def _round_of(message: Message) -> Round | None:
    """The round of the message while it is public and nothing later was told of it."""
    division, number = message.data["division"], message.data["number"]
    if Message.objects.filter(about=message.about, pk__gt=message.pk).exists():
        return None
    rounds = Round.objects.filter(division=division, number=number).exclude(state=Round.State.DRAFT)
    return rounds.select_related("division").first()


def _at_tables(message: Message, kind: Kind, before: Mapping[str, Any] | None = None) -> Iterator[Line]:
    """Where everybody sits. ``before``: as it was before the round was unpublished; only those who sit elsewhere are told.

    Everybody is told where nobody had been told anything yet: the round was unpublished and published before a worker came to it.
    """
    round_ = _round_of(message)
    if round_ is None:
        return
    places = places_in(round_)
    entries = {pk: place.entry for pk, place in places.items()}
    common = {"number": round_.number, "division": round_.division.name}
    contexts: dict[int, Mapping[str, object]] = {pk: {**common, "place": place} for pk, place in places.items()}
    if before is not None and _was_told(message):
        entries = {pk: entry for pk, entry in entries.items() if before.get(str(pk)) != places[pk].stored}
        gone = [int(pk) for pk in before if int(pk) not in places]
        for entry in Entry.objects.select_related("player").filter(pk__in=gone):
            entries[entry.pk], contexts[entry.pk] = entry, {**common, "place": None}
    yield from _of_entries(message, kind, entries, contexts)


def _was_told(message: Message) -> bool:
    """Whether the players were told of the round before this message; if nobody asked then, they were too."""
    earlier = Message.objects.filter(about=message.about, pk__lt=message.pk)
    reached = Q(spread_at__lte=message.created_at, kind__in=["round-published", "round-changed"])
    return earlier.filter(reached).exists() or Delivery.objects.filter(message__in=earlier).exists()


def _told_before(message: Message, kind: Kind) -> Iterator[Line]:
    """Those who had a table in a round that was unpublished, unless it is public again by now."""
    if Message.objects.filter(about=message.about, pk__gt=message.pk).exists():
        return
    before = message.data["before"]
    division = Division.objects.get(pk=message.data["division"])
    rows = Entry.objects.select_related("player").filter(pk__in=[int(pk) for pk in before])
    common = {"number": message.data["number"], "division": division.name}
    contexts = {entry.pk: {**common, "table": before[str(entry.pk)][0]} for entry in rows}
    yield from _of_entries(message, kind, {entry.pk: entry for entry in rows}, contexts)


def _disputed(message: Message) -> Pairing | None:
    """The game of the message while its reports differ."""
    games = Pairing.objects.select_related("round__division", "result").filter(pk=message.data["game"])
    return games.filter(result__state=Result.State.CONFLICT).first()


def _unfinished(message: Message) -> Pairing | None:
    """The game of the message while it is played."""
    games = Pairing.objects.select_related("round__division").filter(pk=message.data["game"])
    return games.exclude(result__state=Result.State.CONFIRMED).first()


def _at_game(message: Message, kind: Kind) -> Iterator[Line]:
    yield from _of_players(message, kind, _disputed(message))


def _of_players(message: Message, kind: Kind, pairing: Pairing | None) -> Iterator[Line]:
    """The players of the game; nobody where it is None, as it was settled, played or taken apart in the meantime."""
    if pairing is None:
        return
    seats = Seat.objects.filter(pairing=pairing).select_related("entry__player").order_by("position")
    entries = {seat.entry_id: seat.entry for seat in seats}
    contexts = {
        pk: {
            "number": pairing.round.number,
            "table": pairing.table_number,
            "opponents": [other.name for other in entries.values() if other.pk != pk],
        }
        for pk in entries
    }
    yield from _of_entries(message, kind, entries, contexts)


def _to_settle(message: Message, kind: Kind) -> Iterator[Line]:
    """For the officials of the club who asked; each address once."""
    pairing = _disputed(message)
    if pairing is None:
        return  # settled in the meantime
    seats = Seat.objects.filter(pairing=pairing).order_by("position")
    division = pairing.round.division
    context = {
        "names": list(seats.values_list("entry__name", flat=True)),
        "number": pairing.round.number,
        "table": pairing.table_number,
        "division": division.name,
    }
    path = reverse(
        "tournaments:manage_game", args=[message.event.slug, division.slug, pairing.round.number, pairing.pk]
    )
    yield Line(addresses_of_officials(message.event, kind.topic), path=path, context=context)


def of_registration(registration: Registration, kind: Kind) -> Line:
    """The line of whoever registered. Two queries."""
    path = own_registrations([registration.group_id]).get(registration.group_id, "")
    context = {"name": registration.name, "registration": registration, "division": registration.division}
    reachable = addresses_of_registration(registration, kind.topic)
    return Line(reachable, f"registration:{registration.pk}", registration=registration, path=path, context=context)


def of_form(people: Iterable[Registration], kind: Kind) -> Iterator[Line]:
    """The lines of the people of one form: each address once, with those of them whom it concerns. A query for each person and one."""
    reached: dict[str, tuple[Address, list[Registration]]] = {}
    for one in people:
        for address in addresses_of_registration(one, kind.topic):
            reached.setdefault(address.mark, (address, []))[1].append(one)
    paths = own_registrations({one.group_id for _address, ones in reached.values() for one in ones})
    for address, ones in reached.values():
        first = ones[0]
        context = {"name": first.name, "registration": first, "division": first.division, "people": ones}
        yield Line([address], f"registration:{first.pk}", None, first, paths.get(first.group_id, ""), context)


def forget_old() -> int:
    """Delete what was told so long ago that nobody asks about it, and addresses a year after their event or a month after they were
    ended; how many rows.
    """
    now = timezone.now()
    year_ago = now.date() - timedelta(days=365)
    old = Q(event__starts_on__lt=year_ago) | Q(group__event__starts_on__lt=year_ago)
    ended = Q(group=None, subscriptions=None, created_at__lt=now - timedelta(days=30))
    count = Address.objects.filter(pk__in=Address.objects.filter(old | ended).values("pk")).delete()[0]
    return count + Message.objects.filter(created_at__lt=now - KEEP).delete()[0]
