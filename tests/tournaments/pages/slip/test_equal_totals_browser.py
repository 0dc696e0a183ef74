"""Equal totals at a table, by phone: the question who led, on the own link, the table's link and the kiosk, with scripts and without."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, ViewportSize, expect

from clubs.models import Club, User
from tests import factories
from tests.harness.people import People, Person
from tournaments.models import Division, Pairing, Result
from tournaments.services.hall.kiosk import kiosk_of, open_kiosk

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SMALL: ViewportSize = {"width": 360, "height": 740}
QUESTION = "Who led before unplayed tiles were counted?"


@pytest.fixture
def gujarati(club: Club, director: User) -> Division:
    division = factories.division(club, director, rules_slug="gujarati-club")
    factories.start(division, director, 4)
    return division


def small(person: Person) -> Page:
    """The person's page on the smallest phone."""
    person.screen = SMALL
    person.page.set_viewport_size(SMALL)
    return person.page


def games(division: Division) -> list[Pairing]:
    return list(Pairing.objects.filter(round__division=division).order_by("table_number"))


def names(pairing: Pairing) -> list[str]:
    return [seat.entry.name for seat in pairing.seats.order_by("position")]


def test_the_question_opens_with_equal_totals_and_one_tap_confirms(
    people: People, gujarati: Division, director: User
) -> None:
    game = games(gujarati)[0]
    won = f"won by {names(game)[1]} (led before unplayed tiles)"
    player = people.phone()
    page = small(player)
    page.goto(factories.own_slip(game.pk))
    question = page.get_by_role("group", name=QUESTION)
    first, second = page.locator("#id_first_score"), page.locator("#id_second_score")
    for one, other, asked in (("400", "", False), ("400", "399", False), ("−7", "－７", True), ("400", "400", True)):
        first.fill(one)
        second.fill(other)
        expect(question).to_be_visible() if asked else expect(question).to_be_hidden()
    player.check_page("slip, equal totals")
    page.get_by_role("button", name="Send the report").click()
    expect(page.get_by_role("alert")).to_contain_text("Say who led before")
    expect(question).to_be_visible()
    question.get_by_text(names(game)[1]).click()
    page.get_by_role("button", name="Send the report").click()
    page.wait_for_url("**/sent/**")
    expect(page.locator("main")).to_contain_text(won)
    player.check_page("slip, equal totals sent")
    official = people.phone(director)
    desk = small(official)
    desk.goto(reverse("tournaments:manage_round", args=[gujarati.event.slug, gujarati.slug, 1]))
    expect(desk.locator("main")).to_contain_text(won)
    official.check_page("results, equal totals reported")
    desk.get_by_role("button", name=re.compile("^Confirm")).first.click()
    expect(desk.get_by_role("status").first).to_contain_text(won)
    assert Result.objects.get(pairing=game).led_before == "second"


def test_without_scripts_the_page_comes_back_with_the_question(people: People, gujarati: Division) -> None:
    game = games(gujarati)[0]
    player = people.phone(scripts=False)
    page = small(player)
    page.goto(factories.own_slip(game.pk))
    expect(page.get_by_text(QUESTION)).to_be_hidden()
    page.locator("#id_first_score").fill("400")
    page.locator("#id_second_score").fill("400")
    page.get_by_role("button", name="Send the report").click()
    question = page.get_by_role("group", name=QUESTION)
    expect(question).to_be_visible()
    player.check_page("slip, equal totals without scripts")
    question.get_by_text(names(game)[0]).click()
    page.get_by_role("button", name="Send the report").click()
    expect(page.locator("main")).to_contain_text(f"won by {names(game)[0]} (led before unplayed tiles)")


def test_at_the_kiosk_through_the_tables_link(people: People, gujarati: Division, director: User) -> None:
    open_kiosk(actor=director, event_id=gujarati.event_id)
    opened = kiosk_of(gujarati.event)
    assert opened is not None
    game = games(gujarati)[0]
    tablet = people.phone()
    page = small(tablet)
    page.goto(reverse("tournaments:kiosk", args=[opened[1]]))
    page.get_by_role("link", name=re.compile("Table 1 ")).click()
    page.locator("#id_first_score").fill("310")
    page.locator("#id_second_score").fill("310")
    page.get_by_role("button", name="Send the report").click()
    expect(page.get_by_text("Choose which of the two players you are.").first).to_be_visible()
    # what comes back to be corrected has the way back to the tables too
    expect(page.get_by_role("link", name="Back to the tables")).to_be_visible()
    page.get_by_role("group", name="Who are you?").get_by_text(names(game)[0]).click()
    page.get_by_role("group", name=QUESTION).get_by_text("Nobody: it was level then too").click()
    page.get_by_role("button", name="Send the report").click()
    page.wait_for_url("**/sent/**")
    expect(page.locator("main")).to_contain_text("a tie (level before unplayed tiles too)")


def test_at_a_table_of_four_only_the_best_are_offered(people: People, club: Club, director: User) -> None:
    division = factories.division(club, director, table_size=4, rules_slug="gujarati-club")
    factories.start(division, director, 4)
    (game,) = games(division)
    player = people.phone()
    page = small(player)
    page.goto(factories.own_slip(game.pk))
    for seat, points in enumerate(("300", "320", "250", "320"), 1):
        page.locator(f"#id_game1_seat{seat}").fill(points)
    question = page.get_by_role("group", name=QUESTION)
    offered = [label.strip() for label in question.locator("label:visible").all_inner_texts()]
    assert offered == [names(game)[1], names(game)[3], "Nobody: the lead was shared then too"]
    player.check_page("slip, equal totals at a table of four")
    question.get_by_text(names(game)[3]).click()
    page.get_by_role("button", name="Send the report").click()
    page.wait_for_url("**/sent/**")
    expect(page.locator("main")).to_contain_text(f"won by {names(game)[3]} (led before unplayed tiles)")
