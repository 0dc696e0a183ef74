"""Reading and writing GCG, the file format of crossword game records.

The reader takes the whole grammar and its dialects (lower-case places, written-out letters, missing racks, words
after the total, notes that go on over lines) and reports what it cannot make sense of, line by line; it never raises.

>>> reading = read(b"#player1 a Ann\\n#player2 b Bob\\n>a: DINNVWY 8D WINDY +32 32\\n>a: (challenge) +5 37")
>>> [(str(event.kind), event.text, event.total) for event in reading.record.events]
[('play', 'WINDY', 32), ('challenge', '', 37)]
>>> read(write(reading.record)).record == reading.record
True
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from games.engine.crossword.board import board_layout
from games.engine.crossword.findings import Finding, Value, finding
from games.engine.crossword.record import (
    CHALLENGED_NOTE,
    NAMING,
    TURNS,
    Event,
    Kind,
    Player,
    Reading,
    Record,
    move_text,
    with_note,
)
from games.engine.crossword.rules import MAX_PLAYERS, MIN_PLAYERS
from games.engine.crossword.textfile import read_lines

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
    """Split the part of an event line after ``>nick:`` into its fields; None when no marker is where one must be.

    A tail is ``[rack] marker … score total [anything]``; the marker tells the kind: a coordinate, ``-`` and tiles, ``-``, ``--``,
    ``(challenge)``, ``(time)`` or unplayed tiles in round brackets.

    >>> tail = parse_tail("DEIILTZ --  -24 55")
    >>> tail.kind, tail.rack, tail.score, tail.total
    (<Kind.WITHDRAWN: 'withdrawn'>, 'DEIILTZ', '-24', '55')
    """
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


MAX_EVENTS: Final = 500
MAX_FINDINGS: Final = 200
MAX_LINE: Final = 4000

_PLAY: Final = Kind.PLAY
_PLAY_TOKENS: Final = 6
_EVENT_LINE: Final = re.compile(r">\s*(?:([^:]*?)\s*:|(\S+))\s*(.*)\Z", re.DOTALL)
_NUMBERED: Final = re.compile(r"(player|rack)([0-9]{1,3})\Z")
_HEADINGS: Final = frozenset(
    {"title", "description", "date", "id", "lexicon", "game-type", "tile-set", "game-board", "board-layout"}
    | {"tile-distribution", "tile"}
)
_REPEATABLE: Final = frozenset({"tile", "id"})


def read(data: bytes) -> Reading:
    """Read one GCG file. Never raises: whatever is wrong is in the reading's findings."""
    lines, findings = read_lines(data)
    return read_gcg_lines(lines, findings)


def read_gcg_lines(lines: Sequence[str], findings: list[Finding]) -> Reading:
    """Read lines that were decoded already; ``findings`` are those of the decoding."""
    reader = _Reader(findings=findings)
    nicks, events, numbers = reader.nicks, reader.events, reader.lines
    for number, line in enumerate(lines, 1):
        tokens = line.split(None, _PLAY_TOKENS)
        play = None
        if len(tokens) == _PLAY_TOKENS:
            # The common play, without a function call; anything odd about it goes the careful way.
            who, rack, place, word, points, sum_so_far = tokens
            try:
                play = _PLAY, nicks[who], rack, PLACES[place], word, SCORES[points], TOTALS[sum_so_far], "", ""
            except KeyError:
                play = None
        if play is None:
            if tokens:
                reader.read_line(number, line)
                if reader.full:
                    break
            continue
        if reader.special or len(events) >= MAX_EVENTS:
            reader.settle(number)
            if reader.full:
                break
        # tuple.__new__: the constructor that NamedTuple adds to it takes twice as long.
        events.append(tuple.__new__(Event, play))
        numbers.append(number)
    return reader.reading(lines)


