"""Round robin by the Berger table: everybody meets everybody once in a cycle, and firsts balance.

Players sit in order of number. The table's last round is 1v2, 3v4 …; an odd field is paired as if there were one
player more, who is the bye. Rounds come in the table's order, except that those played already (tsh takes the same
rounds in an order of its own) are passed over, so that a round robin begun elsewhere goes on without repeats. Every
second cycle swaps who starts, and so does every second of several games in a row against one opponent. A player who is
absent or has withdrawn keeps his line until the end of the cycle, and his opponent of the round has a bye.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from tournaments.engine.model import GameFact, Snapshot
from tournaments.engine.pairing.options import (
    NOT_SCHEDULED,
    PairingOptions,
    RulesError,
    option,
    pairing_system,
)
from tournaments.engine.pairing.origins import OriginKind, PairOrigin, PairOrigins
from tournaments.engine.pairing.plan import ByeReason, Draft, Note, Optimality, Plan, PlannedBye, ProposedPair, finish
from tournaments.engine.pairing.pool import make_pool
from tournaments.engine.starts import StartReason, coin
from tournaments.engine.words import gettext_noop as _

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


@dataclass(frozen=True, slots=True)
class Cycle:
    """One cycle of an event's round robin: who sits where (ids, the phantom not among them), and its first round."""

    seats: tuple[int, ...]
    start: int
    cycle: int


@dataclass(frozen=True, kw_only=True)
class RoundRobinOptions(PairingOptions):
    """Of systems that may follow the table of a round robin."""

    second_seed_first: bool | None = option(
        None, _("Round robin: the second seed goes first against the top seed"), unset=_("at random")
    )
    table_round: int | None = option(
        None,
        _("Round robin: round of the schedule"),
        help=_("Leave empty for the next one not yet played."),
        bounds=(1, 999),
    )


def cycle_of(snapshot: Snapshot, rules: RoundRobinOptions) -> Cycle:
    """The cycle that the snapshot's round belongs to. Raises RulesError before the first round."""
    if snapshot.round < rules.first_round:
        raise RulesError("the round robin starts in round %(first)d", first=rules.first_round)
    start, cycle = rules.first_round, 0
    while True:
        seats = seats_of(snapshot, start)
        end = start + max(1, cycle_length(len(seats))) * rules.meeting_games
        if snapshot.round < end:
            return Cycle(seats, start, cycle)
        start, cycle = end, cycle + 1


def seats_of(snapshot: Snapshot, start: int) -> tuple[int, ...]:
    """The players in order of their seats for the cycle that begins in round `start`.

    Who left before it is renumbered out of it. Who leaves during it keeps his line, so that nobody meets twice. Who
    comes later takes the line of the bye in an odd field, else that of somebody who has left.
    """
    by_number = sorted(snapshot.players, key=lambda player: player.number)
    active = {player.id for player in snapshot.players if player.active}
    facts = [game for game in snapshot.past_games() if game.round >= start]
    if not facts:
        return tuple(player.id for player in by_number if player.id in active)
    named = [{game.first, game.second} for game in facts if game.round == start]
    there = {player for pair in named for player in pair if player is not None}
    seen = there | {player for game in facts for player in (game.first, game.second) if player is not None}
    from_start = [player.id for player in by_number if player.id in there]
    with_later = [player.id for player in by_number if player.id in seen | active]
    everybody = [player.id for player in by_number]
    lines = max((from_start, with_later, everybody), key=lambda seats: _kept(seats, facts))
    # Elsewhere players may have been seated as they were entered and not by rating; that must explain every game.
    games = sum(game.second is not None for game in facts)
    entered = (sorted(order) for order in (from_start, with_later, everybody))
    if games and _kept(lines, facts) < games:
        lines = next((order for order in entered if _kept(order, facts) == games), lines)
    return tuple(_filled(lines, [player for player in with_later if player not in lines], active))


def _kept(seats: Sequence[int], facts: Sequence[GameFact]) -> int:
    """How many of the games played since are those of a round of the table with these seats, whichever it is."""
    met = _met_by_round(facts)
    rows = [_pairs(seats, turn) for turn in range(1, cycle_length(len(seats)) + 1)]
    return sum(max((len(games & row) for row in rows), default=0) for games in met.values())


def _met_by_round(facts: Iterable[GameFact]) -> dict[int, set[frozenset[int]]]:
    met: dict[int, set[frozenset[int]]] = defaultdict(set)
    for game in facts:
        if game.second is not None:
            met[game.round].add(frozenset((game.first, game.second)))
    return met


def _pairs(seats: Sequence[int], turn: int) -> set[frozenset[int]]:
    """Who meets whom in a round of the table."""
    return {frozenset((seats[a], seats[b])) for a, b in berger_round(len(seats), turn) if b is not None}


def turn_of(table: Cycle, snapshot: Snapshot, rules: RoundRobinOptions) -> int:
    """Which round of the table (from 1) is to be played.

    The director's choice, else the one in order, or where games of it were played already the first with the fewest
    repeats. Further games in a row against one opponent keep to the round that was begun.
    """
    turn, game = divmod(snapshot.round - table.start, rules.meeting_games)
    length = max(1, cycle_length(len(table.seats)))
    if rules.table_round is not None:
        if rules.table_round > length:
            raise RulesError("the schedule has %(rounds)d rounds", rounds=length)
        return rules.table_round
    met = _met_by_round(fact for fact in snapshot.past_games() if fact.round >= table.start)
    turns = [turn + 1, *(other for other in range(1, length + 1) if other != turn + 1)]
    if game:
        return max(turns, key=lambda one: len(_pairs(table.seats, one) & met.get(snapshot.round - 1, set())))
    played = {pair for games in met.values() for pair in games}
    return min(turns, key=lambda one: len(_pairs(table.seats, one) & played))


