"""Celery's side of outgoing mail."""

from celery import shared_task

from mail import services


@shared_task(name="mail.send")
def send(mail_id: int) -> None:
    """Send one mail."""
    services.send(mail_id=mail_id)


@shared_task(name="mail.sweep")
def sweep() -> None:
    """Mails whose next try is due, and old texts."""
    services.sweep()
