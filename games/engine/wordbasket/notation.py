"""The record as text: one line an event, typable at the table in kana or in Latin letters.

The grammar is in ``docs/wordbasket.md``. Reading never raises: whatever cannot be read is a finding with its line.

>>> reading = read_text("#player A Aiko\\n#player B Ben\\nstart a\\nA ashika ka\\nB reset え け さ め ka*\\n")
>>> [event.word for event in reading.record.events], reading.record.events[2].cards, reading.findings
(['', 'あしか', ''], ('え', 'け', 'さ', 'め', 'か*'), ())
>>> print(write_text(reading.record), end="")
#wordbasket 1
#player A Aiko
#player B Ben
start あ
A あしか か
B reset え け さ め か*
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from core.typed import plain_text
from games.engine.wordbasket.cards import DECK, UNKNOWN, BadCardError, Card, read_card
from games.engine.wordbasket.findings import Finding, finding
from games.engine.wordbasket.record import MAX_EVENTS, NOBODY, Event, Kind, Player, Reading, Record
from games.engine.wordbasket.rules import Handicap
from lexicon.engine.kana import BadKanaError
from lexicon.engine.kana_romaji import to_romaji
from lexicon.engine.shiritori import read_word

VERSION: Final = "1"
#: Events by what is typed: English, and Japanese as it is never typed for a word (katakana, or with kanji).
KEYWORDS: Final[Mapping[str, Kind]] = MappingProxyType(
    {
        **{str(kind): kind for kind in Kind if kind is not Kind.PLAY},
        "開始": Kind.START,
        "補充": Kind.RESTOCK,
        "リセット": Kind.RESET,
        "ペナルティ": Kind.PENALTY,
        "ペナルティー": Kind.PENALTY,
        "リーチ": Kind.REACH,
        "リーチ忘れ": Kind.NOREACH,
        "同時": Kind.BACK,
        "外れ": Kind.MISS,
        "手札": Kind.HAND,
        "枚数": Kind.COUNT,
        "勝ち": Kind.WIN,
    }
)
_PLACES: Final = {"stock": 0, "山": 0, "basket": 1, "場": 1}
_REFUSED: Final = frozenset({"word", "言葉"})
_COUNT: Final = re.compile(r"\+\d{1,3}")
_GLOBAL: Final = frozenset({Kind.START, Kind.RESTOCK, Kind.COUNT})
_WITH_WORD: Final = frozenset({Kind.PLAY, Kind.BACK, Kind.MISS})
_RESERVED: Final = frozenset(KEYWORDS) | frozenset(_PLACES) | {"word"}
_LABEL: Final = re.compile(r"[^\s#;+>?*]{1,20}")


class UnreadableError(ValueError):
    """A line that is no event; private to the reader."""


def read_text(text: str) -> Reading:
    """Read a record. Unreadable lines are findings; the rest is kept."""
    reader = _Reader()
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        body = plain_text(line).strip().lstrip("\ufeff")
        if body and not body.startswith(";"):
            reader.read(number, body)
    return reader.reading()


@dataclass
class _Reader:
    """The state of reading one file."""

    players: list[Player] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    options: list[tuple[str, str]] = field(default_factory=list)
    handicaps: dict[str, Handicap] = field(default_factory=dict)
    headings: list[tuple[str, str]] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    seed: int | None = None
    deck: tuple[Card, ...] = ()

    def reading(self) -> Reading:
        """What was read."""
        handicaps = tuple(self.handicaps.get(player.label) for player in self.players)
        record = Record(
            tuple(self.players),
            tuple(self.events),
            tuple(self.options),
            handicaps if any(handicaps) else (),
            self.seed,
            self.deck,
            tuple(self.headings),
        )
        return Reading(record, tuple(self.findings), tuple(self.lines), "text")

    def read(self, number: int, body: str) -> None:
        """One line that is neither empty nor a remark."""
        if body.startswith("#"):
            name, _, text = body[1:].partition(" ")
            if not self._heading(name.lower(), text.strip()):
                self.findings.append(finding("heading_malformed", line=number, stated=body))
            return
        if len(self.events) >= MAX_EVENTS:
            if len(self.events) == MAX_EVENTS and not any(f.code == "too_many_events" for f in self.findings):
                self.findings.append(finding("too_many_events", line=number, computed=MAX_EVENTS))
            return
        body, _, note = body.partition(";")
        try:
            event = self._event(body.split())
        except UnreadableError as error:
            code = "player_unknown" if error.args else "event_malformed"
            self.findings.append(finding(code, line=number, stated=error.args[0] if error.args else body.strip()))
            return
        self.events.append(event._replace(note=note.strip()) if note else event)
        self.lines.append(number)

    # -- headings -----------------------------------------------------------------------------------------------------

    def _heading(self, name: str, text: str) -> bool:
        """Take one heading; whether it could be read."""
        parts = text.split()
        match name:
            case "wordbasket":
                return text == VERSION
            case "player":
                return self._player(text)
            case "handicap":
                return self._handicap(parts)
            case "option":
                self.options.append((parts[0], parts[1])) if len(parts) == 2 else None
                return len(parts) == 2
            case "deck":
                return self._deck(parts)
            case _:
                self.headings.append((name, text))
                return bool(name)

    def _player(self, text: str) -> bool:
        label, _, name = text.partition(" ")
        labels = {player.label for player in self.players}
        if not _LABEL.fullmatch(label) or label.lower() in _RESERVED or label in labels or self.events:
            return False
        self.players.append(Player(label, name.strip()))
        return True

    def _handicap(self, parts: list[str]) -> bool:
        numbers = [int(part) for part in parts[1:] if part.isascii() and part.isdigit() and len(part) < 3]
        if len(parts) != 3 or len(numbers) != 2:
            return False
        try:
            player = self.players[self._index(parts[0])]
        except UnreadableError:
            return False
        self.handicaps[player.label] = Handicap(*numbers)
        return True

    def _deck(self, parts: list[str]) -> bool:
        if len(parts) == 2 and parts[0] == "seed" and re.fullmatch(r"\d{1,18}", parts[1], re.ASCII):
            self.seed = int(parts[1])
            return True
        try:
            self.deck = tuple(read_card(part) for part in parts)
        except BadCardError:
            return False
        return 0 < len(self.deck) <= 2 * len(DECK)

    # -- events -------------------------------------------------------------------------------------------------------

    def _event(self, tokens: list[str]) -> Event:
        if not tokens:
            raise UnreadableError
        kind = KEYWORDS.get(tokens[0].lower())
        if kind is Kind.COUNT:
            return self._counts(tokens[1:])
        if kind in _GLOBAL:
            assert kind is not None
            return Event(kind, cards=_cards(tokens[1:], least=1))
        if kind is Kind.WIN and len(tokens) == 2:
            return Event(Kind.WIN, self._index(tokens[1]))
        player = self._index(tokens[0])
        if len(tokens) < 2:
            raise UnreadableError
        kind = KEYWORDS.get(tokens[1].lower(), Kind.PLAY)
        rest = tokens[1:] if kind is Kind.PLAY else tokens[2:]
        if kind in _WITH_WORD:
            return _word_event(kind, player, rest)
        return _READERS[kind](kind, player, rest)

    def _index(self, label: str) -> int:
        """The player with this label, or the only one of whose name it is a part or the beginning of one."""
        for index, player in enumerate(self.players):
            if player.label == label:
                return index
        named = [index for index, player in enumerate(self.players) if _means(label, player.name)]
        if len(named) == 1:
            return named[0]
        raise UnreadableError(label)

    def _counts(self, tokens: list[str]) -> Event:
        counts: list[int | None] = [None] * (len(self.players) + 2)
        if not tokens or len(tokens) % 2:
            raise UnreadableError
        for name, number in zip(tokens[::2], tokens[1::2], strict=True):
            if not (number.isascii() and number.isdigit() and len(number) < 4):
                raise UnreadableError
            place = _PLACES.get(name.lower())
            counts[self._index(name) if place is None else len(self.players) + place] = int(number)
        return Event(Kind.COUNT, counts=tuple(counts))


def _means(typed: str, name: str) -> bool:
    return any(part.startswith(typed.casefold()) for part in name.casefold().split())


def _word_event(kind: Kind, player: int, rest: list[str]) -> Event:
    if len(rest) != 2:
        raise UnreadableError
    text, letter = rest[1], ""
    if ">" in text:
        text, _, letter = text.partition(">")
        letter = _word(letter)
        if len(letter) != 1:
            raise UnreadableError
    return Event(kind, player, _word(rest[0]), _cards([text], least=1), letter)


def _word(text: str) -> str:
    """A word folded, or as typed where it is no kana: the check says what is wrong with it."""
    try:
        return read_word(text)
    except BadKanaError:
        return text[:100]


def _cards(tokens: Sequence[str], *, least: int, unknown: bool = False) -> tuple[Card, ...]:
    try:
        cards = tuple(read_card(token) for token in tokens)
    except BadCardError:
        raise UnreadableError from None
    if not least <= len(cards) <= len(DECK) or (UNKNOWN in cards and not unknown):
        raise UnreadableError
    return cards


def _with_draw(kind: Kind, player: int, rest: list[str]) -> Event:
    """A reset, a penalty or a forgotten reach: what comes before the draw, ``+4`` or ``+`` and the cards."""
    place = next((place for place, part in enumerate(rest) if part == "+" or _COUNT.fullmatch(part)), len(rest))
    before, draw = rest[:place], rest[place:]
    drawn: int | None = None
    drew: tuple[Card, ...] = ()
    if draw and draw[0] == "+":
        drew = _cards(draw[1:], least=1)
        drawn = len(drew)
    elif draw:
        if len(draw) > 1:
            raise UnreadableError
        drawn = int(draw[0])
    if kind is Kind.RESET:
        return Event(kind, player, cards=_cards(before, least=1), drawn=drawn, drew=drew)
    refused = kind is Kind.PENALTY and len(before) == 1 and before[0].lower() in _REFUSED
    if before and not refused:
        raise UnreadableError
    return Event(kind, player, drawn=drawn, drew=drew, refused=refused)


def _alone(kind: Kind, player: int, rest: list[str]) -> Event:
    if rest:
        raise UnreadableError
    return Event(kind, player)


def _hand(kind: Kind, player: int, rest: list[str]) -> Event:
    return Event(kind, player, cards=_cards(rest, least=0, unknown=True))


def _misplaced(_kind: Kind, _player: int, _rest: list[str]) -> Event:
    raise UnreadableError


_READERS: Final[Mapping[Kind, Callable[[Kind, int, list[str]], Event]]] = MappingProxyType(
    {
        Kind.RESET: _with_draw,
        Kind.PENALTY: _with_draw,
        Kind.NOREACH: _with_draw,
        Kind.REACH: _alone,
        Kind.WIN: _alone,
        Kind.HAND: _hand,
        Kind.START: _misplaced,
        Kind.RESTOCK: _misplaced,
        Kind.COUNT: _misplaced,
    }
)


# -- writing ----------------------------------------------------------------------------------------------------------


def write_text(record: Record, *, romaji: bool = False) -> str:
    """The record as text; :func:`read_text` gives the same record back, in kana or with ``romaji``."""
    labels = [player.label for player in record.players]
    lines = [f"#wordbasket {VERSION}", *(f"#{name} {text}".rstrip() for name, text in record.headings)]
    lines += [f"#player {player.label} {player.name}".rstrip() for player in record.players]
    for label, handicap in zip(labels, record.handicaps, strict=False):
        if handicap is not None:
            lines.append(f"#handicap {label} {handicap.min_letters} {handicap.last_letters}")
    lines += [f"#option {name} {value}" for name, value in record.options]
    if record.seed is not None:
        lines.append(f"#deck seed {record.seed}")
    if record.deck:
        lines.append(f"#deck {_text(record.deck, romaji)}")
    for event in record.events:
        line = event_text(event, labels, romaji=romaji)
        lines.append(f"{line} ; {event.note}" if event.note else line)
    return "\n".join(lines) + "\n"


def event_text(event: Event, labels: Sequence[str], *, romaji: bool = False) -> str:
    """One event as its line, without its remark."""
    kind, cards = event.kind, _text(event.cards, romaji)
    if kind in (Kind.START, Kind.RESTOCK):
        return f"{kind} {cards}"
    if kind is Kind.COUNT:
        places = (*labels, "stock", "basket")
        pairs = (f"{name} {number}" for name, number in zip(places, event.counts, strict=False) if number is not None)
        return f"{kind} {' '.join(pairs)}"
    label = labels[event.player] if event.player != NOBODY else "?"
    if kind in _WITH_WORD:
        what = "" if kind is Kind.PLAY else f"{kind} "
        letter = f">{_spelt(event.letter, romaji)}" if event.letter else ""
        return f"{label} {what}{_spelt(event.word, romaji)} {cards}{letter}"
    parts = [label, str(kind), cards, "word" if event.refused else ""]
    if event.drew:
        parts += ["+", _text(event.drew, romaji)]
    elif event.drawn is not None:
        parts.append(f"+{event.drawn}")
    return " ".join(part for part in parts if part)


def _text(cards: Sequence[Card], romaji: bool) -> str:  # noqa: FBT001 - private, and said by name where it is chosen
    return " ".join(
        _spelt(card.removesuffix("*"), romaji) + ("*" if card.endswith("*") else "") if card[0] > "ぁ" else card
        for card in cards
    )


def _spelt(word: str, romaji: bool) -> str:  # noqa: FBT001 - as above
    try:
        return to_romaji(word) if romaji else word
    except KeyError:
        return word  # not kana: as typed
