"""The clock on the pages: the director's, the hall's, the players'; and over HTTP."""

import re
import time
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from audit.models import ActionLog
from clubs.models import User
from tests import factories
from tests.api_client import Api, as_user
from tests.harness.people import People
from tests.tournaments.scenes.hall import make_running_hall
from tests.tournaments.scenes.sheets import own_page
from tests.walk import check_each, shown
from tournaments.inputs.clock import ClockStart, TableTimeInput
from tournaments.models import ClockMark, Division, Event, Pairing, RoundClock
from tournaments.queries.clock import clocks_of
from tournaments.queries.table_times import table_times_of
from tournaments.services.hall.clock import start_clock
from tournaments.services.hall.table_time import give_table_time

pytestmark = pytest.mark.django_db


def url(name: str, division: Division, *rest: int) -> str:
    return reverse(f"tournaments:{name}", args=[division.event.slug, division.slug, *rest])


def event_url(name: str, division: Division, *rest: int) -> str:
    return reverse(f"tournaments:{name}", args=[division.event.slug, *rest])


def players_pages(division: Division) -> list[str]:
    """Where everybody sees the clock."""
    return [
        event_url("event", division),
        url("round", division, 1),
        url("find_table", division, 1),
        url("display", division),
    ]


def started(division: Division, director: User, minutes: int = 60) -> RoundClock:
    return start_clock(actor=director, event=division.event, data=ClockStart(minutes=minutes)).clock


def test_the_director_starts_extends_and_stops_it(client: Client, running: Division, director: User) -> None:
    client.force_login(director)
    page = event_url("manage_clock", running)
    assert 'value="60"' in shown(client, page)
    client.post(page, {"minutes": "50", "division": running.slug})
    clock = RoundClock.objects.get()
    assert (clock.division_id, clock.marks.get().seconds) == (running.pk, 3000)
    change = event_url("change_clock", running, clock.pk)
    client.post(change, {"act": "extend", "seen": "1", "minutes": "5", "reason": "fire alarm"})
    assert "5 extra minutes (fire alarm)" in shown(client, page)
    assert "Extra minutes" in shown(client, page)
    client.post(change, {"act": "pause", "seen": "2"})
    assert "Resume" in shown(client, page)
    client.post(change, {"act": "stop", "seen": "3"})
    assert "Start the clock" in shown(client, page)
    assert list(clock.marks.values_list("act", flat=True)) == ["start", "extend", "pause", "stop"]


def test_what_is_refused_is_said(client: Client, running: Division, director: User) -> None:
    def check(sent: dict[str, str], expected: str) -> None:
        clock = started(running, director)
        client.force_login(director)
        answer = client.post(event_url("change_clock", running, clock.pk), sent, follow=True)
        assert expected in answer.content.decode()
        assert clock.marks.count() == 1

    check_each(
        [
            ({"act": "extend", "seen": "1", "minutes": "5", "reason": ""}, "why the round is extended"),
            ({"act": "extend", "seen": "1", "minutes": "601", "reason": "x"}, "Extra minutes"),
            ({"act": "resume", "seen": "1"}, "in its current state"),
            ({"act": "pause", "seen": "7"}, "Someone else changed the clock"),
            ({"act": "wind", "seen": "1"}, "wind"),
            ({"act": "start", "seen": "1"}, "already been started"),
        ],
        check,
    )


def test_invalid_minutes_get_a_message(client: Client, running: Division, director: User) -> None:
    client.force_login(director)
    answer = client.post(event_url("manage_clock", running), {"minutes": "x"}, follow=True)
    assert "Minutes" in answer.content.decode()
    assert not RoundClock.objects.exists()
    assert client.post(event_url("manage_clock", running), {"division": "nowhere"}).status_code == 404


def test_everyone_sees_the_minutes_left_and_the_end(client: Client, running: Division, director: User) -> None:
    clock = started(running, director)
    for address in players_pages(running):
        page = shown(client, address)
        assert "60 minutes left" in page, address
        assert re.search(r"until \d\d:\d\d", page), address
        assert 'role="timer"' in page, address
    ClockMark.objects.filter(clock=clock).update(at=ClockMark.objects.get().at - timedelta(hours=2))
    Event.objects.update(version=99)
    for address in players_pages(running):
        assert "Time is up" in shown(client, address)


def test_no_page_shows_a_clock_where_there_is_none(client: Client, running: Division) -> None:
    for address in players_pages(running):
        assert 'role="timer"' not in shown(client, address)


def test_the_director_sees_it_while_working(client: Client, running: Division, director: User) -> None:
    started(running, director)
    client.force_login(director)
    for address in (event_url("manage", running), url("manage_round", running, 1)):
        assert "60 minutes left" in shown(client, address)


