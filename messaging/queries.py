"""Reads of messages: who asked to be told, where a player sits, the log of what was sent."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.urls import reverse

from clubs.models import Club, User
from clubs.permissions import ROLE_ACTIONS, Action, in_clubs
from mail.models import Mail
from messaging.kinds import Topic
from messaging.models import Address, Channel, Delivery, News, Subscription
from registration.models import Registration, RegistrationLink
from registration.queries import LIVE
from tournaments.models import Entry, Event, EventGrant, Pairing, PersonalLink, Round, Seat
from tournaments.permissions import holders_in_event

#: On the event's page and the player's own.
_SHOWN_NEWS = 20


def wanting(topic: Topic) -> QuerySet[Address]:
    """The addresses that want to be told about this and can be reached."""
    own = Subscription.objects.filter(address=OuterRef("pk"), topic=topic)
    return Address.objects.filter(Exists(own), refused_at=None).order_by("pk")


def addresses_of_entries(event: Event, entries: Iterable[Entry], topic: Topic) -> dict[int, list[Address]]:
    """By entry (id) the addresses that asked for the topic: the player's at this event, the account's, and those of the form with
    which the player registered. Each is there once. At most four queries; ``entries`` are loaded with their players.
    """
    of_player: dict[int, list[int]] = defaultdict(list)
    of_user: dict[int, list[int]] = defaultdict(list)
    for entry in entries:
        of_player[entry.player_id].append(entry.pk)
        if entry.player.user_id is not None:
            of_user[entry.player.user_id].append(entry.pk)
    if not of_player:
        return {}
    divisions = {entry.pk: entry.division_id for entry in entries}
    forms = Registration.objects.filter(
        division__event=event, player__in=list(of_player), state=Registration.State.ENTERED
    )
    of_group: dict[int, list[int]] = defaultdict(list)
    for group, division, player in forms.values_list("group_id", "division_id", "player_id"):
        of_group[group] += [pk for pk in of_player[player] if divisions[pk] == division]
    owners = Q(event=event, player__in=list(of_player)) | Q(user__in=list(of_user)) | Q(group__in=list(of_group))
    by_entry: dict[int, dict[str, Address]] = defaultdict(dict)
    for address in wanting(topic).filter(owners):
        if address.player_id is not None:
            people = of_player[address.player_id]
        elif address.user_id is not None:
            people = of_user[address.user_id]
        else:
            people = of_group[address.group_id or 0]
        for pk in people:
            by_entry[pk].setdefault(address.mark, address)
    return {pk: list(marks.values()) for pk, marks in by_entry.items()}


def addresses_of_registration(registration: Registration, topic: Topic) -> list[Address]:
    """The addresses of the form, and of the player's account once it is known who it is. One query."""
    owners = Q(group=registration.group_id)
    if registration.player_id is not None:
        owners |= Q(user__players=registration.player_id)
    marks: dict[str, Address] = {}
    for address in wanting(topic).filter(owners).distinct():
        marks.setdefault(address.mark, address)
    return list(marks.values())


_SETTLING = [role for role, actions in ROLE_ACTIONS.items() if Action.CORRECT in actions]


def settles_results(user: User) -> bool:
    """Whether the account settles results in some club or event now. At most two queries."""
    in_club = Club.objects.filter(in_clubs(user, _SETTLING, field="pk"))
    return in_club.exists() or EventGrant.in_force(user=user, role__in=_SETTLING).exists()


def addresses_of_officials(event: Event, topic: Topic) -> list[Address]:
    """Where those who settle the event's results asked to be told about the topic, each address once. One query."""
    officials = holders_in_event(event, Action.CORRECT).filter(is_active=True)
    marks: dict[str, Address] = {}
    for address in wanting(topic).filter(user__in=officials.values("pk")):
        marks.setdefault(address.mark, address)
    return list(marks.values())


