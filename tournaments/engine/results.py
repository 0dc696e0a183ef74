"""From the facts about one game to its result.

The facts are what was submitted and ruled, in order. The rules:

* One player's report waits (pending) for the other's. A later report of the same side replaces the earlier one.
* Two players agree, each by a voice of their own (personal link or account): confirmed. They differ: conflict, until one of them
  agrees or an official rules.
* What comes by the table's shared link is a report like any other, but nobody's voice: it can differ, never confirm, and never
  replaces what a player reported.
* An official's entry confirms by itself, and together with one player's equal report; against a differing report it is a conflict.
* Once confirmed, only a ruling changes the result. A report that differs afterwards is kept and flagged for the official.
* A ruling confirms; the last one counts.
* A bye, and a forfeit known beforehand, is confirmed by the pairing itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum


class Side(StrEnum):
    """Who reports."""

    FIRST = "first"
    SECOND = "second"
    THIRD = "third"
    FOURTH = "fourth"
    FIFTH = "fifth"
    SIXTH = "sixth"
    SEVENTH = "seventh"
    EIGHTH = "eighth"
    OFFICIAL = "official"


#: The sides in the order of the seats.
SEATS = tuple(side for side in Side if side is not Side.OFFICIAL)
_SHOWN = (Side.OFFICIAL, *SEATS)


class State(StrEnum):
    """Where the result stands."""

    PENDING = "pending"
    CONFIRMED = "confirmed"
    CONFLICT = "conflict"


@dataclass(frozen=True, slots=True)
class Score:
    """How a game ended: a result kind, and for ``played`` the points of first and second.

    ``tally``: a meeting of several games or players in full, see ``engine.tally``; points are games won then.
    ``lost_on_time``: "first" or "second" when that player's time ran out; the points are those on the board then.
    ``spread``: the first player's, of a bye or forfeit that does not count what the division says.
    """

    kind: str
    first: int | None = None
    second: int | None = None
    tally: str = ""
    lost_on_time: str = ""
    spread: int | None = None


#: What a loss on time costs in the standings where the rules of a division do not say, see ``counted``.
TIME_LOSS = 50

BYE = Score("bye")
FORFEIT = Score("forfeit_loss")


@dataclass(frozen=True, slots=True)
class Report:
    """One submission. ``id`` orders the facts; ``record`` is the id of the game record that came with it.

    ``voice``: who stands behind it, a personal link or an account; "" for the table's shared link, behind which nobody stands; None
    where only the side is known, which then is the voice.
    """

    id: int
    side: Side
    score: Score
    record: int | None = None
    voice: str | None = None

    @property
    def source(self) -> tuple[Side, bool]:
        """What the report takes the place of when it is sent again: the side's own, or what the shared link said for it."""
        return self.side, self.voice != ""

    @property
    def heard(self) -> str:
        """The voice that counts towards agreement; "" for none."""
        return self.side.value if self.voice is None else self.voice


@dataclass(frozen=True, slots=True)
class Ruling:
    """One official decision. ``after`` is the id of the last report that came before it (0: none)."""

    id: int
    score: Score
    after: int = 0


@dataclass(frozen=True, slots=True)
class Difference:
    """The first point in which two reports differ: ``what`` is kind, tally, time, first or second."""

    what: str
    side: Side
    value: str | int
    other_side: Side | None  # None: the confirmed result
    other_value: str | int


@dataclass(frozen=True, slots=True)
class Derived:
    """A game's result as the facts give it.

    In a conflict ``score`` is the report shown first: the official's, else the first player's. ``late`` are the ids of
    reports that came after confirmation, differ from it, and were not replaced by their side since.
    """

    state: State
    score: Score
    record: int | None = None
    ruling: int | None = None
    difference: Difference | None = None
    late: tuple[int, ...] = ()


