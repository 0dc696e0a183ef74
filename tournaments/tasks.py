"""The worker's side of events: ids in, one service call."""

from celery import shared_task


@shared_task(name="tournaments.pair_round")
def pair_round(request_id: int) -> None:
    """Pair a round that was asked for."""
    from tournaments.services.pairing_requests import run_request

    run_request(request_id=request_id)


@shared_task(name="tournaments.draft_next_round")
def draft_next_round(division_id: int) -> None:
    """Draft the next round of a division that asked for it."""
    from tournaments.services.auto_pairing import draft_by_itself

    draft_by_itself(division_id=division_id)


@shared_task(name="tournaments.contention")
def contention(run_id: int) -> None:
    """Play the rest of a division's event out."""
    from tournaments.services.contention import compute

    compute(run_id=run_id)


@shared_task(name="tournaments.refresh_contention")
def refresh_contention(division_id: int) -> None:
    """See who can still win what, now that something has changed."""
    from tournaments.services.contention import refresh

    refresh(division_id=division_id)
