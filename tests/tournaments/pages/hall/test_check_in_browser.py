"""Check-in on a director's phone: all but two players come, one tap is undone, and round 1 is paired without the two."""

import pytest
from playwright.sync_api import expect

from tests.harness.deep import some, times
from tests.harness.people import People
from tests.tournaments.scenes.hall import make_hall
from tournaments.models import Absence, Entry, Round
from tournaments.services.entries.personal_links import key_of

pytestmark = [pytest.mark.browser, pytest.mark.scaled, pytest.mark.django_db(transaction=True)]

#: How many come; two more do not.
COME = times(4, deep=10)


# Without scripts in the deep run: what that sends, test_check_in.py sends in every run.
@pytest.mark.parametrize("scripts", some([True, False]))
def test_all_but_two_come(people: People, scripts: bool) -> None:
    hall = make_hall(players=COME + 2)
    entries = list(Entry.objects.filter(division=hall.scene.division).order_by("number"))
    director = people.phone(hall.scene.director, scripts=scripts)
    page = director.page
    page.goto(f"/e/{hall.scene.event.slug}/manage/")
    page.get_by_role("link", name="Check-in", exact=True).click()
    page.get_by_label("Forfeit timer in minutes").fill("15")
    page.get_by_role("button", name="Open check-in").click()
    expect(page.locator(".messages")).to_contain_text("Check-in saved.")

    # One player comes by the own phone, the others to the desk.
    player = people.phone(scripts=scripts)
    link = entries[0].personal_links.get(ended_at=None)
    player.page.goto(f"/p/{key_of(link)}/")
    player.page.get_by_role("button", name="I am here").click()
    expect(player.page.get_by_text("You are checked in")).to_be_visible()
    player.check_page_on_both(f"own page checked in {scripts}")
    player.page.get_by_role("link", name="Late, bye or leaving").click()
    player.check_page_on_both(f"tell the director {scripts}")

    for entry in entries[1:COME]:
        search = page.get_by_label("Name, club or number")
        search.fill(entry.name)
        if not scripts:
            page.get_by_role("button", name="Search").click()
        expect(page.locator(".desk-lines li")).to_have_count(1)
        page.get_by_role("button", name=f"Check in {entry.name}").click()
        expect(page.locator(".messages")).to_contain_text(f"{entry.name} is checked in.")
    page.get_by_role("button", name=f"Undo {entries[COME - 1].name}").click()
    expect(page.locator(".messages")).to_contain_text(f"{entries[COME - 1].name} is no longer checked in.")
    page.get_by_role("button", name=f"Check in {entries[COME - 1].name}").click()
    expect(page.locator("#desk .facts .wait dd")).to_have_text("2")

    page.goto(hall.url("manage_round", 1))
    expect(page.get_by_role("heading", name="2 players are not here yet")).to_be_visible()
    director.check_page_on_both(f"round 1 waits {scripts}")
    page.get_by_role("main").get_by_role("link", name="Check-in").click()
    expect(page.locator(".desk-lines li")).to_have_count(2)
    director.check_page_on_both(f"check-in desk missing {scripts}")
    page.get_by_role("button", name="Mark all 2 players who are not here as absent").click()
    expect(page.locator(".messages")).to_contain_text("2 players are absent in the next round")
    director.check_page_on_both(f"check-in desk {scripts}")

    page.goto(hall.url("manage_round", 1))
    page.get_by_role("button", name="Pair round 1").click()
    page.get_by_role("button", name="Publish round 1").click()
    expect(page.locator("#board")).to_be_visible()
    round_ = Round.objects.get(state="published")
    assert set(round_.seats.values_list("entry", flat=True)) == {entry.pk for entry in entries[:COME]}
    assert set(Absence.objects.values_list("entry", "kind")) == {(entry.pk, "absent") for entry in entries[COME:]}

    # At the table.
    player.page.goto(f"/p/{key_of(link)}/")
    player.page.get_by_role("button", name="I am at table").click()
    expect(player.page.get_by_text("at the table", exact=True).first).to_be_visible()
    player.check_page_on_both(f"slip with ticks {scripts}")
    for path in ("print/badges/", "print/entries/"):
        page.goto(f"/e/{hall.scene.event.slug}/manage/{path}")
        director.check_page_on_both(f"{path} {scripts}")
    page.goto(f"/clubs/{hall.scene.club.slug}/bans/")
    director.check_page_on_both(f"bans {scripts}")
