"""A season in a real browser: two club nights, the table, and the next season."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from clubs.models import Club, User
from leagues.models import LeagueSeason
from tests.harness.deep import some
from tests.harness.people import People, Person
from tests.leagues.scene import LOW, TOP, club_night
from tournaments.models import Event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def begin(person: Person, club: Club) -> None:
    """Found the league and its first season of two divisions, and start it."""
    page = person.page
    page.goto(reverse("clubs:club", args=[club.slug]))
    page.get_by_role("link", name="New league").click()
    page.get_by_label("League name").fill("Tuesday ladder")
    page.get_by_role("button", name="Create the league").click()
    page.get_by_label("Season name").fill("Spring")
    page.get_by_label("Divisions").fill("First\nSecond")
    page.get_by_label("Promotion and relegation places").fill("1")
    person.check_page_on_both("form of a season")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Start the season").click()


def count(page: Page, event: str, division: str) -> None:
    """Let a played event count."""
    option = page.get_by_role("option", name=event)
    page.get_by_label("Event", exact=True).select_option(value=option.get_attribute("value"))
    page.get_by_label("counts for").select_option(label=division)
    page.get_by_role("button", name="Count this event").click()
    expect(page.get_by_role("status")).to_contain_text("counts for")


def next_season(person: Person) -> None:
    """Finish the season and go on to the next one, without one of the players; an event for its players."""
    page = person.page
    page.get_by_role("link", name="Manage").click()
    page.get_by_role("button", name="Finish the season").click()
    page.get_by_role("button", name="Start the next season").click()
    expect(page.get_by_role("link", name="Move Cem")).to_be_visible()
    person.check_page_on_both("next season")
    page.get_by_role("link", name="Move Cem").click()
    page.get_by_label("Division").select_option(label="not continuing")
    page.get_by_label("Reason").fill("Moved to another town")
    person.check_page_on_both("moving a season_player of the season")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#out").locator("..")).to_contain_text("Moved to another town")
    page.get_by_role("link", name="New event for the season").click()
    page.get_by_label("Event name").fill("Autumn night")
    page.get_by_role("button", name="Create the event").click()
    expect(page.get_by_role("status")).to_contain_text("counts for the season")


@pytest.mark.parametrize("device", some(["phone", "desktop"]))
def test_a_season_of_two_club_nights(people: People, club: Club, director: User, device: str) -> None:
    """The tables say who goes up and down; each page is in order on a phone and a desktop."""
    for week in (1, 2):
        club_night(club, director, TOP, 2 * week)
        club_night(club, director, LOW, 2 * week + 1)
    person: Person = getattr(people, device)(director)
    page = person.page
    begin(person, club)
    for night, division in (("Night 2", "First"), ("Night 3", "Second"), ("Night 4", "First"), ("Night 5", "Second")):
        count(page, night, division)
    person.check_page_on_both("running season")
    page.get_by_role("link", name="Public page").click()
    first = page.get_by_role("group", name="Table: First").locator("tbody tr")
    expect(first).to_have_count(4)
    expect(first.first).to_contain_text("Ada")
    expect(first.last).to_contain_text("relegation place")
    second = page.get_by_role("group", name="Table: Second").locator("tbody tr")
    expect(second.first).to_contain_text("promotion place")
    page.get_by_text("First, event by event").first.click()
    person.check_page_on_both("tables of a season")
    next_season(person)
    page.goto(reverse("clubs:club", args=[club.slug]))
    person.check_page_on_both("club with a league")
    page.get_by_role("link", name="Tuesday ladder", exact=True).click()
    expect(page.get_by_role("link", name="Manage")).to_be_visible()
    person.check_page_on_both("league")
    page.get_by_role("link", name="Manage").click()
    page.wait_for_url("**/manage/")
    person.check_page_on_both("managing a league")
    season = LeagueSeason.objects.get(number=2)
    assert sorted(season.season_players.filter(division__name="First").values_list("player__name", flat=True)) == [
        "Ada",
        "Ben",
        "Dua",
        "Eli",
    ]
    assert [one.entries.count() for one in Event.objects.get(name="Autumn night").divisions.all()] == [4, 3]
