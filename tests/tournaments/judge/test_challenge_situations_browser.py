"""From ruling to score, in a real browser: each situation of a challenge under each challenge rule.

The challenge is put at the tablet, both players report the game from their slips, and the director looks at the ruling. What is
expected is written out in ``situations``.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from clubs.models import Club, User
from lexicon import files
from lexicon.engine.wordlist import WordList
from lexicon.models import Lexicon, LexiconVersion, Ruling
from lexicon.services.desks import desk_key
from tests import factories
from tests.harness import browser
from tests.tournaments.judge.situations import (
    COSTS,
    STANDS,
    WORDS,
    R,
    Situation,
    contradiction,
    expected,
    final,
    record,
    situations,
)
from tournaments.models import Division, Pairing, Seat, SlipLink
from tournaments.services.judge_desks import open_judge
from tournaments.services.slips import slip_key

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


class Hall:
    """One browser: a tablet, a phone, and the director's screen."""

    def __init__(self, url: str, session: str) -> None:
        self.url = url
        self.playwright = sync_playwright().start()
        self.chromium = self.playwright.chromium.launch(executable_path=browser.ensure(), args=browser.FLAGS)
        self.tablet, self.phone, self.desk = (self._screen() for _n in range(3))
        self.desk.context.add_cookies([{"name": "sessionid", "value": session, "url": url}])

    def _screen(self) -> Page:
        page = self.chromium.new_context(viewport={"width": 390, "height": 844}, service_workers="block").new_page()
        page.set_default_timeout(10_000)
        return page

    def close(self) -> None:
        self.chromium.close()
        self.playwright.stop()

    def judge(self, case: Situation, seat: Seat) -> tuple[str, str]:
        """The verdict and the consequence, as the tablet shows them."""
        page = self.tablet
        page.select_option("#seat", value=str(seat.pk))
        page.check(f"[name=count][value='{len(case.words)}']", force=True)
        page.set_checked("[name=out_play]", case.out)
        page.fill("#play_score", str(case.score))
        page.get_by_role("button", name="Next: type the words").click()
        for number, word in enumerate(case.words, 1):
            page.fill(f"#word{number}", word.lower())
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Yes: judge the play").click()
        expect(page.locator("[data-verdict]")).to_be_visible()
        said = page.locator("[data-says]").inner_text(), page.locator("[data-consequence]").inner_text()
        page.keyboard.press("Space")
        expect(page.locator("[data-verdict]")).to_be_hidden()
        return said

    def report(self, pairing: Pairing, side: str, scores: tuple[int, int], moves: str) -> tuple[str, list[str]]:
        """The report from the slip: where the result stands, and what the site remarks."""
        page = self.phone
        page.goto(f"{self.url}/s/{slip_key(SlipLink.objects.get(pairing=pairing))}/")
        page.check(f"[name=side][value={side}]", force=True)
        page.fill("#id_first_score", str(scores[0]))
        page.fill("#id_second_score", str(scores[1]))
        page.evaluate("document.querySelector('details').open = true")
        page.fill("#id_moves", moves)
        page.locator("[data-send]").click()
        expect(page.locator("[data-result]")).to_be_visible()
        state = page.locator("[data-result]").get_attribute("data-result") or ""
        return state, [text for text in page.locator(".notice-warn").all_inner_texts() if "judge" in text]

    def sees(self, ruling: Ruling, division: Division, consequence: str, *, turn: int | None = None) -> None:
        """The director's page of the ruling says what follows, and leads to the turn of the record that it is about."""
        self.desk.goto(f"{self.url}/e/{division.event.slug}/rulings/{ruling.pk}/")
        expect(self.desk.get_by_text(consequence, exact=True)).to_be_visible()
        link = self.desk.get_by_role("link", name="of the game's record")
        if turn is None:
            expect(link).to_have_count(0)
        else:
            expect(link).to_have_text(f"Turn {turn} of the game's record")


@pytest.fixture
def dictionary_of_eight() -> LexiconVersion:
    words = WordList(WORDS)
    path = files.save(words)
    lexicon = Lexicon.objects.create(slug="eight", name="Eight words", language="en")
    return LexiconVersion.objects.create(
        lexicon=lexicon, label="1", checksum=words.checksum, word_count=len(WORDS), file_name=path.name
    )


