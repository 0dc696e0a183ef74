"""What a slip with moves costs: statements through the page, from the click to the answer."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import User
from lexicon.models import LexiconVersion
from tests import factories
from tournaments.models import Division, Pairing, Result

pytestmark = pytest.mark.django_db


def statements(captured: CaptureQueriesContext) -> list[str]:
    """What was asked of the database and written; the beginnings and ends of transactions are not counted."""
    control = ("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT")
    return [query["sql"] for query in captured if not query["sql"].startswith(control)]


def test_a_slip_with_moves(running: Division, director: User, dictionary: LexiconVersion) -> None:
    """The first report of a rated game, and the one that confirms it; each by its player's own link."""
    running.lexicon_version = dictionary
    running.save(update_fields=["lexicon_version"])
    pairing = Pairing.objects.get(pk=factories.games(running.rounds.get(number=1))[0].pairing_id)
    counts = {}
    for side in ("first", "second"):
        address, phone = factories.own_slip(pairing.pk, side), Client()
        assert phone.get(address).status_code == 200
        form = {"client_token": str(uuid4()), "first_score": 431, "second_score": 389, "moves": "8D TRAIN 12"}
        with CaptureQueriesContext(connection) as captured:
            assert phone.post(address, form).status_code == 302
        counts[side] = len(statements(captured))
    assert Result.objects.get(pairing=pairing).state == Result.State.CONFIRMED
    assert counts["first"] <= 15, counts
    assert counts["second"] <= 31, counts
