"""Trouble around the games, as the director deals with it: docs/directing.md, “Around the games”, each line in a browser."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.harness.people import People
from tests.tournaments.pages.director.test_situations_browser import Desk
from tournaments.models import Division, Entry, Event, EventPrize, Pairing, Result
from tournaments.queries.standings import standings_of
from tournaments.services.entries.leaving import withdraw_entry
from tournaments.services.events.events import finish_event
from tournaments.settings import DivisionSettings

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def link(desk: Desk, name: str) -> None:
    """Follow a link of the page by its words."""
    desk.page.get_by_role("link", name=name).first.click()


def save(desk: Desk, button: str = "Save") -> None:
    """Send the form of the page with a button; the next page says that it was done."""
    desk.page.locator("main").get_by_role("button", name=button).first.click()
    expect(desk.page.locator(".messages")).to_be_visible()


def to_roster(desk: Desk) -> None:
    """The page of the players."""
    desk.page.goto(desk.hall.url("manage_roster"))


def dashboard(desk: Desk) -> None:
    """The event's overview."""
    desk.page.goto(f"/e/{desk.hall.scene.event.slug}/manage/")


def plays_up(people: People) -> None:
    desk = Desk(people, publish=False)
    settings = DivisionSettings(rounds_planned=3)
    Division.objects.create(event=desk.hall.scene.event, name="B", slug="b", position=2, settings=settings)
    name = desk.entry(7).name
    to_roster(desk)
    desk.page.locator("tr", has_text=name).get_by_role("link", name="Edit").click()
    link(desk, "Move to another division")
    desk.page.locator("main select").first.select_option(label="B")
    save(desk, "Move")
    assert Entry.objects.get(name=name, status="active").division.slug == "b"


def withdrawn_by_mistake(people: People) -> None:
    desk = Desk(people)
    desk.play_all(1)
    withdraw_entry(actor=desk.hall.scene.director, entry=desk.entry(3), after_round=1)
    to_roster(desk)
    desk.page.locator("tr", has_text=desk.entry(3).name).get_by_role("link", name="Reinstate").click()
    save(desk, "Reinstate")
    desk.next_round(2)
    assert 3 in set().union(*desk.pairs(2))


def two_people_of_one_name(people: People) -> None:
    desk = Desk(people, publish=False)
    name = desk.entry(2).name
    to_roster(desk)
    desk.page.get_by_label("Name").first.fill(name)
    desk.page.get_by_role("button", name="Add").first.click()
    desk.page.get_by_label("none of these: a new player").check()
    save(desk, "Add")
    assert Entry.objects.filter(division=desk.hall.scene.division, name=name).count() == 2


def wrong_settings_for_three_rounds(people: People) -> None:
    desk = Desk(people)
    for number in (1, 2, 3):
        if number > 1:
            desk.hall.publish(number)
        desk.play_all(number)
    desk.page.goto(desk.hall.url("division_settings"))
    desk.page.get_by_label("Spread for a bye").fill("100")
    desk.page.get_by_label("Reason").fill("should have been 100 from the start")
    desk.page.locator("main").get_by_role("button", name="Save").first.click()
    expect(desk.page.get_by_role("table").first).to_contain_text("After the change")
    save(desk, "Change the standings")
    assert Division.objects.get(pk=desk.hall.scene.division.pk).settings.bye_spread == 100
    assert [line.row.spread for line in standings_of(desk.hall.scene.division) if line.row.byes]


def wrong_rating_for_a_seed(people: People) -> None:
    desk = Desk(people)
    link(desk, "Unpublish")
    desk.page.get_by_label("Reason").fill("wrong rating")
    save(desk, "Unpublish")
    to_roster(desk)
    desk.page.locator("tr", has_text=desk.entry(7).name).get_by_role("link", name="Edit").click()
    desk.page.get_by_label("Rating").first.fill("1999")
    save(desk)
    assert desk.entry(7).rating == 1999


