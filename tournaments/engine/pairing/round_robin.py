"""Round robin by the Berger table: everybody plays everybody once in a cycle, and firsts balance.

Players sit in order of number. The schedule's last round is 1v2, 3v4 …; an odd field is paired as if there were one
player more, who is the bye. Rounds come in the schedule's order, except that those played already (tsh takes the same
rounds in an order of its own) are passed over, so that a round robin begun elsewhere goes on without repeats. Every
second cycle swaps who goes first, and so does every second of several games in a row against one opponent. A player who
is absent or has withdrawn keeps a line until the end of the cycle, and the opponent of the round has a bye.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
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
from tournaments.engine.pairing.plan import (
    ByeReason,
    Draft,
    Note,
    Optimality,
    Plan,
    PlannedBye,
    ProposedPair,
    byes_given,
    finish,
)
from tournaments.engine.pairing.pool import make_pool
from tournaments.engine.starts import StartReason, coin
from tournaments.engine.words import gettext_noop as _

Seat = int | None  # an index into the players in order of number; None = the bye


def cycle_length(players: int) -> int:
    """Rounds until everybody has played everybody once."""
    return 0 if players < 2 else players - 1 + players % 2


def berger_round(players: int, round_: int) -> tuple[tuple[int, Seat], ...]:
    """Round `round_` (from 1, any number of cycles) for `players` seats: (first, second) as 0-based seats.

    A seat paired with None has the bye. Each seat's firsts and seconds differ by at most one over a whole cycle, and never
    by more than two on the way.
    """
    length = cycle_length(players)
    if not length:
        return tuple((seat, None) for seat in range(players))
    cycle, turn = divmod(round_ - 1, length)
    pairs: list[tuple[int, Seat]] = []
    for first, second in _cycle(players)[turn]:
        if players in (first, second):  # the seat after the last one is the phantom of an odd field
            pairs.append((min(first, second), None))
        else:
            pairs.append((first, second) if cycle % 2 == 0 else (second, first))
    return tuple(pairs)


def _circle(length: int) -> list[int]:
    """Seats 1..length round the table: even seats outward, then odd seats back (players 3 5 7 … 6 4 2)."""
    return [*range(2, length + 1, 2), *range(length - (length + 1) % 2, 0, -2)]


def _lines(players: int) -> list[list[tuple[int, int]]]:
    """Who plays whom in each round of a cycle; the phantom of an odd field has the seat after the last one."""
    length = cycle_length(players)
    circle = _circle(length)
    rounds = []
    for turn in range(length):
        opposite = length - turn  # seat 0 plays the last seat first and seat 1 last
        shift = (circle.index(opposite) + 1) % length
        line = [0, *circle[shift:], *circle[:shift]]
        rounds.append([(line[k], line[length - k]) for k in range((length + 1) // 2)])
    return rounds


@cache
def _cycle(players: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The rounds of a cycle as (first, second).

    Two rounds together are rings of seats. Going round each ring everyone is first once and second once, so firsts and
    seconds are level after every second round, and the last round leaves them one apart. In an odd field a bye breaks
    the ring, which leaves two players one apart; the ring is turned so that the last round makes up for it.
    """
    rounds = _lines(players)
    owed = _owed(players, rounds)
    made: list[tuple[tuple[int, int], ...]] = []
    for turn in range(0, len(rounds) - 1, 2):
        made += _rings(rounds[turn], rounds[turn + 1], players, owed)
    made.append(tuple((b, a) if owed.get(a, 1) < owed.get(b, 0) else (a, b) for a, b in rounds[-1]))
    return tuple(made)


def _rings(
    one: Sequence[tuple[int, int]], other: Sequence[tuple[int, int]], phantom: int, owed: Mapping[int, int]
) -> list[tuple[tuple[int, int], ...]]:
    """Two rounds, each ring gone round: who leaves a seat goes first."""
    mates = [{a: b for pair in pairs for a, b in (pair, pair[::-1])} for pairs in (one, other)]
    first = {}  # in the first of the two rounds
    for start in sorted(mates[0]):
        ring = []
        seat = start
        while seat not in first:
            first[seat], first[mates[0][seat]] = True, False
            ring += [seat, mates[0][seat]]
            seat = mates[1][mates[0][seat]]
        if phantom in ring and first[mates[0][phantom]] != (owed[mates[0][phantom]] > 0):
            first |= {seat: not first[seat] for seat in ring}
    return [
        tuple((a, b) if first[a] else (b, a) for a, b in one),
        tuple((b, a) if first[a] else (a, b) for a, b in other),
    ]


