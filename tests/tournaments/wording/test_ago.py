"""How long ago something was."""

import re
from datetime import UTC, datetime, timedelta

from django.utils import timezone

from tournaments.wording.ago import ago


def test_the_longer_ago_the_coarser() -> None:
    """A time to come (of a clock that is a little ahead) is now."""
    for passed, words in (
        (timedelta(minutes=-1), "just now"),
        (timedelta(seconds=20), r"2\d seconds ago"),
        (timedelta(seconds=90), "1 minute ago"),
        (timedelta(minutes=58), r"5[89] minutes ago"),
    ):
        assert re.fullmatch(words, ago(timezone.now() - passed)), words
    assert ago(datetime(2026, 5, 2, 13, 7, tzinfo=UTC)) == "2 May 2026, 13:07", "after an hour the time says more"
