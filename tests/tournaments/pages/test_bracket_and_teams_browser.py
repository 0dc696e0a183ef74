"""A knock-out's bracket and team matches in a real browser: on phones, on a desktop, in the dark and on paper."""

import random
import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from clubs.models import User
from tests import factories
from tests.harness.people import DESKTOP, NARROW, SCREENSHOTS, People
from tests.tournaments.pages.test_matches_and_handicaps_browser import path
from tournaments.models import Division, Entry
from tournaments.services.rounds.pairing import draft_round
from tournaments.services.rounds.publish import publish_round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def play(division: Division, director: User, number: int, *, results: bool = True, **choice: object) -> None:
    """Pair, publish and play a round by chance, always the same."""
    draft = draft_round(actor=director, division=division, number=number, **choice)  # type: ignore[arg-type]
    publish_round(actor=director, round_id=draft.pk, expected_version=draft.version)
    dice = random.Random(number)
    for line in factories.games(draft) if results else ():
        factories.agree(line.pairing_id, dice.randint(300, 480), dice.randint(300, 480))


#: A4 across in points, and what is inside its margins of 10 mm in pixels.
A4_ACROSS = (842, 595)
INSIDE_MARGINS: ViewportSize = {"width": 1047, "height": 718}


def pages_of(paper: bytes) -> list[tuple[int, int]]:
    """The width and height of each page of a PDF, in points."""
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", paper)
    return [(round(float(width)), round(float(height))) for width, height in boxes]


def check_paper(page: Page, *, drawings: int) -> None:
    """All of it is on A4 across, and each drawing fits on one page, the first with the page's heading."""
    assert set(pages_of(page.pdf(prefer_css_page_size=True))) == {A4_ACROSS}
    page.emulate_media(media="print")
    page.set_viewport_size(INSIDE_MARGINS)
    heights = page.locator(".bracket-page").evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
    assert len(heights) == drawings
    head = page.locator(".page-head").evaluate("head => head.getBoundingClientRect().height + 16")
    page.screenshot(path=SCREENSHOTS / f"bracket-paper-{drawings}.png", full_page=True)
    assert max(heights) + head < INSIDE_MARGINS["height"]


def check_scrolls_inside(page: Page) -> None:
    """The drawing is wider than a phone and scrolls in its own box, by keyboard too."""
    box = page.locator(".bracket-box").first
    assert box.evaluate("box => box.scrollWidth > box.clientWidth")
    box.focus()
    page.keyboard.press("ArrowRight")
    box.evaluate("async box => { while (!box.scrollLeft) await new Promise(requestAnimationFrame) }")


@pytest.mark.parametrize(
    ("system", "rounds"), [("elimination", 3), pytest.param("double_elimination", 5, marks=pytest.mark.deep)]
)
def test_a_bracket_is_read_on_a_phone_and_printed(
    people: People, division: Division, director: User, system: str, rounds: int
) -> None:
    """Fourteen players, one game in the first stage, then best of three; the last round is being played."""
    factories.entries(division, director, 14)
    options = {"bracket": 16, "stage_games": (1, 3), "best_of": True, "third_place": system == "elimination"}
    for number in range(1, rounds + 1):
        play(division, director, number, results=number < rounds, system=system, options=options)
    person = people.phone()
    page = person.page
    page.goto(path(division, "standings"))
    page.get_by_role("link", name="Bracket", exact=True).click()
    expect(page.get_by_role("heading", name="Bracket: Division A")).to_be_visible()
    check_scrolls_inside(page)
    person.check_page(f"{system} bracket", widths=(NARROW, DESKTOP))
    person.check_dark(f"{system} bracket")
    name = Entry.objects.get(division=division, number=1).name
    page.locator("svg.bracket a").filter(has_text=name).first.click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    desk = people.desktop(director)
    desk.page.goto(path(division, "print_bracket"))
    desk.check_page(f"{system} bracket to print")
    check_paper(desk.page, drawings=1 if system == "elimination" else 2)


def test_team_matches_are_read_on_a_phone_and_printed(people: People, division: Division, director: User) -> None:
    entries = factories.entries(division, director, 12)
    for place, entry in enumerate(entries):
        entry.team = ("Harbour", "Lighthouse", "Ferry", "Mill Lane")[place % 4]
        entry.save()
    for number in (1, 2):
        play(division, director, number, results=number < 2, system="team_matches")
    person = people.phone()
    page = person.page
    page.goto(path(division, "standings"))
    page.get_by_role("link", name="Teams", exact=True).click()
    expect(page.get_by_role("heading", name="Teams: Division A")).to_be_visible()
    person.check_page("teams", widths=(NARROW, DESKTOP))
    person.check_dark("teams")
    desk = people.desktop(director)
    desk.page.goto(path(division, "print_teams"))
    desk.check_page("teams to print")
