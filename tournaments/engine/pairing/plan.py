"""What a pairing system returns: who plays whom, where, who goes first, who has the bye, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum

from tournaments.engine.model import LockedPair, Snapshot
from tournaments.engine.pairing.history import History
from tournaments.engine.pairing.matching import TermCost
from tournaments.engine.pairing.options import PairingOptions
from tournaments.engine.pairing.pool import Pool
from tournaments.engine.starts import StartBy, StartReason, StartRecord, StartRules, choose_first, too_many
from tournaments.engine.tables import TableConflict, assign_tables

#: Grows whenever the same snapshot, rules and seed may give another plan than before.
ENGINE_VERSION = "6"


@dataclass(frozen=True, slots=True)
class Note:
    """Something a director should know about a plan. `code` is stable; `players` are ids, `names` those of constraints."""

    code: str
    players: tuple[int, ...] = ()
    value: int | None = None
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TermChange:
    """The whole round's total of one term: in one pairing, and in the other."""

    name: str
    plan: int
    other: int


class Optimality(StrEnum):
    """How sure it is that no other pairing costs less."""

    COMPLETE = "complete"  # every possible pair was weighed
    NEAR = "near"  # no pairing has fewer byes and repeats; the rest is the cheapest among near pairs
    SCHEDULE = "schedule"  # a fixed schedule: nothing was weighed


class ByeReason(StrEnum):
    """Why a player has a bye."""

    ODD_FIELD = "odd_field"
    REQUESTED = "requested"
    DIRECTOR = "director"  # locked for the player
    NO_OPPONENT = "no_opponent"  # the scheduled opponent is absent or has withdrawn


@dataclass(frozen=True, slots=True)
class PlannedPair:
    """One game. `terms` are the costs that chose it, the weightiest first; those of a locked pair chose nothing (`fixed`)."""

    first: int
    second: int
    table: int
    start: StartReason
    terms: tuple[TermCost, ...] = ()
    locked: bool = False


@dataclass(frozen=True, slots=True)
class PlannedBye:
    """One bye. `passed_over`: those due it first, without whom the rest could not have been paired as well."""

    player: int
    reason: ByeReason
    terms: tuple[TermCost, ...] = ()
    passed_over: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """A round's pairing, by table. `cost` is the sum of all terms; `fingerprint` identifies the snapshot.

    `used`: the system that paired it, if `rules` name a schedule that chooses one for each round.
    `groups`: the tables of a club round, more than two at each; then there are no pairs.
    `compared`: what the pairs fixed by hand cost the round, beside the best pairing without them.
    """

    round: int
    rules: PairingOptions
    seed: int
    engine_version: str
    fingerprint: str
    pairs: tuple[PlannedPair, ...]
    byes: tuple[PlannedBye, ...]
    cost: int
    shown: Optimality
    table_conflicts: tuple[TableConflict, ...] = ()
    notes: tuple[Note, ...] = ()
    used: str | None = None
    groups: tuple[tuple[int, ...], ...] = ()
    compared: tuple[TermChange, ...] = ()

    @property
    def bye(self) -> PlannedBye | None:
        """The bye of an odd field, if there is one."""
        return next((bye for bye in self.byes if bye.reason is ByeReason.ODD_FIELD), None)

    def as_dict(self) -> dict[str, object]:
        """The plan as JSON values."""
        values = asdict(self) | {"rules": self.rules.as_dict()}
        return values if self.compared else {name: value for name, value in values.items() if name != "compared"}


@dataclass(frozen=True, slots=True)
class ProposedPair:
    """A pair before it has a table. `first` None = the rules decide who starts."""

    a: int
    b: int
    terms: tuple[TermCost, ...] = ()
    first: int | None = None
    start: StartReason = StartReason.DIRECTOR
    locked: bool = False


@dataclass(frozen=True, slots=True)
class Draft:
    """What a system decided, before firsts and tables. `in_order`: the pairs are already in the order of the tables."""

    pairs: tuple[ProposedPair, ...]
    byes: tuple[PlannedBye, ...]
    cost: int
    shown: Optimality
    notes: tuple[Note, ...] = ()
    in_order: bool = False


