"""A director enters a webhook in the browser, sends a test and reads the answer; an event's page breaks no policy by its data."""

import pytest
from playwright.sync_api import ConsoleMessage, expect

from clubs.models import Club, User
from tests import factories
from tests.harness.people import People
from tests.webhooks.receiver import Receiver, receiver
from tournaments.models import Division

__all__ = ["receiver"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_director_adds_a_webhook_and_sends_a_test(
    people: People, club: Club, director: User, receiver: Receiver
) -> None:
    person = people.phone(director)
    page = person.page
    page.goto(f"/clubs/{club.slug}/")
    page.get_by_text("Manage the club").click()
    page.get_by_role("link", name="Webhooks").click()
    person.check_page_on_both("webhooks, none")
    page.get_by_role("link", name="Add a webhook").click()
    page.get_by_label("Name").fill("Scoreboard in the hall")
    page.get_by_label("Address").fill("http://10.0.0.7/")
    page.get_by_label("a result is confirmed").check()
    page.get_by_role("button", name="Add the webhook").click()
    expect(page.get_by_text("It must begin with https://.")).to_be_visible()
    person.check_page_on_both("webhook refused")
    page.get_by_label("Address").fill(f"{receiver.origin}/board/of/the/hall")
    page.get_by_role("button", name="Add the webhook").click()
    expect(page.get_by_text("whsec_")).to_be_visible()
    person.check_page_on_both("webhook secret")
    page.get_by_role("link", name="Go to the webhook").click()
    page.get_by_role("button", name="Send a test").click()
    factories.run_jobs()
    receiver.answers["/board/of/the/hall"] = 503
    page.get_by_role("button", name="Send a test").click()
    factories.run_jobs()
    page.reload()
    expect(page.get_by_role("row", name="Not delivered")).to_contain_text("503")
    person.check_page_on_both("webhook")
    receiver.answers.clear()
    page.get_by_role("button", name="Send again").click()
    factories.run_jobs()
    page.reload()
    expect(page.get_by_role("row", name="Sent")).to_have_count(2)
    page.goto(f"/clubs/{club.slug}/webhooks/")
    person.check_page_on_both("webhooks")


def test_structured_data_breaks_no_policy(people: People, running: Division) -> None:
    person = people.phone()
    said: list[str] = []

    def note(message: ConsoleMessage) -> None:
        said.append(message.text)

    person.page.on("console", note)
    person.page.goto(f"/e/{running.event.slug}/")
    expect(person.page.locator('script[type="application/ld+json"]')).to_have_count(1)
    assert [text for text in said if "Content Security Policy" in text] == []
