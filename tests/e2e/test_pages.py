"""Every kind of page of the demo, on a phone and on a desktop: accessible, as wide as the screen, no complaint in the console."""

import pytest

from tests.e2e.conftest import People, Person, slip_address
from tests.harness.site import Site

pytestmark = pytest.mark.browser

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
    "/e/lighthouse-open/a/roster/",
    "/e/lighthouse-open/a/players/1/",
    "/e/ferry-friendly/",
]
DIRECTOR = [
    "/accounts/",
    "/clubs/harbour/",
    "/clubs/harbour/events/new/",
    "/e/lighthouse-open/manage/",
    "/e/lighthouse-open/manage/event/",
    "/e/lighthouse-open/manage/divisions/new/",
    "/e/lighthouse-open/manage/backups/",
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


def visit(person: Person, paths: list[str]) -> None:
    """Open each page and look at it; all faults of all pages are told together."""
    faults = []
    for path in paths:
        answer = person.page.goto(path)
        assert answer is not None
        try:
            assert answer.status == 200, f"{path} answered {answer.status}"
            person.look(f"page {path}")
        except AssertionError as fault:
            faults.append(str(fault))
            person.complaints.clear()
    assert not faults, "\n".join(faults)


def follow(person: Person, start: str, *links: str) -> None:
    """From ``start`` click the first link of each selector in turn and look at the last page."""
    person.page.goto(start)
    for link in links:
        target = person.page.locator(link).first.get_attribute("href")
        assert target, f"{link} on {person.page.url}"
        person.page.goto(person.page.evaluate("path => new URL(path, location.href).href", target))
    person.look(f"page {' '.join([start, *links])}")


@pytest.mark.parametrize("device", ["phone", "desktop"])
def test_public_pages(people: People, site: Site, device: str) -> None:
    person: Person = getattr(people, device)()
    visit(person, PUBLIC)
    follow(person, "/ratings/harbour/", "tbody a")
    follow(person, "/ratings/harbour/events/", "tbody a, main ul a, main table a")
    follow(person, "/ratings/harbour/", "tbody a", "tbody a[href*='/events/']")
    follow(person, "/e/lighthouse-open/a/rounds/3/", "a[href*='/games/']")
    visit(person, [slip_address(site, "lighthouse-open", 9, 5)])


@pytest.mark.parametrize("device", ["phone", "desktop"])
def test_director_pages(people: People, device: str) -> None:
    person: Person = getattr(people, device)()
    person.sign_in("director")
    visit(person, DIRECTOR)
    follow(person, "/e/lighthouse-open/a/rounds/9/manage/", "a.button-danger")
    follow(person, "/e/lighthouse-open/a/rounds/3/manage/", "a.button-small[href*='/games/']")


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
        person.look(f"page {path} for a stranger")
    assert "/accounts/login/" in person.page.url
