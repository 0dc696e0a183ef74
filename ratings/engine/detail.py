"""The working of a change as JSON and back: what is stored beside the change, so that every point can be explained."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from operator import attrgetter
from typing import TypedDict

from ratings.engine.types import ADJUSTMENTS, GameLine, KStep, Newcomer, PlayerChange, Segment

# Six decimals keep a sum over an event true to 0.0001 of a point at half the size.
_DECIMALS = 6

Cell = str | int | float | bool | None


class SegmentDetail(TypedDict):
    """One segment; games, steps and newcomer are the fields of their dataclass in order, without empty ones at the end.

    `parts` are the adjustments that are not 0.
    """

    rounds: list[int]
    start: int | None
    end: int
    games: list[list[Cell]]
    steps: list[list[Cell]]
    newcomer: list[Cell] | None
    parts: dict[str, float]
    deviation: list[float] | None
    facts: list[list[Cell]]


class Detail(TypedDict):
    """The working of one player's change; `version` is that of this layout."""

    version: int
    segments: list[SegmentDetail]


_GAME, _STEP, _NEWCOMER = (attrgetter(*(field.name for field in fields(kind))) for kind in (GameLine, KStep, Newcomer))


def _cells(values: Sequence[Cell]) -> list[Cell]:
    return [round(value, _DECIMALS) if isinstance(value, float) else value for value in values]


def _game_cells(game: GameLine) -> list[Cell]:
    cells = _cells(_GAME(game))
    while cells[-1] is None:
        cells.pop()
    return cells


def _parts(segment: Segment) -> dict[str, float]:
    values = {name: round(getattr(segment, name), _DECIMALS) for name in ADJUSTMENTS}
    return {name: value for name, value in values.items() if value}


def to_detail(change: PlayerChange) -> Detail:
    """The JSON form of `change`."""
    return {
        "version": 2,
        "segments": [
            {
                "rounds": [segment.first_round, segment.last_round],
                "start": segment.start,
                "end": segment.end,
                "games": [_game_cells(game) for game in segment.games],
                "steps": [_cells(_STEP(step)) for step in segment.steps],
                "newcomer": None if segment.newcomer is None else _cells(_NEWCOMER(segment.newcomer)),
                "parts": _parts(segment),
                "deviation": None
                if segment.deviation is None
                else [round(one, _DECIMALS) for one in segment.deviation],
                "facts": [_cells(fact) for fact in segment.facts],
            }
            for segment in change.segments
        ],
    }


def _segment(detail: SegmentDetail) -> Segment:
    first, last = detail["rounds"]
    deviation = detail["deviation"]
    # The stored rows are the dataclasses' own fields in order, written by `to_detail`.
    return Segment(
        first_round=first,
        last_round=last,
        start=detail["start"],
        end=detail["end"],
        games=tuple(GameLine(*row) for row in detail["games"]),  # type: ignore[arg-type]
        steps=tuple(KStep(*row) for row in detail["steps"]),  # type: ignore[arg-type]
        newcomer=None if detail["newcomer"] is None else Newcomer(*detail["newcomer"]),  # type: ignore[arg-type]
        deviation=None if deviation is None else (deviation[0], deviation[1]),
        facts=tuple((str(name), float(value or 0)) for name, value in detail["facts"]),
        **detail["parts"],
    )


def from_detail(detail: Detail) -> tuple[Segment, ...]:
    """The segments that `to_detail` wrote, floats rounded to six decimals."""
    return tuple(_segment(segment) for segment in detail["segments"])
