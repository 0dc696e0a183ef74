"""The pages' scripts in a real browser: drafts, lost wifi, stepping through a game. A script that fails, fails the test."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests import factories
from tests.harness.people import TYPING, People
from tournaments.models import Division, Pairing, Submission

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def game(running: Division) -> Pairing:
    """The game at table 1."""
    return Pairing.objects.get(round__division=running, table_number=1)


@pytest.fixture
def slip(people: People, game: Pairing) -> Page:
    """Its slip, opened on a phone whose clock the test can put forward."""
    page = people.phone(has_touch=True).page
    page.clock.install()
    page.goto(factories.own_slip(game.pk))
    return page


def fill(page: Page, first: str, second: str) -> None:
    """Who plays first reports the scores."""
    page.fill("#id_first_score", first)
    page.fill("#id_second_score", second)


def wait_until_sent(page: Page) -> None:
    """The report has arrived; the other player's has not."""
    page.get_by_role("heading", name="Waiting for the other player").wait_for()


def test_a_draft_outlives_a_reload(slip: Page) -> None:
    fill(slip, "401", "")
    slip.click("summary")
    slip.get_by_text("As text").click()
    slip.fill("#id_moves", "8D TRAIN 12")
    token = slip.input_value("[name=client_token]")
    slip.reload()
    assert slip.input_value("#id_first_score") == "401"
    assert slip.input_value("#id_moves") == "8D TRAIN 12"
    assert slip.input_value("[name=client_token]") == token
    slip.get_by_text("It has not been sent yet").wait_for()
    assert not Submission.objects.exists()


def test_lost_wifi_is_said_and_the_report_arrives_later_once(slip: Page) -> None:
    fill(slip, "400", "380")
    slip.context.set_offline(True)
    slip.click("[data-send]")
    slip.get_by_text("Nothing is lost").wait_for()
    slip.context.set_offline(False)
    wait_until_sent(slip)
    slip.goto(slip.url.split("sent/")[0] + "?correct=1")
    assert slip.input_value("#id_first_score") == "400"
    assert list(Submission.objects.values_list("first_score", flat=True)) == [400]


def test_a_lost_answer_makes_no_second_report(slip: Page) -> None:
    """It is sent again by itself after three seconds; the site knows it already."""
    dropped: list[int] = []

    def drop_first_answer(route: Any) -> None:
        if route.request.method == "POST" and not dropped:
            dropped.append(route.fetch(max_redirects=0).status)
            route.abort()
        else:
            route.continue_()

    slip.route("**/p/*/1/", drop_first_answer)
    fill(slip, "400", "380")
    slip.click("[data-send]")
    slip.get_by_text("Nothing is lost").wait_for()
    assert dropped == [302]
    slip.clock.fast_forward(3000)
    wait_until_sent(slip)
    assert Submission.objects.count() == 1


def test_scores_changed_after_a_lost_answer_are_another_report(slip: Page) -> None:
    fill(slip, "400", "380")
    slip.route("**/p/*/1/", lambda route: (route.fetch(max_redirects=0), route.abort()))
    slip.click("[data-send]")
    slip.get_by_text("Nothing is lost").wait_for()
    slip.unroute_all(behavior="ignoreErrors")
    slip.fill("#id_first_score", "410")
    slip.click("[data-send]")
    wait_until_sent(slip)
    assert list(Submission.objects.order_by("pk").values_list("first_score", flat=True)) == [400, 410]


def test_a_refused_report_shows_why_and_goes_through_when_mended(slip: Page) -> None:
    fill(slip, "4000", "380")
    slip.click("[data-send]")
    slip.get_by_role("alert").wait_for()
    assert slip.input_value("#id_first_score") == "4000"
    slip.fill("#id_first_score", "400")
    slip.click("[data-send]")
    wait_until_sent(slip)
    assert Submission.objects.count() == 1


def test_moves_are_checked_while_typing(people: People, game: Pairing) -> None:
    slip = people.phone().page  # with a clock of its own
    slip.goto(factories.own_slip(game.pk))
    slip.click("summary")
    slip.get_by_text("As text").click()
    slip.locator("#id_moves").press_sequentially("8D TRAIN 14", delay=TYPING)
    slip.get_by_text("we count 12").wait_for()
    assert slip.locator(".sheet .tile:visible").count() == 5


def test_a_game_is_stepped_through_by_keys_links_and_swipes(people: People, game: Pairing) -> None:
    """No step asks the site for anything."""
    for side in ("first", "second"):
        factories.report(game, side, 400, 380, record=b"8D TRAIN 12\n7C GALE 13\n-\n")
    page = people.phone(has_touch=True).page
    page.goto(f"/e/{game.round.division.event.slug}/games/{game.pk}/")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url) if "/e/" in request.url else None)

    def tiles() -> int:
        return page.locator(".board .tile:visible").count()

    assert tiles() == 9
    for key, expected in [("Home", 0), ("ArrowRight", 5), ("ArrowRight", 9), ("ArrowLeft", 5), ("End", 9)]:
        page.keyboard.press(key)
        assert tiles() == expected
    page.get_by_role("link", name="First position").click()
    page.get_by_role("link", name="Next move").click()
    assert tiles() == page.locator(".board .tile-fresh:visible").count() == 5
    page.locator("[data-go='2']").click()
    assert page.locator(".turn-panel").inner_text().count("7C GALE") == 1
    page.wait_for_url("**?move=2")
    _swipe(page, 300, 100)
    page.wait_for_url("**?move=3")
    _swipe(page, 100, 300)
    page.wait_for_url("**?move=2")
    assert requests == []


def _swipe(page: Page, start: int, end: int) -> None:
    """A finger across the board, as touch events."""
    page.evaluate(
        """([from, to]) => {
            const board = document.querySelector(".board-frame");
            const touch = (x) => new Touch({ identifier: 1, target: board, clientX: x, clientY: 300 });
            board.dispatchEvent(new TouchEvent("touchstart", { changedTouches: [touch(from)], bubbles: true }));
            board.dispatchEvent(new TouchEvent("touchend", { changedTouches: [touch(to)], bubbles: true }));
        }""",
        [start, end],
    )
