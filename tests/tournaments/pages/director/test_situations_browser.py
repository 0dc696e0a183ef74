"""What happens in a hall, as the director deals with it: docs/directing.md, “What to do when …”, each line in a browser.

Nobody reloads a page by hand, and nothing is entered twice.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.harness.people import People, Person
from tests.tournaments.scenes.hall import Hall, make_hall
from tournaments.models import Entry, Pairing, Result, Round
from tournaments.queries.rounds import pairings_of
from tournaments.queries.standings import standings_of
from tournaments.services.entries.leaving import reinstate_entry, withdraw_entry

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


class Desk:
    """The director at the desk, with a round published: 1–4, 2–5, 3–6 (in some order of seats), 7 has the bye."""

    def __init__(self, people: People, *, players: int = 7, publish: bool = True) -> None:
        self.people = people
        self.hall: Hall = make_hall(players=players)
        factories.change(self.hall.scene.division, rounds_planned=6, late_rounds="bye")
        if publish:
            self.hall.publish()
        self.person: Person = people.desktop(self.hall.scene.director)
        self.page = self.person.page
        self.page.goto(self.hall.url("manage_round", 1))

    def enter(self, line: str) -> None:
        """Type a line of fast entry and wait until it is saved."""
        box = self.page.locator("input[name=line]")
        box.fill(line)
        box.press("Enter")
        expect(self.page.locator(".entry-line", has_text="saved").filter(has_text=line).first).to_be_visible()

    def refused(self, line: str) -> None:
        """Type a line that is refused: it stands there to be corrected."""
        box = self.page.locator("input[name=line]")
        box.fill(line)
        box.press("Enter")
        expect(self.page.get_by_label("Line to correct")).to_have_value(line)

    def again(self, line: str) -> None:
        """Correct the refused line and send it again."""
        self.page.get_by_label("Line to correct").fill(line)
        self.page.get_by_role("button", name="Send again").click()
        expect(self.page.locator(".entry-line", has_text="saved").filter(has_text=line).first).to_be_visible()

    def change(self, text: str, *, reason: str = "") -> None:
        """Change the pairings of the round whose page is open."""
        self.page.get_by_role("link", name="Change pairings").click()
        self.page.get_by_label("Pairs").fill(text)
        if reason:
            self.page.get_by_label("Reason").fill(reason)
        self.page.get_by_role("button", name="Change the published round").click()
        expect(self.page.locator(".messages")).to_contain_text("changed")

    def pairs(self, number: int = 1) -> set[frozenset[int]]:
        """Who plays whom, by numbers."""
        round_ = Round.objects.get(division=self.hall.scene.division, number=number)
        return {frozenset(seat.number for seat in line.seats) for line in pairings_of(round_)}

    def result(self, one: int, number: int = 1) -> Result:
        """The result of a player's game."""
        seat = {"seats__entry__number": one, "round__number": number}
        return Pairing.objects.get(**seat).result

    def entry(self, number: int) -> Entry:
        """A player."""
        return Entry.objects.get(division=self.hall.scene.division, number=number)

    def add(self, name: str) -> None:
        """A late entry, typed on the page of the players."""
        self.page.goto(self.hall.url("manage_roster"))
        self.page.get_by_label("Name").first.fill(name)
        self.page.get_by_role("button", name="Add").first.click()
        expect(self.page.locator(".messages")).to_be_visible()

    def open(self, number: int = 1) -> None:
        """The page of a round."""
        self.page.goto(self.hall.url("manage_round", number))

    def play_all(self, number: int) -> None:
        """Every result of a round comes in."""
        factories.play(Round.objects.get(division=self.hall.scene.division, number=number))

    def next_round(self, number: int) -> None:
        """Pair and publish a round with the buttons."""
        self.open(number)
        self.page.get_by_role("button", name=f"Pair round {number}").click()
        self.page.get_by_role("button", name=f"Publish round {number}").click()
        expect(self.page.locator("#board")).to_be_visible()


def no_show(people: People) -> None:
    desk = Desk(people)
    desk.enter("4 f")
    assert "forfeit" in desk.result(4).kind
    expect(desk.page.locator(".facts")).to_contain_text("Confirmed1")


def wrong_pairing_before(people: People) -> None:
    desk = Desk(people)
    player = people.phone()
    before = desk.hall.numbers(desk.hall.games()[0])[:1]
    player.page.goto(f"/p/{factories.own_slip(desk.hall.games()[0].pk).split('/')[2]}/")
    desk.change("1 2")
    assert desk.pairs() >= {frozenset({1, 2}), frozenset({4, 5}), frozenset({3, 6})}
    expect(desk.page.locator("#board")).to_be_visible()
    # the phone's own page, left open, shows the new opponent without being reloaded
    own = next(number for number in before if number in {1, 2, 4, 5})
    opponent = next(iter(next(pair for pair in desk.pairs() if own in pair) - {own}))
    expect(player.page.locator("main")).to_contain_text(desk.entry(opponent).name, timeout=20_000)


