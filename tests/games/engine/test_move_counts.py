"""Counts of legal plays to a depth, from fixed bags: golden numbers of our own, as chess programs publish theirs.

``counts(depth)`` is the number of sequences of that many plays (no exchanges, no passes), and the sum of their last
scores. Depth 1 was counted by brute force as well; a change in any number is a change of the rules or a fault.
"""

import pytest

from games.engine.crossword.movegen import MoveGenerator, WordGraph
from games.engine.crossword.position import Position
from games.engine.crossword.rules import RULE_SETS, RuleSet
from tests.games.engine.test_movegen import brute_force, generated
from tests.harness.deep import times

TOURNAMENT = RULE_SETS["tournament"]
_ENGLISH = (
    "AT TA AN NA IN IS IT TI HO OH OB BO ON NO OS SO HI BE EN RE ER ES HOB HOBS TRAIN TRAINS TRAINER TRAINERS STRAIN "
    "STRAINER STRAINERS THROB THROBS RAIN RAINS RAT RATS TAR TARS ART ARTS STAR BOTH HOST SHOT SON SONS NOSE BONE BONES"
)
_SPANISH = (
    "CHAL CHALA CALLE CALLO LLAMA PERRO CARRO CARROS CHORRO OS SO AL LA LO LE SE ES CAL SAL SOL LOS LAS ECHO OCHO"
)
ENGLISH, SPANISH = _ENGLISH.split(), _SPANISH.split()

CASES: dict[str, tuple[RuleSet, list[str], str, list[tuple[int, int]]]] = {
    "english": (TOURNAMENT, ENGLISH, "TRAINERHOBSEEE?BNTOSAEIR", [(90, 1360), (1808, 14800)]),
    "a blank on the first rack": (TOURNAMENT, ENGLISH, "TRAIN?SHOBSEEEBNTOSAEIR", [(698, 4956), (16348, 113344)]),
    "nine tiles": (
        TOURNAMENT.with_options(rack_size=9, bingo_from=7),
        ENGLISH,
        "TRAINERSSHOBSEEE?BNTOSAEIR",
        [(210, 5684), (24770, 154064)],
    ),
    "spanish digraphs": (
        TOURNAMENT.with_options(tile_set="es"),
        SPANISH,
        "[CH]AL[LL]OES[CH]O[RR]OCALSASELO",
        [(68, 440), (1786, 16438), (29832, 181198)],
    ),
    "super board": (
        TOURNAMENT.with_options(tile_set="en-super", board="standard21"),
        ENGLISH,
        "TRAINERHOBSEEE?BNTOSA",
        [(90, 1360), (1808, 14800)],
    ),
}


def counts(position: Position, generator: MoveGenerator, depth: int) -> tuple[int, int]:
    if position.is_over:
        return 0, 0
    plays = generator.plays(position.board, position.racks[position.turn])
    if depth == 1:
        return len(plays), sum(play.score for play in plays)
    below = [counts(position.play(play.play), generator, depth - 1) for play in plays]
    return sum(count for count, _ in below), sum(score for _, score in below)


@pytest.mark.scaled
@pytest.mark.parametrize("name", CASES)
def test_counts_of_legal_plays(name: str) -> None:
    """To a depth of two; in the deep run as deep as there are numbers."""
    rules, words, bag, known = CASES[name]
    expected = known[: times(2, deep=3)]
    generator = MoveGenerator(rules, WordGraph.build(words, rules))
    position = Position.start(rules, rules.tiles.encode(bag))
    assert [counts(position, generator, depth + 1) for depth in range(len(expected))] == expected


@pytest.mark.parametrize("name", CASES)
def test_the_first_counts_by_brute_force(name: str) -> None:
    rules, words, bag, expected = CASES[name]
    position = Position.start(rules, rules.tiles.encode(bag))
    found = brute_force(rules, position.board, position.racks[0], words)
    assert (len(found), sum(found.values())) == expected[0]
    plays = MoveGenerator(rules, WordGraph.build(words, rules)).plays(position.board, position.racks[0])
    assert generated(rules, position.board, plays) == found
