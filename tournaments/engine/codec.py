"""Snapshots as JSON values, and their fingerprint, so that a pairing run can be stored, compared and repeated.

Rows are written as lists in a fixed column order, sorted, so that equal facts give equal bytes however they were read.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from operator import itemgetter
from typing import Any, TypeVar

from tournaments.engine.model import (
    BlockedPair,
    EntrySnapshot,
    GameFact,
    LockedPair,
    PrizePlaces,
    ResultKind,
    Snapshot,
    SnapshotError,
    StandingsRules,
)
from tournaments.engine.standings import unknown

FORMAT = 1
#: Settings that older snapshots do not have.
_ADDED_SETTINGS = frozenset({"spread_caps", "bye_half_wins", "order"})
_DEFAULTS = StandingsRules()
T = TypeVar("T")


def snapshot_as_dict(snapshot: Snapshot) -> dict[str, object]:
    """The snapshot as JSON values, in canonical order. What few events have is left out where it is empty."""
    return _optional(snapshot) | {
        "format": FORMAT,
        "round": snapshot.round,
        "based_on": snapshot.based_on,
        "settings": _settings(snapshot.settings),
        "players": sorted([p.id, p.number, p.rating, p.active, p.fixed_table] for p in snapshot.players),
        "games": _in_order([_game_row(game) for game in snapshot.games]),
        "absent": sorted(snapshot.absent),
        "requested_byes": sorted(snapshot.requested_byes),
        "blocked": sorted((_blocked_row(pair) for pair in snapshot.blocked), key=json.dumps),
        "locked": sorted((_locked_row(pair) for pair in snapshot.locked), key=lambda row: (row[0], row[1])),
    }


def _optional(snapshot: Snapshot) -> dict[str, object]:
    """Teams, clubs, classes, adjustments, tables, prizes and locked byes: snapshots without them look as they did before these existed."""
    optional = {
        "teams": sorted([p.id, p.team] for p in snapshot.players if p.team is not None),
        "clubs": sorted([p.id, p.club] for p in snapshot.players if p.club is not None),
        "classes": sorted([p.id, p.player_class] for p in snapshot.players if p.player_class is not None),
        "adjustments": sorted([p.id, *one] for p in snapshot.players for one in p.adjustments),
        "last_tables": sorted(snapshot.last_tables),
        "bands": list(snapshot.prizes.bands),
        "class_prizes": sorted([name, count] for name, count in snapshot.prizes.classes),
        "locked_byes": sorted(snapshot.locked_byes),
    }
    return {name: rows for name, rows in optional.items() if rows}


def _blocked_row(pair: BlockedPair) -> list[int | str | bool | None]:
    row: list[int | str | bool | None] = [*sorted((pair.a, pair.b)), pair.reason]
    return row if (pair.weak, pair.until) == (False, None) else [*row, pair.weak, pair.until]


def _settings(settings: StandingsRules) -> dict[str, object]:
    """The settings; those added later are left out at their defaults, so that old fingerprints stay."""
    values: dict[str, object] = asdict(settings)
    return {
        name: value
        for name, value in values.items()
        if name not in _ADDED_SETTINGS or value != getattr(_DEFAULTS, name)
    }


def _read_settings(data: Mapping[str, Any]) -> StandingsRules:
    caps, order = (_list(data.get(name, getattr(_DEFAULTS, name))) for name in ("spread_caps", "order"))
    keys = tuple(str(key) for key in order)
    if unknown(keys):
        raise ValueError(f"no tie-break is called {unknown(keys)[0]!r}")
    return StandingsRules(**{**data, "spread_caps": tuple(_int(cap) for cap in caps), "order": keys})


_GameRow = tuple[int, int, int | None, int | None, int | None, str, *tuple[bool | int | None, ...]]


def _game_row(game: GameFact) -> _GameRow:
    row = game.round, game.first, game.second, game.first_score, game.second_score, game.kind.value
    if game.goes_on is not None:
        return (*row, game.requested, game.margin, game.first_known, game.winner, game.goes_on)
    if game.winner is not None:
        return (*row, game.requested, game.margin, game.first_known, game.winner)
    if not game.first_known:
        return (*row, game.requested, game.margin, False)
    if game.margin is not None:
        return (*row, game.requested, game.margin)
    return (*row, True) if game.requested else row


def _in_order(rows: list[_GameRow]) -> list[_GameRow]:
    """By round and first player; at a club table that player has more games, so there by the rest as well."""
    by_player = itemgetter(0, 1)
    unique = len(set(map(by_player, rows))) == len(rows)
    return sorted(rows, key=by_player if unique else _game_order)


def _game_order(row: _GameRow) -> tuple[int, int, int, str]:
    return row[0], row[1], -1 if row[2] is None else row[2], str(row[3:])


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
        raise SnapshotError(f"snapshot format {data.get('format')!r} is not supported (expected {FORMAT})")
    try:
        return _build(data)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise SnapshotError(f"stored snapshot cannot be read: {error}") from error


def _build(data: Mapping[str, object]) -> Snapshot:
    settings = data["settings"]
    if not isinstance(settings, Mapping):
        raise SnapshotError("settings must be an object")
    teams, clubs, classes = (
        dict(_rows(data.get(name, ()), lambda row: (_int(row[0]), str(row[1]))))
        for name in ("teams", "clubs", "classes")
    )
    adjustments: dict[int, list[tuple[int, int]]] = {}
    for player, *one in _rows(data.get("adjustments", ()), lambda row: (_int(row[0]), _int(row[1]), _int(row[2]))):
        adjustments.setdefault(player, []).append((one[0], one[1]))
    return Snapshot(
        round=_int(data["round"]),
        based_on=_int_or_none(data["based_on"]),
        settings=_read_settings(settings),
        players=tuple(
            replace(
                p,
                team=teams.get(p.id),
                club=clubs.get(p.id),
                player_class=classes.get(p.id),
                adjustments=tuple(adjustments.get(p.id, ())),
            )
            for p in _rows(data["players"], _player)
        ),
        games=_rows(data["games"], _game),
        absent=tuple(_int(value) for value in _list(data["absent"])),
        requested_byes=tuple(_int(value) for value in _list(data["requested_byes"])),
        blocked=_rows(data["blocked"], _blocked),
        locked=_rows(data["locked"], lambda row: LockedPair(_int(row[0]), _int(row[1]), _int_or_none(row[2]))),
        last_tables=_rows(data.get("last_tables", ()), lambda row: (_int(row[0]), _int(row[1]))),
        prizes=PrizePlaces(
            tuple(_int(rank) for rank in _list(data.get("bands", ()))),
            _rows(data.get("class_prizes", ()), lambda row: (str(row[0]), _int(row[1]))),
        ),
        locked_byes=tuple(_int(value) for value in _list(data.get("locked_byes", ()))),
    )


def _blocked(row: Sequence[object]) -> BlockedPair:
    weak, until = row[3:5] if len(row) > 3 else (False, None)
    return BlockedPair(_int(row[0]), _int(row[1]), str(row[2]), bool(weak), _int_or_none(until))


def _player(row: Sequence[object]) -> EntrySnapshot:
    return EntrySnapshot(
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
        requested=len(row) > 6 and bool(row[6]),
        margin=_int_or_none(row[7]) if len(row) > 7 else None,
        first_known=len(row) <= 8 or bool(row[8]),
        winner=_int_or_none(row[9]) if len(row) > 9 else None,
        goes_on=_int_or_none(row[10]) if len(row) > 10 else None,
    )


def _rows(value: object, build: Callable[[Sequence[object]], T]) -> tuple[T, ...]:
    return tuple(build(_list(row)) for row in _list(value))


def _list(value: object) -> Sequence[object]:
    if isinstance(value, (list, tuple)):
        return value
    raise SnapshotError(f"expected a list, not {type(value).__name__}")


def _int(value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise SnapshotError(f"expected a whole number, not {value!r}")


def _int_or_none(value: object) -> int | None:
    return None if value is None else _int(value)
