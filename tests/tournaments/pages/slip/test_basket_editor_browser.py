"""The scoresheet of Word Basket: a game by thumb, changes of earlier turns, the keyboard alone, several games, the text beside it."""

import pytest
from playwright.sync_api import Locator, Page, expect

from games.engine.wordbasket.notation import event_text, read_text
from games.engine.wordbasket.record import Kind, Player, Record
from games.engine.wordbasket.selfplay import Deal, Style, Vocabulary, play_game
from lexicon.wordlists.japanese import shipped_list
from tests import factories
from tests.harness.people import People, Person
from tests.tournaments.pages.slip.test_sheet_editor_browser import open_slip
from tournaments.models import Division, Pairing, Result, Submission

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

VOICED = ("かきくけこさしすせそたちつてとはひふへほう", "がぎぐげござじずぜぞだぢづでどばびぶべぼゔ")
SMALL = ("あいうえおつやゆよわ", "ぁぃぅぇぉっゃゅょゎ")
#: How a kana is typed with the keys: the key, then voiced or small so many times.
KEYS = {one: (key, "voiced", 1) for key, one in zip(*VOICED, strict=True)}
KEYS |= {one: (key, "voiced", 2) for key, one in zip("はひふへほ", "ぱぴぷぺぽ", strict=True)}
KEYS |= {one: (key, "small", 1) for key, one in zip(*SMALL, strict=True)}


@pytest.fixture
def pairing(db: None) -> Pairing:
    director = factories.user("tess")
    club = factories.club(director)
    division = factories.division(club, director, game="wordbasket", rules_slug="word-basket")
    factories.entries(division, director, 2)
    return factories.publish(division, director, 1).pairings.get()


def names_of(pairing: Pairing) -> list[str]:
    return [seat.entry.name for seat in pairing.seats.select_related("entry").order_by("position")]


def written(page: Page) -> list[str]:
    """The lines of the box without its headings."""
    return [line for line in page.locator("#id_moves").input_value().splitlines() if not line.startswith("#")]


