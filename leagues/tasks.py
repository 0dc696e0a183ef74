"""The worker's side of leagues: ids in, one service call."""

from celery import shared_task

from leagues.services import checks


@shared_task(name="leagues.check_season")
def check_season(season_id: int) -> None:
    """Work out the tables of a season a second time."""
    checks.check_season(season_id=season_id)
