"""What those who registered are told; their page says the same, so nothing depends on a mail.

Who tells it, by which channels, is the business of an app above, which registers itself here (``apps.py``).
"""

from collections.abc import Callable, Sequence

from django.urls import reverse

from registration.models import Registration, RegistrationGroup, RegistrationLink

#: Called inside the transaction with the kind of notice, the registration, and what tells a repeated notice from the first.
tellers: list[Callable[[str, Registration, object], None]] = []
#: Called inside the transaction with the people of a form that has just been received, in the order of the form.
form_tellers: list[Callable[[Sequence[Registration]], None]] = []
#: Called inside the transaction with a group whose email address was corrected, and the one before.
address_followers: list[Callable[[RegistrationGroup, str], None]] = []
#: Called with a group and the key of its link: a part of the page of those who registered, as HTML.
own_parts: list[Callable[[RegistrationGroup, str], str]] = []


def page_of(group: RegistrationGroup) -> str:
    """The path of the group's own page; "" when the server's secret was changed since. One query."""
    link = RegistrationLink.live(group=group).first()
    return reverse("tournaments:own_registration", args=[link.key]) if link is not None and link.key else ""


def tell(kind: str, registration: Registration, *, again: object = "") -> None:
    """Say that this has happened to the registration. ``again`` tells a repeated notice from the first."""
    for teller in tellers:
        teller(kind, registration, again)


def tell_received(people: Sequence[Registration]) -> None:
    """Say that the form of these people is in: to each reader once, with everybody who concerns them."""
    for teller in form_tellers:
        teller(people)


def tell_address_changed(group: RegistrationGroup, before: str) -> None:
    """Let what was to go to the address ``before`` go to the group's from now on."""
    for follow in address_followers:
        follow(group, before)
