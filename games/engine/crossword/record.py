"""The neutral game record: what was written down, whatever the notation, before anybody judges it.

A record holds only stated facts. Readers (:mod:`~games.engine.crossword.gcg`,
:mod:`~games.engine.crossword.movelist`) make one, :mod:`~games.engine.crossword.check` replays it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from games.engine.crossword.findings import Finding


class Kind(StrEnum):
    """What an event of a record is."""

    PLAY = "play"
    EXCHANGE = "exchange"
    PASS = "pass"  # noqa: S105  (a turn given up, not a password)
    WITHDRAWN = "withdrawn"  # the play just made comes off after a challenge
    CHALLENGE = "challenge"  # points moved by a challenge that failed
    OUT = "out"  # points for going out: the others' unplayed tiles
    RACK = "rack"  # own unplayed tiles lost
    TIME = "time"  # clock penalty


#: The note under a pass that was no pass: the player challenged a good play and lost the turn for it.
LOST_TURN_NOTE: Final = "#unsuccessful-challenge"

#: Kinds that may name the words that were challenged: in ``text``, with a space between two.
NAMING: Final = frozenset({Kind.WITHDRAWN, Kind.CHALLENGE, Kind.PASS})

#: How GCG, which has no place for them, keeps those words: as the first note under the event. Any reader takes a note.
CHALLENGED_NOTE: Final = "#challenged "

#: Kinds that count unplayed tiles and the clock once the game is over.
AFTER_THE_END: Final = frozenset({Kind.OUT, Kind.RACK, Kind.TIME})

#: Kinds that are a turn of their own.
TURNS = frozenset({Kind.PLAY, Kind.EXCHANGE, Kind.PASS})


class Event(NamedTuple):
    """One line of a record, as stated. (A named tuple: thousands are created per second.)

    ``player`` indexes the record's players. ``rack`` may be partial or empty. ``place`` is a coordinate in capitals,
    for plays only. ``text`` is the word of a play, the tiles (or their number) of an exchange, the unplayed tiles of
    an end event, and the words challenged of a play withdrawn, of points for a failed challenge or of a turn lost by one
    ("" when nobody noted them). ``score`` and ``total`` are None when they were not written. ``note`` may have several lines;
    ``extra`` is text after the total that means nothing to us.
    """

    kind: Kind
    player: int
    rack: str = ""
    place: str = ""
    text: str = ""
    score: int | None = None
    total: int | None = None
    note: str = ""
    extra: str = ""

    @property
    def challenged(self) -> tuple[str, ...]:
        """The words that were challenged, in capitals, as far as they were noted."""
        return tuple(self.text.upper().split()) if self.kind in NAMING else ()


@dataclass(frozen=True)
class Player:
    """A player as the record names him: a short name without spaces, and a full one."""

    nick: str
    name: str


@dataclass(frozen=True)
class Record:
    """A whole game as written down.

    ``pragmas`` are the headings in order, as (name, text), unknown ones included; ``racks`` the final rack of each
    player where the record gives one ("" otherwise); ``incomplete`` the rack after ``#incomplete`` (None when the
    record does not have that line).
    """

    players: tuple[Player, ...]
    events: tuple[Event, ...]
    pragmas: tuple[tuple[str, str], ...] = ()
    racks: tuple[str, ...] = ()
    incomplete: str | None = None

    def pragma(self, name: str) -> str:
        """The text of the first heading of that name, or ""."""
        return next((text for key, text in self.pragmas if key == name), "")

    @property
    def title(self) -> str:
        """The heading ``#title``, or ""."""
        return self.pragma("title")

    @property
    def lexicon(self) -> str:
        """The heading ``#lexicon``, or ""."""
        return self.pragma("lexicon")


@dataclass(frozen=True)
class Reading:
    """The outcome of reading a file: the record and its source.

    ``lines`` holds the line number (from 1; 0 in JSON) of each event, ``source`` the text of every line, ``findings``
    what the reader itself found, ``format`` ``gcg``, ``json`` or ``moves``.
    """

    record: Record
    findings: tuple[Finding, ...]
    lines: tuple[int, ...]
    source: tuple[str, ...]
    format: str


def move_text(event: Event) -> str:
    """An event's move in the notation of GCG: ``8D TRAIN``, ``-ABC``, ``-``, ``--``, ``(challenge)``, ``(AEI)``.

    The words of a challenge are not in it.
    """
    match event.kind:
        case Kind.PLAY:
            return f"{event.place} {event.text}"
        case Kind.EXCHANGE:
            return f"-{event.text}"
        case Kind.PASS:
            return "-"
        case Kind.WITHDRAWN:
            return "--"
        case Kind.CHALLENGE | Kind.TIME:
            return f"({event.kind})"
        case Kind.OUT | Kind.RACK:
            return f"({event.text})"


def with_note(event: Event, text: str) -> Event:
    """The event with a note added; one that names the words challenged goes where they belong."""
    first, _, rest = text.partition("\n")
    if event.kind in NAMING and first.startswith(CHALLENGED_NOTE) and not event.text and not event.note:
        event, text = event._replace(text=first.removeprefix(CHALLENGED_NOTE)), rest
    return event._replace(note=f"{event.note}\n{text}" if event.note else text)
