"""Several games of the same players in one text, and help with the line that is being typed.

A line ``#wordbasket 1`` begins a game; what stands before the first one is a game too. JSON holds one game, or a list.

>>> first, second = split(b"#player A\\n#player B\\n#wordbasket 1\\n#player A\\n#player B\\n")
>>> second
b'#wordbasket 1\\n#player A\\n#player B\\n'
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from games.engine.names import plain
from games.engine.wordbasket.cards import COPIES, DECK, FACES, UNKNOWN, Card
from games.engine.wordbasket.check import WORD_BASKET, check_reading, read
from games.engine.wordbasket.findings import Verdict, finding, verdict_of
from games.engine.wordbasket.position import Position, demand_of
from games.engine.wordbasket.record import MAX_BYTES, Player, Reading
from games.engine.wordbasket.report import Report
from games.engine.wordbasket.rules import Handicap, RuleSet
from lexicon.engine.kana import BadKanaError
from lexicon.engine.shiritori import Demand, Judgement, Listings, faults, judge, read_word

#: A meeting has at most nine games; more in one text are read as one game with events after its end.
MAX_GAMES: Final = 9
_START: Final = re.compile(rb"^[ \t]*#wordbasket\b", re.MULTILINE)


def split(data: bytes) -> tuple[bytes, ...]:
    """The games of a text, in order; at least one, which may be empty. Never raises."""
    if len(data) > MAX_BYTES:
        return (data,)
    if data.lstrip().startswith(b"["):
        return _json_games(data)
    starts = [found.start() for found in _START.finditer(data)]
    if starts and data[: starts[0]].strip(b" \t\r\n\xef\xbb\xbf"):
        starts.insert(0, 0)
    if len(starts) < 2 or len(starts) > MAX_GAMES:
        return (data,)
    return tuple(data[start:end] for start, end in zip(starts, [*starts[1:], len(data)], strict=True))


def _json_games(data: bytes) -> tuple[bytes, ...]:
    try:
        games = json.loads(data)
    except (ValueError, RecursionError):
        return (data,)
    if not games or len(games) > MAX_GAMES:
        return (data,)
    return tuple(json.dumps(game, ensure_ascii=False).encode() for game in games)


@dataclass(frozen=True)
class MeetingReport:
    """What a check made of all games of a text."""

    games: tuple[Report, ...]

    @cached_property
    def verdict(self) -> Verdict:
        """The worst severity found in any game."""
        return verdict_of(tuple(found for game in self.games for found in game.findings))

    @property
    def complete(self) -> bool:
        """Whether every game was played to its end."""
        return all(game.complete for game in self.games)

    def findings(self) -> list[dict[str, object]]:
        """All findings in JSON-able form, each with the number of its game."""
        return [
            {**found.as_dict(), "game": number} for number, game in enumerate(self.games, 1) for found in game.findings
        ]

    def as_dict(self) -> dict[str, object]:
        """JSON-able form of everything."""
        games = [{name: value for name, value in game.as_dict().items() if name != "findings"} for game in self.games]
        return {
            "format": "wordbasket",
            "verdict": str(self.verdict),
            "complete": self.complete,
            "games": games,
            "findings": self.findings(),
        }


def check_meeting(
    data: bytes,
    *,
    rules: RuleSet = WORD_BASKET,
    dictionary: Listings | None = None,
    seats: Sequence[str] = (),
    handicaps: Mapping[str, Handicap] | None = None,
) -> MeetingReport:
    """Check every game of a text. Never raises.

    ``seats``: the names of those who sit at the table. There ``rules`` and ``handicaps`` (by name) count, whatever the record's
    headings say; without a table the record's own count.
    """
    readings = [read(part) for part in split(data)]
    if seats:
        readings = [_at_table(reading, rules.even, seats, handicaps or {}) for reading in readings]
    return MeetingReport(
        tuple(check_reading(one, rules=rules, dictionary=dictionary, fixed=bool(seats)) for one in readings)
    )


def _at_table(reading: Reading, even: Handicap, seats: Sequence[str], handicaps: Mapping[str, Handicap]) -> Reading:
    """The record with the levels of those who sit there; a heading that says otherwise is a finding."""
    record = reading.record
    places = _places(record.players, seats) or ()
    levels = [handicaps.get(seats[place], even) for place in places] or [even] * len(record.players)
    other = [
        finding("level_other", stated=str(stated), computed=str(level), params={"player": player.name or player.label})
        for player, stated, level in zip(record.players, record.handicaps, levels, strict=False)
        if stated not in (None, level)
    ]
    record = replace(record, handicaps=tuple(levels))
    return replace(reading, record=record, findings=(*reading.findings, *other))


def seats_of(report: Report, names: Sequence[str]) -> tuple[int, ...] | None:
    """For each player of a record the seat that ``names`` give; those not named sit in order in the places left.

    None when the record has more players than there are seats.
    """
    return _places(report.record.players, names)


def _places(players: Sequence[Player], names: Sequence[str]) -> tuple[int, ...] | None:
    if len(players) > len(names):
        return None
    wanted = [plain(name) for name in names]
    found: list[int | None] = []
    for player in players:
        fitting = [seat for seat, name in enumerate(wanted) if name in {plain(player.name), plain(player.label)}]
        found.append(fitting[0] if len(fitting) == 1 and fitting[0] not in found else None)
    left = iter(seat for seat in range(len(names)) if seat not in found)
    return tuple(next(left) if seat is None else seat for seat in found)


@dataclass(frozen=True)
class NextWord:
    """What can be said of a word before its card is chosen. ``cards`` are those that it may be thrown with.

    ``letters``: what it had to begin with, "" when that is not known. ``judgement`` is for any card.
    """

    letters: str
    judgement: Judgement
    cards: tuple[Card, ...]
    last_card: bool


def next_word(position: Position, player: int, text: str, *, dictionary: Listings | None = None) -> NextWord:
    """Judge the next word of ``player`` in a position: does it link, is it listed, which cards could go with it."""
    handicap = position.handicaps[player]
    last_card = len(position.hands[player]) == 1
    least = handicap.last_letters if last_card else handicap.min_letters
    demand = Demand(begins=position.letters, min_letters=least)
    judgement = judge(text, demand, dictionary=dictionary, rules=position.rules.link)
    try:
        word = read_word(text)
    except BadKanaError:
        return NextWord(position.letters, judgement, (), last_card)
    fitting = (
        card
        for card in _candidates(position, player)
        if not faults(word, demand_of(position, player, card), position.rules.link)
    )
    allowed = tuple(card for card in fitting if position.rules.wild_last or not last_card or not FACES[card].wild)
    return NextWord(position.letters, judgement, allowed, last_card)


def _candidates(position: Position, player: int) -> tuple[Card, ...]:
    """The cards that the player holds; where some are not known, all that do not lie elsewhere."""
    hand = position.hands[player]
    if UNKNOWN not in hand:
        return tuple(dict.fromkeys(hand))
    gone = [card for other, cards in enumerate(position.hands) if other != player for card in cards]
    gone += position.basket
    return tuple(card for card in dict.fromkeys(DECK) if COPIES[card] > gone.count(card))
