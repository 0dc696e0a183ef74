"""A lease is renewed while the work goes on, and not a moment longer."""

import threading
import time
from datetime import timedelta

import pytest
from django.db import OperationalError

from core.leases import TRIES, renewed

LEASE = timedelta(seconds=0.08)


def test_slow_work_keeps_its_lease_even_if_the_database_is_away_for_a_while() -> None:
    renewals: list[int] = []
    enough = threading.Event()

    def renew() -> None:
        renewals.append(len(renewals))
        if len(renewals) == 2:
            raise OperationalError("away")
        if len(renewals) > TRIES:
            enough.set()

    with renewed(renew, LEASE):
        assert enough.wait(10)
    count = len(renewals)
    time.sleep(LEASE.total_seconds())
    assert len(renewals) == count, "nothing is renewed after the end"


def test_quick_work_asks_nothing_and_work_that_fails_ends_its_lease() -> None:
    def renew() -> None:
        pytest.fail("nothing to renew")

    with pytest.raises(ZeroDivisionError), renewed(renew, timedelta(hours=1)):
        _ = 1 / 0
    assert [thread.name for thread in threading.enumerate() if thread.name == "lease"] == []
