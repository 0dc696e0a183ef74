"""The check of a game record: read it, replay it by a rule set, and list everything that does not fit. Its outcome has the
findings, and the game turn by turn for a replay viewer.

Nothing that was written is replaced. A wrong score, total or rack is reported where it first departs; after it the
replay goes on with computed scores, and with stated totals for comparing later totals, so that one slip of the pen is
one finding.

>>> from games.engine.crossword.rules import RULE_SETS
>>> data = b"#player1 a Ann\\n#player2 b Bob\\n>a: DINNVWY 8D WINDY +34 34\\n>b: ADEEGIL 7C GALE +16 16\\n"
>>> check = check_record(data, rules=RULE_SETS["tournament"])
>>> [(f.code, f.line, f.column, f.turn, f.stated, f.computed) for f in check.findings if f.code != "incomplete"]
[('score_wrong', 3, 22, 1, 34, 32)]
>>> check.verdict, check.final_scores, check.stated_scores
(<Verdict.DISCREPANCY: 'discrepancy'>, (32, 16), (34, 16))
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final

from games.engine.crossword.check.challenge import check_award, check_passed_turn, check_withdrawn
from games.engine.crossword.check.end import check_finish, check_out, check_own_rack, check_time, count_unwritten
from games.engine.crossword.check.turn import check_exchange, check_play, check_sound_plays, check_words
from games.engine.crossword.ending import after_time_loss, winners
from games.engine.crossword.findings import Finding, Verdict, finding, verdict_of
from games.engine.crossword.gcg import read_gcg_lines, strict_findings
from games.engine.crossword.movelist import read_move_lines
from games.engine.crossword.record import AFTER_THE_END, Event, Kind, Reading, Record, move_text
from games.engine.crossword.record_json import read as read_json
from games.engine.crossword.replay import Replay, Step
from games.engine.crossword.rules import RuleSet
from games.engine.crossword.textfile import looks_like_gcg, looks_like_json, read_lines
from games.engine.rows import row_as_json


@dataclass(frozen=True)
class TurnView:
    """One event of the game as a viewer shows it. ``stated_*`` are None where nothing was written.

    ``board`` is the position after the event, one string a row (``.`` empty, small letters blanks, ``[CH]`` for a tile
    of several letters); ``new_squares`` are (row, column) from 0 of the tiles laid by this event (or taken off by a
    play withdrawn). ``words`` are those formed, the main word first; ``line`` is the line in the file (0: none);
    ``challenged`` are the words that this event says were challenged.
    """

    number: int
    player: int
    kind: Kind
    text: str
    rack: str
    note: str
    line: int
    stated_score: int | None
    stated_total: int | None
    computed_score: int | None
    computed_total: int
    words: tuple[str, ...]
    board: tuple[str, ...]
    new_squares: tuple[tuple[int, int], ...]
    challenged: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, object]:
        """JSON-able form."""
        return row_as_json(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> TurnView:
        """The turn from :meth:`as_dict`'s form, as it is stored."""
        changed = {
            "kind": Kind(values["kind"]),
            "words": tuple(values["words"]),
            "challenged": tuple(values.get("challenged", ())),
            "board": tuple(values["board"]),
            "new_squares": tuple((row, column) for row, column in values["new_squares"]),
        }
        return cls(**{**values, **changed})


