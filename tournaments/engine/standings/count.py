"""Standings, by match points and (capped) spread or in any order the settings name, as a pure function of facts and settings.

A tie is half a win and half a loss. Players who are equal in all that decides share a rank and are listed by number.
Withdrawn players stay listed with what they won. Void and pending games count for nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
class _Tally:
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

    def gain(self, spread: int, cap: int | None) -> None:
        """Spread of one game, of which no more than the cap of its round counts."""
        self.full_spread += spread
        self.spread += spread if cap is None else max(-cap, min(cap, spread))

    def add(self, lead: int, margin: int, cap: int | None, settings: StandingsRules) -> None:
        """A result decided by the lead: positive = win, 0 = tie. The margin is spread."""
        self.gain(margin, cap)
        if lead > 0:
            self.win(settings)
        elif lead < 0:
            self.lose(settings)
        else:
            self.tie(settings)

    def tie(self, settings: StandingsRules) -> None:
        self.ties += 1
        self.half_wins += 1
        self.half_losses += 1
        self.points += settings.tie_points

    def win(self, settings: StandingsRules) -> None:
        self.half_wins += 2
        self.points += settings.win_points

    def lose(self, settings: StandingsRules) -> None:
        self.half_losses += 2
        self.points += settings.loss_points


def standings(
    players: Iterable[EntrySnapshot],
    games: Iterable[GameFact],
    settings: StandingsRules,
    after_round: int | None = None,
) -> tuple[StandingsRow, ...]:
    """The standings after a round (None = after all games given), best first.

    Raises SnapshotError when a game names a player who is not among `players`. The order of the arguments' items
    never matters.
    """
    entries, games = sorted(players, key=lambda player: player.number), tuple(games)
    tallies = {player.id: _Tally() for player in entries}
    for game in sorted(games, key=attrgetter("round", "first")):
        if after_round is None or game.round <= after_round:
            _count(game, tallies, settings)
    entries.sort(key=lambda player: (-tallies[player.id].points, -tallies[player.id].spread, player.number))
    rows = tuple(_rows(entries, tallies))
    return rows if settings.order == DEFAULT_ORDER else _reordered(rows, games, settings, after_round)


def _reordered(
    rows: tuple[StandingsRow, ...], games: Sequence[GameFact], settings: StandingsRules, after_round: int | None
) -> tuple[StandingsRow, ...]:
    """The rows by the settings' own order, each with the values that decided it."""
    known = {row.player.id: row for row in rows}
    counted = [game for game in games if after_round is None or game.round <= after_round]
    placed = place(known, counted, settings.order)
    return tuple(replace(known[item.player], rank=item.rank, values=item.values) for item in placed)


def _rows(entries: list[EntrySnapshot], tallies: dict[int, _Tally]) -> Iterable[StandingsRow]:
    rank, last = 0, (0, 0)
    for position, player in enumerate(entries, start=1):
        tally = tallies[player.id]
        key = (tally.points, tally.spread)
        if position == 1 or key != last:
            rank, last = position, key
        yield StandingsRow(
            rank=rank,
            player=player,
            points=tally.points,
            wins=tally.half_wins / 2,
            losses=tally.half_losses / 2,
            ties=tally.ties,
            spread=tally.spread,
            played=tally.played,
            byes=tally.byes,
            forfeits=tally.forfeits,
            firsts=tally.firsts,
            seconds=tally.seconds,
            opponents=tuple(tally.opponents),
            full_spread=tally.full_spread,
        )


def _count(game: GameFact, tallies: dict[int, _Tally], settings: StandingsRules) -> None:
    try:
        first = tallies[game.first]
        second = None if game.second is None else tallies[game.second]
    except KeyError as error:
        raise SnapshotError(f"round {game.round} names player {error.args[0]}, who is not in the division") from None
    kind = game.kind
    if kind is ResultKind.PLAYED:
        _count_played(game, first, second, settings)
    elif kind is ResultKind.BYE:
        _bye(game, first, settings)
    elif kind is ResultKind.FORFEIT_WIN:
        spread = _own_spread(game, -settings.forfeit_spread)
        _win_unplayed(game, first, spread, settings)
        if second is not None:
            _forfeit(game, second, -spread, settings)
    elif kind is ResultKind.FORFEIT_LOSS:
        spread = _own_spread(game, settings.forfeit_spread)
        _forfeit(game, first, spread, settings)
        if second is not None:
            _win_unplayed(game, second, -spread, settings)
    elif kind is ResultKind.DOUBLE_FORFEIT:
        spread = _own_spread(game, settings.forfeit_spread)
        _forfeit(game, first, spread, settings)
        if second is not None:
            _forfeit(game, second, spread, settings)


def _own_spread(game: GameFact, default: int) -> int:
    """The spread of a bye or forfeit: the division's, unless the fact brings its own."""
    return default if game.first_score is None else game.first_score - (game.second_score or 0)


def _bye(game: GameFact, tally: _Tally, settings: StandingsRules) -> None:
    """A bye is worth what the division says, whatever its spread."""
    tally.byes += 1
    tally.gain(_own_spread(game, settings.bye_spread), settings.cap_of(game.round))
    if settings.bye_half_wins == 2:
        tally.win(settings)
    elif settings.bye_half_wins == 1:
        tally.tie(settings)
    else:
        tally.lose(settings)


def _win_unplayed(game: GameFact, tally: _Tally, spread: int, settings: StandingsRules) -> None:
    """An opponent's forfeit is a win even where the division gives it no spread."""
    tally.gain(spread, settings.cap_of(game.round))
    tally.win(settings)


def _forfeit(game: GameFact, tally: _Tally, spread: int, settings: StandingsRules) -> None:
    """A forfeit is a loss even where the division gives it no spread."""
    tally.forfeits += 1
    tally.gain(spread, settings.cap_of(game.round))
    tally.lose(settings)


def _count_played(game: GameFact, first: _Tally, second: _Tally | None, settings: StandingsRules) -> None:
    if second is None or game.second is None or game.first_score is None or game.second_score is None:
        return  # GameFact refuses to exist in this state
    lead = game.first_score - game.second_score
    margin = lead if game.margin is None else game.margin
    cap = settings.cap_of(game.round)
    first.add(lead, margin, cap, settings)
    second.add(-lead, -margin, cap, settings)
    first.played += 1
    second.played += 1
    first.firsts += game.first_known
    second.seconds += game.first_known
    first.opponents.append(game.second)
    second.opponents.append(game.first)