def _filled(lines: Sequence[int], later: Sequence[int], active: set[int]) -> list[int]:
    """The lines with latecomers in those that are free; who finds none is not among them."""
    seats = list(lines)
    waiting = [player for player in later if player in active]
    if len(seats) % 2 and waiting:
        seats.append(waiting.pop(0))
    for k, player in enumerate(seats):
        if player not in active and waiting:
            seats[k] = waiting.pop(0)
    return seats


def _notes(table: Cycle, turn: int, snapshot: Snapshot, rules: RoundRobinOptions) -> tuple[Note, ...]:
    """What is unusual about the round: its place in the table, and games that its cycle has had already."""
    notes = [] if turn == _in_order(table, snapshot, rules) else [Note("table_round", value=turn)]
    if (snapshot.round - table.start) % rules.meeting_games == 0:
        met = _met_by_round(fact for fact in snapshot.past_games() if fact.round >= table.start).values()
        again = len(_pairs(table.seats, turn) & {pair for games in met for pair in games})
        notes += [Note("table_repeats", value=again)] if again else []
    return tuple(notes)


def _in_order(table: Cycle, snapshot: Snapshot, rules: RoundRobinOptions) -> int:
    return (snapshot.round - table.start) // rules.meeting_games + 1


def _starts_kept(table: Cycle, snapshot: Snapshot, rules: RoundRobinOptions, seed: int) -> bool:
    """Whether the cycle's games so far were begun as the table says, most of them; else firsts are balanced as usual.

    Only the table's starts even out over a cycle, and only if they were kept from its first round on.
    """
    facts = [game for game in snapshot.past_games() if game.round >= table.start and game.second is not None]
    facts = [game for game in facts if game.first_known] or facts
    if not facts or rules.meeting_games > 1:
        return True
    length = cycle_length(len(table.seats))
    planned = {
        pair for turn in range(1, length + 1) for pair in _games(table, turn, rules, table.start, seed) if pair[1]
    }
    return 2 * sum((game.first, game.second) in planned for game in facts) > len(facts)


def _games(
    table: Cycle, turn: int, rules: RoundRobinOptions, round_: int, seed: int
) -> Iterator[tuple[int, int | None]]:
    """A row of the table, (first, second); several games in a row against one opponent take turns at first."""
    seats, length = table.seats, max(1, cycle_length(len(table.seats)))
    game = (round_ - table.start) % rules.meeting_games
    swapped = (table.cycle * rules.meeting_games + game) % 2
    turned = (
        coin(seed, len(seats))
        if rules.second_seed_first is None
        else _turned(len(seats), second_first=rules.second_seed_first)
    )
    for a, b in berger_round(len(seats), turn + swapped * length):
        if b is None:
            yield seats[a], None
        else:
            yield (seats[b], seats[a]) if turned else (seats[a], seats[b])


def _turned(players: int, *, second_first: bool) -> bool:
    """Whether the table must be turned for the second seed to be first (or second) against the first one."""
    last = berger_round(players, cycle_length(players))
    return ((0, 1) in last) == second_first


@pairing_system("round_robin", _("Round robin – everyone plays everyone"), place=8)
class RoundRobin(RoundRobinOptions):
    """The Berger table, any number of cycles; rounds that were played already are passed over."""

    own_matches: ClassVar = True
    scheduled: ClassVar = True
    unused: ClassVar = NOT_SCHEDULED

    def plan(self, snapshot: Snapshot, seed: int) -> Plan:
        """Pair a round of a round robin over all players of the division. Raises SnapshotError and RulesError."""
        if snapshot.locked:
            raise RulesError("a round robin follows a fixed schedule: unlock the locked pairs or choose another system")
        if any(not pair.weak and (pair.until is None or snapshot.round <= pair.until) for pair in snapshot.blocked):
            raise RulesError(
                "in a round robin everyone plays everyone: lift the blocked pairs or choose another system"
            )
        pool = make_pool(snapshot, self)
        table = cycle_of(snapshot, self)
        here = {row.player.id for row in pool.rows}
        turn = turn_of(table, snapshot, self)
        by_table = _starts_kept(table, snapshot, self, seed)
        pairs: list[ProposedPair] = []
        byes = [PlannedBye(player, ByeReason.REQUESTED) for player in sorted(snapshot.requested_byes)]
        for one, other in _games(table, turn, self, snapshot.round, seed):
            present = [player for player in (one, other) if player in here]
            if len(present) == 2:
                first = present[0] if by_table else None
                pairs.append(ProposedPair(present[0], present[1], first=first, start=StartReason.SCHEDULE))
            elif present:
                byes.append(PlannedBye(present[0], ByeReason.ODD_FIELD if other is None else ByeReason.NO_OPPONENT))
        without_line = sorted(here - set(table.seats))
        byes += [PlannedBye(player, ByeReason.NO_OPPONENT) for player in without_line]
        notes = _notes(table, turn, snapshot, self)
        return finish(snapshot, self, seed, pool, Draft(tuple(pairs), tuple(byes), 0, Optimality.SCHEDULE, notes))

    def origins(self, snapshot: Snapshot, pairs: frozenset[frozenset[int]]) -> PairOrigins:
        """All of them, with the round of the table."""
        turn, game = divmod(snapshot.round - cycle_of(snapshot, self).start, self.meeting_games)
        return dict.fromkeys(pairs, PairOrigin(OriginKind.ROUND_ROBIN, turn + 1, game + 1))
