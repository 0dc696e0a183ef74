"""The pages' scripts in a real browser: drafts, lost wifi, stepping through a game."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, sync_playwright

from tests import factories
from tests.harness import browser
from tournaments.models import Division, Pairing, SlipLink, Submission
from tournaments.services.slips import slip_key

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE: Any = {"width": 390, "height": 844}


def on_a_phone(steps: Callable[[Page], None], address: str) -> None:
    """Open ``address`` on a phone and do ``steps``. The database is not to be touched meanwhile (one thread, one event loop)."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser.ensure(), args=browser.FLAGS)
        page = chromium.new_context(viewport=PHONE, has_touch=True).new_page()
        page.set_default_timeout(10_000)
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(address)
        steps(page)
        chromium.close()
    assert problems == []


def a_game(division: Division) -> Pairing:
    return Pairing.objects.get(round__division=division, table_number=1)


def slip_address(live_server: Any, pairing: Pairing) -> str:
    return f"{live_server.url}/s/{slip_key(SlipLink.objects.get(pairing=pairing))}/"


def fill(page: Page, first: str, second: str) -> None:
    page.locator(".who label").first.click()
    page.fill("#id_first_score", first)
    page.fill("#id_second_score", second)


def test_a_draft_outlives_a_reload(live_server: Any, running: Division) -> None:
    def steps(page: Page) -> None:
        fill(page, "401", "")
        page.click("summary")
        page.fill("#id_moves", "8D TRAIN 12")
        token = page.input_value("[name=client_token]")
        page.reload()
        assert page.input_value("#id_first_score") == "401"
        assert page.input_value("#id_moves") == "8D TRAIN 12"
        assert page.locator("#id_side_0").is_checked()
        assert page.input_value("[name=client_token]") == token
        page.get_by_text("It has not been sent yet").wait_for()

    on_a_phone(steps, slip_address(live_server, a_game(running)))
    assert not Submission.objects.exists()


def test_lost_wifi_is_said_and_the_report_arrives_later_once(live_server: Any, running: Division) -> None:
    def steps(page: Page) -> None:
        fill(page, "400", "380")
        page.context.set_offline(True)
        page.click("[data-send]")
        page.get_by_text("Nothing is lost").wait_for()
        page.context.set_offline(False)
        page.get_by_role("heading", name="Waiting for the other player").wait_for()
        page.goto(page.url.split("sent/")[0])
        assert page.input_value("#id_first_score") == ""

    on_a_phone(steps, slip_address(live_server, a_game(running)))
    assert list(Submission.objects.values_list("first_score", flat=True)) == [400]


def test_an_answer_lost_on_the_way_makes_no_second_report(live_server: Any, running: Division) -> None:
    def steps(page: Page) -> None:
        fill(page, "400", "380")
        dropped: list[int] = []

        def drop_first_answer(route: Any) -> None:
            if route.request.method == "POST" and not dropped:
                dropped.append(route.fetch(max_redirects=0).status)
                route.abort()
            else:
                route.continue_()

        page.route("**/s/*/", drop_first_answer)
        page.click("[data-send]")
        page.get_by_role("heading", name="Waiting for the other player").wait_for()
        assert dropped == [302]

    on_a_phone(steps, slip_address(live_server, a_game(running)))
    assert Submission.objects.count() == 1


def test_scores_changed_after_a_lost_answer_are_another_report(live_server: Any, running: Division) -> None:
    def steps(page: Page) -> None:
        fill(page, "400", "380")
        page.route("**/s/*/", lambda route: (route.fetch(max_redirects=0), route.abort()))
        page.click("[data-send]")
        page.get_by_text("Nothing is lost").wait_for()
        page.unroute("**/s/*/")
        page.fill("#id_first_score", "410")
        page.click("[data-send]")
        page.get_by_role("heading", name="Waiting for the other player").wait_for()

    on_a_phone(steps, slip_address(live_server, a_game(running)))
    assert list(Submission.objects.order_by("pk").values_list("first_score", flat=True)) == [400, 410]


def test_a_refused_report_shows_why_and_goes_through_when_mended(live_server: Any, running: Division) -> None:
    def steps(page: Page) -> None:
        fill(page, "4000", "380")
        page.click("[data-send]")
        page.get_by_role("alert").wait_for()
        assert page.input_value("#id_first_score") == "4000"
        page.fill("#id_first_score", "400")
        page.click("[data-send]")
        page.get_by_role("heading", name="Waiting for the other player").wait_for()

    on_a_phone(steps, slip_address(live_server, a_game(running)))
    assert Submission.objects.count() == 1


def test_moves_are_checked_while_typing(live_server: Any, running: Division) -> None:
    def steps(page: Page) -> None:
        page.click("summary")
        page.locator("#id_moves").press_sequentially("8D TRAIN 14")
        page.get_by_text("The play is worth 12; 14 is written.").wait_for()
        assert page.locator("#check .tile:visible").count() == 5

    on_a_phone(steps, slip_address(live_server, a_game(running)))


def test_a_game_is_stepped_through_by_keys_links_and_swipes(live_server: Any, running: Division) -> None:
    pairing = a_game(running)
    for side in ("first", "second"):
        factories.report(pairing, side, 400, 380, record=b"8D TRAIN 12\n7C GALE 13\n-\n")

    def steps(page: Page) -> None:
        requests: list[str] = []
        page.on("request", lambda request: requests.append(request.url) if "/e/" in request.url else None)

        def tiles() -> int:
            return page.locator(".board .tile:visible").count()

        assert tiles() == 9
        for key, expected in [("Home", 0), ("ArrowRight", 5), ("ArrowRight", 9), ("ArrowLeft", 5), ("End", 9)]:
            page.keyboard.press(key)
            assert tiles() == expected
        page.get_by_role("link", name="First position").click()
        page.get_by_role("link", name="One move on").click()
        assert tiles() == page.locator(".board .tile-fresh:visible").count() == 5
        page.locator("[data-go='2']").click()
        assert page.locator(".turn-panel").inner_text().count("7C GALE") == 1
        page.wait_for_url("**?move=2")
        _swipe(page, 300, 100)
        page.wait_for_url("**?move=3")
        _swipe(page, 100, 300)
        page.wait_for_url("**?move=2")
        assert requests == []

    on_a_phone(steps, f"{live_server.url}/e/{running.event.slug}/games/{pairing.pk}/")


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
