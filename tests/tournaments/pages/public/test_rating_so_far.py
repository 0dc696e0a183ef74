"""What an event has done to the ratings so far: on the standings and the players' cards, renewed with each recompute."""

import re

import pytest
from django.test import Client, TestCase

from clubs.models import Club, User
from ratings.models import RatingChange, RatingPool
from ratings.services.recompute import recompute_pool
from tests import factories
from tests.harness.seen import seen
from tournaments.models import Division, Event, Round
from tournaments.services.entries.roster import add_entry
from tournaments.services.entries.roster_lines import RosterRow

pytestmark = pytest.mark.django_db


@pytest.fixture
def rated(club: Club, director: User, pool: RatingPool) -> Division:
    """Four players, one of them without a rating; round 1 is played and rated."""
    division = factories.division(club, director, pool=pool)
    for name, rating in {"Ada": 1800, "Ben": 1500, "Cem": 1300, "Dua": None}.items():
        add_entry(
            actor=director, division=division, row=RosterRow(name=name, rating=rating, career_games=rating and 100)
        )
    factories.publish(division, director, 1)
    return division


def rate(pool: RatingPool, *, from_nothing: bool = False) -> bool:
    """Whether there was anything to compute; what follows the transaction is done."""
    with TestCase.captureOnCommitCallbacks(execute=True):
        return recompute_pool(pool_id=pool.pk, from_nothing=from_nothing) is not None


def play(division: Division, pool: RatingPool, number: int) -> None:
    factories.play(Round.objects.get(division=division, number=number), lead=150)
    assert rate(pool)


def text(client: Client, address: str) -> str:
    return seen(client.get(address).content.decode())


def test_standings_and_cards_say_what_the_event_does_to_each_rating(
    client: Client, rated: Division, pool: RatingPool
) -> None:
    home = f"/e/{rated.event.slug}/{rated.slug}"
    assert "if the event ended now" not in text(client, f"{home}/standings/")
    play(rated, pool, 1)
    page = client.get(f"{home}/standings/").content.decode()
    changes = {change.player.name: change for change in RatingChange.objects.select_related("player")}
    assert set(changes) == {"Ada", "Ben", "Cem", "Dua"}
    for name, change in changes.items():
        link = re.search(rf'<a class="small" href="([^"]+/players/{change.player_id}/)"[^>]*>([^<]+)</a>', page)
        assert link is not None, name
        shown = f"new: {change.new_rating}" if change.points is None else f"{change.points:+}".replace("-", "−")
        assert link[2] == shown, name
        assert f"{change.new_rating}" in text(client, link[1])
        card = text(client, f"{home}/players/{rated.entries.get(player=change.player).number}/")
        kind = "first rating" if change.points is None else "rating"
        assert f"If the event ended now, the {kind} would be about {change.new_rating} (" in card
        assert "after round 1)" in card
    assert (
        "small"
        not in client.get(f"{home}/standings/?round=1").content.decode().split("<tbody>")[1].split("</tbody>")[0]
    )


def test_a_recompute_renews_the_pages_of_the_event(client: Client, rated: Division, pool: RatingPool) -> None:
    play(rated, pool, 1)
    before = Event.objects.get(pk=rated.event_id).version
    address = f"/e/{rated.event.slug}/{rated.slug}/standings/?live={before}"
    assert client.get(address).status_code == 204
    assert not rate(pool)
    assert client.get(address).status_code == 204, "nothing to compute, nothing new"
    assert rate(pool, from_nothing=True)
    assert client.get(address).status_code == 200
