"""One event line of GCG: the part after ``>nick:``.

The tail is ``[rack] marker … score total [anything]``; the marker tells the kind: a coordinate, ``-`` and tiles, ``-``,
``--``, ``(challenge)``, ``(time)`` or unplayed tiles in round brackets.

>>> tail = parse_tail("DEIILTZ --  -24 55")
>>> tail.kind, tail.rack, tail.score, tail.total
(<Kind.WITHDRAWN: 'withdrawn'>, 'DEIILTZ', '-24', '55')
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from games.engine.crossword.board import board_layout
from games.engine.crossword.record import Kind

#: Every coordinate of the largest board, in either case, to itself in capitals; whether it is on *this* board is for
#: the check to say.
PLACES: Final = {coordinate: coordinate.upper() for coordinate in board_layout("standard21").places}
_NUMBER: Final = re.compile(r"\+?([+-]?[0-9]{1,5})\Z")
# A look-up is faster than int(), and refuses "1_000" and digits of other scripts, which int() takes.
SCORES: Final = {f"{number:+d}": number for number in range(-200, 1000)}
TOTALS: Final = {str(number): number for number in range(-200, 2000)}
_NUMBERS: Final = SCORES | TOTALS
_KEYWORDS: Final = {"(challenge)": Kind.CHALLENGE, "(time)": Kind.TIME}
# Brackets that a writer spaced out, "(A E I)", are put together before the tail is split.
_BRACKETS: Final = re.compile(r"\(([^()]{0,60})\)")


class Tail(NamedTuple):
    """The fields of an event as written; ``score`` and ``total`` are "" when they are missing."""

    kind: Kind
    rack: str
    place: str
    text: str
    score: str
    total: str
    extra: str


def parse_number(text: str) -> int | None:
    """``+12``, ``-5``, ``12`` or the ``+-10`` of some writers as a number; None for anything else."""
    value = _NUMBERS.get(text)
    if value is not None:
        return value
    match = _NUMBER.match(text.replace("\u2212", "-"))
    return int(match[1]) if match else None


def parse_tail(tail: str) -> Tail | None:
    """Split an event's tail into its fields; None when no marker is where one must be."""
    if "(" in tail:
        tail = _BRACKETS.sub(lambda match: "(" + "".join(match[1].split()) + ")", tail)
    tokens = tail.split()
    for at in (1, 0):
        if at >= len(tokens) or (at and (tokens[0][0] in "(-" or tokens[0] in PLACES)):
            continue  # that is no rack: "(time) -10 420" is no exchange of 10 tiles
        kind = _kind(tokens[at], has_rack=at == 1)
        if kind is not None:
            return _fields(kind, tokens[0] if at else "", tokens[at], tokens[at + 1 :])
    return None


def _kind(marker: str, *, has_rack: bool) -> Kind | None:
    if marker in PLACES:
        return Kind.PLAY
    if marker.lower() in _KEYWORDS:
        return _KEYWORDS[marker.lower()]
    if marker in {"-", "-0"}:
        return Kind.PASS
    if marker == "--":
        return Kind.WITHDRAWN
    if marker.startswith("-") and parse_number(marker) is None:
        return Kind.EXCHANGE
    if marker.startswith("-") and has_rack:
        return Kind.EXCHANGE  # a number of tiles; without a rack it would be a score
    if marker.startswith("(") and marker.endswith(")"):
        return Kind.RACK if has_rack else Kind.OUT
    return None


def _fields(kind: Kind, rack: str, marker: str, rest: list[str]) -> Tail:
    place = text = ""
    if kind is Kind.PLAY:
        place, text, rest = marker, rest[0] if rest else "", rest[1:]
    elif kind is Kind.EXCHANGE:
        text = marker[1:]
    elif kind in {Kind.OUT, Kind.RACK}:
        text = marker[1:-1]
    score = rest[0] if rest else ""
    total = rest[1] if len(rest) > 1 else ""
    if kind is Kind.OUT and score.startswith("-"):
        kind = Kind.RACK  # a player's own tiles, with the rack field left out
    elif kind is Kind.RACK and score.startswith("+") and parse_number(score):
        kind = Kind.OUT  # points gained: the bracketed tiles are the others'
    return Tail(kind, rack, place, text, score, total, " ".join(rest[2:]))
