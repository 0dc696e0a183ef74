"""The facts a rating system reads and the explained changes it returns.

Players are plain integers (the caller's ids).  Ratings are whole points; everything between two roundings is a float.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date

WIN, TIE, LOSS = 1.0, 0.5, 0.0


@dataclass(frozen=True, slots=True)
class Rating:
    """What is known of a player before or after an event.

    `value` is None for somebody never rated; `games` counts career games and is None when nobody knows the number.
    """

    value: int | None = None
    games: int | None = 0


UNRATED = Rating()

# The named parts of a change besides the points of its games, in the order in which they are applied.
ADJUSTMENTS = ("crossing", "acceleration", "feedback", "scaling", "rounding", "floor")


@dataclass(frozen=True, slots=True)
class RatedGame:
    """One game that was really played; `player` moved first if `first_known`.

    `key` names the game within its event and `round` counts from 1.  Byes, forfeits and unplayed games are never rated.
    """

    key: str
    round: int
    player: int
    opponent: int
    player_score: int
    opponent_score: int
    first_known: bool = True


@dataclass(frozen=True, slots=True)
class Event:
    """The rated games of one event or division.

    `rounds` is the *configured* number of rounds: it alone decides how a long event is split, however many were played.
    """

    id: int
    date: date
    rounds: int
    games: tuple[RatedGame, ...]


@dataclass(frozen=True, slots=True)
class GameLine:
    """One game as one player sees it: `points` = k · (`earned` − `expected`).

    `feedback` is what the opponent's acceleration gave for it.
    """

    key: str
    round: int
    opponent: int
    opponent_rating: int
    opponent_new: bool
    score: int
    opponent_score: int
    earned: float
    expected: float
    k: float
    points: float
    feedback: float = 0.0


@dataclass(frozen=True, slots=True)
class KStep:
    """A stretch of the way at one K: `excess` wins moved the rating from `start` to `end`."""

    k: float
    excess: float
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Newcomer:
    """How a first rating came about: the `performance` rating, and the `cap` that may have lowered it."""

    initial: float
    performance: float
    cap: float
    result: float
    settled: bool


@dataclass(frozen=True, slots=True)
class Segment:
    """One split of an event for one player, with every point accounted for.

    For a rated player: start + Σ points + crossing + acceleration + feedback + scaling + rounding + floor = end.
    For a newcomer: newcomer.result + rounding = end.
    """

    first_round: int
    last_round: int
    start: int | None
    end: int
    games: tuple[GameLine, ...]
    steps: tuple[KStep, ...] = ()
    crossing: float = 0.0
    acceleration: float = 0.0
    feedback: float = 0.0
    scaling: float = 0.0
    rounding: float = 0.0
    floor: float = 0.0
    newcomer: Newcomer | None = None

    @property
    def earned(self) -> float:
        """Wins, a tie counting one half."""
        return sum(game.earned for game in self.games)

    @property
    def expected(self) -> float:
        """Expected wins."""
        return sum(game.expected for game in self.games)

    @property
    def game_points(self) -> float:
        """The points of all games at the K the segment started with."""
        return sum(game.points for game in self.games)

    @property
    def accounted(self) -> float:
        """The sum of all named parts; equals `end` up to float rounding."""
        if self.newcomer is not None:
            return self.newcomer.result + self.rounding
        parts = (self.crossing, self.acceleration, self.feedback, self.scaling, self.rounding, self.floor)
        return (self.start or 0) + self.game_points + sum(parts)


@dataclass(frozen=True, slots=True)
class PlayerChange:
    """What one event did to one player."""

    player: int
    before: Rating
    after: Rating
    segments: tuple[Segment, ...] = field(default=())

    @property
    def games(self) -> int:
        """Number of rated games."""
        return sum(len(segment.games) for segment in self.segments)

    @property
    def earned(self) -> float:
        """Wins, a tie counting one half."""
        return sum(segment.earned for segment in self.segments)

    @property
    def expected(self) -> float:
        """Expected wins, from the ratings each segment started with."""
        return sum(segment.expected for segment in self.segments)

    @property
    def spread(self) -> int:
        """Sum of the winning minus the losing margins."""
        return sum(line.score - line.opponent_score for segment in self.segments for line in segment.games)
