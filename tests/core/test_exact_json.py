"""Times come back from JSON to the microsecond, so that a backup that is restored is the event as it was."""

import json
from datetime import UTC, date, datetime, timedelta

from django.utils.dateparse import parse_datetime

from core.exact_json import ExactEncoder


def test_every_time_comes_back() -> None:
    start = datetime(2030, 1, 5, 12, 0, 0, 0, UTC)
    for microseconds in (0, 1, 512, 999, 1000, 123456, 999999):
        moment = start + timedelta(microseconds=microseconds)
        assert parse_datetime(json.loads(json.dumps(moment, cls=ExactEncoder))) == moment
    assert json.dumps(date(2030, 1, 5), cls=ExactEncoder) == '"2030-01-05"'
