"""Tables of more than two in the ledger."""

from __future__ import annotations

from datetime import date

import pytest

from clubs.models import Player
from ratings.models import PlayerRating, RatedEvent, RatedResult, RatingPool
from ratings.services.ledger import LedgerError, finalize_event, open_event
from ratings.services.pools import create_pool
from ratings.services.recompute import recompute_pool
from ratings.services.tables import RatedTable, record_table, void_table
from tests.ratings.conftest import make_players

pytestmark = pytest.mark.postgres


@pytest.fixture
def opened(pool: RatingPool) -> RatedEvent:
    return open_event(pool=pool, key="night", name="Club night", date=date(2026, 1, 10), rounds=3)


def live(event: RatedEvent) -> dict[tuple[int | None, int | None], tuple[int | None, int | None]]:
    rows = RatedResult.objects.live().filter(event=event)
    return {(row.player_id, row.opponent_id): (row.player_score, row.opponent_score) for row in rows}


def test_a_table_is_a_row_for_each_pair_and_is_rated(opened: RatedEvent, players: list[Player]) -> None:
    one, two, three, four = (player.pk for player in players)
    table = RatedTable("t1", 1, places=((two,), (one, four), (three,)))
    rows = record_table(event=opened, table=table, source="night")
    assert len(rows) == 6
    assert {row.seats for row in rows} == {4}
    assert live(opened)[(one, two)] == (1, 2)
    assert live(opened)[(one, four)] == (1, 1)
    finalize_event(event=opened)
    recompute_pool(pool_id=opened.pool_id)
    best_first = list(
        PlayerRating.objects.filter(pool=opened.pool).order_by("-rating").values_list("player", flat=True)
    )
    assert (best_first[0], set(best_first[1:3]), best_first[3]) == (two, {one, four}, three)


def test_saying_a_table_twice_writes_nothing(opened: RatedEvent, players: list[Player]) -> None:
    table = RatedTable(
        "t1", 1, scores={player.pk: score for player, score in zip(players, (301, 302, 303), strict=False)}
    )
    first = record_table(event=opened, table=table)
    pool = RatingPool.objects.get(pk=opened.pool_id)
    assert [row.pk for row in record_table(event=opened, table=table)] == [row.pk for row in first]
    assert RatingPool.objects.get(pk=opened.pool_id).ledger_version == pool.ledger_version


def test_a_corrected_table_voids_pairs_that_were_not_there(opened: RatedEvent, players: list[Player]) -> None:
    one, two, three, four = (player.pk for player in players)
    record_table(event=opened, table=RatedTable("t1", 1, places=((one,), (two,), (three,))))
    record_table(event=opened, table=RatedTable("t11", 1, places=((one,), (two,))))
    record_table(event=opened, table=RatedTable("t1", 1, places=((one,), (two,), (four,))), reason="it was Four")
    assert set(live(opened)) == {(one, two), (one, four), (two, four)}
    voids = RatedResult.objects.filter(event=opened, kind="void")
    assert sorted(row.game_key for row in voids) == [f"t1:{one}-{three}", f"t1:{two}-{three}"]
    assert {row.reason for row in voids} == {"it was Four"}


def test_voiding_takes_the_whole_table_out_once(opened: RatedEvent, players: list[Player]) -> None:
    record_table(event=opened, table=RatedTable("t1", 1, places=[[player.pk] for player in players]))
    with pytest.raises(LedgerError, match="Give a reason"):
        void_table(event=opened, key="t1", reason=" ")
    assert void_table(event=opened, key="t1", reason="never played") == 6
    assert void_table(event=opened, key="t1", reason="never played") == 0
    assert not live(opened)


def test_what_cannot_be_is_refused_and_nothing_recorded(opened: RatedEvent, players: list[Player]) -> None:
    one, two = players[0].pk, players[1].pk
    many = {player.pk: 0 for player in make_players(9)}
    for table, message in (
        (RatedTable("t", 1), "either scores or places"),
        (RatedTable("t", 1, scores={one: 1, two: 2}, places=((one,), (two,))), "either scores or places"),
        (RatedTable("t", 1, places=((one,), (one, two))), "stands in two places"),
        (RatedTable("t", 1, scores=many), "from 2 to 8 players"),
        (RatedTable("t", 1, scores={one: 9999, two: 0}), "not 9999"),
    ):
        with pytest.raises(LedgerError, match=message):
            record_table(event=opened, table=table)
    assert not live(opened)


@pytest.mark.parametrize(("system", "message"), [("event-kalman", "rates margins"), ("norwegian", "rates margins")])
def test_a_system_of_margins_refuses_places(players: list[Player], system: str, message: str) -> None:
    pool = create_pool(name="Margins", slug="margins", system=system)
    event = open_event(pool=pool, key="e", name="E", date=date(2026, 1, 1), rounds=1)
    with pytest.raises(LedgerError, match=message):
        record_table(event=event, table=RatedTable("t", 1, places=[[player.pk] for player in players]))


def test_the_spread_aware_system_refuses_tables(players: list[Player]) -> None:
    pool = create_pool(name="Spread", slug="spread", system="event-kalman")
    event = open_event(pool=pool, key="e", name="E", date=date(2026, 1, 1), rounds=1)
    with pytest.raises(LedgerError, match="two-player games"):
        record_table(event=event, table=RatedTable("t", 1, scores={player.pk: 300 for player in players}))
