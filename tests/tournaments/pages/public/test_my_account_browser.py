"""A player's account on a narrow phone, from beginning to end: sign up, take one's player by the slip, My events, the data, gone."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from clubs.models import Player, User
from tests.harness.people import NARROW, People
from tournaments.models import Division, PersonalLink
from tournaments.services.entries.personal_links import give_links

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WORDS = "sunny baize and ivory"


def test_from_signing_up_to_deleting_the_account(people: People, running: Division) -> None:
    give_links(running.entries.values_list("pk", flat=True))
    links = {name: PersonalLink.live(entry__name=name).get().key for name in ("Ada", "Ben")}
    person = people.phone()
    page = person.page
    page.set_viewport_size(NARROW)
    page.goto("/accounts/join/")
    page.get_by_label("Username").fill("ann")
    page.get_by_label("Email address").fill("ann@example.org")
    page.get_by_label("Password", exact=True).fill(WORDS)
    page.get_by_label("Password confirmation").fill(WORDS)
    page.get_by_role("button", name="Create the account").click()
    for name, key in links.items():
        page.goto(f"/p/{key}/")
        page.get_by_role("link", name="Add this event to my account").click()
        page.get_by_role("button").filter(has_text="This is me").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("My events")
        expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()
    expect(page.get_by_text("Round 1, table 1").first).to_be_visible()
    person.check_page("my events of a family", widths=(NARROW,))
    with page.expect_download() as download:
        page.get_by_role("link", name="Download my data (JSON)").click()
    data = json.loads(Path(download.value.path()).read_text())
    assert [player["name"] for player in data["players"]] == ["Ada", "Ben"]
    page.get_by_role("link", name="Delete my account").click()
    person.check_page_on_both("delete my account")
    person.check_dark("delete my account")
    page.set_viewport_size(NARROW)
    page.get_by_label("Ben").uncheck()
    page.get_by_label("Password").fill("something else")
    page.get_by_role("button", name="Delete my account").click()
    expect(page.get_by_text("Wrong password. Nothing has been deleted.")).to_be_visible()
    expect(page.get_by_label("Ben")).not_to_be_checked()
    page.get_by_label("Password").fill(WORDS)
    page.get_by_role("button", name="Delete my account").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your account has been deleted")
    person.check_page("account deleted", widths=(NARROW,))
    assert not User.objects.filter(username="ann").exists()
    assert not Player.objects.filter(name="Ada").exists()
    assert Player.objects.get(name="Ben").user is None
    page.goto("/my/")
    expect(page.get_by_role("button", name="Sign in", exact=True)).to_be_visible()
