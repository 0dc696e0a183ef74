"""Writing facts: said twice is said once, corrections keep history, and every fact asks for a recompute."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from audit.models import ActionLog
from clubs.models import Player
from jobs.models import Job
from ratings.engine.types import RatedGame
from ratings.models import OpeningRating, RatedEvent, RatedResult, RatingPool
from ratings.services.ledger import (
    LedgerError,
    finalize_event,
    open_event,
    record_result,
    record_results,
    reopen_event,
    void_result,
)
from ratings.services.openings import Opening, change_opening, set_opening_rating, set_opening_ratings
from ratings.services.pools import create_pool

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
DAY = date(2026, 3, 1)


@pytest.fixture
def event(pool: RatingPool) -> RatedEvent:
    return open_event(pool=pool, key="spring", name="Spring", date=DAY, rounds=8)


@pytest.fixture
def game(players: list[Player]) -> RatedGame:
    return RatedGame("g1", 1, players[0].pk, players[1].pk, 401, 399)


def version(pool: RatingPool) -> int:
    return RatingPool.objects.get(pk=pool.pk).ledger_version


def rows(event: RatedEvent) -> list[tuple[int, str, int | None]]:
    return list(
        RatedResult.objects.filter(event=event).order_by("revision").values_list("revision", "kind", "player_score")
    )


def test_a_fact_raises_the_version_and_queues_one_job(pool: RatingPool, event: RatedEvent, game: RatedGame) -> None:
    before = version(pool)
    record_result(event=event, game=game)
    assert version(pool) == before + 1
    assert list(Job.objects.values_list("task", "ids")) == [("ratings.recompute", [pool.pk])]


def test_the_same_result_again_is_no_new_fact(pool: RatingPool, event: RatedEvent, game: RatedGame) -> None:
    first = record_result(event=event, game=game)
    before = version(pool)
    assert record_result(event=event, game=game) == first
    assert version(pool) == before
    assert rows(event) == [(1, "result", 401)]


def test_a_corrected_result_voids_and_records(event: RatedEvent, game: RatedGame) -> None:
    first = record_result(event=event, game=game)
    second = record_result(event=event, game=replace(game, player_score=410), reason="misread slip")
    assert rows(event) == [(1, "result", 401), (2, "void", None), (3, "result", 410)]
    assert first.voided_by.reason == "misread slip"
    assert list(RatedResult.objects.live()) == [second]


def test_void_and_record_again_keeps_history(event: RatedEvent, game: RatedGame) -> None:
    record_result(event=event, game=game)
    assert void_result(event=event, game_key="g1", reason="wrong table") is not None
    assert void_result(event=event, game_key="g1", reason="wrong table") is None
    assert void_result(event=event, game_key="never", reason="wrong table") is None
    assert not RatedResult.objects.live().exists()
    record_result(event=event, game=game)
    assert rows(event) == [(1, "result", 401), (2, "void", None), (3, "result", 401)]


def test_voiding_needs_a_reason(event: RatedEvent, game: RatedGame) -> None:
    record_result(event=event, game=game)
    with pytest.raises(LedgerError, match="reason"):
        void_result(event=event, game_key="g1", reason="  ")


@pytest.mark.parametrize(
    ("spoilt", "words"),
    [
        ({"player_score": 5001}, "not 5001"),
        ({"opponent_score": -1501}, "not -1501"),
        ({"round": 0}, "no round 0"),
        ({"round": 1001}, "no round 1001"),
        ({"opponent": None}, "against themselves"),
        ({"tie_won_by": 1}, "say who won only if the scores are equal"),
        ({"seats": 9}, "2 to 8 players"),
        ({"seats": 1}, "2 to 8 players"),
    ],
)
def test_impossible_games_are_refused_and_nothing_is_kept(
    pool: RatingPool, event: RatedEvent, game: RatedGame, spoilt: dict[str, int | None], words: str
) -> None:
    before = version(pool)
    values = {name: game.player if value is None else value for name, value in spoilt.items()}
    wrong = replace(game, key="g2", **values)  # type: ignore[arg-type]  # whole numbers only
    with pytest.raises(LedgerError, match=words):
        record_results(event=event, games=[game, wrong])
    assert rows(event) == []
    assert version(pool) == before


def test_one_game_twice_in_one_call_is_refused(event: RatedEvent, game: RatedGame) -> None:
    with pytest.raises(LedgerError, match="twice"):
        record_results(event=event, games=[game, game])


def test_zero_is_a_score(event: RatedEvent, game: RatedGame) -> None:
    assert record_result(event=event, game=replace(game, player_score=0)).player_score == 0


def test_opening_an_event_again_updates_it(pool: RatingPool, event: RatedEvent) -> None:
    before = version(pool)
    assert open_event(pool=pool, key="spring", name="Spring", date=DAY, rounds=8) == event
    assert open_event(pool=pool, key="spring", name="Spring Open", date=DAY, rounds=8).name == "Spring Open"
    assert version(pool) == before
    assert open_event(pool=pool, key="spring", name="Spring Open", date=DAY, rounds=18).rounds == 18
    assert version(pool) == before + 1
    with pytest.raises(LedgerError, match="1 to 1000 rounds, not 0"):
        open_event(pool=pool, key="none", name="None", date=DAY, rounds=0)


def test_finalizing_and_reopening_are_logged_once(pool: RatingPool, event: RatedEvent) -> None:
    before = version(pool)
    assert finalize_event(event=event).final
    assert finalize_event(event=event).final
    assert not reopen_event(event=event, reason="late correction").final
    assert version(pool) == before + 2
    logged = ActionLog.objects.filter(target_type="ratings.ratedevent").order_by("pk").values_list("verb", "reason")
    assert list(logged) == [("rated_event.finalized", ""), ("rated_event.reopened", "late correction")]


def test_changing_a_final_event_makes_everything_since_its_earlier_date_dirty(
    pool: RatingPool, event: RatedEvent, game: RatedGame
) -> None:
    record_result(event=event, game=game)
    assert RatingPool.objects.get(pk=pool.pk).dirty_from is None
    finalize_event(event=event)
    assert RatingPool.objects.get(pk=pool.pk).dirty_from == DAY
    open_event(pool=pool, key="spring", name="Spring", date=date(2026, 4, 1), rounds=8)
    assert RatingPool.objects.get(pk=pool.pk).dirty_from == DAY
    open_event(pool=pool, key="spring", name="Spring", date=date(2026, 2, 1), rounds=8)
    assert RatingPool.objects.get(pk=pool.pk).dirty_from == date(2026, 2, 1)


def test_opening_ratings(pool: RatingPool, players: list[Player]) -> None:
    set_opening_rating(pool=pool, player=players[0], rating=1500, games=None)
    before = version(pool)
    set_opening_rating(pool=pool, player=players[0], rating=1500, games=None)
    assert version(pool) == before
    set_opening_ratings(pool=pool, openings=[Opening(players[0].pk, 1600, 12), Opening(players[1].pk, 900)])
    assert version(pool) == before + 1
    stored = OpeningRating.objects.order_by("player").values_list("player_id", "rating", "games")
    assert list(stored) == [(players[0].pk, 1600, 12), (players[1].pk, 900, None)]
    log = ActionLog.objects.filter(verb="rating_pool.openings_set").latest("pk")
    assert log.before == {str(players[0].pk): [1500, None]}


def test_a_starting_rating_is_removed_with_a_reason(pool: RatingPool, players: list[Player]) -> None:
    set_opening_rating(pool=pool, player=players[0], rating=1500, games=None)
    with pytest.raises(LedgerError, match="Say why"):
        change_opening(pool=pool, player=players[0], rating=None, games=None, reason=" ")
    assert OpeningRating.objects.exists()
    before = version(pool)
    for _again in range(2):
        change_opening(pool=pool, player=players[0], rating=None, games=None, reason="of somebody else")
        assert not OpeningRating.objects.exists()
    assert version(pool) == before + 1, "removed once"
    assert ActionLog.objects.get(verb="rating_pool.openings_cleared").reason == "of somebody else"


@pytest.mark.parametrize(("rating", "games"), [(0, 1), (10_000, 1), (1500, -1)])
def test_impossible_opening_ratings_are_refused(
    pool: RatingPool, players: list[Player], rating: int, games: int
) -> None:
    with pytest.raises(LedgerError, match="1 to 9999"):
        set_opening_rating(pool=pool, player=players[0], rating=rating, games=games)
    with pytest.raises(LedgerError, match="two starting ratings"):
        set_opening_ratings(pool=pool, openings=[Opening(players[0].pk, 1), Opening(players[0].pk, 2)])


def test_a_pool_of_an_unknown_system_or_parameter_is_refused(db: None) -> None:
    with pytest.raises(LedgerError, match="unknown rating system"):
        create_pool(name="x", slug="x", system="magic")
    with pytest.raises(LedgerError, match="unknown parameter"):
        create_pool(name="x", slug="x", params={"k": 3})
