"""The pages of a division's rating lists."""

from datetime import date
from urllib.parse import urlencode

import pytest

from ratings.models import RatingPool
from ratings.services.official import publish_list
from ratings.services.pools import create_pool
from tests import factories
from tests.tournaments.scenes.hall import Hall, make_hall, text
from tournaments.models import DivisionPool, Entry, RatingSnapshot

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    return make_hall()


def test_further_pools_are_chosen_on_the_page(hall: Hall) -> None:
    pool = create_pool(name="All games", slug="all-games", club=hall.scene.club, system="elo")
    page = text(hall.client.get(hall.url("division_ratings")))
    assert "All games" in page
    answer = hall.client.post(hall.url("division_ratings"), {"setting": "tournament", "pools": [pool.pk]})
    assert answer.status_code == 302
    assert DivisionPool.objects.get(division=hall.scene.division).pool == pool
    RatingPool.objects.filter(pk=pool.pk).update(setting="club")
    refused = hall.client.post(hall.url("division_ratings"), {"setting": "tournament", "pools": [pool.pk]})
    assert refused.status_code == 422
    assert "“All games” is for club play only." in text(refused)


def test_a_published_list_is_previewed_and_then_used(hall: Hall) -> None:
    division = hall.scene.division
    pool = create_pool(name="List", slug="the-list", club=hall.scene.club)
    division.rating_pool = pool
    division.save(update_fields=["rating_pool"])
    entry = Entry.objects.filter(division=division).order_by("number")[0]
    pool.ratings.create(player=entry.player, rating=1777, career_games=31)
    official_list = publish_list(pool=pool, name="May", effective=date(2026, 5, 3), actor=hall.scene.director)
    assert "List: May" not in text(hall.client.get(hall.url("division_ratings")))
    page = hall.client.get(f"{hall.url('pin_ratings')}?{urlencode({'official_list': official_list.pk})}")
    assert "1777" in text(page)
    assert not RatingSnapshot.objects.exists()
    assert hall.client.post(hall.url("pin_ratings"), {"official_list": official_list.pk}).status_code == 302
    entry.refresh_from_db()
    assert (entry.rating, entry.career_games) == (1777, 31)
    assert "List: May" in text(hall.client.get(hall.url("division_ratings")))
    assert hall.client.post(hall.url("pin_ratings"), {"official_list": "77777"}).status_code == 422


def test_a_list_is_matched_previewed_and_used(hall: Hall) -> None:
    division = hall.scene.division
    one, other = Entry.objects.filter(division=division).order_by("number")[:2]
    pasted = f"name,rating,games\n{one.name.upper()},1650,12\n{other.name}x,1400,3\nStranger Unknown,1999,9\n"
    data = {"text": pasted, "source": "Federation, May", "as_of": "2026-05-01"}
    page = text(hall.client.post(hall.url("seed_ratings"), data))
    assert "The list has 3 players; 1 in this division matched." in page
    assert "Stranger" not in page.split("<form")[1].split("</form>")[0].split("value=")[-1]
    answer = hall.client.post(hall.url("seed_ratings"), {**data, "confirm": "1", "choice-3": str(other.pk)})
    assert answer.status_code == 302
    one.refresh_from_db()
    other.refresh_from_db()
    assert (one.rating, other.rating) == (1650, 1400)
    bad = hall.client.post(hall.url("seed_ratings"), {**data, "text": "name,rating\nAda,lots", "confirm": "1"})
    assert bad.status_code == 422
    assert "“lots” is not a rating" in text(bad)


def test_past_rounds_cannot_be_imported_once_a_round_is_published(hall: Hall) -> None:
    hall.publish()
    page = text(hall.client.get(hall.url("division_ratings")))
    assert "Round 1 is published, so ratings can no longer change in this event." in page
    data = {"text": "name,rating\nAda,1500", "source": "x", "as_of": "2026-05-01", "confirm": "1"}
    refused = hall.client.post(hall.url("seed_ratings"), data)
    assert refused.status_code == 422
    assert "players were paired by their ratings" in text(refused)


def test_the_page_takes_the_same_queries_for_one_pool_and_three(hall: Hall) -> None:
    def count() -> int:
        return factories.queries(lambda: hall.client.get(hall.url("division_ratings")))

    first = count()
    for number in range(3):
        create_pool(name=f"Pool {number}", slug=f"pool-{number}", club=hall.scene.club)
    assert count() == first
