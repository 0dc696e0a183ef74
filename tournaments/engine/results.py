"""From the facts about one game to its result.

The facts are the reports and rulings, in order. The rules:

* One player's report waits (pending) for the other's. A later report of the same side replaces the earlier one.
* Two players agree, each by a voice of their own (personal link or account): confirmed. They differ: conflict, until one of them
  agrees or an official rules.
* A report by the table's shared link counts like any other, except that it is nobody's voice: it can differ, never confirm, and
  never replaces what a player reported.
* An official's report confirms by itself, and together with one player's equal report; against a differing one it is a conflict.
* Once confirmed, only a ruling changes the result. A report that differs afterwards is stored and flagged for the official.
* A ruling confirms; the last one counts.
* An official may undo what they entered: a report of kind "undone" takes back the latest report of its source, a ruling of that kind
  the latest ruling. What is left decides as if the other had never been entered (``engine.undo`` says when it is allowed).
* A bye, and a forfeit announced in advance, is confirmed by the pairing itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final


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
_PRIORITY = (Side.OFFICIAL, *SEATS)


class State(StrEnum):
    """Where the result stands."""

    PENDING = "pending"
    CONFIRMED = "confirmed"
    CONFLICT = "conflict"


@dataclass(frozen=True, slots=True)
class Score:
    """How a game ended: a result kind, and for ``played`` the points of first and second.

    ``tally``: the scores of several games or players, see ``engine.game_scores``; points are then games won.
    ``lost_on_time``: "first" or "second" when that player's time ran out; the points are those on the board at that moment.
    ``spread``: the first player's, of a bye or forfeit that has its own instead of the division's.
    ``led_before``: who led before unplayed tiles were counted and so wins equal totals, or "level"; "" where it decides nothing.
    """

    kind: str
    first: int | None = None
    second: int | None = None
    tally: str = ""
    lost_on_time: str = ""
    spread: int | None = None
    led_before: str = ""


#: The kind of a fact that takes another one back.
UNDONE: Final = "undone"

#: In place of a player: the totals were equal before unplayed tiles were counted, too. It stays a tie.
LEVEL: Final = "level"

#: What a loss on time costs in the standings unless the division's rules say otherwise, see ``counted``.
TIME_LOSS = 50

BYE = Score("bye")
FORFEIT = Score("forfeit_loss")


@dataclass(frozen=True, slots=True)
class Report:
    """One report. ``id`` orders the facts; ``record`` is the id of the game record that came with it.

    ``voice``: who sent it, a personal link or an account; "" for the table's shared link, which anybody can use; None where only
    the side is recorded, which then is the voice.
    """

    id: int
    side: Side
    score: Score
    record: int | None = None
    voice: str | None = None

    @property
    def source(self) -> tuple[Side, bool]:
        """Which earlier report this one replaces: the side's own, or the shared link's for that side."""
        return self.side, self.voice != ""

    @property
    def counted_voice(self) -> str:
        """The voice that counts towards agreement; "" for none."""
        return self.side.value if self.voice is None else self.voice


@dataclass(frozen=True, slots=True)
class Ruling:
    """One official decision. ``after`` is the id of the last report before it (0: none)."""

    id: int
    score: Score
    after: int = 0


@dataclass(frozen=True, slots=True)
class Difference:
    """The first point in which two reports differ: ``what`` is kind, tally, time, first, second or led."""

    what: str
    side: Side
    value: str | int
    other_side: Side | None  # None: the confirmed result
    other_value: str | int


@dataclass(frozen=True, slots=True)
class Derived:
    """A game's result as the facts give it.

    In a conflict ``score`` is that of the official, else of the first player who reported. ``late``: ids of reports that
    came after confirmation, differ from the result, and have not been replaced by their side since.
    """

    state: State
    score: Score
    record: int | None = None
    ruling: int | None = None
    difference: Difference | None = None
    late: tuple[int, ...] = ()


def derive(reports: Sequence[Report], rulings: Sequence[Ruling], *, alone: Score | None = None) -> Derived | None:
    """The result that the facts give; None when there are none. Both sequences are in the order of their ids.

    ``alone``: the score that the pairing itself gives a player without an opponent.
    """
    current: Derived | None = Derived(State.CONFIRMED, alone) if alone else None
    latest: Latest = {}
    waiting = counted_rulings(rulings)
    for report in counted_reports(reports):
        while waiting and waiting[0].after < report.id:
            current = _ruled(waiting.pop(0), latest)
        latest[report.source] = report
        if current is not None and current.state is State.CONFIRMED:
            current = _after_confirmation(current, latest, report)
        else:
            current = _compared(latest)
    for ruling in waiting:
        current = _ruled(ruling, latest)
    return current


def undone_reports(reports: Iterable[Report]) -> dict[int, int]:
    """By the id of a report that was undone, the id of the one that undid it. In the order of their ids."""
    undone: dict[int, int] = {}
    left: list[Report] = []
    for report in reports:
        if report.score.kind != UNDONE:
            left.append(report)
            continue
        taken = next((one for one in reversed(left) if one.source == report.source), None)
        if taken is not None:
            left.remove(taken)
            undone[taken.id] = report.id
    return undone


def undone_rulings(rulings: Iterable[Ruling]) -> dict[int, int]:
    """By the id of a ruling that was undone, the id of the one that undid it. In the order of their ids."""
    undone: dict[int, int] = {}
    left: list[Ruling] = []
    for ruling in rulings:
        if ruling.score.kind != UNDONE:
            left.append(ruling)
        elif left:
            undone[left.pop().id] = ruling.id
    return undone


def counted_reports(reports: Sequence[Report]) -> list[Report]:
    """The reports that were not undone, in order."""
    undone = undone_reports(reports)
    return [report for report in reports if report.id not in undone and report.score.kind != UNDONE]


def counted_rulings(rulings: Sequence[Ruling]) -> list[Ruling]:
    """The rulings that were not undone, in order."""
    undone = undone_rulings(rulings)
    return [ruling for ruling in rulings if ruling.id not in undone and ruling.score.kind != UNDONE]


def current_reports(reports: Sequence[Report]) -> list[Report]:
    """Of the counted reports the latest of each source, in order: those that no later one of the same source replaced."""
    latest = {report.source: report.id for report in counted_reports(reports)}
    return [report for report in reports if latest.get(report.source) == report.id]


#: The latest report of each source.
Latest = dict[tuple[Side, bool], Report]


def _ruled(ruling: Ruling, latest: Latest) -> Derived:
    return Derived(State.CONFIRMED, ruling.score, _record_for(ruling.score, latest.values()), ruling.id)


def _after_confirmation(current: Derived, latest: Latest, report: Report) -> Derived:
    """A report after confirmation: the result stays, and those whose latest report differs are noted."""
    since = {*current.late, report.id}
    late = sorted((item for item in latest.values() if item.id in since), key=lambda item: item.id)
    late = [item for item in late if item.score != current.score]
    difference = difference_of(late[-1].side, late[-1].score, None, current.score) if late else None
    record = report.record if current.record is None and report.score == current.score else current.record
    return replace(current, record=record, late=tuple(item.id for item in late), difference=difference)


def _compared(latest: Latest) -> Derived:
    """The state by the latest report of each source, while nothing is confirmed."""
    order = sorted(latest.values(), key=lambda item: (not item.counted_voice, _PRIORITY.index(item.side)))
    leading = order[0]
    for other in order[1:]:
        if other.score != leading.score:
            difference = difference_of(other.side, other.score, leading.side, leading.score)
            return Derived(State.CONFLICT, leading.score, leading.record, difference=difference)
    voices = {report.counted_voice for report in order if report.counted_voice}
    state = State.CONFIRMED if len(voices) > 1 or leading.side is Side.OFFICIAL else State.PENDING
    return Derived(state, leading.score, _record_for(leading.score, order))


def _record_for(score: Score, reports: Iterable[Report]) -> int | None:
    """The record that came with the latest report of this score."""
    matching = [report for report in reports if report.score == score and report.record is not None]
    return max(matching, key=lambda report: report.id).record if matching else None


def counted(score: Score, time_loss: int = TIME_LOSS) -> Score:
    """The points that count in standings, prizes and ratings: a loss on time is a loss.

    Who led or was level ends ``time_loss`` points below the other; who trailed loses that many of the points on the board
    (a rule of the Collins rules as tournament programs apply it, with 50), and nobody falls below 0 by it. The other player is
    at least a point ahead.
    """
    if not score.lost_on_time or score.first is None or score.second is None:
        return score
    late, other = (score.first, score.second) if score.lost_on_time == "first" else (score.second, score.first)
    late = max(min(late, 0), min(late, other) - time_loss)
    if late >= other:  # nobody had scored yet, or it costs nothing
        other = late + 1
    first, second = (late, other) if score.lost_on_time == "first" else (other, late)
    return replace(score, first=first, second=second)


#: What two scores are compared in, in this order, and the field that has it.
_COMPARED = (
    ("kind", "kind"),
    ("tally", "tally"),
    ("time", "lost_on_time"),
    ("first", "first"),
    ("second", "second"),
    ("led", "led_before"),
)


def difference_of(side: Side, score: Score, other_side: Side | None, other: Score) -> Difference | None:
    """The first point in which two scores differ; None when they are equal."""
    for what, name in _COMPARED:
        value, other_value = getattr(score, name), getattr(other, name)
        if value != other_value:
            value, other_value = (0 if one is None else one for one in (value, other_value))
            return Difference(what, side, value, other_side, other_value)
    return None
