"""The director's places: the same on every page, marked where one is, as many as the reader may open."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Role
from tests import factories
from tests.tournaments.scenes.rows import Scene, make_scene
from tournaments.models import Division, Event, Round
from tournaments.settings import DivisionSettings

pytestmark = pytest.mark.django_db

MAIN = ["Results", "Draft", "Players", "Screens", "Settings"]
PAGES = {
    "a/rounds/2/manage/": "Results",
    "a/rounds/1/manage/": "Results",
    "a/rounds/3/manage/": "Draft",
    "a/manage/roster/": "Players",
    "a/manage/seeds/": "Players",
    "manage/screens/": "Screens",
    "a/settings/": "Settings",
    "a/manage/standings/": "Settings",
    "a/manage/plan/": "Plan",
    "manage/prizes/": "Prizes",
    "manage/log/": "Log",
    "manage/": None,
}


@pytest.fixture
def scene() -> Scene:
    made = make_scene()
    factories.change(made.division, rounds_planned=4)
    return made


def places(client: Client, path: str) -> list[tuple[str, str, bool]]:
    """Words, address and mark of each place on a page of the event."""
    page = client.get(f"/e/spring/{path}").content.decode()
    rail = "".join(re.findall(r'<ul class="rail-(?:main|more)">.*?</ul>', page, re.DOTALL))
    return [
        (words, link, bool(here))
        for link, here, words in re.findall(r'<a href="([^"]+)" (aria-current="page")?>([^<]+)', rail)
    ]


def test_every_page_has_the_places_and_marks_its_own(client: Client, scene: Scene) -> None:
    client.force_login(scene.director)
    for path, marked in PAGES.items():
        shown = places(client, path)
        assert [words for words, _link, _here in shown][:5] == MAIN, path
        assert [words for words, _link, here in shown if here] == ([marked] if marked else []), path
    for words, link, _here in places(client, "manage/"):
        assert client.get(link).status_code == 200, words


def test_a_place_that_one_may_not_open_is_not_offered(client: Client, scene: Scene) -> None:
    for role in (Role.SCORER, Role.WORD_JUDGE, Role.CHECK_IN, Role.ASSISTANT):
        client.force_login(factories.member(scene.club, scene.director, role, name=f"some-{role}"))
        shown = places(client, "manage/")
        assert shown, role
        for words, link, _here in shown:
            assert client.get(link).status_code == 200, f"{role}: {words}"
    client.force_login(scene.director)
    Event.objects.update(state=Event.State.FINISHED)
    finished = [words for words, _link, _here in places(client, "manage/")]
    assert finished[:2] == ["Results", "Players"]
    assert not {"Draft", "Screens", "Settings", "Plan"} & set(finished)


def test_the_switch_leads_to_the_same_place_of_the_other_division(client: Client, scene: Scene) -> None:
    client.force_login(scene.director)
    assert "rail-divisions" not in client.get("/e/spring/a/manage/roster/").content.decode()
    other = Division.objects.create(event=scene.event, name="B", slug="b", position=2, settings=DivisionSettings())
    for path, there in {
        "a/manage/roster/": "b/manage/roster/",
        "a/settings/": "b/settings/",
        "a/rounds/3/manage/": "b/rounds/1/manage/",
        "a/rounds/2/manage/": "b/manage/roster/",
    }.items():
        assert f'<a href="/e/spring/{there}" >B</a>' in client.get(f"/e/spring/{path}").content.decode(), path
    Round.objects.create(division=other, number=1, state=Round.State.PUBLISHED)
    results = client.get("/e/spring/a/rounds/2/manage/").content.decode()
    assert '<a href="/e/spring/b/rounds/1/manage/" >B</a>' in results


def test_a_page_of_no_event_has_no_places(client: Client, scene: Scene) -> None:
    client.force_login(scene.director)
    page = client.get(reverse("tournaments:new_event", args=[scene.club.slug])).content.decode()
    assert 'class="rail' not in page
