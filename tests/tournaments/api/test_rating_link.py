"""The pools that a division feeds and the ratings of its entries, over HTTP."""

import pytest

from clubs.models import Club, User
from ratings.models import RatingPool
from ratings.services.official import publish_list
from ratings.services.pools import create_pool
from tests import factories
from tests.api_client import Api, as_user
from tournaments.models import Division, Entry

pytestmark = pytest.mark.django_db


class Put(Api):
    """A client that also puts."""

    def __init__(self, api: Api) -> None:
        super().__init__()
        self.headers = api.headers

    def put(self, path: str, body: object, *, expect: int = 200) -> object:
        return self.call("PUT", path, body, expect=expect)


@pytest.fixture
def api(director: User) -> Put:
    return Put(as_user(director))


@pytest.fixture
def pool(club: Club, director: User) -> RatingPool:
    return factories.pool(club, director)


@pytest.fixture
def division(club: Club, director: User, pool: RatingPool) -> Division:
    rated = factories.division(club, director, pool=pool)
    factories.entries(rated, director, 2)
    return rated


def path_of(division: Division) -> str:
    return f"events/{division.event.slug}/divisions/{division.slug}/ratings/"


def test_further_pools_are_chosen(api: Put, division: Division, club: Club, pool: RatingPool) -> None:
    create_pool(name="All", slug="all-games", club=club, system="elo")
    path = path_of(division)
    before: dict[str, object] = {
        "setting": "tournament",
        "rating_pool": pool.slug,
        "further_pools": [],
        "rate_games": False,
        "show_chances": True,
        "snapshot": None,
    }
    assert api.get(path) == before
    assert api.put(path, {"setting": "club", "further_pools": ["all-games"]}) == {
        **before,
        "setting": "club",
        "further_pools": ["all-games"],
    }
    hidden = api.put(path, {"setting": "club", "further_pools": [], "show_chances": False})
    assert hidden == {**before, "setting": "club", "show_chances": False}
    for wrong in ({"setting": "online"}, {"further_pools": ["nobodys"]}, {"further_pools": "all-games"}):
        api.put(path, {"setting": "club", "further_pools": [], **wrong}, expect=400)
    RatingPool.objects.filter(slug="all-games").update(setting="tournament")
    refused = api.put(path, {"setting": "club", "further_pools": ["all-games"]}, expect=400)
    assert "is for tournaments only" in str(refused)


def test_ratings_are_pinned_and_seeded(api: Put, division: Division, pool: RatingPool, director: User) -> None:
    ada, ben = Entry.objects.filter(division=division).order_by("number")
    pool.ratings.create(player=ada.player, rating=1777, career_games=31)
    published = publish_list(pool=pool, name="May", effective=factories.DAY, actor=director)
    snapshot = api.post(path_of(division) + "pin/", {"official_list": published.pk})
    assert snapshot["ratings"] == {str(ada.pk): [1777, 31], str(ben.pk): [ben.rating, None]}
    assert (snapshot["pool"], snapshot["official_list"]) == (pool.slug, published.pk)
    api.post(path_of(division) + "pin/", {"official_list": 999_999}, expect=404)
    body = {"text": "name,rating\nBenn,1501", "source": "Federation", "as_of": "2026-05-01"}
    assert "No one in this division" in api.post(path_of(division) + "list/", body, expect=400)["detail"]
    seeded = api.post(path_of(division) + "list/", {**body, "choices": {"2": str(ben.pk)}})
    assert seeded["ratings"][str(ben.pk)] == [1501, None]
    assert api.get(path_of(division))["snapshot"]["source"] == "Federation"
