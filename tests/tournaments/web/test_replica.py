"""Public pages from a read replica: two databases of which one is behind."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.test import Client

import core.replica
from core.breaker import Breaker
from core.databases import other_database, sqlite_file
from core.replica import REPLICA, WROTE, Router, reading
from tests.tournaments.scenes.rows import Scene, make_scene
from tests.tournaments.web.test_page_cache import Site
from tournaments.inputs.results import ResultInput, RulingInput
from tournaments.models import Event, Pairing
from tournaments.services.results.results import rule_result

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]
ROUND = "/e/spring/a/rounds/1/"


class Replica:
    """A copy of the test's database that is brought up to date by hand: of SQLite a second file, of PostgreSQL an earlier moment."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "replica.sqlite3"
        own = {"CONN_HEALTH_CHECKS": False, "CONN_MAX_AGE": None}
        self.values = own if connection.vendor == "postgresql" else {**sqlite_file(self.path), **own}

    def catch_up(self) -> None:
        """Show what the primary has by now."""
        if connection.vendor == "postgresql":
            with connections[REPLICA].cursor() as cursor:
                cursor.execute("ROLLBACK")
                cursor.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
                cursor.execute("SELECT count(*) FROM tournaments_event")
            return
        with closing(sqlite3.connect(self.path)) as copy:
            connection.ensure_connection()
            connection.connection.backup(copy)


@pytest.fixture
def scene() -> Scene:
    return make_scene()


@pytest.fixture
def replica(scene: Scene, tmp_path: Path) -> Iterator[Replica]:
    copy = Replica(tmp_path)
    with other_database(REPLICA, copy.values):
        copy.catch_up()
        yield copy


def _rule(scene: Scene, score: int) -> None:
    game = Pairing.objects.filter(round__number=1, round__division=scene.division).earliest("pk")
    ruling = RulingInput(result=ResultInput(kind="played", first_score=score, second_score=100), reason="misread")
    rule_result(actor=scene.director, pairing_id=game.pk, data=ruling)


def test_visitors_see_the_replica_and_officials_and_writers_the_primary(scene: Scene, replica: Replica) -> None:
    site, official = Site(), Client()
    official.force_login(scene.director)
    _rule(scene, 777)
    assert b"777" not in site.passed_on(ROUND)[2], "the replica has not heard of it"
    assert b"777" in official.get(ROUND).content
    writer = {"HTTP_COOKIE": f"{WROTE}=1"}
    assert b"777" in site.passed_on(ROUND, **writer)[2]
    # what was stored for each of the two versions stays apart, in front of Django and behind it
    for _twice in range(2):
        assert b"777" not in site.cached(ROUND)[2]
        assert b"777" in site.cached(ROUND, **writer)[2]
        assert b"777" not in site.get(ROUND, through=site.django)[2]
    replica.catch_up()
    assert b"777" in site.cached(ROUND)[2], "made once already, for the writer"
    assert Event.objects.get().version == Event.objects.using(REPLICA).get().version


def test_whoever_sends_something_sees_the_primary_for_a_while(scene: Scene, replica: Replica) -> None:
    del scene, replica
    visitor = Client()
    assert WROTE not in visitor.get(ROUND).cookies
    assert visitor.post("/nowhere/").cookies[WROTE]["max-age"] == 30


def test_a_site_without_a_replica_sets_no_cookie(scene: Scene) -> None:
    del scene
    assert not Client().post("/nowhere/").cookies


def test_a_replica_that_is_away_is_done_without(scene: Scene, replica: Replica) -> None:
    site = Site()
    _rule(scene, 777)
    del replica
    connections[REPLICA].connection.close()  # as a server that has gone does, without telling
    assert b"777" in site.passed_on(ROUND)[2]
    assert b"777" in site.cached(ROUND)[2]


@pytest.fixture(autouse=True)
def _whole_breaker(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of its own for each test, whose pause is longer than the test however busy the machine is."""
    monkeypatch.setattr(core.replica, "_breaker", Breaker(seconds=600))


def test_nothing_is_ever_written_to_the_replica(replica: Replica) -> None:
    del replica
    router = Router()
    with reading(REPLICA):
        assert router.db_for_write(Event) == DEFAULT_DB_ALIAS
        assert router.db_for_read(Event) == REPLICA
    assert router.db_for_read(Event) == DEFAULT_DB_ALIAS
    assert router.allow_migrate(REPLICA, "tournaments") is False