def wrong_pairing_during(people: People) -> None:
    desk = Desk(people)
    game = desk.hall.games()[0]
    slip = factories.own_slip(game.pk)
    player = people.phone()
    player.page.goto(slip)
    player.page.locator("[name=first_score]").fill("400")
    player.page.locator("[name=second_score]").fill("350")
    first, _second = desk.hall.numbers(game)
    other = desk.hall.numbers(desk.hall.games()[1])[0]
    desk.change(f"{first} {other}")
    player.page.locator("form [type=submit]").last.click()
    expect(player.page.locator("main")).to_contain_text("The pairings were changed")
    expect(player.page.locator("[name=first_score]")).to_have_value("400")
    assert not Result.objects.filter(kind="played").exists()
    assert frozenset({first, other}) in desk.pairs()


def wrong_pairing_after(people: People) -> None:
    desk = Desk(people)
    desk.play_all(1)
    before = desk.pairs()
    desk.open()
    desk.page.get_by_role("link", name="Change pairings").click()
    desk.page.get_by_label("Pairs").fill("1 2")
    desk.page.get_by_role("button", name="Change the published round").click()
    expect(desk.page.get_by_text("a result has been reported there")).to_be_visible()
    expect(desk.page.get_by_label("Pairs")).to_have_value("1 2")
    assert desk.pairs() == before


def two_pairs_at_one_table(people: People) -> None:
    desk = Desk(people)
    first, second = desk.hall.numbers(desk.hall.games()[1])
    desk.change(f"12: {first} {second}")
    game = Pairing.objects.get(seats__entry__number=first, round__number=1)
    assert game.table_number == 12
    desk.enter(f"{first} 400 {second} 350")
    assert desk.result(first).first_score == 400


def result_under_the_wrong_table(people: People) -> None:
    desk = Desk(people)
    one, other = desk.hall.numbers(desk.hall.games()[0])
    desk.enter(f"{one} 400 {other} 350")
    # the other game's scores: the refused line comes back, and gets its reason
    desk.refused(f"{one} 310 {other} 420")
    desk.again(f"{one} 310 {other} 420 ! typed at the wrong table")
    assert (desk.result(one).first_score, desk.result(one).state) == (310, "confirmed")


def scores_the_wrong_way_round(people: People) -> None:
    desk = Desk(people)
    one, other = desk.hall.numbers(desk.hall.games()[0])
    desk.enter(f"{one} 350 {other} 400")
    desk.enter(f"{one} 400 {other} 350 ! the wrong way round")
    assert (desk.result(one).first_score, desk.result(one).state) == (400, "confirmed")


def wrong_opponent_played(people: People) -> None:
    desk = Desk(people)
    one, two = desk.hall.numbers(desk.hall.games()[0])
    three, four = desk.hall.numbers(desk.hall.games()[1])
    desk.change(f"{one} {three}, {two} {four}")
    desk.enter(f"{one} 400 {three} 350")
    desk.enter(f"{two} 410 {four} 360")
    assert desk.pairs() >= {frozenset({one, three}), frozenset({two, four})}
    assert desk.result(two).first_score == 410


def late_by_one_round(people: People) -> None:
    desk = Desk(people)
    desk.play_all(1)
    desk.add("Lena Late")
    desk.next_round(2)
    assert 8 in set().union(*desk.pairs(2))
    assert desk.result(8).kind == "bye"


def late_by_three(people: People) -> None:
    desk = Desk(people)
    for number in (1, 2, 3):
        if number > 1:
            desk.hall.publish(number)
        desk.play_all(number)
    desk.add("Lena Late")
    desk.next_round(4)
    assert 8 in set().union(*desk.pairs(4))
    line = next(row for row in standings_of(desk.hall.scene.division) if row.number == 8)
    assert line.row.byes == 3


def leaves_after_two_games(people: People) -> None:
    desk = Desk(people)
    desk.play_all(1)
    desk.hall.publish(2)
    desk.play_all(2)
    desk.hall.publish(3)
    desk.page.goto(desk.hall.url("withdraw_entry", desk.entry(1).pk))
    desk.page.get_by_label("round", exact=False).first.fill("2")
    for tick in desk.page.locator("main form input[type=checkbox]").all():
        tick.check()
    desk.page.locator("main form [type=submit]").first.click()
    expect(desk.page.locator(".messages")).to_be_visible()
    entry = desk.entry(1)
    assert (entry.status, entry.withdrawn_after) == ("withdrawn", 2)
    assert desk.result(1, 3).kind in {"forfeit_win", "forfeit_loss", "void"}


def leaves_and_loses_the_rest(people: People) -> None:
    desk = Desk(people)
    desk.play_all(1)
    desk.page.goto(desk.hall.url("withdraw_entry", desk.entry(1).pk))
    desk.page.get_by_label("Spread for each round missed").fill("-50")
    desk.page.get_by_role("button", name="Withdraw the player").click()
    expect(desk.page.locator(".messages")).to_contain_text("has withdrawn")
    desk.next_round(2)
    assert (desk.result(1, 2).kind, desk.result(1, 2).spread) == ("forfeit_loss", -50)


