"""Randomness that is the same everywhere: lots, and the margins and random bits of simulated games.

Lots are hashes. Simulations take raw bits of Philox, in blocks of a fixed size with a key each, so that neither the
machine nor the number of processors nor the version of Python or numpy changes a result.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

#: Of a game's 16 random bits those that choose its margin; the last one says who wins.
BITS = 12
#: Margins of real games: the nine deciles between a draw and the highest.
_DECILES = (0, 12, 25, 39, 53, 70, 88, 108, 134, 172)
_HIGHEST = 395


def shuffled(count: int, *key: int | str) -> tuple[int, ...]:
    """0..count-1 in random order; `key` (a seed and what is being drawn) decides it."""
    text = ":".join(str(part) for part in key)

    def lot(item: int) -> tuple[bytes, int]:
        return hashlib.blake2b(f"{text}:{item}".encode(), digest_size=8).digest(), item

    return tuple(sorted(range(count), key=lot))


@lru_cache(maxsize=8)
def margins(cap: int) -> NDArray[np.int64]:
    """4,096 equally likely margins: straight between the deciles, thinning out above the last; none above `cap`. Read only."""
    count = 1 << BITS
    values = []
    for k in range(count):
        decile, part = divmod(10 * (2 * k + 1) / (2 * count), 1)
        low, *above = _DECILES[int(decile) : int(decile) + 2]
        rise = (above[0] - low) * part if above else (_HIGHEST - low) * part**4
        values.append(min(cap, round(low + rise)))
    table = np.array(values, dtype=np.int64)
    table.flags.writeable = False
    return table


def raw_bits(seed: int, stream: int, shape: tuple[int, int]) -> NDArray[np.uint16]:
    """16 random bits for each game; `stream` numbers independent draws."""
    count = shape[0] * shape[1]
    source = np.random.Philox(key=[seed & (2**64 - 1), stream])
    words: NDArray[np.uint64] = source.random_raw((count + 3) // 4)
    return words.astype("<u8", copy=False).view("<u2")[:count].reshape(shape)


def blocks(simulations: int, most: int) -> Iterator[tuple[int, int]]:
    """(number, size) of the blocks, none larger than `most`, that make up all simulations."""
    for number, start in enumerate(range(0, simulations, most)):
        yield number, min(most, simulations - start)
