"""A player's own page: live while it is open, and what the games so far do to the rating."""

from typing import Any

import pytest
from django.test import Client

from clubs.models import User
from ratings.models import RatingPool
from ratings.services.recompute import recompute_pool
from tests import factories
from tests.tournaments.scenes.sheets import own_page
from tournaments.models import Division
from tournaments.services.events.events import finish_event

pytestmark = pytest.mark.django_db


def ask(address: str) -> Any:
    """What an open page gets that asks what the last answer told it to ask."""
    page = Client().get(address)
    assert page.status_code == 200
    return page.context["live_url"]


def test_an_open_page_hears_only_what_is_new(running: Division, director: User, pool: RatingPool) -> None:
    address = own_page("Ada")
    live = ask(address)
    page = Client().get(address).content.decode()
    assert f'hx-get="{live}"' in page
    assert 'hx-trigger="every 4s"' in page
    assert Client().get(live).status_code == 204
    factories.play(running.rounds.get())
    told = Client().get(live)
    assert told.status_code == 200
    assert "If the event ended now" not in told.content.decode()
    live = told.context["live_url"]
    recompute_pool(pool_id=pool.pk)
    told = Client().get(live)  # the rating alone is new
    change = pool.events.get().changes.get(player__name="Ada")
    text = " ".join(told.content.decode().split())
    assert f"your rating would be about {change.new_rating} (+{change.points}, after round 1)." in text
    explained = Client().get(f"/ratings/{pool.slug}/events/{change.event_id}/players/{change.player_id}/")
    assert f"/ratings/{pool.slug}/events/{change.event_id}/players/{change.player_id}/" in text
    assert explained.status_code == 200
    assert Client().get(told.context["live_url"]).status_code == 204


def test_after_the_event_the_rating_is_no_estimate(running: Division, director: User, pool: RatingPool) -> None:
    factories.play(running.rounds.get())
    finish_event(actor=director, event=running.event)
    recompute_pool(pool_id=pool.pk)
    page = Client().get(own_page("Ada")).content.decode()
    assert "Your rating after the event" in page
    assert "hx-trigger" not in page


def test_after_the_last_round_nobody_waits_for_a_table(running: Division) -> None:
    factories.play(running.rounds.get())
    assert "Your next table will appear here" in Client().get(own_page("Ada")).content.decode()
    factories.change(running, rounds_planned=1)
    page = Client().get(own_page("Ada")).content.decode()
    assert "That was the last round." in page
    assert "Your next table" not in page
