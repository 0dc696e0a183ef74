"""Deriving ratings: whatever happened in whatever order, they equal a rebuild from nothing."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date, timedelta

import pytest
from django.db import transaction

from clubs.models import Player
from ratings.engine.types import RatedGame
from ratings.models import PlayerRating, RatedEvent, RatedResult, RatingChange, RatingPool, RatingRun
from ratings.services import compute as compute_module
from ratings.services import recompute as recompute_module
from ratings.services.ledger import finalize_event, open_event, record_result, record_results, reopen_event, void_result
from ratings.services.openings import set_opening_rating
from ratings.services.recompute import check_pool, enqueue_stale_pools, find_stale_pools, recompute_pool
from tests.harness.deep import some
from tests.ratings.conftest import MakeEvent, check_void_and_record_again, make_players, round_robin

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
DAY = date(2026, 3, 1)


def official(pool: RatingPool) -> dict[int, int | None]:
    return dict(PlayerRating.objects.filter(pool=pool).values_list("player_id", "rating"))


def test_ratings_follow_a_final_event(pool: RatingPool, players: list[Player]) -> None:
    """1500 beats 1500 in the only game: 10 points, of which 5 count twice; the loser gets a quarter point back."""
    one, other = players[:2]
    for player in (one, other):
        set_opening_rating(pool=pool, player=player, rating=1500, games=60)
    event = open_event(pool=pool, key="e", name="E", date=DAY, rounds=1)
    record_result(event=event, game=RatedGame("g", 1, one.pk, other.pk, 400, 300))
    finalize_event(event=event)
    run = recompute_pool(pool_id=pool.pk)
    assert run is not None
    assert (run.events, run.games, run.system) == (1, 1, "naspa")
    assert official(pool) == {one.pk: 1515, other.pk: 1490}
    line = PlayerRating.objects.get(player=one)
    assert (line.career_games, line.pool_games, line.last_event) == (61, 1, event)
    change = RatingChange.objects.get(player=one)
    assert (change.old_rating, change.new_rating, change.games, change.wins, change.spread) == (1500, 1515, 1, 1.0, 100)


def test_nothing_new_is_nothing_to_do(pool: RatingPool, players: list[Player], make_event: MakeEvent) -> None:
    make_event("a", players, DAY)
    assert recompute_pool(pool_id=pool.pk) is not None
    assert recompute_pool(pool_id=pool.pk) is None
    assert RatingRun.objects.count() == 1


def test_an_open_event_is_an_estimate_only(pool: RatingPool, players: list[Player], make_event: MakeEvent) -> None:
    make_event("a", players, DAY)
    recompute_pool(pool_id=pool.pk)
    before = official(pool)
    live = make_event("b", players, DAY + timedelta(days=7), final=False, shift=2)
    recompute_pool(pool_id=pool.pk)
    assert official(pool) == before
    estimates = dict(PlayerRating.objects.values_list("player_id", "live_rating"))
    assert set(PlayerRating.objects.values_list("live_event", flat=True)) == {live.pk}
    finalize_event(event=live)
    recompute_pool(pool_id=pool.pk)
    assert official(pool) == estimates
    assert set(PlayerRating.objects.values_list("live_rating", flat=True)) == {None}
    reopen_event(event=live)
    recompute_pool(pool_id=pool.pk)
    assert official(pool) == before


def test_an_open_event_may_lie_before_a_final_one(
    pool: RatingPool, players: list[Player], make_event: MakeEvent
) -> None:
    make_event("early", players, DAY - timedelta(days=7), final=False)
    make_event("late", players, DAY)
    recompute_pool(pool_id=pool.pk)
    alone = official(pool)
    assert all(
        change.old_rating == alone[change.player_id] for change in RatingChange.objects.filter(event__key="early")
    )
    assert check_pool(pool_id=pool.pk) == ()


def test_void_and_record_again_is_as_if_nothing_had_happened(
    pool: RatingPool, players: list[Player], make_event: MakeEvent
) -> None:
    make_event("a", players, DAY)
    later = make_event("b", players, DAY + timedelta(days=1), shift=1)
    recompute_pool(pool_id=pool.pk)
    check_void_and_record_again(pool, later, round_robin(players, shift=1)[0], official)


def test_a_correction_replays_only_from_its_event_on(
    pool: RatingPool, players: list[Player], make_event: MakeEvent
) -> None:
    make_event("a", players, DAY)
    middle = make_event("b", players, DAY + timedelta(days=1), shift=1)
    make_event("c", players, DAY + timedelta(days=2), shift=2)
    first = recompute_pool(pool_id=pool.pk)
    game = round_robin(players, shift=1)[0]
    record_result(event=middle, game=replace(game, player_score=game.opponent_score + 1))
    second = recompute_pool(pool_id=pool.pk)
    assert first is not None
    assert second is not None
    assert (first.events, second.events) == (3, 2)
    assert set(RatingChange.objects.filter(run=first).values_list("event__key", flat=True)) == {"a"}
    assert check_pool(pool_id=pool.pk) == ()


def test_a_player_whose_only_game_is_voided_leaves_the_list(pool: RatingPool, players: list[Player]) -> None:
    event = open_event(pool=pool, key="e", name="E", date=DAY, rounds=1)
    record_result(event=event, game=RatedGame("g", 1, players[0].pk, players[1].pk, 400, 300))
    finalize_event(event=event)
    recompute_pool(pool_id=pool.pk)
    assert len(official(pool)) == 2
    void_result(event=event, game_key="g", reason="never played")
    recompute_pool(pool_id=pool.pk)
    assert official(pool) == {}


def test_an_opening_rating_that_comes_late_counts_from_the_start(
    pool: RatingPool, players: list[Player], make_event: MakeEvent
) -> None:
    make_event("a", players, DAY)
    recompute_pool(pool_id=pool.pk)
    set_opening_rating(pool=pool, player=players[0], rating=1900, games=400)
    recompute_pool(pool_id=pool.pk)
    assert RatingChange.objects.get(player=players[0]).old_rating == 1900
    assert check_pool(pool_id=pool.pk) == ()


@pytest.mark.parametrize("seed", some(range(12), suite=2))
def test_any_history_equals_a_rebuild_from_nothing(pool: RatingPool, seed: int) -> None:
    """Random facts with recomputes at random moments; then nothing differs from a fold over the whole ledger."""
    chance = random.Random(seed)
    players = make_players(8)
    events: list[RatedEvent] = []
    for step in range(60):
        day = DAY + timedelta(days=chance.randrange(40))
        action = chance.choice(["open", "record", "record", "record", "void", "final", "reopen", "opening", "compute"])
        if action == "open" or not events:
            key = f"e{chance.randrange(6)}"
            events = [event for event in events if event.key != key]
            events.append(open_event(pool=pool, key=key, name=key, date=day, rounds=chance.choice([4, 18])))
            continue
        event = chance.choice(events)
        one, other = chance.sample(players, 2)
        key, score = f"g{chance.randrange(8)}", chance.randrange(300, 500)
        if action == "record":
            record_result(event=event, game=RatedGame(key, 1 + step % 18, one.pk, other.pk, score, 400))
        elif action == "void":
            void_result(event=event, game_key=key, reason="test")
        elif action == "opening":
            set_opening_rating(pool=pool, player=one, rating=1000 + score, games=chance.choice([None, 3, 49, 200]))
        elif action == "compute":
            recompute_pool(pool_id=pool.pk)
        else:
            (finalize_event if action == "final" else reopen_event)(event=event)
    recompute_pool(pool_id=pool.pk)
    assert RatingChange.objects.exists()
    assert check_pool(pool_id=pool.pk) == ()


def test_check_finds_a_patched_row(pool: RatingPool, players: list[Player], make_event: MakeEvent) -> None:
    event = make_event("a", players, DAY)
    recompute_pool(pool_id=pool.pk)
    RatingChange.objects.filter(player=players[0]).update(new_rating=1234)
    PlayerRating.objects.filter(player=players[1]).update(rating=1235)
    change, line = check_pool(pool_id=pool.pk)
    assert change.startswith(f"event {event.pk}, player {players[0].pk}: published ")
    assert "→ 1234" in change
    assert line.startswith(f"list, player {players[1].pk}: ")
    recompute_pool(pool_id=pool.pk, from_nothing=True)
    assert check_pool(pool_id=pool.pk) == ()


def test_check_tells_of_waiting_facts(pool: RatingPool, players: list[Player], make_event: MakeEvent) -> None:
    make_event("a", players, DAY)
    assert "computed only up to 0" in check_pool(pool_id=pool.pk)[0]


def test_a_run_that_was_overtaken_starts_again(
    pool: RatingPool, players: list[Player], make_event: MakeEvent, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between its reading and its publishing somebody corrects a result, three times over: then it takes the lock."""
    event = make_event("a", players, DAY)
    game = round_robin(players)[0]
    compute = compute_module.compute
    corrections = iter([410, 411, 412])

    def overtaken(*args: object, **named: object) -> object:
        computed = compute(*args, **named)  # type: ignore[arg-type]  # passed on as they came
        score = next(corrections, None)
        if score is not None:
            record_result(event=event, game=replace(game, player_score=score))
        return computed

    monkeypatch.setattr(recompute_module, "compute", overtaken)
    run = recompute_pool(pool_id=pool.pk)
    assert run is not None
    assert RatingRun.objects.count() == 1
    assert RatedResult.objects.live().get(game_key=game.key).player_score == 412
    assert check_pool(pool_id=pool.pk) == ()


def test_a_transaction_that_fails_leaves_no_fact(pool: RatingPool, players: list[Player]) -> None:
    event = open_event(pool=pool, key="e", name="E", date=DAY, rounds=6)

    def failing_caller() -> None:
        with transaction.atomic():
            record_results(event=event, games=round_robin(players))
            raise RuntimeError("the caller's own trouble")

    with pytest.raises(RuntimeError):
        failing_caller()
    assert not RatedResult.objects.exists()


def test_stale_pools_are_found_and_asked_for(pool: RatingPool, players: list[Player], make_event: MakeEvent) -> None:
    make_event("a", players, DAY)
    assert find_stale_pools() == [pool.pk]
    assert enqueue_stale_pools() == 1
    recompute_pool(pool_id=pool.pk)
    assert find_stale_pools() == []
    assert enqueue_stale_pools() == 0
