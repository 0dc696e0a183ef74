"""A club in the browser: a club night in two clicks, its pages on phone and desktop."""

import pytest
from playwright.sync_api import expect

from clubs.models import Club, User
from tests.clubhouse.scene import clubhouse
from tests.harness.clicks import Clicks
from tests.harness.people import People

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_club_night_in_two_clicks(people: People, club: Club, director: User) -> None:
    clubhouse(club, director).played("2026-05-02,Spring,1,Ann,Ben,431,389\n2026-05-02,Spring,1,Cem,Dua,400,300")
    person = people.phone(director)
    page, clicks = person.page, Clicks(person.page)
    page.goto("/clubs/harbour/")
    person.check_page_on_both("club home")
    clicks.on(page.get_by_role("link", name="New club night"))
    person.check_page_on_both("club night")
    clicks.on(page.get_by_role("button", name="Create the club night"))
    page.wait_for_url("**/manage/")
    assert clicks.count == 2
    page.goto(page.url.replace("/manage/", "/a/manage/roster/"))
    for name in ("Ann", "Ben", "Cem", "Dua"):
        expect(page.locator("main")).to_contain_text(name)


def test_the_pages_of_a_club_on_phone_and_desktop(people: People, club: Club, director: User) -> None:
    home = clubhouse(club, director)
    home.played("2026-05-02,Spring,1,Ann,Ben,431,389\n2025-05-02,Winter,1,Cem,Dua,400,300")
    home.post("roll/", name="Ann", kind="full", joined_on="2020-01-01", office="Chair")
    home.post(
        "night/plan/",
        name="Thursday",
        first_on="2026-01-01",
        repeats="week",
        starts_at="19:00",
        minutes="180",
    )
    person = people.phone(director)
    for address in (
        "",
        "statistics/",
        "events/",
        "roll/",
        "roll/import/",
        "old-results/",
        "night/plan/",
        "edit/",
        "members/",
    ):
        person.page.goto(f"/clubs/harbour/{address}")
        person.check_page_on_both(f"club {address or 'home with members'}")
    for address in ("/clubs/", "/site/privacy/", "/site/retention/", "/clubs/harbour/contact/"):
        person.page.goto(address)
        person.check_page_on_both(address)
    ann, ben = home.player("Ann").pk, home.player("Ben").pk
    for address in (f"/players/{ann}/", f"/players/{ann}/against/{ben}/", "/e/spring/statistics/"):
        person.page.goto(address)
        person.check_page_on_both(f"statistics {address}")
        person.check_dark(f"statistics {address}")
    person.page.goto("/clubs/harbour/")
    person.check_dark("club home")
