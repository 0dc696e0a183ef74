"""How long ago something was."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from tournaments.wording.ago import ago

NOON = datetime(2026, 5, 2, 12, tzinfo=UTC)


def test_the_longer_ago_the_coarser(monkeypatch: pytest.MonkeyPatch) -> None:
    """A time to come (of a clock that is a little ahead) is now."""
    monkeypatch.setattr(timezone, "now", lambda: NOON)
    for passed, words in (
        (timedelta(minutes=-1), "just now"),
        (timedelta(seconds=1), "1 second ago"),
        (timedelta(seconds=20), "20 seconds ago"),
        (timedelta(seconds=90), "1 minute ago"),
        (timedelta(minutes=59, seconds=59), "59 minutes ago"),
        (timedelta(hours=1), "2 May 2026, 11:00"),  # after an hour the time says more
    ):
        assert ago(NOON - passed) == words, passed