class Thumb:
    """Somebody who taps; every tap is counted, and apart those that are a letter."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        self.letters = 0

    def tap(self, what: str | Locator) -> None:
        (self.page.locator(f".basket {what}:visible").first if isinstance(what, str) else what).tap()
        self.taps += 1

    def seat(self, place: int) -> None:
        button = self.page.locator(f".basket [data-seat='{place}']")
        if button.get_attribute("aria-pressed") != "true":
            self.tap(button)

    def word(self, word: str) -> None:
        for kana in word:
            key, change, times = KEYS.get(kana, (kana, "", 0))
            self.tap(f"[data-kana='{key}']")
            for _again in range(times):
                self.tap(f"[data-kana-change={change}]")
            self.letters += 1 + times

    def card(self, card: str) -> None:
        fits = self.page.locator(f".basket [data-part=fits] [data-card='{card}']")
        if not fits.count():
            self.tap("[data-do=other]")
        self.tap(fits if fits.count() else f"[data-part=deck] [data-card='{card}']")

    def play(self, place: int, word: str, card: str) -> None:
        self.seat(place)
        self.word(word)
        self.card(card)


def type_game(thumb: Thumb, record: Record) -> None:
    """The game as a person taps it off a paper sheet, or while it is played."""
    for event in record.events:
        match event.kind:
            case Kind.PLAY:
                thumb.play(event.player, event.word, event.cards[0])
            case Kind.BACK | Kind.MISS:
                thumb.seat(event.player)
                thumb.tap(f"[data-mode={event.kind}]")
                thumb.word(event.word)
                thumb.card(event.cards[0])
            case Kind.START | Kind.RESTOCK:
                for card in event.cards:
                    thumb.tap(f"[data-part=deck] [data-card='{card}']")
            case Kind.RESET:
                thumb.seat(event.player)
                thumb.tap("[data-pick=reset]")
                for card in event.cards:
                    thumb.tap(f"[data-part=deck] [data-card='{card}']")
                thumb.tap("[data-do=add]")
            case Kind.PENALTY:
                thumb.tap(f"[data-event={'refused' if event.refused else 'penalty'}]")
            case kind:
                thumb.tap(f"[data-event={kind}]")


def test_a_game_by_thumb(people: People, pairing: Pairing) -> None:
    names = names_of(pairing)
    words = [word for word in shipped_list().common[::9] if 2 < len(word) < 6 and "ゕ" not in word]
    record = play_game(
        words=Vocabulary.build(words),
        seed=10,
        players=[Player(label, name) for label, name in zip("AB", names, strict=True)],
        style=Style(slip=0.1, together=0.1, miss=0.1, forget=0.3, restless=0.1),
        deal=Deal.NONE,
    )
    events = tuple(event for event in record.events if event.kind not in {Kind.COUNT, Kind.HAND})
    person = people.phone(has_touch=True)
    page = open_slip(person, pairing)
    thumb = Thumb(page)
    type_game(thumb, Record(record.players, events))
    assert {Kind.RESET, Kind.PENALTY, Kind.REACH, Kind.MISS, Kind.BACK} <= {event.kind for event in events}
    expected = [event_text(event._replace(letter=""), "AB") for event in events]
    assert written(page) == expected
    assert thumb.taps - thumb.letters <= 3 * len(events), f"{thumb.taps} taps, {thumb.letters} of letters"
    assert not page.locator(".sheet-note").count(), "no turn breaks a rule"
    expect(page.locator(".basket [data-part=count]")).to_have_text(str(len(events)))
    expect(page.locator("#check .badge")).to_contain_text("follows the rules")
    assert not page.locator("#check .wb-middle").count(), "the site does not send the table again"
    person.check_page_on_both("basket editor, game over")
    page.get_by_role("button", name="Send the report").tap()
    page.wait_for_url("**/sent/**")
    assert Result.objects.get(pairing=pairing).tally.count("-") == 1
    merge_with_another_word(people, pairing, expected)


def merge_with_another_word(people: People, pairing: Pairing, lines: list[str]) -> None:
    """The other player heard another word in one turn, and accepts the first one's line: both sheets are kept, one record counts."""
    turn = next(at for at, line in enumerate(lines) if line.startswith("B ") and len(line.split()) == 3)
    seat, word, card = lines[turn].split()
    phone = people.phone(has_touch=True)
    page = open_slip(phone, pairing, "second")
    page.locator("[data-as-text] summary").tap()
    box = page.locator("#id_moves")
    box.fill(box.input_value() + "\n".join([*lines[:turn], f"{seat} {word[0]}ん{word[1:]} {card}", *lines[turn + 1 :]]))
    page.get_by_role("button", name="Send the report").tap()
    page.get_by_role("link", name="Both scoresheets").tap()
    expect(page.locator("main")).to_contain_text("1 of 1 differing lines is still open.")
    phone.check_page("both scoresheets of Word Basket")
    page.locator(f"#line-{turn + 1}").get_by_role("button", name="Accept").tap()
    expect(page.locator("main")).to_contain_text("Every line is settled")
    record = Result.objects.get(pairing=pairing).record
    assert record is not None
    assert lines[turn] in bytes(record.original).decode()
    assert Submission.objects.filter(pairing=pairing, record__isnull=False).exclude(record=record).count() == 2


def test_an_earlier_turn_is_changed_and_the_later_ones_stay(people: People, pairing: Pairing) -> None:
    factories.change(Division.objects.all(), best_of=3)
    person = people.phone(has_touch=True)
    page = open_slip(person, pairing)
    thumb = Thumb(page)
    expect(page.locator(".basket [data-part=choose]")).to_contain_text("turned over")
    person.check_page_on_both("basket editor, start")
    thumb.tap("[data-part=deck] [data-card='6']")
    thumb.tap("[data-part=deck] [data-card='あ*']")
    expect(page.locator(".basket [data-part=next]")).to_have_text("あ・い・う・え・お")
    thumb.play(0, "いんきょ", "よ")
    thumb.seat(1)
    thumb.word("はっぱ")
    expect(page.locator(".basket [data-part=fault]")).to_contain_text("must begin with よ")
    person.check_page_on_both("basket editor, a word that does not link")
    person.check_dark("basket editor, a word that does not link")
    thumb.card("は")
    thumb.play(0, "ばんど", "と")
    lines = ["start 6 あ*", "A いんきょ よ", "B はっぱ は", "A ばんど と"]
    assert written(page) == lines
    expect(page.locator(".sheet-note")).to_have_count(1)
    expect(page.locator(".sheet-note")).to_have_text("must begin with よ")
    person.check_page_on_both("basket editor, three turns")
    person.check_dark("basket editor, three turns")
    # a fine that was forgotten, then the word itself
    page.locator(".sheet-turn").nth(3).tap()
    thumb.tap("[data-do=before]")
    thumb.tap("[data-event=penalty]")
    assert written(page) == [*lines[:3], "B penalty +1", lines[3]]
    expect(page.locator(".sheet-note")).to_have_text("must begin with よ")
    assert page.locator(".sheet-turn").nth(4).locator(".sheet-note").count(), (
        "after the fine よ is the basket's letter again"
    )
    thumb.tap("[data-do=undo]")
    assert written(page) == lines
    page.locator(".sheet-turn").nth(2).tap()
    expect(page.locator(".basket [data-part=add]")).to_have_text("Save turn 3")
    for _letter in "はっぱ":
        thumb.tap("[data-do=backspace]")
    thumb.word("よーろっぱ")
    thumb.tap("[data-do=add]")
    assert written(page) == [*lines[:2], "B よーろっぱ は", lines[3]]
    expect(page.locator(".sheet-note")).to_have_count(0)
    page.reload()
    expect(page.locator(".sheet-turn")).to_have_count(4)
    thumb.tap("[data-do=undo]")
    assert written(page) == lines, "what can be undone outlives a reload"
    thumb.tap("[data-event=win]")
    expect(page.locator(".basket [data-part=problem]")).to_have_text("Choose the player first.")
    thumb.tap("[data-do=count]")
    page.locator(".basket [data-count]").first.fill("3")
    thumb.tap("[data-do=counted]")
    assert written(page)[-1] == "count A 3"
    thumb.tap("[data-do=next]")
    expect(page.locator(".sheet-turn")).to_have_count(0)
    thumb.tap("[data-part=deck] [data-card='か']")
    thumb.tap("[data-game='0']")
    expect(page.locator(".sheet-turn")).to_have_count(5)
    person.check_page_on_both("basket editor, second game")
    text = page.locator("#id_moves").input_value()
    assert text.count("#player A") == text.count("#player B") == 2
    assert not read_text(text.split("#wordbasket 1\n")[1]).findings


