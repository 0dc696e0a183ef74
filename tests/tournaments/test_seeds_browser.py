"""Seeds in a real browser: the page and the roster that shows them, on a phone and a desk, without accessibility faults."""

from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import sync_playwright

from clubs.models import User
from tests import factories
from tests.harness import browser
from tournaments.models import Division
from tournaments.queries.seeds import seed_lines

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("width", [390, 1280])
def test_seeds_are_typed_and_shown(
    live_server: Any, division: Division, director: User, client: Client, tmp_path: Path, width: int
) -> None:
    *_rest, last = factories.entries(division, director, 7)
    client.force_login(director)
    at = [division.event.slug, division.slug]
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser.ensure(), args=browser.FLAGS)
        context = chromium.new_context(viewport={"width": width, "height": 844})
        key = client.cookies[settings.SESSION_COOKIE_NAME].value
        context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": key, "url": live_server.url}])
        page = context.new_page()
        page.goto(live_server.url + reverse("tournaments:manage_roster", args=at))
        page.get_by_role("link", name="Seeds", exact=True).click()
        page.get_by_label(f"Seed of {last.name}").fill("2")
        page.get_by_label("Reason").fill("unrated here, but strong elsewhere")
        page.get_by_role("button", name="Save").click()
        page.get_by_text("The seeds are saved.").wait_for()
        for name in ("seeds", "manage_roster"):
            page.goto(live_server.url + reverse(f"tournaments:{name}", args=at))
            page.get_by_text("seed 2: unrated here").wait_for()
            page.screenshot(path=str(tmp_path / f"{name}-{width}.png"), full_page=True)
            assert Axe().run(page).response["violations"] == []
            assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        chromium.close()
    assert [line.entry.name for line in seed_lines(division)][1] == last.name
