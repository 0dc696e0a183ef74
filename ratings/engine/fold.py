"""Ratings are a fold of one rating system over a ledger's events in date order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date

from ratings.engine.linked import Book
from ratings.engine.system import LinkedSystem, System
from ratings.engine.types import Event, PlayerChange, Rating


@dataclass(frozen=True, slots=True)
class EventChanges:
    """What one event changed."""

    event: Event
    changes: tuple[PlayerChange, ...]


@dataclass(frozen=True, slots=True)
class Folded:
    """The ratings after the last event and the changes of each event, in rating order.

    book: the links of the players, for systems that have some.
    """

    ratings: Mapping[int, Rating]
    events: tuple[EventChanges, ...]
    book: Book | None = None

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
    *,
    book: Book | None = None,
) -> Folded:
    """Rate `events` on top of the ratings `before` and of their links in `book`; `after_each` is called after each event.

    For events A that all precede B: fold(A + B) ends as fold(B) on top of fold(A).  `book` is not changed.
    """
    ratings = dict(before)
    rated: list[EventChanges] = []
    links: Book | None = None
    if isinstance(system, LinkedSystem):
        links = Book() if book is None else book.copy()
    for event in sorted(events, key=rating_order):
        if isinstance(system, LinkedSystem) and links is not None:
            changes = system.rate_in(links, event, ratings)
        else:
            changes = system.rate(event, ratings)
        ratings.update((change.player, replace(change.after, last=event.date)) for change in changes)
        rated.append(EventChanges(event, changes))
        after_each()
    return Folded(ratings, tuple(rated), links)
