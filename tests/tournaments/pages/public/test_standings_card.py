"""The picture that other sites show beside a link to an event or its standings."""

from typing import Any

import pytest
from django.test import Client

from tests.tournaments.scenes.rows import make_scene
from tournaments.models import Entry, Event

pytestmark = pytest.mark.django_db


def test_the_picture_of_the_standings(client: Client, settings: Any) -> None:
    make_scene()
    picture = "/e/spring/a/standings.png"
    assert "og:image" not in client.get("/e/spring/a/standings/").content.decode(), (
        "a site that does not know its address"
    )
    settings.SITE_URL = "https://hall.example"
    Event.objects.update(version=2)  # pages are stored by version
    for address in ("/e/spring/", "/e/spring/a/standings/"):
        page = client.get(address).content.decode()
        assert f'<meta property="og:image" content="https://hall.example{picture}">' in page, address
        assert f'<meta property="og:url" content="https://hall.example{address}">' in page, address
    drawn = client.get(picture)
    assert (drawn["Content-Type"], drawn.content[:8]) == ("image/png", b"\x89PNG\r\n\x1a\n")
    assert client.get(picture).content == drawn.content
    Entry.objects.update(name="語")
    Event.objects.update(version=3)
    assert client.get(picture).status_code == 404, "no letters for it"
    assert "og:image" not in client.get("/e/spring/a/standings/").content.decode()


def test_no_picture_of_an_event_that_is_not_listed(client: Client, settings: Any) -> None:
    make_scene()
    settings.SITE_URL = "https://hall.example"
    assert "public" in client.get("/e/spring/a/standings.png")["Cache-Control"]
    Event.objects.update(visibility=Event.Visibility.UNLISTED)
    assert "private" in client.get("/e/spring/a/standings.png")["Cache-Control"], "only for whoever has the address"
    assert "og:image" not in client.get("/e/spring/a/standings/").content.decode()
    Event.objects.update(visibility=Event.Visibility.LINK)
    assert client.get("/e/spring/a/standings.png").status_code == 404
