"""The judging tablet in a real browser: the steps, the verdict that clears itself, and an afternoon without network."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect, sync_playwright

from clubs.models import Club, User
from lexicon.models import LexiconVersion, Ruling
from lexicon.services import install_shipped
from lexicon.services.desks import desk_key
from tests import factories
from tests.harness import browser
from tournaments.models import Division, Pairing
from tournaments.services.judge_desks import close_judge, open_judge
from tournaments.services.table_cards import cards_of, make_cards

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SIZES: Any = [{"width": 390, "height": 844}, {"width": 1280, "height": 800}]


@pytest.fixture
def tablet(live_server: Any, running: Division, director: User, dictionary: LexiconVersion) -> str:
    running.lexicon_version = dictionary
    running.save(update_fields=["lexicon_version"])
    return f"{live_server.url}/judge/{desk_key(open_judge(actor=director, division=running))}/"


class Tablet:
    """A Chromium with one page; faults of its scripts are faults of the test."""

    def __init__(self, address: str, size: Any = SIZES[0]) -> None:
        self.address, self.size = address, size
        self.problems: list[str] = []

    def __enter__(self) -> "Tablet":
        self.playwright = sync_playwright().start()
        self.chromium = self.playwright.chromium.launch(executable_path=browser.ensure(), args=browser.FLAGS)
        self.context: BrowserContext = self.chromium.new_context(viewport=self.size)
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(10_000)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.goto(self.address)
        return self

    def __exit__(self, *error: object) -> None:
        self.chromium.close()
        self.playwright.stop()
        if error[0] is None:
            assert self.problems == []

    def put(self, *words: str, seat: str = "Dua") -> None:
        """Everything up to the confirmation of the spelling."""
        page = self.page
        page.select_option("#seat", label=seat)
        page.locator(f".judge-count:has(input[value='{len(words)}'])").click()
        page.get_by_role("button", name="Next: type the words").click()
        for number, word in enumerate(words, 1):
            page.fill(f"#word{number}", word)
        page.keyboard.press("Enter")

    def judge(self, *words: str) -> str:
        """The verdict on these words; the screen is cleared afterwards."""
        self.put(*words)
        self.page.get_by_role("button", name="Yes: judge the play").click()
        verdict = self.page.locator("[data-verdict]")
        expect(verdict).to_be_visible()
        said = self.page.locator("[data-says]").inner_text()
        assert self.page.locator("[data-consequence]").inner_text()
        self.page.keyboard.press("Space")
        expect(verdict).to_be_hidden()
        return said

    def ready(self) -> None:
        """Wait until the dictionary and the page are kept."""
        expect(self.page.locator("[data-net][data-ready=true]")).to_be_visible()
        self.page.wait_for_function("navigator.serviceWorker.controller !== null")
        self.page.wait_for_function("caches.open('wordhall-judge').then(c => c.keys()).then(keys => keys.length >= 7)")


def faults(page: Page) -> list[str]:
    """What axe finds, and a page wider than its screen."""
    found = [f"{item['id']}: {item['nodes'][0]['html'][:120]}" for item in Axe().run(page).response["violations"]]
    if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
        found.append("wider than the screen")
    return found


@pytest.mark.parametrize("size", SIZES, ids=["phone", "desktop"])
def test_every_step_is_accessible_and_fits(tablet: str, size: Any, tmp_path: Any) -> None:
    with Tablet(tablet, size) as tab:
        tab.ready()
        assert faults(tab.page) == []
        tab.put("train", "quixotry")
        assert tab.page.locator(".judge-tile:visible").count() == 13
        assert faults(tab.page) == []
        tab.page.get_by_role("button", name="No: correct the spelling").click()
        assert faults(tab.page) == []
        tab.page.keyboard.press("Enter")
        tab.page.get_by_role("button", name="Yes: judge the play").click()
        expect(tab.page.locator(".is-acceptable")).to_be_visible()
        assert faults(tab.page) == []


def test_the_page_fills_the_screen_through_a_ruling(tablet: str) -> None:
    with Tablet(tablet) as tab:
        tab.ready()
        tab.page.get_by_role("button", name="Full screen").click()
        tab.page.wait_for_function("document.fullscreenElement !== null")
        expect(tab.page.locator("[data-fullscreen]")).to_be_hidden()
        assert tab.judge("train") == "Acceptable"
        assert tab.page.evaluate("document.fullscreenElement !== null")
        assert tab.page.evaluate("history.length") == 2  # the empty page before it, and this one: no step left a trace


def test_the_verdict_clears_itself_and_leaves_nothing(tablet: str) -> None:
    with Tablet(tablet) as tab:
        tab.ready()
        tab.put("zzqx")
        tab.page.get_by_role("button", name="Yes: judge the play").click()
        expect(tab.page.locator(".is-unacceptable")).to_be_visible()
        expect(tab.page.locator("[data-verdict]")).to_be_hidden(timeout=12_000)
        left = tab.page.evaluate("Array.from(document.querySelectorAll('input'), i => i.value).join(' ')")
        assert "zzqx" not in left.lower()
        assert "ZZQX" not in tab.page.content().upper()
    assert Ruling.objects.get().acceptable is False


def test_three_rulings_without_network_are_logged_once_each(tablet: str) -> None:
    with Tablet(tablet) as tab:
        tab.ready()
        tab.context.set_offline(True)
        tab.page.reload()  # the tablet was switched off and on: the page comes up from what was kept
        assert tab.judge("train") == "Acceptable"
        assert tab.judge("train", "zzqx") == "Not acceptable"
        tab.page.reload()
        assert tab.judge("quixotry", "za", "ki") == "Acceptable"
        expect(tab.page.locator("[data-net][data-waiting='3']")).to_be_visible()
        tab.put("co-op")
        tab.page.get_by_role("button", name="Yes: judge the play").click()
        expect(tab.page.locator("[data-refused]")).to_be_visible()
        tab.context.set_offline(False)
        expect(tab.page.locator("[data-net][data-waiting='0']")).to_be_visible()
        tab.page.reload()  # and nothing is sent a second time
        expect(tab.page.locator("[data-net][data-waiting='0']")).to_be_visible()
        tab.ready()
    rows = list(Ruling.objects.order_by("pk"))
    assert sorted(tuple(row.words) for row in rows) == [("QUIXOTRY", "ZA", "KI"), ("TRAIN",), ("TRAIN", "ZZQX")]
    assert all(row.is_offline and row.acceptable == row.rechecked and row.challenger == "Dua" for row in rows)
    assert len({row.client_token for row in rows}) == 3


def test_an_answer_that_is_lost_is_not_logged_twice(tablet: str) -> None:
    """The server logs the ruling, its answer never arrives: the tablet judges by itself and sends the same ruling again."""
    with Tablet(tablet) as tab:
        tab.ready()

        def lose(route: Any) -> None:
            if route.request.method == "POST":
                route.fetch()
                route.abort()
            else:
                route.continue_()

        tab.page.route("**/judge/*/", lose, times=1)
        assert tab.judge("train") == "Acceptable"
        tab.page.unroute_all()
        expect(tab.page.locator("[data-net][data-waiting='0']")).to_be_visible(timeout=15_000)
    assert Ruling.objects.count() == 1


def test_what_is_refused_for_good_stays_with_its_reason_and_is_not_sent_again(
    tablet: str, running: Division, director: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The desk was closed while its tablet had no network; other refusals are passing ones, and are tried again."""
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")  # the browser's loop runs while the director works
    with Tablet(tablet) as tab:
        tab.ready()
        tab.context.set_offline(True)
        assert tab.judge("train") == "Acceptable"
        sent: list[int] = []
        tab.page.on("response", lambda got: sent.append(got.status) if got.request.method == "POST" else None)
        tab.page.route("**/judge/*/", lambda route: route.fulfill(status=403), times=1)
        with tab.page.expect_response(lambda got: got.status == 403, timeout=15_000):
            tab.context.set_offline(False)
        close_judge(actor=director, division=running)
        expect(tab.page.locator("[data-net]")).to_contain_text("No judging desk has this address", timeout=15_000)
        tab.page.wait_for_timeout(6_000)  # longer than from one sending to the next
        assert sent == [403, 404]
        expect(tab.page.locator("[data-net][data-waiting='1']")).to_contain_text("rulings wait to be logged: 1")
        assert faults(tab.page) == []
    assert Ruling.objects.count() == 0


