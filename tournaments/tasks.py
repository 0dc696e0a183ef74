"""The worker's side of events: ids in, one service call."""

from celery import shared_task


@shared_task(name="tournaments.pair_round")
def pair_round(request_id: int) -> None:
    """Pair a round that was asked for."""
    from tournaments.services.pairing_requests import run_request

    run_request(request_id=request_id)