def derive(reports: Sequence[Report], rulings: Sequence[Ruling], *, alone: Score | None = None) -> Derived | None:
    """The result that the facts give; None when there are none. Both sequences are in the order of their ids.

    ``alone``: what the pairing itself says of a player without an opponent.
    """
    current: Derived | None = Derived(State.CONFIRMED, alone) if alone else None
    known: Known = {}
    waiting = list(rulings)
    for report in reports:
        while waiting and waiting[0].after < report.id:
            current = _ruled(waiting.pop(0), known)
        known[report.source] = report
        if current is not None and current.state is State.CONFIRMED:
            current = _after_confirmation(current, known, report)
        else:
            current = _compared(known)
    for ruling in waiting:
        current = _ruled(ruling, known)
    return current


#: The latest report of each source.
Known = dict[tuple[Side, bool], Report]


def _ruled(ruling: Ruling, known: Known) -> Derived:
    return Derived(State.CONFIRMED, ruling.score, _record_for(ruling.score, known.values()), ruling.id)


def _after_confirmation(current: Derived, known: Known, report: Report) -> Derived:
    """A report after the decision: keep the result, remember whose latest report differs from it."""
    since = {*current.late, report.id}
    late = sorted((item for item in known.values() if item.id in since), key=lambda item: item.id)
    late = [item for item in late if item.score != current.score]
    found = difference_of(late[-1].side, late[-1].score, None, current.score) if late else None
    record = report.record if current.record is None and report.score == current.score else current.record
    return replace(current, record=record, late=tuple(item.id for item in late), difference=found)


def _compared(known: Known) -> Derived:
    """The state of the latest reports of each source, nothing having been confirmed yet."""
    order = sorted(known.values(), key=lambda item: (not item.heard, _SHOWN.index(item.side)))
    shown = order[0]
    for other in order[1:]:
        if other.score != shown.score:
            found = difference_of(other.side, other.score, shown.side, shown.score)
            return Derived(State.CONFLICT, shown.score, shown.record, difference=found)
    voices = {report.heard for report in order if report.heard}
    state = State.CONFIRMED if len(voices) > 1 or shown.side is Side.OFFICIAL else State.PENDING
    return Derived(state, shown.score, _record_for(shown.score, order))


def _record_for(score: Score, reports: Iterable[Report]) -> int | None:
    """The record that came with the latest report of this score."""
    fitting = [report for report in reports if report.score == score and report.record is not None]
    return max(fitting, key=lambda report: report.id).record if fitting else None


def counted(score: Score, time_loss: int = TIME_LOSS) -> Score:
    """The points that count in standings, prizes and ratings: who lost on time has lost.

    Who led or was level has ``time_loss`` less than the other; who trailed has that much less than on the board (rule of
    the Collins rules as tournament programs apply it, who have 50), and nobody falls below nothing by it. The other player
    is ahead by a point at least.
    """
    if not score.lost_on_time or score.first is None or score.second is None:
        return score
    late, other = (score.first, score.second) if score.lost_on_time == "first" else (score.second, score.first)
    late = max(min(late, 0), min(late, other) - time_loss)
    if late >= other:  # nobody had scored yet, or it costs nothing
        other = late + 1
    first, second = (late, other) if score.lost_on_time == "first" else (other, late)
    return replace(score, first=first, second=second)


def difference_of(side: Side, score: Score, other_side: Side | None, other: Score) -> Difference | None:
    """The first point in which two scores differ; None when they are equal."""
    if score.kind != other.kind:
        return Difference("kind", side, score.kind, other_side, other.kind)
    if score.tally != other.tally:
        return Difference("tally", side, score.tally, other_side, other.tally)
    if score.lost_on_time != other.lost_on_time:
        return Difference("time", side, score.lost_on_time, other_side, other.lost_on_time)
    if score.first != other.first:
        return Difference("first", side, score.first or 0, other_side, other.first or 0)
    if score.second != other.second:
        return Difference("second", side, score.second or 0, other_side, other.second or 0)
    return None