def test_a_tables_card_goes_on_without_network_and_into_the_next_round(
    live_server: Any, running: Division, director: User, dictionary: LexiconVersion, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tablet at table 2: a ruling while the network is away is that game's, although it arrives in the next round."""
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")  # the browser's loop runs while the director works
    running.lexicon_version = dictionary
    running.save(update_fields=["lexicon_version"])
    make_cards(actor=director, event_id=running.event_id, tables=(1, 2))
    key = cards_of(running.event)[1].key
    games = {1: Pairing.objects.get(round__division=running, table_number=2)}
    with Tablet(f"{live_server.url}/judge/{key}/") as tab:
        tab.ready()
        assert faults(tab.page) == []
        tab.context.set_offline(True)
        tab.put("train", seat=games[1].seats.earliest("position").entry.name)
        tab.page.get_by_role("button", name="Yes: judge the play").click()
        expect(tab.page.locator(".is-acceptable")).to_be_visible()
        tab.page.keyboard.press("Space")
        factories.play(games[1].round)
        games[2] = factories.publish(running, director, 2).pairings.get(table_number=2)
        tab.context.set_offline(False)
        expect(tab.page.locator("[data-net][data-waiting='0']")).to_be_visible()
        tab.put("zzqx", seat="not in the list")
        tab.page.get_by_role("button", name="Yes: judge the play").click()
        expect(tab.page.locator(".is-unacceptable")).to_be_visible()
        tab.page.keyboard.press("Space")
        expect(tab.page.locator("[data-where]")).to_have_text("round 2, table 2")
        assert set(tab.page.locator("#seat option").all_inner_texts()) == {
            "not in the list",
            *games[2].seats.values_list("entry__name", flat=True),
        }
        tab.put("za", seat="not in the list")
        tab.page.get_by_role("button", name="Yes: judge the play").click()
        expect(tab.page.locator(".is-acceptable")).to_be_visible()
    scopes = list(Ruling.objects.order_by("pk").values_list("scope", flat=True))
    assert scopes == [f"pairing:{games[number].pk}" for number in (1, 2, 2)]


@pytest.mark.parametrize("size", SIZES, ids=["phone", "desktop"])
def test_the_judge_of_word_basket_is_accessible_and_clears_itself(
    live_server: Any, director: User, club: Club, size: Any
) -> None:
    japanese = install_shipped(slug="ja")
    division = factories.division(
        club, director, game="wordbasket", rules_slug="word-basket", lexicon_version_id=japanese.pk
    )
    factories.entries(division, director, 4)
    factories.publish(division, director, 1)
    address = f"{live_server.url}/judge/{desk_key(open_judge(actor=director, division=division))}/"
    words = {"あひる": "common_noun", "よーろっぱ": "proper_name", "ぬるぽ": "not_listed", "しんかんせん": "illegal"}
    with Tablet(address, size) as tab:
        page = tab.page
        for word, verdict in words.items():
            page.fill("#id_word", word)
            assert faults(page) == []
            page.get_by_role("button", name="Next: show the word").click()
            expect(page.locator(".judge-tile")).to_have_count(len(word))
            assert faults(page) == []
            page.get_by_role("button", name="Yes: judge the word").click()
            expect(page.locator(f"[data-verdict={verdict}]")).to_be_visible()
            assert faults(page) == []
            if verdict == "illegal":
                expect(page.locator("#id_word")).to_be_visible(timeout=12_000)  # by itself
                assert word not in page.content()
            else:
                page.get_by_role("link", name="Clear").click()
