"""The words for what the engine weighs."""

import pytest

from tournaments.engine.model import GameFact, PlayerSnapshot, Snapshot
from tournaments.engine.pairing import Rules, System
from tournaments.engine.pairing.swiss import prepare
from tournaments.engine.starts import StartReason
from tournaments.views.director.reasons import sentences, start_sentence, term_name, term_sentence


@pytest.mark.parametrize("system", [System.SWISS, System.KOTH, System.QOTH])
def test_everything_that_is_weighed_has_a_name_and_a_sentence(system: System) -> None:
    players = tuple(PlayerSnapshot(id=number, number=number) for number in range(1, 8))
    games = tuple(GameFact(1, first, first + 1, 400, 300) for first in (1, 3, 5))
    setup = prepare(Snapshot(2, players, games), Rules(system, max_repeats=1))
    names = [term.name for term in setup.problem.terms] + ["max_repeats", "blocked", "top_first"]
    assert len(names) > 5
    for name in names:
        assert term_name(name) != name or name in {"byes"}, name
    for term in setup.problem.terms:
        assert term_sentence(term.name, 1)[1] != "1", term.name


@pytest.mark.parametrize(
    ("value", "times"), [(1, "met before"), (3, "met 2 times"), (6, "met 3 times"), (10, "met 4 times")]
)
def test_a_repeat_says_how_often(value: int, times: str) -> None:
    ((_name, sentence),) = sentences([{"name": "repeats", "value": value}])
    assert times in sentence


def test_every_reason_for_a_start_is_a_sentence() -> None:
    for reason in StartReason:
        assert " " in start_sentence(reason)
