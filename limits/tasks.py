"""What is done about old counts in the background."""

from celery import shared_task


@shared_task(name="limits.forget_ended")
def forget_ended() -> None:
    """Delete counts whose period has ended."""
    from limits.services import forget_ended as forget

    forget()
