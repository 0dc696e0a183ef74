"""The whole journey in the browser: a director and two players with phones, from opening a club to explained ratings."""

import io
import os
import re
import time

import pytest
from PIL import Image
from playwright.sync_api import expect

from games.engine.crossword import gcg
from games.engine.crossword.movegen import WordGraph
from games.engine.crossword.record import Player
from games.engine.crossword.rules import RULE_SETS
from games.engine.crossword.selfplay import final_scores, play_game
from lexicon.queries import shipped_lexicon
from tests.harness.people import TYPING, People, Person
from tests.harness.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.postgres, pytest.mark.long]

ROSTER = "name,rating,games\nAda Finch,1650,120\nBo Marsh,1540,80\nCy Rook,1410,15\nDee Holm,1300,60\nEli Wren,,\n"


@pytest.fixture
def people(people: People) -> People:
    """How the pages look is checked on SQLite: no database changes that."""
    people.check_looks = not os.environ.get("DATABASE_URL")
    return people


@pytest.fixture(scope="module")
def site(busy_site: Site) -> Site:
    """A site that other tests use too: the journey looks at its own event."""
    return busy_site


@pytest.fixture(scope="module")
def site_address(site: Site) -> str:
    """Where the people of this module go."""
    return site.url


def sign_up_and_open_a_club(director: Person) -> None:
    """As somebody who has come for the first time."""
    page = director.page
    page.goto("/accounts/join/")
    director.check_page("join")
    page.get_by_label("Username").fill("tess")
    page.get_by_label("Password", exact=True).fill("quiet-harbour-7")
    page.get_by_label("Password confirmation").fill("quiet-harbour-7")
    page.locator("main").get_by_role("button", name="Create the account").click()
    page.get_by_role("link", name="Create a club").click()
    director.check_page("open club")
    page.get_by_label("Club name").fill("Mill Lane Club")
    page.get_by_role("button", name="Create the club").click()
    director.check_page("new club")


def create_event(director: Person) -> None:
    """An event of two rounds with a rating pool of its own."""
    page = director.page
    page.get_by_role("link", name="New event").first.click()
    director.check_page("new event from a template")
    page.get_by_role("link", name="Set everything yourself").click()
    director.check_page("new event")
    page.get_by_label("Event name").fill("Mill Lane Night")
    page.get_by_label("Rounds", exact=True).fill("2")
    page.get_by_label("New rating list").fill("Mill Lane ratings")
    page.get_by_role("button", name="Create the event").click()


def enter_roster(director: Person) -> None:
    """A list with a player twice is refused whole, with the line; the mended list goes in."""
    page = director.page
    page.goto("/e/mill-lane-night/a/manage/roster/")
    director.check_page("empty roster")
    page.get_by_label("Paste the players").fill(ROSTER + "ada finch,1200,\n")
    page.get_by_role("button", name="Check the list").click()
    director.check_page("roster with a bad line")
    expect(page.locator("main")).to_contain_text(re.compile("ada finch", re.IGNORECASE))
    page.get_by_label("The list").fill(ROSTER)
    page.get_by_role("button", name="Check again").click()
    director.check_page("roster checked")
    page.locator("form.action-bar button").click()
    director.check_page("roster")
    assert page.locator("tbody tr").count() == 5


def pair(director: Person, number: int) -> None:
    """Draft, look, publish."""
    page = director.page
    page.goto(f"/e/mill-lane-night/a/rounds/{number}/manage/")
    director.check_page(f"ready for round {number}")
    page.get_by_role("button", name=f"Pair round {number}", exact=True).click()
    place = "buttons => [buttons.offsetLeft, buttons.offsetTop]"
    before = page.locator(".game-foot").first.evaluate(place)
    page.get_by_text("Why?").first.click()
    assert page.locator(".game-foot").first.evaluate(place) == before, "a second click must not hit another button"
    director.check_page(f"draft of round {number}")
    page.get_by_role("button", name=f"Publish round {number}").click()
    director.check_page(f"round {number} published")


def slips(director: Person, number: int) -> list[tuple[list[str], list[str]]]:
    """Of each slip the two players' own addresses and their names, in the order of tables, read off the printed page."""
    page = director.page
    page.goto(f"/e/mill-lane-night/a/rounds/{number}/print/slips/?strips=1")
    director.check_page("slips")
    addresses = []
    for slip in page.locator(".slip").all():
        assert slip.locator("svg").count() == 2
        own = [re.sub(r"^https?://[^/]+", "", text.strip()) for text in slip.locator(".slip-address").all_inner_texts()]
        names = [re.sub(r"\s+", " ", cell) for cell in slip.locator("tbody tr").all_inner_texts()]
        addresses.append(([f"{address}{number}/" for address in own], names))
    return addresses


