"""Addresses for OBS and other programs: what they say, that they stay, who may read them, and how cheaply."""

import json
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from games.registry import GAMES
from tests.harness.deep import DEEP
from tests.tournaments.scenes.rows import Scene, add_round, confirm, make_scene
from tournaments.models import Division, Event, Result
from tournaments.wording.broadcast import FIELDS

pytestmark = pytest.mark.django_db

BASE = "/e/spring/a/live/"


def said(path: str, client: Client | None = None) -> str:
    """The text at an address."""
    answer = (client or Client()).get(path)
    assert answer.status_code == 200, path
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    return answer.content.decode()


def texts(source: str) -> dict[str, str]:
    """Every text of a source."""
    return {field: said(f"{BASE}{source}/{field}.txt") for field in FIELDS}


def test_the_texts_of_a_table() -> None:
    make_scene()
    assert texts("table-2") == {
        "lower-third": "Round 2 · Table 2: Chiyo Mori (2–0 +44) – Dev Patel (0–2 −44)",
        "names": "Chiyo Mori – Dev Patel",
        "score": "402–380",
        "round": "2",
        "table": "2",
        "first-name": "Chiyo Mori",
        "first-score": "402",
        "first-record": "2–0",
        "first-spread": "+44",
        "first-rating": "1597",
        "first-place": "1",
        "first-number": "3",
        "second-name": "Dev Patel",
        "second-score": "380",
        "second-record": "0–2",
        "second-spread": "−44",
        "second-rating": "1596",
        "second-place": "4",
        "second-number": "4",
    }


def test_a_table_shows_its_next_game_when_the_round_changes() -> None:
    scene = make_scene()
    at = f"{BASE}table-1/names.txt"
    assert said(at) == "Ada Byron – Bruno Katz"
    add_round(scene.division, [scene.entries[index] for index in (1, 3, 0, 2)], 3, confirmed=False)
    Event.objects.update(version=2)
    assert said(at) == "Bruno Katz – Dev Patel"
    assert said(f"{BASE}table-1/round.txt") == "3"
    assert said(f"{BASE}table-1/score.txt") == ""


def test_scores_that_are_only_reported_are_not_said() -> None:
    scene = make_scene(rounds=1)
    Result.objects.update(state="pending", confirmed_at=None)
    assert texts("table-1")["first-score"] == texts("table-1")["score"] == ""
    assert texts("table-1")["names"] == "Ada Byron – Bruno Katz"
    assert texts("newest") == dict.fromkeys(FIELDS, "")
    assert scene.event.version == 1


def test_the_newest_result_and_the_next_match() -> None:
    scene = make_scene(rounds=1)
    round_ = add_round(scene.division, scene.entries, 2, confirmed=False)
    older, newer = round_.pairings.order_by("table_number")
    assert said(f"{BASE}next/table.txt") == "1"
    result = confirm(newer, 300, 500)
    Result.objects.filter(pk=result.pk).update(confirmed_at=timezone.now() + timedelta(minutes=1))
    Event.objects.update(version=2)
    assert said(f"{BASE}newest/names.txt") == "Chiyo Mori – Dev Patel"
    assert said(f"{BASE}newest/score.txt") == "300–500"
    confirm(older, 1, 2)
    Event.objects.update(version=3)
    assert said(f"{BASE}next/names.txt") == ""


def test_a_player_is_followed_from_game_to_game() -> None:
    scene = make_scene(rounds=1)
    at = f"{BASE}player-{scene.entries[2].number}"
    assert said(f"{at}/names.txt") == "Chiyo Mori – Dev Patel"
    assert said(f"{at}/score.txt") == "402–380", "nothing is to be played: the latest game"
    add_round(scene.division, [scene.entries[index] for index in (1, 3, 0, 2)], 2, confirmed=False)
    Event.objects.update(version=2)
    assert (said(f"{at}/names.txt"), said(f"{at}/score.txt")) == ("Ada Byron – Chiyo Mori", "")
    assert "Ada Byron" in Client().get(f"{at}/").content.decode()


