"""Setting the judge's rulings on a game against the challenges in its record.

A record notes a challenge only where it left a trace: a play withdrawn, points moved, or a pass with a note that the turn was
lost. A challenge that cost nothing, or whose lost turn was written as any pass, is found at the play whose words were judged.

>>> turns = [Turn(1, Kind.PLAY, ("TRAIN",), 12), Turn(2, Kind.WITHDRAWN, (), -12, challenged=("TRAIN",))]
>>> [(link.turn, link.verdict_differs) for link in link_rulings(turns, [LoggedRuling(7, ("TRAIN",), acceptable=True)]).links]
[(1, True)]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.engine.crossword.record import AFTER_THE_END, LOST_TURN_NOTE, Kind
from games.engine.crossword.record_check import TurnView

#: What is written right after a play that was challenged.
_OUTCOMES = frozenset({Kind.WITHDRAWN, Kind.CHALLENGE})


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of the record: its number, kind, the words it formed, the points it moved. ``lost``: a pass noted as a lost turn;
    ``challenged``: the words that were challenged, if that was noted."""

    number: int
    kind: Kind
    words: tuple[str, ...] = ()
    score: int | None = None
    lost: bool = False
    challenged: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LoggedRuling:
    """A ruling in force: its id, the words judged, the verdict, the points that a lost challenge moved, whether it cost the turn,
    whether it decided the game."""

    id: int
    words: tuple[str, ...]
    acceptable: bool
    award: int = 0
    turn_lost: bool = False
    decides: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """A ruling and the turn of the record that it is about.

    ``verdict_differs``: the play came off though it was acceptable, or stayed though it was not. ``stated`` are the
    points in the record where they differ from the ruling's. ``turn_kept``: the challenger played on although the turn was
    lost. ``went_on``: the game did, although the challenge had decided it. ``named``: the words that the record says were
    challenged, where they are others than those of the ruling.
    """

    ruling: LoggedRuling
    turn: int
    verdict_differs: bool = False
    stated: int | None = None
    turn_kept: bool = False
    went_on: bool = False
    named: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LinkedRulings:
    """All of it: the links, rulings whose words no play of the record forms, and challenges of the record without a ruling."""

    links: tuple[Link, ...] = ()
    unrecorded: tuple[LoggedRuling, ...] = ()
    unruled: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Play:
    """A play, the trace that a challenge left behind it, if any, and the turn that was played next."""

    turn: Turn
    trace: Turn | None
    after: Turn | None


def link_rulings(turns: Sequence[Turn], rulings: Iterable[LoggedRuling]) -> LinkedRulings:
    """Link each ruling to the first play with its words that has none yet; plays with a trace of a challenge come first."""
    plays = _plays(turns)
    used: set[int] = set()
    links: list[Link] = []
    unrecorded: list[LoggedRuling] = []
    for ruling in rulings:
        fitting = [play for play in plays if play.turn.number not in used and set(ruling.words) <= set(play.turn.words)]
        if not fitting:
            unrecorded.append(ruling)
            continue
        play = min(fitting, key=lambda play: (play.trace is None, bool(_other_words(ruling, play)), play.turn.number))
        used.add(play.turn.number)
        links.append(_link(ruling, play))
    unruled = [play.trace.number for play in plays if play.trace is not None and play.turn.number not in used]
    return LinkedRulings(tuple(links), tuple(unrecorded), tuple(unruled))


def turns_of(views: Iterable[TurnView]) -> list[Turn]:
    """The turns of a check, or of its stored form, as :func:`link_rulings` takes them. Words are compared as the tiles show them."""
    return [
        Turn(
            number=view.number,
            kind=view.kind,
            words=tuple(word.upper() for word in view.words),
            score=view.stated_score,
            lost=view.kind is Kind.PASS and LOST_TURN_NOTE in view.note,
            challenged=view.challenged,
        )
        for view in views
    ]


def _plays(turns: Sequence[Turn]) -> list[_Play]:
    plays = []
    for at, turn in enumerate(turns):
        if turn.kind is Kind.PLAY:
            rest = turns[at + 1 :]
            trace = rest[0] if rest and (rest[0].kind in _OUTCOMES or rest[0].lost) else None
            after = next((other for other in rest if other.kind not in _OUTCOMES), None)
            plays.append(_Play(turn, trace, after))
    return plays


def _other_words(ruling: LoggedRuling, play: _Play) -> tuple[str, ...]:
    """The challenged words in the record, if they are not those of the ruling."""
    named = play.trace.challenged if play.trace is not None else ()
    return named if set(named) != set(ruling.words) else ()


def _link(ruling: LoggedRuling, play: _Play) -> Link:
    named = _other_words(ruling, play)
    came_off = play.trace is not None and play.trace.kind is Kind.WITHDRAWN
    if came_off == ruling.acceptable:
        return Link(ruling, play.turn.number, verdict_differs=True, named=named)
    moved = (play.trace.score or 0) if play.trace is not None and play.trace.kind is Kind.CHALLENGE else 0
    after = None if play.after is None or play.after.kind in AFTER_THE_END else play.after
    return Link(
        ruling,
        play.turn.number,
        stated=moved if ruling.acceptable and moved != ruling.award else None,
        turn_kept=ruling.turn_lost and after is not None and after.kind is not Kind.PASS,
        went_on=ruling.decides and after is not None,
        named=named,
    )