@pytest.fixture
def hall(live_server: Any, director: User, club: Club, client: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    client.force_login(director)
    # Playwright keeps an event loop in this thread; nothing here is called from it.
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
    opened = Hall(live_server.url, client.cookies["sessionid"].value)
    yield opened
    opened.close()


def test_every_situation_under_every_rule_from_ruling_to_score(
    hall: Hall, club: Club, director: User, dictionary_of_eight: LexiconVersion
) -> None:
    assert set(COSTS) | {R.VOID} == set(R)
    for rule in R:
        _all_situations(hall, club, director, dictionary_of_eight, "tournament", rule)


@pytest.mark.parametrize(
    ("rules", "rule"), [("tokyo-club", R.MINUS_TEN), ("gujarati-club", R.DOUBLE), ("hasbro-zh", R.SINGLE)]
)
def test_every_situation_by_each_document(
    hall: Hall, club: Club, director: User, dictionary_of_eight: LexiconVersion, rules: str, rule: R
) -> None:
    """The rule sets of the documents differ in what going out gives."""
    _all_situations(hall, club, director, dictionary_of_eight, rules, rule)


def _all_situations(hall: Hall, club: Club, director: User, dictionary: LexiconVersion, rules: str, rule: R) -> None:
    division = factories.division(
        club, director, rules_slug=rules, challenge_rule=rule.value, lexicon_version_id=dictionary.pk
    )
    factories.entries(division, director, 10)
    factories.publish(division, director, 1)
    hall.tablet.goto(f"{hall.url}/judge/{desk_key(open_judge(actor=director, division=division))}/")
    pairings = Pairing.objects.filter(round__division=division).order_by("table_number")
    for pairing, (name, case) in zip(pairings, situations().items(), strict=True):
        _one_situation(hall, division, pairing, rule, case, f"{rules}, {rule}, {name}")


def _one_situation(hall: Hall, division: Division, pairing: Pairing, rule: R, case: Situation, where: str) -> None:
    seats = list(pairing.seats.select_related("entry").order_by("position"))
    challenger = seats[1 - case.player]
    verdict, consequence = hall.judge(case, challenger)
    assert verdict == ("Acceptable" if case.good else "Not acceptable"), where
    assert consequence == expected(rule, case, division.rules_slug), where
    ruling = Ruling.objects.get(scope=f"pairing:{pairing.pk}")
    assert (ruling.challenger, ruling.rule, ruling.out_play) == (challenger.entry.name, rule, case.out), where
    if rule is R.VOID:
        hall.sees(ruling, division, consequence)
        return
    moves, totals = record(rule, case, division.rules_slug)
    ends = case.out and case.good and not COSTS[rule].game
    last = final(case, totals, division.rules_slug) if ends else totals
    scores = last if case.player == 0 else (last[1], last[0])
    scores = (max(scores[0], 0), max(scores[1], 0))
    state, remarks = hall.report(pairing, "first", scores, moves)
    assert (state, remarks) == ("pending", []), where
    _check_score(pairing, totals, case, where)
    hall.sees(ruling, division, consequence, turn=case.turn)
    if not case.out and len(case.words) == 1:  # the other differences are the same ones, in longer records
        moves, said = contradiction(rule, case)
        state, remarks = hall.report(pairing, "second", scores, moves)
        assert state == "confirmed", where  # the scores agree
        assert len(remarks) == 1, where
        assert said in remarks[0], where


def _check_score(pairing: Pairing, totals: tuple[int, int], case: Situation, where: str) -> None:
    """The engine's own replay of the record comes to the totals that follow from the ruling, and finds nothing about the challenge."""
    pairing.refresh_from_db()
    kept = pairing.result.record
    assert kept is not None, where
    wrong = [found["code"] for found in kept.findings]
    assert not [
        code
        for code in wrong
        if code.startswith(
            ("bonus", "withdrawn", "total", "challenge", "lost", "score", "end_points", "end_not", "end_missing")
        )
    ], (where, wrong)
    last: dict[int, int] = {0: 0, 1: 0}
    for turn in kept.summary["turns"]:
        if turn["kind"] not in {"out", "rack"}:
            last[turn["player"]] = turn["computed_total"]
    assert (last[case.player], last[1 - case.player]) == totals, where


def test_the_first_challenge_is_free_and_the_second_is_not(
    hall: Hall, club: Club, director: User, dictionary_of_eight: LexiconVersion
) -> None:
    rule = R.FREE_THEN_FIVE
    division = factories.division(club, director, challenge_rule=rule.value, lexicon_version_id=dictionary_of_eight.pk)
    factories.entries(division, director, 2)
    factories.publish(division, director, 1)
    pairing = Pairing.objects.get(round__division=division)
    challenger = pairing.seats.get(position=2)
    hall.tablet.goto(f"{hall.url}/judge/{desk_key(open_judge(actor=director, division=division))}/")
    opening = situations()["good"]
    longer = Situation(
        ("TRAINER",),
        True,
        7,
        f"{opening.before}\n>Ada: (challenge) +0 12\n>Dua: Q - +0 0\n>Ada: ER 8D .....ER +7 19",
        (19, 0),
    )
    free = "The challenger's first lost challenge of a game is free."
    assert hall.judge(opening, challenger)[1] == f"{STANDS} {free} The challenger plays next."
    five = "The player of the play receives 5 points."
    assert hall.judge(longer, challenger)[1] == f"{STANDS} {five} The challenger plays next."
    moves = f"{longer.before}\n>Ada: (challenge) +5 24"
    assert hall.report(pairing, "first", (24, 0), moves) == ("pending", [])
    _check_score(pairing, (24, 0), longer, "free, then five")
    first, second = Ruling.objects.order_by("pk")
    hall.sees(first, division, f"{STANDS} {free} The challenger plays next.", turn=1)
    hall.sees(second, division, f"{STANDS} {five} The challenger plays next.", turn=4)