def test_drafts_are_not_said() -> None:
    scene = make_scene(rounds=1)
    add_round(scene.division, scene.entries, 2, state="draft", confirmed=False)
    assert said(f"{BASE}table-1/round.txt") == "1"
    assert said(f"{BASE}next/names.txt") == ""


def test_the_tickers() -> None:
    make_scene()
    assert said(f"{BASE}standings.txt").splitlines()[0] == "1 Chiyo Mori 2–0 +44"
    assert said(f"{BASE}pairings.txt").splitlines() == [
        "1: Ada Byron – Bruno Katz 400–380",
        "2: Chiyo Mori – Dev Patel 402–380",
    ]


def test_nothing_is_said_before_the_first_round() -> None:
    make_scene(rounds=0)
    for source in ("table-1", "player-1", "newest", "next"):
        assert set(texts(source).values()) == {""}
        assert Client().get(f"{BASE}{source}/").status_code == 200
    assert said(f"{BASE}pairings.txt") == ""


@pytest.mark.parametrize(
    "path",
    [
        "table-0/names.txt",
        "table-999999999999/names.txt",
        "table-1/nothing.txt",
        "nobody/names.txt",
        "nobody/",
        "nothing.txt",
        "table-x/",
        "player-0/names.txt",
        "player-9/",
        "player-99999999999999999999/names.txt",
        "table--1/",
        "newest/names",
    ],
)
def test_other_addresses_are_not_found(path: str) -> None:
    make_scene()
    assert Client().get(f"{BASE}{path}").status_code == 404


LIVE = [
    "table-1/lower-third.txt",
    "player-1/names.txt",
    "newest/names.txt",
    "next/names.txt",
    "standings.txt",
    "pairings.txt",
]
PAGES = ["table-1/", "player-1/", "newest/", "next/", "standings/", "pairings/"]
ALL = [*(f"a/live/{path}" for path in [*LIVE, *PAGES]), "tourney.js"]


def hide(scene: Scene, change: dict[str, object]) -> None:
    Event.objects.filter(pk=scene.event.pk).update(**change)
    cache.clear()


@pytest.mark.scaled
def test_only_what_everybody_may_see_whoever_looks() -> None:
    """Hidden events stay hidden for their director's browser too: another site's page could ask through it.

    In the suite every third page is looked at after each change, in turn.
    """
    scene = make_scene()
    director = Client()
    director.force_login(scene.director)
    hidden: list[dict[str, object]] = [
        {"visibility": "draft"},
        {"visibility": "link"},
        {"visibility": "members"},
        {"visibility": "auto", "state": "draft"},
        {"visibility": "public", "state": "draft", "hide_entries": True},
    ]
    shown: list[dict[str, object]] = [
        {"visibility": "unlisted", "state": "running", "hide_entries": False},
        {"visibility": "public"},
        {"visibility": "auto", "state": "finished"},
    ]
    for expected, changes in ((404, hidden), (200, shown)):
        for turn, change in enumerate(changes):
            hide(scene, change)
            for path in ALL if DEEP else ALL[turn % 3 :: 3]:
                for client in (Client(), director):
                    assert client.get(f"/e/spring/{path}").status_code == expected, (path, change)


def test_programs_may_read_and_keep_them() -> None:
    make_scene()
    for path in [*(f"a/live/{text}" for text in LIVE), "tourney.js"]:
        answer = Client().get(f"/e/spring/{path}")
        assert answer["Access-Control-Allow-Origin"] == "*", path
        assert "no-cache" in answer["Cache-Control"]
        again = Client().get(f"/e/spring/{path}", headers={"If-None-Match": answer["ETag"]})
        assert (again.status_code, again.content) == (304, b""), path
        Event.objects.update(version=Event.objects.get().version + 1)
        changed = Client().get(f"/e/spring/{path}", headers={"If-None-Match": answer["ETag"]})
        assert changed.status_code == 200, path


