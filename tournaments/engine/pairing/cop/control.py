"""Control loss: a player would surely win the event by winning every game, but only if one of them is against the leader.

The best-placed such player must play the leader now, where factor pairing would probably prevent it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tournaments.engine.draws import margins, raw_bits, shuffled
from tournaments.engine.pairing.cop.simulate import (
    Field,
    Pairs,
    Places,
    SimulatedEvents,
    changes_of,
    code_for,
    columns_of,
    final_ranks,
    parts,
    shared,
)

_TRIES = 10


@dataclass(frozen=True, slots=True)
class Wins:
    """Of the events in which a player wins every game: how often that means first place, with and without playing the leader."""

    against_leader: int
    by_factor: int


@dataclass(frozen=True, slots=True)
class Case:
    """What the search needs. `threshold`: the share of events that must be lost by not playing the leader."""

    field: Field
    rounds: int
    factor: int
    cap: int
    simulations: int
    threshold: float
    seed: int
    workers: int = 1


def wins_of(case: Case, player: int) -> Wins:
    """Simulate the events of one candidate (a rank, from 0) both ways."""
    plan = _plan(case, player)
    return Wins(_against_leader(case, plan, player), _by_factor(case, plan, player))


def _plan(case: Case, player: int) -> list[Pairs]:
    return [_round(case, left, player) for left in range(case.rounds, 0, -1)]


def _against_leader(case: Case, plan: Sequence[Pairs], player: int) -> int:
    return _first_places(case, plan, player, _beside_leader, 2 * player)


def _by_factor(case: Case, plan: Sequence[Pairs], player: int) -> int:
    return _first_places(case, plan, player, _away_from_leader, 2 * player + 1)


def _round(case: Case, left: int, player: int) -> list[tuple[int, int]]:
    """Leader against the factor opponent, all others by lot within half the field; neighbours in the last round."""
    size = case.field.size
    if left == 1:
        return [(rank, rank + 1) for rank in range(0, size, 2)]
    factor = max(1, min(left, case.factor, size - 1))
    others = [rank for rank in range(1, size) if rank != factor]
    for attempt in range(_TRIES):
        lots = shuffled(len(others), case.seed, "control", player, left, attempt)
        pairs = [(others[a], others[b]) for a, b in zip(lots[::2], lots[1::2], strict=True)]
        if all(abs(a - b) <= size // 2 for a, b in pairs):
            break
    return [(0, factor), *((min(pair), max(pair)) for pair in pairs)]


#: Takes the column of the candidate in each event and that opposite the leader; the candidate's columns afterwards.
Seat = Callable[[SimulatedEvents, Places, int], Places]


def _first_places(case: Case, plan: Sequence[Pairs], player: int, seat: Seat, stream: int) -> int:
    code = code_for(case.field, case.rounds, case.cap)
    changes = changes_of(code, margins(case.cap))
    rounds = columns_of(plan)

    def block(number: int, rows: int) -> int:
        bits = raw_bits(case.seed, ((1000 + stream) << 32) + number, (rows * case.rounds, case.field.size // 2))
        return sum(map(first, parts(bits, case.rounds)))

    def first(bits: NDArray[np.uint16]) -> int:
        events = SimulatedEvents(case.field, code, changes, bits.shape[1])
        for turn, (columns, drawn) in enumerate(zip(rounds, bits, strict=True)):
            at = events.places_of(player)
            if turn + 1 < len(rounds):
                at = seat(events, at, plan[turn][0][1])
            events.play(columns, drawn, winner=at)
        return int((events.players()[:, 0] == player).sum())

    return sum(shared(block, case.simulations, case.workers))


def _beside_leader(events: SimulatedEvents, at: Places, opposite: int) -> Places:
    """Put the player into the column that plays the leader's, unless it is the leader."""
    return _swap(events, np.flatnonzero(at != 0), at, opposite)


def _away_from_leader(events: SimulatedEvents, at: Places, opposite: int) -> Places:
    """Where the player would play the leader, swap places with the second, or with the third if that is the player."""
    return _swap(events, np.flatnonzero(at == opposite), at, 2 if opposite == 1 else 1)


def _swap(events: SimulatedEvents, rows: Places, at: Places, column: int) -> Places:
    if column >= events.field.size:
        return at
    own = events.rows[rows, at[rows]].copy()
    events.rows[rows, at[rows]] = events.rows[rows, column]
    events.rows[rows, column] = own
    at[rows] = column
    return at


def destiny(case: Case, lowest_hopeful: int) -> int | None:
    """The rank of the player the leader must play, None if it decides nothing for anybody. A binary search."""
    low, high = 1, lowest_hopeful
    best: int | None = None
    while low <= high:
        middle = (low + high) // 2
        plan = _plan(case, middle)
        first = _against_leader(case, plan, middle)
        if case.rounds > 4 and first < case.simulations:
            high = middle - 1
        elif first - _by_factor(case, plan, middle) >= case.threshold * case.simulations:
            best = middle if best is None else min(best, middle)
            high = middle - 1
        else:
            low = middle + 1
    if best is None and case.rounds == 2:
        return _next_below_safe(case, lowest_hopeful)
    return best


def _next_below_safe(case: Case, lowest_hopeful: int) -> int | None:
    """With two rounds left: the first below those who are sure either way, if playing the leader helps at all."""
    safe = 0
    for rank in range(1, lowest_hopeful + 1):
        wins = wins_of(case, rank)
        if (wins.against_leader, wins.by_factor) == (case.simulations, case.simulations):
            safe = rank
        elif safe:
            break
    if not safe or safe + 1 > lowest_hopeful:
        return None
    wins = wins_of(case, safe + 1)
    return safe + 1 if wins.against_leader > wins.by_factor else None


def factor_three(case: Case, enough: int) -> tuple[tuple[int, int], ...]:
    """With two rounds left: 1v4, 2v5, 3v6 if that leaves everybody's hopes, otherwise leader against 2nd or 3rd."""
    size = case.field.size
    if case.rounds != 2 or size - case.field.bye < 6:
        return ()
    rest = range(6, size)
    half = len(rest) // 2
    plan = [
        [(0, 3), (1, 4), (2, 5), *zip(rest[:half], rest[half:], strict=True)],
        [(rank, rank + 1) for rank in range(0, size, 2)],
    ]
    for rank in (1, 2):
        by_three = _first_places(case, plan, rank, lambda _events, at, _opposite: at, 2 * size + rank)
        if _against_leader(case, _plan(case, rank), rank) - by_three >= case.threshold * case.simulations:
            return ((0, rank),)
    counts = _reached(case, plan)
    return ((0, 3), (1, 4), (2, 5)) if min(counts) >= enough else ()


def _reached(case: Case, plan: Sequence[Pairs]) -> list[int]:
    """How often the 4th, 5th and 6th end first, second and third after 1v4, 2v5, 3v6."""
    counts = final_ranks(case.field, plan, case.cap, case.simulations, case.seed, stream=7, workers=case.workers)
    return [int(counts[rank + 3][rank]) for rank in range(3)]
