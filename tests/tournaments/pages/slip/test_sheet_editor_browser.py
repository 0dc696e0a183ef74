"""The scoresheet on a board: a whole game by thumb, changes of earlier turns, challenges, the keyboard alone, and the text beside it."""

import re
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, Route, expect

from games.engine.crossword.move import Exchange, Pass, Play, parse_move
from games.engine.crossword.movegen import WordGraph
from games.engine.crossword.record import Event, Kind, Player, Record
from games.engine.crossword.rules import RULE_SETS
from games.engine.crossword.scoring import Scorer
from games.engine.crossword.selfplay import EXPERT, final_scores, play_game
from lexicon.queries import shipped_lexicon
from tests import factories
from tests.harness.people import TYPING, People, Person
from tournaments.models import Pairing, Result

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

RULES = RULE_SETS["tournament"]


@pytest.fixture
def pairing(db: None) -> Pairing:
    director = factories.user("tess")
    division = factories.division(factories.club(director), director)
    round_ = factories.start(division, director, 2)
    return Pairing.objects.get(pk=factories.games(round_)[0].pairing_id)


def open_slip(person: Person, pairing: Pairing, side: str = "first") -> Page:
    page = person.page
    page.goto(factories.own_slip(pairing.pk, side))
    page.get_by_text("Add the moves").click()
    return page


