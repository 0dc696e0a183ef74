"""A year of a club through the forms of its pages: nights, a league season, an open with its waiting list and check-in.

The suite holds one night and an open with six places; the deep run forty nights of thirty-five members and an open with eighty
registrations for sixty-four places in three divisions. After each step the pages say what the test's own books say, and at the end
they take as many queries as at the beginning.
"""

from collections import Counter
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import partial
from itertools import count

import pytest
from django.core.cache import cache
from django.test import Client
from playwright.sync_api import Locator, Page, expect

from clubs.models import User
from tests import factories
from tests.e2e.clubs import open_club
from tests.harness.deep import DEEP, times
from tests.harness.people import DESKTOP, NARROW, People, Person
from tournaments.engine.similar_names import SimilarNames

pytestmark = [
    pytest.mark.browser,
    pytest.mark.long,
    pytest.mark.scaled,
    pytest.mark.django_db(transaction=True),
]

NIGHTS, MEMBERS = times(1, deep=40), times(5, deep=35)
#: Nights of the league's season: the first half of the year.
SEASON = times(1, deep=20)
FIRST = date(2026, 1, 8)
#: The places of the open's divisions, how many register for each, and how many of those who are in cancel.
PLACES = {"A": 24, "B": 24, "C": 16} if DEEP else {"A": 4, "B": 2}
ASKED = {"A": 30, "B": 30, "C": 20} if DEEP else {"A": 5, "B": 3}
CANCELLED = {"A": 1, "B": 2, "C": 2} if DEEP else {"A": 1}
NO_SHOWS = times(1, deep=3)
CLUB = "/clubs/riverside/"
OPEN = "/e/riverside-open/"
#: Forms that somebody has open at the same time.
TABS = times(4, deep=10)

READ_BOARD = """() => [...document.querySelectorAll('.games .game')].map(game =>
    [...game.querySelectorAll('.who')].map(who => [
        Number(who.querySelector('.no').textContent.match(/#(\\d+)/)[1]), who.textContent.replace(/\\s+/g, ' ').trim()]))"""
READ_TABLE = """table => [...table.querySelectorAll('tbody tr')].map(row =>
    [...row.cells].map(cell => (cell.firstElementChild?.matches('a') ? cell.firstElementChild : cell)
        .textContent.replace(/\\s+/g, ' ').trim()))"""


