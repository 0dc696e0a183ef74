"""Plain typed moves, as on a phone: one move a line.

::

    Anna - Ben                     who plays (optional; also "Anna vs Ben", and "anna (Anna Lind) - ben (Ben Okoro)")
    1. Anna 8D TRAIN 12 12         number, name, place, word, score, total: all but place and word optional
    Ben: 7E HOB +25                without a name the players take turns
    8d train                       small letters throughout are capitals; TrAIN has a blank r
    exchange ABC / -ABC / -3       pass / -
    --                             the last play comes off after a challenge
    challenge +5   (AEI) +6   time -10     after passes, (AEI) is what a player is left with, and costs its value;
    Ben (AEI)                      so it is with the name of one who did not make the last play
    -- HOB HI   challenge HOB +5   lost-turn HOB     with the words that were challenged
    #title Club night   #note a remark on the move above   #rack1 ABC   #incomplete     headings as in GCG

Order and spacing hardly matter: a place looks like a place, a number like a number, and the word stands next to its
place.

>>> from games.engine.crossword.rules import RULE_SETS
>>> reading = read(b"1. Anna 8D TRAIN 12 12\\n25 Ben hob 7e", RULE_SETS["tournament"])
>>> [(e.player, e.place, e.text, e.score, e.total) for e in reading.record.events]
[(0, '8D', 'TRAIN', 12, 12), (1, '7E', 'HOB', 25, None)]
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from core.typed import plain_move
from games.engine.crossword.findings import Finding, Value, finding
from games.engine.crossword.gcg import MAX_EVENTS, MAX_FINDINGS, MAX_LINE, PLACES, parse_number
from games.engine.crossword.record import (
    LOST_TURN_NOTE,
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
from games.engine.crossword.rules import MAX_PLAYERS, MIN_PLAYERS, RuleSet
from games.engine.crossword.textfile import read_lines
from games.engine.crossword.tiles import TileSet, UnknownTileError

_HEADING: Final = re.compile(r"\s*#\s*([A-Za-z][\w-]*|-)(?:\s+(.*))?\Z")
_TURN_NUMBER: Final = re.compile(r"\s*(?:#\s*)?\d{1,3}\s*[.):]\s*")
_VERSUS: Final = re.compile(r" (?:vs?\.?|versus|[-–—]) ", re.IGNORECASE)
_NAME: Final = re.compile(r"(?:([^\d\s#()][^\d()]{0,60})|(\S{1,60})\s+\(([^()]{1,100})\))\Z")
_RACKS: Final = tuple(f"rack{number}" for number in range(1, MAX_PLAYERS + 1))
_BRACKETS: Final = re.compile(r"\(([^()]{0,60})\)")
_SEPARATORS: Final = re.compile(r"[,;=|]+")
_PASS_WORDS: Final = frozenset({"pass", "passes", "passed", "-"})
_EXCHANGE_WORDS: Final = frozenset({"exchange", "exchanges", "exch", "ex", "swap", "change", "x"})
_WITHDRAWN_WORDS: Final = frozenset({"--", "withdrawn", "phoney", "phony", "off"})
_LOST_WORDS: Final = frozenset({"lost-turn", "lost", "loses"})
_KEYWORDS: Final = {"challenge": Kind.CHALLENGE, "(challenge)": Kind.CHALLENGE, "time": Kind.TIME, "(time)": Kind.TIME}


def read(data: bytes, rules: RuleSet) -> Reading:
    """Read typed moves. Never raises: whatever is wrong is in the reading's findings."""
    lines, findings = read_lines(data)
    return read_move_lines(lines, findings, rules)


def read_move_lines(
    lines: Sequence[str], findings: list[Finding], rules: RuleSet, seats: Sequence[str] = ()
) -> Reading:
    """Read lines that were decoded already; ``findings`` are those of the decoding.

    ``seats``: who plays, the one who begins first, for lines that do not say so, or say it with a part of a name.
    """
    reader = _Reader(rules.tiles, rules.rack_size, findings, seats)
    for number, line in enumerate(lines, 1):
        if line.strip() and not reader.full:
            reader.read_line(number, line)
    return reader.reading(lines)


@dataclass
class _Fields:
    """The parts of one line, as far as they have been identified."""

    kind: Kind | None = None
    place: str = ""
    text: str = ""
    numbers: list[int] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    #: How many of ``words`` stood before the place.
    before: int = 0
    note: str = ""


