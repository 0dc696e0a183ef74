"""The JSON twin of the record: the same facts under names, for programs.

>>> from games.engine.wordbasket.notation import read_text
>>> record = read_text("#player A\\n#player B\\nstart あ\\nA あしか か\\n").record
>>> read_json(write_json(record)).record == record
True
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from games.engine.wordbasket.cards import DECK, BadCardError, Card, read_card
from games.engine.wordbasket.findings import finding
from games.engine.wordbasket.notation import VERSION
from games.engine.wordbasket.record import MAX_EVENTS, NOBODY, Event, Kind, Player, Reading, Record
from games.engine.wordbasket.rules import Handicap

_DEFAULT: Final = Event(Kind.PLAY)
_ONE_CARD: Final = frozenset({Kind.PLAY, Kind.BACK, Kind.MISS})
_BY_NOBODY: Final = frozenset({Kind.START, Kind.RESTOCK, Kind.COUNT})


def write_json(record: Record) -> str:
    """The record as a JSON object."""
    return json.dumps(as_dict(record), ensure_ascii=False, indent=1)


def as_dict(record: Record) -> dict[str, object]:
    """JSON-able form; fields that say nothing are left out."""
    labels = [player.label for player in record.players]
    whole: dict[str, object] = {
        "wordbasket": VERSION,
        "headings": [list(pair) for pair in record.headings],
        "players": [{"label": player.label, "name": player.name} for player in record.players],
        "handicaps": [[h.min_letters, h.last_letters] if h else None for h in record.handicaps],
        "options": [list(pair) for pair in record.options],
        "seed": record.seed,
        "deck": list(record.deck),
        "events": [_event_dict(event, labels) for event in record.events],
    }
    return {name: value for name, value in whole.items() if value not in (None, [])}


def _event_dict(event: Event, labels: list[str]) -> dict[str, object]:
    whole: dict[str, object] = {"kind": str(event.kind)}
    if event.player != NOBODY:
        whole["player"] = labels[event.player]
    for name in ("word", "cards", "letter", "drawn", "drew", "refused", "counts", "note"):
        value = getattr(event, name)
        if value != getattr(_DEFAULT, name):
            whole[name] = list(value) if isinstance(value, tuple) else value
    return whole


def read_json(text: str) -> Reading:
    """Read the JSON form. Never raises: a wrong shape is one finding that names the place."""
    try:
        record = _record(json.loads(text))
    except _ShapeError as error:
        return _unread(str(error))
    except (ValueError, RecursionError) as error:
        return _unread(type(error).__name__)
    return Reading(record, (), (0,) * len(record.events), "json")


def _unread(why: str) -> Reading:
    return Reading(Record((), ()), (finding("json_malformed", stated=why),), (), "json")


class _ShapeError(Exception):
    """A value that does not fit the form; the message names it."""


def _record(data: object) -> Record:
    whole = _mapping(data, "the whole")
    if whole.get("wordbasket") != VERSION:
        raise _ShapeError("wordbasket")
    players = tuple(
        Player(_string(one.get("label"), "label"), _string(one.get("name", ""), "name"))
        for one in (_mapping(item, "players") for item in _items(whole, "players", 20))
    )
    labels = {player.label: index for index, player in enumerate(players)}
    if len(labels) != len(players):
        raise _ShapeError("players")
    seed = whole.get("seed")
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 10**18):
        raise _ShapeError("seed")
    return Record(
        players,
        tuple(_event(_mapping(item, "events"), labels) for item in _items(whole, "events", MAX_EVENTS)),
        tuple(_pair(item, "options") for item in _items(whole, "options", 50)),
        tuple(_handicap(item) for item in _items(whole, "handicaps", len(players))),
        seed,
        _cards(whole, "deck", 2 * len(DECK)),
        tuple(_pair(item, "headings") for item in _items(whole, "headings", 50)),
    )


def _event(item: Mapping[str, object], labels: Mapping[str, int]) -> Event:
    try:
        kind = Kind(_string(item.get("kind"), "kind"))
    except ValueError:
        raise _ShapeError("kind") from None
    player = NOBODY
    if kind not in _BY_NOBODY:
        label = _string(item.get("player"), "player")
        if label not in labels:
            raise _ShapeError(f"player {label[:20]}")
        player = labels[label]
    cards = _cards(item, "cards", len(DECK))
    if (kind in _ONE_CARD and len(cards) != 1) or (kind in (Kind.START, Kind.RESTOCK, Kind.RESET) and not cards):
        raise _ShapeError("cards")
    drawn, refused = item.get("drawn"), item.get("refused", False)
    if not isinstance(refused, bool):
        raise _ShapeError("refused")
    counts = tuple(_number(value, "counts") for value in _items(item, "counts", 10))
    if len(counts) != (len(labels) + 2 if kind is Kind.COUNT else 0):
        raise _ShapeError("counts")
    return Event(
        kind,
        player,
        _string(item.get("word", ""), "word")[:100],
        cards,
        _string(item.get("letter", ""), "letter")[:1],
        _number(drawn, "drawn"),
        _cards(item, "drew", len(DECK)),
        refused,
        counts,
        _string(item.get("note", ""), "note")[:1000],
    )


def _mapping(value: object, what: str) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise _ShapeError(what)
    return value


def _items(whole: Mapping[str, object], name: str, most: int) -> list[object]:
    value = whole.get(name, [])
    if not isinstance(value, list) or len(value) > most:
        raise _ShapeError(name)
    return value


def _string(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise _ShapeError(what)
    return value


def _number(value: object, what: str) -> int | None:
    if value is not None and (isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 999):
        raise _ShapeError(what)
    return value


def _pair(value: object, what: str) -> tuple[str, str]:
    if not isinstance(value, list) or len(value) != 2:
        raise _ShapeError(what)
    return _string(value[0], what), _string(value[1], what)


def _handicap(value: object) -> Handicap | None:
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != 2:
        raise _ShapeError("handicaps")
    low, high = (_number(one, "handicaps") for one in value)
    if low is None or high is None:
        raise _ShapeError("handicaps")
    return Handicap(low, high)


def _cards(whole: Mapping[str, object], name: str, most: int) -> tuple[Card, ...]:
    try:
        return tuple(read_card(_string(item, name)) for item in _items(whole, name, most))
    except BadCardError as error:
        raise _ShapeError(f"{name}: {error}") from None
