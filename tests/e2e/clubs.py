"""What journeys begin with: somebody signs up, opens a club of their own and an event in it."""

from playwright.sync_api import Page, expect

from tests.harness.people import Person

PASSWORD = "quiet-harbour-7"


def sign_up(person: Person, name: str) -> None:
    """Sign up as ``name``. Nothing is found by its words, so that it works in every language."""
    page = person.page
    page.goto("/accounts/join/")
    page.locator("[name=username]").fill(name)
    page.locator("[name=password1]").fill(PASSWORD)
    page.locator("[name=password2]").fill(PASSWORD)
    page.locator("main form [type=submit]").click()
    page.locator("main a[href='/clubs/new/']").first.wait_for()


def open_club(person: Person, name: str, club: str) -> None:
    """Sign up as ``name`` and open the club; its page is shown, in every language."""
    sign_up(person, name)
    page = person.page
    page.locator("main a[href='/clubs/new/']").first.click()
    page.locator("[name=name]").fill(club)
    page.locator("main form [type=submit]").click()
    page.locator("a[href$='/events/start/']").first.wait_for()


def open_event(page: Page, name: str, rounds: int) -> None:
    """From the club's page, an event of so many rounds."""
    page.get_by_role("link", name="New event").first.click()
    page.get_by_role("link", name="Set everything yourself").click()
    page.get_by_label("Event name").fill(name)
    page.get_by_label("Rounds", exact=True).fill(str(rounds))
    page.get_by_role("button", name="Create the event").click()
    page.wait_for_url("**/manage/")


def paste_players(page: Page, division: str, players: list[tuple[str, int]]) -> None:
    """Names and ratings, checked and imported."""
    page.goto(f"{division}manage/roster/")
    page.get_by_label("Paste the players").fill("\n".join(f"{name}, {rating}" for name, rating in players))
    page.get_by_role("button", name="Check the list").click()
    page.locator("form.action-bar button").click()
    expect(page.locator("table.roster tbody tr")).to_have_count(len(players))
