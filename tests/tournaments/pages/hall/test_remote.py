"""The remote: what the director chooses on a phone is what the screens of the hall show."""

import pytest
from django.test import Client
from django.urls import reverse

from audit.models import ActionLog
from clubs.models import User
from tests.tournaments.scenes.hall import Hall, make_running_hall, text
from tournaments.models import Division, Event, HallScreens

pytestmark = pytest.mark.django_db

WHERE = "/e/spring/display/"


def choose(hall: Hall, **values: object) -> int:
    """Send the form; the status of the answer."""
    form = {"shows": "turn", "seconds": 15, "text": "", "division": "", **values}
    return hall.client.post(reverse("tournaments:manage_screens", args=["spring"]), form).status_code


def shown() -> list[str]:
    """The pages of the event's display, once round."""
    pages, where = [], WHERE
    while True:
        answer = Client().get(where)
        pages.append(text(answer))
        where = answer["Refresh"].split(";url=")[1]
        if where.endswith("screen=0"):
            return pages


def second_division(hall: Hall) -> Division:
    return Division.objects.create(event=hall.scene.event, name="B", slug="b", position=2)


def test_the_screens_show_what_is_chosen() -> None:
    hall = make_running_hall()
    assert ["Standings" in page for page in shown()] == [False, True]
    marks = {
        "pairings": "display-columns",
        "standings": "<caption>Standings</caption>",
        "names": "display-names",
        "clock": "No clock is running.",
        "text": "Lunch until 14:00",
    }
    for shows, mark in marks.items():
        assert choose(hall, shows=shows, text="Lunch until 14:00") == 302
        pages = shown()
        assert [mark in page for page in pages] == [True], shows
        assert [other for other, sign in marks.items() if sign in pages[0]] == [shows]


def test_one_division_or_all_and_how_fast() -> None:
    hall = make_running_hall()
    other = second_division(hall)
    assert [("· B" in page, "· A" in page) for page in shown()] == [(False, True), (False, True), (True, False)]
    assert choose(hall, division=other.pk, seconds=40) == 302
    assert [("· B" in page, "· A" in page) for page in shown()] == [(True, False)]
    assert Client().get(WHERE)["Refresh"].startswith("40;")
    own = Client().get("/e/spring/a/display/")
    assert "· A" in text(own)
    assert own["Refresh"].startswith("40;")


def test_an_open_screen_follows_at_once() -> None:
    hall = make_running_hall()
    page = text(Client().get(WHERE))
    live = page.split('hx-get="')[1].split('"')[0].replace("&amp;", "&")
    assert Client().get(live).status_code == 204
    Event.objects.update(version=99)
    new = Client().get(live)
    assert "HX-Refresh" not in new
    assert 'id="display"' in text(new)
    choose(hall, shows="text", text="Round 5 at 3")
    assert Client().get(live)["HX-Refresh"] == "true"


def test_what_cannot_be_shown_is_refused_and_stays_in_the_form() -> None:
    hall = make_running_hall()
    second_division(hall)
    bad: list[dict[str, object]] = [
        {"shows": "nothing"},
        {"shows": ""},
        {"seconds": 4},
        {"seconds": 121},
        {"seconds": "x"},
        {"shows": "text", "text": "  "},
        {"text": "x" * 201},
        {"division": 10**9},
        {"division": "x"},
    ]
    for values in bad:
        assert choose(hall, **values) == 422, values
    assert not HallScreens.objects.exists()
    page = hall.client.post(
        reverse("tournaments:manage_screens", args=["spring"]), {"shows": "turn", "seconds": 4, "text": "Lunch"}
    )
    assert "Lunch" in text(page)


def test_choices_are_logged_once() -> None:
    hall = make_running_hall()
    choose(hall, seconds=30)
    choose(hall, seconds=30)
    (entry,) = ActionLog.objects.filter(verb="screens.changed")
    assert (entry.before, entry.after) == ({"seconds": 15}, {"seconds": 30})
    assert "Hall screens" in text(hall.client.get("/e/spring/manage/log/"))


def test_hidden_events_have_no_display_for_others() -> None:
    hall = make_running_hall()
    outsider = Client()
    outsider.force_login(User.objects.create_user("outsider"))
    Event.objects.update(state="draft", visibility="public", hide_entries=True)
    for client, expected in ((Client(), 404), (outsider, 404), (hall.client, 200)):
        assert client.get(WHERE).status_code == expected


@pytest.mark.parametrize("screen", ["99", "x", "-1", "9" * 30, ""])
def test_an_unknown_screen_number_is_answered(screen: str) -> None:
    make_running_hall()
    assert Client().get(WHERE, {"screen": screen}).status_code == 200
