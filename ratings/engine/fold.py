"""Replaying a ledger: ratings are a fold of one rating system over the events in date order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date

from ratings.engine.system import System
from ratings.engine.types import Event, PlayerChange, Rating


@dataclass(frozen=True, slots=True)
class EventChanges:
    """What one event changed."""

    event: Event
    changes: tuple[PlayerChange, ...]


@dataclass(frozen=True, slots=True)
class Folded:
    """The ratings after the last event and the changes of each event, in replay order."""

    ratings: Mapping[int, Rating]
    events: tuple[EventChanges, ...]


def replay_order(event: Event) -> tuple[date, int]:
    """Events count in the order of their dates; on one day the one registered first counts first."""
    return (event.date, event.id)


def fold(
    events: Iterable[Event],
    before: Mapping[int, Rating],
    system: System,
    tell: Callable[[], object] = lambda: None,
) -> Folded:
    """Replay `events` on top of the ratings `before`; `tell` is called after each event.

    For events A that all precede B: fold(A + B) ends as fold(B) on top of fold(A).
    """
    ratings = dict(before)
    done: list[EventChanges] = []
    for event in sorted(events, key=replay_order):
        changes = system.rate(event, ratings)
        ratings.update((change.player, replace(change.after, last=event.date)) for change in changes)
        done.append(EventChanges(event, changes))
        tell()
    return Folded(ratings, tuple(done))
