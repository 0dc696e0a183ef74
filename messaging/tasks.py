"""The worker's side of messages: ids in, one service call."""

from celery import shared_task

from messaging.services import outbox
from messaging.services import push as push_services


@shared_task(name="messaging.spread")
def spread(message_id: int) -> None:
    """Write a message to everybody who asked for it."""
    outbox.spread(message_id=message_id)


@shared_task(name="messaging.forget")
def forget() -> None:
    """Delete old lines of the log, and addresses that are told nothing."""
    outbox.forget_old()


@shared_task(name="messaging.push")
def push(delivery_id: int) -> None:
    """Send one notification."""
    push_services.send(delivery_id=delivery_id)
