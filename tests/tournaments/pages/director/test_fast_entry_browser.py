"""Fast entry in a real browser: whoever types on while the network is slow or gone loses no key."""

import re

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import Page, Route, expect

from clubs.models import Membership, Role, User
from tests.harness.deep import times
from tests.harness.people import TYPING, People, Person
from tests.tournaments.scenes.rows import Scene, add_round, make_scene
from tournaments.models import Pairing, Result, Submission

pytestmark = [pytest.mark.browser, pytest.mark.scaled, pytest.mark.django_db(transaction=True)]

GAMES = times(12, deep=60)
#: Milliseconds from key to key, and that every answer takes longer: more than a line takes to type.
KEY, LATENCY = TYPING, 600


def evening(games: int) -> Scene:
    """A published round without results."""
    scene = make_scene(players=2 * games, rounds=0)
    add_round(scene.division, scene.entries, 1, confirmed=False)
    return scene


class Network:
    """A device's network: slow, or gone for a while."""

    def __init__(self, person: Person) -> None:
        self.wire = person.context.new_cdp_session(person.page)
        self.wire.send("Network.enable")

    def set(self, *, latency: int = 0, cut: bool = False) -> None:
        """Every answer takes so much longer, or none comes."""
        values = {"offline": cut, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1}
        self.wire.send("Network.emulateNetworkConditions", values)


def at_desk(people: People, scene: Scene) -> Person:
    """The director with the round's page open and the cursor in the box."""
    person = people.desktop(scene.director)
    person.page.goto(f"/e/{scene.event.slug}/a/rounds/1/manage/")
    expect(person.page.locator("input[name=line]")).to_be_focused()
    return person


def type_line(page: Page, line: str) -> None:
    """A line and Enter at a person's speed; the box is empty at once."""
    page.keyboard.type(line, delay=KEY)
    page.keyboard.press("Enter", delay=KEY)
    assert page.locator("input[name=line]").input_value() == ""


def saved(page: Page) -> None:
    """Nothing waits any more."""
    expect(page.locator("[data-entry-status]")).to_be_hidden(timeout=(GAMES + 20) * 2 * LATENCY)


def test_every_line_typed_on_a_slow_network_with_a_cut_is_one_row(people: People) -> None:
    scene = evening(GAMES)
    person = at_desk(people, scene)
    page = person.page
    page.route("**/entry/queue/", lose_the_answer, times=1)
    network = Network(person)
    network.set(latency=LATENCY)
    for game in range(GAMES):
        if game == GAMES // 3:
            network.set(cut=True)
        if game == GAMES // 2:
            expect(page.locator("[data-entry-status]")).to_contain_text("No answer from the site")
            network.set(latency=LATENCY)
        type_line(page, f"{2 * game + 1} {300 + game} {2 * game + 2} 2")
    saved(page)
    rows = Result.objects.order_by("pairing__table_number").values_list("state", "first_score", "second_score")
    assert list(rows) == [("confirmed", 300 + game, 2) for game in range(GAMES)]
    assert Submission.objects.count() == GAMES
    expect(page.locator(".facts .wait")).to_have_count(0)
    assert page.locator("input[name=line]").evaluate("box => box === document.activeElement")


def lose_the_answer(route: Route) -> None:
    """The site hears the line; its answer never arrives."""
    route.fetch()
    route.abort()


def test_lines_typed_offline_outlive_the_page(people: People) -> None:
    scene = evening(2)
    person = at_desk(people, scene)
    Network(person).set(cut=True)
    type_line(person.page, "1 400 2 350")
    type_line(person.page, "3 410 4 360")
    expect(person.page.locator("[data-entry-lines] li")).to_have_count(2)
    person.page.close()
    person.page = person.context.new_page()
    # On any other page of the director's they go out, too.
    person.page.goto(f"/e/{scene.event.slug}/manage/")
    expect(person.page.locator("[data-entry-queue]")).to_be_hidden()
    person.page.goto(f"/e/{scene.event.slug}/a/rounds/1/manage/")
    expect(person.page.locator(".facts")).to_contain_text("Confirmed2")
    assert Submission.objects.count() == 2


