"""The calibration page and the comparison of rating systems in a browser, with enough games to show something."""

import pytest

from tests.e2e.conftest import People
from tests.e2e.test_pages import visit
from tests.harness.site import Site

pytestmark = pytest.mark.browser

#: Eight finished events of ten invented players in the demo club's pool.
FILL = """
import random
from datetime import date, timedelta
from clubs.models import Player
from ratings.engine.types import RatedGame
from ratings.models import RatingPool
from ratings.services import finalize_event, open_event, recompute_pool, record_results
pool = RatingPool.objects.get(slug="harbour")
dice = random.Random(1)
people = Player.objects.bulk_create([Player(name=f"Extra {number:02d}") for number in range(10)])
for number in range(8):
    day = date(2024, 1, 6) + timedelta(days=14 * number)
    event = open_event(pool=pool, key=f"x{number}", name=f"Evening {number}", date=day, rounds=6)
    games = []
    for turn in range(1, 7):
        order = dice.sample(range(10), 10)
        for one, other in zip(order[::2], order[1::2]):
            margin = 20 * (other - one) + round(dice.gauss(0, 70))
            games.append(RatedGame(f"{turn}.{one}", turn, people[one].pk, people[other].pk, 400 + margin, 400))
    record_results(event=event, games=games)
    finalize_event(event=event)
recompute_pool(pool_id=pool.pk)
"""


def test_evaluation_pages(people: People, site: Site) -> None:
    site.python(FILL)
    for person in (people.phone(), people.desktop()):
        visit(person, ["/ratings/harbour/calibration/"])
        assert "Wins of the favourite" in person.page.locator("main").inner_text()
        person.sign_in("director")
        visit(person, ["/ratings/evaluate/harbour/", "/ratings/evaluate/harbour/?system=elo&system=glicko2"])
        assert "this list" in person.page.locator("main").inner_text()
