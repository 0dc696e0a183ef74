"""An open page of a running event in a real browser: what changed flashes, its age is said, followed players stay at the top."""

import pytest
from playwright.sync_api import Page

from tests import factories
from tests.harness.people import People
from tournaments.models import Division, Pairing

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def text(page: Page, selector: str) -> str:
    """Its words with single spaces."""
    return " ".join(page.locator(selector).inner_text().split())


def test_a_followed_game_stays_at_the_top_flashes_and_the_page_says_how_old_it_is(
    people: People, running: Division
) -> None:
    game, other = (
        Pairing.objects.get(pk=line.pairing_id) for line in factories.games(running.rounds.get(number=1))[:2]
    )
    first = game.seats.select_related("entry").order_by("position")[0].entry
    person = people.phone(has_touch=True)
    page = person.page
    page.clock.install()
    page.goto(f"/e/{running.event.slug}/{running.slug}/players/{first.number}/")
    page.get_by_role("button", name="Follow").tap()
    assert page.get_by_role("button", name="Stop following").is_visible()
    page.goto(f"/e/{running.event.slug}/{running.slug}/rounds/1/")
    assert first.name in text(page, ".pinned")
    assert text(page, ".live-age") == "Live"
    factories.report(game.pk, "first", 431, 389)
    factories.report(game.pk, "second", 431, 389)
    page.clock.run_for(4500)
    page.locator(".pinned", has_text="431").wait_for()
    page.wait_for_selector(".game.changed.followed")
    assert page.locator(".game.changed").count() == 1, "the other game did not change"
    page.clock.run_for(2000)
    assert page.locator(".game.changed").count() == 0
    person.check_page_on_both("live round")
    page.context.set_offline(True)
    page.clock.run_for(15_000)
    assert text(page, ".live-age").startswith("Not up to date: as it stood at")
    factories.report(other.pk, "first", 377, 376)
    factories.report(other.pk, "second", 377, 376)
    page.context.set_offline(False)
    page.clock.run_for(4500)
    page.locator(".live-age", has_text="Live").wait_for()
    assert "377" in text(page, "main")
    person.check_dark("live round")
    person.complaints.clear()  # htmx says on the console that the network was gone


def test_whoever_opened_their_own_page_finds_their_game_on_every_page(people: People, running: Division) -> None:
    game = Pairing.objects.get(pk=factories.games(running.rounds.get(number=1))[0].pairing_id)
    first = game.seats.select_related("entry").order_by("position")[0].entry
    page = people.phone(has_touch=True).page
    own = factories.own_slip(game.pk).rsplit("/", 2)[0] + "/"
    page.goto(own)
    assert text(page, ".live-age") == "Live"
    page.goto(f"/e/{running.event.slug}/")
    page.locator(".your-game", has_text=f"Table {game.table_number} against").wait_for()
    page.goto(f"/e/{running.event.slug}/{running.slug}/standings/")
    page.locator(".your-game").wait_for()
    # the row of the standings in words: each figure once, with its heading
    assert f"{first.name} · Won 0 · Lost 0 · Spread 0" in text(page, ".pinned")
    page.get_by_role("link", name="My page").tap()
    page.wait_for_url(f"**{own}")
    page.goto(f"/e/{running.event.slug}/{running.slug}/players/{first.number}/")
    assert page.get_by_role("button", name="Follow").count() == 0
