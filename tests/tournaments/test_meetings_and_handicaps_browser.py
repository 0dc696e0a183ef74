"""A meeting of two games and handicap standings in a real browser, on a phone and a desk, without accessibility faults."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, sync_playwright

from clubs.models import User
from tests import factories
from tests.harness import browser
from tournaments.models import Division, Round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def looked_at(page: Page, path: Path) -> None:
    """Kept as a picture; nothing sticks out, axe finds nothing."""
    page.screenshot(path=str(path), full_page=True)
    assert Axe().run(page).response["violations"] == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


@contextmanager
def page_of(live_server: Any, client: Client, width: int) -> Iterator[Page]:
    """A browser's page of the user that is signed in."""
    key = client.cookies[settings.SESSION_COOKIE_NAME].value
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser.ensure(), args=browser.FLAGS)
        context = chromium.new_context(viewport={"width": width, "height": 844}, base_url=live_server.url)
        context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": key, "url": live_server.url}])
        yield context.new_page()
        chromium.close()


def address(division: Division, name: str, *rest: int) -> str:
    return reverse(f"tournaments:{name}", args=[division.event.slug, division.slug, *rest])


@pytest.mark.parametrize("width", [390, 1280])
def test_a_meeting_is_set_up_paired_and_published(
    live_server: Any, division: Division, director: User, client: Client, tmp_path: Path, width: int
) -> None:
    factories.entries(division, director, 7)
    client.force_login(director)
    with page_of(live_server, client, width) as page:
        page.goto(address(division, "division_settings"))
        page.get_by_label("Rounds in a row against the same opponent").fill("2")
        looked_at(page, tmp_path / f"settings-{width}.png")
        page.get_by_role("button", name="Save").first.click()
        page.goto(address(division, "manage_round", 1))
        page.locator("form:has([name=system]) button[type=submit]").first.click()
        page.get_by_role("button", name="Publish rounds 1 to 2: the whole meeting").wait_for()
        looked_at(page, tmp_path / f"draft-{width}.png")
        page.get_by_role("button", name="Publish rounds 1 to 2: the whole meeting").click()
        page.get_by_text("The rounds of the meeting are published").wait_for()
    assert Round.objects.filter(state="published").count() == 2


@pytest.mark.parametrize("width", [390, 1280])
def test_handicap_standings_are_chosen_shown_and_printed(
    live_server: Any, division: Division, director: User, client: Client, tmp_path: Path, width: int
) -> None:
    one, *_rest = factories.entries(division, director, 7)
    factories.play(factories.publish(division, director, 1), lead=15)
    client.force_login(director)
    with page_of(live_server, client, width) as page:
        page.goto(address(division, "standings_rules"))
        page.get_by_label("Handicap standings go by").select_option("rating")
        page.get_by_label("By rating: percent of the difference").fill("50")
        page.get_by_label("By rating: most points a game").fill("60")
        looked_at(page, tmp_path / f"rules-{width}.png")
        page.get_by_role("button", name="Save").click()
        page.goto(address(division, "standings"))
        page.get_by_role("link", name="Handicap standings").click()
        page.get_by_text("50 percent of the difference, at most 60 points").wait_for()
        looked_at(page, tmp_path / f"handicap-{width}.png")
        page.goto(address(division, "print_handicap"))
        looked_at(page, tmp_path / f"print-{width}.png")
        page.goto(address(division, "edit_entry", one.pk))
        looked_at(page, tmp_path / f"entry-{width}.png")
    division.refresh_from_db()
    assert (division.handicap_by, division.handicap_percent, division.handicap_cap) == ("rating", 50, 60)
