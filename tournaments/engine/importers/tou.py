"""AUPAIR's `.tou` files, in which events are sent to WESPA: a line a player, with a score and an opponent for each round.

    *M31.12.1969 Name of the event
    *A
                                          0
    Mark Nyman           2488  16 2458  +4  345  +8
    *** END OF FILE ***

A score has 2 before it if won, 1 if tied; an opponent is a place in the section, with + where the player went first. A
player's own number is no opponent: 2 a bye, 1 no game, 0 a forfeit. Lines that begin with a blank, and those with one
number (high words), are no players.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tournaments.engine.importers.roster import (
    BadLine,
    PastRound,
    RosterParse,
    RosterProblem,
    RosterRow,
    chosen_part,
    clean_name,
    decode,
    finish,
    lines_of,
    read_rows,
    whole_number,
)
from tournaments.engine.importers.tsh import MAX_ROUNDS, contradictions

HEADING = re.compile(r"\*M\d{1,2}\.\d{1,2}\.\d{4}\b")
END = "*** END OF FILE ***"
_SHORT = 3
_SAYS = {2: "won", 1: "tied", 0: "lost"}
Lines = list[tuple[int, str]]


def parse_tou(data: bytes | str, part: str = "") -> RosterParse:
    """Read one section. Never raises: whatever is wrong becomes a problem with its line. `part`: its name, where there are several."""
    try:
        sections = sections_of(decode(data))
        lines = sections[chosen_part([name for name, _lines in sections], part)][1]
    except BadLine as bad:
        return RosterParse((), (bad.at(0, ""),))
    won: dict[tuple[int, int], int] = {}
    rows, problems = read_rows(lines, lambda line, number, player: _row(line, number, player, won))
    return finish(rows, problems or contradictions(rows) or _disagreements(rows, won))


def sections_of(text: str) -> list[tuple[str, Lines]]:
    """The sections with players, by name, each with its players' lines and their numbers; at least one."""
    sections: list[tuple[str, Lines]] = [("", [])]
    for number, line in enumerate(lines_of(text), start=1):
        stripped = line.strip()
        if stripped == END:
            break
        if line.startswith("*"):
            if not HEADING.match(line):
                sections.append((stripped[1:].strip(), []))
        elif not line.startswith(" ") and len(stripped) >= _SHORT and len(_split(line)[1]) != 1:
            sections[-1][1].append((number, line))
    return [section for section in sections if section[1]] or sections[:1]


def _split(line: str) -> tuple[str, list[str]]:
    """The name (the leading words with a letter), and the numbers behind it; a + belongs to the number after it."""
    words = line.split()
    end = next((index for index, word in enumerate(words) if not any(map(str.isalpha, word))), len(words))
    return " ".join(words[:end]), re.sub(r"\s*\+\s*", " +", " ".join(words[end:])).split()


def _row(line: str, number: int, player: int, won: dict[tuple[int, int], int]) -> RosterRow:
    """`won` takes what the prefix of each game's score says, by player and round."""
    raw_name, words = _split(line)
    if not raw_name:
        raise BadLine("no_name")
    if len(words) % 2:
        raise BadLine("tou.odd")
    if len(words) > 2 * MAX_ROUNDS:
        raise BadLine("rounds", rounds=len(words) // 2, most=MAX_ROUNDS)
    past = tuple(_past(k, player, words[2 * (k - 1)], words[2 * k - 1], won) for k in range(1, len(words) // 2 + 1))
    return RosterRow(line=number, number=player, name=clean_name(raw_name), past=past)


def _past(round_: int, player: int, score: str, opponent: str, won: dict[tuple[int, int], int]) -> PastRound:
    value = whole_number(score)
    if value is None or not 0 <= value < 3000 or score.startswith("+"):
        raise BadLine("tou.score", round=round_, given=score[:20])
    other = whole_number(opponent)
    if other is None or other < 0:
        raise BadLine("tou.opponent", round=round_, given=opponent[:20])
    result, points = divmod(value, 1000)
    if other in {0, player}:
        if result == 2:
            return PastRound(round_, 0, None, 0)
        return PastRound(round_, 0, 0, 0, forfeit=result == 0)
    won[player, round_] = result
    return PastRound(round_, other, points, 1 if opponent.startswith("+") else None)


def _disagreements(rows: Sequence[RosterRow], won: dict[tuple[int, int], int]) -> list[RosterProblem]:
    """Games whose prefixes or marks for going first contradict the other player's line."""
    problems = []
    for (player, round_), result in won.items():
        row = rows[player - 1]
        own = row.past[round_ - 1]
        other = rows[(own.opponent or 0) - 1].past[round_ - 1]
        ours, theirs = own.score or 0, other.score or 0
        if result != 1 + (ours > theirs) - (ours < theirs):
            values = {"round": round_, "says": _SAYS[result], "own": ours, "other": theirs}
            problems.append(RosterProblem(row.line, row.name, "tou.result", values))
        elif own.start == other.start == 1 and player < (own.opponent or 0):
            values = {"round": round_, "opponent": own.opponent}
            problems.append(RosterProblem(row.line, row.name, "tou.both_first", values))
    return problems
