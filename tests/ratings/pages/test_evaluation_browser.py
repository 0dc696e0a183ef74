"""The calibration page and the comparison of rating systems in a browser, with enough games to show something."""

import random
from datetime import date, timedelta

import pytest
from playwright.sync_api import expect

from clubs.models import Club, User
from ratings.engine.types import RatedGame
from ratings.models import RatingPool
from ratings.services.ledger import finalize_event, open_event, record_results
from ratings.services.recompute import recompute_pool
from tests import factories
from tests.harness.people import People
from tests.ratings.conftest import make_players

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def pool(club: Club, director: User) -> RatingPool:
    """A pool of the club, whose director may compare."""
    return factories.pool(club, director)


@pytest.fixture
def games(pool: RatingPool) -> None:
    """Eight finished events of ten players: the better ones win more often."""
    dice = random.Random(1)
    players = make_players(10)
    for number in range(8):
        day = date(2024, 1, 6) + timedelta(days=14 * number)
        event = open_event(pool=pool, key=f"x{number}", name=f"Evening {number}", date=day, rounds=6)
        games = []
        for turn in range(1, 7):
            order = dice.sample(range(10), 10)
            for one, other in zip(order[::2], order[1::2], strict=True):
                margin = 20 * (other - one) + round(dice.gauss(0, 70))
                games.append(RatedGame(f"{turn}.{one}", turn, players[one].pk, players[other].pk, 400 + margin, 400))
        record_results(event=event, games=games)
        finalize_event(event=event)
    recompute_pool(pool_id=pool.pk)


@pytest.mark.usefixtures("games")
def test_evaluation_pages(people: People, pool: RatingPool, director: User) -> None:
    """Everybody sees the calibration, the director the comparison; each page in order on a phone and a desktop."""
    anybody = people.phone()
    anybody.page.goto(f"/ratings/{pool.slug}/calibration/")
    expect(anybody.page.locator("main")).to_contain_text("Favourite's wins")
    anybody.check_page_on_both("calibration")
    person = people.phone(director)
    for query in ("", "?system=elo&system=glicko2"):
        person.page.goto(f"/ratings/evaluate/{pool.slug}/{query}")
        expect(person.page.locator("main")).to_contain_text("this list")
        person.check_page_on_both(f"comparison of rating systems {query}")
