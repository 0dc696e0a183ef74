"""Two sheets of the same games side by side, and the one record that people make of them line by line.

Nobody has to write everything: only plays are needed. What one sheet leaves out altogether (reach, counts, what was drawn), and what
comes after a sheet has stopped, contradicts nothing, and is in the merged record all the same.

>>> from games.engine.wordbasket.match import check_match
>>> heading = "#player A Ada\\n#player B Ben\\nstart i\\n"
>>> texts = (heading + plays for plays in ("A inkyo yo\\nA penalty word\\n", "A reach\\nA inko ko\\nA penalty\\n"))
>>> sheets = [Sheet(check_match(text.encode()), seat) for seat, text in enumerate(texts)]
>>> rows = side_by_side(sheets, ("Ada", "Ben"))
>>> [(row.number, [line and line.text for line in row.lines]) for row in rows if row.differs]
[(3, ['Ada いんきょ よ', 'Ada いんこ こ'])]
>>> print(merged(sheets, rows, ("Ada", "Ben"), {3: 1}), end="")
#wordbasket 1
#player A Ada
#player B Ben
start い
A reach
A いんこ こ
A penalty word
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest

from games.engine import sheets as both
from games.engine.sheets import Pair, Row, Sheet, SheetLine
from games.engine.wordbasket.compare import shared_kinds, visible
from games.engine.wordbasket.match import MatchCheck, seats_of
from games.engine.wordbasket.notation import event_text, write_text
from games.engine.wordbasket.record import NOBODY, Event, Kind, Player, Record
from games.engine.wordbasket.record_check import RecordCheck

Sheets = Sequence[Sheet[MatchCheck]]
#: The players of a record by seats.
LABELS = "ABCDEFGH"


def side_by_side(sheets: Sheets, names: Sequence[str]) -> tuple[Row, ...]:
    """The events of both sheets in order, paired game by game; ``names`` by seats."""
    rows: list[Row] = []
    for number, games in enumerate(zip_longest(*(sheet.check.games for sheet in sheets)), 1):
        for pair, differs in _pairs(games, names):
            rows.append(Row(len(rows) + 1, pair, differs, number))
    return tuple(rows)


def merged(
    sheets: Sheets, rows: Sequence[Row], names: Sequence[str], choices: Mapping[int, int], note: str = ""
) -> str:
    """The text of one record of both sheets: of each row the line of the chosen sheet (0 or 1), else the first that has it.

    What everybody saw alike is taken from the sheet of the player who did it: it knows which cards were drawn. Players are those of
    the seats, their levels those of the roster. ``note``: said in a heading. Raises ValueError while a row is undecided.
    """
    players = tuple(Player(label, name) for label, name in zip(LABELS, names, strict=False))
    events: dict[int, list[Event]] = {row.game: [] for row in rows}
    for row, side, line in both.chosen_lines(rows, choices):
        whose = _source(sheets, row, side, line)
        source = row.lines[whose] or line
        events[row.game].append(_by_seats(sheets[whose].check.games[row.game - 1], source.index, names))
    headings = (("description", note),) if note else ()
    return "".join(
        write_text(replace(_deal(sheets, game, names), players=players, events=tuple(lines), headings=headings))
        for game, lines in events.items()
    )


def _pairs(games: Sequence[RecordCheck | None], names: Sequence[str]) -> Iterator[tuple[Pair, frozenset[str]]]:
    """The lines of one game in pairs, and what differs in each."""
    present = [game for game in games if game is not None]
    kinds = shared_kinds(*present) if len(present) == 2 else frozenset()
    lines = [_lines(game, names) if game is not None else [] for game in games]
    pairs = _woven(both.paired(*([line for line in sheet if line.played[0] in kinds] for sheet in lines)), lines)
    ends = [
        -1 if game is None else len(pairs) if game.complete else end
        for game, end in zip(games, both.last_places(pairs), strict=True)
    ]
    for at, pair in enumerate(pairs):
        yield (
            pair,
            _differences(pair, [at > end for end in ends], kinds),
        )


def _differences(pair: Pair, stopped: Sequence[bool], kinds: frozenset[Kind]) -> frozenset[str]:
    """``stopped``: whether each sheet had ended before this row."""
    one, two = pair
    if one is not None and two is not None:
        differs = {"player"} if one.seat != two.seat else set()
        return frozenset(differs | ({"move"} if one.played != two.played else set()))
    line = one or two
    written_by_both = line is not None and line.played[0] in kinds
    return frozenset({"move"} if written_by_both and not stopped[0 if one is None else 1] else ())


def _woven(pairs: Sequence[Pair], lines: Sequence[Sequence[SheetLine]]) -> list[Pair]:
    """The pairs, and between them, alone, the lines that only one sheet has."""
    rest = [list(sheet) for sheet in lines]
    rows: list[Pair] = []

    def alone(side: int, until: SheetLine | None) -> None:
        while rest[side] and rest[side][0] is not until:
            line = rest[side].pop(0)
            rows.append((line, None) if side == 0 else (None, line))

    for pair in pairs:
        for side, line in enumerate(pair):
            if line is not None:
                alone(side, line)
        for side, line in enumerate(pair):
            if line is not None:
                rest[side].pop(0)
        rows.append(pair)
    alone(0, None)
    alone(1, None)
    return rows


def _lines(game: RecordCheck, names: Sequence[str]) -> list[SheetLine]:
    seats = seats_of(game, names)
    called = [names[seat] for seat in seats] if seats is not None else [one.label for one in game.record.players]
    return [
        SheetLine(
            seat=turn.player if seats is None or turn.player is None else seats[turn.player],
            text=event_text(event, called),
            played=visible(turn),
            index=at,
        )
        for at, (turn, event) in enumerate(zip(game.turns, game.record.events, strict=False))
    ]


def _source(sheets: Sheets, row: Row, side: int, line: SheetLine) -> int:
    """Which sheet's line is taken: the one of the player who acted, if it says the same, else the chosen one."""
    for other, (sheet, said) in enumerate(zip(sheets, row.lines, strict=True)):
        same = said is not None and (said.seat, said.played) == (line.seat, line.played)
        if same and sheet.seat is not None and sheet.seat == line.seat:
            return other
    return side


def _by_seats(game: RecordCheck, index: int, names: Sequence[str]) -> Event:
    """An event with its player, and the numbers of a count, by seats. Raises ValueError for more players than there are seats."""
    event, seats = game.record.events[index], seats_of(game, names)
    if seats is None:
        raise ValueError("more players than seats")
    if event.kind is Kind.COUNT:
        places = dict(zip(seats, event.counts, strict=False))
        return event._replace(counts=(*(places.get(seat) for seat in range(len(names))), *event.counts[-2:]))
    return event if event.player == NOBODY else event._replace(player=seats[event.player])


def _deal(sheets: Sheets, game: int, names: Sequence[str]) -> Record:
    """A record without events that has the deal, if a sheet has it and its players were dealt to in the order of the seats."""
    for check in (sheet.check.games[game - 1] for sheet in sheets if game <= len(sheet.check.games)):
        record = check.record
        if (record.deck or record.seed is not None) and seats_of(check, names) == tuple(range(len(names))):
            return Record((), (), seed=record.seed, deck=record.deck)
    return Record((), ())
