"""Round robin by the Berger table: everybody meets everybody once in a cycle, and firsts balance.

Players sit in order of number. The table's last round is 1v2, 3v4 …; an odd field is paired as if there were one
player more, who is the bye. Every second cycle swaps who starts. A player who is absent or has withdrawn keeps his
line in the table, and his opponent of the round has a bye.
"""

from __future__ import annotations

from tournaments.engine.model import Snapshot
from tournaments.engine.pairing.plan import ByeReason, Chosen, Draft, Plan, PlannedBye, Shown, finish
from tournaments.engine.pairing.pool import make_pool
from tournaments.engine.pairing.rules import Rules, RulesError
from tournaments.engine.starts import StartReason, coin

Seat = int | None  # an index into the players in order of number; None = the bye


def cycle_length(players: int) -> int:
    """Rounds until everybody has met everybody once."""
    return 0 if players < 2 else players - 1 + players % 2


def berger_round(players: int, round_: int) -> tuple[tuple[int, Seat], ...]:
    """Round `round_` (from 1, any number of cycles) for `players` seats: (first, second) as 0-based seats.

    A seat paired with None has the bye. Over a whole cycle each seat's firsts and seconds differ by at most one.
    """
    length = cycle_length(players)
    if not length:
        return tuple((seat, None) for seat in range(players))
    cycle, turn = divmod(round_ - 1, length)
    circle = _circle(length)
    wanted = length - turn  # seat 0 meets the last seat first and seat 1 last
    shift = (circle.index(wanted) + 1) % length
    line = [0, *circle[shift:], *circle[:shift]]
    pairs: list[tuple[int, Seat]] = []
    for k in range((length + 1) // 2):
        a, b = line[k], line[length - k]
        if players in (a, b):  # the seat after the last one is the phantom of an odd field
            pairs.append((min(a, b), None))
        elif _goes_first(a, b, circle, players) == (cycle % 2 == 0):
            pairs.append((a, b))
        else:
            pairs.append((b, a))
    return tuple(pairs)


def _circle(length: int) -> list[int]:
    """Seats 1..length round the table: even seats outward, then odd seats back (players 3 5 7 … 6 4 2)."""
    return [*range(2, length + 1, 2), *range(length - (length + 1) % 2, 0, -2)]


def _goes_first(a: int, b: int, circle: list[int], players: int) -> bool:
    """Start by the distance round the circle, which is odd one way and even the other: half of each, for everyone.

    Seat 0 is outside the circle. In an even field it starts against every second seat of it. In an odd field it makes
    up for the game that its opponent misses by the bye.
    """
    length = len(circle)
    if b == 0:
        return not _goes_first(b, a, circle, players)
    if a == 0:
        if players % 2 == 0:
            return circle.index(b) % 2 == 0
        return _ahead(circle.index(b), circle.index(players), length) % 2 == 0
    return _ahead(circle.index(a), circle.index(b), length) % 2 == 1


def _ahead(a: int, b: int, length: int) -> int:
    return (b - a) % length


def plan(snapshot: Snapshot, rules: Rules, seed: int) -> Plan:
    """Pair a round of a round robin over all players of the division. Raises SnapshotError and RulesError."""
    if snapshot.locked:
        raise RulesError("a round robin is a fixed table: take the locked pairs out or choose another system")
    if snapshot.blocked:
        raise RulesError("in a round robin everybody meets: lift the blocked pairs or choose another system")
    pool = make_pool(snapshot)
    seats = [player.id for player in sorted(snapshot.players, key=lambda player: player.number)]
    here = {row.player.id for row in pool.rows}
    turned = coin(seed, len(seats))
    pairs: list[Chosen] = []
    byes = [PlannedBye(player, ByeReason.REQUESTED) for player in sorted(snapshot.requested_byes)]
    for a, b in berger_round(len(seats), snapshot.round):
        present = [seats[seat] for seat in (a, b) if seat is not None and seats[seat] in here]
        if len(present) == 2:
            first = present[1] if turned else present[0]
            pairs.append(Chosen(present[0], present[1], first=first, start=StartReason.SCHEDULE))
        elif present:
            byes.append(PlannedBye(present[0], ByeReason.ODD_FIELD if b is None else ByeReason.NO_OPPONENT))
    return finish(snapshot, rules, seed, pool, Draft(tuple(pairs), tuple(byes), 0, Shown.SCHEDULE))
