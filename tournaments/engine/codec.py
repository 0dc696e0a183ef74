"""Snapshots as JSON values, and their fingerprint, so that a pairing run can be stored, compared and replayed.

Rows are written as lists in a fixed column order, sorted, so that equal facts give equal bytes however they were read.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import TypeVar

from tournaments.engine.model import (
    BlockedPair,
    DivisionSettings,
    GameFact,
    LockedPair,
    PlayerSnapshot,
    ResultKind,
    Snapshot,
    SnapshotError,
)

FORMAT = 1
T = TypeVar("T")


def snapshot_as_dict(snapshot: Snapshot) -> dict[str, object]:
    """The snapshot as JSON values, in canonical order. Teams are left out where there are none."""
    teams = sorted([p.id, p.team] for p in snapshot.players if p.team is not None)
    data: dict[str, object] = {"teams": teams} if teams else {}
    return data | {
        "format": FORMAT,
        "round": snapshot.round,
        "based_on": snapshot.based_on,
        "settings": asdict(snapshot.settings),
        "players": sorted([p.id, p.number, p.rating, p.active, p.fixed_table] for p in snapshot.players),
        "games": sorted((_game_row(game) for game in snapshot.games), key=lambda row: (row[0], row[1])),
        "absent": sorted(snapshot.absent),
        "requested_byes": sorted(snapshot.requested_byes),
        "blocked": sorted([*sorted((pair.a, pair.b)), pair.reason] for pair in snapshot.blocked),
        "locked": sorted((_locked_row(pair) for pair in snapshot.locked), key=lambda row: (row[0], row[1])),
    }


def _game_row(game: GameFact) -> tuple[int, int, int | None, int | None, int | None, str]:
    return game.round, game.first, game.second, game.first_score, game.second_score, game.kind.value


def _locked_row(pair: LockedPair) -> tuple[int, int, int | None]:
    low, high = sorted((pair.a, pair.b))
    return low, high, pair.first


def fingerprint(snapshot: Snapshot) -> str:
    """SHA-256 (hex) of the canonical form: equal for equal facts, whatever the order they came in."""
    text = json.dumps(snapshot_as_dict(snapshot), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def snapshot_from_dict(data: Mapping[str, object]) -> Snapshot:
    """Read back what `snapshot_as_dict` wrote (also after a trip through JSON). Raises SnapshotError."""
    if data.get("format") != FORMAT:
        raise SnapshotError(f"snapshot format {data.get('format')!r} is not known here (expected {FORMAT})")
    try:
        return _build(data)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise SnapshotError(f"stored snapshot cannot be read: {error}") from error


def _build(data: Mapping[str, object]) -> Snapshot:
    settings = data["settings"]
    if not isinstance(settings, Mapping):
        raise SnapshotError("settings must be an object")
    teams = dict(_rows(data.get("teams", ()), lambda row: (_int(row[0]), str(row[1]))))
    return Snapshot(
        round=_int(data["round"]),
        based_on=_int_or_none(data["based_on"]),
        settings=DivisionSettings(**settings),
        players=tuple(replace(p, team=teams.get(p.id)) for p in _rows(data["players"], _player)),
        games=_rows(data["games"], _game),
        absent=tuple(_int(value) for value in _list(data["absent"])),
        requested_byes=tuple(_int(value) for value in _list(data["requested_byes"])),
        blocked=_rows(data["blocked"], lambda row: BlockedPair(_int(row[0]), _int(row[1]), str(row[2]))),
        locked=_rows(data["locked"], lambda row: LockedPair(_int(row[0]), _int(row[1]), _int_or_none(row[2]))),
    )


def _player(row: Sequence[object]) -> PlayerSnapshot:
    return PlayerSnapshot(
        id=_int(row[0]),
        number=_int(row[1]),
        rating=_int_or_none(row[2]),
        active=bool(row[3]),
        fixed_table=_int_or_none(row[4]),
    )


def _game(row: Sequence[object]) -> GameFact:
    return GameFact(
        round=_int(row[0]),
        first=_int(row[1]),
        second=_int_or_none(row[2]),
        first_score=_int_or_none(row[3]),
        second_score=_int_or_none(row[4]),
        kind=ResultKind(str(row[5])),
    )


def _rows(value: object, build: Callable[[Sequence[object]], T]) -> tuple[T, ...]:
    return tuple(build(_list(row)) for row in _list(value))


def _list(value: object) -> Sequence[object]:
    if isinstance(value, (list, tuple)):
        return value
    raise SnapshotError(f"expected a list, found {type(value).__name__}")


def _int(value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise SnapshotError(f"expected a whole number, found {value!r}")


def _int_or_none(value: object) -> int | None:
    return None if value is None else _int(value)
