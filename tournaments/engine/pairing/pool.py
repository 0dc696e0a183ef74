"""The players to be paired this round, in order of standing, with what the weight terms look up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tournaments.engine.byes import ByeOrder, bye_order, surplus_byes
from tournaments.engine.model import Snapshot, SnapshotError
from tournaments.engine.pairing.history import History, history
from tournaments.engine.pairing.options import Order, PairingOptions, Shape
from tournaments.engine.standings import StandingsRow, standings
from tournaments.engine.starts import StartRecord


@dataclass(frozen=True, slots=True)
class Pool:
    """Who is to be paired. Places are 0-based, best first; if the number is odd, node `len(rows)` is the bye.

    `standing` holds the place of every active player in the division, including those who are locked or absent.
    `bye_rule`: who gets the bye, among how many of the lowest placed, how many rounds before the end.
    """

    rows: tuple[StandingsRow, ...]
    history: History
    starts: tuple[StartRecord, ...]
    byes: tuple[int, ...]
    standing: dict[int, int]
    bye_rule: tuple[ByeOrder, int, int] = (ByeOrder.BOTTOM_UP, 4, 1)

    @property
    def bye_node(self) -> int | None:
        """The node that stands for the bye, None in an even field."""
        return len(self.rows) if len(self.rows) % 2 else None

    @property
    def size(self) -> int:
        """Number of nodes to match, the bye included."""
        return len(self.rows) + len(self.rows) % 2

    def id(self, place: int) -> int:
        """The player at a place."""
        return self.rows[place].player.id

    def places(self) -> dict[int, int]:
        """The place of each player of the pool by id."""
        return {row.player.id: place for place, row in enumerate(self.rows)}

    def bye_turns(self) -> tuple[int, ...]:
        """Places in the order in which they are due the bye: by standing, even where the places themselves are drawn."""
        order, bottom, left = self.bye_rule
        ranked = self._by_standing()
        turns = bye_order([self.byes[place] for place in ranked], order, bottom=bottom, rounds_left=left)
        return tuple(ranked[rank] for rank in turns)

    def surplus_byes(self) -> list[int]:
        """For each place the byes beyond the fewest among those who can get one."""
        order, bottom, _left = self.bye_rule
        ranked = self._by_standing()
        by_rank = surplus_byes([self.byes[place] for place in ranked], order, bottom=bottom)
        return [count for _place, count in sorted(zip(ranked, by_rank, strict=True))]

    def _by_standing(self) -> list[int]:
        return sorted(range(len(self.rows)), key=lambda place: self.standing[self.id(place)])

    def reordered(self, order: tuple[int, ...]) -> Pool:
        """The same players with `order[k]`, a place of this pool, at place k."""
        return replace(
            self,
            rows=tuple(self.rows[place] for place in order),
            starts=tuple(self.starts[place] for place in order),
            byes=tuple(self.byes[place] for place in order),
        )


@dataclass(frozen=True, slots=True)
class Groups:
    """Win groups of a pool: for each place the first place of its group, the group's size and its points.

    `gap`: how far below, in half places, each place would look for its opponent. `exit`: the place whose player leaves
    an odd group, in half places below its first.
    """

    start: tuple[int, ...]
    size: tuple[int, ...]
    points: tuple[int, ...]
    gap: tuple[int, ...]
    exit: tuple[int, ...]


def make_pool(snapshot: Snapshot, rules: PairingOptions | None = None, repeats_from: int | None = None) -> Pool:
    """Rank the players who are to be paired. Raises SnapshotError.

    Games in rounds before `repeats_from` (None: as the rules say) do not count as repeats.
    """
    check(snapshot)
    rules = rules or PairingOptions()
    begin = rules.repeats_from if repeats_from is None else repeats_from
    past = history(
        snapshot.games, snapshot.round, begin, count_requested=rules.count_asked_byes, bye_firsts=rules.bye_firsts
    )
    if rules.meeting_games > 1:
        past = replace(past, counted=_matches_by_pair(snapshot, rules, begin))
    left = 1 if rules.total_rounds is None else max(1, rules.total_rounds - snapshot.round + 1)
    ranking = standings(snapshot.players, snapshot.games, snapshot.settings, snapshot.standings_round)
    active = [row for row in ranking if row.player.active]
    out = snapshot.unavailable()
    rows = tuple(row for row in active if row.player.id not in out)
    return Pool(
        rows=rows,
        history=past,
        starts=tuple(past.starts(row.player.id, row.player.number) for row in rows),
        byes=tuple(past.byes(row.player.id) for row in rows),
        standing={row.player.id: place for place, row in enumerate(active)},
        bye_rule=(rules.byes, rules.bye_bottom, left),
    )


def _matches_by_pair(snapshot: Snapshot, rules: PairingOptions, repeats_from: int) -> dict[tuple[int, int], int]:
    """How many matches of several games each pair (ids, ascending) has played that can be repeats."""
    played = {
        (rules.match_of(game.round), min(game.first, game.second), max(game.first, game.second))
        for game in snapshot.past_games()
        if game.second is not None and game.is_played and game.round >= repeats_from
    }
    return dict(Counter((a, b) for _match, a, b in played))


def make_groups(pool: Pool, shape: Shape) -> Groups:
    """Cut the pool into groups of equal points, or into a single one."""
    points = [row.points if shape.win_groups else 0 for row in pool.rows]
    start: list[int] = []
    for place, value in enumerate(points):
        start.append(start[-1] if place and points[place - 1] == value else place)
    members = Counter(start)
    size = tuple(members[first] for first in start)
    leaves = tuple(2 * (count - 1) if shape.order is Order.ADJACENT else count - 1 for count in size)
    return Groups(tuple(start), size, tuple(points), tuple(_gaps(start, size, shape)), leaves)


def _gaps(start: Sequence[int], size: Sequence[int], shape: Shape) -> Iterator[int]:
    for place, (first, count) in enumerate(zip(start, size, strict=True)):
        if shape.distance is not None:
            yield 2 * _factor_gap(place, count, shape.distance)
        elif shape.order is Order.ADJACENT:
            yield 2
        elif shape.order is Order.FOLD:
            yield 2 * (2 * first + count - 1 - 2 * place)
        else:
            yield count


def _factor_gap(place: int, count: int, distance: int) -> int:
    """Blocks of twice the distance; what remains at the bottom plays half of itself apart."""
    blocks = 2 * distance * (count // (2 * distance))
    return distance if place < blocks else max(1, (count - blocks) // 2)


def check(snapshot: Snapshot) -> None:
    """Refuse a snapshot whose parts contradict each other, and say which."""
    if snapshot.round < 1:
        raise SnapshotError("rounds are numbered from 1")
    active = {player.id for player in snapshot.players if player.active}
    for name in ("id", "number"):
        if len({getattr(player, name) for player in snapshot.players}) != len(snapshot.players):
            raise SnapshotError(f"two players have the same {name}")
    placed: list[int] = [*snapshot.byes_given, *snapshot.absent]
    for lock in snapshot.locked:
        if lock.first not in (None, lock.a, lock.b):
            raise SnapshotError(f"locked pair {lock.a}-{lock.b}: player {lock.first} is not one of them")
        placed += [lock.a, lock.b]
    doubled = sorted({player for player in placed if placed.count(player) > 1})
    if doubled:
        raise SnapshotError(f"locked, absent or given a bye more than once: players {doubled}")
    inactive = sorted(set(placed) - active - set(snapshot.absent))
    if inactive:
        raise SnapshotError(f"locked or given a bye, but not active in the division: players {inactive}")
