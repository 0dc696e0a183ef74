"""What journeys begin with: somebody signs up and opens a club of their own."""

from tests.harness.people import Person

PASSWORD = "quiet-harbour-7"


def open_club(person: Person, name: str, club: str) -> None:
    """Sign up as ``name`` and open the club; its page is shown. Nothing is found by its words, so that it works in every language."""
    page = person.page
    page.goto("/accounts/join/")
    page.locator("[name=username]").fill(name)
    page.locator("[name=password1]").fill(PASSWORD)
    page.locator("[name=password2]").fill(PASSWORD)
    page.locator("main form [type=submit]").click()
    page.locator("main a[href='/clubs/new/']").first.click()
    page.locator("[name=name]").fill(club)
    page.locator("main form [type=submit]").click()
    page.locator("a[href$='/events/start/']").first.wait_for()