def names(number: int) -> list[str]:
    """Names that nobody could mistake for one another."""
    starts = (
        "Ba",
        "Chi",
        "Do",
        "Fe",
        "Gu",
        "Ha",
        "Ji",
        "Ko",
        "Le",
        "Mu",
        "Na",
        "Pi",
        "Quo",
        "Re",
        "Su",
        "Ta",
        "Vi",
        "Wo",
    )
    ends = ("rand", "belle", "sko", "tzig", "mund", "plov", "quist", "harpe", "dzor", "wick", "fyr", "lunt", "grove")
    made: list[str] = []
    for step in count():
        first = starts[step % 18] + ends[(step * 5 + step // 18) % 13]
        last = (
            starts[(step * 7 + 3 + step // 13) % 18]
            + ends[(step * 4 + 1 + step // 7) % 13]
            + starts[step // 11 % 18].lower()
        )
        name = f"{first} {last.title()}"
        known = SimilarNames([(index, other) for index, other in enumerate(made)])
        if name not in made and not known.find(name):
            made.append(name)
        if len(made) == number:
            return made
    raise AssertionError


@dataclass
class Books:
    """What must come out, counted by the test alone."""

    nights: Counter[str] = field(default_factory=Counter)
    games: Counter[str] = field(default_factory=Counter)
    #: Of the season: games, wins, losses and spread of each player.
    season: dict[str, list[int]] = field(default_factory=dict)

    def play(self, first: str, second: str, scores: tuple[int, int], *, counts: bool) -> None:
        """A game of a club night."""
        margin = scores[0] - scores[1]
        for name, won in ((first, margin), (second, -margin)):
            self.games[name] += 1
            if counts:
                line = self.season.setdefault(name, [0, 0, 0, 0])
                line[0] += 1
                line[1] += won > 0
                line[2] += won < 0
                line[3] += won


@dataclass
class Club:
    """The director at the club's pages."""

    director: Person
    members: list[str]
    books: Books = field(default_factory=Books)

    @property
    def page(self) -> Page:
        """The director's page."""
        return self.director.page

    def table(self, where: Locator) -> list[list[str]]:
        """The cells of a table."""
        rows: list[list[str]] = where.first.evaluate(READ_TABLE)
        return rows

    def found(self) -> None:
        """The club, its roll and its regular night."""
        open_club(self.director, "nora", "Riverside")
        page = self.page
        page.goto(f"{CLUB}roll/import/")
        page.get_by_label("Paste the list").fill(
            "name,kind,joined\n" + "".join(f"{n},full,2025-09-01\n" for n in self.members)
        )
        page.get_by_role("button", name="Check the list").click()
        page.get_by_role("button", name="Import ").click()
        page.goto(f"{CLUB}roll/")
        expect(page.locator("main tbody tr")).to_have_count(len(self.members))
        page.goto(f"{CLUB}night/plan/")
        page.get_by_label("First club night").fill(FIRST.isoformat())
        page.get_by_label("Template").select_option(label="Club night")
        page.get_by_role("button", name="Save").click()

    def begin_season(self) -> None:
        """A league with one season of one division."""
        page = self.page
        page.goto(CLUB)
        page.get_by_role("link", name="New league").click()
        page.get_by_label("League name").fill("Thursday ladder")
        page.get_by_role("button", name="Create the league").click()
        page.get_by_label("Season name").fill("Spring")
        page.get_by_label("Divisions").fill("All")
        page.get_by_role("button", name="Save").click()
        page.get_by_role("button", name="Start the season").click()

    def night(self, number: int) -> None:
        """A club night of three rounds, from its form to its end; the season counts it."""
        page, day = self.page, FIRST + timedelta(weeks=number)
        size = min(8 + 2 * (number % 3), len(self.members) // 2 * 2)
        here = {self.members[(number * 11 + place * (2 + number % 2)) % len(self.members)] for place in range(size)}
        here |= set(self.members[: size - len(here)]) if len(here) < size else set()
        here = set(sorted(here)[: len(here) // 2 * 2])
        page.goto(CLUB)
        page.get_by_role("link", name="New club night").click()
        page.get_by_label("Date").fill(day.isoformat())
        for tick in page.locator(".tick-list label").all():
            tick.locator("input").set_checked(tick.inner_text().strip() in here)
        page.get_by_role("button", name="Create the club night").click()
        page.wait_for_url("**/manage/")
        event, title = page.url.removesuffix("manage/"), page.locator("h1").inner_text().strip()
        counts = number < SEASON
        for round_number in (1, 2, 3):
            self.round(f"{event}a/", round_number, counts=counts)
        self.books.nights.update(here)
        if counts:
            self.count_night(title)
        page.goto(f"{event}finish/")
        with page.expect_navigation():
            page.locator("main form button.button-big").click()

    def pair(self, division: str, number: int) -> list[list[tuple[int, str]]]:
        """Who sits together in a round that is now published."""
        page = self.page
        page.goto(f"{division}rounds/{number}/manage/")
        page.get_by_role("button", name=f"Pair round {number}", exact=True).click()
        page.get_by_role("button", name=f"Publish round {number}").click()
        page.locator("ol.games").wait_for()
        tables = page.evaluate(READ_BOARD)
        return [[(seat[0], seat[1]) for seat in table] for table in tables]

    def round(self, division: str, number: int, *, counts: bool) -> None:
        """Pair, publish, and type every result."""
        page = self.page
        for table in self.pair(division, number):
            (one, first), (two, second) = table
            scores = (380 + (one * 37 + number * 11) % 90, 385 + (two * 53 + number * 7) % 80)
            page.locator("input[name=line]").fill(f"{one} {scores[0]} {two} {scores[1]}")
            page.keyboard.press("Enter")
            names = [next(name for name in self.members if name in seat) for seat in (first, second)]
            self.books.play(names[0], names[1], scores, counts=counts)
        expect(page.locator(".facts .wait")).to_have_count(0)

    def count_night(self, title: str) -> None:
        """Let the night count for the season."""
        page = self.page
        page.goto(f"{CLUB}leagues/thursday-ladder/1/manage/")
        option = page.get_by_role("option", name=title)
        page.get_by_label("Event", exact=True).select_option(value=option.first.get_attribute("value"))
        page.get_by_role("button", name="Count this event").click()
        expect(page.get_by_role("status")).to_contain_text("counts for")

    def check_statistics(self) -> None:
        """Events and games of every player, as everybody sees them; the season's table."""
        page = self.page
        page.goto(f"{CLUB}statistics/")
        table = page.get_by_role("group", name="Players").locator("table")
        heads = [text.strip() for text in table.locator("thead th").all_inner_texts()]
        rows = self.table(table)
        for head, expected in (("Events", self.books.nights), ("Games", self.books.games)):
            assert {row[0]: int(row[heads.index(head)]) for row in rows} == dict(expected)
        page.goto(f"{CLUB}leagues/thursday-ladder/1/")
        rows = self.table(page.get_by_role("group", name="Table: All").locator("table"))
        # first and last name; on a phone the spread stands below them
        read = {" ".join(row[1].split()[:2]): [int(cell.replace("−", "-")) for cell in row[2:6]] for row in rows}
        assert read == self.books.season


@dataclass
class Open:
    """The open, its registrations and its desk."""

    club: Club
    players: dict[str, str]
    #: The personal link of each who registered.
    links: dict[str, str] = field(default_factory=dict)
    entered: dict[str, list[str]] = field(default_factory=dict)
    waiting: dict[str, list[str]] = field(default_factory=dict)

    @property
    def page(self) -> Page:
        """The director's page."""
        return self.club.page

    def announce(self) -> None:
        """From the template, with two more divisions, and registration open for as many as there are places."""
        page = self.page
        page.goto(CLUB)
        page.get_by_role("link", name="New event").first.click()
        page.get_by_text("Two-day open with KOTH finish").click()
        page.get_by_label("Event name").fill("Riverside Open")
        page.get_by_label("Date").fill("2026-12-05")
        page.get_by_role("button", name="Create the event").click()
        for name in [name for name in PLACES if name != "A"]:
            page.get_by_role("link", name="Add a division").click()
            page.get_by_label("Name", exact=False).first.fill(name)
            page.get_by_role("button", name="Add the division").click()
            page.wait_for_url("**/manage/")
        page.get_by_role("link", name="Open registration").click()
        page.get_by_role("button", name="Open registration").click()
        page.locator("main").get_by_role("link", name="Settings").click()
        for name, places in PLACES.items():
            card = page.get_by_role("group", name=f"Division {name}")
            card.get_by_label("Places").fill(str(places))
            card.get_by_label("Fee").fill("12.50")
            self.entered[name], self.waiting[name] = [], []
        page.get_by_label("Currency").fill("EUR")
        page.get_by_role("button", name="Save").click()
        self.check_places()

    def register(self, person: Person, people: list[tuple[str, str]]) -> None:
        """These people send the form, in several windows, as a family or a school does at the same time."""
        windows = [person.context.new_page() for _tab in range(TABS)]
        for start in range(0, len(people), TABS):
            batch = list(zip(people[start : start + TABS], windows, strict=False))
            for (name, _division), window in batch:
                window.goto(f"{OPEN}register/")
                window.get_by_label("Name", exact=True).fill(name)
            for (name, division), window in batch:
                window.bring_to_front()  # behind others a window is drawn once a second
                option = window.get_by_role("option", name=f"Division {division}").get_attribute("value")
                window.get_by_label("Division").select_option(value=option)
                window.get_by_label("I agree").check()
                self.send(window)
                self.links[name] = window.url
                full = len(self.entered[division]) == PLACES[division]
                (self.waiting if full else self.entered)[division].append(name)
                if full:
                    number = len(self.waiting[division])
                    expect(window.locator("main")).to_contain_text(f"number {number} on the waiting list")
            self.check_places()
        for window in windows:
            window.close()

    def send(self, window: Page) -> None:
        """Send a form, as often as it says that nobody is that quick."""
        done, quick = window.get_by_text("This page is your registration."), window.get_by_text("That was very quick.")
        window.get_by_role("button", name="Register", exact=True).click()
        done.or_(quick).wait_for()
        while quick.is_visible():
            window.get_by_role("button", name="Register", exact=True).click()
            window.wait_for_load_state("load")
            done.or_(quick).wait_for()

    def check_places(self) -> None:
        """The desk's table, and what everybody sees."""
        page = self.page
        page.goto(f"{OPEN}manage/registration/")
        rows = self.club.table(page.locator("main table"))
        expected = [
            [name, str(PLACES[name]), str(len(self.entered[name])), str(len(self.waiting[name]))] for name in PLACES
        ]
        assert rows == expected
        page.goto(f"{OPEN}entries/")
        for place, name in enumerate(PLACES):
            shown = page.locator("main table").nth(place).locator("tbody th").all_inner_texts()
            shown = [] if shown == ["Nobody yet."] else shown
            waiting = [text for text in shown if "waiting list" in text]
            assert len(shown) - len(waiting) == len(self.entered[name])
            assert [text.split(" waiting list ")[0].strip() for text in waiting] == self.waiting[name]
            assert {text for text in shown if "waiting list" not in text} == set(self.entered[name])

    def cancel(self, person: Person) -> None:
        """Some of those who are in give their places back on their own pages; the next in the queue takes the offer on theirs."""
        page = person.page
        for division, number in CANCELLED.items():
            for _one in range(number):
                leaver, follower = self.entered[division].pop(1), self.waiting[division].pop(0)
                page.goto(self.links[leaver])
                page.get_by_role("link", name="Cancel the registration").click()
                page.get_by_role("button", name="Cancel the registration").click()
                expect(page.locator("main")).to_contain_text("cancelled")
                page.goto(self.links[follower])
                page.get_by_role("button", name="Take the place").click()
                expect(page.locator("main")).to_contain_text("The place is yours.")
                self.entered[division].append(follower)
                self.check_places()

    def expect_desk(self, here: int, missing: int, absent: int) -> None:
        """The numbers above the check-in desk's list."""
        numbers = [text.split("/")[0].strip() for text in self.page.locator("#desk dl.facts dd").all_inner_texts()]
        assert [int(number) for number in numbers] == [here, missing, absent]

    def check_in(self) -> set[str]:
        """Everybody but a few comes, one of them is undone and comes again; who did not come."""
        page = self.page
        everybody = [name for names in self.entered.values() for name in names]
        gone = set(everybody[:NO_SHOWS])
        page.goto(f"{OPEN}manage/check-in/")
        page.get_by_role("button", name="Open check-in").click()
        self.expect_desk(0, len(everybody), 0)
        for number, name in enumerate([one for one in everybody if one not in gone], start=1):
            if number % 4 == 1:  # the others are tapped in the list
                page.locator("#desk-q").fill(name.split()[1].casefold())
                expect(page.locator("#desk .desk-lines li")).to_have_count(1)
            page.get_by_role("button", name=f"Check in {name}").click()
            expect(page.locator(".messages")).to_contain_text(f"{name} is checked in.")
            if number == 1:
                page.get_by_role("button", name=f"Undo {name}").click()
                expect(page.locator(".messages")).to_contain_text("no longer checked in")
                page.get_by_role("button", name=f"Check in {name}").click()
            if number % 4 == 1:
                page.goto(f"{OPEN}manage/check-in/")
            self.expect_desk(number, len(everybody) - number, 0)
        return gone

    def start(self, gone: set[str]) -> None:
        """Those who did not come are absent with one tap, and round 1 is paired without them."""
        page = self.page
        page.goto(f"{OPEN}manage/check-in/?show=missing")
        assert {text.split(" #")[0] for text in page.locator(".desk-lines strong").all_inner_texts()} == gone
        page.get_by_role("button", name="Mark ").last.click()
        page.goto(f"{OPEN}manage/check-in/")
        everybody = sum(map(len, self.entered.values()))
        self.expect_desk(everybody - len(gone), 0, len(gone))
        for division, people in self.entered.items():
            coming = [name for name in people if name not in gone]
            seated = [seat for table in self.club.pair(f"{OPEN}{division.lower()}/", 1) for seat in table]
            assert len(seated) == len(coming)
            assert all(any(name in text for _number, text in seated) for name in coming)


def queries(paths: tuple[str, ...], user: User | None = None) -> dict[str, int]:
    """How many queries each page takes that nobody has kept."""
    client = Client()
    if user is not None:
        client.force_login(user)

    def look(path: str) -> None:
        assert client.get(path).status_code == 200, path

    counted = {}
    for path in paths:
        cache.clear()
        counted[path] = factories.queries(partial(look, path))
    return counted


def test_a_year(people: People) -> None:
    made = names(max(MEMBERS, sum(ASKED.values())))
    club = Club(people.desktop(), made[:MEMBERS])
    club.director.check_looks = DEEP  # the small case shows what other tests look at
    both = (DESKTOP, NARROW)
    club.found()
    club.begin_season()
    of_club = ("", "statistics/", "events/", "roll/", "leagues/thursday-ladder/1/", "calendar.ics")
    few: dict[str, int] = {}
    for number in range(NIGHTS):
        club.night(number)
        club.check_statistics()
        if number == min(2, NIGHTS - 1):
            few = queries(tuple(CLUB + path for path in of_club), User.objects.get())
    assert queries(tuple(few), User.objects.get()) == few
    club.page.goto(CLUB)
    club.director.check_page("year: club home", widths=both)
    club.page.goto(f"{CLUB}leagues/thursday-ladder/1/")
    club.director.check_page("year: season", widths=both)
    divisions = [name for name, asked in ASKED.items() for _one in range(asked)]
    # they come as they like, not division by division
    order = sorted(range(len(divisions)), key=lambda place: (place * 17) % len(divisions))
    day = Open(club, {made[place]: divisions[place] for place in order})
    day.announce()
    of_open = (f"{OPEN}", f"{OPEN}entries/", f"{OPEN}register/")
    of_desk = (f"{OPEN}manage/registration/", f"{OPEN}manage/check-in/")
    guest = people.phone()
    everybody = list(day.players.items())
    day.register(guest, everybody[:TABS])
    few = queries(of_open) | queries(of_desk, User.objects.get())
    day.register(guest, everybody[TABS:])
    assert queries(of_open) | queries(of_desk, User.objects.get()) == few
    club.page.goto(f"{OPEN}manage/registration/")
    club.director.check_page("year: registration desk", widths=both)
    club.page.goto(f"{OPEN}entries/")
    club.director.check_page("year: entry list", widths=both)
    day.cancel(guest)
    gone = day.check_in()
    club.director.check_page("year: check-in desk", widths=both)
    assert queries(of_desk[1:], User.objects.get()) == {path: few[path] for path in of_desk[1:]}
    day.start(gone)
