"""A role for a day by link, on phones: given, opened, kept to its tables, ended."""

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from clubs.models import User
from tests.harness.people import People
from tests.tournaments.scenes.rows import add_round, make_scene
from tournaments.models import Pairing, Result

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

#: A small phone.
SMALL: ViewportSize = {"width": 360, "height": 740}
WORDS = "sunny baize and ivory"


def test_a_director_gives_tables_for_today_by_link_and_takes_the_role_back(people: People) -> None:
    scene = make_scene(players=6, rounds=0)
    add_round(scene.division, scene.entries, 1, confirmed=False)
    User.objects.create_user("bo", password=WORDS)
    director, scorer = people.phone(scene.director), people.phone()
    for person in (director, scorer):
        person.page.set_viewport_size(SMALL)
    desk = director.page
    desk.goto(f"/e/{scene.event.slug}/manage/")
    desk.get_by_role("link", name="Roles").click()
    director.check_page_on_both("roles of an event")
    desk.set_viewport_size(SMALL)
    desk.get_by_label("Role", exact=True).select_option(label="Scorer")
    desk.get_by_label("For how long").select_option(label="Today only")
    desk.get_by_label("Scorer's tables").fill("1–2")
    desk.get_by_role("button", name="Make a link").click()
    expect(desk.locator("main")).to_contain_text("tables 1-2")
    director.check_page_on_both("roles with a link")
    director.check_dark("roles with a link")
    address = desk.locator("code").inner_text()
    phone = scorer.page
    phone.goto("/" + address.split("/", 3)[3])
    scorer.check_page_on_both("a link to a role")
    scorer.check_dark("a link to a role")
    phone.set_viewport_size(SMALL)
    phone.get_by_role("main").get_by_role("link", name="Sign in").click()
    phone.locator("[name=username]").fill("bo")
    phone.locator("[name=password]").fill(WORDS)
    phone.locator("main form [type=submit]").click()
    phone.get_by_role("button", name="Accept the role").click()
    expect(phone.locator("h1")).to_have_text(scene.event.name)
    phone.get_by_role("link", name="Round 1").first.click()
    expect(phone.locator("main")).to_contain_text("You enter the results for tables 1-2.")
    first, third = Pairing.objects.filter(kind="game").order_by("table_number")[0:3:2]
    phone.locator(f"#game-{first.pk} input[type=number], #game-{first.pk} input[inputmode=numeric]").nth(0).fill("431")
    phone.locator(f"#game-{first.pk} input[type=number], #game-{first.pk} input[inputmode=numeric]").nth(1).fill("389")
    phone.get_by_role("button", name=re.compile("Save.*table 1")).click()
    expect(phone.locator(f"#game-{first.pk}")).to_contain_text("confirmed")
    expect(phone.locator(f"#game-{third.pk} form")).to_have_count(0)
    numbers = third.seats.order_by("position").values_list("entry__number", flat=True)
    phone.locator("input[name=line]").fill(f"{numbers[0]} 400 {numbers[1]} 300")
    phone.get_by_role("button", name="Enter", exact=True).click()
    expect(phone.locator("main")).to_contain_text("Table 3 is for another scorer or the director.")
    scorer.check_page_on_both("round of a scorer of two tables")
    phone.set_viewport_size(SMALL)
    assert set(Result.objects.values_list("pairing", flat=True)) == {first.pk}
    desk.reload()
    desk.get_by_role("button", name="End the role of bo: Scorer").click()
    expect(desk.locator("main")).to_contain_text("bo no longer has the role: Scorer.")
    director.check_page_on_both("roles after one was ended")
    refused = phone.goto(f"/e/{scene.event.slug}/a/rounds/1/manage/")
    assert refused is not None
    assert refused.status == 403
    scorer.check_page_on_both("refused after the role was ended")