@dataclass
class _Reader:
    """The state of reading one file; private to this module."""

    findings: list[Finding]
    players: dict[int, Player] = field(default_factory=dict)
    declared: set[int] = field(default_factory=set)
    #: ``>nick:`` -> player index; a nick that two players share is in ``shared`` instead.
    nicks: dict[str, int] = field(default_factory=dict)
    shared: set[str] = field(default_factory=set)
    events: list[Event] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    pragmas: list[tuple[str, list[str]]] = field(default_factory=list)
    racks: dict[int, str] = field(default_factory=dict)
    incomplete: str | None = None
    note: list[str] = field(default_factory=list)
    full: bool = False
    #: Something is to be settled before the next event: a note to close, or a rack line that ended the game.
    special: bool = False
    #: Findings that are reported once per file.
    extra_reported: bool = False
    after_rack: bool = False

    def find(
        self, code: str, line: int | None, column: int | None = None, stated: Value = None, **params: Value
    ) -> None:
        """Add a finding, up to the limit; past it, say so once and stop reading."""
        if len(self.findings) < MAX_FINDINGS:
            computed = params.pop("computed", None)
            item = finding(code, line=line, column=column, stated=stated, computed=computed, params=params)
            self.findings.append(item)
        elif not self.full:
            self.findings.append(finding("too_many_findings", line=line, computed=MAX_FINDINGS))
            self.full = True

    def read_line(self, number: int, line: str) -> None:
        """Read any line but the common play."""
        stripped = line.strip()
        if len(line) > MAX_LINE:
            self.find("line_too_long", number, stated=len(line), computed=MAX_LINE)
        elif stripped.startswith(">"):
            self.settle(number)
            self._event(number, line, stripped)
        elif stripped.startswith("#"):
            self._pragma(number, stripped)
        elif self.note:
            self.note.append(stripped)
        else:
            self.find("line_unknown", number, 1, stated=stripped)

    def settle(self, number: int) -> None:
        """Before an event: close the note, and report an event that follows the final racks."""
        self._end_note()
        if self.racks and not self.after_rack:
            self.after_rack = True
            self.find("event_after_rack", number)
        if len(self.events) >= MAX_EVENTS:
            self.find("too_many_events", number, computed=MAX_EVENTS)
            self.full = True
        self.special = False

    def _end_note(self) -> None:
        if not self.note:
            return
        text = "\n".join(self.note)
        if self.events:
            self.events[-1] = with_note(self.events[-1], text)
        else:
            self.pragmas.append(("note", [text]))
        self.note = []

    # -- headings ---------------------------------------------------------------------------------------------------

    def _pragma(self, number: int, line: str) -> None:
        name, text = [*line[1:].split(None, 1), "", ""][:2]
        name = name.lower()
        if name == "note":
            if not self.events and not self.note:
                self.find("note_early", number)
            self.note.append(text)
            self.special = True
            return
        if name == "-":
            self._continue(number, line, text)
            return
        self._end_note()
        numbered = _NUMBERED.match(name) if name[-1:].isdecimal() else None
        if numbered and numbered[1] == "player":
            self._player(number, int(numbered[2]), text)
        elif numbered:
            self._rack(number, int(numbered[2]), text)
        elif name == "incomplete":
            self.incomplete = text
        elif name == "character-encoding":
            if number != 1:
                self.find("encoding_misplaced", number, where=number)
        else:
            self._heading(number, name, text)

    def _continue(self, number: int, line: str, text: str) -> None:
        if self.note:
            self.note.append(text)
        elif self.pragmas:
            self.pragmas[-1][1].append(text)
        else:
            self.find("line_unknown", number, 1, stated=line)

    def _heading(self, number: int, name: str, text: str) -> None:
        if name not in _HEADINGS:
            self.find("pragma_unknown", number, 1, pragma=name)
        elif name not in _REPEATABLE and any(name == earlier for earlier, _ in self.pragmas[:MAX_FINDINGS]):
            self.find("pragma_repeated", number, 1, pragma=name)
        if self.events:
            self.find("pragma_late", number, 1, pragma=name)
        self.pragmas.append((name, [text]))

    def _player(self, number: int, position: int, text: str) -> None:
        index = position - 1
        nick, _, name = (text or f"player{position}").partition(" ")
        name = name.strip() or nick
        if not 0 <= index < MAX_PLAYERS:
            self.find("player_number", number, 1, stated=position)
            return
        if index in self.declared:
            self.find("player_repeated", number, 1, number=position)
            return
        if self.events:
            self.find("pragma_late", number, 1, pragma=f"player{position}")
            if index in self.players and self.players[index].nick != nick:
                return  # a player named in the moves has this place already
        others = [player for other, player in self.players.items() if other != index]
        if any(player.nick == nick for player in others):
            self.find("nick_duplicate", number, 1, stated=nick)
            self.shared.add(nick)
            self.nicks.pop(f">{nick}:", None)
        else:
            self.nicks[f">{nick}:"] = index
            if any(player.name == name for player in others):
                self.find("name_duplicate", number, 1, stated=name)
        self.declared.add(index)
        self.players[index] = Player(nick, name)

    def _rack(self, number: int, position: int, text: str) -> None:
        if not 1 <= position <= MAX_PLAYERS:
            self.find("player_number", number, 1, stated=position)
            return
        if position - 1 in self.racks:
            self.find("pragma_repeated", number, 1, pragma=f"rack{position}")
            return
        self.racks[position - 1] = text.split(None, 1)[0] if text else ""
        self.special = True

    # -- events -----------------------------------------------------------------------------------------------------

    def _event(self, number: int, line: str, stripped: str) -> None:
        match = _EVENT_LINE.match(stripped)
        tail = parse_tail(match[3]) if match else None
        if self.full:
            return
        if match is None or tail is None:
            self.find("event_malformed", number, 1, stated=stripped)
            return
        score = self._number(number, line, "score_malformed", tail.score)
        total = self._number(number, line, "total_malformed", tail.total)
        change = None if score is None or total is None else total - score
        player = self._player_of(number, match[1] or match[2] or "", tail.kind, change)
        if not tail.score or not tail.total:
            self.find("event_malformed", number, 1, stated=stripped)
        if tail.extra and not self.extra_reported:
            self.extra_reported = True
            self.find("trailing_text", number, line.rfind(tail.extra) + 1 or None, stated=tail.extra)
        event = Event(tail.kind, player, tail.rack, tail.place.upper(), tail.text, score, total, "", tail.extra)
        self.events.append(event)
        self.lines.append(number)

    def _number(self, number: int, line: str, code: str, text: str) -> int | None:
        value = parse_number(text)
        if value is None and text:
            self.find(code, number, line.find(text) + 1 or None, stated=text)
        return value

    def _player_of(self, number: int, nick: str, kind: Kind, before: int | None) -> int:
        """The player an event belongs to; when the name does not say, the one whose event it would have to be.

        ``before`` is the player's total before the event: it tells two players of one name apart after the last turn.
        """
        declared = self.nicks.get(f">{nick}:")
        if declared is not None:
            return declared
        for index, player in self.players.items():
            if nick not in self.shared and nick.casefold() in {player.nick.casefold(), player.name.casefold()}:
                return index
        free = [index for index in range(MAX_PLAYERS) if index not in self.players]
        if nick not in self.shared and len(self.declared) < MIN_PLAYERS and free and nick:
            self.players[free[0]] = Player(nick.replace(" ", "_"), nick)
            self.nicks[f">{nick}:"] = free[0]
            return free[0]
        if nick not in self.shared:
            self.find("player_unknown", number, 2, stated=nick)
        last = next((event.player for event in reversed(self.events) if event.kind in TURNS), -1)
        if kind is Kind.TIME:
            totals = {event.player: event.total for event in self.events}
            last = next((player for player, total in totals.items() if total == before), last)
        return (last + 1) % max(len(self.players), MIN_PLAYERS) if kind in TURNS or last < 0 else last

    # -- the whole --------------------------------------------------------------------------------------------------

    def reading(self, lines: Sequence[str]) -> Reading:
        """Put the record together."""
        self._end_note()
        count = max((MIN_PLAYERS, *(index + 1 for index in self.players)))
        missing = [index for index in range(count) if index not in self.declared]
        if missing and lines and not any(item.code == "not_text" for item in self.findings):
            for index in missing:
                self.find("player_missing", None, number=index + 1)
        players = tuple(
            self.players.get(index, Player(f"player{index + 1}", f"Player {index + 1}")) for index in range(count)
        )
        last = max(self.racks, default=-1)
        record = Record(
            players=players,
            events=tuple(self.events),
            pragmas=tuple((name, "\n".join(texts)) for name, texts in self.pragmas),
            racks=tuple(self.racks.get(index, "") for index in range(last + 1)),
            incomplete=self.incomplete,
        )
        return Reading(record, tuple(self.findings), tuple(self.lines), tuple(lines), "gcg")