@dataclass(frozen=True)
class RecordCheck:
    """The outcome of checking a record. ``complete``: the game was played to its end.

    ``final_scores`` are computed by the rules, ``stated_scores`` the last totals written; by player.
    """

    reading: Reading
    rules: RuleSet
    findings: tuple[Finding, ...]
    complete: bool
    final_scores: tuple[int, ...]
    stated_scores: tuple[int, ...]
    steps: tuple[Step, ...]
    #: Who has lost whatever the score, by a triple challenge or on time; and who has lost on time.
    loser: int | None = None
    lost_on_time: int | None = None

    @property
    def record(self) -> Record:
        """The record as written."""
        return self.reading.record

    @property
    def format(self) -> str:
        """``gcg``, ``json`` or ``moves``."""
        return self.reading.format

    @property
    def result_scores(self) -> tuple[int, ...]:
        """The scores that count: the final ones, but for a game lost on time what the rule set makes of them."""
        if self.lost_on_time is None:
            return self.final_scores
        return after_time_loss(self.rules, self.final_scores, self.lost_on_time)

    @property
    def winners(self) -> tuple[int, ...]:
        """The winner by the rules, several players in a tie, none before the end of the game."""
        if not self.complete:
            return ()
        before = [0] * len(self.final_scores)
        for event, step in zip(self.record.events, self.steps, strict=False):
            if event.kind not in AFTER_THE_END:
                before[event.player] += step.score or 0
        return winners(self.rules, self.final_scores, before, self.loser)

    @cached_property
    def verdict(self) -> Verdict:
        """The worst severity found."""
        return verdict_of(self.findings)

    @cached_property
    def turns(self) -> tuple[TurnView, ...]:
        """The game event by event, built on first use."""
        board = bytearray(self.rules.layout.empty)
        views = []
        for number, (event, step) in enumerate(zip(self.record.events, self.steps, strict=False), 1):
            step.change(board)
            views.append(self._view(number, event, step, bytes(board)))
        return tuple(views)

    @property
    def boards_before(self) -> tuple[bytes, ...]:
        """The flat board that each event was played on, as :class:`~games.engine.crossword.movegen.MoveGenerator` takes it."""
        board = bytearray(self.rules.layout.empty)
        boards = []
        for step in self.steps:
            boards.append(bytes(board))
            step.change(board)
        return tuple(boards)

    def _view(self, number: int, event: Event, step: Step, board: bytes) -> TurnView:
        tiles, layout = self.rules.tiles, self.rules.layout
        return TurnView(
            number=number,
            player=event.player,
            kind=event.kind,
            text=move_text(event),
            rack=event.rack,
            note=event.note,
            line=self.reading.lines[number - 1],
            stated_score=event.score,
            stated_total=event.total,
            computed_score=step.score,
            computed_total=step.total,
            words=tuple(tiles.face(word) for word in step.words),
            board=tuple(tiles.text(line) for line in layout.lines(board)),
            new_squares=tuple(layout.row_and_column(square) for square in step.squares),
            challenged=event.challenged,
        )

    def as_dict(self) -> dict[str, object]:
        """JSON-able form of everything."""
        return {
            "format": self.format,
            "verdict": str(self.verdict),
            "complete": self.complete,
            "rules": {"slug": self.rules.slug, "options": self.rules.options()},
            "title": self.record.title,
            "lexicon": self.record.lexicon,
            "players": [{"nick": player.nick, "name": player.name} for player in self.record.players],
            "final_scores": list(self.final_scores),
            "result_scores": list(self.result_scores),
            "winners": list(self.winners),
            "lost_on_time": self.lost_on_time,
            "stated_scores": list(self.stated_scores),
            "findings": [finding.as_dict() for finding in self.findings],
            "turns": [turn.as_dict() for turn in self.turns],
        }


#: Changes whenever the same record could get other findings; stored with a checked record.
ENGINE_VERSION: Final = "5"

#: The careful check of each kind of event; plays of which nothing is odd are judged before they come to it.
CHECKS: Final[Mapping[Kind, Callable[[Replay, int, Event], None]]] = {
    Kind.PLAY: check_play,
    Kind.EXCHANGE: check_exchange,
    Kind.PASS: check_passed_turn,
    Kind.WITHDRAWN: check_withdrawn,
    Kind.CHALLENGE: check_award,
    Kind.OUT: check_out,
    Kind.RACK: check_own_rack,
    Kind.TIME: check_time,
}
_CLASSIC: Final = frozenset({"classic", "crosswordgame", "scrabble"})
_WORD_SMOG: Final = frozenset({"wordsmog", "word-smog", "word_smog"})
_BOARD_NAMES: Final = {"crosswordgame": "standard15", "supercrosswordgame": "standard21"}
_TILE_SET_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "basque": "eu",
        "catalan": "ca",
        "czech": "cs",
        "danish": "da",
        "dutch": "nl",
        "english": "en",
        "english_super": "en-super",
        "finnish": "fi",
        "french": "fr",
        "german": "de",
        "greek": "el",
        "hungarian": "hu",
        "italian": "it",
        "norwegian": "no",
        "polish": "pl",
        "portuguese": "pt",
        "romanian": "ro",
        "russian": "ru",
        "slovak": "sk",
        "slovene": "sl",
        "spanish": "es",
        "swedish": "sv",
        "turkish": "tr",
    }
)


