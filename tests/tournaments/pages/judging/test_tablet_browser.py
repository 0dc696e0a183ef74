"""The judging tablet in a real browser: the steps, the verdict that clears itself, and an afternoon without network."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from clubs.models import Club, User
from lexicon.models import Adjudication, LexiconVersion
from lexicon.services import install_shipped
from lexicon.services.tablets import desk_key
from tests import factories
from tests.harness.people import TYPING, People
from tournaments.models import Division, Pairing, Seat
from tournaments.pages.judging.common import CLEAR_SECONDS
from tournaments.services.hall.table_cards import cards_of, make_cards
from tournaments.services.judging.tablets import close_judge, open_judge

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

#: Milliseconds between attempts to send stored adjudications.
SENT_AGAIN = 5_000
#: Milliseconds that somebody needs to read a verdict, and those after which it has cleared itself.
READ, CLEARED = 5_000, CLEAR_SECONDS * 1000


def pick(page: Page, field: str, name: str) -> None:
    """Choose a player: a button at one table, a line of the list where there are several."""
    seats = page.locator(f"[data-seats={field}]")
    if seats.locator("select").count():
        seats.locator("select").select_option(label=name)
    else:
        seats.get_by_role("radio", name=name, exact=True).check()


class Tablet:
    """A tablet with the judge's page open and ready for an afternoon without network. The test can put its clock forward."""

    def __init__(self, people: People, address: str) -> None:
        self.person = people.phone()
        self.page = self.person.page
        self.page.clock.install()
        self.page.goto(address)
        self.wait_until_ready()

    def put(self, *words: str, seat: str = "Dua") -> None:
        """Everything up to the confirmation of the spelling."""
        page = self.page
        pick(page, "seat", seat)
        page.locator(f".judge-count:has(input[value='{len(words)}'])").click()
        page.get_by_role("button", name="Next: type the words").click()
        for number, word in enumerate(words, 1):
            page.locator(f"#word{number}").press_sequentially(word, delay=TYPING)
        page.keyboard.press("Enter")

    def judge(self, *words: str, seat: str = "Dua") -> str:
        """The verdict on these words; the screen is cleared afterwards."""
        self.put(*words, seat=seat)
        self.page.get_by_role("button", name="Yes: adjudicate the play").click()
        verdict = self.page.locator("[data-verdict]")
        expect(verdict).to_be_visible()
        sentence = self.page.locator("[data-says]").inner_text()
        assert self.page.locator("[data-consequence]").inner_text()
        self.page.keyboard.press("Space")
        expect(verdict).to_be_hidden()
        return sentence

    def wait_until_ready(self) -> None:
        """The dictionary and the page are stored on the tablet."""
        expect(self.page.locator("[data-net][data-ready=true]")).to_be_visible()
        self.page.wait_for_function("navigator.serviceWorker.controller !== null")
        self.page.wait_for_function("caches.open('wordhall-files').then(c => c.keys()).then(keys => keys.length >= 7)")

    def expect_waiting(self, adjudications: int) -> None:
        """So many adjudications wait to be logged."""
        expect(self.page.locator(f"[data-net][data-waiting='{adjudications}']")).to_be_visible()


@pytest.fixture
def tablet(people: People, running: Division, director: User, dictionary: LexiconVersion) -> Tablet:
    """The tablet of the running division's judge."""
    factories.use_dictionary(running, dictionary)
    return Tablet(people, f"/judge/{desk_key(open_judge(actor=director, division=running))}/")


def test_every_step_is_accessible_and_fits(tablet: Tablet) -> None:
    """On a phone and on a desktop."""
    check_page = tablet.person.check_page_on_both
    check_page("judge, ready")
    tablet.put("train", "quixotry")
    assert tablet.page.locator(".judge-tile:visible").count() == 13
    check_page("judge, spelling")
    tablet.page.get_by_role("button", name="No: correct the spelling").click()
    check_page("judge, spelling corrected")
    tablet.page.keyboard.press("Enter")
    tablet.page.get_by_role("button", name="Yes: adjudicate the play").click()
    expect(tablet.page.locator(".is-acceptable")).to_be_visible()
    check_page("judge, verdict")


def test_the_page_fills_the_screen_through_a_adjudication(tablet: Tablet) -> None:
    page = tablet.page
    page.get_by_role("button", name="Full screen").click()
    expect(page.locator("[data-fullscreen]")).to_be_hidden()
    assert tablet.judge("train") == "Acceptable"
    assert page.evaluate("document.fullscreenElement !== null")
    assert page.evaluate("history.length") == 2  # the empty page before it, and this one: no step left a trace


