"""Every kind of page of the demo, on a phone and on a desktop: accessible, as wide as the screen, no complaint in the console.

In the suite they are in the language whose words are widest, on the narrowest phone; ``test_languages`` is for the deep run.
"""

import re

import pytest

from core import languages
from tests.e2e.languages import CLIPPED, OF_THE_SUITE, choose
from tests.harness.deep import DEEP, some
from tests.harness.people import NARROW, SCREENSHOTS, People, Person
from tests.harness.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.scaled]

PUBLIC = [
    "/",
    "/language/",
    "/accounts/login/",
    "/clubs/harbour/",
    "/dictionaries/",
    "/dictionaries/en/",
    "/ratings/",
    "/ratings/harbour/",
    "/ratings/harbour/events/",
    "/e/lighthouse-open/",
    "/e/lighthouse-open/a/standings/",
    "/e/lighthouse-open/a/standings/?round=3",
    "/e/lighthouse-open/a/rounds/3/",
    "/e/lighthouse-open/a/rounds/9/",
    "/e/lighthouse-open/a/rounds/9/find/",
    "/e/lighthouse-open/a/rounds/9/find/?q=an",
    "/e/lighthouse-open/a/display/",
    "/e/lighthouse-open/a/display/?screen=1",
    "/e/lighthouse-open/a/wall-chart/",
    "/e/lighthouse-open/a/games/",
    "/e/lighthouse-open/a/roster/",
    "/e/lighthouse-open/a/players/1/",
    "/e/ferry-friendly/",
    "/e/breakwater-cup/a/bracket/",
    "/e/quayside-teams/a/teams/",
]
DIRECTOR = [
    "/accounts/",
    "/clubs/harbour/",
    "/clubs/harbour/events/new/",
    "/clubs/harbour/events/bring-in/",
    "/e/lighthouse-open/manage/",
    "/e/lighthouse-open/manage/event/",
    "/e/lighthouse-open/manage/divisions/new/",
    "/e/lighthouse-open/manage/backups/",
    "/e/lighthouse-open/manage/files/",
    "/e/lighthouse-open/manage/kiosk/",
    "/e/lighthouse-open/manage/laptop/",
    "/e/lighthouse-open/manage/laptop/take/",
    "/e/lighthouse-open/manage/log/",
    "/e/lighthouse-open/manage/log/?text=nothing+of+the+kind",
    "/e/lighthouse-open/manage/prizes/",
    "/e/lighthouse-open/manage/prizes/new/",
    "/e/lighthouse-open/manage/prizes/print/",
    "/e/lighthouse-open/a/manage/contention/",
    "/e/lighthouse-open/a/manage/ratings/",
    "/e/lighthouse-open/a/manage/standings/",
    "/e/lighthouse-open/a/manage/blocks/",
    "/e/lighthouse-open/a/rounds/9/sheets/",
    "/e/lighthouse-open/a/settings/",
    "/e/lighthouse-open/a/manage/roster/",
    "/e/lighthouse-open/a/rounds/8/manage/",
    "/e/lighthouse-open/a/rounds/9/manage/",
    "/e/lighthouse-open/a/rounds/10/manage/",
    "/e/lighthouse-open/a/rounds/9/print/ranked/",
    "/e/lighthouse-open/a/rounds/9/print/alphabetical/",
    "/e/lighthouse-open/a/rounds/9/print/slips/",
    "/e/lighthouse-open/a/print/standings/",
    "/e/ferry-friendly/manage/",
]


#: Everything is done on a phone and each page looked at on both; the deep run does everything on a desktop as well.
DEVICES = some(["phone", "desktop"])


def check_pages(person: Person, paths: list[str]) -> None:
    """Open each page and check it; all faults of all pages are told together."""
    faults = []
    for turn, path in enumerate(paths):
        answer = person.page.goto(path)
        assert answer is not None
        try:
            assert answer.status == 200, f"{path} answered {answer.status}"
            person.check_page_on_both(f"page {path}")
            clipped = person.page.evaluate(CLIPPED)
            assert not clipped, f"{path}: {clipped}"
            if DEEP or turn % 3 == 0:  # all pages take their colours from one table
                person.check_dark(f"page {path}")
        except AssertionError as fault:
            faults.append(str(fault))
            person.complaints.clear()
    assert not faults, "\n".join(faults)


