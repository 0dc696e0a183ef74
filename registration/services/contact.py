"""Writing to the directors of an event through its page: nobody's address is shown."""

from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.permissions import Action
from mail.services import post
from registration.models import ContactMessage, RegistrationGroup
from tournaments.errors import TournamentError
from tournaments.models import Event
from tournaments.permissions import holders_in_event


@transaction.atomic
def write_to_director(*, event: Event, name: str, email: str, text: str) -> ContactMessage:
    """Leave a message for the event's directors: at their desk, and by mail where they have an address. Raises TournamentError."""
    if not name.strip() or not text.strip():
        raise TournamentError(_("Write your name and a message."), code="text")
    message = ContactMessage.objects.create(event=event, name=name.strip()[:80], email=email.strip(), text=text.strip())
    directors = holders_in_event(event, Action.MANAGE_EVENT).exclude(email="")
    desk = settings.SITE_URL.rstrip("/") + reverse("tournaments:registration_messages", args=[event.slug])
    for user, address, language in directors.values_list("pk", "email", "language"):
        post(
            "event-message",
            to=address,
            key=f"event-message:{message.pk}:{user}",
            context={"message": message, "event": event, "desk": desk},
            language=language,
        )
    return message


def forget_contacts() -> int:
    """Delete the contact details of registrations and the messages to directors a year after the event; how many rows."""
    long_ago = timezone.localdate() - timedelta(days=365)
    groups = RegistrationGroup.objects.filter(event__starts_on__lt=long_ago).exclude(email="", phone="", note="")
    messages = ContactMessage.objects.filter(created_at__date__lt=long_ago, event__starts_on__lt=long_ago)
    return groups.update(email="", phone="", note="") + messages.delete()[0]
