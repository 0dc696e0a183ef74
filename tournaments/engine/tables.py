"""Table numbers: the best game on table 1, except that a player with a fixed table keeps it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TableConflict:
    """Two games that need the same table, or one game whose players each have their own. `players` names who."""

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

    `stay`: for each pair the tables where one of the two sat before, the one to keep rather first; as many games as
    can be stay at one of theirs, better games going first.

    Of two players with fixed tables who meet, the first named of the pair keeps his. Of two games that want one
    table, the better game gets it and the other is seated as if nothing were fixed; both are reported.
    """
    wanted: dict[int, int] = {}
    taken: dict[int, int] = {}
    conflicts: list[TableConflict] = []
    for index, (a, b) in enumerate(pairs):
        own = [(player, fixed[player]) for player in (a, b) if player in fixed]
        if not own:
            continue
        player, table = own[0]
        if len({number for _, number in own}) > 1:
            text = f"both players have a fixed table ({own[0][1]} and {own[1][1]}); table {table} was used"
            conflicts.append(TableConflict(table, (a, b), text))
        if table in taken:
            text = f"table {table} is already needed by a better-placed game; this one was seated elsewhere"
            conflicts.append(TableConflict(table, (player, *pairs[taken[table]]), text))
            continue
        wanted[index] = table
        taken[table] = index
    kept = _kept([() if index in wanted else tables for index, tables in enumerate(stay)], taken)
    wanted |= kept
    taken |= {table: index for index, table in kept.items()}
    free = (number for number in range(1, 2 * len(pairs) + 1) if number not in taken)
    tables = tuple(wanted[index] if index in wanted else next(free) for index in range(len(pairs)))
    return Seating(tables, tuple(conflicts))


def _kept(stay: Sequence[Sequence[int]], taken: dict[int, int]) -> dict[int, int]:
    """The most games that can each have one of their tables, by augmenting paths: nobody once seated loses his."""
    at: dict[int, int] = {}

    def seat(index: int, tried: set[int]) -> bool:
        for table in stay[index]:
            if table in taken or table in tried:
                continue
            tried.add(table)
            if table not in at or seat(at[table], tried):
                at[table] = index
                return True
        return False

    for index in range(len(stay)):
        seat(index, set())
    return {index: table for table, index in at.items()}
