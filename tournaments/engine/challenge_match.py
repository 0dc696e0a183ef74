"""Setting the judge's rulings on a game against the challenges in its record.

A record notes a challenge only where it left a trace: a play withdrawn, points moved, or a pass with a note that the turn was
lost. A challenge that cost nothing, or whose lost turn was written as any pass, is found at the play whose words were judged.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

PLAY, WITHDRAWN, CHALLENGE, PASS = "play", "withdrawn", "challenge", "pass"
#: What can be written after the last turn: the game is over.
_END = frozenset({"out", "rack", "time"})


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of the record: its number, kind, the words it formed, the points it moved. ``lost``: a pass noted as a lost turn."""

    number: int
    kind: str
    words: tuple[str, ...] = ()
    score: int | None = None
    lost: bool = False


@dataclass(frozen=True, slots=True)
class Ruled:
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
    lost. ``went_on``: the game did, although the challenge had decided it.
    """

    ruling: Ruled
    turn: int
    verdict_differs: bool = False
    stated: int | None = None
    turn_kept: bool = False
    went_on: bool = False


@dataclass(frozen=True, slots=True)
class Matched:
    """All of it: the links, rulings whose words no play of the record forms, and challenges of the record without a ruling."""

    links: tuple[Link, ...] = ()
    unrecorded: tuple[Ruled, ...] = ()
    unruled: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Play:
    """A play, the trace that a challenge left behind it, if any, and the turn that was played next."""

    turn: Turn
    trace: Turn | None
    after: Turn | None


def match(turns: Sequence[Turn], rulings: Iterable[Ruled]) -> Matched:
    """Link each ruling to the first play with its words that has none yet; plays with a trace of a challenge come first."""
    plays = _plays(turns)
    used: set[int] = set()
    links: list[Link] = []
    unrecorded: list[Ruled] = []
    for ruling in rulings:
        fitting = [play for play in plays if play.turn.number not in used and set(ruling.words) <= set(play.turn.words)]
        if not fitting:
            unrecorded.append(ruling)
            continue
        play = min(fitting, key=lambda play: (play.trace is None, play.turn.number))
        used.add(play.turn.number)
        links.append(_link(ruling, play))
    unruled = [play.trace.number for play in plays if play.trace is not None and play.turn.number not in used]
    return Matched(tuple(links), tuple(unrecorded), tuple(unruled))


def _plays(turns: Sequence[Turn]) -> list[_Play]:
    plays = []
    for at, turn in enumerate(turns):
        if turn.kind == PLAY:
            rest = turns[at + 1 :]
            trace = rest[0] if rest and (rest[0].kind in {WITHDRAWN, CHALLENGE} or rest[0].lost) else None
            after = next((other for other in rest if other.kind not in {WITHDRAWN, CHALLENGE}), None)
            plays.append(_Play(turn, trace, after))
    return plays


def _link(ruling: Ruled, play: _Play) -> Link:
    came_off = play.trace is not None and play.trace.kind == WITHDRAWN
    if came_off == ruling.acceptable:
        return Link(ruling, play.turn.number, verdict_differs=True)
    moved = (play.trace.score or 0) if play.trace is not None and play.trace.kind == CHALLENGE else 0
    after = None if play.after is None or play.after.kind in _END else play.after
    return Link(
        ruling,
        play.turn.number,
        stated=moved if ruling.acceptable and moved != ruling.award else None,
        turn_kept=ruling.turn_lost and after is not None and after.kind != PASS,
        went_on=ruling.decides and after is not None,
    )
