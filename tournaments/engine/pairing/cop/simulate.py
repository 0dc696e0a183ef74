"""The rest of an event, played out many times at once.

All simulated events advance together: one row of whole numbers per event, one column per rank. A number holds record,
spread and player, so that sorting a row is making standings, and pairing by rank is the same columns in every row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from tournaments.engine.draws import BITS, blocks, margins, raw_bits
from tournaments.engine.pairing.progress import report

T = TypeVar("T")
Ints = NDArray[np.int64] | NDArray[np.int32]
Pairs = Sequence[tuple[int, int]]  # ranks that play each other, from 0
Places = NDArray[np.int64]

BLOCK = 4096
#: So many events of a block are played together: few enough for their standings to stay in the processor's cache.
PART = 1024


@dataclass(frozen=True, slots=True)
class Field:
    """Half wins and spread by rank (the seed order breaks ties). `bye`: the last rank is the bye.

    The bye loses every game by `bye_spread` and always stays last.
    """

    half_wins: tuple[int, ...]
    spreads: tuple[int, ...]
    bye: bool = False
    bye_spread: int = 50

    @property
    def size(self) -> int:
        """Number of ranks, the bye included."""
        return len(self.half_wins)


def with_bye(half_wins: Sequence[int], spreads: Sequence[int], rounds: int, bye_spread: int) -> Field:
    """A field that is even: an odd one gets the bye as its last rank, too far behind to move."""
    if len(half_wins) % 2 == 0:
        return Field(tuple(half_wins), tuple(spreads))
    behind = min(half_wins, default=0) - 2 * (rounds + 1)
    return Field((*half_wins, behind), (*spreads, 0), bye=True, bye_spread=bye_spread)


@dataclass(frozen=True, slots=True)
class Code:
    """How record, spread and player are packed: number = player − step × spread − unit × half wins; less is better."""

    unit: int
    step: int
    dtype: type[np.int32] | type[np.int64]


def code_for(field: Field, rounds: int, cap: int) -> Code:
    """The narrowest code that holds any outcome."""
    step = 1 << max(1, (field.size - 1).bit_length())
    widest = max(map(abs, field.spreads), default=0) + rounds * max(cap, field.bye_spread)
    unit = step * (1 << (2 * widest + 1).bit_length())
    most = unit * (max(map(abs, field.half_wins), default=0) + rounds + 2)
    return Code(unit, step, np.int32 if most < 1 << 31 else np.int64)


def columns_of(schedule: Sequence[Pairs]) -> list[Places]:
    """For each round the ranks of all pairs in a row, opponents side by side."""
    return [np.array(pairs).ravel() for pairs in schedule]


def shared(work: Callable[[int, int], T], simulations: int, workers: int) -> list[T]:
    """The results of `work` for each block, in order, computed by this many threads."""
    numbers, sizes = zip(*blocks(simulations, BLOCK), strict=True)
    if workers == 1:
        return _collected(map(work, numbers, sizes), sizes)
    with ThreadPoolExecutor(workers) as pool:
        return _collected(pool.map(work, numbers, sizes), sizes)


def _collected(results: Iterator[T], sizes: Sequence[int]) -> list[T]:
    """The results as a list; progress is reported as each comes in."""
    collected = []
    for size, result in zip(sizes, results, strict=True):
        report(size)
        collected.append(result)
    return collected


def parts(bits: NDArray[np.uint16], rounds: int) -> Iterator[NDArray[np.uint16]]:
    """The bits of a block, for some of its events at a time: by round, event and game."""
    by_round = bits.reshape(rounds, -1, bits.shape[1])
    for start in range(0, by_round.shape[1], PART):
        yield by_round[:, start : start + PART]


class SimulatedEvents:
    """The standings of some simulated events, and what one round does to them. `changes`: of the code (``changes_of``)."""

    def __init__(self, field: Field, code: Code, changes: Ints, size: int) -> None:
        self.field, self.code = field, code
        self.changes = changes
        start = [
            rank - code.step * spread - code.unit * record
            for rank, (record, spread) in enumerate(zip(field.half_wins, field.spreads, strict=True))
        ]
        self.rows: Ints = np.tile(np.array(start, dtype=code.dtype), (size, 1))

    def players(self) -> Ints:
        """For each event the players (by the rank they began with) in the order of the columns."""
        players: Ints = self.rows & (self.code.step - 1)
        return players

    def places_of(self, player: int) -> Places:
        """The column of this player in each event."""
        return cast("Places", np.argmax(self.players() == player, axis=1))

    def play(self, columns: Places, bits: NDArray[np.uint16], winner: Places | None = None) -> None:
        """Play one round between columns and sort. `winner`: the column of each event that wins by at least one point.

        The bye, if there is one, must be in the second column of its pair.
        """
        rows = cast("Ints", np.take(self.rows, columns, axis=1))
        change = cast("Ints", np.take(self.changes, bits, axis=0))
        if winner is not None:
            self._win(change, columns, winner)
        if self.field.bye:
            byes = (rows[:, 1::2] & (self.code.step - 1)) == self.field.size - 1
            gain = self.code.unit + self.code.step * self.field.bye_spread
            change[byes] = -gain, gain
        rows += change.reshape(rows.shape)
        rows.sort(axis=1)
        self.rows = rows

    def _win(self, change: Ints, columns: Places, winner: Places) -> None:
        """Turn the game of each event's winner to its favour."""
        seat = np.empty(self.field.size, np.int64)
        seat[columns] = np.arange(len(columns))
        game, side = np.divmod(seat[winner], 2)
        events = np.arange(len(change))
        gain = np.maximum(np.abs(change[events, game, 0]), self.code.dtype(self.code.unit + self.code.step))
        change[events, game, side] = -gain
        change[events, game, 1 - side] = gain


