"""Who is one person, what a player did against whom, and what a next game would do.  A fixed number of queries each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from clubs.models import Player
from clubs.names import in_order
from ratings.engine.detail import from_detail
from ratings.engine.performance import next_game
from ratings.engine.registry import build_system
from ratings.engine.types import GameLine
from ratings.models import PlayerMerge, PlayerRating, RatingChange, RatingPool
from ratings.queries.books import book_of


def same_person() -> dict[int, int]:
    """The player that each merged duplicate counts as, through any chain of merges.  One query."""
    merged = dict(PlayerMerge.objects.filter(undone_at=None).values_list("duplicate_id", "kept_id"))
    players = {}
    for duplicate, player in merged.items():
        while player in merged:  # ends: a merge into one's own duplicate is refused
            player = merged[player]  # noqa: PLW2901 - follows the chain
        players[duplicate] = player
    return players


@dataclass(frozen=True, slots=True)
class OpponentLine:
    """All rated games against one opponent; ``expected`` is by the ratings before each event."""

    player_id: int
    name: str
    games: int
    wins: float
    expected: float
    spread: int

    @property
    def mean_spread(self) -> float:
        """Points a game."""
        return self.spread / self.games


@dataclass(frozen=True, slots=True)
class WhatIf:
    """What one result would do: ratings after it, and how far that is from now (None: no rating now)."""

    spread: int
    one: int | None
    one_change: int | None
    other: int | None
    other_change: int | None


@dataclass(frozen=True, slots=True)
class Duel:
    """Two players of a pool: the chance that the first wins (0 to 1), what a game would do, and the games so far."""

    other: Player
    rating: int | None
    chance: float | None
    margin: int
    outcomes: tuple[WhatIf, ...]
    met: OpponentLine | None

    @property
    def percent(self) -> float | None:
        """The chance in per cent."""
        return None if self.chance is None else 100 * self.chance


def _lines(pool: RatingPool, player: Player) -> list[GameLine]:
    details = RatingChange.objects.filter(event__pool=pool, player=player).values_list("detail", flat=True)
    return [line for detail in details for segment in from_detail(detail) for line in segment.games]


def _summed(lines: Iterable[GameLine], names: dict[int, str]) -> list[OpponentLine]:
    by_opponent: dict[int, list[GameLine]] = {}
    for line in lines:
        by_opponent.setdefault(line.opponent, []).append(line)
    return [
        OpponentLine(
            opponent,
            names.get(opponent, f"#{opponent}"),
            len(games),
            sum(game.earned for game in games),
            sum(game.expected for game in games),
            sum(game.spread for game in games),
        )
        for opponent, games in by_opponent.items()
    ]


def opponents(pool: RatingPool, player: Player) -> list[OpponentLine]:
    """Everybody the player had rated games against, most games first; two queries."""
    lines = _lines(pool, player)
    names = dict(Player.objects.filter(pk__in={line.opponent for line in lines}).values_list("pk", "name"))
    return sorted(_summed(lines, names), key=lambda line: (-line.games, *in_order(line.name)))


def duel(pool: RatingPool, player: Player, other_id: int, today: date, margin: int) -> Duel | None:
    """The next game of the two, from their official ratings; None when one of them is not on the list.

    Two queries, three where the system knows how the two are linked.
    """
    lines = PlayerRating.objects.filter(pool=pool, player__in=[player.pk, other_id])
    rows = {row.player_id: row for row in lines.select_related("player", "last_event")}
    if other_id == player.pk or len(rows) != 2:
        return None
    system = build_system(pool.system, pool.params)
    one, other = rows[player.pk].to_engine(), rows[other_id].to_engine()
    ratings, book = {player.pk: one, other_id: other}, book_of(pool, (player.pk, other_id))
    outcomes = tuple(
        WhatIf(
            outcome.spread,
            outcome.one.value,
            _difference(outcome.one.value, one.value),
            outcome.other.value,
            _difference(outcome.other.value, other.value),
        )
        for outcome in next_game(system, ratings, today, (margin, 0, -margin), book)
    )
    opponent = rows[other_id].player
    games = _summed([line for line in _lines(pool, player) if line.opponent == other_id], {other_id: opponent.name})
    (chance,) = system.chances([(player.pk, other_id)], ratings, today, book)
    return Duel(opponent, other.value, chance, margin, outcomes, games[0] if games else None)


def _difference(after: int | None, before: int | None) -> int | None:
    return None if after is None or before is None else after - before
