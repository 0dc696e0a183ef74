"""From adjudication to score in a real browser: each situation of a challenge under a challenge rule.

The suite has one rule and three situations here, and all of them by plain requests in ``test_challenge_situations``; the deep run has
all of them here too.
"""

import pytest
from playwright.sync_api import expect

from clubs.models import Club, User
from games.engine.crossword.challenge_rules import CHALLENGE_RULES
from lexicon.models import Adjudication
from tests import factories
from tests.harness.deep import DEEP, deep, some
from tests.harness.people import TYPING, People
from tests.tournaments.scenes.challenge_walk import check_all_situations, check_first_free_second_not
from tests.tournaments.scenes.situations import Situation
from tournaments.models import Division, Pairing, Seat

pytestmark = [pytest.mark.browser, pytest.mark.scaled, pytest.mark.django_db(transaction=True)]

#: The rule sets of the documents differ in what going out gives.
DOCUMENTS = [("tokyo-club", "minus-ten"), ("gujarati-club", "double"), ("hasbro-zh", "single")]
FIRST = ("tournament", "five-per-word")
#: What differs from the others in nothing that a screen shows.
LEFT_OUT = () if DEEP else ("good", "bad out")
CASES = [FIRST, *[("tournament", rule) for rule in CHALLENGE_RULES if rule != "five-per-word"], *DOCUMENTS]


class Screens:
    """A tablet, a phone and the director's screen in the browser."""

    def __init__(self, people: People, director: User) -> None:
        self.tablet = people.phone(service_workers="block").page
        self.phone = people.phone(service_workers="block").page
        self.desk = people.phone(director, service_workers="block").page

    def open_tablet(self, path: str) -> None:
        self.tablet.goto(path)

    def judge(self, case: Situation, seat: Seat) -> tuple[str, str]:
        page = self.tablet
        several_tables = page.locator("#seat")
        if several_tables.count():
            several_tables.select_option(str(seat.pk))
        else:
            page.check(f"[name=seat][value='{seat.pk}']", force=True)
        page.check(f"[name=count][value='{len(case.words)}']", force=True)
        page.set_checked("[name=out_play]", case.out)
        page.fill("#play_score", str(case.score))
        page.get_by_role("button", name="Next: type the words").click()
        for number, word in enumerate(case.words, 1):
            page.locator(f"#word{number}").press_sequentially(word.lower(), delay=TYPING)
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Yes: adjudicate the play").click()
        expect(page.locator("[data-verdict]")).to_be_visible()
        texts = page.locator("[data-says]").inner_text(), page.locator("[data-consequence]").inner_text()
        page.keyboard.press("Space")
        expect(page.locator("[data-verdict]")).to_be_hidden()
        return texts

    def report(self, pairing: Pairing, side: str, scores: tuple[int, int], moves: str) -> tuple[str, list[str]]:
        page = self.phone
        page.goto(factories.own_slip(pairing.pk, side))
        page.fill("#id_first_score", str(scores[0]))
        page.fill("#id_second_score", str(scores[1]))
        page.get_by_text("Add the moves").click()
        page.get_by_text("As text").click()
        page.fill("#id_moves", moves)
        expect(page.locator("#check > *").first).to_be_visible()  # above the button, which moves
        self.send()
        for question in ("#id_sure", "[name=led_before][value=level]"):  # scores so low, and level, are asked about
            if page.locator(question).is_visible():
                page.check(question)
                self.send()
        expect(page.locator("[data-result]")).to_be_visible()
        state = page.locator("[data-result]").get_attribute("data-result") or ""
        return state, [
            text for text in page.locator(".slip > .notice, #questions ~ .notice").all_inner_texts() if "judge" in text
        ]

    def send(self) -> None:
        """Send the slip, and wait for the page that comes back."""
        self.phone.locator("#main").evaluate("main => main.dataset.sent = ''")
        self.phone.locator("[data-send]").click()
        expect(self.phone.locator("#main:not([data-sent])")).to_be_visible()

    def check_adjudication(
        self, adjudication: Adjudication, division: Division, consequence: str, *, turn: int | None = None
    ) -> None:
        self.desk.goto(f"/e/{division.event.slug}/adjudications/{adjudication.pk}/")
        expect(self.desk.get_by_text(consequence, exact=True)).to_be_visible()
        link = self.desk.get_by_role("link", name="of the game's record")
        if turn is None:
            expect(link).to_have_count(0)
        else:
            expect(link).to_have_text(f"Turn {turn} of the game's record")


@pytest.mark.parametrize(("rules", "rule"), some(CASES))
def test_situations_from_adjudication_to_score(
    people: People, club: Club, director: User, rules: str, rule: str
) -> None:
    check_all_situations(Screens(people, director), club, director, rules, rule, without=LEFT_OUT)


@deep
def test_the_first_challenge_is_free_and_the_second_is_not(people: People, club: Club, director: User) -> None:
    check_first_free_second_not(Screens(people, director), club, director)
