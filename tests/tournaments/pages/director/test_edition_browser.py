"""A language edition from the form of an event to a typed game: its list is installed on the way, and nothing typed is lost."""

from pathlib import Path

import pytest
from playwright.sync_api import expect
from pytest_django import Settings

from lexicon.services import install_shipped
from tests import factories
from tests.harness.people import People
from tests.lexicon.pages.test_installs import offer, use_client
from tests.lexicon.wordlists.test_install import italian
from tests.tournaments.pages.slip.test_sheet_editor_browser import open_slip
from tournaments.models import Pairing

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WORDS = "parola\nparole\ncittà\nperò\nore\n"


def test_an_edition_is_installed_on_the_way_and_its_words_are_checked(
    people: People, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.WORDHALL_DATA = tmp_path / "data"
    install_shipped()
    package = italian(tmp_path, WORDS, version="1.10")
    offer(monkeypatch, package)
    use_client(tmp_path, monkeypatch, f'[ "$*" = "download witalian=1.10" ] && cp {package} .')
    user = factories.user("tess")
    club = factories.club(user)
    director = people.desktop(user)
    page = director.page
    page.goto(f"/clubs/{club.slug}/events/new/")
    page.get_by_label("Event name").fill("Coppa")
    page.get_by_label("Rounds", exact=True).fill("1")
    page.locator("[name=challenge_rule]").select_option("void")
    page.locator("[name=edition]").select_option("it")
    page.get_by_role("button", name="Fill in this edition's settings").click()
    expect(page.locator("main")).to_contain_text("No dictionary is installed for Italian")
    director.check_page_on_both("an edition without its dictionary")
    page.get_by_role("link", name="Install a dictionary for Italian").click()
    page.get_by_role("button", name="Open Italian").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    factories.run_jobs()
    done = page.locator("#list-it")
    expect(done).to_contain_text("Installed.")
    expect(page.locator("main .card-list > li").first).to_have_id("list-it")
    done.get_by_role("link", name="Back to the form").click()
    expect(page.get_by_role("status")).to_contain_text("filled in for Italian")
    expect(page.get_by_label("Event name")).to_have_value("Coppa")
    expect(page.locator("[name=tile_set]")).to_have_value("it")
    expect(page.locator("[name=lexicon_version] option:checked")).to_contain_text("Open Italian")
    director.check_page_on_both("an edition filled in")
    page.get_by_role("button", name="Create the event").click()
    page.goto("/e/coppa/a/manage/roster/")
    page.get_by_label("Paste the players").fill("Ada\nBo")
    page.get_by_role("button", name="Check the list").click()
    page.locator("form.action-bar button").click()
    page.goto("/e/coppa/a/rounds/1/manage/")
    page.get_by_role("button", name="Pair round 1", exact=True).click()
    page.get_by_role("button", name="Publish round 1").click()
    expect(page.locator("ol.games .game")).to_have_count(1)
    slip = open_slip(people.phone(), Pairing.objects.get())
    slip.get_by_text("As text").click()
    slip.locator("#id_moves").fill("8D CITTÀ\nH8 ÀMAZZO\n")
    tiles = slip.locator(".sheet .tile")
    expect(tiles).to_have_count(10)
    slip.get_by_role("button", name="Check the moves").click()
    checked = slip.locator("main")
    expect(checked).to_contain_text("AMAZZO")
    expect(checked).to_contain_text("Not in the dictionary, but not challenged: AMAZZO")
    expect(checked).to_contain_text("record follows the rules")  # an accent is no letter of its own