def spread_cap_forgotten(people: People) -> None:
    desk = Desk(people)
    desk.play_all(1)
    desk.page.goto(desk.hall.url("standings_rules"))
    desk.page.get_by_label("Spread cap").first.fill("50")
    desk.page.get_by_label("Reason").fill("announced, and forgotten")
    save(desk)
    assert max(abs(line.row.spread) for line in standings_of(desk.hall.scene.division)) <= 50


def clock_started_too_early(people: People) -> None:
    desk = Desk(people)
    desk.page.goto(f"/e/{desk.hall.scene.event.slug}/manage/clock/")
    desk.page.get_by_role("button", name="Start the clock").first.click()
    desk.page.get_by_role("button", name="Pause").click()
    expect(desk.page.get_by_role("button", name="Resume")).to_be_visible()
    desk.page.get_by_role("button", name="Stop").click()
    expect(desk.page.get_by_role("button", name="Start the clock").first).to_be_visible()


def hall_loses_a_table(people: People) -> None:
    desk = Desk(people)
    first, second = desk.hall.numbers(desk.hall.games()[0])
    desk.change(f"30: {first} {second}")
    assert Pairing.objects.get(seats__entry__number=first, round__number=1).table_number == 30
    desk.page.goto(desk.hall.url("division_settings"))
    desk.page.get_by_label("Table numbers").fill("2-20")
    save(desk)
    desk.play_all(1)
    desk.next_round(2)
    assert min(game.table_number or 0 for game in desk.hall.games(2)) == 2


def power_cut(people: People) -> None:
    """A line that was saved, one that was not sent, and then nothing answers; the page is opened again with the power."""
    desk = Desk(people)
    saved, waiting, _last = (desk.hall.numbers(game) for game in desk.hall.games())
    desk.enter(f"{saved[0]} 410 {saved[1]} 360")
    desk.person.context.set_offline(True)
    box = desk.page.locator("input[name=line]")
    box.fill(f"{waiting[0]} 400 {waiting[1]} 350")
    box.press("Enter")
    expect(desk.page.locator(".entry-line", has_text=f"{waiting[0]} 400")).to_be_visible()
    desk.page.close()
    desk.person.context.set_offline(False)
    desk.page = desk.person.context.new_page()
    desk.open()
    expect(desk.page.locator(".facts")).to_contain_text("Confirmed2", timeout=30_000)
    assert [desk.result(one).first_score for one, _other in (saved, waiting)] == [410, 400]


def network_gone(people: People) -> None:
    desk = Desk(people)
    games = [desk.hall.numbers(game) for game in desk.hall.games()]
    desk.person.context.set_offline(True)
    box = desk.page.locator("input[name=line]")
    for one, other in games:
        box.fill(f"{one} 400 {other} 350")
        box.press("Enter")
    assert not Result.objects.filter(kind="played").exists()
    desk.person.context.set_offline(False)
    expect(desk.page.locator(".entry-line", has_text="saved")).to_have_count(3, timeout=30_000)
    assert Result.objects.filter(kind="played", state="confirmed").count() == 3


def scorers_phone_is_dead(people: People) -> None:
    desk = Desk(people)
    scorer = factories.user("second-scorer")
    desk.page.goto(f"/e/{desk.hall.scene.event.slug}/manage/roles/")
    desk.page.get_by_label("Username").fill("second-scorer")
    desk.page.locator("select[name=role]").select_option("scorer")
    save(desk, "Give")
    other = people.phone()
    other.sign_in_as(scorer)
    one, two = desk.hall.numbers(desk.hall.games()[0])
    other.page.goto(desk.hall.url("manage_round", 1))
    box = other.page.locator("input[name=line]")
    box.fill(f"{one} 400 {two} 350")
    box.press("Enter")
    expect(other.page.locator(".entry-line", has_text="saved").first).to_be_visible()
    assert desk.result(one).first_score == 400