def expected_entries(event: Event) -> list[Entry]:
    """Those who play at the event, with player and division. One query."""
    active = Entry.objects.filter(division__event=event, status=Entry.Status.ACTIVE)
    return list(active.select_related("player", "division").order_by("pk"))


def waiting_registrations(event: Event) -> list[Registration]:
    """Registrations that are not over and no entry yet, with their groups. One query."""
    rows = Registration.objects.filter(division__event=event, state__in=LIVE)
    rows = rows.exclude(state=Registration.State.ENTERED, player__isnull=False)
    return list(rows.select_related("group", "division").order_by("pk"))


@dataclass(frozen=True, slots=True)
class Place:
    """Where an entry sits in a round. ``table`` None: no game (a bye, a forfeit). ``first``: None where nobody goes first."""

    entry: Entry
    table: int | None
    bye: bool
    opponents: tuple[str, ...]
    against: tuple[int, ...]
    first: bool | None

    @property
    def stored(self) -> list[object]:
        """What is compared after the round was unpublished: the table and who else sits there."""
        return [self.table, self.bye, sorted(self.against)]


def places_in(round_: Round) -> dict[int, Place]:
    """Where everybody sits, by entry (id); the round is loaded with its division. One query."""
    seats = Seat.objects.filter(round=round_).select_related("pairing", "entry__player").order_by("position")
    tables: dict[int, list[Seat]] = defaultdict(list)
    for seat in seats:
        tables[seat.pairing_id].append(seat)
    result = {}
    for at in tables.values():
        pairing = at[0].pairing
        two = len(at) == 2 and round_.division.played.has_first and pairing.starter_known
        for seat in at:
            others = [other.entry for other in at if other is not seat]
            result[seat.entry_id] = Place(
                seat.entry,
                pairing.table_number,
                pairing.kind == Pairing.Kind.BYE,
                tuple(other.name for other in others),
                tuple(other.pk for other in others),
                seat.position == 1 if two else None,
            )
    return result


def own_pages(entries: Collection[int]) -> dict[int, str]:
    """The paths of the players' own pages, by entry (id). One query."""
    links = PersonalLink.live(entry__in=entries)
    return {link.entry_id: reverse("tournaments:own_page", args=[link.key]) for link in links if link.key}


def own_registrations(groups: Collection[int]) -> dict[int, str]:
    """The paths of the pages of those who registered, by group (id). One query."""
    links = RegistrationLink.live(group__in=groups)
    return {link.group_id: reverse("tournaments:own_registration", args=[link.key]) for link in links if link.key}


def news_of(event: Event) -> QuerySet[News]:
    """The event's news, the latest first. One query."""
    return News.objects.filter(event=event)[:_SHOWN_NEWS]


def undelivered(event: Event) -> QuerySet[Delivery]:
    """What could not be delivered for good."""
    lost = Q(channel=Channel.PUSH, state=Delivery.State.FAILED) | Q(mail__state=Mail.State.FAILED)
    return Delivery.objects.filter(lost, message__event=event)


def log_of(event: Event, *, lost: bool = False) -> QuerySet[Delivery]:
    """The log of what was sent, the latest first, with what its lines show."""
    rows = undelivered(event) if lost else Delivery.objects.filter(message__event=event)
    return rows.select_related("message", "mail", "entry", "registration").order_by("-pk")


def reach_of(event: Event) -> tuple[int, int]:
    """How many asked to be told something at this event, by email and by notification. One query."""
    players = Entry.objects.filter(division__event=event).values("player")
    accounts = Entry.objects.filter(division__event=event, player__user__isnull=False).values("player__user")
    at_event = Q(event=event, player__in=players) | Q(group__event=event) | Q(user__in=accounts)
    addresses = Address.objects.filter(at_event, Exists(Subscription.objects.filter(address=OuterRef("pk"))))
    by = dict(addresses.order_by().values_list("channel").annotate(count=Count("mark", distinct=True)))
    return by.get(Channel.MAIL, 0), by.get(Channel.PUSH, 0)
