"""Two phones report one game, whatever happens on the way: nothing is lost, nothing is doubled.

The suite plays one case; ``script/test --deep`` plays each mishap at three widths, light and dark.
"""

from datetime import timedelta
from typing import Literal

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from tests import factories
from tests.harness.deep import some
from tests.harness.people import DESKTOP, NARROW, TYPING, People, Person
from tournaments.models import Pairing, Submission

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SCORES = (401, 398)
SQUARES, WORD = ("112", "113"), "AT"
#: What a player does, in order.
STEPS = ("open the slip", "type the scores", "lay a play", "send")
Screen = tuple[int, int]
SCREENS: tuple[Screen, ...] = ((NARROW["width"], NARROW["height"]), (768, 1024), (DESKTOP["width"], DESKTOP["height"]))
Theme = Literal["light", "dark"]


class Reporter:
    """One of the two players, with a phone that has shown their own page once."""

    def __init__(self, people: People, pairing: Pairing, side: str, screen: Screen, theme: Theme) -> None:
        self.slip = factories.own_slip(pairing.pk, side)
        self.home = self.slip.rsplit("/", 2)[0] + "/"
        self.person: Person = people.phone(color_scheme=theme)
        self.person.screen = {"width": screen[0], "height": screen[1]}
        self.page: Page = self.person.page
        self.page.set_viewport_size(self.person.screen)
        self.page.goto(self.home)
        expect(self.page.locator("[data-offline]")).to_contain_text("opens offline")

    def network(self, *, there: bool) -> None:
        self.person.context.set_offline(not there)

    def clock(self, off: timedelta) -> None:
        """Set the phone's clock wrong."""
        self.page.clock.set_system_time(timezone.now() + off)

    def close_and_open(self, *, typed: bool) -> None:
        """As after a flat battery; the scores were typed before, if ``typed``."""
        self.page.close()
        self.page = self.person.page = self.person.context.new_page()
        self.page.set_viewport_size(self.person.screen)
        self.page.goto(self.slip)
        if typed:
            expect(self.page.locator("#id_second_score")).to_have_value(str(SCORES[1]))

    def do(self, step: str) -> None:
        page = self.page
        if step == "open the slip":
            page.get_by_role("link", name="Report the result").click()
            page.wait_for_url(f"**{self.slip}")
            self.person.check_page("slip")
        elif step == "type the scores":
            for name, score in zip(("first", "second"), SCORES, strict=True):
                page.locator(f"#id_{name}_score").press_sequentially(str(score), delay=TYPING)
        elif step == "lay a play":
            page.get_by_text("Add the moves").click()
            page.locator(f".sheet [data-at='{SQUARES[0]}']").click()
            for letter in WORD:
                page.locator(f".sheet-key[data-tile='{ord(letter) - ord('A')}']").click()
            page.locator(".sheet [data-do='add']:visible").first.click()
            expect(page.locator(".sheet [data-part=count]")).to_have_text("1")
        else:
            page.get_by_role("button", name="Send the report").click()

    def arrived(self) -> None:
        self.page.wait_for_url("**/sent/**")
        self.person.check_page("sent")

    def report(self, mishap: str) -> None:
        """The whole journey, with the mishap on the way."""
        for step in STEPS:
            if mishap == f"the network goes: {step}":
                self.network(there=False)
            if mishap == f"the battery is flat: {step}" and step != STEPS[0]:
                self.close_and_open(typed=step != STEPS[1])
            self.do(step)
        if mishap.startswith("the network goes"):
            expect(self.page.locator("[data-status]")).to_contain_text("Nothing is lost")
            self.network(there=True)
        self.arrived()


@pytest.fixture
def pairing(db: None) -> Pairing:
    director = factories.user("tess")
    division = factories.division(factories.club(director), director)
    return Pairing.objects.get(pk=factories.games(factories.start(division, director, 2))[0].pairing_id)


def once_from_each(pairing: Pairing) -> None:
    """Two reports have arrived, one of each player, with all that was typed; they agree, so the result stands."""
    reports = list(Submission.objects.filter(pairing=pairing).select_related("record"))
    assert len(reports) == 2
    assert {(report.first_score, report.second_score) for report in reports} == {SCORES}
    assert all(report.record and WORD.encode() in bytes(report.record.original) for report in reports)
    pairing.result.refresh_from_db()
    assert (pairing.result.first_score, pairing.result.second_score) == SCORES


MISHAPS = [
    "the answer is lost",
    *(f"the network goes: {step}" for step in reversed(STEPS)),
    *(f"the battery is flat: {step}" for step in STEPS[1:]),
    "both send at once",
    "the clock is two days fast",
    "the clock is two days slow",
    "none",
]
LOOKS: list[tuple[Screen, Theme]] = [(screen, theme) for screen in SCREENS for theme in ("dark", "light")]


@pytest.mark.parametrize(
    ("mishap", "screen", "theme"), some([(mishap, screen, theme) for mishap in MISHAPS for screen, theme in LOOKS])
)
def test_both_report_once(people: People, pairing: Pairing, mishap: str, screen: Screen, theme: Theme) -> None:
    phones = [Reporter(people, pairing, side, screen, theme) for side in ("first", "second")]
    if mishap == "both send at once":
        for phone in phones:
            for step in STEPS[:-1]:
                phone.do(step)
        for phone in phones:
            send = phone.page.get_by_role("button", name="Send the report")
            send.evaluate("button => { setTimeout(() => button.click(), 300) }")
        for phone in phones:
            phone.arrived()
    else:
        for phone in phones:
            if mishap == "the answer is lost":
                lose_first_answer(phone)
            if mishap.startswith("the clock"):
                phone.clock(timedelta(days=2 if "fast" in mishap else -2))
            phone.report(mishap)
    once_from_each(pairing)
    for phone in phones:
        phone.page.goto(phone.home)
        expect(phone.page.locator("main")).to_contain_text(f"{SCORES[0]}")
        phone.person.check_page("own page, reported")


def lose_first_answer(phone: Reporter) -> None:
    """The report arrives, and the phone does not hear of it."""
    lost: list[bool] = []

    def lose(route: Route) -> None:
        if route.request.method != "POST" or lost or "check" in route.request.url:
            route.continue_()
            return
        route.fetch(max_redirects=0)
        lost.append(True)
        route.abort()

    phone.person.context.route(f"**{phone.slip}", lose)


@pytest.mark.parametrize(("screen", "theme"), some(LOOKS))
def test_without_scripts_sending_again_doubles_nothing(
    people: People, pairing: Pairing, screen: Screen, theme: Theme
) -> None:
    for side in ("first", "second"):
        slip = factories.own_slip(pairing.pk, side)
        person = people.phone(scripts=False, color_scheme=theme)
        person.screen = {"width": screen[0], "height": screen[1]}
        page = person.page
        page.set_viewport_size(person.screen)
        page.goto(slip)
        for name, score in zip(("first", "second"), SCORES, strict=True):
            page.locator(f"#id_{name}_score").fill(str(score))
        page.get_by_text("Add the moves").click()
        page.locator("#id_moves").fill(f"8H {WORD} 4\n")
        person.check_page("slip without scripts")
        send = page.get_by_role("button", name="Send the report")
        if side == "first":
            person.context.set_offline(True)
            send.click()
            expect(send).to_have_count(0)  # the browser's own page: no network
            person.context.set_offline(False)
            page.reload()  # sends the form again
        else:
            send.dblclick()
        page.wait_for_url("**/sent/**")
    once_from_each(pairing)