def comes_back(people: People) -> None:
    desk = Desk(people, players=8, publish=False)
    withdraw_entry(actor=desk.hall.scene.director, entry=desk.entry(8), after_round=0)
    desk.hall.publish()
    reinstate_entry(actor=desk.hall.scene.director, entry=desk.entry(8))
    desk.open()
    alone = next(iter(pair for pair in desk.pairs() if len(pair) == 1))
    (with_bye,) = alone
    desk.change(f"{with_bye} 8")
    assert frozenset({with_bye, 8}) in desk.pairs()
    desk.enter(f"{with_bye} 400 8 350")
    assert desk.result(8).first_score == 400


def odd_at_the_last_minute(people: People) -> None:
    desk = Desk(people)
    opponent = next(iter(next(pair for pair in desk.pairs() if 4 in pair) - {4}))
    desk.change("4 absent")
    assert frozenset({opponent, 7}) in desk.pairs()
    assert not any(len(pair) == 1 for pair in desk.pairs())


def bye_given_up(people: People) -> None:
    desk = Desk(people)
    desk.add("Lena Late")
    desk.open()
    desk.change("7 8")
    assert frozenset({7, 8}) in desk.pairs()
    desk.enter("7 380 8 360")
    assert desk.result(7).kind == "played"


def forfeit_played_after_all(people: People) -> None:
    desk = Desk(people)
    game = next(game for game in desk.hall.games() if 4 in desk.hall.numbers(game))
    one, other = desk.hall.numbers(game)
    desk.enter("4 f")
    desk.enter(f"{one} 400 {other} 350 ! played after all")
    assert (desk.result(4).kind, desk.result(4).state) == ("played", "confirmed")


def one_more_round(people: People) -> None:
    """Three rounds, the last king of the hill: when they are played, there is time for a fourth."""
    desk = Desk(people, publish=False)
    desk.page.goto(desk.hall.url("round_plan"))
    desk.page.get_by_label("Rounds to come").fill("2 Swiss, 1 KOTH")
    desk.page.get_by_role("button", name="Save the plan").click()
    expect(desk.page.locator(".messages")).to_contain_text("Plan saved")
    for number in (1, 2, 3):
        desk.next_round(number)
        desk.play_all(number)
    desk.page.goto(desk.hall.url("round_plan"))
    desk.page.get_by_role("button", name="Add another round").click()
    expect(desk.page.locator(".messages")).to_contain_text("Round 4 added")
    desk.open(4)
    expect(desk.page.get_by_label("Pairing system")).to_have_value("koth")
    desk.next_round(4)
    assert Round.objects.get(division=desk.hall.scene.division, number=4).run is not None
    desk.page.goto(f"/e/{desk.hall.scene.event.slug}/")
    expect(desk.page.locator("main")).to_contain_text("2 × Swiss, 2 × King of the hill")


def last_round_shortened(people: People) -> None:
    """The hall closes early: the last round gets fewer minutes, and then falls away."""
    desk = Desk(people)
    factories.change(desk.hall.scene.division, rounds_planned=3)
    desk.play_all(1)
    desk.page.goto(desk.hall.url("round_plan"))
    desk.page.get_by_role("button", name="Remove Round 3").click()
    expect(desk.page.locator(".messages")).to_contain_text("Round 3 removed")
    desk.page.get_by_label("Minutes").fill("35")
    desk.page.get_by_role("button", name="Set the length").click()
    expect(desk.page.locator(".messages")).to_contain_text("Round 2 lasts 35 minutes")
    desk.next_round(2)
    desk.page.goto(f"/e/{desk.hall.scene.event.slug}/manage/clock/")
    expect(desk.page.get_by_label("Minutes").first).to_have_value("35")


SITUATIONS: dict[str, Callable[[People], None]] = {
    "no-show": no_show,
    "wrong pairing before": wrong_pairing_before,
    "wrong pairing during": wrong_pairing_during,
    "wrong pairing after": wrong_pairing_after,
    "two pairs at one table": two_pairs_at_one_table,
    "result under the wrong table": result_under_the_wrong_table,
    "scores the wrong way round": scores_the_wrong_way_round,
    "wrong opponent played": wrong_opponent_played,
    "late by one round": late_by_one_round,
    "late by three": late_by_three,
    "leaves after two games": leaves_after_two_games,
    "leaves and loses the rest": leaves_and_loses_the_rest,
    "comes back": comes_back,
    "odd number at the last minute": odd_at_the_last_minute,
    "the player with the bye plays after all": bye_given_up,
    "forfeit played after all": forfeit_played_after_all,
    "one more round": one_more_round,
    "last round shortened": last_round_shortened,
}


def check_situation(people: People, situation: str) -> None:
    """Play a line of the table; what it asserts is in it."""
    SITUATIONS[situation](people)


@pytest.mark.deep
@pytest.mark.parametrize("situation", SITUATIONS)
def test_situation(people: People, situation: str) -> None:
    check_situation(people, situation)


def test_the_wrong_opponent_was_played(people: People) -> None:
    """One of them in every run of the suite."""
    check_situation(people, "wrong opponent played")
