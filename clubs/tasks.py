"""Celery's side of the accounts."""

from celery import shared_task
from django.core.management import call_command

from clubs import text_services


@shared_task(name="clubs.forget_messages")
def forget_messages() -> None:
    """Delete messages to clubs after a year."""
    text_services.forget_messages()


@shared_task(name="clubs.forget_sessions")
def forget_sessions() -> None:
    """Delete sessions that have expired, with the forms that were kept in them."""
    call_command("clearsessions")