@dataclass
class _Reader:
    tiles: TileSet
    rack_size: int
    findings: list[Finding]
    seats: Sequence[str] = ()
    names: list[str] = field(default_factory=list)
    #: Full names, where the heading gives them besides the short ones.
    full_names: dict[str, str] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    pragmas: list[tuple[str, str]] = field(default_factory=list)
    racks: dict[int, str] = field(default_factory=dict)
    incomplete: str | None = None
    full: bool = False

    def find(self, code: str, line: int, stated: Value = None, computed: Value = None) -> None:
        if len(self.findings) < MAX_FINDINGS:
            self.findings.append(finding(code, line=line, column=1, stated=stated, computed=computed))
        else:
            self.findings.append(finding("too_many_findings", line=line, computed=MAX_FINDINGS))
            self.full = True

    def read_line(self, number: int, line: str) -> None:
        if len(line) > MAX_LINE:
            self.find("line_too_long", number, stated=len(line), computed=MAX_LINE)
            return
        if not line.lstrip().startswith("#"):  # a remark stays as it was written
            line = plain_move(line)
        if not self.events and not self.names and self._who_plays(line):
            return
        if heading := _HEADING.match(line):
            self._heading(number, heading[1].lower(), (heading[2] or "").strip())
            return
        turn_number = _TURN_NUMBER.match(line)  # only in front: a search would look from every place of a long line
        fields = self._split(line[turn_number.end() :] if turn_number else line)
        if fields.kind is None:
            self.find("line_unknown", number, stated=line.strip())
            return
        if len(self.events) >= MAX_EVENTS:
            self.find("too_many_events", number, computed=MAX_EVENTS)
            self.full = True
            return
        event = self._event(number, fields)
        if event is None:
            self.find("event_malformed", number, stated=line.strip())
            return
        self.events.append(event)
        self.lines.append(number)

    def _who_plays(self, line: str) -> bool:
        """Read ``Anna - Ben``, each with a full name in brackets or without; False when the line is something else."""
        names_written = [_NAME.match(part) for part in _VERSUS.split(" ".join(line.split()))]
        names = [one[1] or one[2] for one in names_written if one]
        if len(names) < len(names_written) or not MIN_PLAYERS <= len(names) <= MAX_PLAYERS:
            return False
        self.names = names
        self.full_names = {one[2]: one[3].strip() for one in names_written if one and one[2]}
        return True

    def _heading(self, number: int, name: str, text: str) -> None:
        """A line that begins with ``#``: a remark on the last move, a final rack, or a heading; as in GCG."""
        if name == "note" and self.events:
            self.events[-1] = with_note(self.events[-1], text)
        elif name == "-" and self.pragmas:
            self.pragmas[-1] = (self.pragmas[-1][0], f"{self.pragmas[-1][1]}\n{text}")
        elif name == "incomplete":
            self.incomplete = text
        elif name in _RACKS:
            self.racks[_RACKS.index(name)] = text
        elif name == "-":
            self.find("line_unknown", number, stated="#-")
        else:
            self.pragmas.append((name, text))

    # -- splitting a line into its parts ----------------------------------------------------------------------------

    def _split(self, line: str) -> _Fields:
        fields = _Fields()
        joined = _BRACKETS.sub(lambda match: "(" + "".join(match[1].split()) + ")", line)
        tokens = _SEPARATORS.sub(" ", joined).split()
        at = 0
        while at < len(tokens):
            token, following = tokens[at], tokens[at + 1] if at + 1 < len(tokens) else ""
            at += 1
            if fields.kind is None and _marker(fields, token, following):
                fields.before = len(fields.words)
                at += fields.text == following != ""  # the tiles after "exchange" have been read with it
            elif (value := parse_number(token)) is not None:
                fields.numbers.append(value)
            else:
                fields.words.append(token)
        return fields

    # -- from parts to an event -------------------------------------------------------------------------------------

    def _event(self, number: int, fields: _Fields) -> Event | None:
        assert fields.kind is not None
        kind, words, rack = fields.kind, list(fields.words), ""
        text = fields.text
        if kind is Kind.PLAY:
            if not words:
                return None
            # The word stands right after its place, or else right before it.
            at = fields.before if fields.before < len(words) else fields.before - 1
            text = self._word(words.pop(at))
        elif kind is Kind.EXCHANGE and not text.isdecimal():
            text = self.tiles.upper(text)
        elif kind is Kind.OUT:
            text = self.tiles.upper(text)
            if fields.numbers[0] < 0 if fields.numbers else not self._may_be_out():
                kind = Kind.RACK
        elif kind in NAMING:
            words, text = self._challenged(words, fields.before)
        name = ""
        for word in words:
            if not name and not self._is_rack(word, name_known=bool(name)):
                name = word.rstrip(":")
            elif not rack and self._is_rack(word, name_known=True):
                rack = self.tiles.upper(word)
        score = fields.numbers[0] if fields.numbers else None
        total = fields.numbers[1] if len(fields.numbers) > 1 else None
        player = self._player_of(number, name, kind)
        if kind is Kind.OUT and name and score is None and player != self._last():
            kind = Kind.RACK  # who did not make the last play is not out: these are that player's own tiles
        if score is None and kind in {Kind.PASS, Kind.EXCHANGE}:
            score = 0
        return Event(kind, player, rack, fields.place, text, score, total, fields.note)

    def _last(self) -> int:
        """Who had the last turn; -1 before the first."""
        return next((event.player for event in reversed(self.events) if event.kind in TURNS), -1)

    def _may_be_out(self) -> bool:
        """Whether the last turn can have used up a player's tiles; after passes, tiles without points are a player's own."""
        last = next((event.kind for event in reversed(self.events) if event.kind in TURNS), Kind.PLAY)
        return last is Kind.PLAY

    def _challenged(self, words: Sequence[str], before: int) -> tuple[list[str], str]:
        """A line's words apart from those after its keyword that were challenged; and these."""
        named = [word for word in words[before:] if not word.endswith(":") and not self._is_player(word)]
        return [*words[:before], *(word for word in words[before:] if word not in named)], self.tiles.upper(
            " ".join(named)
        )

    def _is_player(self, word: str) -> bool:
        return word.casefold() in {name.casefold() for name in self.names}

    def _word(self, text: str) -> str:
        """A word as GCG writes it. Letters in small print are blanks only if there can be that many of them."""
        letters = [char for char in text if char.isalpha()]
        small = sum(char.islower() for char in letters)
        if small == len(letters) or small > self.tiles.blanks:
            return self.tiles.upper(text)
        return text

    def _is_rack(self, word: str, *, name_known: bool) -> bool:
        """Whether a word is a rack: capitals and blanks, and not the name of a player."""
        if word.endswith(":") or self._is_player(word) or any(_means(word, seat) for seat in self.seats):
            return False
        if not name_known and not self.names and not self.seats and "?" not in word:
            return False  # the first line's first word is a name
        if word != word.upper():
            return False
        try:
            return len(self.tiles.encode_rack(word)) <= self.rack_size
        except UnknownTileError:
            return False

    def _player_of(self, number: int, name: str, kind: Kind) -> int:
        """The player of a line; without a name, the one whose line it would have to be."""
        count = max(len(self.names), MIN_PLAYERS, len(self.seats))
        last = self._last()
        expected = (last + 1) % count if kind in TURNS or last < 0 else last
        if kind is Kind.RACK and not self._may_be_out():  # after passes each player's tiles have a line, in turn
            expected = (last + 1 + sum(event.kind is Kind.RACK for event in self.events)) % count
        if not name:
            return expected
        for index, player_name in enumerate(self.names):
            if player_name.casefold() == name.casefold():
                return index
        for index, player_name in enumerate(self.names):
            if player_name.casefold().startswith(name.casefold()):
                return index  # "A 8D TRAIN" for Anna
        seat = self._seated(name, kind, expected)
        if seat is not None:
            return seat
        if expected < len(self.names) and not self.names[expected]:
            self.names[expected] = name
            return expected
        if len(self.names) < MIN_PLAYERS or (len(self.names) < MAX_PLAYERS and len(self.events) == len(self.names)):
            while len(self.names) < expected and len(self.names) < MAX_PLAYERS:
                self.names.append("")  # nobody has named this player yet
            self.names.append(name)
            return len(self.names) - 1
        self.find("player_unknown", number, stated=name)
        return expected

    def _seated(self, name: str, kind: Kind, expected: int) -> int | None:
        """The player whom ``seats`` know by this name; None for nobody, or for several. What they are called first is noted."""
        candidates = [index for index, seat in enumerate(self.seats) if _means(name, seat)]
        if len(candidates) != 1:
            return None
        index = candidates[0]
        if kind in TURNS and not any(self.names) and index != expected:
            ahead = index - expected  # somebody else began: the turns go on round the table from there
            self.seats, index = [*self.seats[ahead:], *self.seats[:ahead]], expected
        self.names += [""] * (index + 1 - len(self.names))
        if self.names[index] and not _means(self.names[index], self.seats[index]):
            return None  # somebody whose name no seat has was given this place
        self.names[index] = self.names[index] or name
        return index

    def _who_played(self) -> tuple[list[str], Mapping[str, str]]:
        """All players' names, and the full ones of those that are known by a shorter one.

        Names that nobody wrote are those of ``seats`` that are left; without seats players are numbered.
        """
        names, full_names = [*self.names], dict(self.full_names)
        names += [""] * (max(MIN_PLAYERS, len(self.seats)) - len(names))
        if len(self.seats) == len(names):
            left = [*self.seats]
            for name in filter(None, names):
                candidates = [seat for seat in left if _means(name, seat)]
                if len(candidates) == 1:
                    full_names.setdefault(name, candidates[0])
                    left.remove(candidates[0])
            # An unknown name is a nickname of the player whose turn it is.
            for name, seat in zip(names, self.seats, strict=True):
                if name and name not in full_names and seat in left:
                    left.remove(seat)
            names = [name or left.pop(0) for name in names]
        return [name or f"Player {number}" for number, name in enumerate(names, 1)], full_names

    def reading(self, lines: Sequence[str]) -> Reading:
        """Put the record together."""
        names, full_names = self._who_played()
        players = tuple(Player(re.sub(r"[\s:]+", "_", name), full_names.get(name, name)) for name in names)
        record = Record(
            players=players,
            events=tuple(self.events),
            pragmas=tuple(self.pragmas),
            racks=tuple(self.racks.get(index, "") for index in range(max(self.racks, default=-1) + 1)),
            incomplete=self.incomplete,
        )
        return Reading(record, tuple(self.findings), tuple(self.lines), tuple(lines), "moves")


