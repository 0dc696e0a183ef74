"""The pages everybody may see: what they show, to whom, how cheaply."""

import gzip
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.db.models import F
from django.test import Client
from pytest_django import Settings

from clubs.models import User
from lexicon.services import install_shipped
from tests.harness.seen import seen
from tests.tournaments.scenes.rows import Scene, add_round, make_scene
from tests.walk import Call, browsers, check_calls, check_each
from tournaments.models import Division, Event, Pairing, Result, Round
from tournaments.queries.standings import standings_of
from tournaments.services.events.events import finish_event

pytestmark = pytest.mark.django_db

PAGES = [
    "/e/{slug}/",
    "/e/{slug}/a/standings/",
    "/e/{slug}/a/standings/?round=1",
    "/e/{slug}/a/wall-chart/",
    "/e/{slug}/a/games/",
    "/e/{slug}/a/rounds/1/",
    "/e/{slug}/a/roster/",
    "/e/{slug}/a/rules/",
    "/e/{slug}/a/players/1/",
]
#: Queries of each page of a visitor without account, whatever the size, once what is read once for each version is known.
QUERIES = {
    "/e/{slug}/": 3,
    "/e/{slug}/a/standings/": 1,
    "/e/{slug}/a/standings/?round=1": 1,
    "/e/{slug}/a/wall-chart/": 3,
    "/e/{slug}/a/games/": 2,
    "/e/{slug}/a/rounds/1/": 2,  # one asks for a bracket
    "/e/{slug}/a/roster/": 2,
    "/e/{slug}/a/rules/": 3,
    "/e/{slug}/a/players/1/": 3,
}
#: What is read once for each version of the event: what the tabs show, and on some pages rounds, standings, pairings, the rounds in
#: play, the schedule, the plan, news and registration.
TABS = 1
ONCE = {
    "/e/{slug}/": 10,
    "/e/{slug}/a/standings/": 4,
    "/e/{slug}/a/standings/?round=1": 4,
    "/e/{slug}/a/wall-chart/": 1,
    "/e/{slug}/a/games/": 1,
    "/e/{slug}/a/rounds/1/": 2,
}


@pytest.fixture
def scene() -> Scene:
    return make_scene()


