"""`tourney.js`, which tsh writes for other programs: a script that sets `newt` to the divisions with their players.

A player's number is the place in the list, whose first place is empty. Lines of problems are these numbers.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any

from tournaments.engine.importers.roster import (
    BadLine,
    PastRound,
    RosterParse,
    RosterRow,
    chosen_part,
    clean_games,
    clean_name,
    clean_rating,
    clean_word,
    decode,
    finish,
    read_rows,
)
from tournaments.engine.importers.tsh import ID, MAX_ROUNDS, contradictions, penalties

START = re.compile(r"\bnewt\s*=\s*(?=\{)")
_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\bundefined\b')
_MOST_DIGITS = 9
#: The problem of a file that ends in the middle, or is no such script.
BROKEN = "tourney.broken"


def parse_tourney(data: bytes | str, part: str = "") -> RosterParse:
    """Read one division. Never raises: whatever is wrong becomes a problem. `part`: its name, where there are several."""
    try:
        divisions = _divisions(decode(data))
        division = divisions[chosen_part([name for name, _players in divisions], part)][1]
    except BadLine as bad:
        return RosterParse((), (bad.at(0, ""),))
    places = {id_: place for place, (id_, _value) in enumerate(division, start=1)}
    values = dict(division)
    rows, problems = read_rows(
        [(id_, "") for id_ in values], lambda _line, id_, place: _row(values[id_], id_, place, places)
    )
    return finish(rows, problems or contradictions(rows))


def division_names(data: bytes | str) -> tuple[str, ...]:
    """The names of the file's divisions, in order; () for one that cannot be read."""
    try:
        return tuple(name for name, _players in _divisions(decode(data)))
    except BadLine:
        return ()


def _divisions(text: str) -> list[tuple[str, list[tuple[int, dict[str, Any]]]]]:
    """The divisions by name, each with its players by id. Raises BadLine."""
    start = START.search(text)
    body = text[start.end() :] if start else text.lstrip()
    body = _TOKEN.sub(lambda token: "null" if token.group() == "undefined" else token.group(), body)
    try:
        document, _end = json.JSONDecoder(parse_int=_whole).raw_decode(body)
    except (ValueError, RecursionError) as error:
        raise BadLine(BROKEN, why=str(error)[:80]) from error
    divisions = document.get("divisions") if isinstance(document, dict) else None
    if not isinstance(divisions, list):
        raise BadLine("tourney.divisions")
    parts = [
        (str(one.get("name", "")), _players(one["players"]))
        for one in divisions
        if isinstance(one, dict) and isinstance(one.get("players"), list)
    ]
    if not parts:
        raise BadLine("tourney.divisions")
    return parts


def _whole(digits: str) -> int:
    if len(digits) > _MOST_DIGITS + 1:
        raise ValueError("a number is too long")
    return int(digits)


def _players(values: list[Any]) -> list[tuple[int, dict[str, Any]]]:
    return [(id_, value) for id_, value in enumerate(values) if id_ and isinstance(value, dict)]


def _row(value: dict[str, Any], id_: int, place: int, places: dict[int, int]) -> RosterRow:
    name = value.get("name")
    if not isinstance(name, str):
        raise BadLine("tourney.value", name="name")
    named = ID.search(name)
    etc = value.get("etc") if isinstance(value.get("etc"), dict) else {}
    assert isinstance(etc, dict)
    opponents, scores = _numbers(value, "pairings"), _numbers(value, "scores")
    starts, off = _numbers(etc, "p12"), _numbers(etc, "off")
    rounds = max(len(opponents), len(scores))
    if rounds > MAX_ROUNDS:
        raise BadLine("rounds", rounds=rounds, most=MAX_ROUNDS)
    past = []
    for k in range(rounds):
        opponent = _at(opponents, k)
        if opponent and opponent not in places:
            raise BadLine("opponent.unknown", round=k + 1, opponent=opponent, players=max(places))
        known = places[opponent] if opponent else opponent
        past.append(PastRound(k + 1, known, _at(scores, k), _at(starts, k)))
    rating = value.get("rating")
    if rating is not None and not _is_finite(rating):
        raise BadLine("tourney.value", name="rating")
    lifetime = _numbers(etc, "lifeg")
    return RosterRow(
        line=id_,
        number=place,
        name=clean_name(name[: named.start()] if named else name),
        rating=clean_rating(str(int(rating or 0))),
        career_games=clean_games(str(lifetime[0])) if lifetime and lifetime[0] is not None else None,
        external_id=named.group(1) if named else clean_word(_word(etc, "naspa") or _word(etc, "xtid"), "id"),
        player_class=clean_word(_word(etc, "class"), "class"),
        team=clean_word(_word(etc, "team"), "team"),
        inactive=bool(off),
        missed_spread=(off[0] or 0) if off else None,
        past=tuple(past),
        boards=tuple(max(0, board or 0) for board in _numbers(etc, "board")[:MAX_ROUNDS]),
        adjustments=penalties([str(points or 0) for points in _numbers(etc, "penalty")]),
    )


def _is_finite(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def _at(numbers: list[int | None], k: int) -> int | None:
    return numbers[k] if k < len(numbers) else None


def _numbers(value: dict[str, Any], name: str) -> list[int | None]:
    """A list of whole numbers, where nothing may stand too; nothing at all is an empty one. Raises BadLine."""
    numbers = value.get(name)
    if numbers is None:
        return []
    if not isinstance(numbers, list):
        raise BadLine("tourney.value", name=name)
    for number in numbers:
        if number is not None and (not isinstance(number, int) or isinstance(number, bool)):
            raise BadLine("tourney.value", name=name)
    return numbers


def _word(etc: dict[str, Any], name: str) -> str:
    words = etc.get(name)
    if not isinstance(words, list):
        return ""
    return " ".join(str(word) for word in words if isinstance(word, (str, int)))
