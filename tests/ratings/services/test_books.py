"""Stored links: a recompute starts from them and equals a rebuild to the last bit; chances and explanations use them."""

from __future__ import annotations

import random
from datetime import date, timedelta

import pytest
from django.test import Client

from clubs.models import Player
from ratings.engine.linked import Book
from ratings.engine.types import RatedGame
from ratings.models import LinkBook, LinkLine, PlayerRating, RatedEvent, RatingChange, RatingPool
from ratings.queries.books import book_of, newest_book, read_book, shown_since
from ratings.queries.projection import project_event
from ratings.services.ledger import (
    finalize_event,
    game_of,
    open_event,
    record_result,
    record_results,
    reopen_event,
    void_result,
)
from ratings.services.openings import set_opening_rating
from ratings.services.pools import create_pool
from ratings.services.recompute import check_pool, recompute_pool
from ratings.services.win_chances import win_chances
from tests.ratings.conftest import make_players

pytestmark = pytest.mark.django_db
DAY = date(2026, 3, 1)


@pytest.fixture
def linked(db: None) -> RatingPool:
    return create_pool(name="Linked", slug="linked", system="linked-kalman", params={"forget_above": 0})


def play(
    pool: RatingPool, players: list[Player], day: date, seed: int, *, final: bool = True, rounds: int = 4
) -> RatedEvent:
    """An event of some rounds at random, the first of the players being the strongest."""
    dice = random.Random(seed)
    event = open_event(pool=pool, key=f"e{seed}", name=f"Event {seed}", date=day, rounds=rounds + 2)
    games = []
    for turn in range(1, rounds + 1):
        here = dice.sample(players, len(players))
        for one, other in zip(here[::2], here[1::2], strict=False):
            lead = 8 * (other.pk - one.pk) + dice.randint(-90, 90)
            games.append(RatedGame(f"{turn}.{one.pk}", turn, one.pk, other.pk, 400 + lead, 400 - dice.randint(0, 40)))
    record_results(event=event, games=games)
    return finalize_event(event=event) if final else event


def everything(pool: RatingPool) -> list[object]:
    changes = RatingChange.objects.filter(event__pool=pool).order_by("event", "player")
    listed = PlayerRating.objects.filter(pool=pool).order_by("player")
    stored = newest_book(pool)
    return [
        *changes.values_list("event", "player", "new_rating", "new_deviation", "state", "detail"),
        *listed.values_list("player", "rating", "deviation", "state", "live_rating"),
        *([] if stored is None else read_book(stored).lines()),
    ]


def rebuilt(pool: RatingPool) -> list[object]:
    recompute_pool(pool_id=pool.pk, from_nothing=True)
    return everything(pool)


@pytest.mark.postgres
def test_streaming_equals_a_rebuild_to_the_last_bit(linked: RatingPool) -> None:
    """Events one by one, two on one day, somebody absent for years, a correction, an event reopened and closed again."""
    players = make_players(16)
    set_opening_rating(pool=linked, player=players[3], rating=1720, games=80)
    days = [DAY, DAY + timedelta(20), DAY + timedelta(20), DAY + timedelta(1300), DAY + timedelta(1400)]
    fields = [players[:10], players[4:14], players[:8], players[4:], players[2:12]]
    events = []
    for number, (day, field) in enumerate(zip(days, fields, strict=True)):
        events.append(play(linked, field, day, number))
        recompute_pool(pool_id=linked.pk)
        assert check_pool(pool_id=linked.pk) == ()
    assert any(line.place is None for line in LinkLine.objects.filter(book__pool=linked))
    streamed = everything(linked)
    assert rebuilt(linked) == streamed

    for event in (events[4], events[1], events[0]):
        row = event.results.live().order_by("pk").first()
        assert row is not None
        game = game_of(row)
        void_result(event=event, game_key=row.game_key, reason="wrong")
        recompute_pool(pool_id=linked.pk)
        assert everything(linked) != streamed
        assert check_pool(pool_id=linked.pk) == ()
        assert game is not None
        record_result(event=event, game=game)
        recompute_pool(pool_id=linked.pk)
        assert everything(linked) == streamed
    reopen_event(event=events[4], reason="again")
    recompute_pool(pool_id=linked.pk)
    assert check_pool(pool_id=linked.pk) == ()
    finalize_event(event=events[4])
    recompute_pool(pool_id=linked.pk)
    assert everything(linked) == streamed


def test_books_of_three_days_are_kept(linked: RatingPool) -> None:
    players = make_players(6)
    for number in range(5):
        play(linked, players, DAY + timedelta(10 * number), number)
        recompute_pool(pool_id=linked.pk)
    days = LinkBook.objects.filter(pool=linked).order_by("day").values_list("day", flat=True)
    assert list(days) == [DAY + timedelta(10 * number) for number in (2, 3, 4)]


