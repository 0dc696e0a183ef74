"""Kill -9 at the worst moment: after a restart the ratings equal a rebuild from nothing, and no queued job is lost."""

import time

import pytest

from tests.harness.site import Site

pytestmark = pytest.mark.processes

#: A pool big enough that a run takes seconds: 30 events of 120 players and 10 rounds, 18,000 games.
BIG_POOL = """
import random
from datetime import date, timedelta
from clubs.models import Club, Player, User
from ratings.engine.types import RatedGame
from ratings.models import RatingPool
from ratings.services import create_pool, finalize_event, open_event, record_results
user = User.objects.create_superuser("root", password="x")
club = Club.objects.create(name="Big", slug="big")
pool = create_pool(actor=user, club=club, name="Big pool", slug="big")
players = Player.objects.bulk_create(Player(name=f"P{n}", home_club=club) for n in range(120))
dice = random.Random(1)
for number in range(30):
    day = date(2020, 1, 1) + timedelta(days=7 * number)
    event = open_event(pool=pool, key=f"big:{number}", name=f"Event {number}", date=day, rounds=10)
    games = []
    for turn in range(1, 11):
        dice.shuffle(players)
        for a, b in zip(players[::2], players[1::2]):
            games.append(RatedGame(f"{turn}:{a.pk}", turn, a.pk, b.pk, dice.randint(250, 550), dice.randint(250, 550)))
    record_results(event=event, games=games)
    finalize_event(event=event)
"""

STATE = """
from jobs.models import Job
from ratings.models import RatingPool
pool = RatingPool.objects.get(slug="big")
print(pool.ledger_version, pool.computed_version, Job.objects.filter(state__in=["queued", "running"]).count())
"""

#: One more fact, so that another run is due from the first event on.
TOUCH = """
from ratings.engine.types import RatedGame
from ratings.models import RatedEvent, RatedResult
from ratings.services import record_result
event = RatedEvent.objects.get(key="big:0")
some = RatedResult.objects.filter(event=event).first()
number = RatedResult.objects.count()
record_result(event=event, game=RatedGame(f"extra:{number}", 1, some.player_id, some.opponent_id, 400, 300 + number % 90))
"""


def state(site: Site) -> tuple[int, int, int]:
    """The big pool's ledger and computed versions, and how many jobs wait or run."""
    ledger, computed, waiting = (int(word) for word in site.python(STATE).split())
    return ledger, computed, waiting


def settle(site: Site, *, seconds: float = 120) -> None:
    """Wait until everything queued is done."""
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        ledger, computed, waiting = state(site)
        if ledger == computed and waiting == 0:
            return
        time.sleep(0.5)
    pytest.fail(f"work was left undone: {state(site)}\n{site.log[-3000:]}")


@pytest.fixture(scope="module", autouse=True)
def _big_pool(site: Site) -> None:
    site.python(BIG_POOL)
    settle(site)


RUNNING = "SELECT attempts FROM jobs_job WHERE state = 'running' AND key LIKE 'ratings.recompute:%'"


@pytest.mark.parametrize("share", [0.1, 0.4, 0.7])
def test_worker_killed_during_a_rating_run(site: Site, share: float) -> None:
    """Killed at the beginning, in the middle and near the end of a run: none may leave ratings that differ from a rebuild."""
    seconds = float(str(site.query("SELECT seconds FROM ratings_ratingrun ORDER BY id DESC LIMIT 1")[0][0]))
    before = state(site)
    site.python(TOUCH)
    limit = time.monotonic() + 60
    while not site.query(RUNNING):
        assert time.monotonic() < limit, "the run did not start"
        time.sleep(0.005)
    time.sleep(seconds * share)
    site.kill_worker()
    assert site.query(RUNNING), "the run had ended before it was killed: the pool is too small for this test"
    settle(site)
    assert state(site)[0] == before[0] + 1
    assert "equal to a rebuild" in site.manage("recompute_ratings", "--check")


def test_power_cut_with_queued_work(site: Site) -> None:
    """Web and worker die with a job queued while no worker was there; the next start does it."""
    site.kill_all()
    site.python(TOUCH)
    ledger, computed, waiting = state(site)
    assert ledger > computed
    assert waiting == 1
    site.start()
    settle(site)
    site.manage("recompute_ratings", "--check")
