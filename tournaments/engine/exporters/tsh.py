"""Division files of tsh (`.t`), written so that tsh and `importers.tsh` read them back.

The format has a number and a score for each round and no kinds of results: a bye, a forfeit and a missed round are
opponent 0 with the spread that counts (0 for none), so the kind of a forfeit and the opponent's name are lost. A game
of which nobody knows who went first is written as drawn for (3).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.engine.adjustments import Adjustments
from tournaments.engine.importers.tsh import UNDEFINED
from tournaments.engine.model import GameFact, ResultKind, StandingsRules

_DIGITS = re.compile(r"\d[\d.+]*")


@dataclass(frozen=True, slots=True)
class TshPlayer:
    """One line of the file. `number` is its place, from 1.

    `off`: what each round counts for a player who has left. `adjustments`: round and points of each spread adjustment.
    """

    number: int
    name: str
    rating: int | None = None
    external_id: str = ""
    career_games: int | None = None
    player_class: str = ""
    team: str = ""
    off: int | None = None
    adjustments: Adjustments = ()

    def penalties(self) -> list[int]:
        """What is added to the spread in round 1, 2 … up to the last that has an adjustment."""
        points = dict(self.adjustments)
        return [points.get(number, 0) for number in range(1, max(points, default=0) + 1)]


@dataclass(frozen=True, slots=True)
class Cell:
    """What one round is for a player: opponent (0: none), score (None: to be played), p12 code, table."""

    opponent: int
    score: int | None
    start: int
    table: int = 0


_NOTHING = Cell(0, 0, 0)
_DRAWN = 3


def write_tsh(
    players: Sequence[TshPlayer],
    games: Iterable[GameFact],
    settings: StandingsRules,
    tables: Mapping[tuple[int, int], int] | None = None,
) -> str:
    """The division file. `players` are numbered 1, 2, 3 … in order; `games` name them by these numbers.

    `tables`: where they were played, by round and first player.
    """
    cells = cells_of(players, games, settings, tables)
    return "".join(f"{_line(player, cells[player.number])}\n" for player in players)


def cells_of(
    players: Sequence[TshPlayer],
    games: Iterable[GameFact],
    settings: StandingsRules,
    tables: Mapping[tuple[int, int], int] | None = None,
) -> dict[int, list[Cell]]:
    """Each player's rounds by number, from round 1 to the last one of all; arguments as of `write_tsh`."""
    facts = list(games)
    rounds = max((game.round for game in facts), default=0)
    cells: dict[tuple[int, int], Cell] = {}
    for game in facts:
        table = (tables or {}).get((game.round, game.first), 0)
        cells |= {(game.round, number): replace(cell, table=table) for number, cell in _cells(game, settings).items()}
    return {
        player.number: [cells.get((round_, player.number), _NOTHING) for round_ in range(1, rounds + 1)]
        for player in players
    }


def _cells(game: GameFact, settings: StandingsRules) -> Mapping[int, Cell]:
    """The round in each player's line."""
    if game.second is None:
        spread = 0
        if game.kind in {ResultKind.BYE, ResultKind.FORFEIT_LOSS}:
            default = settings.bye_spread if game.kind is ResultKind.BYE else settings.forfeit_spread
            spread = default if game.first_score is None else game.first_score
        return {game.first: Cell(0, spread, 0)}
    if game.kind in {ResultKind.PLAYED, ResultKind.PENDING}:
        starts = (1, 2) if game.first_known else (_DRAWN, _DRAWN)
        return {
            game.first: Cell(game.second, game.first_score, starts[0]),
            game.second: Cell(game.first, game.second_score, starts[1]),
        }
    lost = settings.forfeit_spread
    if game.first_score is not None:
        lost = -game.first_score if game.kind is ResultKind.FORFEIT_WIN else game.first_score
    spreads = {
        ResultKind.FORFEIT_WIN: (-lost, lost),
        ResultKind.FORFEIT_LOSS: (lost, -lost),
        ResultKind.DOUBLE_FORFEIT: (lost, lost),
    }.get(game.kind, (0, 0))
    return {game.first: Cell(0, spreads[0], 0), game.second: Cell(0, spreads[1], 0)}


def _line(player: TshPlayer, cells: Sequence[Cell]) -> str:
    name = _name(player.name) + (f":{player.external_id}" if re.fullmatch(r"\w{1,30}", player.external_id) else "")
    head = " ".join([name, str(player.rating or 0), *(str(cell.opponent) for cell in cells)])
    scores = [cell.score for cell in cells]
    while scores and scores[-1] is None:
        scores.pop()
    fields = [head, " ".join(UNDEFINED if score is None else str(score) for score in scores)]
    if any(cell.table for cell in cells):
        fields.append("board " + " ".join(str(cell.table) for cell in cells))
    if any(cell.start in {1, 2} for cell in cells):
        fields.append("p12 " + " ".join(str(cell.start) for cell in cells))
    fields += _tags(player)
    return "; ".join(fields)


def _name(name: str) -> str:
    """The name, escaped: a number at its end would be read as the rating, and gets a “#”."""
    words = name.split()
    end = len(words)
    while end > 1 and _DIGITS.fullmatch(words[end - 1]):
        end -= 1
    safe = " ".join([*words[:end], *(f"#{word}" for word in words[end:])])
    return re.sub(r"([\\;])", r"\\\1", safe).replace(":", "∶")


def _tags(player: TshPlayer) -> list[str]:
    tags = [
        ("lifeg", "" if player.career_games is None else str(player.career_games)),
        ("class", player.player_class),
        ("team", player.team),
        ("penalty", " ".join(map(str, player.penalties()))),
    ]
    fields = [f"{name} " + re.sub(r"([\\;])", r"\\\1", value) for name, value in tags if value]
    return fields if player.off is None else [*fields, f"off {player.off}"]