# -- writing --------------------------------------------------------------------------------------------------------


def write(record: Record) -> bytes:
    """The record as a GCG file in UTF-8, such that ``read(write(record)).record == record``.

    The words of a challenge are kept in a note (:data:`~games.engine.crossword.record.CHALLENGED_NOTE`).
    Raises ValueError when the record has an event without score or total (GCG has no way to leave them out), a short
    name with a space in it, one name for two players that the order of the moves does not tell apart, or another text
    that would not read back.
    """
    data = _text(record).encode("utf-8")
    if read(data).record != record:
        if len({player.nick for player in record.players}) < len(record.players):
            raise ValueError("two players have the same short name, and GCG cannot say whose each move is")
        raise ValueError("a text of the record, such as a rack with a space in it, would not read back from GCG")
    return data


def _text(record: Record) -> str:
    """All lines of the file. Raises ValueError for a short name or an event that GCG cannot hold."""
    lines = ["#character-encoding UTF-8"]
    for position, player in enumerate(record.players, 1):
        if not player.nick or any(char.isspace() or char == ":" for char in player.nick):
            raise ValueError(f"{player.nick!r} cannot be a short name in GCG")
        lines.append(f"#player{position} {player.nick} {player.name}".rstrip())
    for name, text in record.pragmas:
        first, *more = text.split("\n")
        again = "#note" if name == "note" else "#-"
        lines += [f"#{name} {first}".rstrip(), *(f"{again} {line}".rstrip() for line in more)]
    for event in record.events:
        lines.append(format_event(record, event))
        if event.text and event.kind in NAMING:
            lines.append(f"#note {CHALLENGED_NOTE}{event.text}")
        lines += [f"#note {line}".rstrip() for line in event.note.split("\n") if event.note]
    lines += [f"#rack{position} {rack}".rstrip() for position, rack in enumerate(record.racks, 1) if rack]
    if record.incomplete is not None:
        lines.append(f"#incomplete {record.incomplete}".rstrip())
    return "\n".join([*lines, ""])


