"""The tabs of an event's pages: where they lead, which one is marked, what they leave out."""

import re

import pytest
from django.core.cache import cache
from django.test import Client

from tests.factories import queries
from tests.tournaments.scenes.rows import Scene, make_scene
from tournaments.models import Division, Event, Round
from tournaments.settings import DivisionSettings
from tournaments.web.event_tabs import event_tabs

pytestmark = pytest.mark.django_db

PAGES = {
    "/e/spring/": "Overview",
    "/e/spring/a/rounds/1/": "Pairings",
    "/e/spring/a/rounds/2/find/": "Pairings",
    "/e/spring/a/standings/": "Standings",
    "/e/spring/a/standings/?round=1": "Standings",
    "/e/spring/a/wall-chart/": "Wall chart",
    "/e/spring/a/roster/": "Players",
    "/e/spring/a/players/1/": "Players",
    "/e/spring/a/players/1/scorecard/": "Players",
    "/e/spring/a/games/": "Games",
    "/e/spring/a/rules/": "Rules",
    "/e/spring/prizes/": "Prizes",
    "/e/spring/statistics/": "Statistics",
}


@pytest.fixture
def scene() -> Scene:
    return make_scene()


def tabs_on(client: Client, address: str) -> list[tuple[str, str, bool]]:
    """Words, address and mark of each tab of a page."""
    page = client.get(address).content.decode()
    (nav,) = re.findall(r'<nav class="event-tabs.*?</nav>', page, re.DOTALL)
    return [
        (words, link, bool(here))
        for link, here, words in re.findall(r'<a href="([^"]+)" (aria-current="page")?>([^<]+)', nav)
    ]


def test_every_page_of_an_event_has_the_same_tabs_and_marks_its_own(client: Client, scene: Scene) -> None:
    expected = list(dict.fromkeys(PAGES.values()))
    for address, marked in PAGES.items():
        tabs = tabs_on(client, address)
        assert [words for words, _link, _here in tabs] == expected, address
        assert [words for words, _link, here in tabs if here] == [marked], address
    for words, link, _here in tabs_on(client, "/e/spring/"):
        assert [own for own, _link, here in tabs_on(client, link) if here] == [words]


def test_a_switch_leads_to_the_same_page_of_the_other_division(client: Client, scene: Scene) -> None:
    other = Division.objects.create(event=scene.event, name="B", slug="b", position=2, settings=DivisionSettings())
    for page, there in {
        "standings/": "rules/",
        "rules/": "rules/",
        "roster/": "roster/",
        "rounds/1/": "rules/",
    }.items():
        text = client.get(f"/e/spring/a/{page}").content.decode()
        assert f'<a href="/e/spring/b/{there}" >Division B</a>' in text, page
    Round.objects.create(division=other, number=1, state=Round.State.PUBLISHED)
    Event.objects.update(version=2)
    assert '<a href="/e/spring/b/rounds/1/" >Division B</a>' in client.get("/e/spring/a/rounds/2/").content.decode()
    assert "Division B</a>" not in client.get("/e/spring/prizes/").content.decode()


def test_before_the_first_round_tabs_lead_to_what_there_is(client: Client) -> None:
    client.force_login(make_scene(rounds=0, state=Event.State.DRAFT).director)
    assert [words for words, _link, _here in tabs_on(client, "/e/spring/")] == [
        "Overview",
        "Players",
        "Rules",
        "Prizes",
    ]
    Event.objects.update(hide_entries=True, version=2)
    assert [words for words, _link, _here in tabs_on(client, "/e/spring/")] == ["Overview", "Rules", "Prizes"]


def test_the_tabs_take_one_query_and_none_once_they_are_known(scene: Scene) -> None:
    for slug in ("b", "c"):
        cache.clear()
        assert [queries(lambda: event_tabs(scene.event, "standings", scene.division)) for _time in "12"] == [1, 0]
        Division.objects.create(event=scene.event, name=slug, slug=slug, position=2, settings=DivisionSettings())


def test_tabs_are_those_of_the_events_public_version(scene: Scene) -> None:
    def latest() -> list[str]:
        event = Event.objects.get()
        return [
            tab.address
            for tab in event_tabs(event, "standings", event.divisions.get()).tabs
            if "/rounds/" in tab.address
        ]

    before = latest()
    last = Round.objects.latest("number").number
    assert before == [f"/e/spring/a/rounds/{last}/"]
    Round.objects.create(division=scene.division, number=last + 1, state=Round.State.PUBLISHED)
    assert latest() == before, "kept, until the version says that something public has changed"
    Event.objects.update(version=scene.event.version + 1)
    assert latest() == [f"/e/spring/a/rounds/{last + 1}/"]
