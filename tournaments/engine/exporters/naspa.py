"""The text form in which events are sent to NASPA, and what to check of it before an event ends.

    #division A
    #ratingcheck off
    Chew, John:CM000003 1800 3 0 2; 300 50 350

It is a `.t` file without tags for each division; opponent 0 with 50 is a bye, with −50 a forfeit or a missed round.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tournaments.engine.exporters.tourney import TshDivision, tsh_losses
from tournaments.engine.exporters.tsh import write_tsh
from tournaments.engine.model import ResultKind

#: Two letters and six digits.
ID: Final = re.compile(r"[A-Z]{2}\d{6}\Z", re.ASCII)


@dataclass(frozen=True, slots=True)
class NaspaProblem:
    """Something to put right. `kind`: what; `name`: the player, or "" where it is about a division; `value`: what is wrong."""

    kind: str
    division: str
    name: str = ""
    value: str = ""


def write_naspa(divisions: Iterable[TshDivision]) -> str:
    """The whole text."""
    return "".join(_division(division) for division in divisions)


def _division(division: TshDivision) -> str:
    players = [
        replace(
            player,
            name=naspa_name(player.name),
            external_id=player.external_id.upper(),
            career_games=None,
            player_class="",
            team="",
            off=None,
        )
        for player in division.players
    ]
    lines = write_tsh(players, division.games, division.settings).splitlines()
    heading = f"#division {' '.join(division.name.split())}\n#ratingcheck off\n"
    return heading + "".join(f"{'; '.join(line.split('; ')[:2])}\n" for line in lines)


def naspa_name(name: str) -> str:
    """“Chew, John” as it is; “John Chew” with the last word before a comma."""
    words = name.split()
    if "," in name or len(words) < 2 or not any(map(str.isalpha, words[-1])):
        return name
    return f"{words[-1]}, {' '.join(words[:-1])}"


def naspa_losses(division: TshDivision) -> dict[str, Sequence[str]]:
    """What the text cannot say of a division, as ``tsh_losses``."""
    players = division.players
    losses: dict[str, Sequence[str]] = {
        **tsh_losses(division),
        "firsts": [str(game.round) for game in division.games if game.second is not None and game.first_known],
        "careers": [player.name for player in players if player.career_games is not None],
        "classes": [player.name for player in players if player.player_class or player.team],
        "tables": [str(table) for table in division.tables.values()],
        "left": [player.name for player in players if player.off is not None],
    }
    return {kind: what for kind, what in losses.items() if what}


def naspa_problems(divisions: Sequence[TshDivision]) -> list[NaspaProblem]:
    """Missing and impossible ids, names that may be turned the wrong way, games without a result."""
    ids = Counter(player.external_id.upper() for division in divisions for player in division.players)
    problems = []
    for division in divisions:
        for player in division.players:
            id_ = player.external_id.upper()
            if not id_:
                problems.append(NaspaProblem("no_id", division.name, player.name))
            elif not ID.match(id_):
                problems.append(NaspaProblem("bad_id", division.name, player.name, player.external_id))
            elif ids[id_] > 1:
                problems.append(NaspaProblem("same_id", division.name, player.name, id_))
            words = player.name.split()
            if "," not in player.name and len(words) != 2:
                problems.append(NaspaProblem("name", division.name, player.name, naspa_name(player.name)))
        pending = sum(game.kind is ResultKind.PENDING for game in division.games)
        if pending:
            problems.append(NaspaProblem("pending", division.name, value=str(pending)))
        paired = max((game.round for game in division.games), default=0)
        if paired < division.rounds:
            problems.append(NaspaProblem("rounds", division.name, value=f"{paired}/{division.rounds}"))
    return problems
