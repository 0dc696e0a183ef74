"""A director follows an event that is run with tsh: the page, what all pages of the event say, and the way back."""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from clubs.models import Club, Player, User
from tests import factories
from tests.harness.web_folder import WebFolder, serving
from tests.tournaments.scenes.hall import text
from tests.tournaments.services.feed.test_following import PATH, Laptop, read_again
from tournaments.models import Division, EventFeed

pytestmark = pytest.mark.django_db


@pytest.fixture
def web(settings: Settings) -> Iterator[WebFolder]:
    for folder in serving(WebFolder()):
        settings.WEBHOOK_ORIGINS = [folder.origin]
        yield folder


def test_a_director_follows_pauses_and_takes_over(
    division: Division, director: User, club: Club, web: WebFolder
) -> None:
    desk, visitor = Client(), Client()
    desk.force_login(director)
    known = Player.objects.create(name="Katherine Jonson", home_club=club)
    page, public = f"/e/{division.event.slug}/manage/feed/", f"/e/{division.event.slug}/"
    part = f"part_{division.pk}"
    assert "Live feed" in text(desk.get(f"/e/{division.event.slug}/manage/files/"))
    assert "Follow its live feed" in text(desk.get(f"/e/{division.event.slug}/broadcast/"))

    answer = desk.post(page, {"address": "http://tsh.example.org/tourney.js", part: "Open"})
    assert (answer.status_code, "must begin with https" in text(answer)) == (422, True)
    answer = desk.post(page, {"address": web.origin + PATH, part: ""})
    assert (answer.status_code, "Enter the name in the file" in text(answer)) == (422, True)

    laptop = Laptop(web, "Ada Byron", "Kathrine Johnson")
    web.files[PATH] = laptop.script
    desk.post(page, {"address": web.origin + PATH, part: "Open"})
    factories.run_jobs()
    shown = text(desk.get(page))
    assert "Who is “Kathrine Johnson”?" in shown
    assert "until you say below who is who" in shown
    desk.post(f"{page}answers/", {"name_0": "Kathrine Johnson", "who_0": str(known.pk)})
    laptop.pair((1, 2))
    laptop.upload()
    shown = text(desk.get(page))
    assert "Everything here matches the file." in shown
    assert "second" in shown
    assert "Results come from 127.0.0.1." in text(visitor.get(public))
    round_one = [division.event.slug, division.slug, 1]
    assert "Last read:" in text(desk.get(reverse("tournaments:manage_round", args=round_one)))

    # entry by hand is closed, and says how to take over
    typed = {"line": "1 400 2 350", "client_token": "t"}
    answer = desk.post(reverse("tournaments:enter_line", args=round_one), typed)
    assert (answer.status_code, "a director presses “Stop following”" in text(answer)) == (422, True)

    web.files[PATH] = b"<!doctype html><p>moved"
    read_again()
    shown = text(desk.get(page))
    assert "Nothing from the latest file was used:" in shown
    assert "This is a web page." in shown
    desk.post(f"{page}do/", {"do": "pause"})
    assert "New results are not being read at present." in text(visitor.get(public))
    assert "is not being read at present" in text(desk.post(f"{page}do/", {"do": "read"}, follow=True))
    desk.post(f"{page}do/", {"do": "resume"})
    web.status = 503
    read_again()
    shown = text(desk.get(page))
    assert "The server refused to send the file." in shown
    assert "status 503" in shown
    assert "Choose what to do." in text(desk.post(f"{page}do/", {"do": "dance"}, follow=True))
    desk.post(f"{page}do/", {"do": "stop"})
    assert "Results come from" not in text(visitor.get(public))
    assert EventFeed.objects.get().state == "stopped"
    shown = text(desk.get(page))
    assert "no longer followed: by a director" in shown
    assert 'value="Open"' in desk.get(page).content.decode()
    log = text(desk.get(f"{public}manage/log/"))
    for words in ("live feed followed", "live feed no longer followed"):
        assert words in log
