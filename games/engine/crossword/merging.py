"""Two sheets of one game side by side, and the one record that people make of them line by line.

Nobody's sheet is changed. Lines are paired by what they did on the board, so a line that one player left out moves none of the
others. A merged record takes each line from one of the two; its totals are added up anew from the scores of its lines.

>>> from games.engine.crossword.check import check_record
>>> from games.engine.crossword.rules import RULE_SETS
>>> heading = b"#player1 a Ann\\n#player2 b Bob\\n>a: DINNVWY 8D WINDY "
>>> sheets = [check_record(heading + end, rules=RULE_SETS["tournament"]) for end in (b"+32 32\\n", b"+34 34\\n")]
>>> rows = side_by_side(sheets[0], sheets[1], ((0, 1), (0, 1)))
>>> [(row.number, sorted(row.differs)) for row in rows]
[(1, ['score'])]
>>> merged(sheets, rows, ((0, 1), (0, 1)), ("Ann", "Bob"), {1: 1}).events[0].total
34
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Final

from games.engine.crossword import gcg, record_json
from games.engine.crossword.check import RecordCheck, TurnView
from games.engine.crossword.record import AFTER_THE_END, Event, Kind, Player, Record

#: For each sheet: its players in the order of the seats.
Orders = Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One line of a sheet: the seat that moved, the move, what was written for it (else what the rules give), the rack."""

    seat: int
    kind: Kind
    text: str
    rack: str
    score: int | None
    total: int
    index: int
    #: What it did on the board, whatever the notation.
    played: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """The lines of both sheets about one event of the game; None where a sheet has none.

    ``differs``: which of ``move``, ``player``, ``score`` and ``total`` do. A total that differs because an earlier line did is
    not marked again.
    """

    number: int
    lines: tuple[SheetLine | None, SheetLine | None]
    differs: frozenset[str]


def side_by_side(one: RecordCheck, other: RecordCheck, orders: Orders) -> tuple[Row, ...]:
    """The events of both sheets in order, paired."""
    first, second = (_lines(check, order) for check, order in zip((one, other), orders, strict=True))
    pairs = _paired(first, second)
    ends = [max((at for at, pair in enumerate(pairs) if pair[side] is not None), default=-1) for side in (0, 1)]
    complete = (one.complete, other.complete)
    rows: list[Row] = []
    apart = {0: 0, 1: 0}
    for at, pair in enumerate(pairs):
        missing = next((side for side in (0, 1) if pair[side] is None), None)
        if missing is not None:
            line = pair[1 - missing]
            stopped = at > ends[missing] and (
                not complete[missing] or (line is not None and line.kind in AFTER_THE_END)
            )
            differs = frozenset() if stopped else frozenset({"move"})
        else:
            differs = _differences(pair[0], pair[1], apart)
        rows.append(Row(at + 1, pair, differs))
    return tuple(rows)


def undecided(rows: Sequence[Row], choices: Mapping[int, int]) -> tuple[int, ...]:
    """The rows that differ and for which no sheet was chosen."""
    return tuple(row.number for row in rows if row.differs and row.number not in choices)


def merged(
    sheets: Sequence[RecordCheck],
    rows: Sequence[Row],
    orders: Orders,
    names: Sequence[str],
    choices: Mapping[int, int],
    note: str = "",
) -> Record:
    """One record of both sheets: of each row the line of the chosen sheet (0 or 1), else the first that has it.

    Racks come from the sheet of the player whose rack it is, where it has one. Players are those of the seats. ``note``: said in
    the heading ``#description``. Raises ValueError while a row is undecided.
    """
    if undecided(rows, choices):
        raise ValueError("a line is undecided")
    totals = [0] * len(names)
    events = []
    for row in rows:
        chosen = choices[row.number] if row.differs else int(row.lines[0] is None)
        line = row.lines[chosen]
        if line is None:
            continue  # the chosen sheet does not have this line
        source = sheets[chosen].record.events[line.index]
        totals[line.seat] += line.score or 0
        rack = _rack(row, line)
        events.append(
            source._replace(player=line.seat, rack=rack, score=line.score or 0, total=totals[line.seat], extra="")
        )
    pragmas = [pair for pair in sheets[0].record.pragmas if pair[0] in _KEPT]
    if note:
        pragmas.append(("description", note))
    return Record(_players(names), tuple(events), tuple(pragmas), _final_racks(sheets, orders), _incomplete(sheets))


#: Headings that say what was played, and so belong to both sheets.
_KEPT: Final = frozenset({"title", "lexicon", "date", "board-layout", "letter-distribution", "game-type"})


def written(check: RecordCheck, names: Sequence[str] = ()) -> Record:
    """A record as a program can write it: what was left out is filled in with what the rules give, and nothing else is changed.

    ``names``: what to call players whom the record does not name.
    """
    turns, record = check.turns, check.record
    events = tuple(
        event._replace(
            score=(turn.computed_score or 0) if event.score is None else event.score,
            total=turn.computed_total if event.total is None else event.total,
        )
        for event, turn in zip(record.events, turns, strict=True)
    )
    players = record.players
    if len(names) == len(players) and not all(player.nick and player.name for player in players):
        players = _players([player.name or name for player, name in zip(players, names, strict=True)])
    return Record(players, events, record.pragmas, record.racks, record.incomplete)


