"""Before a correction the director may ask who would have met whom; nothing is stored by asking."""

import pytest

from tests import factories
from tests.tournaments.scenes.hall import Hall, make_hall, text
from tournaments.models import Pairing, Result, ResultRuling, Seat

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
