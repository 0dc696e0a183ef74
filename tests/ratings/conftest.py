"""A pool with players, and the ways the tests fill it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from clubs.models import Club, Player
from ratings.engine.types import RatedGame
from ratings.models import RatedEvent, RatingPool
from ratings.services.ledger import finalize_event, open_event, record_result, record_results, void_result
from ratings.services.pools import create_pool
from ratings.services.recompute import recompute_pool

MakeEvent = Callable[..., RatedEvent]


@pytest.fixture
def pool(db: None) -> RatingPool:
    club = Club.objects.create(name="Example club", slug="example-club")
    return create_pool(name="Example list", slug="example-list", club=club)


def make_players(count: int) -> list[Player]:
    return Player.objects.bulk_create([Player(name=f"Player {number:02d}") for number in range(1, count + 1)])


@pytest.fixture
def players(db: None) -> list[Player]:
    return make_players(4)


def round_robin(players: list[Player], *, shift: int = 0) -> list[RatedGame]:
    """Everybody against everybody, one game a round; who wins depends on `shift`."""
    games = []
    pairs = [(one, other) for index, one in enumerate(players) for other in players[index + 1 :]]
    for number, (one, other) in enumerate(pairs, 1):
        score = 350 + 37 * ((number + shift) % 5)
        games.append(RatedGame(f"g{number}", number, one.pk, other.pk, score, 400))
    return games


@pytest.fixture
def make_event(pool: RatingPool) -> MakeEvent:
    """Add an event of everybody against everybody; final unless told otherwise."""

    def make(key: str, players: list[Player], day: date, *, final: bool = True, shift: int = 0) -> RatedEvent:
        games = round_robin(players, shift=shift)
        event = open_event(pool=pool, key=key, name=f"Event {key}", date=day, rounds=max(1, len(games)))
        record_results(event=event, games=games)
        return finalize_event(event=event) if final else event

    return make


def check_void_and_record_again(
    pool: RatingPool, event: RatedEvent, game: RatedGame, ratings: Callable[[RatingPool], object]
) -> None:
    """A game that is voided and recorded again leaves ``ratings`` as they were; in between they differ."""
    before = ratings(pool)
    void_result(event=event, game_key=game.key, reason="wrong")
    recompute_pool(pool_id=pool.pk)
    assert ratings(pool) != before
    record_result(event=event, game=game)
    recompute_pool(pool_id=pool.pk)
    assert ratings(pool) == before
