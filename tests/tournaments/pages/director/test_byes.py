"""Players without an opponent: what an official may decide about them, on the page and over HTTP."""

import pytest

from tests.api_client import as_user
from tests.tournaments.scenes.hall import Hall, make_running_hall, text
from tests.walk import check_each
from tournaments.models import Pairing, Result

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    return make_running_hall(players=5)


def bye_of(hall: Hall) -> Pairing:
    return Pairing.objects.get(round__division=hall.scene.division, kind="bye")


def rule(hall: Hall, game: Pairing, kind: str) -> int:
    form = {"kind": kind, "reason": "Did not come", "expected_version": Result.objects.get(pairing=game).version}
    return hall.client.post(hall.url("rule_game", 1, game.pk), form).status_code


def test_a_ruling_on_a_bye_is_made_and_undone(hall: Hall) -> None:
    bye = bye_of(hall)
    assert hall.url("manage_game", 1, bye.pk) in text(hall.client.get(hall.url("manage_round", 1)))
    assert rule(hall, bye, "forfeit_loss") == 302
    assert Result.objects.get(pairing=bye).kind == "forfeit_loss"
    assert "Did not come" in text(hall.client.get(hall.url("manage_game", 1, bye.pk)))
    assert rule(hall, bye, "bye") == 302
    assert Result.objects.get(pairing=bye).kind == "bye"


def test_the_page_of_a_bye_offers_what_a_bye_can_be(hall: Hall) -> None:
    bye = bye_of(hall)
    answer = hall.client.get(hall.url("manage_game", 1, bye.pk))
    assert bye.seats.get().entry.name in text(answer)
    assert "table None" not in text(answer)
    form = answer.context["form"]
    assert [value for value, _label in form.fields["kind"].choices] == ["bye", "forfeit_loss", "void"]
    assert set(form.fields) == {"kind", "spread", "reason", "expected_version"}


def test_a_bye_cannot_be_ruled_a_result_of_two_players(hall: Hall) -> None:
    def check(kind: str) -> None:
        bye = bye_of(hall)
        assert rule(hall, bye, kind) == 422
        assert Result.objects.get(pairing=bye).kind == "bye"

    check_each(["played", "forfeit_win", "double_forfeit"], check)


def test_a_bye_has_no_slip_to_replace(hall: Hall) -> None:
    answer = hall.client.post(hall.url("reissue_slip", 1, bye_of(hall).pk), {"reason": "lost"}, follow=True)
    assert "Only games of published rounds have slips" in text(answer)
    assert not bye_of(hall).slip_links.exists()


def test_over_http_the_kind_of_pairing_decides(hall: Hall) -> None:
    api = as_user(hall.scene.director)
    bye, game = bye_of(hall), hall.games()[0]
    address = f"events/{hall.scene.event.slug}/pairings/{{}}/ruling/"
    for kind in ("forfeit_loss", "bye"):
        version = Result.objects.get(pairing=bye).version
        body = {"kind": kind, "reason": "Seen", "expected_version": version}
        assert api.post(address.format(bye.pk), body)["kind"] == kind
    refused = api.post(address.format(game.pk), {"kind": "bye", "reason": "x", "expected_version": 0}, expect=400)
    assert "not a bye" in refused["detail"]
