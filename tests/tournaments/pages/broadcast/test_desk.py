"""The page of addresses, and who annotates which table."""

import pytest
from django.core.cache import cache
from django.test import Client

from audit.models import ActionLog
from clubs.models import User
from tests.tournaments.scenes.hall import text
from tests.tournaments.scenes.rows import Scene, make_scene
from tournaments.models import Event, TableClaim

pytestmark = pytest.mark.django_db

DESK = "/e/spring/broadcast/"


def browser(name: str) -> Client:
    client = Client()
    client.force_login(User.objects.get_or_create(username=name)[0])
    return client


def director(scene: Scene) -> Client:
    client = Client()
    client.force_login(scene.director)
    return client


def claim(client: Client, table: object, division: str = "a") -> str:
    """Take a table; the page with what was answered."""
    return text(client.post(DESK, {"division": division, "table": table}, follow=True))


def test_the_addresses_with_what_they_say_now() -> None:
    make_scene()
    page = text(browser("kim").get(DESK, {"source": "2"}))
    for address in (
        "/e/spring/a/live/table-2/first-name.txt",
        "/e/spring/a/live/table-2/",
        "/e/spring/a/live/standings/",
        "/e/spring/a/live/pairings.txt",
        "/e/spring/tourney.js",
    ):
        assert f'value="http://testserver{address}"' in page
        assert Client().get(address).status_code == 200
    assert "Chiyo Mori – Dev Patel" in page
    assert "/live/next/first-name.txt" in text(browser("kim").get(DESK, {"source": "next"}))
    player = text(browser("kim").get(DESK, {"source": "player-3"}))
    assert "/live/player-3/first-name.txt" in player
    assert '<option value="player-3" selected>#3 Chiyo Mori</option>' in player


@pytest.mark.parametrize("source", ["", "0", "-1", "x", "9" * 30, "٣", "12345", "player-9", "player-", "player-٣"])
def test_an_unknown_source_is_the_first_table(source: str) -> None:
    make_scene()
    page = browser("kim").get(DESK, {"source": source, "division": "no-such"})
    assert page.status_code == 200
    assert "/a/live/table-1/names.txt" in text(page)


def test_a_person_takes_a_table_moves_on_and_gives_it_back() -> None:
    make_scene()
    kim = browser("kim")
    assert "kim is annotating table 1, Division A" in claim(kim, 1)
    address = "/e/spring/live/stream-1/names.txt"
    assert Client().get(address).content.decode() == "Ada Byron – Bruno Katz"
    assert f'value="http://testserver{address.removesuffix("names.txt")}"' in text(kim.get(DESK))
    claim(kim, 2)
    assert Client().get(address).content.decode() == "Chiyo Mori – Dev Patel"
    kim.post(DESK, {"release": "1"})
    assert Client().get(address).content.decode() == ""
    claim(kim, 1)
    assert TableClaim.objects.get().stream == 1
    verbs = ActionLog.objects.filter(verb__startswith="table.").order_by("pk").values_list("verb", flat=True)
    assert list(verbs) == ["table.claimed", "table.claimed", "table.released", "table.claimed"]


def test_a_table_has_one_annotator_and_the_director_takes_it_back() -> None:
    scene = make_scene()
    claim(browser("kim"), 1)
    assert "kim is already annotating table 1" in claim(browser("lee"), 1)
    assert browser("lee").post(DESK, {"release": "1"}).status_code == 403
    dashboard = text(director(scene).get("/e/spring/manage/"))
    assert "kim is annotating table 1, Division A" in dashboard
    assert "Remove annotator" in dashboard
    assert director(scene).post(DESK, {"release": "1"}).status_code == 302
    assert "lee is annotating table 1" in claim(browser("lee"), 1)
    assert [one.stream for one in TableClaim.objects.order_by("stream")] == [1, 2]
    assert "able taken by an annotator" in text(director(scene).get("/e/spring/manage/log/"))


def test_what_is_no_table_is_refused_in_words() -> None:
    make_scene()
    kim = browser("kim")
    for table in ("", "x", "0", "99999", "-1", "9" * 40):
        assert "table" in claim(kim, table)
    assert "Choose a division." in claim(kim, 1, "no-such")
    for stream in ("x", "0", "999999", "7"):
        assert kim.post(DESK, {"release": stream}).status_code in {302, 403}
    assert not TableClaim.objects.exists()
    Event.objects.update(state="finished")
    assert "is finished" in claim(kim, 1)


def test_a_stream_that_nobody_has_is_not_found() -> None:
    make_scene()
    for stream in ("0", "1", "99999", "9" * 30):
        assert Client().get(f"/e/spring/live/stream-{stream}/").status_code == 404
        assert Client().get(f"/e/spring/live/stream-{stream}/names.txt").status_code == 404


def test_hidden_events_have_no_desk_and_no_streams_for_others() -> None:
    scene = make_scene()
    claim(browser("kim"), 1)
    Event.objects.update(visibility="draft")
    cache.clear()
    assert browser("kim").get(DESK).status_code == 404
    assert browser("kim").post(DESK, {"division": "a", "table": 2}).status_code == 404
    for client in (Client(), director(scene)):
        assert client.get("/e/spring/live/stream-1/names.txt").status_code == 404
    page = text(director(scene).get(DESK))
    assert "Programs do not sign in" in page
    assert "Ada Byron" not in page


def test_as_many_queries_for_three_rounds_as_for_one(django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    for slug, players, rounds in (("one", 2, 1), ("three", 12, 3)):
        scene = make_scene(slug, players=players, rounds=rounds)
        TableClaim.objects.create(
            event=scene.event, user=scene.director, stream=1, division=scene.division, table_number=1
        )
        client = browser("kim")
        client.get(f"/e/{slug}/broadcast/")
        with django_assert_num_queries(13):
            assert client.get(f"/e/{slug}/broadcast/").status_code == 200
        cache.clear()
        with django_assert_num_queries(9):
            assert Client().get(f"/e/{slug}/live/stream-1/lower-third.txt").status_code == 200
