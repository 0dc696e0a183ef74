"""Two sheets of one game side by side, and the one record that people make of them line by line.

Lines are paired by what they did on the board. A merged record takes each line from one of the two; its totals are added up anew
from the scores of its lines.

>>> from games.engine.crossword.check import check_record
>>> from games.engine.crossword.rules import RULE_SETS
>>> heading = b"#player1 a Ann\\n#player2 b Bob\\n>a: DINNVWY 8D WINDY "
>>> texts = (heading + end for end in (b"+32 32\\n", b"+34 34\\n"))
>>> sheets = [Sheet(check_record(text, rules=RULE_SETS["tournament"]), seat) for seat, text in enumerate(texts)]
>>> rows = side_by_side(sheets, ((0, 1), (0, 1)))
>>> [(row.number, sorted(row.differs)) for row in rows]
[(1, ['score'])]
>>> merged(sheets, rows, ((0, 1), (0, 1)), ("Ann", "Bob"), {1: 1}).events[0].total
34
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.engine import sheets as both
from games.engine.crossword import gcg, record_json
from games.engine.crossword.check import RecordCheck, TurnView
from games.engine.crossword.move import readable_move
from games.engine.crossword.record import AFTER_THE_END, Event, Kind, Player, Record
from games.engine.sheets import Row, Sheet

#: For each sheet: its players in the order of the seats.
Orders = Sequence[Sequence[int]]
Sheets = Sequence[Sheet[RecordCheck]]


@dataclass(frozen=True, slots=True)
class MoveLine(both.SheetLine):
    """A line of the crossword game, with the rack. What was not written for it is what the rules give."""

    kind: Kind = Kind.PLAY
    rack: str = ""


def side_by_side(sheets: Sheets, orders: Orders) -> tuple[Row, ...]:
    """The events of both sheets in order, paired. A total that differs because an earlier line did is not marked again."""
    first, second = (_lines(sheet.check, order) for sheet, order in zip(sheets, orders, strict=True))
    pairs = both.paired(first, second)
    ends = both.last_places(pairs)
    rows: list[Row] = []
    apart = dict.fromkeys(range(len(orders[0])), 0)
    for at, pair in enumerate(pairs):
        one, two = pair
        if one is not None and two is not None:
            differs = _differences(one, two, apart)
        else:
            missing = 0 if one is None else 1
            stopped = at > ends[missing] and (
                not sheets[missing].check.complete or (_move(pair[1 - missing]).kind in AFTER_THE_END)
            )
            differs = frozenset() if stopped else frozenset({"move"})
        rows.append(Row(at + 1, pair, differs))
    return tuple(rows)


def merged(
    sheets: Sheets,
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
    totals = [0] * len(names)
    events = []
    for row, side, line in both.chosen_lines(rows, choices):
        source = sheets[side].check.record.events[line.index]
        seat, score = line.seat or 0, line.score or 0
        totals[seat] += score
        events.append(
            source._replace(player=seat, rack=_rack(sheets, row, line), score=score, total=totals[seat], extra="")
        )
    pragmas = [pair for pair in sheets[0].check.record.pragmas if pair[0] in _KEPT]
    if note:
        pragmas.append(("description", note))
    racks = _final_racks(sheets, orders, len(names))
    return Record(_players(names), tuple(events), tuple(pragmas), racks, _incomplete(sheets))


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


def _lines(check: RecordCheck, order: Sequence[int]) -> list[MoveLine]:
    seats = {player: seat for seat, player in enumerate(order)}
    size = check.rules.layout.size
    before = [["." * size] * size, *(turn.board for turn in check.turns)]
    return [
        MoveLine(
            seat=seats.get(turn.player, turn.player),
            text=readable_move(turn.text, before[at], check.rules),
            played=_played(check, turn, event),
            index=at,
            score=turn.computed_score if turn.stated_score is None else turn.stated_score,
            total=turn.computed_total if turn.stated_total is None else turn.stated_total,
            kind=turn.kind,
            rack=turn.rack,
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


def _differences(one: both.SheetLine, two: both.SheetLine, apart: dict[int, int]) -> frozenset[str]:
    """What differs in a row. ``apart``: by seat, how much the totals have differed by since an earlier row; brought up to date."""
    differs = set()
    if one.played != two.played:
        differs.add("move")
    if one.seat != two.seat:
        differs.add("player")
    if (one.score or 0) != (two.score or 0):
        differs.add("score")
    seat, now = one.seat or 0, (one.total or 0) - (two.total or 0)
    if now not in {0, apart.get(seat, 0)} and not differs:
        differs.add("total")
    apart[seat] = now
    return frozenset(differs)


def _move(line: both.SheetLine | None) -> MoveLine:
    """A line of this game as what it is."""
    assert isinstance(line, MoveLine)
    return line


def _rack(sheets: Sheets, row: Row, line: both.SheetLine) -> str:
    """The rack as its own player wrote it, where the move is the same; else the chosen line's, else any other's of that move."""
    same = [
        (sheet.seat != line.seat, one is not line, _move(one).rack)
        for sheet, one in zip(sheets, row.lines, strict=True)
        if one is not None and one.played == line.played
    ]
    return next((rack for _other, _not_chosen, rack in sorted(same, key=lambda it: it[:2]) if rack), "")


def _final_racks(sheets: Sheets, orders: Orders, seats: int) -> tuple[str, ...]:
    """Each player's last rack by the own sheet, else the other one."""
    racks = []
    for seat in range(seats):
        by_whom = sorted(zip(sheets, orders, strict=True), key=lambda one: one[0].seat != seat)
        given = [
            sheet.check.record.racks[order[seat]]
            for sheet, order in by_whom
            if order[seat] < len(sheet.check.record.racks)
        ]
        racks.append(next(filter(None, given), ""))
    return tuple(racks) if any(racks) else ()


def _incomplete(sheets: Sheets) -> str | None:
    both_said = [sheet.check.record.incomplete for sheet in sheets]
    return both_said[0] if None not in both_said else None


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