def test_the_pages_are_transparent_and_may_be_framed() -> None:
    make_scene()
    for path in PAGES:
        answer = Client().get(f"{BASE}{path}")
        page = answer.content.decode()
        assert "frame-ancestors *" in answer["Content-Security-Policy"], path
        assert "X-Frame-Options" not in answer, path
        assert "css/overlay.css" in page
        assert "css/wordhall.css" not in page
        live = f"{BASE}{path}?live=1"
        assert f'hx-get="{live}"' in page
        assert Client().get(live).status_code == 204
        Event.objects.update(version=2)
        part = Client().get(live).content.decode()
        assert "<html" not in part
        assert "?live=2" in part
        Event.objects.update(version=1)


def test_the_overlay_of_a_table() -> None:
    make_scene()
    page = " ".join(Client().get(f"{BASE}table-2/").content.decode().split())
    assert "Round 2 · Table 2" in page
    for words in ("Chiyo Mori", "2–0 +44", "1597", "402", "Dev Patel", "380"):
        assert words in page
    assert "Ada Byron" not in page


def test_names_are_escaped_in_pages_and_files() -> None:
    scene = make_scene()
    scene.entries[0].name = "<script>alert(1)</script>"
    scene.entries[0].save()
    for path in ("table-1/", "standings/"):
        assert "<script>alert" not in Client().get(BASE + path).content.decode()
    assert "<" not in Client().get("/e/spring/tourney.js").content.decode()


def test_as_many_queries_for_three_rounds_as_for_one(django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    """Asked again by a program without the cache: the version, the division, what is shown."""
    counts = {
        "a/live/table-1/lower-third.txt": 8,
        "a/live/newest/lower-third.txt": 7,
        "a/live/next/lower-third.txt": 3,
        "a/live/standings.txt": 5,
        "a/live/pairings.txt": 5,
        "a/live/table-1/": 8,
        "tourney.js": 5,
    }
    for slug, players, rounds in (("one", 2, 1), ("three", 12, 3)):
        make_scene(slug, players=players, rounds=rounds)
        for path, queries in counts.items():
            cache.clear()
            with django_assert_num_queries(queries):
                assert Client().get(f"/e/{slug}/{path}").status_code == 200


def newt(slug: str = "spring") -> dict[str, object]:
    """What the script sets its variable to."""
    answer = Client().get(f"/e/{slug}/tourney.js")
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    text = answer.content.decode()
    assert text.startswith("newt=")
    assert text.endswith(";\n")
    value: dict[str, object] = json.loads(text[5:-2])
    return value


def test_the_event_as_tsh_publishes_one() -> None:
    scene = make_scene(players=3, rounds=1)
    scene.entries[0].player.external_id = "AA000001"
    scene.entries[0].player.save()
    rules = GAMES["wordbasket"].default_rules
    Division.objects.create(event=scene.event, name="W", slug="w", position=2, game="wordbasket", rules_slug=rules)
    assert newt() == {
        "config": {"event_name": "Spring Open", "event_date": "2030-03-02", "max_rounds": 1},
        "divisions": [
            {
                "name": "A",
                "maxr": 0,
                "maxrp": 0,
                "players": [
                    None,
                    {
                        "id": 1,
                        "name": "Ada Byron",
                        "rating": 1599,
                        "pairings": [2],
                        "scores": [400],
                        "etc": {"board": [1], "p12": [1]},
                    },
                    {
                        "id": 2,
                        "name": "Bruno Katz",
                        "rating": 1598,
                        "pairings": [1],
                        "scores": [380],
                        "etc": {"board": [1], "p12": [2]},
                    },
                    {
                        "id": 3,
                        "name": "Chiyo Mori",
                        "rating": 1597,
                        "pairings": [0],
                        "scores": [50],
                        "etc": {"board": [], "p12": []},
                    },
                ],
            }
        ],
    }
