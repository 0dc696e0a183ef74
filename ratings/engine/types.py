"""The games a rating system reads and the explained changes it returns.

Players are plain integers (the caller's ids).  Ratings are whole points; everything between two roundings is a float.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date

WIN, TIE, LOSS = 1.0, 0.5, 0.0

# The largest table that is rated.
MAX_SEATS = 8


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating before or after an event.

    value: as shown, in whole points; None for a player never rated.
    games: career games; None if unknown.
    deviation: one standard error in rating points, for systems that have one.
    state: whatever else the system carries from event to event (its exact rating, its volatility, a covariance): its
        own vector, whose meaning only it knows.  Empty for a rating from another list.
    last: day of the last rated event; None before the first one here.
    """

    value: int | None = None
    games: int | None = 0
    deviation: float | None = None
    state: tuple[float, ...] = ()
    last: date | None = None

    def fewer_games_than(self, games: int) -> bool:
        """Whether the player is known to have fewer career games than that."""
        return self.games is not None and self.games < games


UNRATED = Rating()

# The named parts of a change besides the points of its games, in the order in which they are applied.
# carried: the part of a point that the shown rating hid; time: what happened between the events;
# since: what games of others have shown since the last own event; others: what the games of others in the event showed;
# totals: what the totals of the games said;
# joint: what the games did together beyond their sum; participation: points for playing.
ADJUSTMENTS = (
    "carried",
    "since",
    "time",
    "crossing",
    "joint",
    "others",
    "totals",
    "acceleration",
    "feedback",
    "participation",
    "scaling",
    "rounding",
    "floor",
)


@dataclass(frozen=True, slots=True)
class RatedGame:
    """One game that was really played; `player` moved first if `first_known`.

    `key` names the game within its event and `round` counts from 1.  Byes, forfeits and unplayed games are never rated.
    `seats` is how many sat at the table: of more than two, each pair is a game that weighs less (`ratings.engine.multi`).
    `tie_won_by` is "player" or "opponent" where the rules of the game give equal scores to one of them: a win without a margin.
    """

    key: str
    round: int
    player: int
    opponent: int
    player_score: int
    opponent_score: int
    first_known: bool = True
    seats: int = 2
    tie_won_by: str = ""

    @property
    def weight(self) -> float:
        """What the game counts: 2 / seats, so that a table of n is worth n - 1 games, one for each place to win."""
        return 2 / self.seats


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

    `feedback` is what the opponent's acceleration gave for it.  Systems that look at the margin say in `credit` what it
    counted as (then `points` = k · (`credit` − `expected`)), or in `expected_spread` what they expected it to be (then
    `points` = k · (spread − `expected_spread`)).
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
    credit: float | None = None
    expected_spread: float | None = None
    opponent_deviation: float | None = None

    @property
    def spread(self) -> int:
        """Own score minus the opponent's."""
        return self.score - self.opponent_score

    @property
    def level_but_decided(self) -> bool:
        """Whether the scores are equal and the rules of the game gave them to one of the two."""
        return self.score == self.opponent_score and self.earned != 0.5


@dataclass(frozen=True, slots=True)
class KStep:
    """A stretch of the way at one K: `excess` wins moved the rating from `start` to `end`."""

    k: float
    excess: float
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Newcomer:
    """How a first rating came about: the `performance` rating, and the `cap` (None: none) that may have lowered it."""

    initial: float
    performance: float
    cap: float | None
    result: float
    settled: bool


@dataclass(frozen=True, slots=True)
class Segment:
    """One split of an event for one player, with every point accounted for.

    For a rated player: start + Σ points + all ADJUSTMENTS = end.  For a newcomer: newcomer.result + rounding = end.

    `deviation` is that before and after; `facts` are further named numbers of the system's working.
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
    carried: float = 0.0
    time: float = 0.0
    joint: float = 0.0
    participation: float = 0.0
    since: float = 0.0
    others: float = 0.0
    totals: float = 0.0
    deviation: tuple[float, float] | None = None
    facts: tuple[tuple[str, float], ...] = ()

    @property
    def earned(self) -> float:
        """Wins, a tie counting one half."""
        return sum(game.earned for game in self.games)

    @property
    def expected(self) -> float:
        """Expected wins."""
        return sum(game.expected for game in self.games)

    @property
    def rates_margin(self) -> bool:
        """Whether a margin counted besides the win."""
        return any(game.credit is not None for game in self.games)

    @property
    def rates_spread(self) -> bool:
        """Whether spreads were compared with expected spreads."""
        return any(game.expected_spread is not None for game in self.games)

    @property
    def game_points(self) -> float:
        """The points of all games at the K the segment started with."""
        return sum(game.points for game in self.games)

    @property
    def accounted(self) -> float:
        """The sum of all named parts; equals `end` up to float rounding."""
        if self.newcomer is not None:
            return self.newcomer.result + self.rounding
        parts: list[float] = [getattr(self, name) for name in ADJUSTMENTS]
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
