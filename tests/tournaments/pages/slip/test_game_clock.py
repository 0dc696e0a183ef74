"""The game clock: its page by the rules of the division, and the clock itself in a browser."""

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from clubs.models import User
from tests import factories
from tests.harness.people import People
from tests.walk import shown
from tournaments.models import Division, Pairing

MINUTE = 60_000


@pytest.fixture
def game(running: Division) -> Pairing:
    """The game at table 1."""
    return Pairing.objects.get(round__division=running, table_number=1)


@pytest.mark.django_db
def test_times_and_overtime_are_the_divisions(client: Client, running: Division, game: Pairing) -> None:
    options = {**running.settings.rule_options, "overtime_minutes": 3, "overtime_loses": True}
    factories.change(running, player_minutes=22, rule_options=options)
    slip = factories.own_slip(game.pk)
    assert f'href="{slip}clock/"' in shown(client, slip)
    page = shown(client, f"{slip}clock/")
    assert 'data-minutes="22" data-points="10" data-most="3" data-loses="1"' in page
    for seat in game.seats.select_related("entry"):
        assert seat.entry.name in page
    alone = shown(client, reverse("tournaments:game_clock"))
    assert 'data-minutes="25" data-points="10" data-most="" data-loses=""' in alone


@pytest.mark.django_db
def test_a_game_of_cards_has_no_clock(client: Client, director: User, running: Division) -> None:
    words = factories.nouns().pk
    club = running.event.club
    basket = factories.division(club, director, game="wordbasket", rules_slug="word-basket", lexicon_version_id=words)
    factories.start(basket, director, 2)
    slip = factories.own_slip(Pairing.objects.get(round__division=basket).pk)
    assert "Game clock</a></p>" not in shown(client, slip)
    assert client.get(f"{slip}clock/").status_code == 404


def check_times(page: Page, *times: str) -> None:
    """What the two halves show, up to the seconds that the test itself takes."""
    page.clock.run_for(300)
    shown = [page.locator("[data-time]").nth(seat).inner_text() for seat in range(2)]
    for one, expected in zip(shown, times, strict=True):
        assert abs(seconds(one) - seconds(expected)) <= 8, (shown, times)
        assert one.startswith("−") == expected.startswith("−"), (shown, times)


def seconds(text: str) -> int:
    """Of a time such as −1:30."""
    minutes, rest = text.removeprefix("−").split(":")
    return 60 * int(minutes) + int(rest)


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_game_with_a_nap_a_pause_and_overtime_is_handed_to_the_slip(people: People, game: Pairing) -> None:
    slip = factories.own_slip(game.pk)
    page = people.phone(has_touch=True).page
    page.clock.install()
    page.goto(f"{slip}clock/")
    page.get_by_role("button", name="Open the clock").click()
    first, second = page.locator("[data-half]").all()
    check_times(page, "25:00", "25:00")
    second.tap()  # starts the first player's time
    page.clock.fast_forward(10 * MINUTE)
    check_times(page, "15:00", "25:00")
    second.tap()
    assert second.get_attribute("aria-current") == "false", "not their turn"
    page.context.set_offline(True)
    first.tap()
    page.clock.fast_forward(2 * MINUTE)
    check_times(page, "15:00", "23:00")
    page.keyboard.press("p")
    page.clock.fast_forward(5 * MINUTE)
    check_times(page, "15:00", "23:00")
    page.get_by_role("button", name="Resume").click()
    page.keyboard.press("Space")
    page.context.set_offline(False)
    page.reload()
    page.clock.fast_forward(16 * MINUTE + 30_000)
    check_times(page, "−1:30", "23:00")
    expect(page.locator("[data-note]").first).to_have_text("2 min over: −20")
    page.get_by_role("button", name="Send the times to the slip").click()
    page.wait_for_url(f"**{slip}")
    names = [seat.entry.name for seat in game.seats.select_related("entry").order_by("position")]
    handed = page.locator("[data-clock-handed]")
    expect(handed).to_contain_text(f"{names[0]}: 2 min overtime, 20 points off.")
    expect(handed).to_contain_text(f"{names[1]}: no overtime.")
    ends = page.locator("[data-of]").filter(has_text=names[0]).locator("[data-time]")
    expect(ends).to_have_value("20")
    page.fill("#id_first_score", "400")
    page.fill("#id_second_score", "390")
    page.get_by_role("button", name="Take these points off").click()
    expect(page.locator("#id_first_score")).to_have_value("380")
    expect(page.locator("#id_second_score")).to_have_value("390")
    expect(page.get_by_role("button", name="Take these points off")).to_be_hidden()
    expect(handed).to_contain_text("The points have been taken off the scores.")
