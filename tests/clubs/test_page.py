"""A club's page shows what the apps above add to it, in the order in which they were loaded."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse

from clubs import page
from clubs.models import Club, User

pytestmark = pytest.mark.django_db


def test_an_app_adds_a_section(club: Club, director: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "_sections", dict(page._sections))
    calls: list[object] = []

    def no_events(club: Club, viewer: User | AnonymousUser) -> dict[str, object]:
        calls.append((club, viewer))
        return {"past": []}

    page.add_section("tournaments/_last_winners.html", no_events)
    client = Client()
    client.force_login(director)
    html = client.get(reverse("clubs:club", args=[club.slug])).content.decode()
    places = [html.rindex(text) for text in ('id="events"', 'id="leagues"', 'id="last-winners"')]
    assert (sorted(places), calls) == (places, [(club, director)])
