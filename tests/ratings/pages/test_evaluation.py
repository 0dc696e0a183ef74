"""The calibration page and the comparison of systems: figures, access, queries, bounds."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import date, timedelta

import pytest
from django.core.cache import cache
from django.test import Client

from clubs.models import Club, Membership, Player, Role, User
from ratings.engine.evaluate import Bin
from ratings.engine.types import RatedGame
from ratings.models import PlayerMerge, RatingPool
from ratings.pages.calibration_chart import calibration_chart
from ratings.services import evaluation
from ratings.services.ledger import finalize_event, open_event, record_result, record_results
from ratings.services.openings import set_opening_rating
from ratings.services.recompute import recompute_pool
from tests.harness.deep import some
from tests.ratings.conftest import make_players
from tests.ratings.pages.test_public import text_of

pytestmark = pytest.mark.django_db
DAY = date(2026, 3, 1)
QueryCount = Callable[[int], AbstractContextManager[object]]
CALIBRATION, EVALUATE = "/ratings/example-list/calibration/", "/ratings/evaluate/example-list/"


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def fill(pool: RatingPool, *, events: int = 12, players: int = 10) -> None:
    """Events of five rounds in which the earlier in the list is usually the stronger."""
    dice = random.Random(1)
    everybody = make_players(players)
    for number in range(events):
        event = open_event(
            pool=pool, key=f"e{number}", name=f"Event {number}", date=DAY + timedelta(days=7 * number), rounds=5
        )
        games = []
        for turn in range(1, 6):
            order = dice.sample(range(players), players)
            for table, (one, other) in enumerate(zip(order[::2], order[1::2], strict=True)):
                margin = 12 * (other - one) + round(dice.gauss(0, 60))
                pair = (everybody[one].pk, everybody[other].pk)
                games.append(RatedGame(f"{turn}.{table}", turn, *pair, 400 + margin, 400))
        record_results(event=event, games=games)
        finalize_event(event=event)
    recompute_pool(pool_id=pool.pk)


@pytest.fixture
def officer(client: Client, pool: RatingPool) -> Client:
    user = User.objects.create_user("officer", password="a long enough secret")
    assert pool.club is not None
    Membership.objects.create(user=user, club=pool.club, role=Role.RATINGS_OFFICER)
    client.force_login(user)
    return client


def test_calibration_by_hand(client: Client, pool: RatingPool) -> None:
    """1600 beats 1500 (57.9% at NASPA's curve) three times in four; a game against a newcomer does not count."""
    strong, weak, new = make_players(3)
    for player, rating in ((strong, 1600), (weak, 1500)):
        set_opening_rating(pool=pool, player=player, rating=rating, games=60)
    event = open_event(pool=pool, key="a", name="A", date=DAY, rounds=5)
    for number, score in enumerate((450, 450, 450, 350), 1):
        record_result(event=event, game=RatedGame(f"g{number}", number, strong.pk, weak.pk, score, 400))
    record_result(event=event, game=RatedGame("g5", 5, strong.pk, new.pk, 500, 300))
    finalize_event(event=event)
    recompute_pool(pool_id=pool.pk)
    calibration = evaluation.pool_calibration(pool)
    assert calibration is not None
    (only,) = calibration.bins
    assert (calibration.games, only.games) == (4, 4)
    assert only.predicted == pytest.approx(0.57903, abs=1e-5)
    assert (only.observed, calibration.accuracy) == (0.75, 0.75)
    assert calibration.error == pytest.approx(0.75 - 0.57903, abs=1e-5)
    words = text_of(str(client.get(CALIBRATION).content, "utf-8"))
    assert "55% – 60% 4 57.9% 75.0%" in words
    assert re.search(r"in 4 games between rated players on \d", words), "one day"


def test_calibration_looks_at_the_latest_changes_only(
    client: Client, pool: RatingPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(pool)
    whole = evaluation.pool_calibration(pool)
    cache.clear()
    monkeypatch.setattr(evaluation, "MOST_CHANGES", 20)
    latest = evaluation.pool_calibration(pool)
    assert whole is not None
    assert latest is not None
    assert not whole.cut
    assert latest.cut
    assert latest.games == 50  # two events of ten players with five games each
    assert whole.games == 11 * 25  # all but the first event, where everybody was new
    assert latest.since == DAY + timedelta(days=70)
    assert "Older games are left out" in str(client.get(CALIBRATION).content, "utf-8")


def test_calibration_before_there_is_anything(client: Client, pool: RatingPool) -> None:
    assert "no games between rated players" in str(client.get(CALIBRATION).content, "utf-8")


def test_a_new_result_makes_a_new_calibration(pool: RatingPool) -> None:
    fill(pool, events=3)
    before = evaluation.pool_calibration(RatingPool.objects.get())
    players = list(pool.ratings.values_list("player_id", flat=True)[:2])
    event = open_event(pool=pool, key="late", name="Late", date=DAY + timedelta(days=90), rounds=1)
    record_result(event=event, game=RatedGame("g", 1, players[0], players[1], 400, 300))
    finalize_event(event=event)
    recompute_pool(pool_id=pool.pk)
    after = evaluation.pool_calibration(RatingPool.objects.get())
    assert before is not None
    assert after is not None
    assert after.games == before.games + 1


def test_comparing_systems(officer: Client, pool: RatingPool) -> None:
    fill(pool)
    words = text_of(str(officer.get(EVALUATE).content, "utf-8"))
    assert "300 games in 12 events; of these, the 100 since" in words
    assert "NASPA this list" in words
    result = evaluation.evaluate_pool(RatingPool.objects.get(), evaluation.default_systems(pool))
    assert [line.slug for line in result.lines if line.own] == ["naspa"]
    assert {line.slug for line in result.lines} == {"naspa", "event-kalman", "spread-elo"}
    assert all(line.score.games == 100 and 0.3 < line.score.log_loss < 0.7 for line in result.lines)
    losses = [line.score.log_loss for line in result.lines]
    assert losses == sorted(losses)


def test_choosing_systems(officer: Client, pool: RatingPool) -> None:
    fill(pool)
    words = text_of(str(officer.get(EVALUATE, {"system": ["elo", "magic"]}).content, "utf-8"))
    assert "Expected and actual: Elo" in words
    assert "Expected and actual: Spread-aware" not in words
    many = {"system": ["elo", "glicko2", "isc", "australian", "norwegian", "coco"]}
    words = text_of(str(officer.get(EVALUATE, many).content, "utf-8"))
    assert "Only the first 4 chosen are compared" in words
    assert words.count("Expected and actual: ") == 5


def test_a_pool_of_the_spread_aware_system_with_parameters_of_its_own(officer: Client, pool: RatingPool) -> None:
    pool.system, pool.params = "event-kalman", {"floor": 100, "cap": 200}
    pool.save(update_fields=["system", "params"])
    fill(pool)
    assert "this list" in str(officer.get(EVALUATE).content, "utf-8")
    assert "between rated players" in str(officer.get(CALIBRATION).content, "utf-8")


def test_the_latest_whole_events_are_compared(pool: RatingPool, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(pool)
    monkeypatch.setattr(evaluation, "MOST_GAMES", 240)
    result = evaluation.evaluate_pool(pool, ())
    assert (result.games, result.events, result.cut) == (225, 9, True)


def test_games_of_a_merged_duplicate_are_those_of_the_kept_entry(pool: RatingPool) -> None:
    fill(pool, events=2)
    before, _cut = evaluation.pool_games(pool)
    one, other = Player.objects.order_by("pk")[:2]
    PlayerMerge.objects.create(duplicate=other, kept=one, reason="the same person")
    after, _cut = evaluation.pool_games(pool)
    against_themselves = sum({row.one, row.two} == {one.pk, other.pk} for row in before)
    assert len(after) == len(before) - against_themselves
    assert not any(other.pk in (row.one, row.two) for row in after)


def test_too_few_games_to_compare(officer: Client, pool: RatingPool) -> None:
    fill(pool, events=3)
    assert "Too few finished games" in str(officer.get(EVALUATE).content, "utf-8")


@pytest.mark.parametrize(
    ("who", "status"),
    [
        ("nobody", 302),
        (Role.MEMBER, 403),
        (Role.SCORER, 403),
        (Role.RATINGS_OFFICER, 200),
        (Role.DIRECTOR, 200),
        ("officer elsewhere", 403),
        ("superuser", 200),
    ],
)
def test_who_may_compare(client: Client, pool: RatingPool, who: str, status: int) -> None:
    if who != "nobody":
        user = User.objects.create_user("somebody", password="a long enough secret", is_superuser=who == "superuser")
        club = pool.club
        if who == "officer elsewhere":
            club, who = Club.objects.create(name="Elsewhere", slug="elsewhere"), Role.RATINGS_OFFICER
        if who in Role.values and club is not None:
            Membership.objects.create(user=user, club=club, role=who)
        client.force_login(user)
    assert client.get(EVALUATE).status_code == status
    page = client.get(CALIBRATION)
    assert page.status_code == 200
    assert ("Compare rating systems" in str(page.content, "utf-8")) == (status == 200)


def test_a_pool_of_the_whole_site_is_compared_by_superusers_only(officer: Client) -> None:
    RatingPool.objects.create(name="Site", slug="site")
    assert officer.get("/ratings/evaluate/site/").status_code == 403
    assert officer.get("/ratings/evaluate/nowhere/").status_code == 404
    assert officer.get("/ratings/nowhere/calibration/").status_code == 404
    assert officer.post(EVALUATE).status_code == 405
    assert officer.post(CALIBRATION).status_code == 405


@pytest.mark.parametrize("events", some([12, 18, 36], suite=2))
def test_the_number_of_queries_does_not_grow(
    officer: Client, pool: RatingPool, django_assert_num_queries: QueryCount, events: int
) -> None:
    fill(pool, events=events)
    officer.get("/ratings/")
    for address, cold, warm in ((CALIBRATION, 5, 4), (EVALUATE, 6, 4)):
        with django_assert_num_queries(cold):
            assert officer.get(address).status_code == 200
        with django_assert_num_queries(warm):
            assert officer.get(address).status_code == 200


def test_pages_obey_the_content_security_policy(officer: Client, pool: RatingPool) -> None:
    fill(pool)
    for address in (CALIBRATION, EVALUATE):
        content = str(officer.get(address).content, "utf-8")
        assert content.count("<h1") == 1, address
        assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\bsrc=)", content), address


def test_the_chart_stays_inside_its_frame() -> None:
    bins = [Bin(0.5, 0.55, 400, 0.52, 0.3), Bin(0.7, 0.75, 100, 0.75, 0.75), Bin(0.95, 1, 1, 1.0, 1.0)]
    chart = calibration_chart(bins)
    assert [mark.y for mark in chart.marks] == [chart.bottom, (chart.top + chart.bottom) / 2, chart.top]
    assert chart.marks[1].x == chart.middle
    assert chart.marks[2].x == chart.right
    assert chart.marks[0].radius > chart.marks[1].radius > chart.marks[2].radius
    assert calibration_chart([]).marks == ()