def as_gcg(record: Record) -> bytes:
    """A GCG file. Where a text would not read back (a rack with a space in it), short names are made anew and such texts left out.

    Raises ValueError when that is not enough.
    """
    try:
        return gcg.write(record)
    except ValueError:
        players = _players([player.name or player.nick for player in record.players])
        events = tuple(
            event._replace(extra="", rack="".join(event.rack.split()), note=" ".join(event.note.split()))
            for event in record.events
        )
        return gcg.write(Record(players, events, (), tuple("".join(rack.split()) for rack in record.racks), None))


def as_json(record: Record) -> bytes:
    """The record as JSON (``record_json``). Raises ValueError for texts with control characters."""
    return record_json.write(record)


def _lines(check: RecordCheck, order: Sequence[int]) -> list[SheetLine]:
    seats = {player: seat for seat, player in enumerate(order)}
    return [
        SheetLine(
            seats.get(turn.player, turn.player),
            turn.kind,
            turn.text,
            turn.rack,
            turn.computed_score if turn.stated_score is None else turn.stated_score,
            turn.computed_total if turn.stated_total is None else turn.stated_total,
            at,
            _played(check, turn, event),
        )
        for at, (turn, event) in enumerate(zip(check.turns, check.record.events, strict=True))
    ]


def _played(check: RecordCheck, turn: TurnView, event: Event) -> tuple[object, ...]:
    """The tiles laid and where; without them what was written. Whoever sees an exchange sees how many tiles, not which."""
    if turn.kind is Kind.PLAY and turn.new_squares:
        tiles = check.rules.tiles
        rows = [tiles.encode(row) for row in turn.board]
        return (turn.kind, *sorted((row, column, rows[row][column]) for row, column in turn.new_squares))
    if turn.kind is Kind.PLAY:
        return (turn.kind, turn.text.upper())
    if turn.kind is Kind.EXCHANGE:
        text = event.text
        return (turn.kind, int(text[:4]) if text.isdecimal() else len(text))
    return (turn.kind,)


def _paired(first: Sequence[SheetLine], second: Sequence[SheetLine]) -> list[tuple[SheetLine | None, SheetLine | None]]:
    keys = [[(line.seat, line.played) for line in sheet] for sheet in (first, second)]
    pairs: list[tuple[SheetLine | None, SheetLine | None]] = []
    matcher = SequenceMatcher(a=keys[0], b=keys[1], autojunk=False)
    for _tag, start, end, other_start, other_end in matcher.get_opcodes():
        pairs += zip_longest(first[start:end], second[other_start:other_end])
    return pairs


def _differences(one: SheetLine | None, two: SheetLine | None, apart: dict[int, int]) -> frozenset[str]:
    """What differs in a row. ``apart``: by seat, how much the totals have differed by since an earlier row; brought up to date."""
    assert one is not None
    assert two is not None
    differs = set()
    if one.played != two.played:
        differs.add("move")
    if one.seat != two.seat:
        differs.add("player")
    if (one.score or 0) != (two.score or 0):
        differs.add("score")
    now = one.total - two.total
    if now not in {0, apart[one.seat]} and not differs:
        differs.add("total")
    apart[one.seat] = now
    return frozenset(differs)


def _rack(row: Row, line: SheetLine) -> str:
    """The rack as its own player wrote it, where the move is the same; else the chosen line's."""
    own = row.lines[line.seat] if line.seat < 2 else None
    if own is not None and own.rack and own.played == line.played:
        return own.rack
    return line.rack or next((one.rack for one in row.lines if one is not None and one.played == line.played), "")


def _final_racks(sheets: Sequence[RecordCheck], orders: Orders) -> tuple[str, ...]:
    """Each player's last rack by the own sheet, else the other one."""
    racks = []
    for seat in range(2):
        written_racks = []
        for side in (seat, 1 - seat):
            given = sheets[side].record.racks
            player = orders[side][seat]
            written_racks.append(given[player] if player < len(given) else "")
        racks.append(next(filter(None, written_racks), ""))
    return tuple(racks) if any(racks) else ()


def _incomplete(sheets: Sequence[RecordCheck]) -> str | None:
    both = [sheet.record.incomplete for sheet in sheets]
    return both[0] if None not in both else None


def _players(names: Sequence[str]) -> tuple[Player, ...]:
    """Players with short names that a file can hold, no two alike."""
    players: list[Player] = []
    for number, name in enumerate(names, 1):
        words = [word for word in name.replace(":", " ").split() if word]
        nick = words[0] if words else f"player{number}"
        if nick.casefold() in {player.nick.casefold() for player in players}:
            nick = "_".join(words) if len(words) > 1 else f"{nick}{number}"
        if nick.casefold() in {player.nick.casefold() for player in players}:
            nick = f"{nick}_{number}"
        players.append(Player(nick, " ".join(name.split())))
    return tuple(players)
