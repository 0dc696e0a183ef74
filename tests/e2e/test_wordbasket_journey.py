"""Word Basket on phones, in English and in Japanese: an event, its rounds, recorded games, standings, replay, ratings.

Nothing is found by its words, so that the same journey is made in every language.
"""

import re
import time

import pytest
from django.conf import settings
from playwright.sync_api import expect

from games.engine.wordbasket.check import check_record
from games.engine.wordbasket.notation import write_text
from games.engine.wordbasket.record import Player
from games.engine.wordbasket.selfplay import Vocabulary, play_game
from lexicon.wordlists.japanese import nouns
from tests.e2e.clubs import open_club
from tests.harness.deep import some
from tests.harness.people import People, Person
from tests.harness.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.long]

PLAYERS = ["Aki Mori", "Nao Hama", "Yuki Sato", "Rin Oda"]


class Night:
    """One club night in one language, everybody with a phone."""

    def __init__(self, people: People, site: Site, language: str) -> None:
        self.people, self.site, self.language = people, site, language
        self.slug, self.club = f"basket-night-{language}", f"basket-{language}"
        self.director = self.phone()
        self.seed = 40

    def phone(self, *, scripts: bool = True) -> Person:
        """Somebody whose phone asks for pages in the language."""
        person = self.people.phone(scripts=scripts)
        person.context.set_extra_http_headers({"Accept-Language": self.language})
        return person

    def check_page(self, person: Person, name: str) -> None:
        """The page is in the language, and in order on a phone and a desktop."""
        assert person.page.locator("html").get_attribute("lang") == self.language
        person.check_page_on_both(f"word basket {self.language} {name}")

    def create(self) -> None:
        """A club, and an event of Word Basket, best of one, with a rating pool of its own."""
        open_club(self.director, f"basket-{self.language}", self.club)
        page = self.director.page
        page.goto(f"/clubs/{self.club}/events/new/")
        page.locator("button[name=switch_game][value=wordbasket]").click()
        self.check_page(self.director, "new event")
        page.locator("[name=name]").fill(f"Basket Night {self.language}")
        page.locator("[name=rounds_planned]").fill("1")
        page.locator("[name=new_pool]").fill(f"Basket {self.language}")
        page.locator("[name=wild_last]").check()
        page.locator("main form [type=submit].button-primary").click()
        page.wait_for_url("**/manage/")

    def enter(self) -> None:
        """Four players; one is a beginner."""
        page = self.director.page
        page.goto(f"/e/{self.slug}/a/manage/roster/")
        page.locator("textarea[name=text]").fill("name\n" + "\n".join(PLAYERS))
        page.locator("form:has(textarea[name=text]) [type=submit]").first.click()
        page.locator("form.action-bar button").click()
        # The button leads to another page: wait for it.
        expect(page.locator("tbody tr")).to_have_count(len(PLAYERS))
        page.locator("tbody tr a[href*='/entries/'], tbody tr a[href*='/roster/']").first.click()
        page.locator("[name=handicap]").select_option("beginner")
        self.check_page(self.director, "handicap")
        page.locator("form:has([name=handicap]) [type=submit]").click()
        self.check_page(self.director, "roster")

    def pair(self) -> list[tuple[list[str], list[str]]]:
        """Draft and publish; the players' own addresses of each table with the names."""
        page = self.director.page
        page.goto(f"/e/{self.slug}/a/rounds/1/manage/")
        page.locator("form[action$='/draft/'] [type=submit]").click()
        self.check_page(self.director, "draft")
        page.locator("form[action$='/publish/'] [type=submit]").click()
        self.check_page(self.director, "round")
        page.goto(f"/e/{self.slug}/a/rounds/1/print/slips/?strips=1")
        self.check_page(self.director, "slips")
        tables = []
        for slip in page.locator(".slip").all():
            texts = slip.locator(".slip-address").all_inner_texts()
            own = [re.sub(r"^https?://[^/]+", "", text.strip()) + "1/" for text in texts]
            rows = slip.locator("tbody tr").all_inner_texts()
            tables.append((own, [next(name for name in PLAYERS if name in row) for row in rows]))
        return tables

    def record(self, names: list[str]) -> tuple[str, list[int]]:
        """A game of our own making under these names, and the cards left."""
        self.seed += 1
        short = (word for word in nouns() if len(word) <= 6)
        record = play_game(
            words=Vocabulary.build(short),
            seed=self.seed,
            players=[Player("A", names[0]), Player("B", names[1])],
        )
        text = write_text(record)
        return text, list(check_record(text.encode()).cards_left)

    def send(self, person: Person, address: str, cards: list[int] | None = None) -> None:
        """One player's report of the game on the slip."""
        page = person.page
        if not page.url.endswith(address):
            page.goto(address)
        for place, left in enumerate(cards or [], 1):
            page.locator(f"[name=game1_seat{place}]").fill(str(left))
        page.locator("[data-send]").click()
        page.wait_for_url("**/sent/**")