def locked_pairs(locks: tuple[LockedPair, ...]) -> tuple[ProposedPair, ...]:
    """The pairs the director has fixed."""
    return tuple(ProposedPair(lock.a, lock.b, first=lock.first, locked=True) for lock in locks)


def byes_given(snapshot: Snapshot) -> list[PlannedBye]:
    """The byes that players asked for, and those that the director gave."""
    requested = [PlannedBye(player, ByeReason.REQUESTED) for player in sorted(snapshot.requested_byes)]
    return requested + [PlannedBye(player, ByeReason.DIRECTOR) for player in sorted(snapshot.locked_byes)]


def finish(snapshot: Snapshot, rules: PairingOptions, seed: int, pool: Pool, draft: Draft) -> Plan:
    """Add firsts and tables to a draft: best game (by its better-placed player) on table 1.

    The fingerprint is added by `choose`, through which all plans go.
    """
    ordered = list(draft.pairs)
    if not draft.in_order:
        ordered.sort(key=lambda pair: min(pool.standing[pair.a], pool.standing[pair.b]))
    starts = {row.player.id: start for row, start in zip(pool.rows, pool.starts, strict=True)}
    # those of fixed pairs are not in the pool
    starts |= {p.id: pool.history.starts(p.id, p.number) for p in snapshot.players if p.id not in starts}
    fixed = {p.id: p.fixed_table for p in snapshot.players if p.active and p.fixed_table is not None}
    ids = [(pair.a, pair.b) for pair in ordered]
    seated = assign_tables(ids, fixed, _tables_before(snapshot, ids) if rules.board_stability else ())
    pairs = []
    start_rules = _start_rules(snapshot, rules)
    for pair, table in zip(ordered, seated.tables, strict=True):
        first, start = _first(pair, pool.history, starts, snapshot.round, seed, start_rules)
        second = pair.b if first == pair.a else pair.a
        pairs.append(PlannedPair(first, second, table, start, pair.terms, pair.locked))
    return Plan(
        round=snapshot.round,
        rules=rules,
        seed=seed,
        engine_version=ENGINE_VERSION,
        fingerprint="",
        pairs=tuple(sorted(pairs, key=lambda pair: pair.table)),
        byes=draft.byes,
        cost=draft.cost,
        shown=draft.shown,
        table_conflicts=seated.conflicts,
        notes=draft.notes,
    )


def _start_rules(snapshot: Snapshot, rules: PairingOptions) -> StartRules:
    draw = (
        rules.final_draw
        and rules.total_rounds is not None
        and snapshot.round + rules.meeting_games > rules.total_rounds
    )
    return StartRules(rules.start_by, rules.head_to_head_starts, rules.swap_starts, draw)


def _tables_before(snapshot: Snapshot, pairs: list[tuple[int, int]]) -> list[list[int]]:
    """For each pair the tables of the round before, that of who won there first."""
    before = dict(snapshot.last_tables)
    latest = (game for game in snapshot.games if game.round == snapshot.round - 1)
    winners = {side.player for game in latest for side in game.scores() if side.half == 2}
    ordered = [sorted(pair, key=lambda player: player not in winners) for pair in pairs]
    return [[before[player] for player in pair if player in before] for pair in ordered]


def _first(
    pair: ProposedPair, past: History, starts: Mapping[int, StartRecord], round_: int, seed: int, rules: StartRules
) -> tuple[int, StartReason]:
    a, b = starts[pair.a], starts[pair.b]
    if pair.first is not None:
        other = pair.b if pair.first == pair.a else pair.a
        goes, waits = (a, b) if pair.first == pair.a else (b, a)
        if pair.start is StartReason.SCHEDULE and rules.by is StartBy.BALANCE and too_many(goes, waits):
            return other, StartReason.BALANCE
        return pair.first, pair.start
    a_first, reason = choose_first(
        a,
        b,
        a_first_against_b=past.firsts_against.get((pair.a, pair.b), 0),
        b_first_against_a=past.firsts_against.get((pair.b, pair.a), 0),
        round_=round_,
        seed=seed,
        rules=rules,
    )
    return (pair.a if a_first else pair.b), reason