def _owed(players: int, rounds: Sequence[Sequence[tuple[int, int]]]) -> dict[int, int]:
    """In an odd field, by seat: 1 if it comes to the last round with a second more, and so goes first there; else 0."""
    if players % 2 == 0:
        return {}
    phantom = players
    idle = [next(a + b - phantom for a, b in pairs if phantom in (a, b)) for pairs in rounds]
    opposite: dict[int, list[int]] = defaultdict(list)
    for a, b in [*zip(idle[:-1:2], idle[1::2], strict=True), *(pair for pair in rounds[-1] if phantom not in pair)]:
        opposite[a].append(b)
        opposite[b].append(a)
    owed: dict[int, int] = {}
    for start in range(players):
        waiting = [] if start in owed or not opposite[start] else [(start, 1)]
        while waiting:
            seat, value = waiting.pop()
            if seat not in owed:
                owed[seat] = value
                waiting += [(other, 1 - value) for other in opposite[seat]]
    return owed


@dataclass(frozen=True, slots=True)
class Cycle:
    """One cycle of an event's round robin: who sits where (ids, the phantom not among them), and its first round."""

    seats: tuple[int, ...]
    start: int
    number: int


@dataclass(frozen=True, kw_only=True)
class RoundRobinOptions(PairingOptions):
    """Of systems that may follow a round robin's schedule."""

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

    Who left before it has no line in it. Who leaves during it keeps the line, so that nobody plays anybody twice. Late
    entries take the line of the bye in an odd field, else that of somebody who has left.
    """
    by_number = sorted(snapshot.players, key=lambda player: player.number)
    active = {player.id for player in snapshot.players if player.active}
    facts = [game for game in snapshot.past_games() if game.round >= start]
    if not facts:
        return tuple(player.id for player in by_number if player.id in active)
    at_start = {player for game in facts if game.round == start for player in (game.first, game.second)}
    ever = active | {player for game in facts for player in (game.first, game.second)}
    everybody = [player.id for player in by_number]
    from_start = [player for player in everybody if player in at_start]
    with_later = [player for player in everybody if player in ever]
    lines = max((from_start, with_later, everybody), key=lambda seats: _explained(seats, facts))
    # Elsewhere players may have been seated as they were entered and not by rating; that must explain every game.
    games = sum(game.second is not None for game in facts)
    if games and _explained(lines, facts) < games:
        as_entered = (sorted(order) for order in (from_start, with_later, everybody))
        lines = next((order for order in as_entered if _explained(order, facts) == games), lines)
    return tuple(_filled(lines, [player for player in with_later if player not in lines], active))


def _explained(seats: Sequence[int], facts: Sequence[GameFact]) -> int:
    """How many of the games played since are those of one round of the schedule with these seats, whichever it is."""
    rows = [_pairs(seats, turn) for turn in range(1, cycle_length(len(seats)) + 1)]
    return sum(max((len(games & row) for row in rows), default=0) for games in _by_round(facts).values())


def _by_round(facts: Iterable[GameFact], start: int = 1) -> dict[int, set[frozenset[int]]]:
    """Who played whom in each round from `start` on."""
    played: dict[int, set[frozenset[int]]] = defaultdict(set)
    for game in facts:
        if game.second is not None and game.round >= start:
            played[game.round].add(frozenset((game.first, game.second)))
    return played


def _pairs(seats: Sequence[int], turn: int) -> set[frozenset[int]]:
    """Who plays whom in a round of the schedule."""
    return {frozenset((seats[a], seats[b])) for a, b in berger_round(len(seats), turn) if b is not None}


def turn_of(cycle: Cycle, snapshot: Snapshot, rules: RoundRobinOptions) -> int:
    """Which round of the schedule (from 1) is to be played.

    The director's choice, else the next one, or if games of it were played already the first with the fewest repeats.
    Further games in a row against one opponent keep to the round that was begun.
    """
    turn, game = divmod(snapshot.round - cycle.start, rules.meeting_games)
    length = max(1, cycle_length(len(cycle.seats)))
    if rules.table_round is not None:
        if rules.table_round > length:
            raise RulesError("the schedule has %(rounds)d rounds", rounds=length)
        return rules.table_round
    played = _by_round(snapshot.past_games(), cycle.start)
    turns = [turn + 1, *(other for other in range(1, length + 1) if other != turn + 1)]
    if game:
        return max(turns, key=lambda one: len(_pairs(cycle.seats, one) & played.get(snapshot.round - 1, set())))
    return min(turns, key=lambda one: _repeats(cycle, one, played))


def _repeats(cycle: Cycle, turn: int, played: Mapping[int, set[frozenset[int]]]) -> int:
    """How many pairs of a round of the schedule have played already."""
    return len(_pairs(cycle.seats, turn) & set().union(*played.values()))


def _filled(lines: Sequence[int], later: Sequence[int], active: set[int]) -> list[int]:
    """The lines, free ones taken by late entries; those for whom none is free are left out."""
    seats = list(lines)
    waiting = [player for player in later if player in active]
    if len(seats) % 2 and waiting:
        seats.append(waiting.pop(0))
    for k, player in enumerate(seats):
        if player not in active and waiting:
            seats[k] = waiting.pop(0)
    return seats


def _notes(cycle: Cycle, turn: int, snapshot: Snapshot, rules: RoundRobinOptions) -> tuple[Note, ...]:
    """What is unusual about the round: its place in the schedule, and pairs that have played in this cycle."""
    notes = [] if turn == _in_order(cycle, snapshot, rules) else [Note("table_round", value=turn)]
    if (snapshot.round - cycle.start) % rules.meeting_games == 0:
        repeats = _repeats(cycle, turn, _by_round(snapshot.past_games(), cycle.start))
        notes += [Note("table_repeats", value=repeats)] if repeats else []
    return tuple(notes)


def _in_order(cycle: Cycle, snapshot: Snapshot, rules: RoundRobinOptions) -> int:
    return (snapshot.round - cycle.start) // rules.meeting_games + 1


def _follows_firsts(cycle: Cycle, snapshot: Snapshot, rules: RoundRobinOptions, seed: int) -> bool:
    """Whether most games of the cycle so far had the schedule's firsts; if not, firsts are balanced as in other systems.

    The schedule's firsts even out over a cycle, but only if they are followed from its first round on.
    """
    facts = [game for game in snapshot.past_games() if game.round >= cycle.start and game.second is not None]
    facts = [game for game in facts if game.first_known] or facts
    if not facts or rules.meeting_games > 1:
        return True
    length = cycle_length(len(cycle.seats))
    planned = {
        pair for turn in range(1, length + 1) for pair in _games(cycle, turn, rules, cycle.start, seed) if pair[1]
    }
    return 2 * sum((game.first, game.second) in planned for game in facts) > len(facts)


def _games(
    cycle: Cycle, turn: int, rules: RoundRobinOptions, round_: int, seed: int
) -> Iterator[tuple[int, int | None]]:
    """A round of the schedule, (first, second); games in a row against one opponent alternate who goes first."""
    seats, length = cycle.seats, max(1, cycle_length(len(cycle.seats)))
    game = (round_ - cycle.start) % rules.meeting_games
    swapped = (cycle.number * rules.meeting_games + game) % 2
    turned = _turned(len(seats), second_first=rules.second_seed_first, seed=seed)
    for a, b in berger_round(len(seats), turn + swapped * length):
        if b is None:
            yield seats[a], None
        else:
            yield (seats[b], seats[a]) if turned else (seats[a], seats[b])


def _turned(players: int, *, second_first: bool | None, seed: int) -> bool:
    """Whether the schedule must be turned for the second seed to go first (or second) against the top seed."""
    if second_first is None:
        return coin(seed, players)
    return ((0, 1) in berger_round(players, cycle_length(players))) == second_first


@pairing_system("round_robin", _("Round robin – everyone plays everyone"), place=8)
class RoundRobin(RoundRobinOptions):
    """The Berger table, any number of cycles; rounds played already are passed over."""

    typed: ClassVar = MappingProxyType({"round robin": {}, "RR": {}})
    own_matches: ClassVar = True
    scheduled: ClassVar = True
    unused: ClassVar = NOT_SCHEDULED

    def plan(self, snapshot: Snapshot, seed: int) -> Plan:
        """Pair a round of a round robin over all players of the division. Raises SnapshotError and RulesError."""
        if snapshot.locked:
            raise RulesError("a round robin follows a fixed schedule: unlock the locked pairs or choose another system")
        if any(not pair.weak and pair.applies_in(snapshot.round) for pair in snapshot.blocked):
            raise RulesError(
                "in a round robin everyone plays everyone: remove the players kept apart, or choose another system"
            )
        pool = make_pool(snapshot, self)
        cycle = cycle_of(snapshot, self)
        here = {row.player.id for row in pool.rows}
        turn = turn_of(cycle, snapshot, self)
        by_schedule = _follows_firsts(cycle, snapshot, self, seed)
        pairs: list[ProposedPair] = []
        byes = byes_given(snapshot)
        for one, other in _games(cycle, turn, self, snapshot.round, seed):
            present = [player for player in (one, other) if player in here]
            if len(present) == 2:
                first = present[0] if by_schedule else None
                pairs.append(ProposedPair(present[0], present[1], first=first, start=StartReason.SCHEDULE))
            elif present:
                byes.append(PlannedBye(present[0], ByeReason.ODD_FIELD if other is None else ByeReason.NO_OPPONENT))
        without_line = sorted(here - set(cycle.seats))
        byes += [PlannedBye(player, ByeReason.NO_OPPONENT) for player in without_line]
        notes = _notes(cycle, turn, snapshot, self)
        return finish(snapshot, self, seed, pool, Draft(tuple(pairs), tuple(byes), 0, Optimality.SCHEDULE, notes))

    def origins(self, snapshot: Snapshot, pairs: frozenset[frozenset[int]]) -> PairOrigins:
        """All of them, with the round of the schedule."""
        turn, game = divmod(snapshot.round - cycle_of(snapshot, self).start, self.meeting_games)
        return dict.fromkeys(pairs, PairOrigin(OriginKind.ROUND_ROBIN, turn + 1, game + 1))
