"""The forfeit of a challenge in a real browser, on a phone and on a desktop: offered, asked about, entered."""

from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, sync_playwright

from clubs.models import User
from lexicon.models import LexiconVersion, Ruling
from tests.harness import browser
from tournaments.models import Division, Pairing, Result
from tournaments.services.challenges import ChallengeInput, rule_challenge
from tournaments.services.judge_desks import Desk

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SCREENSHOTS = Path(__file__).resolve().parents[3] / "test-results"


def look(page: Page, name: str, width: int) -> None:
    """Accessible, no wider than the screen; a screenshot stays."""
    SCREENSHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"{name}-{width}.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()


def challenged(division: Division, game: Pairing, director: User) -> Ruling:
    """The first player challenges a good word."""
    seat = game.seats.get(position=1)
    data = ChallengeInput(words=("train",), client_token=str(uuid4()), seat_id=seat.pk, pairing_id=game.pk)
    return rule_challenge(desk=Desk(division, official=director), data=data)


def test_the_forfeit_is_entered_from_the_ruling(
    live_server: Any, running: Division, director: User, dictionary: LexiconVersion
) -> None:
    running.lexicon_version, running.challenge_rule = dictionary, "triple"
    running.save(update_fields=["lexicon_version", "challenge_rule"])
    director.set_password("wide-river-31")
    director.save(update_fields=["password"])
    division = Division.objects.get(pk=running.pk)
    games = [Pairing.objects.get(round__division=division, table_number=table) for table in (1, 2)]
    rulings = [challenged(division, game, director) for game in games]
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser.ensure(), args=browser.FLAGS)
        for width, ruling in zip((390, 1280), rulings, strict=True):
            page = chromium.new_context(viewport={"width": width, "height": 844}).new_page()
            page.goto(f"{live_server.url}/accounts/login/")
            page.get_by_label("Username").fill(director.username)
            page.get_by_label("Password").fill("wide-river-31")
            page.locator("main").get_by_role("button", name="Sign in").click()
            page.goto(f"{live_server.url}/e/{division.event.slug}/rulings/{ruling.pk}/")
            look(page, "ruling with a forfeit", width)
            page.get_by_role("link", name="Enter the forfeit").click()
            look(page, "enter the forfeit", width)
            page.get_by_role("button", name="Enter the forfeit").click()
            look(page, "forfeit entered", width)
            assert page.get_by_text("The forfeit is entered.").count() == 1
        chromium.close()
    assert {Result.objects.get(pairing=game).kind for game in games} == {"forfeit_loss"}
