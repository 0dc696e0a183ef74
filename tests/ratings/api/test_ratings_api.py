"""Rating pools over HTTP."""

import pytest

from clubs.models import Club, Player, User
from ratings.models import PlayerRating, RatedEvent, RatingPool
from tests import factories
from tests.api_client import Api, as_user

pytestmark = pytest.mark.django_db


def test_a_pool_is_opened_by_officials_of_ratings(club: Club, director: User) -> None:
    officer = as_user(factories.member(club, director, "ratings_officer"))
    pool = officer.post("clubs/harbour/rating-pools/", {"name": "Club night", "system": "naspa-club"}, expect=201)
    assert pool == {
        "slug": "harbour-club-night",
        "name": "Club night",
        "club": "harbour",
        "system": "naspa-club",
        "players": 0,
        "up_to_date": True,
    }
    again = officer.post("clubs/harbour/rating-pools/", {"name": "Club night"}, expect=400)
    assert "already" in again["detail"]
    assert (
        officer.post("clubs/harbour/rating-pools/", {"name": "X", "system": "elo?"}, expect=400)["type"] == "validation"
    )
    assert Api().get("clubs/harbour/rating-pools/")["count"] == 1
    assert Api().get("ratings/harbour-club-night/") == pool
    assert RatingPool.objects.count() == 1


@pytest.fixture
def listed(pool: RatingPool, club: Club) -> RatingPool:
    """A pool with 120 players."""
    event = RatedEvent.objects.create(pool=pool, key="k", name="Open", date=factories.DAY, rounds=8, final=True)
    players = [Player.objects.create(name=f"P{index:03}", home_club=club) for index in range(120)]
    PlayerRating.objects.bulk_create(
        PlayerRating(pool=pool, player=player, rating=2000 - index, pool_games=8, last_event=event)
        for index, player in enumerate(players)
    )
    return pool


def test_the_list_comes_in_pages_with_ranks(listed: RatingPool) -> None:
    first = Api().get(f"ratings/{listed.slug}/players/")
    assert (first["count"], len(first["results"]), first["previous"]) == (120, 100, None)
    assert first["next"].endswith("/players/?page=2")
    second = Api().get(f"ratings/{listed.slug}/players/?page=2")
    assert (second["results"][0]["rank"], second["next"], len(second["results"])) == (101, None, 20)
    assert second["previous"].endswith("/players/")
    assert len(Api().get(f"ratings/{listed.slug}/players/?page_size=7")["results"]) == 7


def test_the_list_is_searched_by_name(listed: RatingPool) -> None:
    assert Api().get(f"ratings/{listed.slug}/players/?q=p11")["results"][0]["name"] == "P110"
    for query in ("nobody", "%25", "'%3B--"):
        assert Api().get(f"ratings/{listed.slug}/players/?q={query}")["count"] == 0


def test_what_is_not_there(listed: RatingPool, club: Club) -> None:
    unlisted = Player.objects.create(name="Nobody", home_club=club)
    event = RatedEvent.objects.get()
    player = PlayerRating.objects.order_by("pk")[0].player_id
    for path in (
        "ratings/none/",
        "ratings/none/players/",
        f"ratings/{listed.slug}/players/{unlisted.pk}/",
        f"ratings/{listed.slug}/players/{10**30}/",
        f"ratings/{listed.slug}/events/{10**30}/",
        f"ratings/none/events/{event.pk}/",
        f"ratings/{listed.slug}/events/{event.pk}/players/{player}/",
    ):
        assert Api().get(path, expect=404)["type"] == "not_found"
