"""Asking to be told, changing what about, and ending it: on one's own page, in the account, or by the link in each mail."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.models import Player, User
from mail.models import Mail
from mail.services import forget_address
from messaging.kinds import ALL_TOPICS, TOPICS, Topic, Words
from messaging.models import Address, Channel, Delivery, Message, News, Subscription, UnsubscribeLink, mark_of
from messaging.queries import settles_results
from messaging.services.push import refuse_unknown_service
from registration.models import RegistrationGroup
from tournaments.errors import SlipNotFoundError, TournamentError
from tournaments.models import Entry, Event

#: Browsers that one owner may have.
MAX_DEVICES = 10


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose addresses they are: a player's at an event, those of a form, or an account's."""

    event: Event | None = None
    player: Player | None = None
    group: RegistrationGroup | None = None
    user: User | None = None

    @classmethod
    def of_entry(cls, entry: Entry) -> "Owner":
        """The player of an entry, loaded with its division's event, at that event."""
        return cls(event=entry.division.event, player=entry.player)

    @property
    def fields(self) -> dict[str, Any]:
        """The columns of an address."""
        return {"event": self.event, "player": self.player, "group": self.group, "user": self.user}


@dataclass(frozen=True, slots=True)
class Device:
    """What a browser gives out when its owner allows notifications."""

    endpoint: str
    key: str
    secret: str
    name: str = ""


def offered_to(owner: Owner) -> Mapping[Topic, Words]:
    """The topics that this owner can choose. At most one query."""
    return ALL_TOPICS if owner.user is not None and settles_results(owner.user) else TOPICS


@transaction.atomic
def save_mail(*, owner: Owner, email: str, topics: Collection[str]) -> Address:
    """Tell this address about these topics from now on, and no other address of the owner. Raises TournamentError."""
    chosen = _known(owner, topics)
    to = email.strip()
    if not to:
        raise TournamentError(_("Enter an email address."), code="email")
    of_owner = Address.objects.filter(**owner.fields, channel=Channel.MAIL)
    for other in of_owner.exclude(mark=mark_of(to)):
        end(other)
    address, _created = Address.objects.update_or_create(
        **owner.fields,
        channel=Channel.MAIL,
        mark=mark_of(to),
        defaults={"to": to, "language": get_language() or "", "refused_at": None},
    )
    _choose(address, chosen)
    return address


@transaction.atomic
def save_device(*, owner: Owner, device: Device, topics: Collection[str]) -> Address:
    """Tell this browser about these topics from now on. Raises TournamentError."""
    chosen = _known(owner, topics)
    refuse_unknown_service(device.endpoint)
    of_owner = Address.objects.filter(**owner.fields, channel=Channel.PUSH)
    others = of_owner.exclude(mark=mark_of(device.endpoint))
    if others.count() >= MAX_DEVICES:
        raise TournamentError(
            _("There are already %(number)d devices. Remove one first.") % {"number": MAX_DEVICES}, code="device"
        )
    address, _created = Address.objects.update_or_create(
        **owner.fields,
        channel=Channel.PUSH,
        mark=mark_of(device.endpoint),
        defaults={
            "to": device.endpoint,
            "push_key": device.key,
            "push_secret": device.secret,
            "device": device.name[:60],
            "language": get_language() or "",
            "refused_at": None,
        },
    )
    _choose(address, chosen)
    return address


def _known(owner: Owner, topics: Collection[str]) -> list[str]:
    chosen = [topic.value for topic in offered_to(owner) if topic.value in topics]
    if not chosen:
        raise TournamentError(_("Choose what you want to be told about."), code="topics")
    return chosen


def _choose(address: Address, topics: Collection[str]) -> None:
    Subscription.objects.filter(address=address).exclude(topic__in=topics).delete()
    there = set(Subscription.objects.filter(address=address).values_list("topic", flat=True))
    Subscription.objects.bulk_create(
        Subscription(address=address, topic=topic) for topic in topics if topic not in there
    )


@transaction.atomic
def stop(*, owner: Owner, address_id: int) -> None:
    """Tell this address of the owner nothing any more."""
    for address in Address.objects.filter(**owner.fields, pk=address_id):
        end(address)


def end(address: Address) -> None:
    """Tell the address nothing any more. That of a form stays on it, so that it is not taken for a new one; others are forgotten."""
    address.subscriptions.all().delete()
    if address.group_id is None or address.channel == Channel.PUSH:
        address.delete()


def find_unsubscribe(key: str) -> Address:
    """The address that this link of a mail ends. Raises SlipNotFoundError."""
    link = UnsubscribeLink.of_key(key).select_related("address").first()
    if link is None or link.ended_at is not None:
        raise SlipNotFoundError(_("These messages have already been stopped, or the link is incomplete."))
    return link.address


@transaction.atomic
def unsubscribe(*, key: str, topic: str = "") -> None:
    """End one topic of an address, or all of them. Nothing is refused the second time. Raises SlipNotFoundError."""
    address = find_unsubscribe(key)
    if topic:
        address.subscriptions.filter(topic=topic).delete()
    else:
        address.subscriptions.all().delete()


def mail_refused(mail: Mail) -> None:
    """The mail server refused an address for good: nothing more is sent there until its owner saves it again."""
    Address.objects.filter(deliveries__mail=mail, refused_at=None).update(refused_at=timezone.now())


def forget_player(player_id: int) -> None:
    """Delete the addresses of an erased player, with the mails to them."""
    _forget(Address.objects.filter(player=player_id))


def forget_account(user: User) -> None:
    """Delete the addresses of an erased account, with the mails to them."""
    _forget(Address.objects.filter(user=user))


def forget_form(group: RegistrationGroup) -> None:
    """Delete the addresses of those who registered with a form, as it is emptied, with the mails to them."""
    _forget(Address.objects.filter(group=group))


def _forget(addresses: QuerySet[Address]) -> None:
    for address in addresses:
        if address.channel == Channel.MAIL:
            forget_address(address.to)
        address.delete()


def texts_of_events(events: Collection[int]) -> list[tuple[QuerySet[Any], tuple[str, ...]]]:
    """The texts of news and messages of these events, in which a name may stand."""
    return [
        (News.objects.filter(event__in=events), ("text",)),
        (Message.objects.filter(event__in=events), ("data",)),
        (Delivery.objects.filter(message__event__in=events), ("title", "text", "error")),
    ]


def data_of(user: User) -> dict[str, Any]:
    """Where the account and its players are told what happens, and what they were told, to take away. Two queries."""
    own = Q(user=user) | Q(player__user=user)
    addresses = Address.objects.filter(own).select_related("event").prefetch_related("subscriptions")
    deliveries = Delivery.objects.filter(
        Q(address__user=user) | Q(address__player__user=user) | Q(entry__player__user=user)
    )
    return {
        "told_at": [
            {
                "by": address.channel,
                "address": address.to,
                "device": address.device,
                "event": address.event.name if address.event else None,
                "topics": [one.topic for one in address.subscriptions.all()],
            }
            for address in addresses
        ],
        "messages": [
            {
                "at": one.created_at.isoformat(),
                "by": one.channel,
                "kind": one.message.kind,
                "title": one.title,
                "text": one.text,
            }
            for one in deliveries.select_related("message")
        ],
    }
