"""A season in a real browser: two club nights, the table, and the next season; readable on a phone and a desk."""

from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect, sync_playwright

from clubs.models import Club, User
from tests.harness import browser
from tests.tournaments.league_scene import LOW, TOP, club_night
from tournaments.models import Event, LeagueSeason

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def look(page: Page, folder: Path, name: str) -> None:
    """Keep a picture of the page; no accessibility fault, and not wider than the screen."""
    page.screenshot(path=str(folder / f"{name}.png"), full_page=True)
    found = [f"{item['id']}: {item['nodes'][0]['html'][:120]}" for item in Axe().run(page).response["violations"]]
    assert found == [], name
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), name


def begin(page: Page, address: str, folder: Path) -> None:
    """Found the league and its first season of two divisions, and start it."""
    page.goto(address)
    page.get_by_role("link", name="New league").click()
    page.get_by_label("Name of the league").fill("Tuesday ladder")
    page.get_by_role("button", name="Create the league").click()
    page.get_by_label("Name of the season").fill("Spring")
    page.get_by_label("Divisions").fill("First\nSecond")
    page.get_by_label("Places that go up and down").fill("1")
    look(page, folder, "season-form")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Start the season").click()


def count(page: Page, event: str, division: str) -> None:
    """Let a played event count."""
    option = page.get_by_role("option", name=event)
    page.get_by_label("Event", exact=True).select_option(value=option.get_attribute("value"))
    page.get_by_label("counts for").select_option(label=division)
    page.get_by_role("button", name="Let it count").click()
    expect(page.get_by_role("status")).to_contain_text("counts for division")


@pytest.mark.parametrize("size", [{"width": 390, "height": 844}, {"width": 1280, "height": 800}])
def test_a_season_of_two_club_nights(
    live_server: Any, club: Club, director: User, client: Client, tmp_path: Path, size: Any
) -> None:
    for week in (1, 2):
        club_night(club, director, TOP, 2 * week)
        club_night(club, director, LOW, 2 * week + 1)
    client.force_login(director)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser.ensure(), args=browser.FLAGS)
        context = chromium.new_context(viewport=size)
        key = client.cookies[settings.SESSION_COOKIE_NAME].value
        context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": key, "url": live_server.url}])
        page = context.new_page()
        page.set_default_timeout(15_000)
        begin(page, live_server.url + reverse("clubs:club", args=[club.slug]), tmp_path)
        for night, division in (
            ("Night 2", "First"),
            ("Night 3", "Second"),
            ("Night 4", "First"),
            ("Night 5", "Second"),
        ):
            count(page, night, division)
        look(page, tmp_path, "manage-running")
        page.get_by_role("link", name="Public page").click()
        first = page.get_by_role("region", name="Table of division First").locator("tbody tr")
        expect(first).to_have_count(4)
        expect(first.first).to_contain_text("Ada")
        expect(first.last).to_contain_text("goes down")
        second = page.get_by_role("region", name="Table of division Second").locator("tbody tr")
        expect(second.first).to_contain_text("goes up")
        page.get_by_text("Division First, event by event").first.click()
        look(page, tmp_path, "tables")
        page.get_by_role("link", name="Manage").click()
        page.get_by_role("button", name="Finish the season").click()
        page.get_by_role("button", name="Start the next season").click()
        look(page, tmp_path, "manage-next")
        page.get_by_role("link", name="Move Cem").click()
        page.get_by_label("Division").select_option(label="does not return")
        page.get_by_label("Reason").fill("Moved to another town")
        look(page, tmp_path, "move")
        page.get_by_role("button", name="Save").click()
        expect(page.locator("#out").locator("..")).to_contain_text("Moved to another town")
        page.get_by_role("link", name="New event for the members").click()
        page.get_by_label("Name of the event").fill("Autumn night")
        page.get_by_role("button", name="Create the event").click()
        expect(page.get_by_role("status")).to_contain_text("counts for the season")
        page.goto(live_server.url + reverse("clubs:club", args=[club.slug]))
        look(page, tmp_path, "club")
        page.get_by_role("link", name="Tuesday ladder", exact=True).click()
        look(page, tmp_path, "league")
        page.get_by_role("link", name="Manage").click()
        look(page, tmp_path, "manage-league")
        chromium.close()
    made = LeagueSeason.objects.get(number=2)
    assert sorted(made.members.filter(division__name="First").values_list("player__name", flat=True)) == [
        "Ada",
        "Ben",
        "Dua",
        "Eli",
    ]
    assert [one.entries.count() for one in Event.objects.get(name="Autumn night").divisions.all()] == [4, 3]
