"""The check of a game record: read it, replay it by a rule set, and list everything that does not fit.

Nothing that was written is replaced. A wrong score, total or rack is reported where it first departs; after it the
replay goes on with computed scores, and with stated totals for comparing later totals, so that one slip of the pen is
one finding.

>>> from games.engine.crossword.rules import RULE_SETS
>>> data = b"#player1 a Ann\\n#player2 b Bob\\n>a: DINNVWY 8D WINDY +34 34\\n>b: ADEEGIL 7C GALE +16 16\\n"
>>> report = check_record(data, rules=RULE_SETS["tournament"])
>>> [(f.code, f.line, f.column, f.turn, f.stated, f.computed) for f in report.findings if f.code != "incomplete"]
[('score_wrong', 3, 22, 1, 34, 32)]
>>> report.verdict, report.final_scores, report.stated_scores
(<Verdict.DISCREPANCY: 'discrepancy'>, (32, 16), (34, 16))
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from games.engine.crossword.check.challenge import check_award, check_passed_turn, check_withdrawn
from games.engine.crossword.check.end import check_finish, check_out, check_own_rack, check_time
from games.engine.crossword.check.sound import check_sound_plays
from games.engine.crossword.check.turn import check_exchange, check_play, check_words
from games.engine.crossword.check.unplayed import count_unwritten
from games.engine.crossword.findings import Finding, finding
from games.engine.crossword.gcg import read_gcg_lines
from games.engine.crossword.gcg_strict import strict_findings
from games.engine.crossword.movelist import looks_like_gcg, read_move_lines
from games.engine.crossword.record import AFTER_THE_END, Event, Kind, Reading, Record
from games.engine.crossword.record_json import looks_like_json
from games.engine.crossword.record_json import read as read_json
from games.engine.crossword.replay import Replay
from games.engine.crossword.report import Report
from games.engine.crossword.rules import RuleSet
from games.engine.crossword.textfile import read_lines

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
) -> Report:
    """Check one record (GCG, JSON, or moves as typed) against ``rules``, and its words when ``words`` is given.

    Never raises, whatever the bytes are; takes time in proportion to them. ``strict``: also report what is GCG only to a
    tolerant reader (:mod:`~games.engine.crossword.gcg_strict`). ``seats``: the players' names, the one who begins first,
    for typed moves that do not name them.
    """
    return check_reading(read_record(data, rules=rules, strict=strict, seats=seats), rules=rules, words=words)


def read_record(data: bytes, *, rules: RuleSet, strict: bool = False, seats: Sequence[str] = ()) -> Reading:
    """Read a record in whatever form it is, for ``check_reading``; the arguments as of ``check_record``. Never raises."""
    if looks_like_json(data):
        return read_json(data)
    lines, findings = read_lines(data)
    reading = (
        read_gcg_lines(lines, findings) if looks_like_gcg(lines) else read_move_lines(lines, findings, rules, seats)
    )
    if strict and reading.format == "gcg":
        reading = replace(reading, findings=(*reading.findings, *strict_findings(reading)))
    return reading


def check_reading(reading: Reading, *, rules: RuleSet, words: Container[str] | None = None) -> Report:
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
    return Report(
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


def _place(found: Finding) -> int:
    return found.line or 0


def _headings(record: Record, rules: RuleSet) -> list[Finding]:
    """Headings that say the game was played with other tiles, on another board, or as another game."""
    found = []
    for name, text in record.pragmas:
        key = text.strip().lower()
        if name == "game-type" and key and key not in (_WORD_SMOG if rules.word_smog else _CLASSIC):
            computed = "word-smog" if rules.word_smog else "classic"
            found.append(finding("variant_other", stated=text, computed=computed))
        elif name in {"tile-set", "tile-distribution"} and key:
            slug = _TILE_SET_NAMES.get(key, key)
            if slug != rules.tile_set:
                found.append(finding("tile_set_other", stated=text, computed=rules.tile_set))
        elif name in {"game-board", "board-layout"} and key and _BOARD_NAMES.get(key, key) != rules.board:
            found.append(finding("board_other", stated=text, computed=rules.board))
    return found
