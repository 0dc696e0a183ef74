"""What every roster format is read into, and the checks that all share."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from core.typed import plain_digits
from tournaments.engine.adjustments import Adjustments
from tournaments.engine.importers.problems import CATALOGUE, Values
from tournaments.engine.model import GameFact

MAX_BYTES = 2_000_000
MAX_ROWS = 2_000
MAX_NAME = 80
MAX_ID = 30
MAX_RATING = 4_000
MAX_GAMES = 100_000
SHOWN = 120  # characters of a bad line that a problem repeats


@dataclass(frozen=True, slots=True)
class PastRound:
    """A round of an imported event, from one player's line.

    `opponent`: the other's `RosterRow.number`, 0 = bye or no game, None = not paired. `score`: own points (of a bye,
    its spread), None = not entered. `start`: 1 first, 2 second, 0 neither, 3 the two drew for it, None = not given.
    `forfeit`: lost without playing, in a file that does not say by how much.
    """

    round: int
    opponent: int | None
    score: int | None
    start: int | None
    forfeit: bool = False


@dataclass(frozen=True, slots=True)
class RosterRow:
    """One player. `line` counts lines of the text, `number` players, both from 1. `rating` None = unrated.

    `boards`: where the player sat in round 1, 2 …, as far as the file says; 0 = nowhere.
    `adjustments`: round and points of each spread adjustment.
    """

    line: int
    number: int
    name: str
    rating: int | None = None
    career_games: int | None = None
    external_id: str = ""
    player_class: str = ""
    team: str = ""
    club: str = ""
    inactive: bool = False
    missed_spread: int | None = None
    past: tuple[PastRound, ...] = ()
    boards: tuple[int, ...] = ()
    adjustments: Adjustments = ()


def _code(name: str) -> str:
    return name.partition(".")[0]


@dataclass(frozen=True, slots=True)
class RosterProblem:
    """What is wrong with one line, and what to do. Line 0 = the text as a whole.

    `name`: of its sentences in the catalogue, which `values` fill in.
    """

    line: int
    text: str
    name: str
    values: Values = field(default_factory=dict)

    @property
    def code(self) -> str:
        """What kind of problem it is; stable."""
        return _code(self.name)

    @property
    def message(self) -> str:
        """What is wrong, in English."""
        return CATALOGUE[self.name][0] % self.values

    @property
    def remedy(self) -> str:
        """What to do, in English."""
        return CATALOGUE[self.name][1] % self.values


@dataclass(frozen=True, slots=True)
class RosterParse:
    """All rows that could be read and all problems. Import only when there are no problems.

    `facts`: the games, where the file has them as such and not in the players' lines.
    """

    rows: tuple[RosterRow, ...]
    problems: tuple[RosterProblem, ...] = ()
    facts: tuple[GameFact, ...] | None = None

    @property
    def ok(self) -> bool:
        """Whether there is something to import and nothing wrong with it."""
        return bool(self.rows) and not self.problems


class BadLine(Exception):
    """Raised while reading one line; becomes a RosterProblem. `name` and `values` as there."""

    def __init__(self, name: str, /, **values: object) -> None:
        super().__init__(name)
        self.name, self.values = name, values

    @property
    def code(self) -> str:
        """The problem's code."""
        return _code(self.name)

    def at(self, line: int, text: str) -> RosterProblem:
        """The problem, with its place."""
        return RosterProblem(line, text.strip()[:SHOWN], self.name, self.values)


def decode(data: bytes | str) -> str:
    """The text of a file or of a form field: UTF-8 or UTF-16 by its mark, UTF-8 if valid, else ISO-8859-1.

    Raises BadLine for what is too big or is not text.
    """
    size = len(data)
    if size > MAX_BYTES:
        raise BadLine("too_big", size=f"{size:,}", most=f"{MAX_BYTES:,}")
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
        raise BadLine("binary")
    return text.removeprefix("\ufeff")


def lines_of(text: str) -> list[str]:
    """Lines by any of the three line endings, and by nothing else that Unicode might call one."""
    return re.split(r"\r\n|\r|\n", text)


