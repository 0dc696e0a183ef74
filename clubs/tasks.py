"""Celery's side of the accounts."""

from celery import shared_task
from django.core.management import call_command


@shared_task(name="clubs.forget_sessions")
def forget_sessions() -> None:
    """Delete sessions that have expired, with the forms that were kept in them."""
    call_command("clearsessions")