def test_an_open_event_is_estimated_from_the_lines_of_its_players(linked: RatingPool) -> None:
    players = make_players(12)
    play(linked, players, DAY, 1)
    recompute_pool(pool_id=linked.pk)
    live = play(linked, players[:4], DAY + timedelta(7), 2, final=False)
    recompute_pool(pool_id=linked.pk)
    assert check_pool(pool_id=linked.pk) == ()
    estimated = book_of(linked, [player.pk for player in players], live=True)
    assert estimated is not None
    assert sorted(estimated.players) == [player.pk for player in players[:4]]
    projection = project_event(live)
    assert projection is not None
    assert sum(line.first for line in projection.lines) == pytest.approx(100)
    finalize_event(event=live)
    recompute_pool(pool_id=linked.pk)
    assert not LinkBook.objects.filter(pool=linked, day=None).exists()


def test_a_line_that_was_changed_by_hand_is_noticed(linked: RatingPool) -> None:
    players = make_players(4)
    play(linked, players, DAY, 1)
    recompute_pool(pool_id=linked.pk)
    line = LinkLine.objects.get(book__pool=linked, player=players[2])
    line.own[0] += 1
    line.save()
    (difference,) = check_pool(pool_id=linked.pk)
    assert f"player {players[2].pk}: published strength" in difference
    rebuilt(linked)
    assert check_pool(pool_id=linked.pk) == ()


def test_win_chances_use_what_links_the_two(linked: RatingPool) -> None:
    """The chance is that of the stored book, not of two ratings alone; one without a rating has none."""
    players = make_players(9)
    play(linked, players[:8], DAY, 1, rounds=8)
    recompute_pool(pool_id=linked.pk)
    pair = (players[0].pk, players[7].pk)
    there, back, nobody = win_chances(linked, [pair, pair[::-1], (players[0].pk, players[8].pk)], DAY + timedelta(30))
    assert there is not None
    assert back is not None
    assert there + back == pytest.approx(1)
    assert nobody is None
    whole = newest_book(linked)
    assert whole is not None
    LinkLine.objects.filter(book=whole).delete()
    (unlinked,) = win_chances(linked, [pair], DAY + timedelta(30))
    assert unlinked is not None
    assert abs(there - 0.5) > abs(unlinked - 0.5)


def test_what_earlier_opponents_showed_stands_on_the_pages(client: Client, linked: RatingPool) -> None:
    """First as what waits on the player's own page, then as a line of the next event's working, which adds up."""
    players = make_players(6)
    one, other, *more = players
    met = open_event(pool=linked, key="met", name="Met", date=DAY, rounds=1)
    record_result(event=met, game=RatedGame("a", 1, one.pk, other.pk, 400, 400))
    finalize_event(event=met)
    recompute_pool(pool_id=linked.pk)
    assert shown_since(linked, other.pk) == 0
    assert "Counts at the next event" not in client.get(f"/ratings/linked/players/{other.pk}/").content.decode()
    shown = open_event(pool=linked, key="shown", name="Shown", date=DAY + timedelta(7), rounds=2)
    games = [RatedGame(f"b{number}", number, one.pk, who.pk, 600, 300) for number, who in enumerate(more[:2], 1)]
    record_results(event=shown, games=games)
    finalize_event(event=shown)
    recompute_pool(pool_id=linked.pk)
    waiting = shown_since(linked, other.pk)
    assert waiting is not None
    assert waiting > 20
    page = client.get(f"/ratings/linked/players/{other.pk}/").content.decode()
    assert "Counts at the next event" in page
    assert f"+{waiting:.1f}" in page

    later = open_event(pool=linked, key="later", name="Later", date=DAY + timedelta(14), rounds=1)
    record_result(event=later, game=RatedGame("c", 1, other.pk, more[2].pk, 420, 400))
    finalize_event(event=later)
    recompute_pool(pool_id=linked.pk)
    page = client.get(f"/ratings/linked/events/{later.pk}/players/{other.pk}/").content.decode()
    assert "What earlier opponents have shown since" in page
    assert f"+{waiting:.1f}" in page
    assert "Game totals" in page


def test_systems_without_links_store_no_book(pool: RatingPool) -> None:
    players = make_players(4)
    play(pool, players, DAY, 1)
    recompute_pool(pool_id=pool.pk)
    assert not LinkBook.objects.exists()
    assert book_of(pool, [players[0].pk]) is None
    assert shown_since(pool, players[0].pk) is None


def test_a_list_without_events_has_an_empty_book(linked: RatingPool) -> None:
    (player,) = make_players(1)
    assert book_of(linked, [player.pk]) == Book()
    assert win_chances(linked, [(player.pk, player.pk)], DAY) == [None]
