"""The page about the rest of an open event, and the filters of a list."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import date

import pytest
from django.core.cache import cache
from django.test import Client

from clubs.models import Club, Player
from ratings.engine.types import RatedGame
from ratings.models import RatedEvent, RatingPool
from ratings.services.ledger import finalize_event, open_event, record_results
from ratings.services.openings import set_opening_rating
from ratings.services.recompute import recompute_pool
from tests import factories
from tests.ratings.conftest import make_players

pytestmark = pytest.mark.django_db
DAY = date(2026, 3, 1)
QueryCount = Callable[[int], AbstractContextManager[object]]


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    cache.clear()


def running(pool: RatingPool, players: list[Player], *, rounds: int = 5) -> RatedEvent:
    for number, player in enumerate(players):
        set_opening_rating(pool=pool, player=player, rating=1900 - 100 * number, games=60)
    event = open_event(pool=pool, key="e", name="Summer", date=DAY, rounds=rounds)
    half = len(players) // 2
    games = [RatedGame(f"g{place}", 1, players[place].pk, players[half + place].pk, 450, 380) for place in range(half)]
    record_results(event=event, games=games)
    recompute_pool(pool_id=pool.pk)
    return event


def test_the_rest_of_an_open_event(client: Client, pool: RatingPool, players: list[Player]) -> None:
    event = running(pool, players)
    page = client.get(f"/ratings/{pool.slug}/events/{event.pk}/outlook/").content.decode()
    assert "After round 1 of 5" in page
    assert "are left out" not in page
    assert page.index("Player 01") < page.index("Player 04")
    assert "outlook/" in client.get(f"/ratings/{pool.slug}/events/{event.pk}/").content.decode()


def test_a_round_that_is_being_played_is_said_to_be(client: Client, pool: RatingPool, players: list[Player]) -> None:
    event = running(pool, players)
    record_results(event=event, games=[RatedGame("late", 2, players[0].pk, players[1].pk, 400, 300)])
    recompute_pool(pool_id=pool.pk)
    page = client.get(f"/ratings/{pool.slug}/events/{event.pk}/outlook/").content.decode()
    assert "Games in round 2 without a result are left out." in page


def test_the_outlook_is_worked_out_once_until_the_pool_changes(
    client: Client, pool: RatingPool, players: list[Player], django_assert_num_queries: QueryCount
) -> None:
    event = running(pool, players)
    address = f"/ratings/{pool.slug}/events/{event.pk}/outlook/"
    with django_assert_num_queries(4):
        first = client.get(address).content
    with django_assert_num_queries(2):
        assert client.get(address).content == first


def test_more_players_need_no_more_queries(
    client: Client, pool: RatingPool, django_assert_num_queries: QueryCount
) -> None:
    event = running(pool, make_players(12))
    with django_assert_num_queries(4):
        response = client.get(f"/ratings/{pool.slug}/events/{event.pk}/outlook/")
    assert "Player 12" in response.content.decode()


def test_there_is_no_rest_of_a_final_event_or_after_the_last_round(
    client: Client, pool: RatingPool, players: list[Player]
) -> None:
    event = running(pool, players, rounds=1)
    address = f"/ratings/{pool.slug}/events/{event.pk}/outlook/"
    assert "There is nothing to project" in client.get(address).content.decode()
    finalize_event(event=event)
    recompute_pool(pool_id=pool.pk)
    assert "There is nothing to project" in client.get(address).content.decode()


def test_a_list_is_filtered_by_club_class_and_country(client: Client) -> None:
    director = factories.user("director")
    club = factories.club(director)
    pool = factories.pool(club, director)
    division = factories.division(club, director, pool=pool)
    ada, ben, cem = factories.entries(division, director, 3)
    type(ada).objects.filter(pk=ada.pk).update(player_class="B")
    Player.objects.filter(pk=cem.player_id).update(
        home_club=Club.objects.create(name="Other club", slug="other"), country="DK"
    )
    Player.objects.filter(pk=ben.player_id).update(country="SE")
    factories.publish(division, director, 1)
    recompute_pool(pool_id=pool.pk)

    def names(query: str) -> list[str]:
        page = client.get(f"/ratings/{pool.slug}/?{query}").content.decode()
        return [entry.name for entry in (ada, ben, cem) if f'">{entry.name}</a>' in page]

    assert names("") == ["Ada", "Ben", "Cem"]
    assert names("class=B") == ["Ada"]
    assert names("club=other") == ["Cem"]
    assert names("country=SE") == ["Ben"]
    assert names("club=other&class=B") == []
    assert names("club=%00&class=x") == []
    page = client.get(f"/ratings/{pool.slug}/").content.decode()
    assert "Other club" in page
    assert '<option value="B">' in page
