"""Check a pairing made or edited by hand: what is impossible, and what the director should know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.engine.model import Snapshot
from tournaments.engine.pairing.history import History, history
from tournaments.engine.pairing.options import FreeRepeatsOption, PairingOptions


@dataclass(frozen=True, slots=True)
class ManualPair:
    """One line of a pairing made by hand. `second` None = `first` has a bye; `table` None = not decided."""

    first: int
    second: int | None = None
    table: int | None = None


class Severity(StrEnum):
    """Errors forbid publishing; warnings are for the director's eye."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class PairingProblem:
    """What is wrong with a pairing. `code` is stable, `players` are ids, `message` names players as #number.

    `count`: how often two have played, byes had, or the table needed; `text`: the reason of a block, a team or a club.
    """

    severity: Severity
    code: str
    players: tuple[int, ...]
    message: str
    count: int | None = None
    text: str = ""


def validate_manual(
    snapshot: Snapshot, pairs: Sequence[ManualPair], rules: PairingOptions | None = None
) -> tuple[PairingProblem, ...]:
    """List what is wrong with a pairing of the snapshot's round, errors first. An empty tuple means all is well.

    Errors: unknown, withdrawn or absent player; player paired with themselves; player named twice; player left out; blocked
    pair; two games at one table. Warnings: repeats, second byes, more byes than needed, locks, requested byes and
    fixed tables not kept; and what the `rules` of the round forbid: team- and club-mates, the opponent of the round
    before, more repeats than allowed. A repeat that they let be free is none.
    """
    problems = [
        *_people(snapshot, pairs),
        *_opponents(snapshot, pairs, rules),
        *_byes(snapshot, pairs),
        *_tables(snapshot, pairs),
        *(() if rules is None else _against_rules(snapshot, pairs, rules)),
    ]
    return tuple(sorted(problems, key=lambda problem: problem.severity is not Severity.ERROR))


def _error(code: str, message: str, *players: int, text: str = "") -> PairingProblem:
    return PairingProblem(Severity.ERROR, code, players, message, text=text)


def _warning(code: str, message: str, *players: int, count: int | None = None, text: str = "") -> PairingProblem:
    return PairingProblem(Severity.WARNING, code, players, message, count, text)


def _names(snapshot: Snapshot) -> dict[int, str]:
    return {player.id: f"#{player.number}" for player in snapshot.players}


def _named(pairs: Sequence[ManualPair]) -> list[int]:
    return [player for pair in pairs for player in (pair.first, pair.second) if player is not None]


def _people(snapshot: Snapshot, pairs: Sequence[ManualPair]) -> Iterable[PairingProblem]:
    """Everybody who is to play, exactly once; nobody else."""
    name = _names(snapshot)
    active = {player.id: player.active for player in snapshot.players}
    absent = set(snapshot.absent)
    for player, times in Counter(_named(pairs)).items():
        if player not in active:
            yield _error("unknown", "a player is named who is not in this division", player)
        elif not active[player]:
            yield _error("withdrawn", f"{name[player]} has withdrawn: take the player out or bring them back", player)
        elif player in absent:
            yield _error("absent", f"{name[player]} is absent this round", player)
        if times > 1 and player in active:
            yield _error("twice", f"{name[player]} is named {times} times", player)
    named = set(_named(pairs))
    for entry in snapshot.players:
        if entry.active and entry.id not in absent and entry.id not in named:
            yield _error("missing", f"{name[entry.id]} is not paired: give an opponent or a bye", entry.id)


def _opponents(
    snapshot: Snapshot, pairs: Sequence[ManualPair], rules: PairingOptions | None
) -> Iterable[PairingProblem]:
    name, past = _names(snapshot), history(snapshot.games, snapshot.round)
    free = _free_repeats(snapshot, rules)
    blocked = {frozenset((pair.a, pair.b)): pair for pair in snapshot.blocked if pair.applies_in(snapshot.round)}
    for pair in pairs:
        a, b = pair.first, pair.second
        if b is None or a not in name or b not in name:
            continue
        if a == b:
            yield _error("self", f"{name[a]} is paired against themselves", a)
            continue
        if past.played_last_round(a, b) or (min(a, b), max(a, b)) not in free:
            yield from _repeat(name, past, a, b)
        if block := blocked.get(frozenset((a, b))):
            both, why = f"{name[a]} and {name[b]}", f": {block.reason}" if block.reason else ""
            if block.weak:
                yield _warning("better_apart", f"{both} are better kept apart{why}", a, b, text=block.reason)
            else:
                yield _error("blocked", f"{both} are blocked{why}", a, b, text=block.reason)
    paired = {frozenset((pair.first, pair.second)) for pair in pairs}
    for lock in snapshot.locked:
        if frozenset((lock.a, lock.b)) not in paired:
            yield _warning("unlocked", f"{name[lock.a]} and {name[lock.b]} were locked together", lock.a, lock.b)


