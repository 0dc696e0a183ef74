"""A replay of typed moves names each player as the moves do, and by the seats where they do not."""

import pytest

from games.game import Seating
from games.registry import GAMES

CROSSWORD = GAMES["crossword"]
SEATING = Seating(("Cy Rook", "Flo Reed"))


@pytest.mark.parametrize(
    ("moves", "names"),
    [
        ("8D TRAIN\n7E HOB", ["Cy Rook", "Flo Reed"]),
        ("Flo 8D TRAIN\nCy 7E HOB", ["Flo Reed", "Cy Rook"]),
        ("The Tall One 8D TRAIN\n7E HOB", ["Cy Rook", "Flo Reed"]),
    ],
)
def test_whose_turn_it_was(moves: str, names: list[str]) -> None:
    rules = CROSSWORD.rules("tournament", "double", {})
    check = CROSSWORD.check(moves.encode(), rules=rules, dictionary=None, seating=SEATING)
    replay = CROSSWORD.replay(check.as_dict(), seating=SEATING)
    assert [turn.name for turn in replay.turns] == names