def check_linked_page(person: Person, start: str, *links: str) -> None:
    """From ``start`` go to the first link of each selector in turn and check the last page."""
    person.page.goto(start)
    for link in links:
        target = person.page.locator(link).first.get_attribute("href")
        assert target, f"{link} on {person.page.url}"
        person.page.goto(person.page.evaluate("path => new URL(path, location.href).href", target))
    person.check_page_on_both(f"page {' '.join([start, *links])}")


def check_print(person: Person, path: str) -> None:
    """What comes out of the printer: the content alone, none of it cut off at the side."""
    page = person.page
    page.goto(path)
    page.emulate_media(media="print")
    page.screenshot(path=SCREENSHOTS / f"print {path.strip('/').split('/')[-2]}.png", full_page=True)
    assert not page.locator("header nav, footer, .no-print").locator("visible=true").count(), path
    wide = page.evaluate(
        "[...document.querySelectorAll('main *')].filter(e => e.scrollWidth > e.clientWidth + 1 && e.clientWidth).length"
    )
    assert not wide, f"{path}: {wide} elements are cut off on paper"
    page.emulate_media(media="screen")


def slip_path(director: Person, event: str, round_number: int, player: str = "") -> str:
    """The address on the player's, or the first, strip of a round's slips, read off the director's printed page as a camera would."""
    director.sign_in("director")
    director.page.goto(f"{event}rounds/{round_number}/print/slips/?strips=1")
    strip = director.page.locator(".strip", has_text=player).first
    address = strip.locator(".slip-address").inner_text().strip()
    return f"{address.removeprefix(director.address)}{round_number}/"


def narrow(person: Person) -> Person:
    """With the smallest phone that people still have, where the suite looks at a page but once."""
    if not DEEP:
        person.screen = NARROW
        person.page.set_viewport_size(NARROW)
    return person


@pytest.mark.parametrize("device", DEVICES)
def test_public_pages(people: People, device: str) -> None:
    person = narrow(getattr(people, device)(locale=OF_THE_SUITE))
    check_pages(person, [*PUBLIC, slip_path(people.desktop(), "/e/lighthouse-open/a/", 9)])
    assert person.page.locator("html").get_attribute("lang") == OF_THE_SUITE
    check_linked_page(person, "/ratings/harbour/", "tbody a")
    check_linked_page(person, "/ratings/harbour/events/", "tbody a, main ul a, main table a")
    check_linked_page(person, "/ratings/harbour/", "tbody a", "tbody a[href*='/events/']")
    check_linked_page(person, "/e/lighthouse-open/a/rounds/3/", "a[href*='/games/']:not([href$='/games/'])")


@pytest.mark.parametrize("device", DEVICES)
def test_director_pages(people: People, device: str) -> None:
    person = narrow(getattr(people, device)())
    person.sign_in("director")
    choose(person, OF_THE_SUITE)
    try:
        check_pages(person, DIRECTOR)
        assert person.page.locator("html").get_attribute("lang") == OF_THE_SUITE
        check_linked_page(person, "/e/lighthouse-open/a/rounds/9/manage/", "a.button-danger")
        check_linked_page(person, "/e/lighthouse-open/a/rounds/3/manage/", "a.button-small[href*='/games/']")
    finally:
        choose(person, languages.SOURCE.code)  # the account is that of other tests too