def _means(name: str, seat: str) -> bool:
    """Whether a name as typed is that of a seat, or the beginning of one of its parts."""
    typed, player_name = name.replace("_", " ").casefold(), seat.casefold()
    return player_name.startswith(typed) or any(part.startswith(typed) for part in player_name.split())


def _marker(fields: _Fields, token: str, following: str) -> bool:
    """Whether ``token`` marks the kind of the line; if so, store the kind."""
    word = token.lower().rstrip(":")
    if token in PLACES:
        fields.kind, fields.place = Kind.PLAY, token.upper()
    elif word in _KEYWORDS:
        fields.kind = _KEYWORDS[word]
    elif word in _LOST_WORDS:
        fields.kind, fields.note = Kind.PASS, LOST_TURN_NOTE
        fields.text = following if following.lower() == "turn" else ""  # "lost turn": no word that was challenged
    elif word in _WITHDRAWN_WORDS:
        fields.kind = Kind.WITHDRAWN
    elif word in _PASS_WORDS:
        fields.kind = Kind.PASS
    elif word in _EXCHANGE_WORDS and following not in PLACES and following[:1] not in {"", "-", "("}:
        # Before a place or another marker it is a rack, such as the X in "X H10 .X".
        fields.kind, fields.text = Kind.EXCHANGE, following
    elif token.startswith("-") and len(token) > 1 and (parse_number(token) is None or not fields.numbers):
        fields.kind, fields.text = Kind.EXCHANGE, token[1:]
    elif token.startswith("(") and token.endswith(")"):
        fields.kind, fields.text = Kind.OUT, token[1:-1]
    return fields.kind is not None


