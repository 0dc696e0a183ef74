"""The log: which request a line belongs to, and no key that opens a slip."""

import io
import json
import logging
import re
import sys
from collections.abc import Iterator
from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from django.test import Client

from core.logs import JsonFormatter, LineFormatter, current
from tests.tournaments.scenes.hall import make_running_hall
from tournaments.models import SlipLink
from tournaments.services.results.slips import slip_key


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """What the site's own handler writes."""
    (handler,) = [one for one in logging.getLogger().handlers if isinstance(one.formatter, LineFormatter)]
    assert isinstance(handler, logging.StreamHandler)
    written = io.StringIO()
    # Not setStream: it flushes the stream before, which another test's capture may have closed.
    before, level = handler.stream, logging.getLogger().level
    handler.stream = written
    logging.getLogger().setLevel(logging.INFO)
    yield written
    handler.stream = before
    logging.getLogger().setLevel(level)


@pytest.mark.django_db
def test_refused_requests_are_logged_with_their_id_and_without_the_key(lines: io.StringIO) -> None:
    make_running_hall(players=4)
    key = slip_key(SlipLink.objects.all()[0])
    phone = Client(raise_request_exception=False)
    for method, address, status in (
        ("post", f"/s/{key}/", 422),
        ("get", f"/s/{key}x/", 404),
        ("get", f"/s/{key}/sent/{uuid4()}/", 404),
        ("get", f"/k/{key}/", 404),
        ("get", f"/judge/{key}/", 404),
        ("post", f"/api/v1/slips/{key}/", 400),
        ("get", f"/nothing/{key}", 404),
    ):
        lines.truncate(0)
        lines.seek(0)
        answer = getattr(phone, method)(address)
        written = lines.getvalue()
        assert (address, answer.status_code) == (address, status)
        assert f"[{answer['X-Request-ID']}]" in written
        assert key[:3] in written
        assert key[:8] not in written
        assert not re.search("[0-9a-f]{8}-[0-9a-f]{4}", written)


def test_lines_as_json_say_the_request_or_job_and_no_key() -> None:
    key = "abcdefghijklmnopqrstuvwxyz"

    def written(doing: str, **more: object) -> dict[str, object]:
        token = current.set(doing)
        try:
            try:
                raise ValueError(f"at /s/{key}/")
            except ValueError:
                record = logging.LogRecord(
                    "w", logging.WARNING, "x.py", 1, "é “%s”\n/s/%s/", ("two", key), sys.exc_info()
                )
            record.__dict__ |= more
            line = JsonFormatter().format(record)
        finally:
            current.reset(token)
        assert "\n" not in line
        assert key not in line
        read: dict[str, object] = json.loads(line)
        return read

    line = written("0123456789abcdef", status_code=404, other="not said")
    assert (line["level"], line["logger"], line["message"]) == ("WARNING", "w", "é “two”\n/s/abc…/")
    assert (line["request"], line["status_code"], "job" in line, "other" in line) == (
        "0123456789abcdef",
        404,
        False,
        False,
    )
    assert str(line["exception"]).endswith("ValueError: at /s/abc…/")
    assert datetime.fromisoformat(str(line["time"])).utcoffset() == timedelta(0)
    assert (written("job 12")["job"], "request" in written("job 12")) == (12, False)
    assert not {"job", "request"} & written("").keys()
