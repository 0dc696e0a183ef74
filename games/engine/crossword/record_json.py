"""A record as JSON: the form for programs, with a schema that is published as ``docs/record.schema.json``.

``SCHEMA`` is the one description: the reader checks what it gets against it, and the published file is made from it
(``python -m games.engine.crossword.record_json > docs/record.schema.json``; a test compares the two).

>>> from games.engine.crossword.gcg import read as read_gcg
>>> record = read_gcg(b"#player1 a Ann\\n#player2 b Bob\\n>a: DINNVWY 8D WINDY +32 32\\n").record
>>> read(write(record)).record == record
True
>>> read(b'{"players": []}').findings[0].message
'This is not a JSON record: events is missing (at the top).'
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, cast

from games.engine.crossword.findings import Finding, finding
from games.engine.crossword.gcg import MAX_EVENTS, MAX_LINE
from games.engine.crossword.record import Event, Kind, Player, Reading, Record
from games.engine.crossword.rules import MAX_PLAYERS, MIN_PLAYERS
from games.engine.crossword.textfile import MAX_BYTES

#: Text without control characters and halves of surrogate pairs; notes may have several lines.
_LINE: Final = r"^[^\u0000-\u001f\ud800-\udfff]*$"
_LINES: Final = r"^[^\u0000-\u0009\u000b-\u001f\ud800-\udfff]*$"


def _text(description: str, longest: int = MAX_LINE, pattern: str = _LINE) -> dict[str, object]:
    return {"type": "string", "maxLength": longest, "pattern": pattern, "description": description}


def _number(description: str) -> dict[str, object]:
    return {"type": ["integer", "null"], "minimum": -99999, "maximum": 99999, "description": description}


def _object(required: Sequence[str], properties: Mapping[str, object]) -> dict[str, object]:
    return {"type": "object", "required": list(required), "additionalProperties": False, "properties": properties}


_EVENT: Final = _object(
    ("kind", "player"),
    {
        "kind": {
            "enum": [str(kind) for kind in Kind],
            "description": "what happened; withdrawn: the last play comes off",
        },
        "player": {"type": "integer", "minimum": 0, "maximum": MAX_PLAYERS - 1, "description": "index into players"},
        "rack": _text("tiles held, ? for a blank, [CH] for a tile of several letters; may be partial or empty"),
        "place": _text("for a play: 8D across, D8 down", 4),
        "text": _text(
            "the word (. for a filled square, small letters for blanks), or the tiles exchanged or left over, or the words"
            " that were challenged (of withdrawn, challenge, or a turn lost), with a space between two"
        ),
        "score": _number("points as written; null when they were not"),
        "total": _number("running total as written; null when it was not"),
        "note": _text("a remark", pattern=_LINES),
        "extra": _text("text after the total that means nothing to the program"),
    },
)
#: JSON Schema (draft 2020-12) of a record. Only the keywords that :func:`_problem` knows are used in it.
SCHEMA: Final[Mapping[str, object]] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Record of a crossword game",
    "description": "What was written down of one game, before anybody judged it. Absent texts are empty.",
    **_object(
        ("players", "events"),
        {
            "players": {
                "type": "array",
                "minItems": MIN_PLAYERS,
                "maxItems": MAX_PLAYERS,
                "items": _object(
                    ("nick",), {"nick": _text("short name without spaces", 100), "name": _text("full name")}
                ),
            },
            "headings": {
                "type": "array",
                "maxItems": MAX_EVENTS,
                "items": _object(
                    ("name", "text"), {"name": _text("such as title, lexicon"), "text": _text("", pattern=_LINES)}
                ),
            },
            "events": {"type": "array", "maxItems": MAX_EVENTS, "items": _EVENT},
            "racks": {"type": "array", "maxItems": MAX_PLAYERS, "items": _text("final rack of each player")},
            "incomplete": {
                **_text("set when the game stops here: the rack of the player to move"),
                "type": ["string", "null"],
            },
        },
    ),
}
_TYPES: Final[Mapping[str, type]] = {"object": dict, "array": list, "string": str, "integer": int, "null": type(None)}


def write(record: Record) -> bytes:
    """The record as JSON in UTF-8, one event a line; texts that are empty are left out. ``read`` gives it back.

    Raises ValueError when a text of the record does not fit the schema (it has control characters, say).
    """
    events = [_without_empty(event._asdict(), keep=("kind", "player", "score", "total")) for event in record.events]
    form = {
        "players": [{"nick": player.nick, "name": player.name} for player in record.players],
        "headings": [{"name": name, "text": text} for name, text in record.pragmas],
        "racks": list(record.racks),
        "incomplete": record.incomplete,
    }
    wrong = _problem({**form, "events": events}, SCHEMA, "the top")
    if wrong is not None:
        raise ValueError(f"the record does not fit the form: {wrong.message} (at {wrong.where})")
    rows = [f' "{name}": {_dump(value)},' for name, value in form.items()]
    lines = ",\n".join(f"  {_dump(event)}" for event in events)
    return "\n".join(["{", *rows, f' "events": [\n{lines}\n ]', "}", ""]).encode("utf-8")


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _without_empty(values: Mapping[str, object], keep: Sequence[str]) -> dict[str, object]:
    return {name: value for name, value in values.items() if name in keep or value}


def read(data: bytes) -> Reading:
    """Read a record in JSON. Never raises: whatever is wrong is in the reading's findings.

    The reading has no line numbers (each is 0): a finding in JSON has its turn.
    """
    if len(data) > MAX_BYTES:
        return _unread(finding("too_large", stated=len(data), computed=MAX_BYTES))
    try:
        text = data.decode("utf-8-sig")
        value = json.loads(text)
    except json.JSONDecodeError as error:
        stated, where = error.msg, f"line {error.lineno}"
        return _unread(finding("json_malformed", line=error.lineno, stated=stated, params={"where": where}))
    except (ValueError, RecursionError):  # not UTF-8, a number of thousands of digits, brackets thousands deep
        return _unread(finding("json_malformed", stated="it cannot be decoded", params={"where": "the top"}))
    wrong = _problem(value, SCHEMA, "the top")
    if wrong is not None:
        return _unread(finding("json_malformed", stated=wrong.message, params={"where": wrong.where}))
    record = _record(value)
    high = next((at for at, event in enumerate(record.events) if event.player >= len(record.players)), None)
    if high is not None:
        stated = "player is not one of the players"
        return _unread(finding("json_malformed", stated=stated, params={"where": f"events[{high}]"}))
    return Reading(record, (), (0,) * len(record.events), tuple(text.split("\n")), "json")


def _unread(problem: Finding) -> Reading:
    players = tuple(Player(f"player{number}", f"Player {number}") for number in range(1, MIN_PLAYERS + 1))
    return Reading(Record(players, ()), (problem,), (), (), "json")


def _record(value: dict[str, object]) -> Record:
    """A record from JSON that fits the schema."""
    players = cast("list[dict[str, str]]", value["players"])
    headings = cast("list[dict[str, str]]", value.get("headings", []))
    events = cast("list[dict[str, object]]", value["events"])
    return Record(
        players=tuple(Player(player["nick"], player.get("name", player["nick"])) for player in players),
        events=tuple(_event(event) for event in events),
        pragmas=tuple((heading["name"], heading["text"]) for heading in headings),
        racks=tuple(cast("list[str]", value.get("racks", []))),
        incomplete=cast("str | None", value.get("incomplete")),
    )


def _event(value: dict[str, object]) -> Event:
    texts = {name: str(value.get(name, "")) for name in ("rack", "place", "text", "note", "extra")}
    texts["place"] = texts["place"].upper()
    numbers = {name: cast("int | None", value.get(name)) for name in ("score", "total")}
    return Event(kind=Kind(str(value["kind"])), player=cast("int", value["player"]), **texts, **numbers)  # type: ignore[arg-type]  # the schema has checked each


class _Wrong(NamedTuple):
    message: str
    where: str


def _problem(value: object, schema: Mapping[str, object], where: str) -> _Wrong | None:
    """The first thing in which ``value`` does not fit ``schema``."""
    if "enum" in schema:
        allowed = cast("list[object]", schema["enum"])
        return None if value in allowed else _Wrong(f"must be one of {', '.join(map(str, allowed))}", where)
    names: list[str] = [schema["type"]] if isinstance(schema["type"], str) else cast("list[str]", schema["type"])
    if isinstance(value, bool) or not any(isinstance(value, _TYPES[name]) for name in names):
        return _Wrong(f"must be {' or '.join(names)}", where)
    if isinstance(value, str):
        return _text_problem(value, schema, where)
    if isinstance(value, int):
        low, high = cast("int", schema["minimum"]), cast("int", schema["maximum"])
        return None if low <= value <= high else _Wrong(f"must be from {low} to {high}", where)
    if isinstance(value, list):
        return _list_problem(value, schema, where)
    if isinstance(value, dict):
        return _object_problem(value, schema, where)
    return None


def _text_problem(value: str, schema: Mapping[str, object], where: str) -> _Wrong | None:
    if len(value) > cast("int", schema["maxLength"]):
        return _Wrong(f"has more than {schema['maxLength']} characters", where)
    # JSON Schema's $ is the end of the text, unlike Python's.
    if re.fullmatch(str(schema["pattern"])[1:-1], value) is None:
        return _Wrong("has characters that are not text", where)
    return None


def _list_problem(value: list[object], schema: Mapping[str, object], where: str) -> _Wrong | None:
    least, most = cast("int", schema.get("minItems", 0)), cast("int", schema["maxItems"])
    if not least <= len(value) <= most:
        return _Wrong(f"must have {least} to {most} entries", where)
    items = cast("Mapping[str, object]", schema["items"])
    problems = (_problem(item, items, f"{where}[{index}]") for index, item in enumerate(value))
    return next((problem for problem in problems if problem is not None), None)


def _object_problem(value: dict[str, object], schema: Mapping[str, object], where: str) -> _Wrong | None:
    properties = cast("Mapping[str, Mapping[str, object]]", schema["properties"])
    for name in cast("list[str]", schema["required"]):
        if name not in value:
            return _Wrong(f"{name} is missing", where)
    for name, inner in value.items():
        if name not in properties:
            return _Wrong(f"{name[:40]} is not known", where)
        problem = _problem(inner, properties[name], name if where == "the top" else f"{where}.{name}")
        if problem is not None:
            return problem
    return None


def schema_text() -> str:
    """The published file."""
    return json.dumps(SCHEMA, indent=2, ensure_ascii=True) + "\n"


if __name__ == "__main__":
    sys.stdout.write(schema_text())
