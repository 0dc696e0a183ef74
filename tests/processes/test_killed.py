"""Kill -9 at the worst moment: after a restart the ratings equal a rebuild from nothing, and no queued job is lost."""

import time

import pytest

from tests.harness.deep import some, times
from tests.harness.site import Site

pytestmark = [pytest.mark.processes, pytest.mark.postgres, pytest.mark.long]

#: A pool of EVENTS events of 120 players and 10 rounds, which are 600 games each.
POOL = """
import random
from datetime import date, timedelta
from clubs.models import Club, Player, User
from ratings.engine.types import RatedGame
from ratings.models import RatingPool
from ratings.services.ledger import finalize_event, open_event, record_results
from ratings.services.pools import create_pool
user = User.objects.create_superuser("root", password="x")
club = Club.objects.create(name="Big", slug="big")
pool = create_pool(actor=user, club=club, name="Big pool", slug="big")
players = Player.objects.bulk_create(Player(name=f"P{n}", home_club=club) for n in range(120))
dice = random.Random(1)
for number in range(EVENTS):
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
#: So many that a run takes long enough to be killed in its middle: 4,800 games.
MANY = times(8, deep=30)

#: One more fact, so that another run is due from the first event on.
TOUCH = """
from ratings.engine.types import RatedGame
from ratings.models import RatedEvent, RatedResult
from ratings.services.ledger import record_result
event = RatedEvent.objects.get(key="big:0")
some = RatedResult.objects.filter(event=event).first()
number = RatedResult.objects.count()
record_result(event=event, game=RatedGame(f"extra:{number}", 1, some.player_id, some.opponent_id, 400, 300 + number % 90))
"""


CHECK = """
from django.core.management import call_command
call_command("recompute_ratings", check=True)
"""
#: The big pool's ledger and computed versions, and how many jobs wait or run.
STATE = """
SELECT ledger_version, computed_version, (SELECT count(*) FROM jobs_job WHERE state IN ('queued', 'running'))
FROM ratings_ratingpool WHERE slug = 'big'
"""
RUNNING = "SELECT attempts FROM jobs_job WHERE state = 'running' AND key LIKE 'ratings.recompute:%'"


def state(site: Site) -> tuple[int, int, int]:
    """Ledger version, computed version, jobs not done."""
    ledger, computed, waiting = (int(str(number)) for number in site.query(STATE)[0])
    return ledger, computed, waiting


def settle(site: Site, *, seconds: float = 120) -> None:
    """Wait until everything queued is done."""
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        ledger, computed, waiting = state(site)
        if ledger == computed and waiting == 0:
            return
        time.sleep(0.05)
    pytest.fail(f"work was left undone: {state(site)}\n{site.log[-3000:]}")


def fill(site: Site, events: int) -> None:
    """Make the pool and wait until its ratings are computed."""
    site.python(POOL.replace("EVENTS", str(events)))
    settle(site)


@pytest.fixture(scope="module")
def big(busy_site: Site) -> Site:
    """A running site whose pool is so big that a run can be killed in the middle."""
    fill(busy_site, MANY)
    return busy_site


# The middle in every run of the suite; the deep run kills at the beginning and near the end too.
@pytest.mark.scaled
@pytest.mark.parametrize("share", some([0.4, 0.1, 0.7]))
def test_worker_killed_during_a_rating_run(big: Site, share: float) -> None:
    """None of the moments may leave ratings that differ from a rebuild, or lose the job."""
    seconds = float(str(big.query("SELECT seconds FROM ratings_ratingrun ORDER BY id DESC LIMIT 1")[0][0]))
    before = state(big)
    for turn in range(1, 6):
        with big.worker_held():  # else the run may be over before the process that queues it has ended
            big.python(TOUCH)
        limit = time.monotonic() + 60
        while not big.query(RUNNING):
            assert time.monotonic() < limit, "the run did not start"
            time.sleep(0.005)
        time.sleep(seconds * share)  # the moment itself: nothing tells how far a run has come
        big.kill_worker()
        in_the_middle = bool(big.query(RUNNING))
        settle(big)
        assert state(big)[0] == before[0] + turn
        if in_the_middle:  # else something held this process up, and the run was over
            break
    assert in_the_middle, "each run had ended before it was killed: the pool is too small for this test"
    assert "equal when recomputed from scratch" in big.python(CHECK)


def test_power_cut_with_queued_work(big: Site) -> None:
    """Web and worker die with a job queued while no worker was there; the next start does it."""
    big.kill_all()
    big.python(TOUCH)
    ledger, computed, waiting = state(big)
    assert ledger > computed
    assert waiting == 1
    big.start()
    settle(big)
    assert "equal when recomputed from scratch" in big.python(CHECK)