def test_the_keyboard_is_enough(people: People, pairing: Pairing) -> None:
    page = open_slip(people.desktop(), pairing)
    page.locator(".basket [data-part=deck] [data-card='い']").focus()
    page.keyboard.press("Enter")
    for keys in (("ArrowDown", *"inkyo", "Enter"), (*"yo-roppa", "Enter"), (*"bando", "Tab")):
        for key in keys:
            page.keyboard.press(key)
    assert written(page) == ["start い", "A いんきょ よ", "B よーろっぱ は"]
    page.locator(".basket [data-part=fits] [data-card='た*']").focus()
    page.keyboard.press("Enter")
    assert written(page)[-1] == "A ばんど た*"
    expect(page.locator(".basket [data-part=next]")).to_have_text("と")


def test_text_that_cannot_be_shown_and_the_text_without_scripts(people: People, pairing: Pairing) -> None:
    page = open_slip(people.desktop(), pairing)
    page.get_by_text("As text").click()
    box = page.locator("#id_moves")
    head = box.input_value()
    box.fill(f"{head}start i\nA inkyo yo ; quick\nB yo-roppa\n")
    expect(page.locator(".basket [data-part=stopped]")).to_contain_text("Line 5")
    box.fill(f"{head}start i\nA inkyo yo ; quick\n{names_of(pairing)[1]} yo-roppa ha\n")
    expect(page.locator(".sheet-turn")).to_have_count(3)
    expect(page.locator(".basket [data-part=next]")).to_have_text("は")
    page.locator(".sheet-turn").nth(1).click()
    page.locator(".basket [data-part=add]").click()
    assert written(page)[1] == "A いんきょ よ ; quick", "a remark stays with its turn"
    plain = people.phone(scripts=False).page
    plain.goto(factories.own_slip(pairing.pk))
    plain.get_by_text("Add the moves").click()
    expect(plain.locator(".basket")).to_be_hidden()
    plain.locator("#id_moves").fill(f"{head}start i\nA inkyo yo\n")
    plain.get_by_role("button", name="Check the game").click()
    expect(plain.locator("#check .wb-middle")).to_be_visible()
    assert not Result.objects.exists()


def test_a_table_of_eight_fits_a_phone(people: People) -> None:
    director = factories.user("tess")
    division = factories.division(
        factories.club(director), director, game="wordbasket", rules_slug="word-basket", table_size=8
    )
    factories.entries(division, director, 8)
    pairing = factories.publish(division, director, 1).pairings.get()
    person: Person = people.phone(has_touch=True)
    page = open_slip(person, pairing)
    page.set_viewport_size({"width": 360, "height": 740})
    thumb = Thumb(page)
    thumb.tap("[data-part=deck] [data-card='い']")
    thumb.word("いんきょ")
    thumb.card("よ")
    expect(page.locator(".basket [data-part=problem]")).to_have_text("Choose the player first.")
    thumb.seat(6)
    assert written(page) == ["start い", "G いんきょ よ"]
    person.check_page("basket editor, eight players")
