"""Games added up: a line of figures for each player, and the columns that such lines are shown, sorted and downloaded by.

>>> from stats.engine.games import Game, sides_of
>>> ann, ben = lines_of(sides_of(Game("night", 3, 1, (7, 8), ("Ann", "Ben"), (431, 389), 0)))
>>> ann.name, ann.wins, ann.average, ann.first_wins, ben.average_spread, ann.bingos_a_game
('Ann', 1, 431.0, 1, -42.0, None)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from stats.engine.games import Side


@dataclass(slots=True)
class Line:
    """One player's games. ``scored``: those with points, of which the averages are made; ``matches``: those at cards.

    ``recorded``: games with a record, of which the figures below it are made; the others know only scores.
    """

    player: int
    name: str
    events: set[str] = field(default_factory=set)
    games: int = 0
    wins: int = 0
    ties: int = 0
    scored: int = 0
    points: int = 0
    against: int = 0
    high: int = 0
    low: int | None = None
    matches: int = 0
    cards: int = 0
    first_games: int = 0
    first_wins: float = 0
    second_wins: float = 0
    recorded: int = 0
    recorded_points: int = 0
    turns: int = 0
    bingos: int = 0
    against_bingos: int = 0
    best_play: int = 0
    tiles: int = 0
    blanks: int = 0
    exchanges: int = 0
    phoneys: int = 0
    taken_off: int = 0
    challenges_won: int = 0
    challenges_lost: int = 0
    comeback: int = 0

    @property
    def losses(self) -> int:
        """Games lost."""
        return self.games - self.wins - self.ties

    @property
    def earned(self) -> float:
        """Wins, a tie counting half."""
        return self.wins + self.ties / 2

    @property
    def win_share(self) -> float | None:
        """Wins in percent, a tie counting half."""
        return _share(100 * self.earned, self.games)

    @property
    def average(self) -> float | None:
        """Points a game."""
        return _share(self.points, self.scored)

    @property
    def average_against(self) -> float | None:
        """The opponents' points a game."""
        return _share(self.against, self.scored)

    @property
    def average_spread(self) -> float | None:
        """Points won by, a game."""
        return _share(self.points - self.against, self.scored)

    @property
    def spread(self) -> int:
        """Points won by, of all games together."""
        return self.points - self.against

    @property
    def average_cards(self) -> float | None:
        """Opponents' cards left minus the player's own, a match."""
        return _share(self.cards, self.matches)

    @property
    def first_share(self) -> float | None:
        """Wins in percent of the games in which the player went first."""
        return _share(100 * self.first_wins, self.first_games)

    @property
    def second_share(self) -> float | None:
        """Wins in percent of the games in which the player went second."""
        return _share(100 * self.second_wins, self.games - self.first_games)

    @property
    def bingos_a_game(self) -> float | None:
        """Bingos in a game with a record."""
        return _share(self.bingos, self.recorded)

    @property
    def turns_a_game(self) -> float | None:
        """Turns in a game with a record."""
        return _share(self.turns, self.recorded)

    @property
    def points_a_turn(self) -> float | None:
        """Points in a turn of a game with a record."""
        return _share(self.recorded_points, self.turns)

    @property
    def phoneys_a_game(self) -> float | None:
        """Phoneys in a game with a record, those that were challenged off and those that stayed."""
        return _share(self.phoneys + self.taken_off, self.recorded)


def _share(total: float, of: int) -> float | None:
    return total / of if of else None


#: What a game is worth in wins.
_EARNED: Final[Mapping[str, float]] = {"won": 1, "tied": 0.5, "lost": 0}


def count(line: Line, side: Side) -> None:
    """Add one game to a line."""
    line.name = side.name
    line.events.add(side.game.event)
    line.games += 1
    line.wins += side.outcome == "won"
    line.ties += side.outcome == "tied"
    if side.has_points:
        _count_points(line, side)
    else:
        line.matches += 1
        line.cards += side.cards
    earned = _EARNED[side.outcome]
    if side.seat == 0:
        line.first_games += 1
        line.first_wins += earned
    else:
        line.second_wins += earned
    if side.turns and side.other_turns:
        _count_record(line, side)


