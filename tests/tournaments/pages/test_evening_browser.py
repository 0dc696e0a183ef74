"""A club's evening by ten phones, two scorers and a director at a person's speed, with a bad network and a session that expires.

The waiting between games is cut out. Everything is set up and done on pages; at the end every fact stands in the database once, the
open questions are those that there are, and none besides. The suite plays one round, the deep run three.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from games.engine.crossword import gcg
from games.engine.crossword.movegen import WordGraph
from games.engine.crossword.record import Player
from games.engine.crossword.rules import RULE_SETS
from games.engine.crossword.selfplay import final_scores, play_game
from lexicon.queries import shipped_lexicon
from tests.e2e.clubs import PASSWORD, open_club, open_event, paste_players, sign_up
from tests.e2e.hall import roster
from tests.harness.deep import times
from tests.harness.people import TYPING, People, Person
from tournaments.models import OpenQuestion, Result, Submission

pytestmark = [pytest.mark.browser, pytest.mark.scaled, pytest.mark.django_db(transaction=True)]

ROUNDS = times(1, deep=3)
PLAYERS = 10
DIVISION = "/e/mill-lane-evening/a/"


class Evening:
    """The people of the evening, and what they know to be true: by round and table the two numbers and their scores."""

    def __init__(self, people: People) -> None:
        self.people = people
        self.director = people.desktop()
        self.scorers = [people.desktop(), people.phone()]
        self.phones: dict[int, Person] = {}
        self.links: dict[int, str] = {}
        self.truth: dict[tuple[int, int], tuple[int, int]] = {}
        self.reports = 0

    # -- before the first round -------------------------------------------------------------------------------------

    def open(self) -> None:
        """The club with its scorers, the event, its players, and a link for each."""
        for name, scorer in zip(("sam", "sue"), self.scorers, strict=True):
            sign_up(scorer, name)
        open_club(self.director, "tess", "Mill Lane Club")
        page = self.director.page
        home = page.url
        page.goto(f"{home}members/")
        for name in ("sam", "sue"):
            page.get_by_label("Username").fill(name)
            page.get_by_label("Role", exact=True).select_option("scorer")
            page.locator("form[action$='/members/'] [value=name]").click()
            expect(page.locator("main")).to_contain_text(name)
        page.goto(home)
        open_event(page, "Mill Lane Evening", ROUNDS)
        paste_players(page, DIVISION, roster(PLAYERS))
        page.goto(f"{DIVISION}print/links/")
        for strip in page.locator(".strip").all():
            (number,) = re.findall(r"#(\d+)", strip.inner_text())
            address = strip.locator(".slip-address").inner_text().strip()
            self.links[int(number)] = re.sub(r"^(https?://)?[^/]+", "", address)
            self.phones[int(number)] = self.people.phone()
        assert len(self.links) == PLAYERS

    def publish(self, number: int) -> list[tuple[int, int]]:
        """Pair and publish; who sits at which table, first and second."""
        page = self.director.page
        page.goto(f"{DIVISION}rounds/{number}/manage/")
        page.get_by_role("button", name=f"Pair round {number}", exact=True).click()
        page.get_by_role("button", name=f"Publish round {number}").click()
        expect(page.locator("ol.games .game")).to_have_count(PLAYERS // 2)
        numbers = [
            [int(number) for number in re.findall(r"#(\d+)", " ".join(game.locator(".who .no").all_inner_texts()))]
            for game in page.locator("ol.games .game").all()
        ]
        return [(first, second) for first, second in numbers]

    # -- a player's phone -------------------------------------------------------------------------------------------

    def fill_slip(self, player: int, scores: tuple[int, int], *, record: bytes = b"") -> Page:
        """From the player's own page to the slip, typed at a person's speed."""
        page = self.phones[player].page
        page.goto(self.links[player])
        page.get_by_role("link", name="Report the result").click()
        for name, score in zip(("first", "second"), scores, strict=True):
            page.locator(f"#id_{name}_score").press_sequentially(str(score), delay=TYPING)
        margin = abs(scores[0] - scores[1])
        expect(page.locator("[data-echo]")).to_contain_text(str(margin) if margin else "tie")
        if record:
            page.get_by_text("Add the moves").click()
            page.locator("#id_record_file").set_input_files(
                {"name": "game.gcg", "mimeType": "text/plain", "buffer": record}
            )
        return page

    def send(self, page: Page) -> None:
        page.get_by_role("button", name="Send the report").click()
        page.wait_for_url("**/sent/**")
        self.reports += 1

    def report(self, player: int, scores: tuple[int, int], *, record: bytes = b"") -> Page:
        """One report, sent without trouble."""
        page = self.fill_slip(player, scores, record=record)
        self.send(page)
        return page

    # -- what happens at the tables ---------------------------------------------------------------------------------

    def network_gone_while_sending(self, first: int, second: int, scores: tuple[int, int]) -> None:
        """The phone says that nothing is lost, and sends by itself when the network is back; then the opponent agrees."""
        page, phone = self.fill_slip(first, scores), self.phones[first].context
        phone.set_offline(True)
        page.get_by_role("button", name="Send the report").click()
        expect(page.locator("[data-status]")).to_contain_text("Nothing is lost")
        phone.set_offline(False)
        page.wait_for_url("**/sent/**")
        self.reports += 1
        agreed = self.report(second, scores)
        expect(agreed.get_by_role("heading", name="Confirmed")).to_be_visible()

    def reports_differ(self, number: int, table: int, first: int, second: int, scores: tuple[int, int]) -> None:
        """The second player writes one digit wrong; the director looks at both sheets and rules."""
        self.report(first, scores)
        page = self.report(second, (scores[0], scores[1] + 10))
        expect(page.get_by_role("heading", name="The reports differ")).to_be_visible()
        page = self.director.page
        page.goto("/e/mill-lane-evening/manage/")
        page.get_by_role("link", name=re.compile(f"Settle table {table}")).first.click()
        page.get_by_label("Reason", exact=True).first.fill("Both sheets added up again.")
        page.locator("#id_first_score").fill(str(scores[0]))
        page.locator("#id_second_score").fill(str(scores[1]))
        page.get_by_role("button", name="Record the ruling").click()
        expect(page.locator(".badge-ok").first).to_be_visible()

    def one_report(self, number: int, table: int, first: int, scores: tuple[int, int]) -> None:
        """Only one player reports; a scorer with a phone confirms with one tap."""
        self.report(first, scores)
        page = self.scorers[1].page
        page.goto(f"{DIVISION}rounds/{number}/manage/")
        page.get_by_role("button", name=f"Confirm table {table}").click()
        expect(page.get_by_role("button", name=f"Confirm table {table}")).to_have_count(0)

    def typed_by_a_scorer_who_is_signed_out(
        self, number: int, first: int, second: int, scores: tuple[int, int]
    ) -> None:
        """A line of fast entry typed after the session has expired waits, and goes out once the scorer has signed in again."""
        scorer = self.scorers[0]
        page = scorer.page
        page.goto(f"{DIVISION}rounds/{number}/manage/")
        box = page.locator("input[name=line]")
        expect(box).to_be_focused()
        scorer.context.clear_cookies(name="sessionid")
        page.keyboard.type(f"{first} {scores[0]} {second} {scores[1]}", delay=TYPING)
        page.keyboard.press("Enter")
        status = page.locator("[data-entry-status]")
        expect(status).to_contain_text("You are signed out")
        status.get_by_role("link", name="Sign in").click()
        page.locator("[name=username]").fill("sam")
        page.locator("[name=password]").fill(PASSWORD)
        page.locator("main form [type=submit]").click()
        expect(page.locator(".entry-line", has_text="saved")).to_be_visible()
        self.reports += 1

    def record_says_otherwise(self, number: int, names: tuple[int, int], seed: int) -> tuple[int, int]:
        """Both type the same scores, but the record that comes with one of the reports ends otherwise: a question stays open."""
        record, end = own_game([f"P{one}" for one in names], seed)
        scores = (end[0] + 10, end[1])
        page = self.report(names[0], scores, record=record)
        expect(page.get_by_role("heading", name="Open questions")).to_be_visible()
        page = self.report(names[1], scores)
        expect(page.get_by_role("heading", name="Confirmed")).to_be_visible()
        return scores

    def play(self, number: int) -> None:
        """A round with trouble at every table."""
        tables = self.publish(number)
        for table, (first, second) in enumerate(tables, start=1):
            scores = (380 + 7 * table + number, 350 + 11 * number)
            match table:
                case 1:
                    self.network_gone_while_sending(first, second, scores)
                case 2:
                    self.reports_differ(number, table, first, second, scores)
                case 3:
                    self.one_report(number, table, first, scores)
                    self.reports += 1  # the scorer's word
                case 4:
                    self.typed_by_a_scorer_who_is_signed_out(number, first, second, scores)
                case _:
                    scores = self.record_says_otherwise(number, (first, second), seed=number)
            self.truth[number, table] = scores

    def settle(self, number: int, table: int) -> None:
        """The director asks the players and rules: the scores that both typed stand."""
        page = self.director.page
        page.goto(f"{DIVISION}rounds/{number}/manage/")
        page.get_by_role("link", name="1 open question").click()
        scores = self.truth[number, table]
        page.get_by_label("Reason", exact=True).first.fill("A play is missing in the record.")
        page.locator("#id_first_score").fill(str(scores[0]))
        page.locator("#id_second_score").fill(str(scores[1]))
        page.get_by_role("button", name="Record the ruling").click()
        page.goto(f"{DIVISION}rounds/{number}/manage/")
        expect(page.get_by_role("link", name="1 open question")).to_have_count(0)


def own_game(names: list[str], seed: int) -> tuple[bytes, tuple[int, ...]]:
    """A complete record of our own making, and its final scores."""
    rules = RULE_SETS["tournament"]
    players = [Player(name, name) for name in names]
    record = play_game(words=WordGraph.build(shipped_lexicon(), rules), rules=rules, seed=seed, players=players)
    return gcg.write(record), final_scores(record)


@pytest.fixture
def evening(people: People) -> Evening:
    """Looks are checked elsewhere."""
    people.check_looks = False
    return Evening(people)


def test_an_evening_keeps_every_fact_once_and_every_question_open(evening: Evening) -> None:
    evening.open()
    for number in range(1, ROUNDS + 1):
        evening.play(number)
        if number < ROUNDS:
            evening.settle(number, 5)
    stored = {
        (round_, table): (first, second)
        for round_, table, first, second in Result.objects.filter(state="confirmed").values_list(
            "pairing__round__number", "pairing__table_number", "first_score", "second_score"
        )
    }
    assert stored == evening.truth
    assert Submission.objects.count() == evening.reports, "every report is stored once"
    open_ones = OpenQuestion.objects.filter(settled="").values_list("pairing__round__number", "pairing__table_number")
    assert set(open_ones) == {(ROUNDS, 5)}
    page = evening.director.page
    page.goto("/e/mill-lane-evening/finish/")
    questions = page.locator("main form li", has_text="table 5")
    expect(questions).to_have_count(1)
    page.get_by_label("Finish with these questions open").check()
    page.locator("main form button.button-big").click()
    page.wait_for_url("**/mill-lane-evening/manage/")
    for number, phone in evening.phones.items():
        phone.page.goto(evening.links[number])
        expect(phone.page.get_by_text("The event is finished")).to_be_visible()