def test_the_answer_disappears_and_leaves_nothing(tablet: Tablet) -> None:
    page = tablet.page
    tablet.put("zzqx")
    page.get_by_role("button", name="Yes: adjudicate the play").click()
    expect(page.locator(".is-unacceptable")).to_be_visible()
    page.clock.fast_forward(READ)
    expect(page.locator(".is-unacceptable")).to_be_visible()
    page.clock.fast_forward(CLEARED - READ)
    expect(page.locator("[data-verdict]")).to_be_hidden()
    left = page.evaluate("Array.from(document.querySelectorAll('input'), i => i.value).join(' ')")
    assert "zzqx" not in left.lower()
    assert "ZZQX" not in page.content().upper()
    assert Adjudication.objects.get().acceptable is False


def test_three_offline_adjudications_are_logged_once_each(tablet: Tablet) -> None:
    page = tablet.page
    tablet.person.context.set_offline(True)
    page.reload()  # the tablet was switched off and on: the page comes from what the tablet has stored
    assert tablet.judge("train") == "Acceptable"
    assert tablet.judge("train", "zzqx") == "Not acceptable"
    page.reload()
    assert tablet.judge("quixotry", "za", "ki") == "Acceptable"
    tablet.expect_waiting(3)
    tablet.put("co-op")
    page.get_by_role("button", name="Yes: adjudicate the play").click()
    expect(page.locator("[data-refused]")).to_be_visible()
    tablet.person.context.set_offline(False)
    tablet.expect_waiting(0)
    page.reload()  # and nothing is sent a second time
    tablet.expect_waiting(0)
    tablet.wait_until_ready()
    rows = list(Adjudication.objects.order_by("pk"))
    assert sorted(tuple(row.words) for row in rows) == [("QUIXOTRY", "ZA", "KI"), ("TRAIN",), ("TRAIN", "ZZQX")]
    assert all(row.is_offline and row.acceptable == row.rechecked and row.challenger == "Dua" for row in rows)
    assert len({row.client_token for row in rows}) == 3


def test_an_adjudication_sent_again_after_a_lost_answer_is_logged_once(tablet: Tablet) -> None:
    """The server logs the adjudication, its answer never arrives: the tablet judges by itself and sends the same adjudication again."""
    page = tablet.page

    def lose(route: Any) -> None:
        if route.request.method == "POST":
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route("**/judge/*/", lose, times=1)
    assert tablet.judge("train") == "Acceptable"
    page.unroute_all()
    page.clock.fast_forward(SENT_AGAIN)
    tablet.expect_waiting(0)
    assert Adjudication.objects.count() == 1


def test_what_is_refused_for_good_stays_with_its_reason_and_is_not_sent_again(
    tablet: Tablet, running: Division, director: User
) -> None:
    """The desk was closed while its tablet had no network; other refusals are passing ones, and are tried again."""
    page = tablet.page
    tablet.person.context.set_offline(True)
    assert tablet.judge("train") == "Acceptable"
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    page.route("**/judge/*/", lambda route: route.fulfill(status=403), times=1)
    with page.expect_response(lambda got: got.status == 403):
        tablet.person.context.set_offline(False)
    close_judge(actor=director, division=running)
    page.clock.fast_forward(SENT_AGAIN)
    expect(page.locator("[data-net]")).to_contain_text("No judge tablet has this address")
    page.clock.run_for(2 * SENT_AGAIN)
    assert page.evaluate("judgeStore.queued().then(kept => kept.length)") == 1
    assert len(sent) == 2  # the passing refusal and the one for good
    expect(page.locator("[data-net][data-waiting='1']")).to_contain_text("Adjudications waiting to sync: 1")
    tablet.person.check_page("judge, an adjudication refused")
    assert Adjudication.objects.count() == 0


