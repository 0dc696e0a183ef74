"""Seeds in a real browser: typed, and shown by their page and by the roster."""

import pytest
from django.urls import reverse

from clubs.models import User
from tests import factories
from tests.harness.people import People
from tournaments.models import Division
from tournaments.queries.seeds import seed_lines

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_seeds_are_typed_and_shown(people: People, division: Division, director: User) -> None:
    """The last of seven is made the second seed, with a reason; both pages say so, and are in order on a phone and a desktop."""
    *_rest, last = factories.entries(division, director, 7)
    at = [division.event.slug, division.slug]
    person = people.phone(director)
    page = person.page
    page.goto(reverse("tournaments:manage_roster", args=at))
    page.get_by_role("link", name="Seeds", exact=True).click()
    page.get_by_label(f"Seed of {last.name}").fill("2")
    page.get_by_label("Reason").fill("unrated here, but strong elsewhere")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Seeds saved.").wait_for()
    for name in ("seeds", "manage_roster"):
        page.goto(reverse(f"tournaments:{name}", args=at))
        page.get_by_text("seed 2: unrated here").wait_for()
        person.check_page_on_both(name)
    assert [line.entry.name for line in seed_lines(division)][1] == last.name
