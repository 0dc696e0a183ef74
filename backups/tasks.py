"""The daily backup."""

from celery import shared_task

from backups.services import writing


@shared_task(name="backups.write_due")
def write_due() -> None:
    """Write the backup of the day unless it is written already."""
    writing.write_due()
