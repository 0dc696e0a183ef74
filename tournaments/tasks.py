"""The worker's side of events: ids in, one service call."""

from celery import shared_task

from tournaments.queries.explanations import explain_beforehand
from tournaments.services.events import figures
from tournaments.services.feed import reading
from tournaments.services.results import analyses
from tournaments.services.rounds import auto_draft as auto_pairing
from tournaments.services.rounds import requests as pairing_requests
from tournaments.services.rounds import rolling
from tournaments.services.standings import contention as contention_services


@shared_task(name="tournaments.pair_round")
def pair_round(request_id: int) -> None:
    """Pair a round that was requested."""
    pairing_requests.run_request(request_id=request_id)


@shared_task(name="tournaments.explain_round")
def explain_round(run_id: int) -> None:
    """Work out what would have been next best for every pair of a large round."""
    explain_beforehand(run_id)


@shared_task(name="tournaments.draft_next_round")
def draft_next_round(division_id: int) -> None:
    """Draft the next round of a division with automatic drafts."""
    auto_pairing.draft_automatically(division_id=division_id)


@shared_task(name="tournaments.pair_queues")
def pair_queues() -> None:
    """Form the pairs that may be formed by now, because players have waited longer."""
    rolling.form_everywhere()


@shared_task(name="tournaments.contention")
def contention(run_id: int) -> None:
    """Simulate the rest of a division's event."""
    contention_services.compute(run_id=run_id)


@shared_task(name="tournaments.refresh_contention")
def refresh_contention(division_id: int) -> None:
    """Recalculate contention after a change."""
    contention_services.refresh(division_id=division_id)


@shared_task(name="tournaments.analyse_records")
def analyse_records() -> None:
    """Analyse the records of new results, and those whose dictionary has changed."""
    analyses.analyse_records()


@shared_task(name="tournaments.check_figures")
def check_figures(event_id: int) -> None:
    """Work out the figures of a finished event a second time."""
    figures.check_figures(event_id=event_id)


@shared_task(name="tournaments.read_feed")
def read_feed(feed_id: int) -> None:
    """Read the file that an event follows."""
    reading.read(feed_id=feed_id)


@shared_task(name="tournaments.read_feeds")
def read_feeds() -> None:
    """Ask for the files of followed events that are due."""
    reading.sweep()


@shared_task(name="tournaments.check_stale_figures")
def check_stale_figures() -> None:
    """Ask for another check of finished events whose games were rated again since the last."""
    figures.request_stale_checks()
