"""A player who leaves is withdrawn from published rounds: games not played become forfeits, with a warning beforehand."""

import pytest

from tests.api_client import as_user
from tests.tournaments.scenes.hall import Hall, make_hall, text
from tournaments.models import Entry, Pairing, Result
from tournaments.services.rounds.pairing import draft_round
from tournaments.services.rounds.publish import publish_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    """Three rounds of a round robin are published ahead; nothing is played."""
    hall = make_hall(players=4)
    for number in (1, 2, 3):
        round_ = draft_round(
            actor=hall.scene.director,
            division=hall.scene.division,
            number=number,
            system="round_robin",
            despite_missing=True,
        )
        publish_round(actor=hall.scene.director, round_id=round_.pk, expected_version=round_.version)
    return hall


def kinds(entry: Entry) -> dict[int, tuple[str, bool]]:
    """Round → kind of the result, and whether the entry wins by it; rounds without a result are left out."""
    results = {}
    for seat in entry.seats.select_related("pairing__result", "round").order_by("round__number"):
        result = getattr(seat.pairing, "result", None)
        if result is not None:
            wins = result.kind == ("forfeit_win" if seat.position == 1 else "forfeit_loss")
            results[seat.round.number] = (result.kind, wins)
    return results


def test_games_published_ahead_become_forfeits_after_a_warning(hall: Hall) -> None:
    ada, bruno = hall.scene.entries[:2]
    page = text(hall.client.get(hall.url("withdraw_entry", ada.pk)))
    assert page.count("wins by forfeit") == 3
    refused = hall.client.post(hall.url("withdraw_entry", ada.pk), {"after_round": "1", "reason": ""})
    assert "agree to forfeit the games not yet played" in text(refused)
    assert not Result.objects.exists()
    hall.client.post(hall.url("withdraw_entry", ada.pk), {"after_round": "1", "forfeit_games": "on", "reason": "ill"})
    ada.refresh_from_db()
    assert (ada.status, ada.withdrawn_after) == ("withdrawn", 1)
    assert sorted(kinds(ada)) == [2, 3]
    assert not any(wins for _kind, wins in kinds(ada).values())
    assert Pairing.objects.filter(rulings__reason="ill").count() == 2
    hall.client.post(hall.url("withdraw_entry", bruno.pk), {"after_round": "0", "forfeit_games": "on", "reason": ""})
    both = [kind for kind, _wins in kinds(bruno).values() if kind == "double_forfeit"]
    met = Pairing.objects.filter(seats__entry=ada).filter(seats__entry=bruno).get()
    assert len(both) == (met.round.number > 1)


def test_a_game_that_was_played_is_not_forfeited(hall: Hall) -> None:
    ada = hall.scene.entries[0]
    game = Pairing.objects.get(round__number=2, seats__entry=ada)
    form = {"kind": "played", "first_score": "400", "second_score": "300", "reason": "x", "expected_version": ""}
    hall.client.post(hall.url("rule_game", 2, game.pk), form)
    answer = hall.client.post(
        hall.url("withdraw_entry", ada.pk), {"after_round": "1", "forfeit_games": "on", "reason": ""}
    )
    assert "has a result in round 2" in text(answer)
    ada.refresh_from_db()
    assert ada.status == "active"


def test_the_api_asks_for_the_same_agreement(hall: Hall) -> None:
    ada = hall.scene.entries[0]
    address = f"events/{hall.scene.event.slug}/divisions/{hall.scene.division.slug}/entries/{ada.pk}/withdraw/"
    api = as_user(hall.scene.director)
    assert api.post(address, {"after_round": 2}, expect=400)["errors"][0]["code"] == "paired"
    assert api.post(address, {"after_round": 2, "forfeit_games": True})["status"] == "withdrawn"
    assert list(kinds(ada)) == [3]