def name_in(text: str) -> str:
    """The player's name in a row of a slip."""
    return next(line.split(",")[0] for line in ROSTER.splitlines()[1:] if line.split(",")[0] in text)


def game_of(names: list[str], seed: int) -> tuple[bytes, tuple[int, ...]]:
    """A complete record of our own making, and its final scores."""
    rules = RULE_SETS["tournament"]
    players = [Player(name.split()[0], name) for name in names]
    record = play_game(words=WordGraph.build(shipped_lexicon(), rules), rules=rules, seed=seed, players=players)
    return gcg.write(record), final_scores(record)


def report(player: Person, address: str, *, scores: tuple[int, int] | None = None, record: bytes = b"") -> None:
    """One player's report by their own link."""
    page = player.page
    page.goto(address)
    if scores:
        page.locator("#id_first_score").fill(str(scores[0]))
        page.locator("#id_second_score").fill(str(scores[1]))
    if record:
        page.get_by_text("Add the moves").click()
        page.locator("#id_record_file").set_input_files(
            {"name": "game.gcg", "mimeType": "text/plain", "buffer": record}
        )
    page.get_by_role("button", name="Send the report").click()
    page.wait_for_url("**/sent/**")


def send_photo(player: Person) -> None:
    """Photo of the scoresheet with a report that was sent."""
    picture = io.BytesIO()
    Image.new("RGB", (640, 480), (200, 190, 170)).save(picture, "JPEG")
    page = player.page
    page.locator("#id_photo").set_input_files(
        {"name": "sheet.jpg", "mimeType": "image/jpeg", "buffer": picture.getvalue()}
    )
    page.get_by_role("button", name="Send the photo").click()
    expect(page.get_by_text("1 photo stored with your report.")).to_be_visible()


def first_table(people: People, own: list[str], names: list[str]) -> tuple[int, ...]:
    """One player sends the record, the other the scores: confirmed."""
    one, two = people.phone(), people.phone()
    record, scores = game_of(names, seed=3)
    one.page.goto(own[0])
    one.check_page("slip")
    report(one, own[0], record=record)
    one.check_page("first report sent")
    expect(one.page.get_by_text("Waiting for the other player")).to_be_visible()
    report(two, own[1], scores=(scores[0], scores[1]))
    expect(two.page.get_by_role("heading", name="Confirmed")).to_be_visible()
    two.check_page("second report agrees")
    send_photo(two)
    one.page.reload()
    expect(one.page.get_by_role("heading", name="Confirmed")).to_be_visible()
    return scores


def second_table(people: People, director: Person, own: list[str], names: list[str]) -> None:
    """Bad input is explained, the reports differ, the director rules."""
    one, two = people.phone(), people.phone(scripts=False)
    one.page.goto(own[0])
    for wrong in ("-1501", "abc", "9999"):
        one.page.locator("#id_first_score").fill(wrong)
        one.page.locator("#id_second_score").fill("377")
        with one.page.expect_response(lambda answer: answer.request.method == "POST"):
            one.page.get_by_role("button", name="Send the report").click()
        expect(one.page.get_by_text(f"The score of {names[0]} must be a whole number").first).to_be_visible()
        assert one.page.locator("#id_second_score").input_value() == "377", "what was typed is gone"
    one.check_page("slip with a wrong score")
    report(one, own[0], scores=(402, 377))
    report(two, own[1], scores=(402, 387))
    expect(two.page.get_by_role("heading", name="The reports differ")).to_be_visible()
    two.check_page("reports differ without scripts")
    page = director.page
    page.goto("/e/mill-lane-night/manage/")
    director.check_page("dashboard with a conflict")
    page.get_by_role("link", name=re.compile("Settle table")).first.click()
    director.check_page("ruling")
    page.get_by_label("Reason", exact=True).first.fill("Both sheets recounted: 387.")
    page.locator("#id_first_score").fill("402")
    page.locator("#id_second_score").fill("387")
    page.get_by_role("button", name="Record the ruling").click()
    expect(page.locator("main")).to_contain_text("402")


