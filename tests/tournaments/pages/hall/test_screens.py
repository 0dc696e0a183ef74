"""Pages for the hall: the list of names, the screen on the wall, the code on printed pairings."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.scenes.hall import make_hall, make_running_hall, text
from tests.tournaments.scenes.rows import make_scene
from tournaments.engine.short_codes import code_of
from tournaments.inputs.clock import ClockStart
from tournaments.models import Event, Round, ScheduleItem
from tournaments.pages.hall.screens import COLUMNS, GAMES_IN_COLUMN, PLACES_ON_SCREEN
from tournaments.services.hall.clock import start_clock

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def find(number: int = 1) -> str:
    return reverse("tournaments:find_table", args=["spring", "a", number])


def test_players_find_their_table_by_name() -> None:
    make_scene(players=5, rounds=1)
    page = text(Client().get(find()))
    names = ["Ada Byron", "Bruno Katz", "Chiyo Mori", "Dev Patel", "Emily Stone"]
    assert [page.index(f">{name}</a>") for name in names] == sorted(page.index(f">{name}</a>") for name in names)
    assert "you go first" in page
    assert "bye" in page


def test_part_of_a_name_is_enough() -> None:
    make_scene(players=4, rounds=1)
    page = text(Client().get(find(), {"q": "kat"}))
    assert "Bruno Katz</a>" in page
    assert "Chiyo Mori</a>" not in page
    assert "No player in this round" in text(Client().get(find(), {"q": "<script>"}))
    assert "<script>”" not in text(Client().get(find(), {"q": "<script>"}))


def test_a_draft_and_an_event_in_preparation_are_not_found() -> None:
    make_scene(players=4, rounds=1)
    Round.objects.update(state="draft")
    assert Client().get(find()).status_code == 404
    Event.objects.update(state="draft")
    assert Client().get(reverse("tournaments:display", args=["spring", "a"])).status_code == 404


def test_the_display_shows_pairings_and_standings_in_turn() -> None:
    make_scene(players=2 * COLUMNS * GAMES_IN_COLUMN + 2, rounds=1)
    where = reverse("tournaments:display", args=["spring", "a"])
    screens = []
    for _turn in range(8):
        answer = Client().get(where)
        screens.append(text(answer))
        seconds, where = answer["Refresh"].split(";url=")
        assert int(seconds) > 0
    assert ["Round 1" in page for page in screens] == [True, True, *[False] * 5, True]
    assert screens[0].count('<th scope="row"') == COLUMNS * GAMES_IN_COLUMN
    assert (screens[0].count("<table"), screens[1].count("<table")) == (COLUMNS, 1)
    assert screens[2].count('<th scope="row"') == PLACES_ON_SCREEN
    assert "<svg" in screens[0]


def test_the_next_round_is_not_expected_before_the_clock_ends() -> None:
    """The clock of all divisions says nothing of rounds, so the schedule alone counts from the publishing of this one."""
    hall = make_running_hall(players=4)
    event, display = hall.scene.event, hall.url("display")
    now = timezone.now()
    for number in (1, 2):
        ScheduleItem.objects.create(event=event, round_number=number, starts_at=now + number * HOUR, minutes=60)
    clock = start_clock(actor=hall.scene.director, event=event, data=ClockStart(minutes=150))
    assert clock.state.ends_at is not None
    ends = timezone.localtime(clock.state.ends_at, event.zone)
    assert f"Next: round 2, about {ends:%H:%M}" in text(Client().get(display))


@pytest.mark.parametrize("screen", ["99", "x", "-1", "9" * 30, ""])
def test_an_unknown_screen_number_is_answered(screen: str) -> None:
    make_scene(players=4, rounds=1)
    assert Client().get(reverse("tournaments:display", args=["spring", "a"]), {"screen": screen}).status_code == 200


def test_the_display_of_an_empty_division() -> None:
    make_scene(players=0, rounds=0)
    answer = Client().get(reverse("tournaments:display", args=["spring", "a"]))
    assert "No players yet" in text(answer)


def test_the_pages_read_the_same_number_of_rows_whatever_the_size(django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    for slug, players in (("small", 4), ("large", 40)):
        make_scene(slug, players=players, rounds=1)
        with django_assert_num_queries(9):
            assert Client().get(reverse("tournaments:display", args=[slug, "a"])).status_code == 200
        with django_assert_num_queries(7):  # the standings are known
            assert Client().get(reverse("tournaments:event_display", args=[slug])).status_code == 200
        with django_assert_num_queries(5):
            assert Client().get(reverse("tournaments:find_table", args=[slug, "a", 1])).status_code == 200


def test_the_short_address_on_the_wall_leads_to_the_event() -> None:
    hall = make_running_hall()
    short = reverse("tournaments:short_address", args=[code_of(hall.scene.event.pk)])
    assert f"testserver{short}" in text(Client().get(hall.url("display")))
    assert short in text(hall.client.get(hall.url("print_ranked", 1)))
    for typed in (short, short.upper(), f"{short}/"):
        assert Client().get(typed)["Location"] == reverse("tournaments:event", args=["spring"])


@pytest.mark.parametrize("visibility", ["draft", "unlisted", "link", "members"])
def test_a_short_address_gives_away_no_event_that_is_not_listed(visibility: str) -> None:
    """Codes can be guessed: what needs its address or a role is not found by them."""
    hall = make_running_hall()
    Event.objects.update(visibility=visibility)
    short = reverse("tournaments:short_address", args=[code_of(hall.scene.event.pk)])
    assert Client().get(short).status_code == 404
    assert hall.client.get(short).status_code == 302
    assert f"testserver{short}" not in text(hall.client.get(hall.url("display")))


def test_printed_pairings_carry_the_address_once_they_are_public() -> None:
    hall = make_hall()
    hall.draft()
    assert "<svg" not in text(hall.client.get(hall.url("print_ranked", 1)))
    hall = make_running_hall("autumn")
    for name in ("print_ranked", "print_alphabetical"):
        assert "<svg" in text(hall.client.get(hall.url(name, 1)))
