"""Tables of a round: the best game on table 1, except that a player with a fixed table keeps it."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TableConflict:
    """Two games that need the same table, or one game whose players have different fixed tables."""

    table: int
    players: tuple[int, ...]
    message: str


@dataclass(frozen=True, slots=True)
class Seating:
    """`tables[k]` is the table of the k-th pair; conflicts are for the director to settle."""

    tables: tuple[int, ...]
    conflicts: tuple[TableConflict, ...] = ()


def assign_tables(
    pairs: Sequence[tuple[int, int]],
    fixed: dict[int, int],
    stay: Sequence[Sequence[int]] = (),
) -> Seating:
    """Tables for `pairs` (best game first). `fixed` maps a player's id to the table that player must sit at.

    `stay`: for each pair the tables where one of the two sat before, the preferred one first; as many games as possible
    stay at one of theirs, better games first.

    Of two players with fixed tables who are paired, the first named keeps the table. Of two games that need one table,
    the better game gets it and the other is seated as if nothing were fixed; both are reported.
    """
    assigned: dict[int, int] = {}
    by_table: dict[int, int] = {}
    conflicts: list[TableConflict] = []
    for index, (a, b) in enumerate(pairs):
        own = [(player, fixed[player]) for player in (a, b) if player in fixed]
        if not own:
            continue
        player, table = own[0]
        if len({number for _, number in own}) > 1:
            text = f"both players have a fixed table ({own[0][1]} and {own[1][1]}); table {table} was used"
            conflicts.append(TableConflict(table, (a, b), text))
        if table in by_table:
            text = f"table {table} is already needed by a better-placed game; this one was seated elsewhere"
            conflicts.append(TableConflict(table, (player, *pairs[by_table[table]]), text))
            continue
        assigned[index] = table
        by_table[table] = index
    staying = _staying([() if index in assigned else tables for index, tables in enumerate(stay)], by_table)
    assigned |= staying
    by_table |= {table: index for index, table in staying.items()}
    free = (number for number in range(1, 2 * len(pairs) + 1) if number not in by_table)
    tables = tuple(assigned[index] if index in assigned else next(free) for index in range(len(pairs)))
    return Seating(tables, tuple(conflicts))


def _staying(stay: Sequence[Sequence[int]], occupied: Container[int]) -> dict[int, int]:
    """The most games that can each have one of their tables, by augmenting paths: a game once seated stays seated."""
    at: dict[int, int] = {}

    def seat(index: int, tried: set[int]) -> bool:
        for table in stay[index]:
            if table in occupied or table in tried:
                continue
            tried.add(table)
            if table not in at or seat(at[table], tried):
                at[table] = index
                return True
        return False

    for index in range(len(stay)):
        seat(index, set())
    return {index: table for table, index in at.items()}