def _free_repeats(snapshot: Snapshot, rules: PairingOptions | None) -> frozenset[tuple[int, int]]:
    """The pairs (ids, ascending) that have played, but no oftener than is free."""
    if not isinstance(rules, FreeRepeatsOption) or not rules.free_repeats:
        return frozenset()
    counted = history(snapshot.games, snapshot.round, rules.repeats_from).counted
    return frozenset(pair for pair, games in counted.items() if games <= rules.free_repeats * rules.meeting_games)


def _repeat(name: dict[int, str], past: History, a: int, b: int) -> Iterable[PairingProblem]:
    played = past.times_played(a, b)
    if past.played_last_round(a, b):
        yield _warning("consecutive", f"{name[a]} and {name[b]} played each other in the round before", a, b)
    elif played:
        times = "once" if played == 1 else f"{played} times"
        yield _warning("repeat", f"{name[a]} and {name[b]} have already played {times}", a, b, count=played)


def _against_rules(snapshot: Snapshot, pairs: Sequence[ManualPair], rules: PairingOptions) -> Iterable[PairingProblem]:
    """What the options of the round forbid."""
    name, by_id = _names(snapshot), {player.id: player for player in snapshot.players}
    past = history(snapshot.games, snapshot.round, rules.repeats_from)
    for pair in pairs:
        one, other = by_id.get(pair.first), by_id.get(pair.second or 0)
        if one is None or other is None or one is other:
            continue
        both = f"{name[one.id]} and {name[other.id]}"
        ids = (one.id, other.id)
        if snapshot.round <= rules.avoid_team_until and one.team is not None and one.team == other.team:
            yield _warning("team", f"{both} are in one team", *ids, text=one.team)
        if snapshot.round <= rules.avoid_club_until and one.club is not None and one.club == other.club:
            yield _warning("club", f"{both} are in one club", *ids, text=one.club)
        if rules.consecutive_apart and past.played_last_round(*ids):
            yield _warning("again_at_once", f"{both} played each other in the round before", *ids)
        played = past.counted.get((min(ids), max(ids)), 0)
        if rules.max_repeats is not None and played > rules.max_repeats:
            yield _warning("max_repeats", f"{both} may not play again", *ids, count=rules.max_repeats)


def _byes(snapshot: Snapshot, pairs: Sequence[ManualPair]) -> Iterable[PairingProblem]:
    name, past = _names(snapshot), history(snapshot.games, snapshot.round)
    byes = [pair.first for pair in pairs if pair.second is None and pair.first in name]
    requested = set(snapshot.requested_byes)
    for player in sorted(set(snapshot.locked_byes) - set(byes)):
        yield _warning("bye_unlocked", f"{name.get(player, '')} was to have a bye", player)
    for player in byes:
        count = past.byes(player)
        if count:
            yield _warning(
                "second_bye", f"{name[player]} has had {count} {'bye' if count == 1 else 'byes'}", player, count=count
            )
    for player in sorted(requested - set(byes)):
        yield _warning("bye_not_given", f"{name[player]} asked for a bye" if player in name else "", player)
    spare = [player for player in byes if player not in requested]
    if len(spare) > 1:
        who = ", ".join(name[player] for player in spare)
        yield _warning("spare_byes", f"{who} have byes and could play each other", *spare)


def _tables(snapshot: Snapshot, pairs: Sequence[ManualPair]) -> Iterable[PairingProblem]:
    name = _names(snapshot)
    used: dict[int, ManualPair] = {}
    for pair in pairs:
        if pair.table is None or pair.second is None:
            continue
        if pair.table < 1:
            yield _error("table", f"table {pair.table} does not exist: tables are numbered from 1", pair.first)
        other = used.setdefault(pair.table, pair)
        if other is not pair:
            yield _error("table_twice", f"table {pair.table} has two games", other.first, pair.first)
    at = {player: pair.table for pair in pairs if pair.table for player in (pair.first, pair.second)}
    for entry in snapshot.players:
        if entry.fixed_table and at.get(entry.id, entry.fixed_table) != entry.fixed_table:
            text = f"{name[entry.id]} needs table {entry.fixed_table} but is at table {at[entry.id]}"
            yield _warning("fixed_table", text, entry.id, count=entry.fixed_table)
