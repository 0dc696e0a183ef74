"""The state of the site: for operators only, and it says what waits, what failed and what runs."""

import django
import pytest
from django.test import Client
from django.utils import timezone

from backups.models import SiteBackup
from clubs.models import User
from config.metrics import slowest_pages
from core.release import version
from jobs.models import Heartbeat, Job
from lexicon.models import LexiconVersion
from mail.models import Mail
from tests import factories

pytestmark = [pytest.mark.django_db, pytest.mark.postgres, pytest.mark.both]


@pytest.fixture
def operator(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("olga", password="four-tiles-at-8D"))
    return client


def test_operators_see_what_waits_what_failed_and_what_runs(operator: Client, dictionary: LexiconVersion) -> None:
    now = timezone.now()
    Heartbeat.objects.create(worker="w", seen_at=now)
    Job.objects.create(key="ratings.recompute:7", task="t", ids=[7], state="failed", finished_at=now, error="Boom <b>")
    Mail.objects.create(to="a@example.org", key="k", kind="x", subject="s", language="en", state="failed")
    facts = {"at": now, "seconds": 1}
    SiteBackup.objects.create(**facts, result="whole", file="wordhall.zip", size=5 * 1024**2)
    SiteBackup.objects.create(**facts, result="failed", error="No space left")
    operator.get("/")
    slowest = slowest_pages()[0].page  # of all that this process answered
    answer = operator.get("/status/")
    page = answer.content.decode()
    assert answer.status_code == 200
    assert answer["Cache-Control"].startswith("max-age=0")
    for words in (
        "ratings.recompute:7",
        "Boom &lt;b&gt;",
        slowest,
        "No space left",
        "5.0",
        dictionary.label,
        f"<td>{version()}</td>",
    ):
        assert words in page, words
    assert f"<td>{django.get_version()}</td>" in page
    assert ("down: no heartbeat" in page, "Not delivered" in page) == (False, True)
    Heartbeat.objects.all().delete()
    assert "down: no heartbeat" in operator.get("/status/").content.decode()
    assert 'href="/status/"' in operator.get("/accounts/").content.decode()


def test_nobody_else_knows_of_it(client: Client) -> None:
    assert client.get("/status/").status_code == 302
    client.force_login(factories.user("bob"))
    assert client.get("/status/").status_code == 404
    assert 'href="/status/"' not in client.get("/accounts/").content.decode()