def _count_points(line: Line, side: Side) -> None:
    line.scored += 1
    line.points += side.own
    line.against += side.other
    line.high = max(line.high, side.own)
    line.low = side.own if line.low is None else min(line.low, side.own)


def _count_record(line: Line, side: Side) -> None:
    own, other = side.turns, side.other_turns
    assert own is not None
    assert other is not None
    line.recorded += 1
    line.recorded_points += side.own
    for name in ("turns", "bingos", "tiles", "blanks", "exchanges", "phoneys", "taken_off"):
        setattr(line, name, getattr(line, name) + getattr(own, name))
    line.against_bingos += other.bingos
    line.best_play = max(line.best_play, own.best)
    line.challenges_won += other.taken_off
    line.challenges_lost += other.stood
    line.comeback = max(line.comeback, side.comeback)


def lines_of(sides: Iterable[Side], came: Mapping[int, tuple[str, set[str]]] | None = None) -> list[Line]:
    """A line for each player, who came most often first.

    ``came``: the name and events of everybody who took part, where that is more than the games say.
    """
    lines = {player: Line(player, name, set(events)) for player, (name, events) in (came or {}).items()}
    for side in sides:
        count(lines.setdefault(side.player, Line(side.player, side.name)), side)
    return sorted(
        lines.values(), key=lambda line: (-len(line.events), -line.earned, -line.spread, -line.cards, line.name)
    )


def total_of(sides: Iterable[Side], player: int = 0, name: str = "") -> Line:
    """All these games in one line."""
    line = Line(player, name)
    for side in sides:
        count(line, side)
    return line


@dataclass(frozen=True, slots=True)
class Column:
    """A figure of a line: its key in addresses and files, its value (None: not known), its decimals, and who needs a record for it."""

    key: str
    value: Callable[[Line], float | None]
    decimals: int = 0
    from_records: bool = False


#: The columns in their order. Their headings are ``stats.wording.HEADINGS``.
COLUMNS: Final[Sequence[Column]] = (
    Column("events", lambda line: len(line.events)),
    Column("games", lambda line: line.games),
    Column("won", lambda line: line.wins),
    Column("lost", lambda line: line.losses),
    Column("tied", lambda line: line.ties),
    Column("win_share", lambda line: line.win_share, 0),
    Column("average", lambda line: line.average, 1),
    Column("against", lambda line: line.average_against, 1),
    Column("spread", lambda line: line.average_spread, 1),
    Column("high", lambda line: line.high if line.scored else None),
    Column("low", lambda line: line.low),
    Column("cards", lambda line: line.average_cards, 1),
    Column("first_share", lambda line: line.first_share, 0),
    Column("second_share", lambda line: line.second_share, 0),
    Column("records", lambda line: line.recorded, 0, from_records=True),
    Column("bingos", lambda line: line.bingos_a_game, 1, from_records=True),
    Column("best_play", lambda line: line.best_play or None, 0, from_records=True),
    Column("turns", lambda line: line.turns_a_game, 1, from_records=True),
    Column("points_a_turn", lambda line: line.points_a_turn, 1, from_records=True),
    Column("phoneys", lambda line: line.phoneys_a_game, 1, from_records=True),
    Column("challenges_won", lambda line: line.challenges_won if line.recorded else None, 0, from_records=True),
    Column("challenges_lost", lambda line: line.challenges_lost if line.recorded else None, 0, from_records=True),
    Column("comeback", lambda line: line.comeback or None, 0, from_records=True),
)


def sorted_by(lines: Iterable[Line], key: str) -> list[Line]:
    """The lines by one column, the most first, those without a figure last; by name (``name``) from A. An unknown key leaves the order."""
    if key == "name":
        return sorted(lines, key=lambda line: line.name.casefold())
    column = next((column for column in COLUMNS if column.key == key), None)
    if column is None:
        return list(lines)
    return sorted(lines, key=lambda line: -(value if (value := column.value(line)) is not None else float("-inf")))
