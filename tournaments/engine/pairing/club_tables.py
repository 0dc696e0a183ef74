"""Tables of more than two, as a club plays them: every player sits at one table of a round.

Swiss: mixed tables, with as few repeats as possible. King of the hill: the best at the first table, and so on down.
Random: by lot. There are as few tables as ``size`` players at most allow, and as equal as can be, so that at least three
sit at each unless there are too few for that (four players at tables of three are two and two).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, islice

from tournaments.engine.codec import fingerprint
from tournaments.engine.draws import shuffled
from tournaments.engine.model import ResultKind, Snapshot
from tournaments.engine.pairing.options import PairingOptions, RulesError
from tournaments.engine.pairing.plan import ENGINE_VERSION, Optimality, Plan, byes_given
from tournaments.engine.standings import standings

#: Systems that can seat tables of more than two.
TABLE_SYSTEMS = ("swiss", "koth", "random")
#: Sitting with somebody kept apart weighs more than any number of repeats.
_BLOCKED = 1_000_000
_ROUNDS_OF_SWAPS = 50


def plan_tables(snapshot: Snapshot, rules: PairingOptions, seed: int, size: int) -> Plan:
    """Who sits at which table. Raises RulesError for a system that pairs two only."""
    if rules.key not in TABLE_SYSTEMS:
        known = ", ".join(TABLE_SYSTEMS)
        raise RulesError("for tables of more than two choose one of %(known)s", known=known)
    order = _order(snapshot, rules.key, seed)
    sizes = table_sizes(len(order), size)
    cost = _costs(snapshot)
    tables = _in_turn(order, sizes) if rules.key != "swiss" else _mixed(order, sizes, cost)
    active = {player.id for player in snapshot.players if player.active}
    return Plan(
        round=snapshot.round,
        rules=rules,
        seed=seed,
        engine_version=ENGINE_VERSION,
        fingerprint=fingerprint(snapshot),
        pairs=(),
        byes=tuple(bye for bye in byes_given(snapshot) if bye.player in active),
        cost=sum(_table_cost(table, cost) for table in tables),
        shown=Optimality.NEAR if rules.key == "swiss" else Optimality.SCHEDULE,
        groups=tuple(map(tuple, tables)),
    )


def table_sizes(players: int, most: int) -> tuple[int, ...]:
    """How many sit at each table, the larger tables first.

    >>> table_sizes(11, 4), table_sizes(9, 4), table_sizes(4, 3)
    ((4, 4, 3), (3, 3, 3), (2, 2))
    """
    count = -(-players // most)
    if not count:
        return ()
    least, more = divmod(players, count)
    return tuple(least + (index < more) for index in range(count))


def _order(snapshot: Snapshot, system: str, seed: int) -> list[int]:
    out = {*snapshot.absent, *snapshot.byes_given}
    playing = [player for player in snapshot.players if player.active and player.id not in out]
    if system == "random":
        playing.sort(key=lambda player: player.number)
        return [playing[place].id for place in shuffled(len(playing), seed, "tables", snapshot.round)]
    ids = {player.id for player in playing}
    rows = standings(snapshot.players, snapshot.past_games(), snapshot.settings, snapshot.standings_round)
    return [row.player.id for row in rows if row.player.id in ids]


def _costs(snapshot: Snapshot) -> Counter[frozenset[int]]:
    """The cost of seating two at one table: games so far, squared so that repeats spread out, and players kept apart."""
    shared = {
        (game.round, frozenset((game.first, game.second)))
        for game in snapshot.past_games()
        if game.second is not None and game.kind is not ResultKind.VOID
    }
    times = Counter(pair for _round, pair in shared)
    cost = Counter({pair: count * count for pair, count in times.items()})
    for blocked in snapshot.blocked:
        if blocked.applies_in(snapshot.round):
            cost[frozenset((blocked.a, blocked.b))] += _BLOCKED
    return cost


def _table_cost(table: Sequence[int], cost: Counter[frozenset[int]]) -> int:
    return sum(cost[frozenset(pair)] for pair in combinations(table, 2))


def _in_turn(order: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """The first ones at the first table, and so on."""
    players = iter(order)
    return [list(islice(players, size)) for size in sizes]


def _mixed(order: Sequence[int], sizes: Sequence[int], cost: Counter[frozenset[int]]) -> list[list[int]]:
    """Dealt back and forth so that every table has strong and weak players, then swapped until nothing improves."""
    tables: list[list[int]] = [[] for _size in sizes]
    places = [*range(len(sizes))]
    queue = list(order)
    while queue:
        for place in places:
            if queue and len(tables[place]) < sizes[place]:
                tables[place].append(queue.pop(0))
        places.reverse()
    for _round in range(_ROUNDS_OF_SWAPS):
        if not _swap_once(tables, cost):
            break
    return tables


def _swap_once(tables: list[list[int]], cost: Counter[frozenset[int]]) -> bool:
    """One pass over all pairs of seats at different tables; whether any swap was made."""
    better = False
    for one, other in combinations(range(len(tables)), 2):
        for a in range(len(tables[one])):
            for b in range(len(tables[other])):
                before = _table_cost(tables[one], cost) + _table_cost(tables[other], cost)
                tables[one][a], tables[other][b] = tables[other][b], tables[one][a]
                if _table_cost(tables[one], cost) + _table_cost(tables[other], cost) < before:
                    better = True
                else:
                    tables[one][a], tables[other][b] = tables[other][b], tables[one][a]
    return better
