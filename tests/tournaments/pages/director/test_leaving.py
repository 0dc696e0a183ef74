"""A player who leaves is withdrawn from published rounds: games not played become forfeits, with a warning beforehand."""

import re

import pytest

from audit.models import ActionLog
from tests import factories
from tests.api_client import as_user
from tests.tournaments.scenes.hall import Hall, make_hall, text
from tournaments.models import Entry, Pairing, Result
from tournaments.queries.standings import standings_of
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


def alone_in(hall: Hall, number: int) -> list[str]:
    """What stands in place of a table beside the players without an opponent, on the round's page."""
    labels = re.findall(
        r'class="game-table"><small>(.*?)</small>', text(hall.client.get(hall.url("manage_round", number))), re.S
    )
    return sorted(label.strip() for label in labels if label.strip() != "Table")


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


def test_who_leaves_may_lose_every_round_to_come_in_one_step() -> None:
    hall = make_hall(players=7)
    factories.play(hall.publish())
    ada, bruno = hall.scene.entries[:2]
    form = {"after_round": "1", "missed_spread": "-50", "reason": "ill"}
    assert hall.client.post(hall.url("withdraw_entry", ada.pk), form).status_code == 302
    api = as_user(hall.scene.director)
    address = f"events/{hall.scene.event.slug}/divisions/{hall.scene.division.slug}/entries/{bruno.pk}/withdraw/"
    assert api.post(address, {"after_round": 1})["status"] == "withdrawn"
    before = {line.entry_id: line.row for line in standings_of(hall.scene.division)}
    hall.draft(2)
    assert alone_in(hall, 2) == ["Bye", "Forfeit"], "five are left to play, and a forfeit is no bye"
    for number in (2, 3):
        factories.play(hall.publish(number))
    assert alone_in(hall, 3) == ["Bye", "Forfeit"]
    rows = {line.entry_id: line.row for line in standings_of(hall.scene.division)}
    own, other = rows[ada.pk], rows[bruno.pk]
    assert (own.spread, own.losses) == (before[ada.pk].spread - 100, before[ada.pk].losses + 2)
    assert other.spread == before[bruno.pk].spread, "without it the rounds count as nothing"
    logged = ActionLog.objects.get(verb="entry.withdrawn", target_id=str(ada.pk))
    assert logged.after["missed_spread"] == -50


def test_the_api_asks_for_the_same_agreement(hall: Hall) -> None:
    ada = hall.scene.entries[0]
    address = f"events/{hall.scene.event.slug}/divisions/{hall.scene.division.slug}/entries/{ada.pk}/withdraw/"
    api = as_user(hall.scene.director)
    assert api.post(address, {"after_round": 2}, expect=400)["errors"][0]["code"] == "paired"
    assert api.post(address, {"after_round": 2, "forfeit_games": True})["status"] == "withdrawn"
    assert list(kinds(ada)) == [3]
