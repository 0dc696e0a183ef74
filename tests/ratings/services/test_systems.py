"""Every system in a pool: incremental replays equal a rebuild from nothing, and every change is explained on a page."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.test import Client

from clubs.models import Player
from ratings.engine.registry import SYSTEMS
from ratings.models import PlayerRating, RatingChange, RatingPool
from ratings.services.ledger import LedgerError
from ratings.services.openings import set_opening_rating
from ratings.services.pools import create_pool
from ratings.services.recompute import check_pool, recompute_pool
from tests.harness.deep import some
from tests.ratings.conftest import MakeEvent, check_void_and_record_again, round_robin

pytestmark = pytest.mark.django_db
DAY = date(2026, 3, 1)
#: The first system of each kind, then the others, which differ from those in numbers only.
KINDS = {type(system): slug for slug, system in reversed(list(SYSTEMS.items()))}
ORDERED = [*KINDS.values(), *(slug for slug in SYSTEMS if slug not in KINDS.values())]
every_system = pytest.mark.parametrize("slug", some(ORDERED, suite=len(KINDS)))


def of_system(pool: RatingPool, slug: str) -> None:
    RatingPool.objects.filter(pk=pool.pk).update(system=slug)


def derived(pool: RatingPool) -> list[object]:
    changes = RatingChange.objects.filter(event__pool=pool).order_by("event", "player")
    listed = PlayerRating.objects.filter(pool=pool).order_by("player")
    return [
        *changes.values_list("event", "player", "new_rating", "new_deviation", "state", "detail"),
        *listed.values_list("player", "rating", "deviation", "state", "live_rating"),
    ]


@every_system
def test_incremental_replays_equal_a_rebuild_to_the_last_bit(
    pool: RatingPool, players: list[Player], make_event: MakeEvent, slug: str
) -> None:
    of_system(pool, slug)
    set_opening_rating(pool=pool, player=players[0], rating=1620, games=70)
    set_opening_rating(pool=pool, player=players[1], rating=1410, games=None)
    for number in range(3):
        make_event(f"e{number}", players[: 3 + number % 2], DAY + timedelta(days=30 * number), shift=number)
        recompute_pool(pool_id=pool.pk)
        assert check_pool(pool_id=pool.pk) == ()
    live = make_event("live", players, DAY + timedelta(days=100), final=False)
    recompute_pool(pool_id=pool.pk)
    assert check_pool(pool_id=pool.pk) == ()
    check_void_and_record_again(pool, live, round_robin(players)[0], derived)


@every_system
def test_every_change_is_explained(
    client: Client, pool: RatingPool, players: list[Player], make_event: MakeEvent, slug: str
) -> None:
    of_system(pool, slug)
    set_opening_rating(pool=pool, player=players[0], rating=1620, games=70)
    event = make_event("a", players, DAY)
    recompute_pool(pool_id=pool.pk)
    for player in players[:2]:
        page = client.get(f"/ratings/{pool.slug}/events/{event.pk}/players/{player.pk}/").content.decode()
        assert "Game by game" in page
        assert "performance " in page
        change = RatingChange.objects.get(event=event, player=player)
        assert f"→ {change.new_rating}" in page
        assert ("±" in page) is (change.new_deviation is not None)
    assert client.get(f"/ratings/{pool.slug}/").status_code == 200
    assert client.get(f"/ratings/{pool.slug}/players/{players[0].pk}/").status_code == 200


def test_a_pool_takes_parameters_of_its_own_system(db: None) -> None:
    assert create_pool(name="Elo", slug="elo", system="elo", params={"k": 32.0}).params == {"k": 32.0}


def test_a_pool_cannot_take_the_address_of_a_page(db: None) -> None:
    with pytest.raises(LedgerError, match="“office” is the address of a page"):
        create_pool(name="Office", slug="office")
