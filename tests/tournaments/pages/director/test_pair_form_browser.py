"""The options of a round in a real browser: in order on a phone and a desktop, and they pair."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from clubs.models import User
from tests import factories
from tests.harness.people import People
from tournaments.models import Division, PairingRun

OPEN_ALL = "document.querySelectorAll('details').forEach(group => { group.open = true })"

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_options_of_a_round(people: People, division: Division, director: User) -> None:
    """All groups of options are opened; what is chosen in them is what the draft was paired by."""
    factories.entries(division, director, 7)
    person = people.phone(director)
    page = person.page
    page.goto(reverse("tournaments:manage_round", args=[division.event.slug, division.slug, 1]))
    page.get_by_text("Options", exact=True).first.click()
    page.evaluate(OPEN_ALL)
    person.check_page_on_both("options of a round")
    page.select_option("[name=system]", "elimination")
    expect(page.locator("[name=stage_games]")).to_be_visible()  # the options of the system have come
    page.evaluate(OPEN_ALL)
    page.fill("[name=stage_games]", "3, 5")
    page.select_option("[name=bracket]", "4")
    page.check("[name=third_place]")
    page.select_option("[name=byes]", "top_down")
    page.locator("form:has([name=system]) button[type=submit]").first.click()
    expect(page.get_by_role("button", name="Publish")).to_be_visible()
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
