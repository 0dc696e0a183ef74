"""Before a correction the director may ask who would have met whom; nothing is stored by asking."""

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, User
from tests import factories
from tests.tournaments.scenes.hall import Hall, make_hall, text
from tournaments.inputs.results import ResultInput, RulingInput
from tournaments.models import Pairing, PairingRun, Result, ResultRuling, Seat
from tournaments.queries.rounds import pairings_of
from tournaments.services.results.results import rule_result

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    hall = make_hall(players=8)
    factories.play(hall.publish())
    hall.publish(2)
    return hall


def ask(hall: Hall, game: Pairing, first: int, second: int) -> str:
    data = {"kind": "played", "first_score": first, "second_score": second, "reason": "Recount.", "preview": "1"}
    answer = hall.client.post(hall.url("rule_game", 1, game.pk), data)
    assert answer.status_code == 200
    return text(answer)


def test_another_winner_would_have_played_others(hall: Hall) -> None:
    game = hall.games()[0]
    stands = Result.objects.get(pairing=game)
    before = list(Seat.objects.values_list("pairing", "entry"))
    page = ask(hall, game, stands.second_score or 0, stands.first_score or 0)
    assert "Round 2 would have been paired differently." in page
    names = [entry.name for entry in hall.entries(game)]
    foreseen = page.split('id="foreseen"')[1].split("</div>")[0]
    assert all(name in foreseen for name in names)
    assert 'value="Recount."' in page or "Recount." in page, "what was typed is kept"
    assert not ResultRuling.objects.exists()
    assert list(Seat.objects.values_list("pairing", "entry")) == before


def test_the_same_result_changes_nothing(hall: Hall) -> None:
    game = hall.games()[0]
    stands = Result.objects.get(pairing=game)
    assert "Round 2 would have been the same." in ask(hall, game, stands.first_score or 0, stands.second_score or 0)


def test_the_last_round_has_none_after_it(hall: Hall) -> None:
    game = hall.games(2)[0]
    factories.agree(game)
    data = {"kind": "played", "first_score": 1, "second_score": 2, "reason": "x", "preview": "1"}
    page = text(hall.client.post(hall.url("rule_game", 2, game.pk), data))
    assert "No later round depends on this game." in page


def test_half_a_result_is_refused_as_before(hall: Hall) -> None:
    game = hall.games()[0]
    data = {"kind": "played", "first_score": 1, "reason": "x", "preview": "1"}
    answer = hall.client.post(hall.url("rule_game", 1, game.pk), data)
    assert answer.status_code == 422
    assert "needs both scores" in text(answer)


def test_who_would_have_had_the_bye_is_named() -> None:
    hall = make_hall(players=5)
    factories.play(hall.publish())
    hall.publish(2)
    game = hall.games()[-1]
    stands = Result.objects.get(pairing=game)
    page = ask(hall, game, (stands.second_score or 0) - 300, (stands.first_score or 0) + 300)
    (had,) = Seat.objects.filter(round__number=2, pairing__kind="bye").values_list("entry__name", flat=True)
    assert f"Would not have had the bye: {had}." in page
    assert f"The bye would have gone to: {hall.entries(game)[0].name}." in page


def test_a_void_game_that_counted_would_have_left_no_opponent() -> None:
    hall = make_hall(players=2)
    factories.change(hall.scene.division, max_repeats=0)
    hall.publish()
    (game,) = hall.games()
    void = ResultInput(kind="void")
    rule_result(actor=hall.scene.director, pairing_id=game.pk, data=RulingInput(result=void, reason="Wrong tiles."))
    hall.publish(2)
    assert "Round 2 could not have been paired under its rules." in ask(hall, game, 400, 300)


def test_rounds_that_cannot_be_looked_back_at_are_left_out() -> None:
    """A round paired before the game had ended did not depend on it; one paired by other options cannot be paired again here."""
    hall = make_hall(players=4)
    hall.publish()
    waiting, ended = hall.games()
    factories.agree(ended)
    factories.publish(hall.scene.division, hall.scene.director, 2, despite_missing=True)
    factories.agree(waiting)
    assert "No later round depends on this game." in ask(hall, waiting, 100, 500)
    assert "Round 2 would" in ask(hall, ended, 100, 500)
    PairingRun.objects.filter(round_number=2).update(plan={"rules": {"system": "of an earlier version"}})
    assert "No later round depends on this game." in ask(hall, ended, 100, 500)


def test_at_tables_of_three_no_round_is_foreseen(club: Club, director: User, client: Client) -> None:
    division = factories.division(club, director, table_size=3)
    for line in pairings_of(factories.start(division, director, 6)):
        result = ResultInput(tally="320/281/310")
        factories.report(line.pairing_id, "official", 0, 0, result=result, actor=director)
    factories.publish(division, director, 2)
    game = Pairing.objects.filter(round__number=1)[0]
    client.force_login(director)
    address = reverse("tournaments:rule_game", args=[division.event.slug, division.slug, 1, game.pk])
    data = {"kind": "played", "tally": "100/281/310", "reason": "Recount.", "preview": "1"}
    page = client.post(address, data)
    assert page.status_code == 200
    assert "No later round depends on this game." in text(page)
    assert not ResultRuling.objects.exists()
