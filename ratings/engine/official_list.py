"""Reading an official rating list: CSV with a header, tab-separated columns, or the fixed columns of ``.RT`` files."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from core.typed import cells_of

MOST_LINES = 20_000
# Comparing spellings takes some microseconds a pair: a federation's list against a small club, not against everybody.
_MOST_COMPARISONS = 1_000_000
_LONGEST_NAME = 80
_NAMES = {
    "name": ("name", "player"),
    "rating": ("rating", "rtg"),
    "games": ("games", "gp", "career_games"),
    "external_id": ("id", "external_id", "federation id"),
}


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """A line of an official list; `line` counts from 1, `games` is None when the list does not say."""

    line: int
    name: str
    rating: int
    games: int | None = None
    external_id: str = ""


@dataclass(frozen=True, slots=True)
class ListProblem:
    """A line that cannot be read: `code` says what is wrong, `value` with what."""

    line: int
    code: str
    value: str


@dataclass(frozen=True, slots=True)
class ParsedList:
    """The players of a list, and the lines that cannot be read."""

    players: tuple[ListedPlayer, ...]
    problems: tuple[ListProblem, ...]


def folded(name: str) -> str:
    """A name as it is compared: no accents, no punctuation, lower case, “Last, First” turned round."""
    last, comma, first = name.partition(",")
    text = f"{first} {last}" if comma else name
    plain = "".join(one for one in unicodedata.normalize("NFKD", text) if not unicodedata.combining(one))
    return " ".join(re.sub(r"[^\w]+", " ", plain).casefold().split())


def parse_list(text: str) -> ParsedList:
    """Read a list; never raises for bad text."""
    lines = text.lstrip("\ufeff").splitlines()
    if len(lines) > MOST_LINES:
        return ParsedList((), (ListProblem(0, "too_long", str(len(lines))),))
    parsed = [_player(number, cells) for number, cells in _rows(lines)]
    players = [row for row in parsed if isinstance(row, ListedPlayer)]
    problems = [row for row in parsed if isinstance(row, ListProblem)]
    first_lines: dict[tuple[str, str], int] = {}
    for player in players:
        first = first_lines.setdefault((folded(player.name), player.external_id), player.line)
        if first != player.line:
            problems.append(ListProblem(player.line, "twice", str(first)))
    if not players and not problems:
        problems.append(ListProblem(0, "empty", ""))
    return ParsedList(tuple(players), tuple(problems))


def _rows(lines: Sequence[str]) -> Iterable[tuple[int, Mapping[str, str]]]:
    """The cells of each line by what they are."""
    first = next((line for line in lines if line.strip()), "")
    delimiter = "\t" if "\t" in first else ";" if ";" in first else ","
    heads = [head.strip().casefold() for head in cells_of(first, delimiter)]
    columns = {what: heads.index(name) for what, names in _NAMES.items() for name in names if name in heads}
    if "name" in columns and "rating" in columns:
        for number, line in enumerate(lines, 1):
            if line is not first and line.strip():
                cells = cells_of(line, delimiter)
                yield number, {what: cells[at] for what, at in columns.items() if at < len(cells)}
        return
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        if "\t" in line:
            cells = line.split("\t")
            # name, rating, rank, expiry, games, or only name, rating, games
            games = cells[4] if len(cells) > 4 else cells[2] if len(cells) == 3 else ""
            yield number, {"name": cells[0], "rating": cells[1], "games": games}
        elif re.fullmatch(r".{9}.{20} [ \d]{4} [ \d]{4}( .*)?", line):
            yield number, {"name": line[9:29], "games": line[30:34], "rating": line[35:39]}
        else:
            cells = cells_of(line)
            yield number, dict(zip(("name", "rating", "games"), cells, strict=False))


def _player(number: int, cells: Mapping[str, str]) -> ListedPlayer | ListProblem:
    name = " ".join(cells.get("name", "").lstrip("'").split())
    rating, games = cells.get("rating", "").strip(), cells.get("games", "").strip()
    if not name or len(name) > _LONGEST_NAME:
        return ListProblem(number, "name", name[:40])
    if not re.fullmatch(r"[0-9]{1,4}", rating) or int(rating) == 0:
        return ListProblem(number, "rating", rating[:40])
    if games and not re.fullmatch(r"[0-9]{1,6}", games):
        return ListProblem(number, "games", games[:40])
    identity = cells.get("external_id", "").strip()[:30]
    return ListedPlayer(number, name, int(rating), int(games) if games else None, identity)


@dataclass(frozen=True, slots=True)
class Known:
    """A player of the club."""

    id: int
    name: str
    external_id: str


@dataclass(frozen=True, slots=True)
class Match:
    """Who a listed player is: `known` when it is certain, else people it might be, likeliest first."""

    listed: ListedPlayer
    known: Known | None
    candidates: tuple[Known, ...] = ()


def match(listed: Sequence[ListedPlayer], club: Sequence[Known]) -> tuple[Match, ...]:
    """Find each listed player in the club: by federation id, else by a name only one of them has.

    Similar spellings are looked for where that is not too much work.
    """
    by_id = {known.external_id.casefold(): known for known in club if known.external_id}
    by_name: dict[str, list[Known]] = {}
    for known in club:
        by_name.setdefault(folded(known.name), []).append(known)
    matches = []
    nearby = list(by_name)
    if len(listed) * len(nearby) > _MOST_COMPARISONS:
        # Most players on a long list are not in the club: compare only those of the club who are not on it by name.
        exact = {folded(player.name) for player in listed}
        nearby = [name for name in nearby if name not in exact]
    if len(listed) * len(nearby) > _MOST_COMPARISONS:
        nearby = []
    for player in listed:
        same = by_name.get(folded(player.name), [])
        if player.external_id:
            # Another id is another person, whatever the name.
            same = [known for known in same if known.external_id.casefold() in ("", player.external_id.casefold())]
        certain = by_id.get(player.external_id.casefold()) or (same[0] if len(same) == 1 else None)
        near = same or [
            known
            for name in (() if certain else get_close_matches(folded(player.name), nearby, 3, 0.8))
            for known in by_name[name]
        ]
        matches.append(Match(player, certain, () if certain else tuple(near)))
    return tuple(matches)
