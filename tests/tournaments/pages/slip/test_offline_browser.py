"""A hall without network: own page, slip and board open from the phone, what is typed stays, and each report arrives exactly once."""

import pytest
from playwright.sync_api import Page, expect

from clubs.models import User
from tests import factories
from tests.harness.people import TYPING, People, Person
from tournaments.models import Event, Submission

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


class Player:
    """A player with a phone that has opened their own page once, with network."""

    def __init__(self, person: Person, slip: str) -> None:
        self.person, self.slip = person, slip
        self.home = slip.rsplit("/", 2)[0] + "/"
        self.page = person.page
        self.page.goto(self.home)
        expect(self.page.locator("[data-offline]")).to_contain_text("opens offline")

    def network(self, *, there: bool) -> None:
        self.person.context.set_offline(not there)

    def close_and_open(self, address: str) -> Page:
        """As after a flat battery: nothing is left but what the phone has stored."""
        self.page.close()
        self.page = self.person.page = self.person.context.new_page()
        self.page.goto(address)
        return self.page

    def type_scores(self, first: int, second: int) -> None:
        for name, score in (("first", first), ("second", second)):
            self.page.locator(f"#id_{name}_score").press_sequentially(str(score), delay=TYPING)

    def send(self) -> None:
        self.page.get_by_role("button", name="Send the report").click()


@pytest.fixture
def player(people: People, db: None) -> Player:
    director = factories.user("tess")
    division = factories.division(factories.club(director), director)
    pairing = factories.games(factories.start(division, director, 2))[0].pairing_id
    return Player(people.phone(), factories.own_slip(pairing, "first"))


def test_a_report_written_without_network_arrives_once(player: Player) -> None:
    player.network(there=False)
    page = player.page
    page.reload()
    expect(page.locator("[data-copy-line]")).to_contain_text("No network: this is the page as of")
    page.get_by_role("link", name="Report the result").click()
    page.wait_for_url(f"**{player.slip}")
    player.type_scores(401, 398)
    page.get_by_text("Add the moves").click()
    for square in ("112", "113"):  # the board is typed on as with network
        page.locator(f".sheet [data-at='{square}']").click()
    for letter in "AT":
        page.locator(f".sheet-key[data-tile='{ord(letter) - ord('A')}']").click()
    page.locator(".sheet [data-do='undo']:visible").first.click()
    page.locator(".sheet [data-do='undo']:visible").first.click()
    player.send()
    expect(page.locator("[data-status]")).to_contain_text("Nothing is lost")

    page = player.close_and_open(player.slip)
    expect(page.locator("#id_first_score")).to_have_value("401")
    expect(page.locator("[data-status]")).to_contain_text("Nothing is lost")
    page = player.close_and_open(player.home)
    expect(page.locator("[data-report=waiting]")).to_contain_text("is waiting on this device")
    assert not Submission.objects.exists()

    player.network(there=True)
    expect(page.locator("[data-report=arrived]")).to_contain_text("has arrived")
    player.person.check_page("own page, a report has arrived")
    page.locator("[data-report=arrived] a").click()
    expect(page.locator("main")).to_contain_text("401")
    report = Submission.objects.get()
    assert (report.first_score, report.second_score) == (401, 398)


def test_what_is_typed_outlives_a_closed_page(player: Player) -> None:
    page = player.page
    page.get_by_role("link", name="Report the result").click()
    player.type_scores(377, 512)
    page.get_by_text("Add the moves").click()
    page.get_by_text("As text").click()
    page.locator("#id_moves").fill("8D TRAIN 12\n")
    expect(page.locator("#check .badge").first).to_be_visible()
    page = player.close_and_open(player.slip)
    expect(page.locator("#id_second_score")).to_have_value("512")
    expect(page.locator("#id_moves")).to_have_value("8D TRAIN 12\n")
    expect(page.locator("[data-part=count]")).to_have_text("1")


def test_a_report_that_the_site_refuses_is_shown_again(player: Player) -> None:
    """Sent from another page than its own: what is wrong is said where it was typed."""
    page = player.page
    page.get_by_role("link", name="Report the result").click()
    player.network(there=False)
    page.locator("#id_first_score").press_sequentially("12345678", delay=TYPING)
    player.send()
    expect(page.locator("[data-status]")).to_contain_text("Nothing is lost")
    page = player.close_and_open(player.home)
    player.network(there=True)
    expect(page.locator("[data-report=refused]")).to_contain_text("did not accept")
    page.locator("[data-report=refused] a").click()
    expect(page.locator("[role=alert]")).to_contain_text("Not sent yet")
    expect(page.locator("#id_first_score")).to_have_value("12345678")
    assert not Submission.objects.exists()


def test_pages_never_seen_and_addresses_that_are_not_secure(player: Player, people: People) -> None:
    player.network(there=False)
    player.page.goto("/clubs/")
    expect(player.page.get_by_role("heading", name="No network", level=1)).to_be_visible()
    expect(player.page.locator("[data-kept-pages] a")).not_to_have_count(0)
    player.person.check_page("offline")
    plain = people.phone()
    plain.context.add_init_script("Object.defineProperty(window, 'isSecureContext', { get: () => false })")
    plain.page.goto(player.slip)
    expect(plain.page.locator("[data-offline]")).to_contain_text("is not secure (http)")
    plain.check_page("slip over http")
    assert plain.page.evaluate("navigator.serviceWorker.getRegistrations().then(all => all.length)") == 0


def kept(page: Page) -> list[str]:
    """The paths of the pages that the device has stored."""
    paths: list[str] = page.evaluate(
        "caches.open('wordhall-pages').then(c => c.keys()).then(all => all.map(one => new URL(one.url).pathname))"
    )
    return paths


def test_public_pages_of_the_event_are_kept_and_those_of_its_director_are_not(player: Player, people: People) -> None:
    club_event = Event.objects.get()
    address = f"/e/{club_event.slug}/"
    page = player.page
    page.goto(address)
    stored = "path => caches.open('wordhall-pages').then(c => c.match(path)).then(Boolean)"
    page.wait_for_function(stored, arg=address)
    player.network(there=False)
    page.reload()
    expect(page.locator("[data-copy-line]")).to_be_visible()
    expect(page.locator("[data-age]")).to_be_hidden()  # said once is enough
    director = people.phone()
    director.page.goto(player.home)
    expect(director.page.locator("[data-offline]")).to_be_visible()
    director.sign_in_as(User.objects.get(username="tess"))
    director.page.goto(address)
    director.page.goto(f"{address}manage/")
    director.page.goto(player.home)
    assert not [path for path in kept(director.page) if path.startswith("/e/")]
