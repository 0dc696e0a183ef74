"""Terms that the filter with links does not have: what each would bring, on the training years only.

``python -m benchmarks.ratings_terms GAMES.csv[.xz] [--fit 2009-2010] [--score 2011]``.  All games are predicted strictly
forward in time; the curve, with the term, is fitted on the first years and scored on the second.  A line says by how much
the log loss of a game is lower with the term than without, with a 95 % interval (bootstrap over events).
"""

import argparse
import lzma
import math
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from ratings.engine import linked
from ratings.engine.evaluate import LEVELS, Judged, Years, at_level, fit_logistic, gain_interval, log_losses, logistic
from ratings.engine.evaluate import Score as EvaluateScore
from ratings.engine.evaluate_file import read_games
from ratings.engine.evaluate_history import History, build_history
from ratings.engine.kalman import FloatArray
from ratings.engine.linked import Book, LinkedConstants

Bend = Callable[[FloatArray, FloatArray], FloatArray]


@dataclass(frozen=True)
class Told:
    """What is known before each game: the standardized lead, and differences between the two players.

    met: share of the field met before (at home most of it is known); idle: logarithm of days since the last event;
    busy: logarithm of games in the last 60 days; pair: what earlier games of the two showed beyond the lead; wild: mean
    of both players' squared surprises, 1 for an ordinary player.
    """

    z: FloatArray
    met: FloatArray
    idle: FloatArray
    busy: FloatArray
    pair: FloatArray
    wild: FloatArray


def told(history: History, k: LinkedConstants, bend: Bend | None = None) -> Told:
    """Rate the history; `bend` makes of the surprises of an event (and their standard errors) what counts."""
    book = Book()
    columns = {name: np.zeros(history.games) for name in Told.__dataclass_fields__}
    met: defaultdict[int, set[int]] = defaultdict(set)
    played: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    squares: defaultdict[int, list[float]] = defaultdict(lambda: [40.0, 40.0])
    pairs: defaultdict[tuple[int, int], list[float]] = defaultdict(lambda: [0.0, 8.0])
    done = 0
    for event in history.events:
        book.forget(event.day, k)
        prior = linked.step(book, event, k)
        lead, variance = linked.expected_spread(prior, event, k)
        here = slice(done, done + len(lead))
        done = here.stop
        columns["z"][here] = linked.standardized(lead, variance, k)
        ids = event.players.tolist()
        field = set(ids)
        share = np.array([len(met[one] & field) / len(field) for one in ids])
        idle = np.array([math.log1p(event.day - played[one][-1][0]) if played[one] else 5.0 for one in ids])
        busy = np.array([math.log1p(sum(games for day, games in played[one] if day > event.day - 60)) for one in ids])
        for name, values in (("met", share), ("idle", idle), ("busy", busy)):
            columns[name][here] = values[event.one] - values[event.two]
        error = np.sqrt(np.maximum(variance, 0) + k.sig_d**2)
        surprise = linked.observed(event, k) - lead
        people = [(ids[one], ids[two]) for one, two in zip(event.one, event.two, strict=True)]
        for game, (p, q) in enumerate(people, here.start):
            sign, key = (1, (p, q)) if p < q else (-1, (q, p))
            columns["pair"][game] = sign * pairs[key][0] / pairs[key][1]
            columns["wild"][game] = (squares[p][0] / squares[p][1] + squares[q][0] / squares[q][1]) / 2
        for (p, q), value, scale in zip(people, surprise.tolist(), error.tolist(), strict=True):
            sign, key = (1, (p, q)) if p < q else (-1, (q, p))
            pairs[key][0] += sign * value / scale
            pairs[key][1] += 1
            met[p].add(q)
            met[q].add(p)
            for one in (p, q):
                squares[one][0] += (value / scale) ** 2
                squares[one][1] += 1
        for one, count in zip(*np.unique(np.array(people), return_counts=True), strict=True):
            played[int(one)].append((event.day, int(count)))
        counted = event
        if bend is not None:
            counted = replace(event, margin=lead + bend(surprise, error) + k.first * event.first)
        solution, weights, x = linked.solve(prior, counted, k)
        book.learn(book.rows(prior.places), weights, x)
        book.write(prior.places, solution.own)
    return Told(**columns)