def director_hands_over(people: People) -> None:
    desk = Desk(people)
    deputy = factories.user("deputy")
    desk.page.goto(f"/e/{desk.hall.scene.event.slug}/manage/roles/")
    desk.page.get_by_label("Username").fill("deputy")
    desk.page.locator("select[name=role]").select_option("director")
    save(desk, "Give")
    desk.play_all(1)
    other = Desk.__new__(Desk)
    other.people, other.hall = people, desk.hall
    other.person = people.desktop(deputy)
    other.page = other.person.page
    other.next_round(2)
    assert len(desk.pairs(2)) == 4


def tie_for_the_last_prize(people: People) -> None:
    desk = Desk(people, players=4)
    for number, place in enumerate((1, 2), start=1):
        EventPrize.objects.create(
            event=desk.hall.scene.event,
            division=desk.hall.scene.division,
            name=f"Place {place}",
            kind="rank",
            place=place,
            position=number,
            shown=number,
        )
    for game in desk.hall.games():
        one, other = desk.hall.numbers(game)
        desk.enter(f"{one} 400 {other} 350")
    dashboard(desk)
    desk.page.goto(f"/e/{desk.hall.scene.event.slug}/manage/prizes/")
    expect(desk.page.locator("main")).to_contain_text("shared")


def protest_after_the_prizes(people: People) -> None:
    desk = Desk(people)
    desk.play_all(1)
    finish_event(actor=desk.hall.scene.director, event=Event.objects.get(pk=desk.hall.scene.event.pk))
    game = desk.hall.games()[0]
    one, _other = desk.hall.numbers(game)
    desk.page.goto(desk.hall.url("manage_game", 1, game.pk))
    desk.page.get_by_label("score", exact=False).first.fill("300")
    desk.page.get_by_label("score", exact=False).nth(1).fill("450")
    desk.page.get_by_label("Reason").first.fill("the slip was misread")
    desk.page.get_by_role("button", name="Show what changes").click()
    expect(desk.page.get_by_text("Standings").first).to_be_visible()
    save(desk, "Record the correction")
    assert desk.result(one).second_score == 450
    assert Event.objects.get(pk=desk.hall.scene.event.pk).state == Event.State.FINISHED


def finished_by_mistake(people: People) -> None:
    desk = Desk(people)
    desk.play_all(1)
    finish_event(actor=desk.hall.scene.director, event=Event.objects.get(pk=desk.hall.scene.event.pk))
    dashboard(desk)
    link(desk, "Reopen")
    desk.page.get_by_label("Reason").fill("one round too early")
    save(desk, "Reopen")
    assert Event.objects.get(pk=desk.hall.scene.event.pk).state == Event.State.RUNNING
    desk.next_round(2)
    assert desk.pairs(2)


SITUATIONS: dict[str, Callable[[People], None]] = {
    "plays up in another division": plays_up,
    "withdrawn by mistake": withdrawn_by_mistake,
    "two people of one name": two_people_of_one_name,
    "wrong settings for three rounds": wrong_settings_for_three_rounds,
    "wrong rating for a seed": wrong_rating_for_a_seed,
    "spread cap forgotten": spread_cap_forgotten,
    "clock started too early": clock_started_too_early,
    "the hall loses a table": hall_loses_a_table,
    "power cut": power_cut,
    "the network is gone for a round": network_gone,
    "the only scorer's phone is dead": scorers_phone_is_dead,
    "the director hands over in mid-round": director_hands_over,
    "tie for the last prize": tie_for_the_last_prize,
    "a result is protested after the prizes": protest_after_the_prizes,
    "the event was finished by mistake": finished_by_mistake,
}


@pytest.mark.deep
@pytest.mark.parametrize("situation", SITUATIONS)
def test_event_situation(people: People, situation: str) -> None:
    check_event_situation(people, situation)


def test_a_wrong_rating_is_mended_before_round_one(people: People) -> None:
    """One of them in every run of the suite."""
    check_event_situation(people, "wrong rating for a seed")


def check_event_situation(people: People, situation: str) -> None:
    """Play a line of the table; what it asserts is in it."""
    SITUATIONS[situation](people)
