"""Offers that end in the background."""

from celery import shared_task

from registration.services import contact, places


@shared_task(name="registration.end_offers")
def end_offers() -> None:
    """End offers that were not answered in time, and offer the places to the next."""
    places.end_all_offers()


@shared_task(name="registration.forget_contacts")
def forget_contacts() -> None:
    """Delete contact details and messages a year after the event."""
    contact.forget_contacts()
