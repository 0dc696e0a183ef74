"""What is known of a person by registration alone, taken out when they are erased. Places and counts stay as they were."""

from collections.abc import Callable, Collection, Iterable
from typing import Any

from allauth.account.models import EmailAddress
from django.db.models import QuerySet

from clubs.models import User
from mail.services import forget_address
from registration.models import ContactMessage, Registration, RegistrationGroup

#: Apps that hold something of a form besides its own columns.
form_closed: list[Callable[[RegistrationGroup], None]] = []


def events_of_player(player: int) -> Iterable[int]:
    """The events for which the player has registered. One query."""
    return Registration.objects.filter(player=player).values_list("division__event", flat=True)


def texts_of_events(events: Collection[int]) -> list[tuple[QuerySet[Any], tuple[str, ...]]]:
    """The texts around these events' registrations in which a name may stand."""
    return [
        (Registration.objects.filter(division__event__in=events), ("pairing_request_player", "answer", "fee_note")),
        (RegistrationGroup.objects.filter(event__in=events), ("note",)),
        (ContactMessage.objects.filter(event__in=events), ("name", "text")),
    ]


def forget_player(player: int) -> None:
    """Empty the player's registrations; how to reach them goes too, unless the form also registered somebody else.

    The name itself is replaced with every other copy of it (``ratings.services.people.anonymise_player``).
    """
    own = Registration.objects.filter(player=player)
    groups = list(RegistrationGroup.objects.filter(registrations__in=own).distinct())
    own.update(
        name_key=f"erased {player}",
        club="",
        federation_id="",
        title="",
        pronouns="",
        pairing_request="",
        pairing_request_player="",
        answer="",
        fee_note="",
    )
    for group in groups:
        if not group.registrations.exclude(player=player).exists():
            _close(group)


def forget_account(user: User) -> None:
    """Take out the account's addresses: from the forms that it sent, and what it wrote to directors."""
    for address in {user.email, *EmailAddress.objects.filter(user=user).values_list("email", flat=True)} - {""}:
        ContactMessage.objects.filter(email__iexact=address).delete()
        for group in RegistrationGroup.objects.filter(email__iexact=address):
            _close(group)


def _close(group: RegistrationGroup) -> None:
    if group.email:
        forget_address(group.email)
    for forget in form_closed:
        forget(group)
    group.email = group.phone = group.note = ""
    group.save(update_fields=["email", "phone", "note"])


def data_of(user: User) -> dict[str, Any]:
    """The registrations of the account's players, to take away. One query."""
    rows = Registration.objects.filter(player__user=user).select_related("group", "division__event").order_by("pk")
    return {
        "registrations": [
            {
                "event": row.division.event.name,
                "division": row.division.name,
                "state": row.state,
                "name": row.name,
                "club": row.club,
                "federation_id": row.federation_id,
                "class": row.player_class,
                "title": row.title,
                "pronouns": row.pronouns,
                "under_18": row.minor,
                "pairing_request": row.pairing_request,
                "pairing_request_player": row.pairing_request_player,
                "fee": row.fee_mark,
                "fee_note": row.fee_note,
                "email": row.group.email,
                "phone": row.group.phone,
                "note": row.group.note,
                "sent": row.created_at.isoformat(),
            }
            for row in rows
        ]
    }
