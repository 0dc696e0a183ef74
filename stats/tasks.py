"""Figures of game records in the background."""

from celery import shared_task

from stats.services import records


@shared_task(name="stats.read_records")
def read_records() -> None:
    """Read the figures of new game records."""
    records.read_records()