def format_event(record: Record, event: Event) -> str:
    """One event as a line of GCG. Raises ValueError when score or total is missing."""
    if event.score is None or event.total is None:
        raise ValueError("GCG needs a score and a running total on every line")
    fields = [f">{record.players[event.player].nick}:", event.rack, move_text(event)]
    return " ".join([*filter(None, fields), f"{event.score:+d}", str(event.total), event.extra]).rstrip()


def strict_findings(reading: Reading) -> tuple[Finding, ...]:
    """A finding for each event whose line is GCG only to a tolerant reader; one without score or total has a finding already.

    That is a line other than ``format_event`` would write (spaces apart): a place in small letters, words after the total,
    ``-0`` for a pass, ``+-10``, letters of the board in brackets, a player's full name instead of the short one.

    >>> reading = read(b"#player1 a Ann\\n#player2 b Bob\\n>a: ADEEGIL 7c GALE +16 16 GALE\\n")
    >>> [found.message for found in strict_findings(reading)]
    ['In strict GCG format this line means: >a: ADEEGIL 7C GALE +16 16']
    """
    findings = []
    for number, (event, line) in enumerate(zip(reading.record.events, reading.lines, strict=True), 1):
        if event.score is None or event.total is None:
            continue
        written = " ".join(reading.source[line - 1].split())
        letter = format_event(reading.record, event._replace(extra="", text=_plain(event)))
        if written != letter:
            findings.append(
                finding("gcg_not_strict", line=line, column=1, turn=number, stated=written, computed=letter)
            )
    return tuple(findings)


def _plain(event: Event) -> str:
    """The word of a play without the brackets that show which letters were on the board: ``W..D`` for ``W(IN)D``."""
    if event.kind is not Kind.PLAY or "(" not in event.text:
        return event.text
    plain, inside = "", False
    for char in event.text:
        if char in "()":
            inside = char == "("
        else:
            plain += "." if inside else char
    return plain
