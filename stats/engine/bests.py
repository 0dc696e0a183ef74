"""The best of many games: lists of records, each best first.

>>> from stats.engine.games import Game, sides_of
>>> bests = bests_of(sides_of(Game("night", 3, 1, (7, 8), ("Ann", "Ben"), (431, 389), 0)))
>>> [(best.side.name, best.value) for best in bests["high_loss"]]
[('Ben', 389)]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from stats.engine.games import Side

#: Lines of each list of records.
LISTED: Final = 5

#: Each list by its key: what is compared, None where the game does not count for it.
LISTS: Final[Mapping[str, Callable[[Side], int | None]]] = {
    "high_game": lambda side: side.own if side.has_points else None,
    "high_loss": lambda side: side.own if side.has_points and side.outcome == "lost" else None,
    "high_play": lambda side: (side.turns.best or None) if side.turns else None,
    "most_bingos": lambda side: (side.turns.bingos or None) if side.turns else None,
    "high_spread": lambda side: side.spread if side.has_points and side.outcome == "won" and side.spread > 0 else None,
    "comeback": lambda side: side.comeback or None,
    "high_total": lambda side: side.own + side.other if side.has_points else None,
    "high_cards": lambda side: side.cards if side.outcome == "won" and side.cards > 0 else None,
}
#: Lists in which both players of a game would stand with the same value.
_ONCE_A_GAME: Final = frozenset({"high_total"})


@dataclass(frozen=True, slots=True)
class Best:
    """A line of a list of records: how much, and in which game of whom."""

    key: str
    value: int
    side: Side

    @property
    def play(self) -> str:
        """The play, in the list of plays."""
        return self.side.turns.play if self.key == "high_play" and self.side.turns else ""


def bests_of(sides: Iterable[Side], listed: int = LISTED) -> dict[str, tuple[Best, ...]]:
    """The lists that have a line, best first. Of equal values the earlier game stands first, as it was there first."""
    counted = list(sides)
    first_of_game = list({side.game.pairing: side for side in reversed(counted)}.values())[::-1]
    lists = {}
    for key, value_of in LISTS.items():
        from_these = first_of_game if key in _ONCE_A_GAME else counted
        best = [Best(key, value, side) for side in from_these if (value := value_of(side)) is not None]
        if best:
            lists[key] = tuple(sorted(best, key=lambda one: -one.value)[:listed])
    return lists
