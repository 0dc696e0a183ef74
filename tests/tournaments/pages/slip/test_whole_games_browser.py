"""Whole games of each rule set, variation and edition, from the director's form to the ratings, sent by the players' phones.

The words are made up in the tiles of the edition and uploaded as a club's dictionary. The suite plays one game, the deep run all.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from pytest_django import Settings

from games.engine.crossword import gcg
from games.engine.crossword.anagrams import AnagramWords
from games.engine.crossword.ending import Ending
from games.engine.crossword.movegen import WordGraph
from games.engine.crossword.record import Kind, Player, Record
from games.engine.crossword.rules import NINE_TILE, RULE_SETS, RuleSet
from games.engine.crossword.selfplay import EXPERT, final_scores, play_game
from games.engine.crossword.tiles import TileSet, tile_set_slugs
from tests import factories
from tests.harness.deep import some
from tests.harness.people import People, Person
from tournaments.models import Pairing, Result

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = ("Ada Finch", "Bo Marsh", "Cy Rook", "Dee Holm")


@dataclass(frozen=True)
class Sheet:
    """How a division plays: the form's fields by name, the same for the engine, and how its game ends."""

    rules: str
    #: How the game ends; None: as it may.
    ends: Ending | None = Ending.OUT
    fields: Mapping[str, str | bool] = field(default_factory=dict)
    options: Mapping[str, object] = field(default_factory=dict)
    seats: int = 2
    tiles: str = "en"

    def __str__(self) -> str:
        return "-".join([self.rules, self.tiles, self.ends or "any end", *self.fields, str(self.seats)])

    @property
    def played(self) -> RuleSet:
        """The rules of the division. A failed challenge costs nothing: nobody challenges here."""
        return RULE_SETS[self.rules].with_options(tile_set=self.tiles, **self.options)


NINE = {"fields": {"nine_tiles": True}, "options": NINE_TILE}
LINE = {"fields": {"finish_line": "120"}, "options": {"finish_line": 120}, "ends": Ending.FINISH_LINE}
SMOG = {"fields": {"word_smog": True}, "options": {"word_smog": True}}
SHEETS = [
    Sheet("gujarati-club"),
    *(Sheet(rules, ends) for rules, ends in product(RULE_SETS, (Ending.OUT, Ending.STUCK)) if rules != "gujarati-club"),
    Sheet("gujarati-club", Ending.STUCK),
    *(Sheet(rules, **variation) for rules, variation in product(RULE_SETS, (NINE, LINE, SMOG))),  # type: ignore[arg-type]
    *(Sheet(rules, seats=seats) for rules, seats in product(RULE_SETS, (3, 4))),
    *(Sheet("tournament", None, tiles=tiles) for tiles in tile_set_slugs() if tiles != "en"),
]


@pytest.fixture(autouse=True)
def _data(settings: Settings, tmp_path: Path) -> None:
    """A data folder of the test's own: the dictionary is uploaded into it."""
    settings.WORDHALL_DATA = tmp_path / "data"


@cache
def made_up(tiles: TileSet, *, few: bool) -> tuple[str, ...]:
    """Words of the set's tiles that can be laid; ``few`` of them, so that a game soon comes to a stop."""
    rng = random.Random(tiles.slug)
    bag = [code for code in tiles.bag if tiles.text((code,)) != "?"]
    vowels = [code for code in bag if tiles.face((code,)) in tiles.vowels] or bag
    others = [code for code in bag if tiles.face((code,)) not in tiles.vowels] or bag
    letters = {"v": vowels, "c": others}
    shapes = ("cvcvc", "vccvc") if few else ("vc", "cv", "cvc", "vcv", "cvcv", "cvcvc", "cvccv", "vcvcvc")
    words = {bytes(rng.choice(letters[one]) for one in rng.choice(shapes)) for _ in range(40 if few else 6000)}
    if not few:
        words |= {bytes((code, vowel)) for code in set(bag) for vowel in set(vowels)}
        words |= {bytes((vowel, code)) for code in set(bag) for vowel in set(vowels)}
    return tuple(sorted({tiles.face(word) for word in words if len(word) > 1}))


def game_of(sheet: Sheet) -> Record:
    """A game that ends as it should, from the first seed that does."""
    rules = sheet.played
    words = made_up(rules.tiles, few=sheet.ends is Ending.STUCK)
    known = AnagramWords(words, rules.tiles) if rules.word_smog else WordGraph.build(words, rules)
    players = [Player(name.split()[0], name) for name in NAMES[: sheet.seats]]
    for seed in range(60):
        record = play_game(words=known, rules=rules, seed=seed, players=players, styles=(EXPERT,) * sheet.seats)
        timed = any(event.kind is Kind.TIME for event in record.events)
        if not timed and typed(record) and sheet.ends in {None, ended_by(record)}:
            return record
    raise AssertionError(f"no game of {sheet} ends by {sheet.ends}")


def ended_by(record: Record) -> Ending:
    """How the game ended, as its last line says."""
    last = record.events[-1].kind
    if last is Kind.OUT:
        return Ending.OUT
    return Ending.FINISH_LINE if last is Kind.PLAY else Ending.STUCK


def typed(record: Record) -> str:
    """The moves as a player types them off a scoresheet, without racks and, where it follows from the moves, without the end.

    "" for a game with a play of blanks alone, which nobody can tell from small letters.
    """
    lines = []
    out = any(event.kind is Kind.OUT for event in record.events)
    for event in record.events:
        match event.kind:
            case Kind.PLAY:
                if event.text == event.text.lower() != event.text.upper():
                    return ""
                lines.append(f"{event.place} {event.text} {event.score}")
            case Kind.EXCHANGE:
                lines.append(f"-{event.text}")
            case Kind.PASS:
                lines.append("-")
            case Kind.RACK if not out or len(record.players) > 2:  # of two, what the other one holds follows
                lines.append(f"{record.players[event.player].nick} ({event.text})")
            case _:
                pass
    return "\n".join(lines)


