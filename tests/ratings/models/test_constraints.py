"""The database refuses what must not be; each constraint is broken once, by name."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.db import IntegrityError, models, transaction
from django.utils import timezone

from clubs.models import Player
from core.errors import AppendOnlyError
from ratings.engine.registry import SYSTEMS
from ratings.labels import LABELS, system_choices
from ratings.models import (
    OfficialList,
    OfficialRating,
    OpeningRating,
    PlayerMerge,
    PlayerRating,
    PoolCheck,
    RatedEvent,
    RatedResult,
    RatingChange,
    RatingPool,
    RatingRun,
)

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


class World:
    """Valid rows to spoil one value of."""

    def __init__(self, pool: RatingPool, players: list[Player]) -> None:
        self.pool = pool
        self.players = players
        self.event = RatedEvent.objects.create(pool=pool, key="e", name="E", date=date(2026, 1, 1), rounds=8)
        self.result = RatedResult.objects.create(**self.result_values())
        self.run = RatingRun.objects.create(
            pool=pool, ledger_version=0, system="naspa", engine_version="1", events=0, games=0, seconds=0
        )
        self.change = RatingChange.objects.create(**self.change_values())
        self.listed = PlayerRating.objects.create(pool=pool, player=players[0], rating=1500)
        self.opening = OpeningRating.objects.create(pool=pool, player=players[0], rating=1500)

    def result_values(self, **spoilt: object) -> dict[str, object]:
        one, other = self.players[:2]
        return {
            "event": self.event,
            "game_key": "g",
            "revision": 1,
            "kind": "result",
            "round": 1,
            "player": one,
            "opponent": other,
            "player_score": 400,
            "opponent_score": 300,
        } | spoilt

    def void_values(self, **spoilt: object) -> dict[str, object]:
        row: dict[str, object] = {"event": self.event, "game_key": "g", "revision": 2, "kind": "void"}
        return row | {"voids": self.result, "reason": "wrong"} | spoilt

    def change_values(self, **spoilt: object) -> dict[str, object]:
        return {
            "run": self.run,
            "event": self.event,
            "player": self.players[0],
            "old_rating": 1500,
            "new_rating": 1510,
            "games": 2,
            "half_wins": 3,
            "expected": 1.0,
            "spread": 5,
            "detail": {},
        } | spoilt


@pytest.fixture
def world(pool: RatingPool, players: list[Player]) -> World:
    return World(pool, players)


Row = Callable[[World], models.Model]


def official_values(world: World, *, name: str) -> dict[str, Any]:
    return {"pool": world.pool, "name": name, "effective": date(2026, 1, 1), "ledger_version": 1, "content_hash": "x"}


def official_list(world: World, *, name: str) -> OfficialList:
    """The first one is saved, so that the second breaks the rule."""
    row = OfficialList(**official_values(world, name=name))
    if not OfficialList.objects.exists():
        row.save()
    return row


def official_rating(world: World, rank: int | None) -> OfficialRating:
    listed = OfficialList.objects.first() or official_list(world, name="a")
    row = OfficialRating(official_list=listed, player=world.players[0], rank=rank, rating=1500, provisional=False)
    if rank and not OfficialRating.objects.exists():
        row.save()
    return row


def pool_check(world: World) -> PoolCheck:
    row = PoolCheck(pool=world.pool, kind="check")
    if not PoolCheck.objects.exists():
        row.save()
    return row


def merge(world: World, duplicate: int, kept: int) -> PlayerMerge:
    row = PlayerMerge(duplicate=world.players[duplicate], kept=world.players[kept], reason="x")
    if not PlayerMerge.objects.exists():
        row.save()
    return row


BROKEN: list[tuple[str, Row]] = [
    ("rating_pool_has_name", lambda w: RatingPool(name="", slug="x")),
    ("rating_pool_names_system", lambda w: RatingPool(name="x", slug="x", system="")),
    ("rating_pool_not_ahead_of_ledger", lambda w: RatingPool(name="x", slug="x", computed_version=1)),
    ("rating_pool_known_game", lambda w: RatingPool(name="x", slug="x", game="chess")),
    ("rating_pool_known_setting", lambda w: RatingPool(name="x", slug="x", setting="blitz")),
    ("rated_result_seats_in_bounds", lambda w: RatedResult(**w.result_values(game_key="h", seats=1))),
    ("rated_result_seats_in_bounds", lambda w: RatedResult(**w.result_values(game_key="h", seats=9))),
    (
        "rated_event_key_once_per_pool",
        lambda w: RatedEvent(pool=w.pool, key="e", name="F", date=date(2026, 1, 1), rounds=8),
    ),
    (
        "rated_event_has_key_and_name",
        lambda w: RatedEvent(pool=w.pool, key="f", name="", date=date(2026, 1, 1), rounds=8),
    ),
    (
        "rated_event_rounds_in_bounds",
        lambda w: RatedEvent(pool=w.pool, key="f", name="F", date=date(2026, 1, 1), rounds=0),
    ),
    ("rated_result_one_row_per_revision", lambda w: RatedResult(**w.result_values())),
    ("rated_result_has_key_and_revision", lambda w: RatedResult(**w.result_values(game_key=""))),
    ("rated_result_is_game_or_void", lambda w: RatedResult(**w.result_values(game_key="h", player_score=None))),
    ("rated_result_is_game_or_void", lambda w: RatedResult(**w.void_values(reason=""))),
    ("rated_result_is_game_or_void", lambda w: RatedResult(**w.void_values(voids=None))),
    ("rated_result_is_game_or_void", lambda w: RatedResult(**w.void_values(player_score=1))),
    ("rated_result_two_players", lambda w: RatedResult(**w.result_values(game_key="h", opponent=w.players[0]))),
    ("rated_result_round_in_bounds", lambda w: RatedResult(**w.result_values(game_key="h", round=0))),
    ("rated_result_scores_in_bounds", lambda w: RatedResult(**w.result_values(game_key="h", player_score=5001))),
    ("rated_result_scores_in_bounds", lambda w: RatedResult(**w.result_values(game_key="h", opponent_score=-1501))),
    ("rated_result_tie_won_at_equal_scores", lambda w: RatedResult(**w.result_values(game_key="h", tie_won_by="player"))),
    ("rated_result_void_after_result", lambda w: RatedResult(**w.result_values(revision=2))),
    ("rated_result_void_after_result", lambda w: RatedResult(**w.void_values(revision=3))),
    ("opening_rating_once_per_player", lambda w: OpeningRating(pool=w.pool, player=w.players[0], rating=1400)),
    ("opening_rating_in_bounds", lambda w: OpeningRating(pool=w.pool, player=w.players[1], rating=0)),
    ("opening_rating_says_something", lambda w: OpeningRating(pool=w.pool, player=w.players[1])),
    ("rating_change_once_per_event", lambda w: RatingChange(**w.change_values())),
    ("rating_change_has_games", lambda w: RatingChange(**w.change_values(player=w.players[1], games=0, half_wins=0, expected=0))),
    ("rating_change_wins_within_games", lambda w: RatingChange(**w.change_values(player=w.players[1], half_wins=5))),
    ("rating_change_deviation_not_negative", lambda w: RatingChange(**w.change_values(player=w.players[1], new_deviation=-1.0))),
    ("rating_change_expected_within_games", lambda w: RatingChange(**w.change_values(player=w.players[1], expected=2.5))),
    ("official_list_once_a_day", lambda w: [official_list(w, name=name) for name in "ab"][1]),
    ("official_list_has_name", lambda w: OfficialList(**official_values(w, name=""))),
    ("official_rating_once_per_list", lambda w: [official_rating(w, 1) for _ in "ab"][1]),
    ("official_rating_has_rank", lambda w: official_rating(w, 0)),
    ("official_rating_has_rank", lambda w: official_rating(w, None)),
    ("pool_check_one_open_per_pool", lambda w: [pool_check(w) for _ in "ab"][1]),
    ("pool_check_known_kind", lambda w: PoolCheck(pool=w.pool, kind="guess")),
    (
        "pool_check_known_state",
        lambda w: PoolCheck(pool=w.pool, kind="check", state="guess", finished_at=timezone.now()),
    ),
    ("pool_check_finished_when_ended", lambda w: PoolCheck(pool=w.pool, kind="check", state="done")),
    ("pool_check_done_within_total", lambda w: PoolCheck(pool=w.pool, kind="check", done=2)),
    ("player_merge_once_at_a_time", lambda w: [merge(w, 0, kept) for kept in (1, 2)][1]),
    ("player_merge_two_players", lambda w: PlayerMerge(duplicate=w.players[0], kept=w.players[0], reason="x")),
    ("player_merge_has_reason", lambda w: PlayerMerge(duplicate=w.players[0], kept=w.players[1])),
    ("player_rating_once_per_pool", lambda w: PlayerRating(pool=w.pool, player=w.players[0], rating=1)),
    ("player_rating_says_something", lambda w: PlayerRating(pool=w.pool, player=w.players[1])),
    ("player_rating_live_has_event", lambda w: PlayerRating(pool=w.pool, player=w.players[1], live_rating=1500)),
]  # fmt: skip


def columns_of(name: str) -> str:
    """SQLite names the columns of a unique constraint, not the constraint."""
    written = (RatedEvent, RatedResult, OpeningRating, RatingChange, PlayerRating)
    for model in (*written, OfficialList, OfficialRating, PlayerMerge, PoolCheck):
        for constraint in model._meta.constraints:
            if isinstance(constraint, models.UniqueConstraint) and constraint.name == name:
                columns = {field.name: field.column for field in model._meta.concrete_fields}
                return ", ".join(f"{model._meta.db_table}.{columns[field]}" for field in constraint.fields)
    return name


@pytest.mark.parametrize(("name", "row"), BROKEN)
def test_constraint_holds(world: World, name: str, row: Row) -> None:
    with pytest.raises(IntegrityError) as caught, transaction.atomic():
        row(world).save()
    assert name in str(caught.value) or columns_of(name) in str(caught.value)


def test_every_constraint_is_broken_by_a_test() -> None:
    ours = (RatingPool, RatedEvent, RatedResult, OpeningRating, RatingChange, PlayerRating, RatingRun)
    named = {
        constraint.name
        for model in (*ours, OfficialList, OfficialRating, PlayerMerge, PoolCheck)
        for constraint in model._meta.constraints
    }
    assert named == {name for name, _ in BROKEN}


def test_a_result_is_voided_at_most_once(world: World) -> None:
    RatedResult.objects.create(**world.void_values())
    with pytest.raises(IntegrityError), transaction.atomic():
        RatedResult.objects.create(**world.void_values(revision=4))


def test_the_ledger_cannot_be_changed_by_code(world: World) -> None:
    world.result.player_score = 500
    for attempt in (
        world.result.save,
        world.result.delete,
        RatedResult.objects.all().delete,
        lambda: RatedResult.objects.update(player_score=500),
        lambda: RatedResult.objects.bulk_update([world.result], ["player_score"]),
    ):
        with pytest.raises(AppendOnlyError):
            attempt()
    assert RatedResult.objects.get(pk=world.result.pk).player_score == 400


def test_every_preset_can_be_chosen_for_a_pool() -> None:
    assert [slug for slug, _ in system_choices()] == list(SYSTEMS)
    assert all(LABELS[slug].about for slug in SYSTEMS)
