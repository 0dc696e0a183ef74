"""The JSON form: its schema, and that the forms of a record turn into each other."""

import json

import jsonschema
import pytest

from core.packages import ROOT
from games.crossword.game import CROSSWORD
from games.engine.crossword import gcg, movelist, record_json
from games.engine.crossword.check import check_record
from games.engine.crossword.record import Event, Kind, Player, Record
from games.engine.crossword.rules import RULE_SETS
from tests.games.engine.crossword.helpers import TOURNAMENT
from tests.games.engine.crossword.test_files import FILES

GAME = gcg.read(FILES["club_game"].read_bytes()).record
VALIDATOR = jsonschema.Draft202012Validator(record_json.SCHEMA)


def form(**changes: object) -> bytes:
    """The club game in JSON with parts replaced."""
    return json.dumps(json.loads(record_json.write(GAME)) | changes).encode()


def test_the_published_schema_is_up_to_date_and_is_one() -> None:
    text = (ROOT / "docs" / "record.schema.json").read_text(encoding="utf-8")
    assert text == record_json.schema_text()
    jsonschema.Draft202012Validator.check_schema(json.loads(text))


@pytest.mark.parametrize("name", FILES)
def test_every_file_goes_through_json(name: str) -> None:
    record = gcg.read(FILES[name].read_bytes()).record
    data = record_json.write(record)
    VALIDATOR.validate(json.loads(data))
    assert record_json.read(data).record == record
    assert record_json.read(data).findings == ()


READABLE = {name: reading for name in FILES if not (reading := gcg.read(FILES[name].read_bytes())).findings}


@pytest.mark.parametrize("name", READABLE)
def test_the_check_finds_the_same_in_json(name: str) -> None:
    """But for what only a file has: lines that cannot be read."""
    reading = READABLE[name]
    one = check_record(FILES[name].read_bytes(), rules=TOURNAMENT)
    two = check_record(record_json.write(reading.record), rules=TOURNAMENT)
    assert [(finding.code, finding.turn) for finding in two.findings] == [
        (finding.code, finding.turn) for finding in one.findings
    ]
    assert two.final_scores == one.final_scores
    assert (two.format, {finding.line for finding in two.findings} - {None}) == ("json", set())
    assert two.format in CROSSWORD.formats


def test_gcg_to_moves_to_json_to_gcg() -> None:
    played = GAME.events
    moves = movelist.read(movelist.write(GAME, TOURNAMENT).encode(), TOURNAMENT).record
    assert moves.events == tuple(event._replace(note="", extra="") for event in played)
    again = record_json.read(record_json.write(moves)).record
    assert gcg.read(gcg.write(again)).record == again == moves


@pytest.mark.parametrize(
    ("nick", "event"),
    [
        ("8D", Event(Kind.PASS, 0, score=0, total=0)),
        ("anna", Event(Kind.PLAY, 0, "", "8D", "ab", 0, 0)),
        ("anna", Event(Kind.PLAY, 0, "", "8D", "AB", None, 8)),
    ],
    ids=["a name that is a place", "a word of blanks", "no score"],
)
def test_what_typed_moves_cannot_hold_is_refused(nick: str, event: Event) -> None:
    with pytest.raises(ValueError, match="cannot be told apart"):
        movelist.write(Record((Player(nick, "Anna"), Player("ben", "Ben")), (event,)), TOURNAMENT)


def test_a_record_with_control_characters_is_not_written() -> None:
    with pytest.raises(ValueError, match=r"characters that are not text \(at headings\[0\].text\)"):
        record_json.write(Record(GAME.players, (), (("title", "a\x1bb"),)))


EVENT = {"kind": "play", "player": 0}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"players": []}, "must have 2 to 4 entries (at players)"),
        ({"players": [{"nick": "a"}, {"name": "b"}]}, "nick is missing (at players[1])"),
        ({"events": {}}, "must be array (at events)"),
        ({"events": [3]}, "must be object (at events[0])"),
        ({"events": [EVENT] * 501}, "must have 0 to 500 entries"),
        ({"events": [EVENT | {"kind": "castle"}]}, "must be one of play, exchange"),
        ({"events": [EVENT | {"player": True}]}, "must be integer (at events[0].player)"),
        ({"events": [EVENT | {"player": 4}]}, "must be from 0 to 3"),
        ({"events": [EVENT | {"player": 2}]}, "player is not one of the players (at events[0])"),
        ({"events": [EVENT | {"score": 1.5}]}, "must be integer or null (at events[0].score)"),
        ({"events": [EVENT | {"score": 10**9}]}, "must be from -99999 to 99999"),
        ({"events": [EVENT | {"text": "A\x00B"}]}, "characters that are not text"),
        ({"events": [EVENT | {"rack": "A\ud800"}]}, "characters that are not text"),
        ({"events": [EVENT | {"text": "A" * 5000}]}, "more than 4000 characters"),
        ({"events": [EVENT | {"colour": "red"}]}, "colour is not known"),
    ],
)
def test_what_does_not_fit_is_named_with_its_place(changes: dict[str, object], message: str) -> None:
    data = form(**changes)
    (finding,) = check_record(data, rules=TOURNAMENT).findings
    assert finding.code == "json_malformed"
    assert message in finding.message
    if "players[" not in message and "not one of the players" not in message and "\\ud800" not in data.decode():
        assert not VALIDATOR.is_valid(json.loads(data))


@pytest.mark.parametrize(
    "data",
    [
        b"{",
        b'{"a": ' + b"[" * 100_000,
        b'{"a": ' + b"9" * 5000 + b"}",
        b"{\xff}",
        b'{"a": NaN}',
        b"{}",
        b"{" + b" " * 10**6,
    ],
    ids=range(7),
)
def test_broken_json_is_answered(data: bytes) -> None:
    for rules in RULE_SETS.values():
        report = check_record(data, rules=rules)
        assert {finding.code for finding in report.findings} <= {"json_malformed", "too_large"}
        assert report.findings
        assert report.verdict == "error"
        json.dumps(report.as_dict())


def test_json_may_begin_with_a_byte_order_mark() -> None:
    assert check_record(b"\xef\xbb\xbf \n" + record_json.write(GAME), rules=TOURNAMENT).final_scores == (443, 284)
