"""Deleting old counts in the background."""

from celery import shared_task

from limits import services


@shared_task(name="limits.forget_ended")
def forget_ended() -> None:
    """Delete counts whose period has ended."""
    services.forget_ended()
