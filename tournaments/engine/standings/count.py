"""Standings, by match points and (capped) spread or in any order the settings name, as a pure function of facts and settings.

A tie is half a win and half a loss. Players who are equal in all that decides share a rank and are listed by number.
Withdrawn players stay listed with what they won. Void and pending games count for nothing. A player's spread adjustments
count in the spread, whatever its cap, from their rounds on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from operator import attrgetter

from tournaments.engine.model import (
    DEFAULT_ORDER,
    EntrySnapshot,
    GameFact,
    ResultKind,
    SnapshotError,
    StandingsRules,
)
from tournaments.engine.standings.order import place
from tournaments.engine.standings.row import StandingsRow


@dataclass(slots=True)
class _Totals:
    """Running totals of one player; wins and losses in halves."""

    points: int = 0
    half_wins: int = 0
    half_losses: int = 0
    ties: int = 0
    spread: int = 0
    full_spread: int = 0
    played: int = 0
    byes: int = 0
    forfeits: int = 0
    firsts: int = 0
    seconds: int = 0
    opponents: list[int] = field(default_factory=list)

    def add(self, half_wins: int, spread: int, cap: int | None, rules: StandingsRules) -> None:
        """A result and its spread, of which no more than the cap of its round counts."""
        self.full_spread += spread
        self.spread += spread if cap is None else max(-cap, min(cap, spread))
        self.half_wins += half_wins
        self.half_losses += 2 - half_wins
        self.ties += half_wins == 1
        self.points += (rules.loss_points, rules.tie_points, rules.win_points)[half_wins]

    def adjust(self, adjustments: Iterable[int]) -> None:
        """Points on or off the spread that no game brought."""
        points = sum(adjustments)
        self.spread += points
        self.full_spread += points


def standings(
    players: Iterable[EntrySnapshot],
    games: Iterable[GameFact],
    settings: StandingsRules,
    after_round: int | None = None,
) -> tuple[StandingsRow, ...]:
    """The standings after a round (None = after all games), best first.

    Raises SnapshotError when a game names a player who is not among `players`. The order of the arguments' items
    never matters.
    """
    entries, games = sorted(players, key=lambda player: player.number), tuple(games)
    totals = {player.id: _Totals() for player in entries}
    counted = [game for game in games if after_round is None or game.round <= after_round]
    for game in sorted(counted, key=attrgetter("round", "first")):
        _count(game, totals, settings)
    for player in entries:
        due = (points for round_, points in player.adjustments if after_round is None or round_ <= after_round)
        totals[player.id].adjust(due)
    entries.sort(key=lambda player: (-totals[player.id].points, -totals[player.id].spread, player.number))
    rows = {row.player.id: row for row in _rows(entries, totals)}
    if settings.order == DEFAULT_ORDER:
        return tuple(rows.values())
    placed = place(rows, counted, settings.order)
    return tuple(replace(rows[item.player], rank=item.rank, values=item.values) for item in placed)


def worth(games: Iterable[GameFact], settings: StandingsRules) -> dict[int, tuple[float, int]]:
    """What these games alone bring each of their players, by id: wins (a tie is half a win) and spread, with the caps of their rounds."""
    facts = tuple(games)
    totals = {player: _Totals() for game in facts for player in (game.first, game.second) if player is not None}
    for game in facts:
        _count(game, totals, settings)
    return {player: (own.half_wins / 2, own.spread) for player, own in totals.items()}


def _rows(entries: list[EntrySnapshot], totals: dict[int, _Totals]) -> Iterator[StandingsRow]:
    rank, last = 0, (0, 0)
    for position, player in enumerate(entries, start=1):
        own = totals[player.id]
        key = (own.points, own.spread)
        if position == 1 or key != last:
            rank, last = position, key
        yield StandingsRow(
            rank=rank,
            player=player,
            points=own.points,
            wins=own.half_wins / 2,
            losses=own.half_losses / 2,
            ties=own.ties,
            spread=own.spread,
            played=own.played,
            byes=own.byes,
            forfeits=own.forfeits,
            firsts=own.firsts,
            seconds=own.seconds,
            opponents=tuple(own.opponents),
            full_spread=own.full_spread,
        )


#: Of forfeits: whether the first named player lost, and whether the second did.
_FORFEITS = {
    ResultKind.FORFEIT_WIN: (False, True),
    ResultKind.FORFEIT_LOSS: (True, False),
    ResultKind.DOUBLE_FORFEIT: (True, True),
}


def _count(game: GameFact, totals: dict[int, _Totals], rules: StandingsRules) -> None:
    try:
        first = totals[game.first]
        second = None if game.second is None else totals[game.second]
    except KeyError as error:
        raise SnapshotError(f"round {game.round} names player {error.args[0]}, who is not in the division") from None
    if game.kind is ResultKind.PLAYED:
        _count_played(game, first, second, rules)
    elif game.kind is ResultKind.BYE:
        first.byes += 1
        first.add(rules.bye_half_wins, _own_spread(game, rules.bye_spread), rules.cap_of(game.round), rules)
    elif game.kind in _FORFEITS:
        first_lost, second_lost = _FORFEITS[game.kind]
        spread = _own_spread(game, rules.forfeit_spread if first_lost else -rules.forfeit_spread)
        _count_forfeit(game, first, spread, rules, lost=first_lost)
        if second is not None:
            _count_forfeit(game, second, spread if first_lost and second_lost else -spread, rules, lost=second_lost)


def _own_spread(game: GameFact, default: int) -> int:
    """The spread of a bye or forfeit: the division's, unless the fact brings its own."""
    return default if game.first_score is None else game.first_score - (game.second_score or 0)


def _count_forfeit(game: GameFact, own: _Totals, spread: int, rules: StandingsRules, *, lost: bool) -> None:
    """A forfeit is a loss, and a win for the opponent, whatever its spread."""
    own.forfeits += lost
    own.add(0 if lost else 2, spread, rules.cap_of(game.round), rules)


def _count_played(game: GameFact, first: _Totals, second: _Totals | None, rules: StandingsRules) -> None:
    if second is None or game.second is None or game.first_score is None or game.second_score is None:
        return  # GameFact refuses to exist in this state
    margin = game.first_score - game.second_score if game.margin is None else game.margin
    worth, cap = game.half_wins, rules.cap_of(game.round)
    first.add(worth, margin, cap, rules)
    second.add(2 - worth, -margin, cap, rules)
    first.played += 1
    second.played += 1
    first.firsts += game.first_known
    second.seconds += game.first_known
    first.opponents.append(game.second)
    second.opponents.append(game.first)
