"""Ratings are a fold of one rating system over a ledger's events in date order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
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
    """The ratings after the last event and the changes of each event, in rating order."""

    ratings: Mapping[int, Rating]
    events: tuple[EventChanges, ...]

    def changes(self) -> Iterator[tuple[Event, PlayerChange]]:
        """Every change with its event, in rating order."""
        return ((rated.event, change) for rated in self.events for change in rated.changes)


def rating_order(event: Event) -> tuple[date, int]:
    """Events count in the order of their dates; on one day the one registered first counts first."""
    return (event.date, event.id)


def fold(
    events: Iterable[Event],
    before: Mapping[int, Rating],
    system: System,
    after_each: Callable[[], object] = lambda: None,
) -> Folded:
    """Rate `events` on top of the ratings `before`; `after_each` is called after each event.

    For events A that all precede B: fold(A + B) ends as fold(B) on top of fold(A).
    """
    ratings = dict(before)
    rated: list[EventChanges] = []
    for event in sorted(events, key=rating_order):
        changes = system.rate(event, ratings)
        ratings.update((change.player, replace(change.after, last=event.date)) for change in changes)
        rated.append(EventChanges(event, changes))
        after_each()
    return Folded(ratings, tuple(rated))