def typed_moves(people: People, own: list[str]) -> None:
    """Moves typed on a phone are checked as they are typed: the slip in the second play is named beside it."""
    one, two = people.phone(), people.phone()
    page = one.page
    page.goto(own[0])
    page.get_by_text("Add the moves").click()
    page.get_by_text("As text").click()
    page.locator("#id_moves").press_sequentially("8D TRAIN 12\n9H ON 9\n", delay=TYPING)
    turn = page.locator("[data-part=turns] li").nth(1)
    expect(turn).to_contain_text("ON")
    expect(turn).to_contain_text("we count 5")
    one.check_page("moves checked while typing")
    page.locator("#id_first_score").fill("410")
    page.locator("#id_second_score").fill("390")
    page.get_by_role("button", name="Send the report").click()
    page.wait_for_url("**/sent/**")
    one.check_page("report with typed moves")
    report(two, own[1], scores=(410, 390))
    expect(two.page.get_by_role("heading", name="Confirmed")).to_be_visible()


def look_at_photo(director: Person, table: int) -> None:
    """The officials see the photo beside the reports."""
    page = director.page
    page.goto("/e/mill-lane-night/a/rounds/1/manage/")
    page.get_by_role("link", name=f"Change result table {table}").click()
    page.wait_for_url("**/games/**")
    expect(page.locator("main img")).to_have_count(1)
    director.check_page("game with a photo")


def correct(director: Person, table: int) -> None:
    """A confirmed result of round 1 is corrected after round 2 was paired: with a reason, and the history stays."""
    page = director.page
    page.goto("/e/mill-lane-night/a/rounds/1/manage/")
    page.get_by_role("link", name=f"Change result table {table}").click()
    page.wait_for_url("**/games/**")
    director.check_page("correction")
    page.locator("#id_first_score").fill("402")
    page.locator("#id_second_score").fill("397")
    page.get_by_label("Reason", exact=True).first.fill("The last play had been left out.")
    page.get_by_role("button", name="Record the ruling").click()
    page.goto("/e/mill-lane-night/a/rounds/1/manage/")
    page.get_by_role("link", name=f"Change result table {table}").click()
    page.wait_for_url("**/games/**")
    history = page.locator(".history")
    expect(history).to_contain_text("402–387")
    expect(history).to_contain_text("402–397")


def finish(people: People, director: Person, site: Site) -> None:
    """Second round, one table by the players and one by the director; a correction; then finish and look at the ratings."""
    page = director.page
    pair(director, 2)
    own, _rows = slips(director, 2)[0]
    typed_moves(people, own)
    page.goto("/e/mill-lane-night/a/rounds/2/manage/")
    page.locator("input[name$=first_score]").first.fill("410")
    page.locator("input[name$=second_score]").first.fill("390")
    page.get_by_role("button", name="Save").first.click()
    expect(page.locator("input[name$=first_score]")).to_have_count(0)
    director.check_page("all results in")
    correct(director, 2)
    page.goto("/e/mill-lane-night/finish/")
    director.check_page("finish")
    page.locator("main form button.button-big").click()
    director.check_page("finished")
    limit = time.monotonic() + 60
    page.goto("/e/mill-lane-night/")
    page.get_by_role("link", name="Ratings", exact=True).last.click()
    page.wait_for_url("**/ratings/**")
    while page.locator("tbody tr:not(.list-line)").count() != 5:
        assert time.monotonic() < limit, f"no ratings after a minute\n{site.log[-2000:]}"
        page.wait_for_timeout(200)  # a person who looks again
        page.reload()


def test_the_whole_journey(people: People, site: Site) -> None:
    director = people.phone()
    sign_up_and_open_a_club(director)
    create_event(director)
    enter_roster(director)
    pair(director, 1)
    slip_addresses = slips(director, 1)
    assert len(slip_addresses) == 2
    sides = [[name_in(row) for row in rows] for _address, rows in slip_addresses]
    scores = first_table(people, slip_addresses[0][0], sides[0])
    second_table(people, director, slip_addresses[1][0], sides[1])
    look_at_photo(director, 1)

    spectator = people.desktop()
    spectator.page.goto("/e/mill-lane-night/a/standings/")
    spectator.check_page("standings after round 1")
    winner = sides[0][0] if scores[0] > scores[1] else sides[0][1]
    row = spectator.page.locator("tbody tr", has_text=winner)
    assert f"{abs(scores[0] - scores[1]):+d}" in row.inner_text()
    spectator.page.goto("/e/mill-lane-night/a/rounds/1/")
    spectator.check_page("round 1 results")
    spectator.page.get_by_role("link", name="Replay").first.click()
    spectator.page.wait_for_url("**/games/**")
    spectator.check_page("replay")

    finish(people, director, site)
    director.check_page("rating list")
    director.page.get_by_role("link", name="Ada Finch").click()
    director.check_page("player's ratings")
    spectator.page.goto("/ratings/")
    spectator.check_page("rating pools")
    spectator.page.get_by_role("link", name="Mill Lane ratings").click()
    spectator.page.wait_for_url("**/ratings/*/")
    spectator.check_page("rating list")
