"""A whole event with the trouble of a real hall, by a director at the keyboard; the books must agree.

The suite plays five rounds with eight players, the deep run sixteen rounds with sixty: two do not come and are withdrawn, one comes
late, a result is corrected while a later round is a draft, the leader goes home.
"""

import pytest
from playwright.sync_api import expect

from tests.e2e.clubs import open_club, open_event, paste_players
from tests.e2e.hall import Hall, roster
from tests.harness.deep import times
from tests.harness.people import TYPING, People, Person

pytestmark = [pytest.mark.browser, pytest.mark.scaled, pytest.mark.long]

EVENT = "/e/riverside-open/"
DIVISION = f"{EVENT}a/"
#: How many are pasted at the beginning; one more comes late.
PASTED = times(7, deep=59)
LAST_ROUND = times(5, deep=16)
NO_SHOWS = (times(3, deep=17), times(5, deep=42))
#: The round with two scores the wrong way round, which is found while the second one after it is a draft.
WRONG_ROUND = times(2, deep=5)
#: After this round the leader goes home.
LEADERS_LAST = times(4, deep=12)
READ_BOARD = """() => [...document.querySelectorAll('.games .game')].map(game => ({
    id: game.id.replace('game-', ''),
    numbers: [...game.querySelectorAll('.who .no')].map(no => Number(no.textContent.match(/#(\\d+)/)[1])),
}))"""
READ_AWARDS = """() => [...document.querySelectorAll('main table tbody tr')].map(row => ({
    prize: row.querySelector('th').firstChild.textContent.trim(),
    winner: row.querySelector('td strong').textContent.trim(),
}))"""
READ_STANDINGS = """() => [...document.querySelectorAll('main table tbody tr')].map(row => ({
    name: row.querySelector('th a').textContent.trim(),
    won: row.cells[2].textContent.trim(),
    spread: row.cells[4].textContent.trim(),
}))"""


class Desk:
    """The director's desk: what is done in the browser is written into the books as well."""

    def __init__(self, director: Person) -> None:
        self.director, self.page, self.hall = director, director.page, Hall()

    def manage(self, number: int) -> None:
        """Open the page of a round."""
        self.page.goto(f"{DIVISION}rounds/{number}/manage/")

    def set_up(self) -> None:
        """A club, an event, the players pasted."""
        page = self.page
        open_club(self.director, "nora", "Riverside")
        open_event(page, "Riverside Open", LAST_ROUND)
        players = roster(PASTED)
        paste_players(page, DIVISION, players)
        self.hall.names = {number: name for number, (name, _rating) in enumerate(players, start=1)}

    def promise_prizes(self) -> None:
        """The first three places, and the highest winning score."""
        page = self.page
        page.goto(f"{EVENT}manage/prizes/")
        page.get_by_label("Places", exact=True).fill("3")
        page.get_by_label("Money").fill("300 200 100")
        page.get_by_role("button", name="Add these prizes").click()
        page.get_by_role("link", name="Add a prize").click()
        page.get_by_label("Prize for").select_option("high_win")
        page.get_by_label("Other prize, in words").fill("a dictionary")
        page.locator("main form button.button-primary").first.click()
        expect(page.locator("main ol.plain > li")).to_have_count(4)
        self.director.check_page("prizes of an event")

    def check_prizes(self) -> None:
        """Who wins what, by the books: the withdrawn leader keeps what was won, and may still be placed."""
        self.page.goto(f"{EVENT}prizes/")
        won = {row["prize"]: row["winner"] for row in self.page.evaluate(READ_AWARDS)}
        books = self.hall.standings()
        best = sorted(books, key=lambda name: books[name], reverse=True)
        assert [won[f"Place {place}"] for place in (1, 2, 3)] == best[:3]
        wins = [
            (max(game.values()), self.hall.names[max(game, key=lambda number: game[number])])
            for games in self.hall.games.values()
            for game in games.values()
        ]
        assert won["Highest winning score"] in {name for score, name in wins if score == max(wins)[0]}

    def draft(self, number: int, system: str) -> None:
        """Go on from the round before and pair."""
        self.manage(number)
        self.page.get_by_label("Pairing system").select_option(system)
        self.page.get_by_role("button", name=f"Pair round {number}", exact=True).click()
        expect(self.page.get_by_role("button", name=f"Publish round {number}")).to_be_visible(timeout=60_000)

    def publish(self, number: int) -> None:
        """Publish the draft and read who meets whom."""
        self.page.get_by_role("button", name=f"Publish round {number}").click()
        expect(self.page.get_by_role("button", name="Enter")).to_be_visible()
        tables = self.page.evaluate(READ_BOARD)
        self.hall.present[number] = [tuple(table["numbers"]) for table in tables]
        self.hall.byes[number] = {numbers[0] for numbers in self.hall.present[number] if len(numbers) == 1}
        seated = sorted(seat for numbers in self.hall.present[number] for seat in numbers)
        assert len(seated) == len(set(seated)), "somebody sits at two tables"

    def enter(self, line: str, *, typed: bool) -> None:
        """A line and Enter. ``typed``: at a person's speed, without looking where the cursor is."""
        if typed:
            expect(self.page.locator("input[name=line]")).to_be_focused()
            self.page.keyboard.type(line, delay=TYPING)
        else:
            self.page.locator("input[name=line]").fill(line)
        self.page.keyboard.press("Enter")

    def play(self, number: int, *, absent: tuple[int, ...] = ()) -> None:
        """Everybody plays; every result is typed, the last of them after the list of what is missing was looked at."""
        for numbers in self.hall.present[number]:
            if len(numbers) == 1:
                continue
            absentees = [player for player in numbers if player in absent]
            assert len(absentees) < 2, "two who did not come meet: choose other numbers for this test"
            if absentees:
                self.enter(f"{absentees[0]} f", typed=True)
                self.hall.forfeits.setdefault(number, set()).add(absentees[0])
                self.hall.byes.setdefault(number, set()).add(next(p for p in numbers if p not in absentees))
                continue
            first, second = numbers
            scores = self.hall.scores(first, second, number)
            self.enter(f"{first} {scores[0]} {second} {scores[1]}", typed=number == 1)
            self.hall.play(number, first, second, scores)
        expect(self.page.locator(".facts .wait")).to_have_count(0)

    def withdraw(self, player: int, after: int) -> None:
        """From the list of players, with the question that goes before."""
        self.page.goto(f"{DIVISION}manage/roster/")
        self.page.get_by_role("link", name=f"Withdraw {self.hall.names[player]}", exact=True).click()
        self.page.get_by_label("Withdrawn after round").fill(str(after))
        self.page.get_by_role("button", name="Withdraw the player").click()
        expect(self.page.locator("tr", has_text=self.hall.names[player])).to_contain_text("withdrawn")

    def late_entry(self, name: str, from_round: int) -> None:
        """Somebody comes when the event is running; the rounds missed count as nothing."""
        self.page.goto(f"{DIVISION}manage/roster/")
        self.page.get_by_label("Name", exact=True).fill(name)
        self.page.get_by_label("Rating", exact=True).fill("1500")
        self.page.get_by_label("Plays from round").select_option(str(from_round))
        self.page.get_by_role("button", name="Add", exact=True).click()
        expect(self.page.locator("table.roster")).to_contain_text(name)
        self.hall.names[len(self.hall.names) + 1] = name

    def correct(self, number: int, first: int, second: int, scores: tuple[int, int], reason: str) -> None:
        """The two sheets are looked at again, two rounds later."""
        self.manage(number)
        board = {tuple(table["numbers"]): table["id"] for table in self.page.evaluate(READ_BOARD)}
        self.page.goto(f"{DIVISION}rounds/{number}/games/{board[first, second]}/manage/")
        self.director.check_page("correction two rounds later")
        self.page.locator("#id_first_score").fill(str(scores[0]))
        self.page.locator("#id_second_score").fill(str(scores[1]))
        self.page.get_by_label("Reason", exact=True).first.fill(reason)
        self.page.get_by_role("button", name="Record the ruling").click()
        expect(self.page.locator("main")).to_contain_text(f"{scores[0]}")
        self.hall.play(number, first, second, scores)

    def leader(self) -> int:
        """Who stands first now, by the books."""
        standings = self.hall.standings()
        best = max(standings, key=lambda name: standings[name])
        return next(number for number, name in self.hall.names.items() if name == best)

    def check_standings(self) -> None:
        """The public page says what the books say, in order."""
        self.page.goto(f"{DIVISION}standings/")
        rows = []
        books = self.hall.standings()
        for row in self.page.evaluate(READ_STANDINGS):
            wins, spread = books[row["name"]]
            assert row["won"] == (f"{int(wins)}½" if wins % 1 else f"{int(wins)}"), row
            assert row["spread"].replace("−", "-") == (f"{spread:+d}" if spread else "0"), row
            rows.append((wins, spread))
        assert rows == sorted(rows, reverse=True)
        assert len(rows) == len(books)