class Club:
    """A director at a desktop, and the phones of the players."""

    def __init__(self, people: People, sheet: Sheet) -> None:
        people.check_looks = False
        self.people, self.sheet = people, sheet
        self.user = factories.user("tess")
        self.club = factories.club(self.user)
        self.director: Person = people.desktop(self.user)

    def upload_words(self) -> str:
        """The made-up words become the club's dictionary; returns what it is called in the division's form."""
        page, tiles = self.director.page, self.sheet.played.tiles
        words = made_up(tiles, few=self.sheet.ends is Ending.STUCK)
        page.goto(f"/dictionaries/clubs/{self.club.slug}/lists/")
        page.locator("[name=name]").fill("Made up")
        page.locator("[name=label]").fill("2026")
        page.locator("[name=language]").select_option(self.sheet.tiles.split("-")[0])
        page.locator("[name=file]").set_input_files(
            {"name": "words.txt", "mimeType": "text/plain", "buffer": "\n".join(words).encode()}
        )
        page.locator("main form [type=submit]").last.click()
        page.wait_for_url("**/lists/*/")
        factories.run_jobs()
        page.reload()
        page.get_by_role("button", name="Use this list").click()
        factories.run_jobs()
        page.reload()
        expect(page.locator("main")).to_contain_text("Now in force")
        return "Made up"

    def open_event(self, dictionary: str) -> None:
        """One division by the sheet, one round, a rating list of its own."""
        page, sheet = self.director.page, self.sheet
        page.goto(f"/clubs/{self.club.slug}/events/new/")
        page.get_by_label("Event name").fill("Sheet Night")
        page.get_by_label("Rounds", exact=True).fill("1")
        page.get_by_label("New rating list").fill("Sheet ratings")
        page.locator("[name=rules_slug]").select_option(sheet.rules)
        page.locator("[name=tile_set]").select_option(sheet.tiles)
        page.locator("[name=lexicon_version]").select_option(label=self._option(page, dictionary))
        if sheet.seats > 2:
            page.locator("[name=table_size]").select_option(str(sheet.seats))
        for name, value in sheet.fields.items():
            box = page.locator(f"[name={name}]")
            box.check() if value is True else box.fill(str(value))
        page.get_by_role("button", name="Create the event").click()
        page.goto("/e/sheet-night/a/manage/roster/")
        page.get_by_label("Paste the players").fill("\n".join(f"{name}, 1500" for name in NAMES[: sheet.seats]))
        page.get_by_role("button", name="Check the list").click()
        page.locator("form.action-bar button").click()
        expect(page.locator("table.roster tbody tr")).to_have_count(sheet.seats)

    @staticmethod
    def _option(page: Page, name: str) -> str:
        (label,) = [
            text
            for text in page.locator("[name=lexicon_version] option").all_inner_texts()
            if text.strip().startswith(name)
        ]
        return label.strip()

    def publish(self) -> Pairing:
        page = self.director.page
        page.goto("/e/sheet-night/a/rounds/1/manage/")
        page.get_by_role("button", name="Pair round 1", exact=True).click()
        page.get_by_role("button", name="Publish round 1").click()
        expect(page.locator("ol.games .game")).to_have_count(1)
        return Pairing.objects.get()

    def send(self, pairing: Pairing, side: str, *, text: str = "", file: bytes = b"") -> Page:
        """A player's report, by typed moves or by a file, without scores: the record says them."""
        page = self.people.phone().page
        page.goto(factories.own_slip(pairing.pk, side))
        page.get_by_text("Add the moves").click()
        if text:
            page.get_by_text("As text").click()
            page.locator("#id_moves").fill(text)
        if file:
            page.locator("#id_record_file").set_input_files(
                {"name": "game.gcg", "mimeType": "text/plain", "buffer": file}
            )
        page.get_by_role("button", name="Send the report").click()
        page.wait_for_url("**/sent/**")
        return page


def named(record: Record, names: Sequence[str]) -> Record:
    """The record with its players in the order in which they sit."""
    players = tuple(Player(name.split()[0], name) for name in names)
    return replace(record, players=players)


@pytest.mark.parametrize("sheet", some(SHEETS), ids=str)
def test_a_game_by_the_sheet(people: People, sheet: Sheet) -> None:
    club = Club(people, sheet)
    club.open_event(club.upload_words())
    pairing = club.publish()
    names = [seat.entry.name for seat in pairing.seats.order_by("position")]
    record = named(game_of(sheet), names)
    scores = final_scores(record)
    first = club.send(pairing, "first", text=typed(record))
    for score in scores:
        expect(first.locator("main")).to_contain_text(str(score))
    second = club.send(pairing, "second", file=gcg.write(record))
    expect(second.get_by_role("heading", name="Confirmed")).to_be_visible()
    result = Result.objects.get(pairing=pairing)
    assert result.state == Result.State.CONFIRMED
    page = club.director.page
    page.goto("/e/sheet-night/a/standings/")
    leader = page.locator("tbody tr").first
    expect(leader).to_contain_text(names[scores.index(max(scores))])
    factories.run_jobs()
    page.goto("/e/sheet-night/")
    page.get_by_role("link", name="Ratings").last.click()
    expect(page.locator("tbody tr")).to_have_count(sheet.seats)
