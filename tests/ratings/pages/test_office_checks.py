"""“Check” and “Recompute” of the ratings office: pressed on its page, done in the background, answered on the page."""

import re

import pytest
from django.test import Client

from clubs.models import Club, Player, User
from jobs.services import enqueue
from ratings.models import PlayerRating, PoolCheck, RatingChange, RatingPool
from tests import factories
from tests.api_client import as_user
from tests.ratings.pages.test_public import text_of
from tournaments.models import Division

pytestmark = pytest.mark.django_db
OFFICE = "/ratings/office/harbour/"


@pytest.fixture
def pool(club: Club, director: User) -> RatingPool:
    """The list of the club whose event is played."""
    return factories.pool(club, director)


@pytest.fixture
def officer(running: Division, club: Club, director: User) -> Client:
    """The officer's browser; a round is played and rated."""
    factories.play(running.rounds.get(number=1))
    factories.run_jobs()
    client = Client()
    client.force_login(factories.member(club, director, "ratings_officer"))
    return client


def press(officer: Client, pool: RatingPool, kind: str) -> str:
    """Press the button, let the worker work; what the office says then."""
    response = officer.post(f"/ratings/{pool.slug}/check/", {"kind": kind}, follow=True)
    assert "…" in text_of(response.content.decode())
    assert "0%" in officer.get(f"/ratings/{pool.slug}/check/").content.decode()
    factories.run_jobs()
    return text_of(officer.get(OFFICE).content.decode())


def test_the_office_checks_a_list_and_puts_it_right(officer: Client, pool: RatingPool) -> None:
    assert "All published ratings match." in press(officer, pool, "check")
    ada, ben = Player.objects.filter(name__in=["Ada", "Ben"]).order_by("name")
    RatingChange.objects.filter(player=ada).update(new_rating=2999)
    PlayerRating.objects.filter(player=ben).update(live_rating=2998)
    office = press(officer, pool, "check")
    assert "2 figures differ. “Recompute” corrects them." in office
    assert re.search(r"Ada, [^0-9]+ 1800 → 2999 ", office)
    assert "2998" in office
    assert PlayerRating.objects.get(player=ben).live_rating == 2998
    assert "2 figures were corrected." in press(officer, pool, "recompute")
    assert PlayerRating.objects.get(player=ben).live_rating != 2998
    assert "All published ratings match." in press(officer, pool, "check")


def test_a_second_press_waits_for_the_first(officer: Client, pool: RatingPool) -> None:
    for _press in range(2):
        officer.post(f"/ratings/{pool.slug}/check/", {"kind": "check"})
    assert PoolCheck.objects.filter(pool=pool).count() == 1
    assert officer.post(f"/ratings/{pool.slug}/check/", {"kind": "guess"}).status_code == 400


def test_only_the_office_may_ask(officer: Client, pool: RatingPool, club: Club, director: User) -> None:
    scorer = Client()
    scorer.force_login(factories.member(club, director, "scorer"))
    assert scorer.post(f"/ratings/{pool.slug}/check/", {"kind": "check"}).status_code == 403
    assert not PoolCheck.objects.exists()


def test_the_api_asks_and_answers(officer: Client, pool: RatingPool, director: User) -> None:
    api = as_user(director)
    requested = api.post(f"ratings/{pool.slug}/checks/", {"kind": "recompute"}, expect=202)
    assert requested["state"] == "waiting"
    factories.run_jobs()
    (check,) = api.get(f"ratings/{pool.slug}/checks/")["results"]
    assert (check["state"], check["percent"], check["found"], check["games"]) == ("done", 100, 0, 3)
    assert check["id"] == requested["id"]
    enqueue("ratings.check", check["id"])  # as a worker does that was stopped before it could say that it was done
    factories.run_jobs()
    assert api.get(f"ratings/{pool.slug}/checks/")["results"] == [check]
