"""Offers that end in the background."""

from celery import shared_task

from registration.services import places


@shared_task(name="registration.end_offers")
def end_offers() -> None:
    """End offers that were not answered in time, and offer the places to the next."""
    places.end_all_offers()
