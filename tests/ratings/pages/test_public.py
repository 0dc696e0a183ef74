"""The public pages: what they show, how many queries they need, and how they response to nonsense."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import date, timedelta
from io import StringIO

import pytest
from django.core.cache import cache
from django.test import Client

from clubs.models import Club, Player, User
from ratings.engine.types import RatedGame
from ratings.models import PlayerRating, RatedEvent, RatingChange, RatingPool
from ratings.pages.chart import Chart, history_chart
from ratings.queries.lists import HistoryPoint
from ratings.services.ledger import finalize_event, open_event, record_result
from ratings.services.official import publish_list
from ratings.services.openings import set_opening_rating
from ratings.services.recompute import recompute_pool
from tests.harness.deep import some
from tests.ratings.conftest import MakeEvent, make_players

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
DAY = date(2026, 3, 1)
QueryCount = Callable[[int], AbstractContextManager[object]]


def text_of(page: str) -> str:
    """The words of a page, without tags and with single spaces."""
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def page(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return str(response.content, "utf-8")


@pytest.fixture
def rated(pool: RatingPool, players: list[Player]) -> RatedEvent:
    """Established 1500 beats established 1500; an estimate on top; a third player without a game."""
    for player in players[:3]:
        set_opening_rating(pool=pool, player=player, rating=1500, games=60)
    event = open_event(pool=pool, key="a", name="Spring <Open>", date=DAY, rounds=1)
    record_result(event=event, game=RatedGame("g", 1, players[0].pk, players[1].pk, 450, 380))
    finalize_event(event=event)
    live = open_event(pool=pool, key="b", name="Summer", date=DAY + timedelta(days=30), rounds=2)
    record_result(event=live, game=RatedGame("g", 1, players[0].pk, players[1].pk, 380, 450))
    recompute_pool(pool_id=pool.pk)
    return event


def test_rating_list(client: Client, pool: RatingPool, rated: RatedEvent) -> None:
    words = text_of(page(client, "/ratings/example-list/"))
    assert "1 Player 01 Spring &lt;Open&gt; 1515 1505 −10 61 Spring &lt;Open&gt;" in words
    assert "2 Player 03 1500 60" in words
    assert "3 Player 02 Spring &lt;Open&gt; 1490 1506 +16 61" in words
    assert "being rated" not in words


def test_equal_ratings_share_a_rank(client: Client, pool: RatingPool, players: list[Player]) -> None:
    for player, rating in zip(players, (1500, 1600, 1600, 1700), strict=True):
        set_opening_rating(pool=pool, player=player, rating=rating, games=60)
    recompute_pool(pool_id=pool.pk)
    words = text_of(page(client, "/ratings/example-list/"))
    assert re.findall(r"(\d) (Player \d\d) 1\d00", words) == [
        ("1", "Player 04"),
        ("2", "Player 02"),
        ("2", "Player 03"),
        ("4", "Player 01"),
    ]


def test_search_keeps_the_rank_and_says_when_nobody_is_found(client: Client, rated: RatedEvent) -> None:
    listed = text_of(page(client, "/ratings/example-list/?q=player+02"))
    assert "3 Player 02 Spring &lt;Open&gt; 1490" in listed
    assert "Player 01" not in listed
    assert "Nobody on this list is called “&lt;b&gt;”" in text_of(page(client, "/ratings/example-list/?q=<b>"))


def test_provisional_players_are_marked(client: Client, pool: RatingPool, players: list[Player]) -> None:
    set_opening_rating(pool=pool, player=players[0], rating=1500, games=49)
    set_opening_rating(pool=pool, player=players[1], rating=1500, games=50)
    set_opening_rating(pool=pool, player=players[2], rating=1500, games=None)
    recompute_pool(pool_id=pool.pk)
    assert page(client, "/ratings/example-list/").count('class="provisional"') == 1


def test_provisional_players_stand_below_a_line_and_have_no_rank(
    client: Client, pool: RatingPool, players: list[Player]
) -> None:
    for player, rating, games in zip(players, (2240, 1500, 1600, 1400), (4, 400, 400, 20), strict=True):
        set_opening_rating(pool=pool, player=player, rating=rating, games=games)
    recompute_pool(pool_id=pool.pk)
    words = text_of(page(client, "/ratings/example-list/"))
    line = "Provisional: too few games for a rank"
    assert f"1 Player 03 1600 400 2 Player 02 1500 400 {line} – Player 01 2240 ? 4 – Player 04 1400 ? 20" in words
    assert "Rank" not in text_of(page(client, f"/ratings/example-list/players/{players[0].pk}/"))
    only = text_of(page(client, "/ratings/example-list/?established=1"))
    assert "Player 03" in only
    assert "Player 01" not in only
    listed = client.get("/api/v1/ratings/example-list/players/").json()["results"]
    assert [(one["name"], one["rank"]) for one in listed] == [
        ("Player 03", 1),
        ("Player 02", 2),
        ("Player 01", None),
        ("Player 04", None),
    ]
    published = publish_list(pool=pool, name="May", effective=DAY)
    frozen = text_of(page(client, f"/ratings/example-list/official/{published.pk}/"))
    assert re.search(rf"1 Player 03 .* 2 Player 02 .* {line} – Player 01 2240 .* – Player 04", frozen)


def test_a_stale_list_says_so(client: Client, pool: RatingPool, players: list[Player], make_event: MakeEvent) -> None:
    make_event("a", players, DAY)
    assert "New results are being rated" in page(client, "/ratings/example-list/")


def test_player_page_has_chart_and_table(client: Client, rated: RatedEvent, players: list[Player]) -> None:
    content = page(client, f"/ratings/example-list/players/{players[0].pk}/")
    assert content.count("<circle") == 2
    assert content.count("chart-dot-live") == 1
    assert "<title>1 Mar 2026 · Spring &lt;Open&gt;: 1515</title>" in content
    words = text_of(content)
    # on a phone the date, the wins and the spread stand in a line below the event
    assert re.search(r"Spring &lt;Open&gt; .{0,12}2026 · 1/1 · \+70 1500 1515 \+15 1 0\.50 1 \+70", words)
    assert re.search(r"Summer live estimate .{0,12}2026 · 0/1 · −70 1515 1505 −10 0 0\.52 1 −70", words)


def test_player_without_events_has_no_chart(client: Client, rated: RatedEvent, players: list[Player]) -> None:
    content = page(client, f"/ratings/example-list/players/{players[2].pk}/")
    assert "<svg" not in content
    assert "this is the starting rating" in content


def test_event_page(client: Client, rated: RatedEvent) -> None:
    words = text_of(page(client, f"/ratings/example-list/events/{rated.pk}/"))
    assert "Player 01 1500 1515 +15 1 0.50 1 +70 Why? Player 01" in words
    assert "estimates" not in words
    live = RatedEvent.objects.get(key="b")
    assert "the event is still in progress" in text_of(page(client, f"/ratings/example-list/events/{live.pk}/")).lower()


def test_explanation_shows_every_point(client: Client, rated: RatedEvent, players: list[Player]) -> None:
    base = f"/ratings/example-list/events/{rated.pk}/players"
    winner = text_of(page(client, f"{base}/{players[0].pk}/"))
    assert "1 wins in 1 games, 0.50 expected" in winner
    assert "1 Player 02 (1500) 450–380 0.50 1 20 +10.0" in winner
    assert "Start 1500 Games: 1 scored, 0.50 expected +10.0 Acceleration +5.0 Rounding 0.0 Result 1515" in winner
    loser = text_of(page(client, f"{base}/{players[1].pk}/"))
    assert "Games: 0 scored, 0.50 expected −10.0 Feedback Player 01 +0.2 +0.2 Rounding −0.2 Result 1490" in loser


def test_explanation_of_a_newcomer(client: Client, pool: RatingPool, players: list[Player]) -> None:
    set_opening_rating(pool=pool, player=players[0], rating=1500, games=60)
    event = open_event(pool=pool, key="a", name="A", date=DAY, rounds=1)
    record_result(event=event, game=RatedGame("g", 1, players[1].pk, players[0].pk, 450, 380))
    recompute_pool(pool_id=pool.pk)
    words = text_of(page(client, f"/ratings/example-list/events/{event.pk}/players/{players[1].pk}/"))
    assert "new → 1900" in words
    assert "2424.0" in words
    assert "First rating 1900" in words


def test_csv_has_everybody_and_no_formulas(client: Client, pool: RatingPool, rated: RatedEvent) -> None:
    evil = Player.objects.create(name='=HYPERLINK("x")')
    set_opening_rating(pool=pool, player=evil, rating=900, games=0)
    recompute_pool(pool_id=pool.pk)
    response = client.get("/ratings/example-list/list.csv")
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    rows = list(csv.DictReader(StringIO(str(response.content, "utf-8"))))
    assert [row["name"] for row in rows] == ["Player 01", "Player 03", "Player 02", '\'=HYPERLINK("x")']
    assert rows[0]["live_rating"] == "1505"
    assert rows[3]["provisional"] == "yes"


def test_what_is_not_there_is_404(client: Client, rated: RatedEvent) -> None:
    for address in (
        "/ratings/nowhere/",
        "/ratings/nowhere/list.csv",
        "/ratings/example-list/players/999999/",
        "/ratings/example-list/players/99999999999999999999999/",
        "/ratings/example-list/events/99999999999999999999999/players/99999999999999999999999/",
        "/ratings/example-list/events/999999/",
        "/ratings/example-list/events/999999/players/1/",
    ):
        assert client.get(address).status_code == 404, address


def test_an_event_of_another_pool_is_not_reached_through_this_one(
    client: Client, rated: RatedEvent, players: list[Player]
) -> None:
    RatingPool.objects.create(name="Other", slug="other")
    assert client.get(f"/ratings/other/events/{rated.pk}/").status_code == 404
    assert client.get(f"/ratings/other/events/{rated.pk}/players/{players[0].pk}/").status_code == 404
    assert client.get(f"/ratings/other/players/{players[0].pk}/").status_code == 404


def test_odd_queries_are_answered(client: Client, rated: RatedEvent) -> None:
    for query in ("page=0", "page=-3", "page=abc", "page=99999999999999999999", "q=%00", "q=" + "x" * 500):
        assert client.get(f"/ratings/example-list/?{query}").status_code == 200, query


def test_pages_only_read(client: Client, rated: RatedEvent) -> None:
    assert client.post("/ratings/example-list/").status_code == 405


def test_many_lists_come_in_pages_and_are_found_by_name_or_club(client: Client, pool: RatingPool) -> None:
    assert 'id="q"' not in page(client, "/ratings/"), "one list needs no search"
    harbour = Club.objects.create(name="Harbour", slug="harbour")
    for number in range(60):
        RatingPool.objects.create(
            name=f"Pool {number:02}", slug=f"pool-{number}", club=harbour if number == 7 else None
        )
    first, second = page(client, "/ratings/"), page(client, "/ratings/?page=2")
    assert ("Pool 03" in first, "Pool 59" in first) == (True, False)
    assert ("Pool 03" in second, "Pool 59" in second) == (False, True)
    found = page(client, "/ratings/?q=harb+pool")
    assert ("Pool 07" in found, "Pool 03" in found) == (True, False)
    assert "No rating list matches “nowhere”." in page(client, "/ratings/?q=nowhere")


def test_who_manages_many_clubs_finds_the_ratings_office_of_each(client: Client) -> None:
    Club.objects.bulk_create(Club(name=f"Club {number:02}", slug=f"c{number}") for number in range(30))
    client.force_login(User.objects.create_superuser("operator"))
    assert "Club 29 ratings office" not in page(client, "/ratings/"), "not thirty buttons"
    assert "Club 29 ratings office" in page(client, "/ratings/?q=29")


def test_a_calculation_names_its_system(client: Client, pool: RatingPool, rated: RatedEvent) -> None:
    assert " NASPA " in text_of(page(client, "/ratings/example-list/runs/"))


QUERIES = {
    "/ratings/": 2,
    "/ratings/example-list/": 7,
    "/ratings/example-list/?established=1&active=1&country=NZ": 6,
    "/ratings/example-list/runs/": 3,
    "/ratings/example-list/official/": 2,
    "/ratings/example-list/players/{player}/next/?with={other}": 6,
    "/ratings/example-list/list.csv": 4,
    "/ratings/example-list/list.json": 4,
    "/ratings/example-list/list.rt": 4,
    "/ratings/example-list/events/": 3,
    "/ratings/example-list/events/{event}/": 3,
    "/ratings/example-list/events/{event}/players/{player}/": 4,
    "/ratings/example-list/players/{player}/": 7,
}


@pytest.mark.parametrize("count", some([3, 12, 30], suite=2))
def test_the_number_of_queries_does_not_grow(
    client: Client, pool: RatingPool, make_event: MakeEvent, django_assert_num_queries: QueryCount, count: int
) -> None:
    """Of players, events and pools there are ``count`` each."""
    everybody = make_players(count)
    events = [make_event(f"e{number}", everybody[:3], DAY + timedelta(days=number)) for number in range(count)]
    large = make_event("large", everybody, DAY + timedelta(days=count), final=False)
    for number in range(1, count):
        RatingPool.objects.create(name=f"Pool {number}", slug=f"pool-{number}")
    recompute_pool(pool_id=pool.pk)
    assert PlayerRating.objects.count() == count
    assert RatingChange.objects.filter(event=large).count() == count
    assert len(events) == count
    for address, queries in QUERIES.items():
        cache.clear()
        with django_assert_num_queries(queries):
            page_or_file = client.get(address.format(event=large.pk, player=everybody[0].pk, other=everybody[1].pk))
        assert page_or_file.status_code == 200, address


def test_pages_obey_the_content_security_policy(client: Client, rated: RatedEvent, players: list[Player]) -> None:
    for address in (
        "/ratings/",
        "/ratings/example-list/",
        "/ratings/example-list/events/",
        "/ratings/example-list/players/{player}/",
        "/ratings/example-list/events/{event}/",
        "/ratings/example-list/events/{event}/players/{player}/",
    ):
        content = page(client, address.format(event=rated.pk, player=players[0].pk))
        assert content.count("<h1") == 1, address
        assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\bsrc=)", content), address


def point(
    number: int, old: int, new: int, *, day: date = DAY, final: bool = True, deviation: float | None = None
) -> HistoryPoint:
    """An event of one game in a player's history."""
    return HistoryPoint(
        event_id=number,
        event="e",
        date=day,
        final=final,
        deviation=deviation,
        old=old,
        new=new,
        games=1,
        wins=1,
        expected=0.5,
        spread=9,
    )