@pytest.mark.parametrize("device", DEVICES)
def test_prizes_chances_log_and_copies(people: People, site: Site, device: str) -> None:
    """In a what-if of the running event, which is thrown away at the end: nothing else sees what happens here."""
    person: Person = getattr(people, device)()
    person.sign_in("director")
    page = person.page
    page.goto("/e/lighthouse-open/manage/backups/")
    page.get_by_role("button", name="Make a test copy").click()
    page.wait_for_url("**/manage/")
    person.check_page_on_both("page what-if")
    home = page.url.removesuffix("manage/").removeprefix(site.url)
    check_pages(person, [f"{home}manage/backups/"])
    page.goto(f"{home}manage/prizes/")
    page.get_by_label("Places", exact=True).fill("3")
    page.get_by_label("Money").fill("300 200 100")
    page.get_by_role("button", name="Add these prizes").click()
    page.locator("main ol a[href*='/manage/prizes/']").first.wait_for()
    person.check_page_on_both("page prizes of a what-if")
    check_pages(person, [f"{home}manage/prizes/print/"])
    check_print(person, f"{home}manage/prizes/print/")
    check_linked_page(person, f"{home}manage/prizes/", "main ol a[href*='/manage/prizes/']")
    page.goto(f"{home}manage/prizes/sheet/")
    page.get_by_label("Entry fee per player").fill("20")
    page.get_by_label("Currency").fill("EUR")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Prize money saved.").wait_for()
    person.check_page_on_both("page prize sheet")
    check_print(person, f"{home}manage/prizes/sheet/")
    check_pages(person, [f"{home}manage/prizes/reach/", f"{home}manage/copy-ratings/"])
    page.goto(f"{home}a/manage/contention/")
    page.get_by_role("button", name="Calculate").click()
    page.get_by_role("heading", name="Possible final places").wait_for(timeout=60_000)
    person.check_page_on_both("page who can still win what")
    check_pages(person, [f"{home}manage/log/"])
    check_linked_page(person, f"{home}manage/log/", "main a[href*='/manage/log/']")
    page.goto(f"{home}manage/backups/")
    page.get_by_role("button", name="Make a backup").click()
    page.locator("a[href$='/restore/']").first.wait_for()
    check_linked_page(person, f"{home}manage/backups/", "a[href$='/restore/']")
    check_linked_page(person, f"{home}manage/", "a.button-danger[href$='/throw-away/']")
    page.get_by_role("button", name="Delete").click()
    page.wait_for_url(lambda url: not url.startswith(f"{site.url}{home}"))
    check_pages(person, ["/e/lighthouse-open/manage/"])


def test_pages_that_are_not_there(people: People) -> None:
    person = people.phone()
    for path, status in [
        ("/e/nothing/", 404),
        ("/s/abcdefghijklmnopqrstuvwxyz/", 404),
        ("/e/lighthouse-open/manage/", 200),
    ]:
        answer = person.page.goto(path)
        assert answer is not None
        assert answer.status == status, path
        person.check_page(f"page {path} for a stranger")
    assert "/accounts/login/" in person.page.url


def test_a_reader_chooses_light_or_dark(people: People) -> None:
    page = people.phone().page
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    light, dark = "rgb(251, 249, 243)", "rgb(20, 26, 24)"
    page.goto("/")
    assert page.evaluate(ground) == light
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(ground) == dark, "as the device says"
    page.get_by_label("Colours").select_option("light")
    assert page.evaluate(ground) == light
    page.goto("/dictionaries/")
    assert page.evaluate(ground) == light, "the choice is kept"
    page.emulate_media(color_scheme="light")
    page.get_by_label("Colours").select_option("dark")
    assert page.evaluate(ground) == dark
    page.emulate_media(media="print")
    assert page.evaluate(ground) == "rgb(255, 255, 255)", "paper is white"


@pytest.mark.parametrize("device", DEVICES)
def test_a_certificate_is_printed_and_checked(people: People, device: str) -> None:
    """The director prints; somebody without an account types the code from the paper."""
    director: Person = getattr(people, device)()
    director.sign_in("director")
    printed = "/e/ferry-friendly/manage/prizes/certificates/?for=everyone"
    director.page.goto(printed)
    director.check_page_on_both("page certificates")
    check_print(director, printed)
    director.page.emulate_media(media="print")
    made = director.page.locator(".certificate").count()
    assert len(re.findall(rb"/Type\s*/Page\b", director.page.pdf(prefer_css_page_size=True))) == made, "one page each"
    code = director.page.locator(".certificate code").first.inner_text()
    reader: Person = getattr(people, device)()
    reader.page.goto("/certificates/")
    reader.check_page_on_both("page check a certificate")
    reader.page.get_by_label("Code on the certificate").fill(code.lower())
    reader.page.get_by_role("button", name="Check the code").click()
    reader.page.get_by_text("confirmed").wait_for()
    reader.check_page_on_both("page confirmed certificate")
