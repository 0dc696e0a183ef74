"""The limiter counts over several processes."""

from collections import Counter

import pytest

from tests.harness.processes import Crew
from tests.tournaments.scenes.hall import make_running_hall
from tournaments.models import SlipLink
from tournaments.services.results.slips import slip_key

pytestmark = [
    pytest.mark.concurrency,
    pytest.mark.postgres,
    pytest.mark.both,
    pytest.mark.django_db(transaction=True),
]


def test_several_processes_count_together(senders: Crew) -> None:
    """Two processes, each with a memory of its own and no Redis, let through as many as one would."""
    make_running_hall(players=4)
    address = f"/s/{slip_key(SlipLink.objects.all()[0])}/"
    jobs = [{"forms": [[address, {"side": "first"}]] * 40} for _process in range(2)]
    answers = Counter(status for each in senders.at_once(jobs) for status, _page in each)
    assert answers == {422: 60, 429: 20}
