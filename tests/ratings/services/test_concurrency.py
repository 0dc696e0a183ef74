"""Several workers, several writers, and a worker that dies: afterwards the ratings equal a rebuild from nothing."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from datetime import date, timedelta

import pytest
from django.db import connection

from clubs.models import Player
from ratings.engine.types import RatedGame
from ratings.models import PlayerRating, RatedEvent, RatedResult, RatingChange, RatingPool, RatingRun
from ratings.services.ledger import finalize_event, open_event, record_result, record_results
from ratings.services.pools import create_pool
from ratings.services.recompute import check_pool, recompute_pool
from tests.harness.deep import times
from tests.harness.processes import child_environment
from tests.harness.site import ROOT, without_checks
from tests.ratings.conftest import make_players

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.concurrency,
    pytest.mark.postgres,
    pytest.mark.scaled,
]
KILLS, EVENTS = times(2, deep=8), times(15, deep=30)
DAY = date(2026, 1, 1)
FOREVER = "from ratings.services.recompute import recompute_pool\nwhile True: recompute_pool(pool_id={pool}, from_nothing=True)"


def manage(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "manage.py", *arguments, *without_checks(arguments[0])],
        cwd=ROOT,
        env=child_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def in_threads(*works: Callable[[], object]) -> None:
    """Run all at once, each with its own database connection; re-raise what one of them raised."""
    errors: list[BaseException] = []
    gate = threading.Barrier(len(works))

    def run(work: Callable[[], object]) -> None:
        try:
            gate.wait(timeout=10)
            work()
        except Exception as error:  # noqa: BLE001 - handed to the test's own thread below
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    if errors:
        raise errors[0]
    assert not any(thread.is_alive() for thread in threads)


def random_games(chance: random.Random, players: list[Player], rounds: int) -> Iterator[RatedGame]:
    for number in range(1, rounds + 1):
        seats = chance.sample(players, len(players))
        for table, (one, other) in enumerate(zip(seats[::2], seats[1::2], strict=True)):
            yield RatedGame(f"{number}.{table}", number, one.pk, other.pk, chance.randrange(300, 500), 400)


@pytest.fixture
def big_pool() -> RatingPool:
    """Events of 20 players and 12 rounds: 1,800 games, in the deep run 3,600."""
    pool = create_pool(name="Big", slug="big")
    players = make_players(20)
    chance = random.Random(7)
    for number in range(EVENTS):
        event = open_event(pool=pool, key=f"e{number}", name=f"E{number}", date=DAY + timedelta(days=number), rounds=12)
        record_results(event=event, games=list(random_games(chance, players, 12)))
        finalize_event(event=event)
    return pool


def correct(event: RatedEvent, score: int) -> None:
    row = RatedResult.objects.live().filter(event=event, game_key="1.0").get()
    assert row.player_id is not None
    assert row.opponent_id is not None
    record_result(event=event, game=RatedGame("1.0", 1, row.player_id, row.opponent_id, score, 400))


def test_two_recomputes_at_once_publish_one_run(big_pool: RatingPool) -> None:
    in_threads(*[lambda: recompute_pool(pool_id=big_pool.pk)] * 3)
    assert RatingRun.objects.count() == 1
    assert check_pool(pool_id=big_pool.pk) == ()


def test_two_worker_processes_at_once(big_pool: RatingPool) -> None:
    workers = [manage("recompute_ratings", "big") for _ in range(2)]
    outputs = [worker.communicate(timeout=60)[0] for worker in workers]
    assert [worker.returncode for worker in workers] == [0, 0], outputs
    assert RatingRun.objects.count() == 1
    assert check_pool(pool_id=big_pool.pk) == ()


def test_results_are_recorded_while_ratings_are_computed(big_pool: RatingPool) -> None:
    events = list(RatedEvent.objects.order_by("pk")[:3])

    def write(event: RatedEvent) -> None:
        for score in range(500, 510):
            correct(event, score)

    def compute() -> None:
        for _ in range(4):
            recompute_pool(pool_id=big_pool.pk)

    in_threads(*[lambda event=event: write(event) for event in events], compute, compute)
    recompute_pool(pool_id=big_pool.pk)
    assert check_pool(pool_id=big_pool.pk) == ()
    for event in events:
        assert RatedResult.objects.live().get(event=event, game_key="1.0").player_score == 509


def test_two_corrections_of_one_game_at_once_leave_one_live_result(big_pool: RatingPool) -> None:
    event = RatedEvent.objects.order_by("pk")[0]
    in_threads(*[lambda score=score: correct(event, score) for score in (610, 611, 612, 613)])
    (live,) = RatedResult.objects.live().filter(event=event, game_key="1.0")
    assert live.player_score in {610, 611, 612, 613}
    assert live.revision == 9


def test_a_worker_killed_at_any_moment_leaves_old_or_new_ratings(big_pool: RatingPool) -> None:
    """Kill -9 in the middle of a rebuild at a random moment, in the deep run of eight, with a correction waiting each time."""
    recompute_pool(pool_id=big_pool.pk, from_nothing=True)
    changes, listed = RatingChange.objects.count(), PlayerRating.objects.count()
    chance = random.Random(11)
    event = RatedEvent.objects.order_by("pk")[0]
    for attempt in range(KILLS):
        runs = RatingRun.objects.count()
        worker = manage("shell", "-v", "0", "-c", FOREVER.format(pool=big_pool.pk))
        try:
            until(lambda runs=runs: RatingRun.objects.count() > runs, worker)  # type: ignore[misc]
            time.sleep(chance.uniform(0, 0.5))
        finally:
            os.killpg(worker.pid, signal.SIGKILL)
            worker.communicate(timeout=20)
        assert (RatingChange.objects.count(), PlayerRating.objects.count()) == (changes, listed)
        assert check_pool(pool_id=big_pool.pk) == ()
        correct(event, 500 + attempt)
        assert recompute_pool(pool_id=big_pool.pk) is not None
    assert check_pool(pool_id=big_pool.pk) == ()


def test_readers_never_see_half_a_run(big_pool: RatingPool) -> None:
    recompute_pool(pool_id=big_pool.pk, from_nothing=True)
    changes, runs = RatingChange.objects.count(), RatingRun.objects.count()
    worker = manage("shell", "-v", "0", "-c", FOREVER.format(pool=big_pool.pk))
    states: set[tuple[int, int]] = set()
    try:

        def three_runs_seen() -> bool:
            states.update([(RatingChange.objects.count(), RatingChange.objects.values("run").distinct().count())])
            return RatingRun.objects.count() >= runs + 3

        until(three_runs_seen, worker, pause=0)  # look as often as can be
    finally:
        os.killpg(worker.pid, signal.SIGKILL)
        worker.communicate(timeout=20)
    assert states == {(changes, 1)}


def until(
    reached: Callable[[], bool], worker: subprocess.Popen[str], *, seconds: float = 60, pause: float = 0.005
) -> None:
    """Wait for something that the worker brings about. Raises AssertionError when it ends or takes too long."""
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        if reached():
            return
        if worker.poll() is not None:
            raise AssertionError(worker.communicate()[0])
        time.sleep(pause)
    raise AssertionError("the worker published nothing in time")
