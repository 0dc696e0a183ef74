"""The worker's side of webhooks: ids in, one service call."""

from celery import shared_task

from webhooks.services import sending


@shared_task(name="webhooks.send")
def send(delivery_id: int) -> None:
    """Send one delivery."""
    sending.send(delivery_id=delivery_id)


@shared_task(name="webhooks.sweep")
def sweep() -> None:
    """Ask for deliveries that are due, and forget old ones."""
    sending.sweep()
