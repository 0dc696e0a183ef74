"""The engine against an independent, straightforward replay (the yardstick of the benchmark)."""

import random

import pytest

from benchmarks import naive_replay
from games.engine.crossword.findings import Severity
from games.engine.crossword.scoring import Scorer
from tests.games.engine.crossword.helpers import TOURNAMENT, check, codes
from tests.games.engine.crossword.test_files import FILES
from tests.harness.deep import some

GAME = FILES["club_game"].read_bytes()


class EveryWord:
    """A dictionary that has every word."""

    def __contains__(self, word: object) -> bool:
        return True


def test_both_find_nothing_in_a_sound_game() -> None:
    assert naive_replay.replay(GAME, EveryWord()) == []
    assert codes(check(GAME, words=EveryWord())) == []


def test_both_find_a_wrong_score() -> None:
    """One point more at each line of play that scores: both name that line and no other, and what it is worth."""
    lines = GAME.decode().split("\n")
    events = [number for number, line in enumerate(lines) if line.startswith(">")]
    scored = [number for number in events if " +" in lines[number]]
    assert len(scored) == 33
    other_code = {"(challenge)": "bonus_wrong", "(I)": "end_points_wrong"}
    for number in scored:
        start, score, total = lines[number].rsplit(" ", 2)
        wrong = f"{start} +{int(score) + 1} {total}"
        text = "\n".join([*lines[:number], wrong, *lines[number + 1 :]])
        verdicts = naive_replay.replay(text.encode(), EveryWord())
        assert verdicts[0] == f"total: {wrong}"
        assert {sentence.split(": ", 1)[1] for sentence in verdicts} == {wrong}
        (finding,) = (one for one in check(text).findings if one.severity is not Severity.NOTE)
        assert finding.code == other_code.get(start.split(" ")[1], "score_wrong")
        assert (finding.line, finding.turn) == (number + 1, events.index(number) + 1)
        assert (finding.stated, finding.computed) == (int(score) + 1, int(score))


@pytest.mark.parametrize("seed", some(range(40), suite=12))
def test_placement_words_and_scores_agree(seed: int) -> None:
    """Random letters at random places, most of them impossible: both judge each the same, and lay the same tiles."""
    rng = random.Random(seed)
    measure, layout, tiles = Scorer(TOURNAMENT).measure, TOURNAMENT.layout, TOURNAMENT.tiles
    board = bytearray(layout.empty)
    naive: naive_replay.Board = {}
    places = sorted({place.upper() for place in layout.places})
    laid = 0
    for _ in range(600):
        coordinate = "8H" if not laid else rng.choice(places)
        place = layout.places[coordinate]
        word = "".join(rng.choice("AEINRSTQZad.") for _ in range(rng.randint(1 if laid else 2, 7)))
        squares = range(place.square, place.square + len(word) * place.step, place.step)
        if laid and rng.random() < 0.8:
            # Dots where the board has tiles make more of them possible.
            word = "".join(
                "." if at < len(board) and board[at] else letter.replace(".", "E")
                for at, letter in zip(squares, word, strict=True)
            )
        measured = measure(board, place.square, place.step, tiles.encode(word))
        copy = dict(naive)
        try:
            expected = naive_replay.play(copy, coordinate, word)
        except ValueError:
            assert measured.faults, (coordinate, word)
            continue
        # The straightforward replay takes a part of a word, and one letter alone, for good.
        if set(measured.faults) - {"part_of_word", "one_letter"}:
            pytest.fail(f"{coordinate} {word}: {measured.faults}")
        if not measured.faults:
            score, faces, used = expected
            assert (measured.score, sorted(map(tiles.face, measured.words))) == (score, sorted(faces))
            assert tiles.text(measured.placed) == "".join(used)
            for square, code in zip(measured.squares, measured.codes, strict=True):
                board[square] = code
            naive = copy
            laid += 1
    assert laid > 5
    for (row, column), letter in naive.items():
        assert tiles.text([board[layout.square(row, column)]]) == letter
