"""A meeting of two games and handicap standings in a real browser; each page in order on a phone and a desktop."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from clubs.models import User
from tests import factories
from tests.harness.people import People
from tournaments.models import Division, Round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def path(division: Division, name: str, *rest: int) -> str:
    """The address of a page of the division."""
    return reverse(f"tournaments:{name}", args=[division.event.slug, division.slug, *rest])


def test_a_match_of_several_rounds_is_set_up_paired_and_published(
    people: People, division: Division, director: User
) -> None:
    """Both rounds of the meeting are published with one button."""
    factories.entries(division, director, 7)
    person = people.phone(director)
    page = person.page
    page.goto(path(division, "division_settings"))
    page.get_by_label("Rounds in a row against the same opponent").fill("2")
    person.check_page_on_both("settings with a meeting")
    page.get_by_role("button", name="Save").first.click()
    expect(page.get_by_role("status")).to_be_visible()
    page.goto(path(division, "manage_round", 1))
    page.locator("form:has([name=system]) button[type=submit]").first.click()
    page.get_by_role("button", name="Publish rounds 1 to 2: the whole match").wait_for()
    person.check_page_on_both("draft of a meeting")
    page.get_by_role("button", name="Publish rounds 1 to 2: the whole match").click()
    page.get_by_text("Rounds of the match published").wait_for()
    assert Round.objects.filter(state="published").count() == 2


def test_handicap_standings_are_chosen_shown_and_printed(people: People, division: Division, director: User) -> None:
    """What is chosen is kept, and the pages that show handicaps are in order."""
    one, *_rest = factories.entries(division, director, 7)
    factories.play(factories.publish(division, director, 1), lead=15)
    person = people.phone(director)
    page = person.page
    page.goto(path(division, "standings_rules"))
    page.get_by_label("Handicap standings use").select_option("rating")
    page.get_by_label("By rating: percentage of the rating difference").fill("50")
    page.get_by_label("By rating: maximum points per game").fill("60")
    page.get_by_label("Reason").fill("announced so")
    person.check_page_on_both("rules of handicap standings")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_be_visible()
    page.goto(path(division, "standings"))
    page.get_by_role("link", name="Handicap standings").click()
    page.get_by_text("50 percent of the rating difference, at most 60 points").wait_for()
    person.check_page_on_both("handicap standings")
    page.goto(path(division, "print_handicap"))
    person.check_page_on_both("handicap standings to print")
    page.goto(path(division, "edit_entry", one.pk))
    person.check_page_on_both("entry with a handicap")
    division.refresh_from_db()
    assert (division.settings.handicap_by, division.settings.handicap_percent, division.settings.handicap_cap) == (
        "rating",
        50,
        60,
    )