def clean_name(raw: str) -> str:
    """The name in plain characters, accents put together, with single spaces. Raises BadLine when it cannot be one."""
    name = " ".join(unicodedata.normalize("NFKC", raw).split())
    if not name:
        raise BadLine("no_name")
    if len(name) > MAX_NAME:
        raise BadLine("long_name", length=len(name), most=MAX_NAME)
    if not name.isprintable():
        raise BadLine("odd_name")
    if not any(character.isalpha() for character in name):
        raise BadLine("no_name.letter", name=name)
    return name


def clean_rating(raw: str) -> int | None:
    """A rating; 0, nothing, “-” and “unrated” mean unrated. Raises BadLine."""
    if raw.strip().casefold() in {"", "0", "-", "–", "nr", "unr", "unrated"}:
        return None
    rating = whole_number(raw)
    if rating is None:
        raise BadLine("rating", given=raw.strip()[:20])
    if not 0 <= rating <= MAX_RATING:
        raise BadLine("rating_range", rating=rating, most=MAX_RATING)
    return rating or None


def clean_games(raw: str) -> int | None:
    """A number of career games; nothing = not known. Raises BadLine."""
    if not raw.strip():
        return None
    games = whole_number(raw)
    if games is None or not 0 <= games <= MAX_GAMES:
        raise BadLine("games", given=raw.strip()[:20], most=MAX_GAMES)
    return games


def clean_word(raw: str, what: str) -> str:
    """An id, class, team or club (`what`). Raises BadLine when it is too long or not printable."""
    word = " ".join(raw.split())
    if len(word) > MAX_ID or not word.isprintable():
        raise BadLine(f"long_field.{what}", most=MAX_ID)
    return word


def whole_number(raw: str) -> int | None:
    """The number written in the digits of any keyboard, with a sign if any; None otherwise."""
    text = plain_digits(raw).strip()
    digits = text[1:] if text[:1] in {"+", "-"} else text
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= 9 else None


def check_duplicates(rows: Iterable[RosterRow]) -> Iterable[RosterProblem]:
    """Names, and ids where given, may occur only once."""
    names: dict[str, RosterRow] = {}
    ids: dict[str, RosterRow] = {}
    for row in rows:
        other = names.setdefault(row.name.casefold(), row)
        if other is not row:
            yield RosterProblem(row.line, row.name, "duplicate_name", {"name": row.name, "line": other.line})
        if row.external_id:
            other = ids.setdefault(row.external_id.casefold(), row)
            if other is not row:
                values = {"id": row.external_id, "line": other.line, "name": other.name}
                yield RosterProblem(row.line, row.name, "duplicate_id", values)


def read_rows(
    lines: Iterable[tuple[int, str]], build: Callable[[str, int, int], RosterRow]
) -> tuple[list[RosterRow], list[RosterProblem]]:
    """The rows of numbered lines, and their problems. `build` takes a line, its number and the player's number."""
    rows: list[RosterRow] = []
    problems: list[RosterProblem] = []
    for number, line in lines:
        if len(rows) == MAX_ROWS:
            problems.append(BadLine("too_many", most=f"{MAX_ROWS:,}").at(number, line))
            break
        try:
            rows.append(build(line, number, len(rows) + 1))
        except BadLine as bad:
            problems.append(bad.at(number, line))
    return rows, problems


def finish(rows: list[RosterRow], problems: list[RosterProblem]) -> RosterParse:
    """Add the checks that need the whole list, and sort the problems by line."""
    problems = [*problems, *check_duplicates(rows)]
    if not rows and not problems:
        problems.append(RosterProblem(0, "", "empty"))
    return RosterParse(tuple(rows), tuple(sorted(problems, key=lambda problem: problem.line)))


def chosen_part(parts: Sequence[str], part: str) -> int:
    """Which of the file's divisions is meant by its name; a single one is. Raises BadLine naming them all."""
    if len(parts) == 1:
        return 0
    named = [index for index, name in enumerate(parts) if name.strip().casefold() == part.strip().casefold()]
    if len(named) != 1:
        raise BadLine("parts", count=len(parts), names=", ".join(name[:MAX_ID] for name in parts[:20]))
    return named[0]
