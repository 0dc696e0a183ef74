"""Mails to those who registered; their page says the same, so nothing depends on a mail."""

from django.conf import settings as django_settings
from django.urls import reverse

from mail.services import post
from registration.models import Registration, RegistrationGroup, RegistrationLink


def page_of(group: RegistrationGroup) -> str:
    """The path of the group's own page; "" when the server's secret was changed since. One query."""
    link = RegistrationLink.live(group=group).first()
    return reverse("tournaments:own_registration", args=[link.key]) if link is not None and link.key else ""


def tell(kind: str, registration: Registration, *, again: object = "") -> None:
    """Post the mail of this kind, where the group gave an address. ``again`` tells a repeated notice from the first."""
    group = registration.group
    if not group.email:
        return
    event = registration.division.event
    path = page_of(group)
    post(
        f"registration-{kind}",
        to=group.email,
        key=f"registration-{kind}:{registration.pk}:{registration.position}:{again}",
        language=group.language,
        context={
            "registration": registration,
            "event": event,
            "division": registration.division,
            "page": f"{django_settings.SITE_URL.rstrip('/')}{path}",
        },
    )