def swapped_result(desk: Desk, number: int) -> tuple[int, int, tuple[int, int]]:
    """A game whose two scores were typed the wrong way round; both the site and, for now, the books have it wrong."""
    first, second = next(numbers for numbers in desk.hall.present[number] if len(numbers) == 2)
    right = desk.hall.games[number][frozenset((first, second))]
    return first, second, (right[second], right[first])


def test_a_whole_event(people: People) -> None:
    """After each round the standings are what the books say; at the end the prizes are, too."""
    desk = Desk(people.desktop())
    desk.set_up()
    desk.promise_prizes()
    wrong: tuple[int, int, tuple[int, int]] | None = None
    for number in range(1, LAST_ROUND + 1):
        desk.draft(number, "koth" if number == LAST_ROUND else "swiss")
        if number == WRONG_ROUND + 2:
            assert wrong is not None
            reason = "Both sheets say so: the scores were typed the wrong way round."
            desk.correct(WRONG_ROUND, *wrong, reason=reason)
            desk.manage(number)
            expect(desk.page.get_by_text("Results have changed since this draft was made.")).to_be_visible()
            desk.page.get_by_role("button", name="Pair again from the results").click()
            expect(desk.page.get_by_text("Results have changed since this draft was made.")).to_have_count(0)
            desk.director.check_page("draft paired again")
        desk.publish(number)
        desk.play(number, absent=NO_SHOWS if number == 1 else ())
        if number == 1:
            desk.director.check_page("round 1 of an event")
            for player in NO_SHOWS:
                desk.withdraw(player, after=1)
        if number == 2:
            desk.late_entry("Zoe Late", from_round=3)
        if number == WRONG_ROUND:
            wrong = swapped_result(desk, number)
        if number == LEADERS_LAST:
            leader = desk.leader()
            desk.withdraw(leader, after=number)
        desk.check_standings()
    later = range(LEADERS_LAST + 1, LAST_ROUND + 1)
    assert all(leader not in numbers for number in later for numbers in desk.hall.present[number])
    desk.page.goto(f"{EVENT}finish/")
    with desk.page.expect_navigation():
        desk.page.locator("main form button.button-big").click()
    desk.check_standings()
    desk.check_prizes()
    desk.director.check_page("final standings of an event")