def changes_of(code: Code, table: NDArray[np.int64]) -> Ints:
    """How a game changes the numbers of its two players, for each value of its 16 random bits: by the margin, by the last bit's sign."""
    bits = np.arange(1 << 16)
    margin = table[bits >> (16 - BITS)]
    gains = np.where(margin == 0, 0, code.unit + code.step * margin)
    gains = np.where(bits & 1, -gains, gains)
    return cast("Ints", np.stack([-gains, gains], axis=1).astype(code.dtype))


def final_ranks(
    field: Field,
    schedule: Sequence[Pairs],
    cap: int,
    simulations: int,
    seed: int,
    stream: int = 0,
    workers: int = 1,
) -> NDArray[np.int64]:
    """counts[player][rank]: how often the player now at a rank ended at another, over all simulated events.

    `schedule`: for each remaining round, the ranks that play each other, on the standings of that moment. `cap`: no margin is
    larger. The bye is not counted. `workers` threads share the blocks.
    """
    size = field.size
    code = code_for(field, len(schedule), cap)
    changes = changes_of(code, margins(cap))
    plan = columns_of(schedule)

    def block(number: int, rows: int) -> NDArray[np.int64]:
        bits = raw_bits(seed, (stream << 32) + number, (rows * len(schedule), size // 2))
        return sum(map(counted, parts(bits, len(schedule))), np.zeros(size * size, dtype=np.int64))

    def counted(bits: NDArray[np.uint16]) -> NDArray[np.int64]:
        events = SimulatedEvents(field, code, changes, bits.shape[1])
        for columns, drawn in zip(plan, bits, strict=True):
            events.play(columns, drawn)
        places = events.players().astype(np.int64) * size + np.arange(size)
        return np.bincount(places.ravel(), minlength=size * size)

    counts: NDArray[np.int64] = sum(shared(block, simulations, workers), np.zeros(size * size, dtype=np.int64))
    people = size - field.bye
    return counts.reshape(size, size)[:people, :people]
