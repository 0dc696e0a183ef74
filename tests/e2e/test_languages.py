"""Every page in every language: as wide as the screen, nothing clipped, nothing for axe to find.

The suite looks at the language whose words are widest, on a phone; the long run at all of them, on three screens.
"""

import pytest
from playwright.sync_api import ViewportSize

from core import languages
from tests.e2e.test_pages import DIRECTOR, PUBLIC, slip_path
from tests.harness.deep import DEEP, some
from tests.harness.people import People, Person

pytestmark = pytest.mark.browser

WIDEST = "gu"
LANGUAGES = some([WIDEST, *(one.code for one in languages.LANGUAGES if one.code != WIDEST)])
#: Pages that have a browser test of their own in English; in the other languages the long run looks at them.
MORE_PUBLIC = ["/game-clock/", "/certificates/", "/e/lighthouse-open/prizes/", "/e/lighthouse-open/statistics/"]
MORE_DIRECTOR = [
    "/clubs/harbour/webhooks/",
    "/clubs/harbour/webhooks/new/",
    "/e/lighthouse-open/broadcast/",
    "/e/lighthouse-open/manage/clock/",
    "/e/lighthouse-open/manage/files/",
    "/e/lighthouse-open/manage/prizes/reach/",
    "/e/lighthouse-open/manage/prizes/sheet/",
    "/e/lighthouse-open/manage/screens/",
    "/e/lighthouse-open/a/manage/plan/",
    "/e/lighthouse-open/a/manage/plan/10/",
    "/e/lighthouse-open/a/rounds/9/by-hand/",
    "/e/ferry-friendly/manage/prizes/certificates/",
]
WIDTHS = (360, 768, 1280) if DEEP else (360,)
#: What is cut off at the side though it does not scroll; a field scrolls what is typed into it.
CLIPPED = """
[...document.querySelectorAll('main *, header *, footer *')]
  .filter(e => !e.matches(
    'input, textarea, select, svg, svg *, .brand-name, .visually-hidden, .visually-hidden *, option, meter, progress'
  ))
  .filter(e => e.checkVisibility() && e.clientWidth && e.scrollWidth > e.clientWidth + 1)
  .filter(e => !['auto', 'scroll', 'visible'].includes(getComputedStyle(e).overflowX))
  .map(e => e.outerHTML.slice(0, 120))
"""


def choose(person: Person, language: str) -> None:
    """The language, on its page."""
    person.page.goto("/language/")
    person.page.locator(f"main button[lang={language}]").click()
    person.page.wait_for_url(f"{person.address}/")


def faults_of(person: Person, path: str, language: str) -> list[str]:
    """What is wrong with the page at each width."""
    faults = []
    answer = person.page.goto(path)
    assert answer is not None
    assert answer.status == 200, f"{path} answered {answer.status}"
    assert person.page.locator("html").get_attribute("lang") == language
    for width in WIDTHS:
        person.page.set_viewport_size(ViewportSize(width=width, height=800))
        wide, clipped = person.page.evaluate("document.documentElement.scrollWidth"), person.page.evaluate(CLIPPED)
        if wide > width or clipped:
            faults.append(f"{path} at {width}: {wide} px {clipped}")
    person.page.set_viewport_size(person.screen)
    if DEEP:
        try:
            person.check_page(f"page {path} {language}")
        except AssertionError as fault:
            faults.append(str(fault))
            person.complaints.clear()
    return faults


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_in_a_language(people: People, language: str) -> None:
    visitor, director = people.phone(locale=language), people.phone()
    slip = slip_path(people.desktop(), "/e/lighthouse-open/a/", 9)
    director.sign_in("director")
    choose(director, language)
    try:
        faults = [
            fault
            for path in [*PUBLIC, *(MORE_PUBLIC if DEEP else []), slip]
            for fault in faults_of(visitor, path, language)
        ]
        faults += [
            fault
            for path in [*DIRECTOR, *(MORE_DIRECTOR if DEEP else [])]
            for fault in faults_of(director, path, language)
        ]
    finally:
        choose(director, languages.SOURCE.code)  # the account is that of other tests too
    assert not faults, "\n".join(faults)
