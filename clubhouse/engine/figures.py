"""What a club's games add up to: its records, and a line for each player.

>>> game = Game("night", 3, 1, (7, 8), ("Ann", "Ben"), (431, 389))
>>> figures = figures_of([game])
>>> figures.high_loss[0].name, figures.high_loss[0].value
('Ben', 389)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

#: Lines of each list of records.
LISTED = 10


class Turns(NamedTuple):
    """What a game's record says of one player."""

    bingos: int
    best: int
    play: str


@dataclass(frozen=True, slots=True)
class Game:
    """A played game of two: its event (address), pairing and round; players (their numbers), names and scores by seats.

    ``turns``: by seats, where the game has a record.
    """

    event: str
    pairing: int
    round: int
    players: tuple[int, int]
    names: tuple[str, str]
    scores: tuple[int, int]
    turns: tuple[Turns, ...] = ()


@dataclass(frozen=True, slots=True)
class Best:
    """A line of a list of records: how much, by whom, against whom, in which game; ``play``: the move."""

    value: int
    player: int
    name: str
    opponent: str
    scores: tuple[int, int]
    event: str
    pairing: int
    play: str = ""


@dataclass(slots=True)
class PlayerLine:
    """One player's games in the club."""

    player: int
    name: str
    events: set[str] = field(default_factory=set)
    games: int = 0
    wins: int = 0
    ties: int = 0
    points: int = 0
    spread: int = 0
    high: int = 0
    bingos: int = 0
    recorded: int = 0

    @property
    def losses(self) -> int:
        """Games lost."""
        return self.games - self.wins - self.ties

    @property
    def average(self) -> float:
        """Points a game."""
        return self.points / self.games if self.games else 0.0

    @property
    def bingos_a_game(self) -> float | None:
        """Bingos a game with a record; None without one."""
        return self.bingos / self.recorded if self.recorded else None


@dataclass(frozen=True, slots=True)
class Figures:
    """The club's records, best first, and its players, who came most often first."""

    high_game: tuple[Best, ...] = ()
    high_loss: tuple[Best, ...] = ()
    high_spread: tuple[Best, ...] = ()
    high_play: tuple[Best, ...] = ()
    most_bingos: tuple[Best, ...] = ()
    players: tuple[PlayerLine, ...] = ()
    games: int = 0


def figures_of(games: Iterable[Game], came: Mapping[int, tuple[str, set[str]]] | None = None) -> Figures:
    """The figures of these games. ``came``: the name and events of everybody who took part, where that is more than the games say.

    Of equal values the earlier game stands first, as it was there first.
    """
    counted = list(games)
    sides = [_side(game, seat) for game in counted for seat in (0, 1)]
    lost = [side for side in sides if side.scores[0] < side.scores[1]]
    turns = [(_side(game, seat), game.turns[seat]) for game in counted for seat in range(len(game.turns))]
    plays = [_with(side, turn.best, turn.play) for side, turn in turns if turn.best > 0]
    bingos = [_with(side, turn.bingos) for side, turn in turns if turn.bingos > 0]
    won = [_with(side, side.scores[0] - side.scores[1]) for side in sides if side.scores[0] > side.scores[1]]
    return Figures(
        high_game=_top(sides),
        high_loss=_top(lost),
        high_spread=_top(won),
        high_play=_top(plays),
        most_bingos=_top(bingos),
        players=_players(counted, came or {}),
        games=len(counted),
    )


def _side(game: Game, seat: int) -> Best:
    """The game as the player in this seat had it."""
    own, other = game.scores[seat], game.scores[1 - seat]
    return Best(own, game.players[seat], game.names[seat], game.names[1 - seat], (own, other), game.event, game.pairing)


def _with(side: Best, value: int, play: str = "") -> Best:
    return Best(value, side.player, side.name, side.opponent, side.scores, side.event, side.pairing, play)


def _top(bests: Sequence[Best]) -> tuple[Best, ...]:
    return tuple(sorted(bests, key=lambda best: -best.value)[:LISTED])


def _players(games: Iterable[Game], came: Mapping[int, tuple[str, set[str]]]) -> tuple[PlayerLine, ...]:
    lines = {player: PlayerLine(player, name, set(events)) for player, (name, events) in came.items()}
    for game in games:
        for seat in (0, 1):
            line = lines.setdefault(game.players[seat], PlayerLine(game.players[seat], game.names[seat]))
            line.name = game.names[seat]
            _count(line, game, seat)
    return tuple(sorted(lines.values(), key=lambda line: (-len(line.events), -line.wins, -line.spread, line.name)))


def _count(line: PlayerLine, game: Game, seat: int) -> None:
    own, other = game.scores[seat], game.scores[1 - seat]
    line.events.add(game.event)
    line.games += 1
    line.wins += own > other
    line.ties += own == other
    line.points += own
    line.spread += own - other
    line.high = max(line.high, own)
    if seat < len(game.turns):
        line.recorded += 1
        line.bingos += game.turns[seat].bingos
