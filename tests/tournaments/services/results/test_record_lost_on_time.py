"""A record in which somebody takes more overtime than the division permits: who reports it, and what becomes of it."""

import pytest

from clubs.models import User
from tests import factories
from tournaments.models import Division, Pairing

pytestmark = pytest.mark.django_db

HEADER = "#player1 {0} {0}\n#player2 {1} {1}\n"
PLAYED = ">{0}: AINRTVW 8D TRAIN +12 12\n>{1}: BHOOSUY 7E HOB +25 25\n>{1}: (time) -20 5\n"


@pytest.fixture
def pairing(running: Division) -> Pairing:
    factories.change(running, rule_options={"overtime_minutes": 1, "overtime_loses": True})
    return Pairing.objects.get(round__division=running, table_number=1)


def record(pairing: Pairing, text: str) -> bytes:
    names = [seat.entry.name.replace(" ", "_") for seat in pairing.seats.order_by("position")]
    return text.format(*names).encode()


def test_an_officials_record_enters_the_loss_on_time(pairing: Pairing, director: User) -> None:
    data = record(pairing, HEADER + PLAYED)
    done = factories.report(pairing, "official", 0, 0, result=None, record=data, actor=director)
    assert done.result is not None
    assert done.result.lost_on_time == "second"
    # 25 on the board and 20 for the time: 5, and 50 less than that is not below nothing.
    assert (done.result.first_score, done.result.second_score) == (12, 0)


def test_a_players_record_reports_the_board_and_raises_a_question(pairing: Pairing) -> None:
    data = record(pairing, HEADER + PLAYED)
    done = factories.report(pairing, "first", 0, 0, result=None, record=data)
    assert any("lost the game on time; the result does not say so" in remark for remark in done.questions)


def test_a_record_within_time_raises_nothing(pairing: Pairing) -> None:
    data = record(pairing, HEADER + PLAYED.replace("-20 5", "-10 15"))
    done = factories.report(pairing, "first", 12, 15, record=data)
    assert not any("time" in remark for remark in done.questions)