def text_of(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200, path
    return response.content.decode()


def test_event_page_leads_to_everything(client: Client, scene: Scene) -> None:
    page = text_of(client, "/e/spring/")
    assert f'<meta name="description" content="Spring Open · 2 Mar 2030 · {scene.club.name}">' in page
    assert "Round 2: pairings and results" in page
    assert "2 of 2 results in" in page
    for target in ("standings/", "rounds/1/", "rounds/2/", "roster/", "wall-chart/", "players/1/"):
        assert f'href="/e/spring/a/{target}"' in page


def test_a_finished_event_shows_its_first_three(client: Client, scene: Scene) -> None:
    before = seen(text_of(client, "/e/spring/"))
    assert "Current leaders" in before
    assert "Place 1" not in before
    finish_event(actor=scene.director, event=scene.event)
    lines = standings_of(scene.division)
    page = text_of(client, "/e/spring/")
    places = seen(page).split("Final places")[1].split("Place ")[1:]
    assert [place.startswith(f"{line.row.rank} {line.name} ") for place, line in zip(places, lines, strict=False)] == [
        True
    ] * 3
    assert lines[0].name == "Chiyo Mori"
    assert "2–0 +44" in places[0]
    assert f'href="/e/spring/a/players/{lines[0].number}/"' in page


def test_standings_count_confirmed_results_only(client: Client, scene: Scene) -> None:
    round_three = add_round(scene.division, scene.entries, 3, confirmed=False)
    Result.objects.create(
        pairing=round_three.pairings.get(table_number=1),
        state="pending",
        kind="played",
        first_score=111,
        second_score=222,
    )
    page = " ".join(text_of(client, "/e/spring/a/standings/").split())
    # Chiyo Mori won 402–380 twice, Ada Byron 400–380 twice.
    assert page.index("Chiyo Mori") < page.index("Ada Byron") < page.index("Bruno Katz")
    assert "+44" in page
    assert "+40" in page
    assert "\N{MINUS SIGN}44" in page


def test_standings_after_an_earlier_round(client: Client, scene: Scene) -> None:
    page = text_of(client, "/e/spring/a/standings/?round=1")
    assert "After round 1" in page
    assert "+22" in page
    assert "+44" not in page


def test_standings_after_a_round_that_is_not_public(client: Client, scene: Scene) -> None:
    def check(number: str) -> None:
        add_round(scene.division, scene.entries, 3, state=Round.State.DRAFT, confirmed=False)
        assert client.get(f"/e/spring/a/standings/?round={number}").status_code == 404

    check_each(["3", "0", "-1", "x", "1e3", "99999999999999999999"], check)


def test_round_page_shows_scores_and_winner(client: Client, scene: Scene) -> None:
    page = text_of(client, "/e/spring/a/rounds/1/")
    assert "402" in page
    assert "380" in page
    winners = re.findall(r'game-winner">\s*(?:<[^>]*>\s*)*([^<]+?)\s*<', page)
    assert winners == ["Ada Byron", "Chiyo Mori"]


def test_unconfirmed_scores_are_not_public(client: Client, scene: Scene) -> None:
    def check(state: str) -> None:
        round_three = add_round(scene.division, scene.entries, 3, confirmed=False)
        Result.objects.create(
            pairing=round_three.pairings.get(table_number=1),
            state=state,
            kind="played",
            first_score=777,
            second_score=666,
        )
        for path in (
            "/e/spring/a/rounds/3/",
            "/e/spring/a/players/1/",
            "/e/spring/a/wall-chart/",
            "/e/spring/a/standings/",
            "/e/spring/",
        ):
            page = text_of(client, path)
            assert "777" not in seen(page), path
            assert "666" not in seen(page), path
        assert {"pending": "one report in", "conflict": "reports differ"}[state] in text_of(
            client, "/e/spring/a/rounds/3/"
        )

    check_each(["pending", "conflict"], check)


def test_draft_rounds_are_never_public(client: Client, scene: Scene) -> None:
    def check(official: bool) -> None:
        add_round(scene.division, scene.entries, 3, state=Round.State.DRAFT, confirmed=False)
        if official:
            client.force_login(scene.director)
        assert client.get("/e/spring/a/rounds/3/").status_code == 404
        for path in PAGES:
            assert "rounds/3/" not in text_of(client, path.format(slug="spring")), path

    check_each([False, True], check)


def test_an_event_in_preparation_is_for_its_officials() -> None:
    people = {
        "director": make_scene("quiet", state=Event.State.DRAFT).director,
        "director of another club": make_scene("other").director,
    }
    calls = [
        Call(who, "GET", path.format(slug="quiet"), {200 if who == "director" else 404})
        for path in PAGES
        for who in [*people, "stranger"]
    ]
    check_calls(calls, browsers(people))


def test_nothing_is_reached_through_another_event(client: Client, scene: Scene) -> None:
    make_scene("other", rounds=0)
    assert client.get("/e/other/a/rounds/1/").status_code == 404
    assert client.get("/e/spring/b/standings/").status_code == 404
    assert client.get("/e/spring/a/players/99/").status_code == 404
    assert client.get("/e/nothing/").status_code == 404


def test_player_card_follows_the_player(client: Client, scene: Scene) -> None:
    page = " ".join(text_of(client, "/e/spring/a/players/2/").split())
    assert "0 of 2 won, spread \N{MINUS SIGN}40" in page
    assert "played second" in page
    assert "380–400" in page


def test_byes_and_forfeits_are_explained(client: Client) -> None:
    scene = make_scene("odd", players=5, rounds=1)
    Result.objects.filter(pairing__round__division=scene.division, pairing__table_number=1).update(
        kind="forfeit_loss", first_score=None, second_score=None
    )
    page = text_of(client, "/e/odd/a/rounds/1/")
    assert "Ada Byron forfeits" in page
    assert "bye" in page
    assert "Lost by forfeit" in text_of(client, "/e/odd/a/players/1/")
    assert "Won by forfeit" in text_of(client, "/e/odd/a/players/2/")


def test_wall_chart_tells_each_game_from_both_sides(client: Client, scene: Scene) -> None:
    page = " ".join(text_of(client, "/e/spring/a/wall-chart/").split())
    assert "<strong>W</strong> 2*" in page
    assert "<strong>L</strong> 1 " in page
    assert "400–380" in page
    assert "380–400" in page


def test_a_page_that_has_not_changed_is_not_sent_again(client: Client, scene: Scene) -> None:
    def check(path: str) -> None:
        address = path.format(slug="spring")
        etag = client.get(address).headers["ETag"]
        assert client.get(address, headers={"if-none-match": etag}).status_code == 304
        Event.objects.filter(pk=scene.event.pk).update(version=2)
        changed = client.get(address, headers={"if-none-match": etag})
        assert changed.status_code == 200
        assert changed.headers["ETag"] != etag

    check_each(PAGES, check)


def test_a_page_is_small_over_the_network(client: Client) -> None:
    make_scene("large", players=60, rounds=8)
    for path in PAGES:
        page = client.get(path.format(slug="large"), headers={"accept-encoding": "gzip"})
        assert len(page.content) < 20_000, path
    etag = page.headers["ETag"]
    assert client.get(path.format(slug="large"), headers={"if-none-match": etag}).status_code == 304


def test_another_language_is_another_page(client: Client, scene: Scene, settings: Settings) -> None:
    settings.LANGUAGES = [("en", "English"), ("ja", "Japanese")]
    etag = client.get("/e/spring/").headers["ETag"]
    assert client.get("/e/spring/", headers={"if-none-match": etag, "accept-language": "ja"}).status_code == 200


def test_a_page_for_a_signed_in_visitor_is_never_cached(client: Client, scene: Scene) -> None:
    etag = client.get("/e/spring/").headers["ETag"]
    client.force_login(scene.director)
    page = client.get("/e/spring/", headers={"if-none-match": etag})
    assert page.status_code == 200
    assert "ETag" not in page.headers


def test_an_open_page_asks_cheaply_whether_anything_is_new(
    client: Client, scene: Scene, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    def check(path: str) -> None:
        address = path.format(slug="spring")
        joiner = "&" if "?" in address else "?"
        with django_assert_max_num_queries(4):
            assert client.get(f"{address}{joiner}live=1").status_code == 204
        Event.objects.filter(pk=scene.event.pk).update(version=2)
        part = client.get(f"{address}{joiner}live=1")
        assert part.status_code == 200
        assert b"<html" not in part.content

    check_each(PAGES, check)


def test_an_open_page_keeps_its_question(client: Client, scene: Scene) -> None:
    assert 'hx-get="/e/spring/a/rounds/1/?live=1"' in text_of(client, "/e/spring/a/rounds/1/")
    Event.objects.filter(pk=scene.event.pk).update(version=2)
    assert 'hx-get="/e/spring/a/rounds/1/?live=2"' in client.get("/e/spring/a/rounds/1/?live=1").content.decode()


@pytest.mark.parametrize("players", [3, 30])
@pytest.mark.parametrize("path", PAGES)
def test_queries_do_not_grow_with_the_field(
    client: Client, path: str, players: int, django_assert_num_queries: Callable[..., Any]
) -> None:
    make_scene("field", players=players, rounds=3)
    address = path.format(slug="field")
    client.get(address)
    unknown = (
        f"{address}{'&' if '?' in address else '?'}fresh=1"  # no page is cached for a parameter that it does not have
    )
    with django_assert_num_queries(1 + QUERIES[path]):
        assert client.get(unknown).status_code == 200
    with django_assert_num_queries(1 + QUERIES[path] + TABS + ONCE.get(path, 0)):
        cache.clear()
        assert client.get(unknown).status_code == 200
    client.get(address)
    with django_assert_num_queries(1):
        assert client.get(address).status_code == 200


def test_a_cached_page_is_never_out_of_date(client: Client, scene: Scene) -> None:
    before = text_of(client, "/e/spring/")
    Event.objects.filter(pk=scene.event.pk).update(name="Renamed")
    assert text_of(client, "/e/spring/") == before
    Event.objects.filter(pk=scene.event.pk).update(version=F("version") + 1)
    assert "Renamed" in text_of(client, "/e/spring/")


def test_what_an_event_says_of_itself_is_the_same_for_every_visitor_at_one_version_and_in_each_language(
    client: Client, scene: Scene
) -> None:
    client.force_login(scene.director)
    assert "Contact the director" in text_of(client, "/e/spring/")
    assert "ディレクターに連絡" in client.get("/e/spring/", headers={"accept-language": "ja"}).content.decode()
    assert "Bring a pen." not in text_of(client, "/e/spring/")
    announcement = {"visibility": "public", "about": "Bring a pen."}
    assert client.post("/e/spring/manage/announcement/", announcement).status_code == 302
    assert "Bring a pen." in text_of(client, "/e/spring/")


def test_a_cached_page_holds_nothing_personal(client: Client, scene: Scene) -> None:
    text_of(client, "/e/spring/")
    user = User.objects.create_user("visitor")
    client.force_login(user)
    assert "visitor" in text_of(client, "/e/spring/")
    client.logout()
    assert "visitor" not in text_of(client, "/e/spring/")


def test_a_page_is_cached_under_one_address_only(client: Client, scene: Scene) -> None:
    for query in ("round=1", "round=01", "round=1&round=1", "round=1&other=2", "round=" + "0" * 40 + "1"):
        client.get(f"/e/spring/a/standings/?{query}")
    pages = [key for key in cache._cache if "page:" in key]  # type: ignore[attr-defined]  # the local memory's own dict
    assert len(pages) <= 1


def test_a_cached_page_comes_compressed_to_those_who_accept_that(client: Client, scene: Scene) -> None:
    plain = client.get("/e/spring/")
    small = client.get("/e/spring/", headers={"accept-encoding": "gzip"})
    assert gzip.decompress(small.content) == plain.content
    assert small["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in plain["Vary"]


def test_a_cached_page_has_all_headers_of_a_new_one(client: Client, scene: Scene) -> None:
    """What middleware adds on the way out – what scripts may run, frames, language – comes with a cached page too."""
    where = f"/e/{scene.event.slug}/"
    first, cached = client.get(where), client.get(where)
    assert first.content == cached.content
    own = {"X-Request-ID"}
    assert {n: v for n, v in first.headers.items() if n not in own} == {
        n: v for n, v in cached.headers.items() if n not in own
    }
    assert {"Content-Security-Policy", "X-Frame-Options", "X-Content-Type-Options", "Vary"} <= set(cached.headers)
    for answer in (first, cached, client.head(where)):
        assert "X-Keep-As" not in answer.headers


def test_only_reading(client: Client, scene: Scene) -> None:
    for path in PAGES:
        assert client.post(path.format(slug="spring")).status_code == 405
    assert Pairing.objects.count() == 4


def test_words_can_be_checked_from_the_page_of_an_event(client: Client, scene: Scene) -> None:
    """In free dictionaries, without signing in; the box is not in the part that refreshes, so nothing typed is lost."""
    assert "Check a word" not in text_of(client, "/e/spring/")
    Division.objects.filter(event=scene.event).update(lexicon_version=install_shipped())
    Event.objects.filter(pk=scene.event.pk).update(version=F("version") + 1)
    page = text_of(client, "/e/spring/")
    assert 'action="/dictionaries/en/"' in page
    assert "Check a word" not in text_of(client, "/e/spring/?live=1")
    card = seen(text_of(client, "/dictionaries/en/?word=train"))
    for words in ("TRAIN in the dictionary", "Front hooks S", "Drop the first letter RAIN", "RIANT"):
        assert words in card, words