def test_a_table_card_works_offline_and_in_the_next_round(
    people: People, running: Division, director: User, dictionary: LexiconVersion
) -> None:
    """A tablet at table 2: an adjudication while the network is away is that game's, although it arrives in the next round."""
    factories.use_dictionary(running, dictionary)
    make_cards(actor=director, event_id=running.event_id, tables=(1, 2))
    games = {1: Pairing.objects.get(round__division=running, table_number=2)}
    tablet = Tablet(people, f"/judge/{cards_of(running.event)[1].key}/")
    page = tablet.page
    tablet.person.check_page("judge at a table")
    tablet.person.context.set_offline(True)
    assert tablet.judge("train", seat=games[1].seats.earliest("position").entry.name) == "Acceptable"
    factories.play(games[1].round)
    games[2] = factories.publish(running, director, 2).pairings.get(table_number=2)
    tablet.person.context.set_offline(False)
    tablet.expect_waiting(0)
    assert tablet.judge("zzqx", seat="not on the list") == "Not acceptable"
    expect(page.locator("[data-where]")).to_have_text("round 2, table 2")
    assert set(page.locator("[data-seats=seat] label").all_inner_texts()) == {
        "not on the list",
        *games[2].seats.values_list("entry__name", flat=True),
    }
    assert tablet.judge("za", seat="not on the list") == "Acceptable"
    scopes = list(Adjudication.objects.order_by("pk").values_list("scope", flat=True))
    assert scopes == [f"pairing:{games[number].pk}" for number in (1, 2, 2)]


def test_the_judge_of_word_basket_is_accessible_and_clears_automatically(
    people: People, director: User, club: Club
) -> None:
    """Each verdict, on a phone and on a desktop. The last one is left alone until it is gone."""
    japanese = install_shipped(slug="ja")
    division = factories.division(
        club, director, game="wordbasket", rules_slug="word-basket", lexicon_version_id=japanese.pk
    )
    factories.start(division, director, 4)
    words = {"あひる": "common_noun", "よーろっぱ": "proper_name", "ぬるぽ": "not_listed", "しんかんせん": "illegal"}
    person = people.phone()
    page = person.page
    page.clock.install()
    page.goto(f"/judge/{desk_key(open_judge(actor=director, division=division))}/")
    for word, verdict in words.items():
        page.locator("#id_word").press_sequentially(word, delay=TYPING)
        if verdict == "common_noun":
            person.check_page_on_both("judge of word basket")
        page.get_by_role("button", name="Next: show the word").click()
        expect(page.locator(".judge-tile")).to_have_count(len(word))
        person.check_page_on_both(f"judge of word basket, {verdict} asked")
        page.get_by_role("button", name="Yes: adjudicate the word").click()
        expect(page.locator(f"[data-verdict={verdict}]")).to_be_visible()
        person.check_page_on_both(f"judge of word basket, {verdict}")
        if verdict != "illegal":
            page.get_by_role("link", name="Clear").click()
    page.clock.fast_forward(CLEARED)
    expect(page.locator("#id_word")).to_be_visible()
    assert "しんかんせん" not in page.content()


def test_offline_at_a_table_of_three_the_next_player_is_named(
    people: People, club: Club, director: User, dictionary: LexiconVersion
) -> None:
    """As the server says it afterwards in the log: a lost turn passes over the challenger who was next."""
    division = factories.division(
        club, director, table_size=3, lexicon_version_id=dictionary.pk, challenge_rule="double"
    )
    factories.start(division, director, 3)
    names = [seat.entry.name for seat in Seat.objects.filter(round__division=division).order_by("position")]
    tablet = Tablet(people, f"/judge/{desk_key(open_judge(actor=director, division=division))}/")
    tablet.person.screen = {"width": 360, "height": 740}
    page = tablet.page
    page.set_viewport_size({"width": 360, "height": 740})
    tablet.person.context.set_offline(True)
    said = []
    for word, player, challenger, follows in (
        ("train", 0, 1, 2),
        ("train", 0, 2, 1),
        ("zzqx", 0, 1, 1),
        ("zzqx", 2, 1, 0),
        ("zzqx", 1, None, 2),
    ):
        pick(page, "player", names[player])
        tablet.put(word, seat="not on the list" if challenger is None else names[challenger])
        page.get_by_role("button", name="Yes: adjudicate the play").click()
        expect(page.locator("[data-consequence]")).to_contain_text(f"{names[follows]} plays next.")
        said.append(page.locator("[data-consequence]").inner_text())
        page.keyboard.press("Space")
    tablet.person.context.set_offline(False)
    tablet.expect_waiting(0)
    logged = list(Adjudication.objects.order_by("decided_at").values_list("consequence", flat=True))
    assert [text.partition(" plays next")[0].rpartition(" ")[2] for text in logged] == [
        text.partition(" plays next")[0].rpartition(" ")[2] for text in said
    ]
