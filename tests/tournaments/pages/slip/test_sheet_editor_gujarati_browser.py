"""The scoresheet on a board in Gujarati: tiles that are signs and conjuncts, blanks marked with a star."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django import Settings

from games.engine.crossword import movelist
from games.engine.crossword.move import Play, parse_move
from games.engine.crossword.scoring import Scorer
from games.engine.crossword.selfplay import final_scores
from games.engine.crossword.tiles import BLANK
from tests import factories
from tests.games.engine.crossword.test_gujarati import RULES, TILES, played
from tests.harness.people import People
from tests.tournaments.pages.slip.test_gujarati import words_of
from tests.tournaments.pages.slip.test_sheet_editor_browser import Thumb, moves_of, open_slip
from tournaments.models import Pairing

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

KEYS = [tile.letter for tile in TILES.tiles if tile.letter != "?"]
#: As everybody types them, and as a keyboard of the language does.
_DIGITS = str.maketrans("0123456789", "૦૧૨૩૪૫૬૭૮૯")


@pytest.fixture
def pairing(db: None, settings: Settings, tmp_path: object) -> Pairing:
    settings.WORDHALL_DATA = tmp_path
    director = factories.user("tess")
    club = factories.club(director)
    division = factories.division(
        club,
        director,
        rules_slug="gujarati-club",
        rule_options={"tile_set": "gu"},
        lexicon_version_id=words_of(club).pk,
    )
    round_ = factories.start(division, director, 2)
    return Pairing.objects.get(pk=factories.games(round_)[0].pairing_id)


class GujaratiThumb(Thumb):
    """Taps keys of Gujarati tiles, given by their codes."""

    def lay(self, at: int, across: bool, codes: bytes) -> None:
        square = self.page.locator(f".sheet [data-at='{at}']")
        self.tap(square)
        if across != self.across:
            self.tap(square)
            self.across = across
        for code in codes:
            if code & BLANK:
                self.do("blank")
            key = KEYS.index(TILES.face(bytes([code & ~BLANK])))
            self.tap(self.page.locator(f".sheet-key[data-tile='{key}']"))
        self.do("add")


def box_of(page: Page) -> str:
    return page.locator("#id_moves").input_value()


def test_a_game_by_thumb_with_conjuncts_and_blanks(people: People, pairing: Pairing) -> None:
    record = played(*[seat.entry.name for seat in pairing.seats.order_by("pk")])
    page = open_slip(people.phone(has_touch=True), pairing)
    thumb, layout, scorer = GujaratiThumb(page), RULES.layout, Scorer(RULES)
    board = bytearray(layout.empty)
    plays = 0
    for event in moves_of(record):
        if not event.place:
            thumb.do("pass")
            continue
        move = parse_move(f"{event.place} {event.text}", RULES)
        assert isinstance(move, Play)
        measured = scorer.measure(bytes(board), move.square, move.step, move.word)
        row, column = layout.row_and_column(measured.squares[0])
        thumb.lay(row * layout.size + column, move.step == 1, measured.codes)
        plays += 1
        for at, code in zip(measured.squares, measured.codes, strict=True):
            board[at] = code
        if plays == 4:
            people.all[0].check_page_on_both("scoresheet editor in Gujarati")
    written = box_of(page)
    assert written.count("*") == 2, "both blanks are marked"
    assert "[" in written, "a conjunct is one tile"
    assert not page.locator(".sheet-note").count(), "no turn breaks a rule or scores otherwise"
    again = movelist.read(written.encode(), RULES).record
    assert [event.text for event in moves_of(again) if event.place] == [
        event.text for event in moves_of(record) if event.place
    ]
    first, second = final_scores(record)
    page.locator("[name=first_score]").fill(str(first))
    page.locator("[name=second_score]").fill(str(second))
    page.get_by_role("button", name="Send the report").tap()
    page.locator("[name=sure]").check()  # 85 to 112 are few points for two experts
    page.get_by_role("button", name="Send the report").tap()
    page.wait_for_url("**/sent/**")
    expect(page.locator("main")).to_contain_text(f"{first}")
    expect(page.locator("main")).to_contain_text(f"{second}")


def test_text_typed_on_a_gujarati_keyboard_is_shown_on_the_board(people: People, pairing: Pairing) -> None:
    page = open_slip(people.phone(has_touch=True), pairing)
    page.locator("[data-as-text] summary").tap()
    page.locator("#id_moves").fill(f"{'8D'.translate(_DIGITS)} ક્ષક*મ {'12'.translate(_DIGITS)}\n")
    tiles = page.locator(".sheet .tile")
    expect(tiles).to_have_count(3)
    expect(tiles.first).to_contain_text("ક્ષ")
