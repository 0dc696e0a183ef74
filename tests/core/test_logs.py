"""The log: which request a line belongs to, and no key that opens a slip."""

import io
import logging
import re
from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.test import Client

from core.logs import LineFormatter
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
