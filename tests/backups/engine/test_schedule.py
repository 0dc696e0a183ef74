"""The daily backup is written once a day, made up for, and tried again after a failure."""

import itertools
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from backups.engine.schedule import Attempt, is_due
from tests.harness.deep import examples

NOW = datetime(2026, 5, 10, 14, 30, tzinfo=UTC)


def at(day: int, hour: int, minute: int = 0) -> datetime:
    """A time in May 2026."""
    return datetime(2026, 5, day, hour, minute, tzinfo=UTC)


def test_when_it_is_due() -> None:
    for newest, due, why in [
        (None, True, "there is none"),
        (Attempt(at(10, 3, 1), True), False, "written tonight"),
        (Attempt(at(10, 2, 59), True), True, "written before tonight's hour"),
        (Attempt(at(9, 3, 1), True), True, "the site was off tonight"),
        (Attempt(at(10, 14, 0), False), False, "failed half an hour ago"),
        (Attempt(at(10, 13, 30), False), True, "failed an hour ago"),
        (Attempt(at(11, 3), True), True, "written before the clock was set back"),
    ]:
        assert is_due(NOW, hour=3, newest=newest) is due, why
    assert not is_due(at(10, 2), hour=3, newest=Attempt(at(9, 3, 1), True)), "not before tonight's hour"


@examples(30, deep=500)
@given(
    st.integers(0, 23),
    st.sampled_from(["UTC", "Asia/Kolkata", "Asia/Tokyo", "America/New_York", "Europe/Berlin", "Australia/Lord_Howe"]),
    st.dates(datetime(2024, 1, 1).date(), datetime(2028, 1, 1).date()),
)
def test_a_site_that_runs_has_one_backup_a_day(hour: int, zone: str, start: object) -> None:
    """Asked every ten minutes for a week, over changes of summer time: one each night, within the hour after it."""
    now = datetime.fromisoformat(f"{start}T00:00").replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
    written: list[datetime] = []
    for _step in range(7 * 24 * 6):
        newest = Attempt(written[-1], True) if written else None
        if is_due(now.astimezone(ZoneInfo(zone)), hour=hour, newest=newest):
            written.append(now)
        now += timedelta(minutes=10)
    assert len(written) in {7, 8}
    for earlier, later in itertools.pairwise(written[1:]):
        assert timedelta(hours=22) <= later - earlier <= timedelta(hours=26)
