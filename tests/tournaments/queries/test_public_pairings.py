"""Pairings kept for a public version of an event are those of the one query, and never of another version."""

from functools import partial

import pytest

from tests import factories
from tests.tournaments.scenes.rows import Scene, make_scene
from tournaments.inputs.results import ResultInput, RulingInput
from tournaments.models import Event, Pairing, Round
from tournaments.queries.public_pairings import public_pairings
from tournaments.queries.rounds import pairings_of
from tournaments.services.results.results import rule_result

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene() -> Scene:
    return make_scene(players=7, rounds=2)


def now(number: int) -> Round:
    """The round as the next request reads it."""
    return Round.objects.select_related("division__event").get(number=number)


def test_known_pairings_are_those_of_the_one_query(scene: Scene) -> None:
    assert len(scene.entries) == 7
    for number in (1, 2):
        round_ = now(number)
        expected = pairings_of(round_)
        assert factories.queries(partial(public_pairings, round_)) == 1
        assert factories.queries(partial(public_pairings, round_)) == 0
        assert public_pairings(round_) == expected
    assert public_pairings(now(1)) != public_pairings(now(2))


def test_a_result_is_in_the_pairings_at_once(scene: Scene) -> None:
    """Through the service that rules it, which raises the version in the same transaction."""
    before = public_pairings(now(1))
    game = Pairing.objects.filter(round__division=scene.division, round__number=1, kind="game").earliest("pk")
    ruling = RulingInput(result=ResultInput(kind="played", first_score=900, second_score=100), reason="misread")
    rule_result(actor=scene.director, pairing_id=game.pk, data=ruling)
    after = public_pairings(now(1))
    assert after == pairings_of(now(1)) != before


def test_an_event_in_preparation_is_always_read(scene: Scene) -> None:
    Event.objects.filter(pk=scene.event.pk).update(state=Event.State.DRAFT)
    round_ = now(1)
    for _twice in range(2):
        assert factories.queries(lambda: public_pairings(round_)) == 1
