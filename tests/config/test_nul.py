"""NUL in a search: programs that look for weaknesses send it, PostgreSQL cannot hold it, and no page fails for it."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.scenes.hall import make_hall

pytestmark = [pytest.mark.django_db, pytest.mark.postgres, pytest.mark.both]


def test_no_search_fails_for_a_nul() -> None:
    hall = make_hall(players=4)
    event = hall.scene.event
    for client, address in (
        (Client(), reverse("clubs:clubs")),
        (Client(), reverse("tournaments:search")),
        (Client(), reverse("ratings:pools")),
        (hall.client, reverse("clubs:players", args=[event.club.slug])),
        (hall.client, reverse("clubs:my_players")),
        (hall.client, reverse("tournaments:registration_desk", args=[event.slug])),
        (hall.client, reverse("tournaments:check_in", args=[event.slug])),
    ):
        assert client.get(address, {"q": "ab\0c"}).status_code == 200, address
