"""What every roster format becomes, and the checks that all of them share."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

MAX_BYTES = 2_000_000
MAX_ROWS = 2_000
MAX_NAME = 80
MAX_ID = 30
MAX_RATING = 4_000
MAX_GAMES = 100_000
SHOWN = 120  # characters of a bad line that a problem repeats


@dataclass(frozen=True, slots=True)
class PastRound:
    """A round of an imported event as one player's line tells it.

    `opponent`: the other's `RosterRow.number`, 0 = bye or no game, None = not paired. `score`: own points (of a bye,
    its spread), None = not entered. `start`: 1 first, 2 second, 0 neither, 3 the two drew for it, None = not told.
    """

    round: int
    opponent: int | None
    score: int | None
    start: int | None


@dataclass(frozen=True, slots=True)
class RosterRow:
    """One player. `line` counts lines of the text, `number` players, both from 1. `rating` None = unrated.

    `boards`: where the player sat in round 1, 2 …, as far as the file tells; 0 = nowhere.
    """

    line: int
    number: int
    name: str
    rating: int | None = None
    career_games: int | None = None
    external_id: str = ""
    player_class: str = ""
    team: str = ""
    inactive: bool = False
    past: tuple[PastRound, ...] = ()
    boards: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RosterProblem:
    """What is wrong with one line, and what to do. Line 0 = the text as a whole. `code` is stable, for translation."""

    line: int
    text: str
    code: str
    message: str
    remedy: str


@dataclass(frozen=True, slots=True)
class RosterParse:
    """All rows that could be read and all problems. Import only when there are no problems."""

    rows: tuple[RosterRow, ...]
    problems: tuple[RosterProblem, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether there is something to import and nothing wrong with it."""
        return bool(self.rows) and not self.problems


class BadLine(Exception):
    """Raised while reading one line; becomes a RosterProblem."""

    def __init__(self, code: str, message: str, remedy: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.remedy = remedy

    def at(self, line: int, text: str) -> RosterProblem:
        """The problem, with its place."""
        return RosterProblem(line, text.strip()[:SHOWN], self.code, self.message, self.remedy)


def decode(data: bytes | str) -> str:
    """The text of a file or of a form field: UTF-8 or UTF-16 by its mark, UTF-8 if valid, else ISO-8859-1.

    Raises BadLine for what is too big or is not text.
    """
    size = len(data)
    if size > MAX_BYTES:
        raise BadLine("too_big", f"the text has {size:,} bytes; {MAX_BYTES:,} are allowed", "import a smaller file")
    if isinstance(data, str):
        text = data
    elif data.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = data.decode("utf-16", errors="replace")
    else:
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            text = data.decode("iso-8859-1")
    if "\x00" in text:
        raise BadLine("binary", "this is not a text file", "save the list as text (.csv, .txt or .t) and try again")
    return text.removeprefix("\ufeff")


def lines_of(text: str) -> list[str]:
    """Lines by any of the three line endings, and by nothing else that Unicode might call one."""
    return re.split(r"\r\n|\r|\n", text)


def clean_name(raw: str) -> str:
    """The name, composed (NFC), with single spaces. Raises BadLine when it is empty, too long or not printable."""
    name = " ".join(unicodedata.normalize("NFC", raw).split())
    if not name:
        raise BadLine("no_name", "the name is missing", "write the player's name first")
    if len(name) > MAX_NAME:
        raise BadLine("long_name", f"the name has {len(name)} characters; {MAX_NAME} are allowed", "shorten it")
    if not name.isprintable():
        raise BadLine("odd_name", "the name holds characters that cannot be printed", "type the name again")
    if not any(character.isalpha() for character in name):
        raise BadLine("no_name", f"“{name}” has no letter in it", "write the player's name first")
    return name


def clean_rating(raw: str) -> int | None:
    """A rating; 0, nothing, “-” and “unrated” mean unrated. Raises BadLine."""
    if raw.strip().casefold() in {"", "0", "-", "–", "nr", "unr", "unrated"}:
        return None
    rating = whole_number(raw)
    if rating is None:
        remedy = "write a whole number, or 0 for unrated; put a name that has a comma in quotes"
        raise BadLine("rating", f"the rating “{raw.strip()[:20]}” is not a whole number", remedy)
    if not 0 <= rating <= MAX_RATING:
        raise BadLine("rating_range", f"the rating {rating} is not between 0 and {MAX_RATING}", "correct it")
    return rating or None


def clean_games(raw: str) -> int | None:
    """A number of career games; nothing = not known. Raises BadLine."""
    if not raw.strip():
        return None
    games = whole_number(raw)
    if games is None or not 0 <= games <= MAX_GAMES:
        message = f"the number of games “{raw.strip()[:20]}” is not a whole number from 0 to {MAX_GAMES}"
        raise BadLine("games", message, "correct it or leave it empty")
    return games


def clean_word(raw: str, what: str) -> str:
    """An id, class or team. Raises BadLine when it is too long or not printable."""
    word = " ".join(raw.split())
    if len(word) > MAX_ID or not word.isprintable():
        raise BadLine("long_field", f"the {what} is longer than {MAX_ID} characters or cannot be printed", "shorten it")
    return word


def whole_number(raw: str) -> int | None:
    """The number written in plain digits, with a sign if any; None otherwise."""
    text = raw.strip()
    digits = text[1:] if text[:1] in {"+", "-"} else text
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= 9 else None


def check_duplicates(rows: Iterable[RosterRow]) -> Iterable[RosterProblem]:
    """Names, and ids where given, may occur only once."""
    names: dict[str, RosterRow] = {}
    ids: dict[str, RosterRow] = {}
    for row in rows:
        other = names.setdefault(row.name.casefold(), row)
        if other is not row:
            message = f"“{row.name}” is already on line {other.line}"
            yield RosterProblem(
                row.line, row.name, "duplicate_name", message, "remove one, or tell the two apart by an initial"
            )
        if row.external_id:
            other = ids.setdefault(row.external_id.casefold(), row)
            if other is not row:
                message = f"the id {row.external_id} is already on line {other.line} ({other.name})"
                yield RosterProblem(row.line, row.name, "duplicate_id", message, "correct one of the two ids")


def finish(rows: list[RosterRow], problems: list[RosterProblem]) -> RosterParse:
    """Add the checks that need the whole list, and put the problems in order of lines."""
    found = [*problems, *check_duplicates(rows)]
    if not rows and not found:
        found.append(RosterProblem(0, "", "empty", "there is no player in the text", "put one player on each line"))
    return RosterParse(tuple(rows), tuple(sorted(found, key=lambda problem: problem.line)))


def too_many(line: int, text: str) -> RosterProblem:
    """The problem of a list with more players than are allowed."""
    message = f"there are more than {MAX_ROWS:,} players"
    return BadLine("too_many", message, "split the list into divisions").at(line, text)
