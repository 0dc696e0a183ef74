"""With rounds published ahead every page speaks of the game that is next; one tap confirms what was reported."""

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.api_client import as_user
from tests.harness.seen import seen
from tests.tournaments.scenes.hall import Hall, make_hall, text
from tournaments.models import Result
from tournaments.services.hall.kiosk import kiosk_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    """Six players, three rounds published ahead, as a round robin is."""
    hall = make_hall(players=6)
    for number in (1, 2, 3):
        factories.publish(hall.scene.division, hall.scene.director, number, despite_missing=True)
    return hall


def kiosk(hall: Hall) -> str:
    """The tablet's page."""
    if kiosk_of(hall.scene.event) is None:
        hall.client.post(f"/e/{hall.scene.event.slug}/manage/kiosk/", {"open": "1"})
    stored_kiosk = kiosk_of(hall.scene.event)
    assert stored_kiosk is not None
    return text(Client().get(f"/k/{stored_kiosk[1]}/"))


def test_every_page_shows_the_round_in_play_and_not_the_last_one(hall: Hall) -> None:
    event, division = hall.scene.event, hall.scene.division
    event_page, display = f"/e/{event.slug}/", reverse("tournaments:display", args=[event.slug, division.slug])
    hall.client.post(f"/e/{event.slug}/manage/clock/", {"division": division.slug, "minutes": "50"})
    clock = reverse("tournaments:manage_clock", args=[event.slug])
    for number in (1, 2, 3):
        assert f"/rounds/{number}/find/" in text(Client().get(event_page))
        assert Client().get(display).context["round"].number == number
        assert f"Round {number}, Division" in kiosk(hall)
        assert [row.round for row in hall.client.get(clock).context["rows"]] == [None, number]
        for game in hall.games(number):
            first = hall.entries(game)[0]
            own = text(Client().get(factories.own_slip(game.pk).removesuffix(f"{number}/")))
            assert f"Round {number}, table {game.table_number}" in own, first.name
            factories.agree(game)
    assert Client().get(display).context["round"].number == 3


def test_who_has_finished_is_shown_the_next_table_while_others_play(hall: Hall) -> None:
    done = hall.games(1)[0]
    factories.agree(done)
    page = Client().get(reverse("tournaments:find_table", args=[hall.scene.event.slug, hall.scene.division.slug, 1]))
    rounds = {item.seat.entry_id: item.line.round for item in page.context["names"]}
    finished = {entry.pk for entry in hall.entries(done)}
    assert {pk for pk, number in rounds.items() if number == 2} == finished
    # The tablet has no game whose players are still at an earlier one.
    later = [game for game in hall.games(2) if {entry.pk for entry in hall.entries(game)} <= finished]
    kiosk_page = kiosk(hall)
    assert kiosk_page.count("Round 2") == len(later)
    ahead = hall.games(2)[0]
    early = text(Client().get(factories.own_slip(ahead.pk)))
    waiting = next(iter(hall.entries(ahead))).pk not in finished
    assert ("Your round 1 game comes first" in early) == waiting


def test_a_report_that_waits_for_the_other_player_delays_no_one(hall: Hall) -> None:
    game = hall.games(1)[0]
    own = factories.own_slip(game.pk)
    Client().post(own, {"first_score": "400", "second_score": "380"})
    page = text(Client().get(own.removesuffix("1/")))
    assert "Round 2, table" in page
    assert "you reported 400 – 380" in page
    other = text(Client().get(factories.own_slip(game.pk, "second").removesuffix("1/")))
    assert "Round 1, table" in other
    assert "400" not in seen(other)


def test_one_tap_confirms_what_was_reported(hall: Hall) -> None:
    one, two, three = hall.games(1)
    for game in (one, two, three):
        factories.report(game, "first", 400, 380)
    address = hall.url("confirm_reported", 1)
    page = text(hall.client.get(hall.url("manage_round", 1)))
    assert "Confirm all 3 reported results" in page
    versions = {game.pk: f"{game.pk}:{Result.objects.get(pairing=game).version}" for game in (one, two, three)}
    assert all(f'value="{value}"' in page for value in versions.values())
    factories.report(two, "first", 390, 380)  # in the meantime
    done = hall.client.post(address, {"seen": versions[one.pk]}, follow=True)
    assert f"Table {one.table_number}" in text(done)
    rest = hall.client.post(
        address, {"seen": [versions[two.pk], versions[three.pk], "x", "1:y", "9999:1"]}, follow=True
    )
    assert f"Table {two.table_number} was not confirmed" in text(rest)
    states = [Result.objects.get(pairing=game).state for game in (one, two, three)]
    assert states == ["confirmed", "pending", "confirmed"]
    again = hall.client.post(address, {"seen": versions[one.pk]}, follow=True)
    assert "was not confirmed" not in text(again), "a second tap does nothing"
    assert Client().post(address, {"seen": versions[two.pk]}).status_code == 302
    assert Result.objects.get(pairing=two).state == "pending", "not by visitors"
    api = as_user(hall.scene.director)
    place = f"events/{hall.scene.event.slug}/divisions/{hall.scene.division.slug}/rounds/1/"
    line = next(item for item in api.get(f"{place}pairings/")["results"] if item["id"] == two.pk)
    old = {"pairing_id": two.pk, "version": line["result"]["version"] - 1}
    new = {"pairing_id": two.pk, "version": line["result"]["version"]}
    assert api.post(f"{place}confirm/", {"seen": [old]}) == {"confirmed": [], "changed": [two.pk]}
    assert api.post(f"{place}confirm/", {"seen": [new]}) == {"confirmed": [two.pk], "changed": []}
