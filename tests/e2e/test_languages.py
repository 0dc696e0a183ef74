"""Every page in every language: as wide as the screen, nothing clipped, nothing for axe to find.

For the deep run: the suite looks at its pages in the language whose words are widest (``test_pages``).
"""

from collections import deque
from collections.abc import Iterable

import pytest
from playwright.sync_api import Error, Response, ViewportSize

from core import languages
from tests.crawl import kind_of, left_out
from tests.e2e.languages import CLIPPED, choose
from tests.e2e.test_pages import DIRECTOR, PUBLIC, slip_path
from tests.harness.people import People, Person

pytestmark = [pytest.mark.browser, pytest.mark.deep, pytest.mark.long]

LANGUAGES = [one.code for one in languages.LANGUAGES]
#: More pages; from all of them one page of each kind that links lead to.
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
WIDTHS = (360, 768, 1280)

#: The links of a page that a person can follow.
LINKS = """
[...document.querySelectorAll('a[href]')].map(a => new URL(a.getAttribute('href'), location.href))
  .filter(to => to.origin === location.origin).map(to => to.pathname + to.search)
"""


def faults_of_all(person: Person, paths: Iterable[str], language: str) -> list[str]:
    """What is wrong with these pages, and with one page of each kind that links lead to from them."""
    faults, kinds, visited, waiting = [], set(), set(), deque(paths)
    given = set(waiting)
    while waiting:
        path = waiting.popleft()
        kind = kind_of(path.partition("?")[0], frozenset({"form"}))
        if path in visited or (path not in given and (kind in kinds or left_out(path))):
            continue
        kinds.add(kind)
        visited.add(path)
        answer = page_at(person, path)
        if answer is None:
            continue
        faults += faults_of(person, path, answer, language)
        waiting.extend(person.page.evaluate(LINKS))
    return faults


def page_at(person: Person, path: str) -> Response | None:
    """What the address answers with; None for a file."""
    try:
        answer = person.page.goto(path)
    except Error as error:
        if "Download is starting" not in error.message and "net::ERR_ABORTED" not in error.message:
            raise
        return None
    assert answer is not None
    if answer.headers.get("content-type", "").startswith("text/html"):
        return answer
    person.complaints.clear()  # the browser shows a text with a style of its own, which our policy refuses
    return None


def faults_of(person: Person, path: str, answer: Response, language: str) -> list[str]:
    """What is wrong with the page at each width."""
    if answer.status != 200:
        return [f"{path} answered {answer.status}"]
    faults = []
    assert person.page.locator("html").get_attribute("lang") == language
    for width in WIDTHS:
        person.page.set_viewport_size(ViewportSize(width=width, height=800))
        wide, clipped = person.settled_width(width), person.page.evaluate(CLIPPED)
        if wide > width or clipped:
            faults.append(f"{path} at {width}: {wide} px {clipped}")
    person.page.set_viewport_size(person.screen)
    try:
        person.check_accessible(f"page {path} {language}")
        assert person.complaints == [], f"{path}: {person.complaints}"
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
        faults = faults_of_all(visitor, [*PUBLIC, *MORE_PUBLIC, slip], language)
        faults += faults_of_all(director, [*DIRECTOR, *MORE_DIRECTOR], language)
    finally:
        choose(director, languages.SOURCE.code)  # the account is that of other tests too
    assert not faults, "\n".join(faults)
