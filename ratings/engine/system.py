"""What a rating system is: pure, with its parameters bound.  `ratings.engine.registry` lists those that exist."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, ClassVar, Protocol

from ratings.engine.types import Event, PlayerChange, Rating


class System(Protocol):
    """A frozen dataclass whose fields are the system's parameters.

    A rating with a `value` but an empty `state` was brought along from elsewhere; a missing one is a newcomer's.
    """

    # So that the registry can list and replace parameters.
    __dataclass_fields__: ClassVar[dict[str, Any]]

    def rate(self, event: Event, before: Mapping[int, Rating]) -> tuple[PlayerChange, ...]:
        """Everybody's change, sorted by player, from the ratings `before` the event.

        The order of the games, and who stands first in them, does not matter.  Games within an event all count
        together; players without a game get no change.  `after` holds `value`, `games`, `deviation` and `state`;
        the fold adds `last`.
        """
        ...

    def on_day(self, rating: Rating, day: date) -> Rating:
        """The rating as it stands on a day without playing: only the deviation (and its part of the state) may differ."""
        ...

    def win_probability(self, one: Rating, other: Rating) -> float | None:
        """The expected score (0 to 1) of `one` in a game against `other`; None when nothing is known of either."""
        ...

    def provisional(self, rating: Rating) -> bool:
        """Whether the rating rests on too little to be compared."""
        ...
