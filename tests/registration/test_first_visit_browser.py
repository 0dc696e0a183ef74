"""Clicks counted in the browser: from nothing to an event that takes registrations, and from its link to being registered."""

import pytest
from playwright.sync_api import expect

from registration.models import Registration
from tests.harness.clicks import Clicks
from tests.harness.people import NARROW, People
from tests.registration.scene import make
from tournaments.models import Event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PASSWORD = "quiet-harbour-7"


def test_from_nothing_to_open_registration_in_ten_clicks(people: People) -> None:
    """Nobody tells the newcomer where to click: each step is the main button of the page, or says what it does."""
    person = people.desktop()
    page, clicks = person.page, Clicks(person.page)
    page.goto("/")
    clicks.on(page.get_by_role("link", name="Create an account").first)
    clicks.type("username", "newcomer")
    clicks.type("password1", PASSWORD)
    clicks.type("password2", PASSWORD)
    clicks.on(page.get_by_role("button", name="Create the account"))
    clicks.on(page.locator("main").get_by_role("link", name="Create a club").first)
    clicks.type("name", "Riverside")
    clicks.on(page.get_by_role("button", name="Create the club"))
    person.check_page_on_both("a new club")
    clicks.on(page.get_by_role("link", name="New event").first)
    person.check_page_on_both("new event from a template")
    clicks.on(page.get_by_text("Sunday one-day Swiss"))
    clicks.on(page.get_by_role("button", name="Create the event"))
    expect(page.locator("h1")).to_contain_text("Sunday one-day Swiss")
    person.check_page_on_both("overview of a new event")
    clicks.on(page.get_by_role("link", name="Open registration"))
    person.check_page_on_both("open registration")
    clicks.on(page.get_by_role("button", name="Open registration"))
    expect(page.locator("main")).to_contain_text("Registration is open.")
    person.check_page_on_both("registration is open")
    form = page.get_by_role("link", name="/register/")
    stranger = people.phone()
    stranger.page.goto(form.inner_text())
    expect(stranger.page.get_by_role("button", name="Register", exact=True)).to_be_visible()
    assert clicks.count <= 10
    assert clicks.seconds < 120
    assert Event.objects.get().visibility == Event.Visibility.PUBLIC


def test_from_the_link_to_being_registered_within_a_minute(people: People) -> None:
    """On a narrow phone, with what an event asks that was opened as above: a name, and the box to tick."""
    scene = make()
    scene.b.delete()
    scene.official.post(f"/e/{scene.event.slug}/manage/registration/open/")
    person = people.phone()
    person.screen = NARROW
    page, clicks = person.page, Clicks(person.page)
    page.set_viewport_size(NARROW)
    page.goto(f"/e/{scene.event.slug}/")
    clicks.on(page.get_by_role("link", name="Register", exact=True))
    person.check_page("register on a narrow phone")
    clicks.type("p0-name", "Katherine Osei-Bonsu")
    clicks.type("email", "katherine.osei@example.org")
    clicks.on(page.get_by_label("I agree"))
    clicks.on(page.get_by_role("button", name="Register", exact=True))
    expect(page.locator("main")).to_contain_text("This page is your registration.")
    person.check_page("registered on a narrow phone")
    expect(page.locator("main")).to_contain_text("registered")
    assert Registration.objects.get().state == "entered"
    assert clicks.count <= 3
    assert clicks.seconds < 60
