"""A leave table made by self-play.

On each position of a game the player's rack is drawn afresh from the tiles not yet on the board, so that every part of it is as if kept
and the rest as if drawn. The equity of the best move is noted for parts of each size. A leave is worth what racks that hold it
make above an average rack; the worths of tiles, of copies and of two tiles together are fitted to that by least squares, drawn towards zero
(ridge regression) where there is little to go by. The first generation plays for points; each later one
with the table of the one before it.

The same seed gives the same table.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from games.engine.crossword.leaves import LeaveTable
from games.engine.crossword.move import Play
from games.engine.crossword.movegen import WordGraph
from games.engine.crossword.rules import RuleSet
from games.engine.crossword.weighing import Weigher

#: How strongly worths are drawn towards zero, as observations of zero: those of single tiles, copies and pairs.
_RIDGE: Final = {1: 5.0, 2: 60.0}
_ROUNDS: Final = 400
#: The worth of nothing: no tile adds anything.
_NOTHING: Final = LeaveTable({})

#: Kinds of tiles whose worth is fitted: one tile, or two (equal for a further copy).
_Feature = tuple[int, ...]
_Observation = tuple[list[int], float]


def train(
    rules: RuleSet,
    words: WordGraph,
    *,
    games: int,
    generations: int,
    seed: int,
    tell: Callable[[str], object] = lambda _: None,
) -> LeaveTable:
    """A table from ``games`` games in each of ``generations``; ``tell`` hears how far it is. Takes about 0.05 s a game in English."""
    rng = random.Random(seed)  # noqa: S311 - games, not secrets
    features = _features(rules)
    table = _NOTHING
    for generation in range(generations):
        weigher = Weigher(rules, words, table)
        observations: list[_Observation] = []
        for game in range(games):
            observations += _observe(weigher, rng, features)
            if (game + 1) % 100 == 0:
                tell(f"generation {generation + 1}: {game + 1} games")
        table = _fitted(rules, features, observations)
    return LeaveTable(
        table.tiles, table.repeats, table.together, {"games": games, "generations": generations, "seed": seed}
    )


def _features(rules: RuleSet) -> dict[_Feature, int]:
    kinds = sorted(set(rules.tiles.bag))
    return {feature: at for at, feature in enumerate([(), *((kind,) for kind in kinds), *_pairs(kinds)])}


def _pairs(kinds: Sequence[int]) -> Iterator[_Feature]:
    for at, one in enumerate(kinds):
        for other in kinds[at:]:
            yield (one, other)


def _observe(weigher: Weigher, rng: random.Random, features: dict[_Feature, int]) -> Iterator[_Observation]:
    """Play a game with a fresh rack on every turn, as long as the bag lasts."""
    rules = weigher.rules
    size = rules.rack_size
    board = bytearray(rules.layout.empty)
    while len(unseen := weigher.unseen(bytes(board), b"")) >= 3 * size:
        rack = bytes(sorted(rng.sample(unseen, size)))
        best = weigher.best(bytes(board), rack, 1)[0]
        for kept in range(1, size):
            yield _present(bytes(sorted(rng.sample(rack, kept))), features), best.equity
        yield [features[()]], best.equity
        if not isinstance(best.move, Play):
            return  # an exchange leaves the board as it is; the next game will be another
        at = best.move.square
        for code in best.move.word:
            if code:
                board[at] = code
            at += best.move.step


def _present(leave: bytes, features: dict[_Feature, int]) -> list[int]:
    """The features of a sorted leave, one for each tile, each further copy and each two kinds."""
    kinds = sorted(set(leave))
    present = [features[()], *(features[code,] for code in leave)]
    present += [features[before, code] for before, code in pairwise(leave) if before == code]
    present += [features[pair] for pair in _pairs(kinds) if pair[0] != pair[1]]
    return present


def _fitted(rules: RuleSet, features: dict[_Feature, int], observations: Sequence[_Observation]) -> LeaveTable:
    """Least squares with a ridge, by conjugate gradients: no matrix is built, so that hundreds of features cost little."""
    ridge = [0.0 if not feature else _RIDGE[len(feature)] for feature in features]
    right = [0.0] * len(features)
    for present, equity in observations:
        for at in present:
            right[at] += equity

    def applied(weights: list[float]) -> list[float]:
        out = [weight * pull for weight, pull in zip(weights, ridge, strict=True)]
        for present, _equity in observations:
            estimate = sum([weights[at] for at in present])
            for at in present:
                out[at] += estimate
        return out

    solution = _conjugate_gradients(applied, right)
    worths = {feature: round(solution[at], 2) for feature, at in features.items()}
    face = rules.tiles.face
    return LeaveTable(
        tiles={face(one): worth for one, worth in worths.items() if len(one) == 1},
        repeats={face(one[:1]): worth for one, worth in worths.items() if len(one) == 2 and one[0] == one[1]},
        together={
            face(one[:1]) + face(one[1:]): worth
            for one, worth in worths.items()
            if len(one) == 2 and one[0] != one[1] and worth
        },
    )


def _conjugate_gradients(applied: Callable[[list[float]], list[float]], right: list[float]) -> list[float]:
    """The solution of a symmetric positive definite system (Hestenes and Stiefel 1952), to a millionth of its right side."""
    solution = [0.0] * len(right)
    residual, direction = right[:], right[:]
    size = _dot(residual, residual)
    enough = size * 1e-12
    for _round in range(_ROUNDS):
        if size <= enough:
            break
        image = applied(direction)
        step = size / _dot(direction, image)
        solution = [one + step * other for one, other in zip(solution, direction, strict=True)]
        residual = [one - step * other for one, other in zip(residual, image, strict=True)]
        before, size = size, _dot(residual, residual)
        direction = [one + size / before * other for one, other in zip(residual, direction, strict=True)]
    return solution


def _dot(one: Sequence[float], other: Sequence[float]) -> float:
    return sum([a * b for a, b in zip(one, other, strict=True)])
