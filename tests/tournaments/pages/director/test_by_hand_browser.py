"""Pairing by hand on a desktop, a phone, with keys, and without JavaScript."""

import pytest
from playwright.sync_api import expect

from tests.harness.people import People
from tests.tournaments.scenes.hall import Hall, make_hall, make_running_hall
from tournaments.models import Round
from tournaments.queries.rounds import pairings_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def pairs(hall: Hall) -> set[frozenset[int]]:
    """Who plays whom in round 1, by numbers."""
    round_ = Round.objects.get(division=hall.scene.division, number=1)
    return {frozenset(seat.number for seat in line.seats) for line in pairings_of(round_)}


def test_drag_taps_and_keys_swap_players_of_a_published_round(people: People) -> None:
    hall = make_running_hall(players=7)
    before = pairs(hall)
    desk = people.desktop(hall.scene.director)
    page = desk.page
    page.goto(hall.url("manage_round", 1))
    page.get_by_role("link", name="Change pairings").click()
    expect(page.get_by_text("tap one and then the other")).to_be_visible()  # the script is there
    player = page.locator("[data-player='1']")
    player.drag_to(page.locator("[data-player='2']"))
    text = page.get_by_label("Pairs")
    assert len(text.input_value().splitlines()) == 2
    # two keys swap them back
    player.focus()
    page.keyboard.press("Enter")
    page.locator("[data-player='2']").focus()
    page.keyboard.press("Enter")
    expect(text).to_have_value("")
    player.click()
    page.locator("[data-player='3']").click()
    text.press("Control+Enter")
    expect(page.get_by_role("heading", name="Nothing is saved yet")).to_be_visible()
    expect(page.get_by_text("Only these are told of the change:")).to_be_visible()
    desk.check_page_on_both("pairing by hand checked")
    desk.check_dark("pairing by hand checked")
    assert pairs(hall) == before
    page.get_by_role("button", name="Change the published round").click()
    expect(page.locator(".messages")).to_contain_text("New table or opponent")
    assert len(pairs(hall) - before) == 2


def test_two_taps_on_a_phone_pair_a_new_round(people: People) -> None:
    hall = make_hall(players=6)
    phone = people.phone(hall.scene.director)
    page = phone.page
    page.goto(hall.url("manage_round", 1))
    page.get_by_role("link", name="Pair by hand").click()
    expect(page.get_by_text("tap one and then the other")).to_be_visible()  # the script is there
    page.locator("[data-player='1']").click()
    page.locator("[data-player='6']").click()
    expect(page.get_by_label("Pairs")).to_have_value("1 6")
    phone.check_page_on_both("pairing by hand")
    page.get_by_role("button", name="Draft round 1").click()
    expect(page.get_by_role("button", name="Publish round 1")).to_be_visible()
    assert frozenset({1, 6}) in pairs(hall)


def test_without_scripts(people: People) -> None:
    hall = make_running_hall(players=6)
    phone = people.phone(hall.scene.director, scripts=False)
    page = phone.page
    page.goto(hall.url("by_hand", 1))
    page.get_by_text("Choose from a list").click()
    page.get_by_label("Player", exact=True).select_option(label="1 Ada Byron")
    page.get_by_label("Opponent", exact=True).select_option(label="2 Bruno Katz")
    page.get_by_role("button", name="Swap these two").click()
    assert len(page.get_by_label("Pairs").input_value().splitlines()) == 2
    page.get_by_role("button", name="Change the published round").click()
    expect(page.locator(".messages")).to_contain_text("New table or opponent")
    assert pairs(hall) == {frozenset({1, 5}), frozenset({2, 4}), frozenset({3, 6})}
