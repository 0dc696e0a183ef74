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
    shown = [row.inner_text().split() for row in page.locator("[data-hand-row]").all()]
    text.press("Control+Enter")
    expect(page.get_by_role("heading", name="Nothing is saved yet")).to_be_visible()
    expect(page.get_by_text("Only these are told of the change:")).to_be_visible()
    checked = [row.inner_text().split() for row in page.locator("[data-hand-row]").all()]
    assert sorted(checked) == sorted(shown), "the tables are those that the board showed"
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


def test_two_taps_make_a_game_of_a_bye_for_a_late_player(people: People) -> None:
    hall = make_running_hall(players=7)
    phone = people.phone(hall.scene.director)
    page = phone.page
    page.goto(f"/e/{hall.scene.event.slug}/a/manage/roster/")
    page.get_by_label("Name", exact=True).fill("Late Larch")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".messages")).to_contain_text("Late Larch")
    page.goto(hall.url("by_hand", 1))
    alone = next(row for row in page.locator("[data-hand-row]").all() if row.locator("[data-player]").count() == 1)
    bye = int(alone.locator("[data-player]").get_attribute("data-player") or 0)
    page.locator("[data-player='8']").click()
    page.locator(f"[data-player='{bye}']").click()
    expect(page.get_by_label("Pairs")).to_have_value(f"8 {bye}")
    page.get_by_role("button", name="Change the published round").click()
    expect(page.locator(".messages")).to_contain_text("New table or opponent")
    assert frozenset({8, bye}) in pairs(hall)


def test_what_was_typed_stays_when_players_are_dragged(people: People) -> None:
    hall = make_hall(players=9)
    page = people.desktop(hall.scene.director).page
    page.goto(hall.url("by_hand", 1))
    expect(page.get_by_text("Pair without the missing results")).to_have_count(0)  # nothing is missing before round 1
    text = page.get_by_label("Pairs")
    names = list(hall.scene.division.entries.order_by("number").values_list("name", flat=True))
    text.fill(f"4: 1 2, {names[2]} - {names[3]}, 5 forfeit")
    text.press("Control+Enter")
    expect(page.get_by_role("heading", name="Nothing is saved yet")).to_be_visible()
    expect(page.locator("[data-hand-row]", has=page.locator("[data-player='5']"))).to_contain_text("Forfeit")
    page.locator("[data-player='3']").drag_to(page.locator("[data-player='1']"))
    lines = text.input_value().splitlines()
    assert {"4: 3 2", "1 4", "5 forfeit"} <= set(lines), lines
    assert len(lines) == 5, lines
    expect(page.get_by_role("heading", name="Nothing is saved yet")).to_have_count(0)  # it was about other pairs
    text.press("Control+Enter")
    expect(page.get_by_role("heading", name="Nothing is saved yet")).to_be_visible()


def test_what_was_typed_for_a_published_round_stays_when_others_are_swapped(people: People) -> None:
    hall = make_running_hall(players=7)
    page = people.desktop(hall.scene.director).page
    page.goto(hall.url("by_hand", 1))
    alone = next(row for row in page.locator("[data-hand-row]").all() if row.locator("[data-player]").count() == 1)
    bye = alone.locator("[data-player]").get_attribute("data-player")
    two, other = (row.locator("[data-player]").first for row in page.locator("[data-hand-row]").all()[:2])
    text = page.get_by_label("Pairs")
    text.fill(f"{bye} absent")
    two.click()
    other.click()
    assert f"{bye} absent" in text.input_value().splitlines()
    assert len(text.input_value().splitlines()) == 3


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


def test_what_was_typed_stays_when_a_pair_is_chosen_from_the_list(people: People) -> None:
    hall = make_hall(players=9)
    page = people.phone(hall.scene.director, scripts=False).page
    page.goto(hall.url("by_hand", 1))
    page.get_by_label("Pairs").fill("4: 1 2, 5 forfeit")
    page.get_by_text("Choose from a list").click()
    page.get_by_label("Player", exact=True).select_option(index=3)
    page.get_by_label("Opponent", exact=True).select_option(index=4)
    page.get_by_role("button", name="Pair these two").click()
    assert sorted(page.get_by_label("Pairs").input_value().splitlines()) == ["3 4", "4: 1 2", "5 forfeit"]