def check_record(
    data: bytes,
    *,
    rules: RuleSet,
    words: Container[str] | None = None,
    strict: bool = False,
    seats: Sequence[str] = (),
) -> RecordCheck:
    """Check one record (GCG, JSON, or moves as typed) against ``rules``, and its words when ``words`` is given.

    Never raises, whatever the bytes are; takes time in proportion to them. ``strict``: also report what is GCG only to a
    tolerant reader (``gcg.strict_findings``). ``seats``: the players' names, the one who begins first,
    for typed moves that do not name them.
    """
    return check_reading(read_record(data, rules=rules, strict=strict, seats=seats), rules=rules, words=words)


def read_record(data: bytes, *, rules: RuleSet, strict: bool = False, seats: Sequence[str] = ()) -> Reading:
    """Read a record in whatever form it is, for ``check_reading``; the arguments as of ``check_record``. Never raises."""
    if looks_like_json(data):
        return read_json(data)
    lines, findings = read_lines(data)
    if looks_like_gcg(lines):
        reading = read_gcg_lines(lines, findings)
    else:  # typed: without the heading that says how a GCG file is encoded
        reading = read_move_lines(lines, [one for one in findings if one.code != "encoding_assumed"], rules, seats)
    if strict and reading.format == "gcg":
        reading = replace(reading, findings=(*reading.findings, *strict_findings(reading)))
    return reading


def check_reading(reading: Reading, *, rules: RuleSet, words: Container[str] | None = None) -> RecordCheck:
    """Check a record that has been read already."""
    record = reading.record
    replay = Replay(reading, rules, words)
    index = check_sound_plays(replay, 0)
    while index < len(record.events):
        event = record.events[index]
        if event.kind in AFTER_THE_END:
            replay.end_by_players()
        CHECKS[event.kind](replay, index, event)
        index = check_sound_plays(replay, index + 1)
    if reading.format == "moves":
        # People type the moves of a game; what the tiles left at its end are worth follows from them.
        reading = _with_lines(reading, count_unwritten(replay))
    check_words(replay)
    final_scores = check_finish(replay)
    findings = [*reading.findings, *_headings(record, rules), *replay.findings]
    if words is not None and reading.format == "gcg" and record.events and not record.lexicon:
        findings.append(finding("lexicon_missing"))
    if not record.events and reading.source:
        findings.append(finding("no_events"))
    if len(findings) > 1:
        findings.sort(key=_place)
    return RecordCheck(
        reading=reading,
        rules=rules,
        findings=tuple(findings),
        complete=replay.ending is not None,
        final_scores=final_scores,
        stated_scores=tuple(replay.stated),
        steps=tuple(replay.steps),
        loser=replay.loser,
        lost_on_time=replay.loser if replay.lost_on_time else None,
    )


def _with_lines(reading: Reading, events: Sequence[Event]) -> Reading:
    """The reading with events at its end that have no line of their own in the text."""
    if not events:
        return reading
    record = replace(reading.record, events=(*reading.record.events, *events))
    return replace(reading, record=record, lines=(*reading.lines, *(0 for _ in events)))


def _place(one: Finding) -> int:
    return one.line or 0


def _headings(record: Record, rules: RuleSet) -> list[Finding]:
    """Headings that say the game was played with other tiles, on another board, or as another game."""
    findings = []
    for name, text in record.pragmas:
        key = text.strip().lower()
        if name == "game-type" and key and key not in (_WORD_SMOG if rules.word_smog else _CLASSIC):
            computed = "word-smog" if rules.word_smog else "classic"
            findings.append(finding("variant_other", stated=text, computed=computed))
        elif name in {"tile-set", "tile-distribution"} and key:
            slug = _TILE_SET_NAMES.get(key, key)
            if slug != rules.tile_set:
                findings.append(finding("tile_set_other", stated=text, computed=rules.tile_set))
        elif name in {"game-board", "board-layout"} and key and _BOARD_NAMES.get(key, key) != rules.board:
            findings.append(finding("board_other", stated=text, computed=rules.board))
    return findings
