"""What a rating system is: pure, with its parameters bound.  `ratings.engine.registry` lists those that exist."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, ClassVar

from ratings.engine.linked import Book
from ratings.engine.types import UNRATED, Event, PlayerChange, Rating


class System(ABC):
    """The base of a frozen dataclass whose fields are the system's parameters.

    A rating with a `value` but an empty `state` comes from another list; a missing one is a newcomer's.
    """

    __slots__ = ()
    # So that the registry can list and replace parameters.
    __dataclass_fields__: ClassVar[dict[str, Any]]

    @abstractmethod
    def rate(self, event: Event, before: Mapping[int, Rating]) -> tuple[PlayerChange, ...]:
        """Everybody's change, sorted by player, from the ratings `before` the event.

        The order of the games, and who stands first in them, does not matter.  Games within an event all count
        together; players without a game get no change.  `after` holds `value`, `games`, `deviation` and `state`;
        the fold adds `last`.
        """

    def on_day(self, rating: Rating, day: date) -> Rating:  # noqa: ARG002 - systems with a deviation look at the day
        """The rating as it stands on a day without playing: only the deviation (and its part of the state) may differ."""
        return rating

    def win_probability(self, one: Rating, other: Rating) -> float | None:
        """The expected score (0 to 1) of `one` in a game against `other`; None when one of them has no rating."""
        return None if one.value is None or other.value is None else self._chance(one, other)

    @abstractmethod
    def _chance(self, one: Rating, other: Rating) -> float:
        """`win_probability` of two players who have a rating."""

    @abstractmethod
    def provisional(self, rating: Rating) -> bool:
        """Whether the rating rests on too little to be compared."""

    def chances(
        self,
        pairs: Sequence[tuple[int, int]],
        ratings: Mapping[int, Rating],
        day: date | None = None,
        book: Book | None = None,  # noqa: ARG002 - systems with links look at the book
    ) -> list[float | None]:
        """The expected score of the first of each two players; None when one of them has no rating.

        day: on which they play; None: as the ratings stand.  book: the links of the players, where the system has some.
        """
        today = ratings if day is None else {player: self.on_day(one, day) for player, one in ratings.items()}
        return [self.win_probability(today.get(one, UNRATED), today.get(other, UNRATED)) for one, other in pairs]


class LinkedSystem(System):
    """A system that also keeps how the errors of a list's players are linked, in a book of the whole list.

    `rate` and `win_probability` know of no links; `state` of a rating is what the book says of its player.
    """

    __slots__ = ()

    def rate(self, event: Event, before: Mapping[int, Rating]) -> tuple[PlayerChange, ...]:
        """Everybody's change, as if nobody's error were linked with another's."""
        return self.rate_in(Book(), event, before)

    @abstractmethod
    def rate_in(self, book: Book, event: Event, before: Mapping[int, Rating]) -> tuple[PlayerChange, ...]:
        """Everybody's change, from `book` and, for those whom it does not know, from `before`; changes `book`.

        Players without a game get no change, though what is believed of them in `book` may change.
        """

    @abstractmethod
    def shown_since(self, book: Book, player: int, rating: Rating) -> float:
        """Points by which games of others have moved a player since the rating's own last event; counted at the next one."""
