"""More text than the site reads, typed or pasted: a page that says so, and a box that stops before."""

import itertools
import re

import pytest
from django.conf import settings
from django.test import Client

from clubs.models import User
from tests import factories
from tests.tournaments.scenes.hall import Hall, make_hall, text
from tests.walk import check_each
from tournaments.forms.entries import MAX_ROSTER_BYTES
from tournaments.models import Division, Entry, SlipLink, Submission
from tournaments.services.results.slips import slip_key

pytestmark = pytest.mark.django_db

HUGE = "x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)


@pytest.fixture
def hall() -> Hall:
    """The director's browser, whose requests are checked as a real one's are."""
    hall = make_hall(players=2)
    client = Client(enforce_csrf_checks=True)
    client.force_login(hall.scene.director)
    return Hall(hall.scene, client)


def csrf_of(hall: Hall) -> str:
    page = text(hall.client.get(hall.url("manage_roster")))
    match = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert match
    return match[1]


def test_a_huge_roster_gets_a_message(hall: Hall) -> None:
    def check(page: str, kind: str) -> None:
        token = csrf_of(hall)
        if kind.startswith("multipart"):
            answer = hall.client.post(hall.url(page), {"csrfmiddlewaretoken": token, "text": HUGE})
        else:
            body = f"csrfmiddlewaretoken={token}&text={HUGE}"
            answer = hall.client.post(hall.url(page), body, content_type=kind)
        assert answer.status_code == 413
        assert "Nothing was saved" in text(answer)
        assert Entry.objects.count() == 2

    check_each(
        itertools.product(
            ["check_roster", "import_roster"], ["multipart/form-data", "application/x-www-form-urlencoded"]
        ),
        check,
    )


def test_the_roster_refuses_forged_requests(hall: Hall) -> None:
    for page in ("check_roster", "import_roster"):
        assert hall.client.post(hall.url(page), {"text": "Nora,1500"}).status_code == 403
        form = {"text": "Nora,1500", "csrfmiddlewaretoken": csrf_of(hall)}
        assert hall.client.post(hall.url(page), form).status_code in {200, 302}


def test_the_boxes_of_the_roster_stop_before(hall: Hall) -> None:
    form = {"text": "Nora,abc", "csrfmiddlewaretoken": csrf_of(hall)}
    for page in (hall.client.get(hall.url("manage_roster")), hall.client.post(hall.url("check_roster"), form)):
        assert f'maxlength="{MAX_ROSTER_BYTES}"' in text(page)


def test_huge_moves_on_a_slip_are_told_so(running: Division, director: User) -> None:
    def check(part: str) -> None:
        game = factories.games(running.rounds.get())[0]
        path = f"/s/{slip_key(SlipLink.objects.get(pairing=game.pairing_id))}/{part}"
        client = Client(enforce_csrf_checks=True)
        assert "maxlength" in text(client.get(path.removesuffix("check/")))
        answer = client.post(path, {"side": "first", "moves": HUGE})
        assert answer.status_code == 413
        assert "Nothing was saved" in text(answer)
        assert "no-store" in answer["Cache-Control"]
        assert not Submission.objects.exists()

    check_each(["", "check/"], check)
