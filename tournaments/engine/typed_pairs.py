"""Pairings as a director types or pastes them: read by the players' numbers and names, written, and changed two players at a time.

A pair stands on a line of its own or between commas: ``12 7``, ``12-7``, ``Ada v Ben``, ``#12 Ada Byron – #7 Ben Katz``; the first
named plays first. A table may stand before it (``3: 12 7``, ``Table 3 12 7``, or a first column of a copied table). ``5 bye``,
``5 absent`` and ``5 forfeit`` are players without an opponent. The same pair twice is one pair: lists by name say each game twice.

>>> hall = [Listed(1, 12, "Ada Byron"), Listed(2, 7, "Ben Katz"), Listed(3, 5, "Dev Patel")]
>>> [(pair.first, pair.second, pair.alone) for pair in read_pairs("12 ben, 5 bye", hall).pairs]
[(1, 2, None), (3, None, <Alone.BYE: 'bye'>)]
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from tournaments.engine.similar_names import parts_of


class Alone(StrEnum):
    """What the round is for a player without an opponent."""

    BYE = "bye"
    ABSENT = "absent"  # misses the round, which counts as nothing
    FORFEIT = "forfeit"  # loses it without playing


#: The words of ``Alone`` in the languages of the site; the first of each is the one that is written.
WORDS: Mapping[str, Alone] = {
    "bye": Alone.BYE,
    "バイ": Alone.BYE,
    "輪空": Alone.BYE,
    "બાય": Alone.BYE,
    "absent": Alone.ABSENT,
    "away": Alone.ABSENT,
    "欠場": Alone.ABSENT,
    "缺席": Alone.ABSENT,
    "ગેરહાજર": Alone.ABSENT,
    "forfeit": Alone.FORFEIT,
    "forfeits": Alone.FORFEIT,
    "f": Alone.FORFEIT,
    "不戦敗": Alone.FORFEIT,
    "不戰敗": Alone.FORFEIT,
    "વોકઓવર": Alone.FORFEIT,
}
#: The longest text that is read: a thousand players by number and full name.
MAX_TEXT = 60_000
MAX_TABLE = 9999


@dataclass(frozen=True, slots=True)
class Listed:
    """A player who may be named."""

    id: int
    number: int
    name: str


@dataclass(frozen=True, slots=True)
class TypedPair:
    """Two players (ids), the first of whom plays first, or one ``alone``. ``table`` None: none was typed."""

    first: int
    second: int | None = None
    alone: Alone | None = None
    table: int | None = None

    @property
    def players(self) -> tuple[int, ...]:
        """Who is named."""
        return (self.first,) if self.second is None else (self.first, self.second)


@dataclass(frozen=True, slots=True)
class TypedProblem:
    """What is wrong with a piece of the text. ``code`` is stable, ``names`` are the players it is about, or could be about."""

    code: str  # unreadable · unknown · ambiguous · mismatch · self · twice · table_twice
    text: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Typed:
    """What was read."""

    pairs: tuple[TypedPair, ...]
    problems: tuple[TypedProblem, ...] = ()


class _Unreadable(Exception):
    """A side that names nobody, or nobody in particular."""

    def __init__(self, code: str, text: str, names: Iterable[str] = ()) -> None:
        super().__init__(text)
        self.problem = TypedProblem(code, text, tuple(names))


_PIECES = re.compile(r"[;,、。]")
#: “Table 3”, “T3:”, “3:”, “3)”, “3.”, “3卓”, “第3桌：” before a pair. A bare number is a player unless the word stands beside it.
_TABLE = re.compile(
    r"(?:(?:table|tbl|board|t|卓|桌|ટેબલ)\.?\s*(\d{1,4})\s*[:.)]?|第?\s*(\d{1,4})\s*[卓桌]\s*:?|(\d{1,4})\s*[:.)])"
    r"(?:\s+|(?<=[:卓桌])(?=\S))",
    re.IGNORECASE,
)
_NUMBERS = re.compile(
    r"#?(\d{1,5})(?:\s*[-–—ー−~〜/×対对對]\s*|\s+(?:(?:v|vs|x|વિ)\.?\s+)?)#?(\d{1,5})\Z", re.IGNORECASE
)
_BETWEEN = re.compile(r"\s+(?:v|vs|versus|against|x|対|对|對|વિ)\.?\s+|\s+[-/]\s+|\s*[–—×|]\s*", re.IGNORECASE)
_NUMBER = re.compile(r"#?(\d{1,5})\Z")
#: A number with a word of ``WORDS`` right behind it: “5輪空”.
_NUMBER_AND_WORD = re.compile(r"#?(\d{1,5})\s*(\(?[^\W\d]\D*)\Z")
_NUMBERED = re.compile(r"#?(\d{1,5})[.)]?\s+(\D.*)\Z")
_NAME_FIRST = re.compile(r"(.*\S)\s*\(\s*#?(\d{1,5})\s*\)\Z|(.*\S)\s+#(\d{1,5})\Z")
#: What programs write beside the one who plays first or second.
_MARK = re.compile(r"\s*\*\s*(first|starts|second|replies|1st|2nd)\s*\*", re.IGNORECASE)
_SECOND = frozenset({"second", "replies", "2nd"})
#: Lines above a list of pairings.
_HEADING = re.compile(
    r"(?=.*[a-z])(?:(?:round|pairings?|tables?|boards?|first|second|players?|opponents?|names?|1st|2nd|seats?|vs?|\d++)"
    r"[\s#|:.–-]*)+\Z",
    re.IGNORECASE,
)
_IN_BRACKETS = re.compile(r"\s*[(\[][^)\]]*[)\]]")


@dataclass(slots=True)
class _Hall:
    """The players, to look up."""

    players: Sequence[Listed]
    by_number: dict[int, Listed] = field(init=False)
    parts: dict[int, tuple[str, ...]] = field(init=False)
    by_parts: dict[tuple[str, ...], list[Listed]] = field(init=False)

    def __post_init__(self) -> None:
        self.by_number = {player.number: player for player in self.players}
        self.parts = {player.id: tuple(parts_of(player.name)) for player in self.players}
        self.by_parts = defaultdict(list)
        for player in self.players:
            self.by_parts[tuple(sorted(self.parts[player.id]))].append(player)

    def named(self, text: str) -> list[Listed]:
        """Who a name may mean: those with exactly this name, or else those whose names have all these parts, perhaps cut short."""
        parts = parts_of(text)
        if not parts:
            return []
        exact = self.by_parts.get(tuple(sorted(parts)))
        if exact:
            return exact
        whole = "".join(parts)  # 佐藤健 for 佐藤 健
        if alike := [player for player in self.players if "".join(self.parts[player.id]) == whole]:
            return alike
        return [player for player in self.players if _begin_with(parts, self.parts[player.id])]

    def side(self, text: str) -> int:
        """The player whom one side of a pair means. Raises _Unreadable."""
        text = text.strip(" \t.:,")
        if number := _NUMBER.match(text):
            return self._numbered(int(number[1]), text)
        exact = self.named(text)
        if len(exact) == 1:
            return exact[0].id
        for number_, name in _number_and_name(text):
            return self._checked(number_, name, text)
        bare = _IN_BRACKETS.sub("", text)
        among = exact or (self.named(bare) if bare != text else [])
        if len(among) == 1:
            return among[0].id
        if among:
            raise _Unreadable("ambiguous", text, (f"{player.name} (#{player.number})" for player in among[:4]))
        raise _Unreadable("unknown", text)

    def _numbered(self, number: int, text: str) -> int:
        if number not in self.by_number:
            raise _Unreadable("unknown", text)
        return self.by_number[number].id

    def _checked(self, number: int, name: str, text: str) -> int:
        """A player given by number and name. A list of strangers may number its players otherwise, so that a clear name wins
        where the number is nobody's; where both are somebody's, somebody has to look.
        """
        among = self.named(_IN_BRACKETS.sub("", name))
        player = self.by_number.get(number)
        if player is not None and player in among:
            return player.id
        if len(among) == 1 and player is None:
            return among[0].id
        if player is not None and among:
            raise _Unreadable("mismatch", text, (f"{one.name} (#{one.number})" for one in (player, *among[:3])))
        if among:
            raise _Unreadable("ambiguous", text, (f"{one.name} (#{one.number})" for one in among[:4]))
        raise _Unreadable("unknown", text)


def _number_and_name(text: str) -> Iterator[tuple[int, str]]:
    if match := _NUMBERED.match(text):
        yield int(match[1]), match[2]
    elif match := _NAME_FIRST.match(text):
        yield int(match[2] or match[4]), match[1] or match[3]


def _begin_with(typed: Sequence[str], parts: Sequence[str]) -> bool:
    """Whether each typed part is the beginning of a part of the name, each of another one."""
    left = list(parts)
    for one in sorted(typed, key=len, reverse=True):
        match = next((part for part in left if part.startswith(one)), None)
        if match is None:
            return False
        left.remove(match)
    return True


def read_pairs(text: str, players: Sequence[Listed]) -> Typed:
    """Read a text. What cannot be read is a problem, and so is a player who is named in two pairs, or a table with two."""
    hall = _Hall(players)
    plain = unicodedata.normalize("NFKC", text[:MAX_TEXT])
    pairs: list[TypedPair] = []
    problems: list[TypedProblem] = []
    for line in plain.splitlines():
        read, wrong = _line(line, hall)
        pairs += read
        problems += wrong
    once = list(dict.fromkeys(_once(pairs)))
    return Typed(tuple(once), (*problems, *_doubled(once, players)))


def _once(pairs: Iterable[TypedPair]) -> Iterator[TypedPair]:
    """Each pair as it was named first, with the table that is named for it anywhere."""
    first: dict[frozenset[int], TypedPair] = {}
    for pair in pairs:
        key = frozenset(pair.players)
        earlier = first.get(key)
        if earlier is None or earlier.alone != pair.alone:
            first.setdefault(key, pair)
            if earlier is not None:
                yield pair
        elif earlier.table is None and pair.table is not None:
            first[key] = replace(earlier, table=pair.table)
    yield from first.values()


def _line(line: str, hall: _Hall) -> tuple[list[TypedPair], list[TypedProblem]]:
    pieces = [piece for piece in _PIECES.split(line) if piece.strip()]
    pairs: list[TypedPair] = []
    problems: list[TypedProblem] = []
    for piece in pieces:
        try:
            pairs.append(_piece(piece, hall))
        except _Unreadable as error:
            problems.append(error.problem)
    if problems and not pairs and _HEADING.match(line.strip()):
        return [], []
    if problems and len(pieces) > 1:
        try:  # a comma may also stand inside a name: “Byron, Ada – Katz, Ben”
            return [_piece(line, hall)], []
        except _Unreadable:
            pass
    return pairs, problems


def _piece(piece: str, hall: _Hall) -> TypedPair:
    """One pair. Raises _Unreadable."""
    text = piece.strip(" .;")
    if mark := _MARK.search(text):
        return _marked(text, mark, hall)
    columns = [column.strip() for column in text.split("\t") if column.strip()]
    if len(columns) > 1:
        return _columns(columns, hall)
    try:
        return _untabled(text, hall)
    except _Unreadable:
        table = _TABLE.match(text)
        if table is None:
            raise
        pair = _untabled(text[table.end() :], hall)
        return _at_table(pair, table[1] or table[2] or table[3], text)


def _marked(text: str, mark: re.Match[str], hall: _Hall) -> TypedPair:
    """A pair in which it is written beside one of the two who plays first."""
    pair = _piece(_MARK.sub("", text), hall)
    between = _BETWEEN.search(text)
    of_first = between is None or mark.start() < between.start()
    if pair.second is None or of_first == (mark[1].casefold() not in _SECOND):
        return pair
    return replace(pair, first=pair.second, second=pair.first)


def _columns(columns: list[str], hall: _Hall) -> TypedPair:
    """A row of a copied table: the two players, together or each in a column, perhaps with the table before them."""
    table = re.match(r"\D{0,8}(\d{1,4})\Z", columns[0])
    if len(columns) == 3 and table:
        return _at_table(_sides(columns[1], columns[2], hall), table[1], " ".join(columns))
    if len(columns) == 2 and table and _BETWEEN.search(columns[1]):
        return _at_table(_untabled(columns[1], hall), table[1], " ".join(columns))
    if len(columns) == 2:
        return _sides(columns[0], columns[1], hall)
    raise _Unreadable("unreadable", " ".join(columns))


def _at_table(pair: TypedPair, number: str, text: str) -> TypedPair:
    if not 1 <= int(number) <= MAX_TABLE:
        raise _Unreadable("unreadable", text)
    return replace(pair, table=int(number)) if pair.second is not None else pair


def _sides(one: str, other: str, hall: _Hall) -> TypedPair:
    for side, word in ((one, other), (other, one)):
        if (alone := _alone(word)) is not None:
            return TypedPair(hall.side(side), alone=alone)
    first, second = hall.side(one), hall.side(other)
    return TypedPair(first, second)


def _alone(word: str) -> Alone | None:
    return WORDS.get(word.strip(" .:()").casefold())


def _untabled(text: str, hall: _Hall) -> TypedPair:
    """A pair without a table. Raises _Unreadable."""
    if numbers := _NUMBERS.match(text):
        return _sides(numbers[1], numbers[2], hall)
    if (one := _NUMBER_AND_WORD.match(text)) and (alone := _alone(one[2])):
        return TypedPair(hall.side(one[1]), alone=alone)
    sides = [side for side in _BETWEEN.split(text) if side]
    if len(sides) == 2:
        return _sides(sides[0], sides[1], hall)
    words = text.split()
    if len(sides) > 2 or len(words) < 2:
        raise _Unreadable("unreadable", text)
    if _alone(words[-1]) is not None:
        return _sides(" ".join(words[:-1]), words[-1], hall)
    if _alone(words[0]) is not None:
        return _sides(" ".join(words[1:]), words[0], hall)
    return _undivided(text, words, hall)


def _undivided(text: str, words: list[str], hall: _Hall) -> TypedPair:
    """Two players with nothing but a blank between them: wherever both sides name somebody."""
    ways: dict[tuple[int, int], TypedPair] = {}
    problem: TypedProblem | None = None
    for at in range(1, len(words)):
        try:
            pair = _sides(" ".join(words[:at]), " ".join(words[at:]), hall)
        except _Unreadable as error:
            if len(words) == 2 or error.problem.code != "unknown":
                problem = error.problem
        else:
            if pair.first != pair.second:
                ways[(pair.first, pair.second or 0)] = pair
            elif len(words) == 2:
                return pair
    if len(ways) == 1:
        return next(iter(ways.values()))
    raise _Unreadable("unreadable", text) if ways or problem is None else _again(problem)


def _again(problem: TypedProblem) -> _Unreadable:
    return _Unreadable(problem.code, problem.text, problem.names)


def _doubled(pairs: Sequence[TypedPair], players: Sequence[Listed]) -> Iterator[TypedProblem]:
    """Players against themselves or in two pairs, and tables with two games."""
    named = {player.id: f"{player.name} (#{player.number})" for player in players}
    for pair in pairs:
        if pair.first == pair.second:
            yield TypedProblem("self", named[pair.first], (named[pair.first],))
    times = Counter(player for pair in pairs for player in set(pair.players))
    for player, count in times.items():
        if count > 1:
            yield TypedProblem("twice", named[player], (named[player],))
    tables = Counter(pair.table for pair in pairs if pair.table is not None)
    for table, count in tables.items():
        if count > 1:
            yield TypedProblem("table_twice", str(table))


def written(pairs: Iterable[TypedPair], players: Iterable[Listed], *, tables: bool = False) -> str:
    """The shortest text that ``read_pairs`` reads as ``pairs``: a line for each, by numbers."""
    numbers = {player.id: player.number for player in players}
    return "\n".join(_written(pair, numbers, tables=tables) for pair in pairs)


def _written(pair: TypedPair, numbers: Mapping[int, int], *, tables: bool) -> str:
    at = f"{pair.table}: " if tables and pair.table is not None else ""
    if pair.second is None:
        return f"{at}{numbers[pair.first]} {pair.alone or Alone.BYE}"
    return f"{at}{numbers[pair.first]} {numbers[pair.second]}"


def with_pair(pairs: Sequence[TypedPair], first: int, second: int | None) -> tuple[TypedPair, ...]:
    """The pairs with these two paired, in place of the first pair that named one of them; their opponents are left without one.

    ``second`` None: ``first`` has a bye.
    """
    new = TypedPair(first, second, Alone.BYE if second is None else None)
    touched = [index for index, pair in enumerate(pairs) if set(pair.players) & set(new.players)]
    at = touched[0] if touched else len(pairs)
    rest = [pair for index, pair in enumerate(pairs) if index not in touched]
    table = pairs[at].table if touched else None
    return (*rest[:at], replace(new, table=table if second is not None else None), *rest[at:])


def with_swap(pairs: Sequence[TypedPair], one: int, other: int) -> tuple[TypedPair, ...]:
    """The pairs with two players in each other's place; one who was in no pair takes the other's place, who is left without one."""
    places = {one: other, other: one}
    return tuple(
        replace(
            pair,
            first=places.get(pair.first, pair.first),
            second=None if pair.second is None else places.get(pair.second, pair.second),
        )
        for pair in pairs
    )
