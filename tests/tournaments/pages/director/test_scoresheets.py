"""The tick list of paper sheets."""

import pytest
from django.urls import reverse

from tests.tournaments.scenes.hall import make_hall, make_running_hall, text
from tournaments.models import Pairing

pytestmark = pytest.mark.django_db


def test_sheets_are_ticked_and_unticked() -> None:
    hall = make_running_hall()
    one, two, three = hall.games()
    where = hall.url("sheets", 1)
    assert "3 scoresheets are missing" in text(hall.client.get(where))
    hall.client.post(where, {"pairing": [one.pk, two.pk]})
    assert "1 scoresheet is missing" in text(hall.client.get(where))
    hall.client.post(where, {"pairing": [two.pk, three.pk]})
    assert set(Pairing.objects.filter(sheet_returned_at__isnull=False)) == {two, three}


def test_ids_of_other_rounds_and_nonsense_change_nothing() -> None:
    hall, other = make_hall(), make_hall("autumn")
    hall.publish()
    other.publish()
    hall.client.post(hall.url("sheets", 1), {"pairing": [other.games()[0].pk, "x", "-1", "9" * 30]})
    assert not Pairing.objects.filter(sheet_returned_at__isnull=False).exists()


def test_a_draft_has_no_sheets() -> None:
    hall = make_hall()
    hall.draft()
    assert hall.client.get(hall.url("sheets", 1)).status_code == 404


def test_the_time_of_the_first_tick_stays() -> None:
    hall = make_running_hall()
    game = hall.games()[0]
    for _turn in range(2):
        hall.client.post(hall.url("sheets", 1), {"pairing": [game.pk]})
        stamp = Pairing.objects.get(pk=game.pk).sheet_returned_at
        game.sheet_returned_at = game.sheet_returned_at or stamp
    assert game.sheet_returned_at == stamp


def test_the_board_leads_to_the_list() -> None:
    hall = make_running_hall()
    assert reverse("tournaments:sheets", args=["spring", "a", 1]) in text(hall.client.get(hall.url("manage_round", 1)))
