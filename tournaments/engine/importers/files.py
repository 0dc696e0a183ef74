"""The files that players and games are read from, and what others are: a file that cannot be read is named by its format."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from tournaments.engine.importers import results_table, tou, tourney
from tournaments.engine.importers.roster import BadLine, RosterParse, decode, lines_of
from tournaments.engine.importers.table import parse_table
from tournaments.engine.importers.tsh import parse_tsh

Reader = Callable[[bytes | str, str], RosterParse]

#: The readers by format. Each takes the text, and the name of a division where a file may have several.
READERS: Final[Mapping[str, Reader]] = {
    "csv": lambda data, _part: parse_table(data),
    "tsh": parse_tsh,
    "tou": tou.parse_tou,
    "tourney": tourney.parse_tourney,
    "results": results_table.parse_results,
}
#: The formats that have games too.
WITH_GAMES: Final = frozenset(READERS) - {"csv"}

_NUMBER = re.compile(r"\d[\d.+]*\Z")
_CONFIG_LINE = re.compile(r"(config\s+\w+\s*=|division\s+\w+\s+\S+\.t\b|autopair\s+\w)", re.IGNORECASE)
_RT_LINE = re.compile(r".{8,9}.{20,21}\s*\d{1,4}\s+\d{2,4}\s+\d{8}\b")
_TRF_LINE = re.compile(r"(001 [ \d]{4} |012 )")
#: Lines, and characters of a line, that are looked at.
_LOOKED_AT = 50
_WIDTH = 400


def recognised(data: bytes | str) -> str:
    """The format of a text by what is in it: a key of `READERS`, another one with `format.…` in the catalogue, or "" if unknown."""
    try:
        text = decode(data)
    except BadLine:
        return ""
    start = text.lstrip()[:20_000]
    if tourney.START.search(start):
        return "tourney"
    if start.startswith("{"):
        return _json(start)
    if start[:200].casefold().startswith(("<!doctype", "<html", "<?xml")):
        return "html" if "<html" in start[:2000].casefold() or start[1] == "!" else "xml"
    lines = [line[:_WIDTH] for line in lines_of(start) if line.strip()][:_LOOKED_AT]
    return _lines(lines) if lines else ""


def _json(start: str) -> str:
    if '"players"' in start and '"divisions"' in start:
        return "tourney"
    if '"standings"' in start and '"rounds_planned"' in start:
        return "division"
    return "backup" if '"format"' in start and '"event"' in start else "json"


def _lines(lines: list[str]) -> str:
    first = lines[0]
    if tou.HEADING.match(first) or any(line.strip() == tou.END for line in lines):
        return "tou"
    if first.startswith("[") and '"' in first:
        return "pgn"
    if any(line.startswith(("#player1", "#character-encoding", ">")) for line in lines):
        return "gcg"
    if any(_CONFIG_LINE.match(line.strip()) for line in lines):
        return "config"
    if any(_TRF_LINE.match(line) for line in lines):
        return "trf"
    if results_table.heading_of(first):
        return "results"
    plain = [line for line in lines if not line.lstrip().startswith("#")]
    if any(line.casefold().startswith("#division") for line in lines) or (plain and _is_tsh(plain[0])):
        return "tsh"
    return "rt" if len(lines) > 1 and all(_RT_LINE.match(line) for line in lines[1:3]) else ""


def _is_tsh(line: str) -> bool:
    """Whether it reads “name rating opponents; scores”."""
    head, semicolon, _rest = line.partition(";")
    words = head.split()
    named = any(map(str.isalpha, head)) and "\t" not in line
    return bool(semicolon) and named and len(words) > 1 and _NUMBER.match(words[-1]) is not None


def read_file(data: bytes | str, kind: str, part: str = "") -> RosterParse:
    """Read a file in this format (a key of `READERS`). Never raises. What is plainly of another format is refused by its name."""
    actual = recognised(data)
    # a list with semicolons may look like a file of tsh
    if actual and actual != kind and (actual, kind) != ("tsh", "csv"):
        return RosterParse((), (BadLine(f"format.{actual}").at(0, ""),))
    return READERS[kind](data, part)
