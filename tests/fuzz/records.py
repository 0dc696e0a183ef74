"""What the fuzzer asks of the reading of game records of the crossword game."""

from __future__ import annotations

import json

from games.engine.crossword import record_json
from games.engine.crossword.check import RecordCheck, check_record
from games.engine.crossword.dating import played_on
from games.engine.crossword.gcg import read, write
from games.engine.crossword.move import InvalidMoveError, parse_move
from games.engine.crossword.record import Record
from games.engine.crossword.rules import NINE_TILE, RULE_SETS, RuleSet

WORDS = frozenset({"TRAIN", "ISOLATE", "SKAW", "AT"})
RULES: tuple[RuleSet, ...] = (
    RULE_SETS["tournament"],
    RULE_SETS["tournament"].with_options(challenge="five-per-word", overtime_minutes=3),
    RULE_SETS["tokyo-club"].with_options(tile_set="es", challenge="minus-ten"),
    RULE_SETS["gujarati-club"].with_options(tile_set="tr", **NINE_TILE),
    RULE_SETS["hasbro-zh"].with_options(tile_set="hu", challenge="triple"),
    RULE_SETS["tournament"].with_options(tile_set="en-super", board="standard21", challenge="void", finish_line=120),
)


def check_input(data: bytes) -> None:
    """Read ``data`` as a record, as moves and as one move; raises AssertionError when a promise is broken."""
    for rules in RULES:
        _promises(check_record(data, rules=rules, words=WORDS))
    record = read(data).record
    played_on(record)
    if all(event.score is not None and event.total is not None for event in record.events):
        try:
            written = write(record)
        except ValueError:
            written = b""  # names that GCG cannot hold
        assert not written or read(written).record == record, "what was written does not read back"
    _json_reads_back(record)
    for line in data.decode("utf-8", "replace").split("\n")[:20]:
        try:
            parse_move(line, RULES[2])
        except InvalidMoveError:
            continue


def _json_reads_back(record: Record) -> None:
    try:
        written = record_json.write(record)
    except ValueError:
        return  # control characters
    assert record_json.read(written).record == record, "what was written as JSON does not read back"


def _promises(report: RecordCheck) -> None:
    """What a report always is: complete, JSON, with messages fit to print."""
    assert len(report.turns) == len(report.record.events)
    assert len(report.final_scores) == len(report.stated_scores) == len(report.record.players)
    json.dumps(report.as_dict())
    for finding in report.findings:
        assert finding.message.isprintable(), finding
        assert finding.column is None or finding.column >= 1, finding