def typed_with_keys(night: Night, person: Person, address: str) -> None:
    """By thumb: the basket's card, who, a word in kana, the card that fits; what does not link is said; the draft is kept."""
    page = person.page
    page.goto(address)
    page.locator("details.card:has(#id_moves) > summary").click()
    box = page.locator("#id_moves")
    heading = box.input_value()
    assert heading.startswith("#player A ")
    page.locator("[data-part=deck] [data-card='あ']").click()
    page.locator("[data-seat='0']").click()
    for kana in "かた":
        page.locator(f"[data-kana='{kana}']").click()
    page.locator("[data-kana-change=voiced]").click()
    expect(page.locator(".basket [data-part=fault]")).not_to_be_empty()
    page.locator(".basket [data-do=backspace]").click()
    page.locator(".basket [data-do=backspace]").click()
    for kana in "あひる":
        page.locator(f"[data-kana='{kana}']").click()
    expect(page.locator(".basket [data-part=fault]")).to_be_empty()
    night.check_page(person, "next word")
    page.locator("[data-part=fits] [data-card='る']").click()
    assert box.input_value() == heading + "start あ\nA あひる る\n"
    expect(page.locator(".basket [data-part=next]")).to_have_text("る")
    page.reload()
    expect(page.locator(".sheet-turn")).to_have_count(2)
    assert box.input_value() == heading + "start あ\nA あひる る\n", "the draft is gone"


def first_table(night: Night, own: list[str], names: list[str]) -> tuple[str, list[int]]:
    """A whole game typed on the phone, and the other's cards: confirmed."""
    one, two = night.phone(), night.phone(scripts=False)
    typed_with_keys(night, one, own[0])
    text, left = night.record(names)
    one.page.locator("[data-as-text] summary").click()
    one.page.locator("#id_moves").fill(text)
    expect(one.page.locator("#check .badge")).to_be_visible()
    night.check_page(one, "game typed")
    night.send(one, own[0])
    expect(one.page.locator("[data-result=pending]")).to_be_visible()
    night.check_page(one, "first report")
    two.page.goto(own[1])
    night.check_page(two, "slip without scripts")
    night.send(two, own[1], left)
    expect(two.page.locator("[data-result=confirmed]")).to_be_visible()
    night.check_page(two, "confirmed")
    return text, left


def second_table(night: Night, own: list[str], names: list[str]) -> list[int]:
    """A file from one phone, other cards from the other: a conflict, which the director decides."""
    one, two = night.phone(), night.phone()
    text, left = night.record(names)
    one.page.goto(own[0])
    one.page.locator("details.card:has(#id_moves) > summary").click()
    one.page.locator("#id_record_file").set_input_files(
        {"name": "game.basket", "mimeType": "text/plain", "buffer": text.encode()}
    )
    night.send(one, own[0])
    other = [cards + (1 if cards else 0) for cards in left]
    night.send(two, own[1], other)
    expect(two.page.locator("[data-result=conflict]")).to_be_visible()
    night.check_page(two, "reports differ")
    page = night.director.page
    page.goto(f"/e/{night.slug}/a/rounds/1/manage/")
    page.locator(".game-conflict a.button-danger").click()
    night.check_page(night.director, "ruling")
    page.locator("select[name=kind]").select_option("played")
    page.locator("#id_tally").fill("-".join(map(str, left)))
    ruling = page.locator("form[action$='/rule/']").filter(has=page.locator("#id_tally"))
    ruling.locator("[name=reason]").fill("山を数え直した。")
    ruling.locator(".button-primary[type=submit]").click()
    expect(page.locator(".game-confirmed")).to_have_count(2)
    return left


