"""Pairs of places as arrays, so that the many pairs of a large field are weighed together."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

import numpy as np
import numpy.typing as npt

Edge = tuple[int, int]
#: Whole numbers: a column of places, or of pairs of them (two columns, the lower first).
Nodes = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


def edge_of(i: int, j: int) -> Edge:
    """The pair of two places, the lower first."""
    return (i, j) if i < j else (j, i)


def as_array(edges: Iterable[Edge] | Nodes) -> Nodes:
    """Pairs as rows of two columns; an array stays as it is."""
    if isinstance(edges, np.ndarray):
        return edges
    return np.fromiter(chain.from_iterable(edges), np.int64).reshape(-1, 2)


def every_pair(size: int) -> Nodes:
    """Every pair of nodes, in order."""
    return np.stack(np.triu_indices(size, 1), axis=1)


def as_edges(pairs: Nodes) -> list[Edge]:
    """The rows as tuples of plain numbers."""
    return list(zip(pairs[:, 0].tolist(), pairs[:, 1].tolist(), strict=True))


def among(pairs: Nodes, listed: Iterable[Edge], size: int) -> Flags:
    """Which of the pairs are listed. Nodes are below `size`."""
    marks = np.zeros((size, size), np.bool_)
    marked = as_array(listed)
    marks[marked[:, 0], marked[:, 1]] = True
    flags: Flags = marks[pairs[:, 0], pairs[:, 1]]
    return flags
