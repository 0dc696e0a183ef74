"""The rating worker's side: ids in, one service call."""

from celery import shared_task

from ratings.services.office import run_check
from ratings.services.recompute import enqueue_stale_pools, recompute_pool


@shared_task(name="ratings.recompute")
def recompute(pool_id: int) -> None:
    """Bring the pool's ratings up to date with its ledger."""
    recompute_pool(pool_id=pool_id)


@shared_task(name="ratings.check")
def check(check_id: int) -> None:
    """Check or recompute a pool for the office, and store the answer."""
    run_check(check_id=check_id)


@shared_task(name="ratings.sweep")
def sweep() -> None:
    """Ask again for every pool whose ledger is ahead of its ratings."""
    enqueue_stale_pools()