def student(freedom: float) -> Bend:
    """Surprises weighed as by a Student's t distribution with so many degrees of freedom."""
    return lambda surprise, error: surprise * (freedom + 1) / (freedom + (surprise / error) ** 2)


def clipped(points: float) -> Bend:
    """Surprises of at most so many points count."""
    return lambda surprise, _error: np.clip(surprise, -points, points)


def lines(history: History, k: LinkedConstants) -> Iterator[tuple[str, list[FloatArray]]]:
    """The name and the columns of the curve, besides the first move, of each term; the first is without any."""
    base = told(history, k)
    z = base.z
    curve = [z, z**3, history.lateness * z]
    yield "the preset, cubic and late", curve
    for freedom in (4, 8, 16, 32):
        bent = told(history, k, student(freedom)).z
        yield f"tails of spreads: Student's t, {freedom}", [bent, bent**3, history.lateness * bent]
    for points in (150, 200, 250):
        bent = told(history, k, clipped(points)).z
        yield f"tails of spreads: surprise up to {points}", [bent, bent**3, history.lateness * bent]
    yield "tails of the curve: fifth power", [*curve, z**5]
    yield "tails of the curve: z * |z|", [*curve, z * np.abs(z)]
    yield "home: share of the field met before", [*curve, base.met]
    yield "time: days since the last event", [*curve, base.idle]
    yield "time: games of the last 60 days", [*curve, base.busy]
    yield "earlier games of the two", [*curve, base.pair]
    calm = z / np.sqrt(base.wild)
    yield "wild players' leads count less", [calm, calm**3, history.lateness * calm]


def scored(history: History, columns: list[FloatArray], level: str, fit: Years, score: Years) -> Judged:
    """The losses in the scored years with the curve fitted on the others."""
    chosen = at_level(history, level)
    train, test = chosen & fit.of(history), chosen & score.of(history)
    scales = [float(np.abs(column).max()) or 1.0 for column in columns]
    design = [column / scale for column, scale in zip(columns, scales, strict=True)]
    fitted = fit_logistic(history.won[train], history.first[train], *(column[train] for column in design))
    first, *others = fitted
    exponent = first * history.first[test] + sum(one * column[test] for one, column in zip(others, design, strict=True))
    losses = log_losses(logistic(exponent), history.won[test])
    return Judged(_NO_SCORE, losses, history.event[test].astype(np.float64))


# The bootstrap looks at losses and events only.
_NO_SCORE: EvaluateScore = None  # type: ignore[assignment]


def _years(text: str) -> Years:
    first, _, last = text.partition("-")
    return Years(int(first), int(last or first))


def main() -> None:
    """Read the file and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--fit", type=_years, default=Years(2009, 2010))
    parser.add_argument("--score", type=_years, default=Years(2011, 2011))
    options = parser.parse_args()
    opened = lzma.open if options.file.suffix == ".xz" else open
    with opened(options.file, "rt", encoding="utf-8-sig") as text:
        history = build_history(read_games(text))
    print(f"{'':42}" + "".join(f"{level:>38}" for level in LEVELS))
    plain: dict[str, Judged] = {}
    for name, columns in lines(history, LinkedConstants(forget_days=0)):
        cells = []
        for level in LEVELS:
            judged = scored(history, columns, level, options.fit, options.score)
            gain, low, high = gain_interval(plain.setdefault(level, judged), judged, seed=1)
            cells.append(f"{judged.losses.mean():.5f} {gain:+.5f} [{low:+.5f}, {high:+.5f}]")
        print(f"{name:42}" + "".join(f"{cell:>38}" for cell in cells), flush=True)


if __name__ == "__main__":
    main()
