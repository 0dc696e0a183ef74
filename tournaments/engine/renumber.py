"""The same facts and the same plan with other ids, for a copy of an event. Plans depend on numbers, never on ids."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from tournaments.engine.model import Snapshot

Ids = Mapping[int, int]


def renumbered(snapshot: Snapshot, ids: Ids) -> Snapshot:
    """The snapshot with each player's new id. Raises KeyError for a player who has none."""
    return replace(
        snapshot,
        players=tuple(replace(player, id=ids[player.id]) for player in snapshot.players),
        games=tuple(
            replace(game, first=ids[game.first], second=_one(game.second, ids), winner=_one(game.winner, ids))
            for game in snapshot.games
        ),
        absent=_all(snapshot.absent, ids),
        requested_byes=_all(snapshot.requested_byes, ids),
        blocked=tuple(replace(pair, a=ids[pair.a], b=ids[pair.b]) for pair in snapshot.blocked),
        locked=tuple(
            replace(pair, a=ids[pair.a], b=ids[pair.b], first=None if pair.first is None else ids[pair.first])
            for pair in snapshot.locked
        ),
        locked_byes=_all(snapshot.locked_byes, ids),
        last_tables=tuple((ids[player], table) for player, table in snapshot.last_tables),
    )


def renumbered_plan(plan: Mapping[str, Any], ids: Ids, fingerprint: str) -> dict[str, Any]:
    """A stored plan (`Plan.as_dict`) with each player's new id; `fingerprint`: of the renumbered snapshot.

    Raises KeyError for a player who has none.
    """
    return {
        **plan,
        "fingerprint": fingerprint,
        "pairs": [{**pair, "first": ids[pair["first"]], "second": ids[pair["second"]]} for pair in plan["pairs"]],
        "byes": [
            {**bye, "player": ids[bye["player"]], "passed_over": _all(bye["passed_over"], ids)} for bye in plan["byes"]
        ],
        **{
            name: [{**item, "players": _all(item["players"], ids)} for item in plan.get(name, ())]
            for name in ("table_conflicts", "notes")
        },
        "groups": [_all(group, ids) for group in plan.get("groups", ())],
    }


def _one(player: int | None, ids: Ids) -> int | None:
    return None if player is None else ids[player]


def _all(players: Iterable[int], ids: Ids) -> tuple[int, ...]:
    return tuple(ids[player] for player in players)