# -- writing --------------------------------------------------------------------------------------------------------


def write(record: Record, rules: RuleSet) -> str:
    """The record as typed moves, one a line (``1. anna AINRTVW 8D TRAIN 12 12``), such that ``read`` gives it back.

    Players go by their short names. Raises ValueError when something would not read back: a short name that reads as
    something else, a word of blanks only, text after a total.
    """
    lines = [" - ".join(_player(player) for player in record.players)]
    for name, text in record.pragmas:
        first, *more = text.split("\n")
        lines += [f"#{name} {first}".rstrip(), *(f"#- {line}".rstrip() for line in more)]
    for number, event in enumerate(record.events, 1):
        notes = event.note.split("\n") if event.note else []
        lost = event.kind is Kind.PASS and notes[:1] == [LOST_TURN_NOTE]
        lines.append(f"{number}. {_row(record.players[event.player].nick, event, lost=lost)}")
        lines += [f"#note {line}".rstrip() for line in notes[lost:]]
    lines += [f"#rack{position} {rack}" for position, rack in enumerate(record.racks, 1) if rack]
    if record.incomplete is not None:
        lines.append(f"#incomplete {record.incomplete}".rstrip())
    text = "\n".join([*lines, ""])
    if read(text.encode(), rules).record != record:
        raise ValueError("the record cannot be told apart as typed moves")
    return text


def _player(player: Player) -> str:
    plain = player.name == player.nick and _NAME.match(player.nick)
    return player.nick if plain else f"{player.nick} ({player.name})"


def _row(nick: str, event: Event, *, lost: bool) -> str:
    numbers = ["" if number is None else str(number) for number in (event.score, event.total)]
    named = event.text if event.kind in NAMING else ""
    return " ".join(filter(None, [nick, event.rack, "lost-turn" if lost else move_text(event), named, *numbers]))