def check_replay(night: Night, names: list[str]) -> None:
    """Standings, the round, and the replay of a game, step by step, with scripts and without."""
    spectator = night.phone()
    page = spectator.page
    page.goto(f"/e/{night.slug}/a/standings/")
    assert page.locator("tbody tr").count() == len(PLAYERS)
    night.check_page(spectator, "standings")
    page.goto(f"/e/{night.slug}/a/rounds/1/")
    night.check_page(spectator, "results")
    page.locator("main a[href*='/games/']:not([href$='/games/'])").first.click()
    page.wait_for_url("**/games/**")
    page.locator("[data-step=first]").click()
    expect(page.locator("[data-turn='1']")).to_be_visible()
    page.locator("[data-step=on]").click()
    expect(page.locator("[data-turn='2']")).to_be_visible()
    expect(page.locator("[data-turn='1']")).to_be_hidden()
    expect(page.locator("[data-turn='2'] .wb-hand").first).to_be_visible()
    night.check_page(spectator, "replay")
    plain = night.phone(scripts=False)
    plain.page.goto(page.url.split("?")[0] + "?turn=3")
    expect(plain.page.locator("[data-turn='3']")).to_be_visible()
    plain.page.locator("[data-step=on]").click()
    expect(plain.page.locator("[data-turn='4']")).to_be_visible()
    assert names[0] in plain.page.locator("h1").inner_text()


def check_ratings(night: Night) -> None:
    """The event ends; its pool lists the four."""
    page = night.director.page
    page.goto(f"/e/{night.slug}/finish/")
    page.locator("main form button.button-big").click()
    page.goto(f"/ratings/{night.club}/")  # named as the club is
    limit = time.monotonic() + 60
    while page.locator("tbody tr:not(.list-line)").count() != len(PLAYERS):
        assert time.monotonic() < limit, f"no ratings after a minute\n{night.site.log[-2000:]}"
        page.wait_for_timeout(200)  # a person who looks again
        page.reload()
    night.check_page(night.director, "ratings")


# In the suite the language in which the most of these pages is not English; the deep run has every language.
@pytest.mark.parametrize("language", some(sorted((code for code, _name in settings.LANGUAGES), key="ja".__ne__)))
def test_a_club_night_of_word_basket(people: People, site: Site, language: str) -> None:
    night = Night(people, site, language)
    night.create()
    night.enter()
    (first, names), (second, others) = night.pair()
    first_table(night, first, names)
    second_table(night, second, others)
    check_replay(night, names)
    check_ratings(night)


def test_the_demo_shows_word_basket(people: People) -> None:
    visitor = people.phone()
    visitor.page.goto("/e/lighthouse-open/word-basket/standings/")
    visitor.check_page("demo word basket standings")
    visitor.page.goto("/e/lighthouse-open/club-tables/rounds/1/")
    visitor.check_page("demo club tables")
    visitor.page.goto("/e/lighthouse-open/word-basket/rounds/1/")
    visitor.check_page("demo word basket round")
    visitor.page.locator("main a[href*='/games/']:not([href$='/games/'])").first.click()
    visitor.check_page("demo word basket replay")


def test_practice_for_shiritori(people: People) -> None:
    reader = people.phone()
    reader.sign_in("scorer")
    reader.page.goto("/dictionaries/ja/shiritori/?begins=%E3%81%82&ends=ru&length=5")
    expect(reader.page.locator(".lexicon-words")).to_contain_text("あ")
    reader.check_page("shiritori words")
