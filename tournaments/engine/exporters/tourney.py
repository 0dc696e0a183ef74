"""`tourney.js`: the file that tsh writes for other programs, a script that sets one variable.

    newt={"config":{…},"divisions":[{"name":"A","players":[null,{"id":1,"name":"…","pairings":[2],"scores":[431],…}]}]};

A player's place in the list is the number; `etc` holds what the tags of a `.t` file hold, as lists. tsh writes
`undefined` where there is nothing, here it is `null`, so that what follows the sign is JSON as well. What the file cannot
say is what a `.t` file cannot (`exporters.tsh`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.engine.exporters.tsh import Cell, TshPlayer, cells_of
from tournaments.engine.model import GameFact, ResultKind, StandingsRules


@dataclass(frozen=True, slots=True)
class TshDivision:
    """A division as tsh has it. `players` are numbered 1, 2, 3 … in order; `games` name them by these numbers.

    `rounds`: how many are planned. `tables`: where games were played, by round and first player.
    """

    name: str
    players: Sequence[TshPlayer]
    games: Sequence[GameFact]
    settings: StandingsRules
    rounds: int
    tables: Mapping[tuple[int, int], int]


def write_tourney(event: str, date: str, divisions: Iterable[TshDivision]) -> str:
    """The whole file. `event`: its name; `date`: as it is to be read."""
    values = [_division(division) for division in divisions]
    rounds = max((division["maxr"] + 1 for division in values), default=0)
    document = {
        "config": {"event_name": event, "event_date": date, "max_rounds": rounds},
        "divisions": values,
    }
    text = json.dumps(document, separators=(",", ":"), sort_keys=True)
    # nothing in it can end the script of a page that holds it
    return "newt=" + text.replace("<", "\\u003c").replace(">", "\\u003e") + ";\n"


def tsh_losses(division: TshDivision) -> dict[str, Sequence[str]]:
    """What the files of tsh cannot say of a division, by kind, each with the games that it is about; none of those that are nothing."""
    names = {player.number: player.name for player in division.players}

    def games(wrong: Iterable[GameFact]) -> list[str]:
        return [f"{game.round}: {names[game.first]}" for game in wrong]

    unplayed = {ResultKind.FORFEIT_WIN, ResultKind.FORFEIT_LOSS, ResultKind.DOUBLE_FORFEIT}
    losses: dict[str, Sequence[str]] = {
        "winners": games(game for game in division.games if game.winner is not None),
        "void": games(game for game in division.games if game.kind is ResultKind.VOID),
        "forfeits": games(game for game in division.games if game.second is not None and game.kind in unplayed),
    }
    return {kind: what for kind, what in losses.items() if what}


def _division(division: TshDivision) -> dict[str, Any]:
    cells = cells_of(division.players, division.games, division.settings, division.tables)
    paired = max((game.round for game in division.games), default=0)
    return {
        "name": division.name,
        "maxr": max(division.rounds, paired) - 1,
        "maxrp": paired - 1,
        "players": [None, *(_player(player, cells[player.number]) for player in division.players)],
    }


def _player(player: TshPlayer, cells: Sequence[Cell]) -> dict[str, Any]:
    scores = [cell.score for cell in cells]
    while scores and scores[-1] is None:
        scores.pop()
    etc: dict[str, list[Any]] = {"board": [], "p12": []}
    if any(cell.table for cell in cells):
        etc["board"] = [cell.table for cell in cells]
    if any(cell.start for cell in cells):
        etc["p12"] = [cell.start for cell in cells]
    if player.career_games is not None:
        etc["lifeg"] = [player.career_games]
    if player.off is not None:
        etc["off"] = [player.off]
    if player.adjustments:
        etc["penalty"] = player.penalties()
    etc |= {key: value.split() for key, value in (("class", player.player_class), ("team", player.team)) if value}
    return {
        "id": player.number,
        "name": player.name + (f":{player.external_id}" if player.external_id else ""),
        "rating": player.rating or 0,
        "pairings": [cell.opponent for cell in cells],
        "scores": scores,
        "etc": etc,
    }
