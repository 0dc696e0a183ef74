"""Deleting old counts in the background."""

from celery import shared_task

from limits import services
from limits.api_repeats import forget_answers


@shared_task(name="limits.forget_ended")
def forget_ended() -> None:
    """Delete counts whose period has ended, and answers that no repeated request gets any more."""
    services.forget_ended()
    forget_answers()