def test_chart_stays_inside_its_frame() -> None:
    points = [point(n, 1500 + 40 * n, 1540 + 40 * n, final=n < 5) for n in range(7)]
    chart = history_chart(points)
    assert chart is not None
    assert all(0 <= dot.x <= Chart.width and 0 <= dot.y <= Chart.height for dot in chart.dots)
    assert [dot.x for dot in chart.dots] == sorted({dot.x for dot in chart.dots})
    assert [dot.y for dot in chart.dots] == sorted((dot.y for dot in chart.dots), reverse=True)
    assert chart.grid[0].rating <= 1500
    assert chart.grid[-1].rating >= 1780
    assert len(chart.official.split()) == 5
    assert chart.live.split()[0] == chart.official.split()[-1]
    assert history_chart([]) is None


def test_chart_of_one_event_that_changed_nothing() -> None:
    chart = history_chart([point(1, 1500, 1500)])
    assert chart is not None
    assert len(chart.dots) == 1
    assert chart.grid[0].rating <= 1500 <= chart.grid[-1].rating


def test_chart_shades_the_deviation_of_official_ratings() -> None:
    points = [
        point(n, 1500, 1500, day=DAY + timedelta(days=n), final=n < 3, deviation=100.0 - 20 * n) for n in range(4)
    ]
    chart = history_chart(points)
    assert chart is not None
    outline = [tuple(map(float, corner.split(","))) for corner in chart.band.split()]
    assert len(outline) == 6
    assert all(0 <= y <= Chart.height for _, y in outline)
    assert [x for x, _ in outline] == [x for x, _ in reversed(outline)]
    heights = [outline[-1 - n][1] - outline[n][1] for n in range(3)]
    assert heights == sorted(heights, reverse=True)
    assert heights[0] / heights[2] == pytest.approx(100 / 60, rel=0.02)