class Thumb:
    """Somebody who taps; every tap is counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        self.across = True

    def tap(self, what: Locator) -> None:
        what.tap()
        self.taps += 1

    def key(self, letter: str) -> None:
        self.tap(self.page.locator(f".sheet-key[data-tile='{ord(letter) - ord('A')}']"))

    def do(self, name: str) -> None:
        self.tap(self.page.locator(f".sheet [data-do='{name}']:visible").first)

    def play(self, at: int, across: bool, letters: str) -> None:
        square = self.page.locator(f".sheet [data-at='{at}']")
        self.tap(square)
        if across != self.across:
            self.tap(square)
            self.across = across
        for letter in letters:
            if letter.islower():
                self.do("blank")
            self.key(letter.upper())
        self.do("add")


def moves_of(record: Record) -> list[Event]:
    return [event for event in record.events if event.kind in {Kind.PLAY, Kind.EXCHANGE, Kind.PASS}]


def type_game(thumb: Thumb, record: Record) -> int:
    """The game as a person taps it from a sheet; returns the tiles laid."""
    layout, tiles, scorer = RULES.layout, RULES.tiles, Scorer(RULES)
    board, laid = bytearray(layout.empty), 0
    for event in moves_of(record):
        move = parse_move(f"{event.place} {event.text}" if event.kind is Kind.PLAY else "-" + event.text, RULES)
        match move:
            case Play():
                measured = scorer.measure(bytes(board), move.square, move.step, move.word)
                row, column = layout.row_and_column(measured.squares[0])
                thumb.play(row * layout.size + column, move.step == 1, tiles.text(measured.codes))
                for square, code in zip(measured.squares, measured.codes, strict=True):
                    board[square] = code
                laid += len(measured.codes)
            case Exchange():
                thumb.do("exchange")
                thumb.page.locator("[data-part=exchange] input").fill(event.text)
                thumb.do("exchanged")
            case Pass():
                thumb.do("pass")
    return laid


def test_a_game_by_thumb_in_few_taps(people: People, pairing: Pairing) -> None:
    names = [seat.entry.name for seat in pairing.seats.order_by("pk")]
    players = [Player(f"p{number}", name) for number, name in enumerate(names, start=1)]
    graph = WordGraph.build(shipped_lexicon(), RULES)
    record = play_game(words=graph, rules=RULES, seed=11, players=players, styles=(EXPERT, EXPERT))
    people.check_looks = False
    page = open_slip(people.phone(has_touch=True), pairing)
    thumb = Thumb(page)
    laid = type_game(thumb, record)
    turns = len(moves_of(record))
    assert thumb.taps <= 1.3 * laid + 3 * turns, f"{thumb.taps} taps for {laid} tiles in {turns} turns"
    expect(page.locator(".sheet [data-part=count]")).to_have_text(str(turns))
    assert not page.locator(".sheet-note").count(), "no turn breaks a rule or scores otherwise"
    page.get_by_role("button", name="Send the report").tap()
    page.wait_for_url("**/sent/**")
    result = Result.objects.get(pairing=pairing)
    first, second = final_scores(record)
    expect(page.locator("main")).to_contain_text(f"{first}")
    expect(page.locator("main")).to_contain_text(f"{second}")
    assert {result.first_score, result.second_score} <= {first, second, None}


def test_an_earlier_turn_is_changed_and_the_later_ones_stay(people: People, pairing: Pairing) -> None:
    page = open_slip(people.phone(has_touch=True), pairing)
    thumb, box, size = Thumb(page), page.locator("#id_moves"), 15
    thumb.play(7 * size + 3, True, "TRAIN")
    thumb.play(7 * size + 8, True, "S")
    assert box.input_value() == "8D TRAIN 12\n8D .....S 6\n"
    people.all[0].check_page_on_both("scoresheet editor with two turns")
    page.locator(".sheet-turn").first.tap()
    expect(page.locator("[data-part=add]")).to_have_text("Save turn 1")
    thumb.do("backspace")
    thumb.key("D")
    thumb.do("add")
    assert box.input_value() == "8D TRAID 14\n8D .....S 6\n"
    expect(page.locator(".sheet-note")).to_have_text("we count 7")
    thumb.do("undo")
    assert box.input_value() == "8D TRAIN 12\n8D .....S 6\n"
    expect(page.locator(".sheet-note")).to_have_count(0)
    page.locator(".sheet [data-part=points]").wait_for(state="hidden")
    page.locator(f".sheet [data-at='{7 * size + 8}']").tap()
    page.locator(".sheet [data-part=points]").fill("5")
    thumb.do("add")
    assert box.input_value() == "8D TRAIN 12\n8D .....S 5\n", "what the paper says is what is sent"
    expect(page.locator(".sheet-turn .move").last).to_have_text("8D (TRAIN)S 5")
    expect(page.locator(".sheet-note"), "the site has answered, and is the judge").to_have_text(
        "The play scores 6; the record says 5."
    )


def test_who_writes_in_the_text_before_the_script_is_there_goes_on_writing(people: People, pairing: Pairing) -> None:
    page = people.phone().page
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/sheet-box*.js", hold)
    page.goto(factories.own_slip(pairing.pk), wait_until="commit")
    page.get_by_text("Add the moves").click()
    page.locator("#id_moves").fill("8D TRAIN 12")
    expect(page.locator(".sheet")).to_be_hidden()
    held[0].continue_()
    expect(page.locator(".sheet-turn")).to_have_count(1)
    expect(page.locator("#id_moves")).to_be_visible()


def test_challenges_passes_and_what_does_not_fit(people: People, pairing: Pairing) -> None:
    page = open_slip(people.phone(has_touch=True), pairing)
    thumb, box, size = Thumb(page), page.locator("#id_moves"), 15
    scores = page.locator(".sheet [data-score]")
    thumb.play(7 * size + 3, True, "TRAIN")
    thumb.do("challenge")
    thumb.do("off")
    expect(scores.first).to_have_text("0")
    assert page.locator(".sheet .tile").count() == 0, "the play is off the board"
    thumb.do("pass")
    thumb.play(7 * size + 6, True, "AT")
    expect(page.locator("[data-part=fault]")).to_have_count(1)
    thumb.do("challenge")
    page.locator("[data-part=challenge] input").fill("5")
    thumb.do("bonus")
    thumb.do("exchange")
    page.locator("[data-part=exchange] input").fill("abc")
    page.keyboard.press("Enter")
    assert box.input_value() == "8D TRAIN 12\n--\n-\n8G AT 4\nchallenge +5\n-ABC\n"
    expect(scores.first).to_have_text("9")
    expect(page.locator(".sheet-note")).to_contain_text("the record says 5")
    page.locator(f".sheet [data-at='{2 * size + 2}']").tap()
    thumb.key("Q")
    expect(page.locator("[data-part=fault]")).to_have_text("no word of two or more letters")
    thumb.do("cancel")
    box.evaluate(
        "(box) => { box.value = '8D TRAIN 12\\nabout here I lost count\\n'; box.dispatchEvent(new Event('input')); }"
    )
    expect(page.locator("[data-part=stopped]")).to_contain_text("Line 2")
    expect(box).to_be_visible()


def test_the_keyboard_is_enough(people: People, pairing: Pairing) -> None:
    page = open_slip(people.desktop(), pairing)
    page.locator(".sheet [data-at='112']").focus()
    for key in ("ArrowLeft", "ArrowLeft", "ArrowRight", "t", "r", "a", "i", "x", "Backspace", "n", "Enter"):
        page.keyboard.press(key)
    box = page.locator("#id_moves")
    assert box.input_value() == "8G TRAIN 10\n"
    for key in ("ArrowDown", "Shift+S", "Enter"):
        page.keyboard.press(key)
    assert box.input_value() == "8G TRAIN 10\nH8 Rs 1\n", "beside a blank alone the tiles on the board are written out"
    page.reload()
    expect(page.locator(".sheet-turn"), "the draft comes back onto the board").to_have_count(2)


def test_a_gcg_file_pasted_into_the_text_is_shown_on_the_board(people: People, pairing: Pairing) -> None:
    page = open_slip(people.desktop(), pairing)
    first, second = (seat.entry.name for seat in pairing.seats.order_by("pk"))
    page.get_by_text("As text").click()
    page.locator("#id_moves").fill(
        f"#player1 b {second}\n#player2 a {first}\n>a: AINRT 8D TRAIN +12 12\n>b: HOB 7E HOB +20 20\n"
        ">a: QQ 6A QQ +40 52\n>a: QQ -- -40 12\n>b: AB -A +0 20\n>a: (time) -10 2\n"
    )
    expect(page.locator(".sheet-turn")).to_have_count(6)
    expect(page.locator(".sheet .tile")).to_have_count(8)
    expect(page.locator(".sheet [data-score]").first).to_have_text("2")
    expect(page.locator("[data-part=stopped]")).to_contain_text("sent as it is")
    expect(page.locator(".sheet [data-do=pass]")).to_be_disabled()


def test_a_key_held_down_lays_a_blank(people: People, pairing: Pairing) -> None:
    page = open_slip(people.phone(has_touch=True), pairing)
    page.locator(f".sheet [data-at='{7 * 15 + 7}']").tap()
    page.locator(".sheet-key[data-tile='0']").click(delay=700)
    page.locator(".sheet-key[data-tile='19']").tap()
    expect(page.locator(".sheet .tile-blank")).to_have_count(1)
    page.locator(".sheet [data-part=add]").tap()
    assert page.locator("#id_moves").input_value().startswith("8H aT ")


def test_without_scripts_the_text_is_there(people: People, pairing: Pairing) -> None:
    page = people.phone(scripts=False).page
    page.goto(factories.own_slip(pairing.pk))
    page.get_by_text("Add the moves").click()
    expect(page.locator(".sheet")).to_be_hidden()
    page.locator("#id_moves").fill("8D TRAIN 12")


def test_racks_the_end_of_the_game_and_a_photo_beside_the_board(
    people: People, pairing: Pairing, tmp_path: Path
) -> None:
    person = people.phone(has_touch=True)
    page = open_slip(person, pairing)
    thumb, box, size = Thumb(page), page.locator("#id_moves"), 15
    rack = page.locator(".sheet [data-part=rack]")
    rack.press_sequentially("ainrtv?", delay=TYPING)
    expect(page.locator(".rack-tiles .tile")).to_have_count(7)
    page.locator(f".sheet [data-at='{7 * size + 3}']").tap()
    for letter in "TRA":
        thumb.key(letter)
    expect(page.locator(".rack-tiles .tile-laid")).to_have_count(3)
    person.check_page_on_both("scoresheet editor with a rack")
    thumb.key("I")
    thumb.key("N")
    thumb.do("add")
    expect(rack).to_have_value("")
    rack.fill("ABBBBBBBBB")
    expect(rack).to_have_attribute("aria-invalid", "true")
    rack.fill("HOBXYZQ")
    thumb.play(8 * size + 3, True, "HO")
    first, second = (seat.entry.name.replace(" ", "_") for seat in pairing.seats.order_by("pk"))
    assert box.input_value() == "AINRTV? 8D TRAIN 12\nHOBXYZQ 9D HO 12\n"
    page.locator(".sheet-turn").first.tap()
    expect(rack).to_have_value("AINRTV?")
    thumb.do("cancel")
    thumb.do("end")
    ends = page.locator(".sheet [data-part=end]")
    ends.locator("[data-left]").first.fill("v e")
    ends.locator("[data-time]").nth(1).fill("10")
    person.check_page_on_both("scoresheet editor, end of the game")
    thumb.do("ended")
    assert box.input_value().endswith(f"(VE)\n{second}: time -10\n")
    expect(page.locator(".sheet [data-score]").nth(1)).to_have_text("2")
    expect(page.locator("#check")).not_to_contain_text("cannot be read")
    thumb.do("undo")
    thumb.do("end")
    for player in range(2):
        ends.locator("[data-left]").nth(player).fill("AB")
    thumb.do("ended")
    assert box.input_value().endswith(f"{first}: (AB)\n{second}: (AB)\n")
    sheet = tmp_path / "sheet.png"
    Image.new("RGB", (600, 800), "ivory").save(sheet)
    page.locator(".sheet-photo summary").tap()
    page.locator(".sheet [data-part=photo]").set_input_files(sheet)
    frame = page.locator(".sheet-photo-frame")
    expect(frame).to_be_visible()
    person.check_page_on_both("scoresheet editor with a photo")
    frame.tap()
    expect(frame).to_have_class(re.compile("is-large"))


def test_lines_with_names_are_shown_where_they_are_in_turn(people: People, pairing: Pairing) -> None:
    page = open_slip(people.desktop(), pairing)
    first, second = (seat.entry.name.replace(" ", "_") for seat in pairing.seats.order_by("pk"))
    page.get_by_text("As text").click()
    page.locator("#id_moves").fill(f"{first}: 8D TRAIN 12\n{second}: 7E HOB 20\n")
    expect(page.locator(".sheet-turn")).to_have_count(2)
    page.locator("#id_moves").fill(f"{first}: 8D TRAIN 12\n{first}: 7E HOB 20\n")
    expect(page.locator("[data-part=stopped]")).to_contain_text("Line 2")