def test_a_refused_line_comes_back_to_be_corrected_and_holds_nothing_up(people: People) -> None:
    scene = evening(2)
    person = at_desk(people, scene)
    page = person.page
    type_line(page, "1 400 3 350")
    type_line(page, "3 410 4 360")
    expect(page.locator(".entry-line", has_text="saved").filter(has_text="3 410 4 360")).to_be_visible()
    expect(page.get_by_text("plays Bruno Katz (#2) at table 1 this round")).to_be_visible()
    person.check_page_on_both("fast entry with a refused line")
    expect(page.locator("input[name=line]")).to_be_focused()
    box = page.get_by_label("Line to correct")
    expect(box).to_have_value("1 400 3 350")
    box.fill("1 400 2 350")
    page.get_by_role("button", name="Send again").click()
    saved(page)
    expect(page.locator(".facts")).to_contain_text("Confirmed2")
    assert Pairing.objects.filter(result__state="confirmed").count() == 2


def test_lines_wait_for_whoever_typed_them_when_the_session_has_expired(people: People) -> None:
    scene = evening(1)
    person = at_desk(people, scene)
    page = person.page
    Session.objects.all().delete()
    type_line(page, "1 400 2 350")
    status = page.locator("[data-entry-status]")
    expect(status).to_contain_text("You are signed out")
    person.check_page_on_both("fast entry signed out")
    assert not Submission.objects.exists()
    expect(status.get_by_role("link", name="Sign in")).to_have_attribute(
        "href", re.compile("next=%2Fe%2Fspring%2Fa%2F")
    )
    # Another official of the club signs in on the same device: the line does not go out under that name.
    other = scorer(scene)
    person.sign_in_as(other)
    page.goto(f"/e/{scene.event.slug}/a/rounds/1/manage/")
    expect(status).to_contain_text("Lines typed by someone else on this device: 1")
    assert not Submission.objects.exists()
    person.sign_in_as(scene.director)
    page.goto(f"/e/{scene.event.slug}/a/rounds/1/manage/")
    expect(page.locator(".facts")).to_contain_text("Confirmed1")
    assert Submission.objects.get().actor == scene.director


def scorer(scene: Scene) -> User:
    """Another official of the club."""
    other = User.objects.create_user("scorer", password="pass")
    Membership.objects.create(user=other, club=scene.club, role=Role.SCORER)
    return other


def test_the_lines_of_a_whole_round_are_pasted(people: People) -> None:
    scene = evening(3)
    page = at_desk(people, scene).page
    games = Pairing.objects.filter(round__division=scene.division).order_by("table_number")
    numbers = [[seat.entry.number for seat in game.seats.order_by("position")] for game in games]
    lines = "\r\n".join(f"{first}\t431\t{second}\t389" for first, second in numbers)
    page.locator("input[name=line]").evaluate(
        "(box, text) => { const data = new DataTransfer(); data.setData('text', text);"
        "box.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true})) }",
        lines,
    )
    expect(page.locator(".entry-line", has_text="saved")).to_have_count(3)
    assert Result.objects.filter(state=Result.State.CONFIRMED, first_score=431).count() == 3


def test_digits_of_a_gujarati_keyboard_are_numbers(people: People) -> None:
    """In the line and beside the table, where they become Latin ones while they are typed and the cursor stays."""
    scene = evening(2)
    first, second = Pairing.objects.order_by("table_number")
    page = at_desk(people, scene).page
    numbers = list(first.seats.order_by("pk").values_list("entry__number", flat=True))
    gujarati = str.maketrans("0123456789", "૦૧૨૩૪૫૬૭૮૯")
    type_line(page, f"{numbers[0]} 431 {numbers[1]} 389".translate(gujarati))
    saved(page)
    box = page.locator(f"#t{second.pk}-first_score")
    box.click()
    page.keyboard.type("૧૨", delay=KEY)
    page.keyboard.press("Home")
    page.keyboard.type("૪", delay=KEY)
    expect(box).to_have_value("412")
    page.keyboard.press("Tab")
    page.keyboard.type("４００", delay=KEY)
    page.keyboard.press("Enter")
    expect(page.locator(f"#game-{second.pk} .badge-ok")).to_be_visible()
    scores = Result.objects.order_by("pairing__table_number").values_list("first_score", "second_score")
    assert list(scores) == [(431, 389), (412, 400)]
