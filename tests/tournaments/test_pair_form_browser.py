"""The options of a round in a real browser: readable on a phone and a desk, no accessibility fault, and they pair."""

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
from tournaments.models import Division, PairingRun

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("size", [{"width": 390, "height": 844}, {"width": 1280, "height": 800}])
def test_the_options_of_a_round(
    live_server: Any, division: Division, director: User, client: Client, tmp_path: Any, size: Any
) -> None:
    factories.entries(division, director, 7)
    client.force_login(director)
    path = reverse("tournaments:manage_round", args=[division.event.slug, division.slug, 1])
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser.ensure(), args=browser.FLAGS)
        context = chromium.new_context(viewport=size)
        key = client.cookies[settings.SESSION_COOKIE_NAME].value
        context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": key, "url": live_server.url}])
        page = context.new_page()
        page.goto(live_server.url + path)
        page.get_by_text("Options", exact=True).first.click()
        page.screenshot(path=str(tmp_path / f"groups-{size['width']}.png"), full_page=True)
        page.evaluate("document.querySelectorAll('details').forEach(group => { group.open = true })")
        page.screenshot(path=str(tmp_path / f"options-{size['width']}.png"), full_page=True)
        assert Axe().run(page).response["violations"] == []
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        page.select_option("[name=system]", "elimination")
        page.fill("[name=stage_games]", "3, 5")
        page.select_option("[name=bracket]", "4")
        page.check("[name=third_place]")
        page.select_option("[name=byes]", "top_down")
        page.locator("form:has([name=system]) button[type=submit]").first.click()
        page.wait_for_load_state()
        chromium.close()
    run = PairingRun.objects.get()
    rules = run.plan["rules"]
    assert (run.system, rules["stage_games"], rules["bracket"], rules["third_place"], rules["byes"]) == (
        "elimination",
        [3, 5],
        4,
        True,
        "top_down",
    )
    assert len(run.plan["byes"]) == 1
