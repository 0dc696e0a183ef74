"""The results kiosk: a tablet that lists the tables being played, opened and closed by the director."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from audit.models import ActionLog
from tests.tournaments.scenes.hall import Hall, make_hall, make_running_hall, text
from tournaments.models import ResultsKiosk
from tournaments.services.hall.kiosk import kiosk_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    return make_running_hall(players=6)


def opened(hall: Hall) -> str:
    """Open the kiosk as the director does; its address."""
    event = hall.scene.event
    page = hall.client.post(f"/e/{event.slug}/manage/kiosk/", {"open": "1"}, follow=True)
    kiosk = kiosk_of(event)
    assert kiosk is not None
    assert f"/k/{kiosk[1]}/" in text(page)
    return f"/k/{kiosk[1]}/"


def test_every_table_reports_from_the_tablet(hall: Hall) -> None:
    tablet = Client()
    page = tablet.get(opened(hall))
    assert "no-store" in page.headers["Cache-Control"]
    slips = [part.split('"')[0] for part in text(page).split('href="')[1:] if part.startswith("/s/")]
    assert len(slips) == len(hall.games())
    for game, slip in zip(hall.games(), slips, strict=True):
        form = text(tablet.get(slip))
        assert all(entry.name in form for entry in hall.entries(game))


def test_a_new_address_ends_the_old_one_and_closing_ends_all(hall: Hall) -> None:
    first, tablet = opened(hall), Client()
    second = opened(hall)
    assert [tablet.get(address).status_code for address in (first, second)] == [404, 200]
    hall.client.post(f"/e/{hall.scene.event.slug}/manage/kiosk/", {"close": "1"})
    assert tablet.get(second).status_code == 404
    assert not ResultsKiosk.objects.filter(ended_at=None).exists()
    assert list(ActionLog.objects.filter(verb__startswith="kiosk.").order_by("pk").values_list("verb", flat=True)) == [
        "kiosk.opened",
        "kiosk.closed",
        "kiosk.opened",
        "kiosk.closed",
    ]


@pytest.mark.parametrize("key", ["x", "a" * 26, "a" * 400])
def test_other_keys_are_not_found(key: str) -> None:
    assert Client().get(f"/k/{key}/").status_code == 404


def test_between_rounds_the_tablet_says_so(hall: Hall) -> None:
    empty = make_hall("autumn", players=4)
    page = Client().get(opened(empty))
    assert "No round is being played right now" in text(page)


@pytest.mark.parametrize("players", [4, 12])
def test_the_size_of_the_field_does_not_change_the_queries_of_the_tablet(
    players: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    hall = make_running_hall("summer", players=players)
    address, tablet = opened(hall), Client()
    with django_assert_num_queries(8):
        assert tablet.get(address).status_code == 200
