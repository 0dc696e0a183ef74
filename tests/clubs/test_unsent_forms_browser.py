"""A form that was sent after the session had ended, in a real browser: signed in again, it is sent with one tap."""

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import expect

from tests import factories
from tests.harness.people import People
from tests.tournaments.scenes.rows import add_round, make_scene
from tournaments.models import Result

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_scores_beside_a_table_survive_an_expired_session_and_another_language(people: People) -> None:
    scene = make_scene(players=4, rounds=0)
    add_round(scene.division, scene.entries, 1, confirmed=False)
    scene.director.set_password(factories.PASSWORD)
    scene.director.save()
    person = people.phone(scene.director)
    page = person.page
    board = f"/e/{scene.event.slug}/a/rounds/1/manage/"
    page.goto(board)
    page.get_by_label(scene.entries[0].name).fill("431")
    page.get_by_label(scene.entries[1].name).fill("389")
    Session.objects.all().delete()
    page.get_by_role("button", name="Save table 1").click()
    expect(page.get_by_role("status")).to_contain_text("You were signed out")
    person.check_page_on_both("sign in with something typed")
    page.locator("[name=username]").fill(scene.director.username)
    page.locator("[name=password]").fill(factories.PASSWORD)
    page.locator("main form [type=submit]").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Not sent yet")
    person.check_page_on_both("form kept while signed out")
    page.get_by_role("button", name="Send it now").click()
    expect(page.get_by_role("status").first).to_contain_text("431")
    assert Result.objects.get().first_score == 431
    assert page.url.partition("#")[0].endswith(board)
    page.get_by_label(scene.entries[2].name).fill("-1")
    page.get_by_role("button", name="Save table 2").click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_role("link", name="Language").click()
    page.get_by_role("button", name="日本語").click()
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    assert page.url.endswith(board)