def test_a_page_is_cached_for_a_minute_while_a_clock_runs(
    client: Client, running: Division, director: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = started(running, director)
    address = url("round", running, 1)
    etag = client.get(address)["ETag"]
    assert "60 minutes left" in shown(client, address)
    # as if ten minutes had gone by: every instant that is stored lies ten minutes back
    ten = 600_000
    ClockMark.objects.filter(clock=clock).update(at=ClockMark.objects.get().at - timedelta(milliseconds=ten))
    event = Event.objects.get(pk=running.event_id)
    assert event.clock_until is not None
    late = time.time() + ten / 1000
    monkeypatch.setattr("time.time", lambda: late)
    assert client.get(address)["ETag"] != etag
    assert "50 minutes left" in shown(client, address)
    monkeypatch.setattr("time.time", lambda: event.clock_until / 1000 + 5)
    over = client.get(address)["ETag"]
    monkeypatch.setattr("time.time", lambda: event.clock_until / 1000 + 5000)
    assert client.get(address)["ETag"] == over


def test_scripts_get_the_time(client: Client, running: Division, director: User) -> None:
    address = event_url("clock_time", running)
    assert client.get(address).json()["clocks"] == {}
    clock = started(running, director)
    answer = client.get(address)
    body = answer.json()
    clock_row = body["clocks"][str(clock.pk)]
    assert answer["Cache-Control"] == "no-store"
    assert 0 < clock_row["ends"] - body["now"] <= 3_600_000
    assert (clock_row["seen"], 3590 < clock_row["left"] <= 3600) == (1, True)
    assert re.fullmatch(r"until \d\d:\d\d", clock_row["text"])


def api_path(division: Division, *rest: int) -> str:
    return "/".join(["events", division.event.slug, "clocks", *map(str, rest), ""])


def test_over_http(running: Division, director: User) -> None:
    api = as_user(director)
    first = api.post(api_path(running), {"minutes": 50}, expect=201)
    assert (first["length"], first["division"], first["round"], first["running"]) == (3000, None, None, True)
    assert 2990 < first["left"] <= 3000
    own = api.post(api_path(running), {"division": running.slug}, expect=201)
    assert (own["division"], own["round"], own["length"]) == (running.slug, 1, 3600)
    api.post(api_path(running), {"minutes": 50}, expect=400)
    change = {"act": "extend", "seen": first["seen"], "minutes": 5, "reason": "late start"}
    more = api.post(api_path(running, first["id"]), change)
    assert (more["length"], more["marks"][-1]["reason"]) == (3300, "late start")
    assert api.post(api_path(running, first["id"]), change, expect=409)["errors"][0]["code"] == "stale"
    api.post(api_path(running, first["id"]), {**change, "seen": 2, "reason": " "}, expect=400)
    api.post(api_path(running, first["id"] + 999), change, expect=404)
    everybody = Api().get(api_path(running))
    assert [(one["id"], one["marks"]) for one in everybody] == [(first["id"], []), (own["id"], [])]
    stopped = api.post(api_path(running, first["id"]), {"act": "stop", "seen": 2})
    assert (stopped["stopped"], stopped["ends_at"]) == (True, None)
    assert [one["id"] for one in Api().get(api_path(running))] == [own["id"]]


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_round_by_the_clock(people: People, running: Division, director: User) -> None:
    """The director starts it; the wall and a phone whose own clock is three hours fast count down with it, also without network."""
    left = re.compile(r"^(5[89]:\d\d|1:00:00)$")
    desk, wall, phone = (person.page for person in (people.desktop(director), people.desktop(), people.phone()))
    desk.goto(event_url("manage_clock", running))
    desk.locator("section", has_text="All divisions").get_by_role("button", name="Start the clock").click()
    expect(desk.locator("[data-clock-left]")).to_have_text(left)
    wall.goto(url("display", running))
    expect(wall.locator("[data-clock-left]")).to_have_text(left)
    phone.add_init_script("{ const real = Date.now; Date.now = () => real() + 3 * 3600 * 1000; }")
    phone.goto(url("round", running, 1))
    expect(phone.locator("[data-clock-left]")).to_have_text(left)
    phone.context.set_offline(True)
    before = phone.locator("[data-clock-left]").inner_text()
    expect(phone.locator("[data-clock-left]")).not_to_have_text(before)
    expect(phone.locator("[data-clock-left]")).to_have_text(left)
    phone.context.set_offline(False)
    desk.fill("input[name=reason]", "fire alarm")
    desk.get_by_role("button", name="Extend").click()
    desk.get_by_text("5 extra minutes (fire alarm)").wait_for()
    phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(phone.locator("[data-clock-left]")).to_have_text(re.compile(r"^1:0[34]:\d\d$"))


def test_extra_time_of_one_table_stands_where_its_players_look(
    client: Client, running: Division, director: User
) -> None:
    started(running, director)
    clock_page, give = event_url("manage_clock", running), event_url("give_table_time", running)
    desk = Client()
    desk.force_login(director)
    sent = {"table": "1", "minutes": "7", "reason": "lamp broke"}
    for wrong, problem in (
        ({**sent, "table": "99"}, "No game without a result is being played at table 99."),
        ({**sent, "reason": " "}, "This field is required"),
        ({**sent, "minutes": "0"}, "greater than or equal to 1"),
    ):
        answer = desk.post(give, wrong)
        assert (answer.status_code, problem in answer.content.decode()) == (422, True), wrong
    assert "Table 1 has 7 extra minutes: lamp broke." in desk.post(give, sent, follow=True).content.decode()
    one, other, *_rest = Pairing.objects.filter(round__division=running, kind="game").order_by("table_number")
    display = url("display", running)
    own = own_page(one.seats.select_related("entry")[0].entry.name)
    for address, who in ((factories.own_slip(one.pk), client), (own, client), (display, client), (clock_page, desk)):
        assert re.search(r"7 extra minutes \(lamp broke\), <strong>until \d\d:\d\d", shown(who, address)), address
    for address in (factories.own_slip(other.pk), own_page(other.seats.select_related("entry")[0].entry.name)):
        assert "lamp broke" not in shown(client, address)
    event = Event.objects.get(pk=running.event_id)
    (reading,) = table_times_of(event, clocks_of(event))
    assert reading.ends_at is not None
    assert reading.ends_at - ClockMark.objects.get().at == timedelta(minutes=67)
    end = event_url("end_table_time", running, reading.time.pk)
    for says in ("was cancelled", "already been cancelled"):
        assert says in desk.post(end, follow=True).content.decode()
    assert "lamp broke" not in shown(client, display)
    assert ActionLog.objects.filter(verb__startswith="clock.table").count() == 2
    desk.post(give, sent)
    factories.agree(one)
    assert "lamp broke" not in shown(client, display), "its game is over"


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_sound_is_off_until_it_is_switched_on_and_remembered(
    people: People, running: Division, director: User
) -> None:
    clock = started(running, director, minutes=60)
    person = people.desktop(director)
    page = person.page
    page.add_init_script(
        "window.heard = 0; const start = OscillatorNode.prototype.start;"
        "OscillatorNode.prototype.start = function (at) { window.heard += 1; start.call(this, at); };"
    )
    page.route(
        f"**{event_url('clock_time', running)}", lambda route: route.abort()
    )  # the browser's time alone runs ahead
    page.clock.install()
    page.goto(event_url("manage_clock", running))
    switch = page.locator("[data-clock-sound] button")
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    expect(page.locator("[data-clock-sound] [role=status]")).to_contain_text("two tones five minutes before")
    page.clock.run_for(1000)
    assert page.evaluate("window.heard") == 1, "a tone to try the loudspeaker"
    page.clock.run_for(10_000)
    page.clock.fast_forward(54 * 60_000 + 40_000)
    page.clock.run_for(20_000)
    assert page.evaluate("window.heard") == 3, "the warning"
    page.reload()
    expect(page.locator("[data-clock-sound] button")).to_have_attribute("aria-pressed", "true")
    page.locator("h1").click()
    expect(page.locator("[data-clock-sound] [role=status]")).to_contain_text("two tones five minutes before")
    page.clock.fast_forward(59 * 60_000 + 40_000)
    page.clock.run_for(40_000)
    assert page.evaluate("window.heard") == 3, "three at the end"
    ClockMark.objects.filter(clock=clock).update(at=ClockMark.objects.get().at - timedelta(hours=2))
    page.reload()
    page.locator("h1").click()
    page.clock.run_for(5000)
    assert page.evaluate("window.heard") == 0, "it was over long before"


def test_the_display_can_be_set_to_sound_before_a_clock_starts(client: Client, running: Division) -> None:
    page = shown(client, url("display", running))
    assert "data-clock=" not in page
    assert "data-clock-sound" in page


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_wall_shows_every_row_beside_clock_and_extra_time(people: People) -> None:
    hall = make_running_hall(players=15)
    division, director = hall.scene.division, hall.scene.director
    started(division, director)
    give_table_time(actor=director, event=division.event, data=TableTimeInput(table=1, minutes=5, reason="fire alarm"))
    wall = people.desktop().page
    for width, height in ((1280, 720), (1280, 800), (1920, 1080)):
        wall.set_viewport_size({"width": width, "height": height})
        wall.goto(url("display", division))
        rows = wall.locator(".display tbody tr")
        expect(rows).to_have_count(8)
        last, sound = rows.last.bounding_box(), wall.locator("[data-clock-sound]").bounding_box()
        assert last is not None
        assert sound is not None
        assert last["y"] + last["height"] <= sound["y"] < height, (width, height)
    wall.get_by_role("button", name="Sound").click()  # nothing covers it
    expect(wall.locator("[data-clock-sound] [role=status]")).to_contain_text("two tones five minutes before")
