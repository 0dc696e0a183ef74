"""The spread-aware filter as a rating system of pools: whole ratings in front, its exact beliefs in each player's state.

Every change is additive: start + carried + time + the games' points + joint + rounding + floor = end.  A game's points are
k * (spread - expected spread), where the opponent counts as strong as the whole event showed, and a spread beyond `cap`
as `cap`.  `joint` is what the totals of the games said.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

import numpy as np

from ratings.engine import kalman
from ratings.engine.common import add_games, earned_by_player, round_half_up
from ratings.engine.kalman import Constants, EventGames, FloatArray, Solution
from ratings.engine.system import System
from ratings.engine.types import UNRATED, Event, GameLine, PlayerChange, RatedGame, Rating, Segment

# Career games of a player whose rating came without them.
_UNKNOWN_GAMES = 50


@dataclass(frozen=True, slots=True)
class SpreadAware(Constants, System):
    """The filter as a system.  `state` of a rating is a row of the filter's book: a, c, their covariance, games, day.

    sweeps: more than evaluations use, so that the parts of a change add up.
    floor: the lowest rating shown; the beliefs behind it may be lower.
    provisional_deviation: from that deviation on a rating is provisional (reached after about 50 games).
    most_deviation: the largest deviation shown: measured errors of newcomers are no larger, whatever the model says.
    opening_deviation: how uncertain a rating from another list is.
    """

    sweeps: int = 40
    floor: int = 1
    provisional_deviation: float = 90.0
    most_deviation: float = 180.0
    opening_deviation: float = 150.0

    def rate(self, event: Event, before: Mapping[int, Rating]) -> tuple[PlayerChange, ...]:
        """Everybody's change, sorted by player; the order of the games does not matter."""
        games = sorted(event.games, key=lambda game: (game.round, game.key))
        if not games:
            return ()
        players = sorted({player for game in games for player in (game.player, game.opponent)})
        day = event.date.toordinal()
        book = kalman.new_book(len(players))
        for place, player in enumerate(players):
            book[place] = self._row(before.get(player, UNRATED), day)
        arrays = event_arrays(games, players, day)
        solution = kalman.rate_event(book, arrays, self)
        kalman.write_down(book, arrays, solution)
        lines = self._lines(games, arrays, solution, [before.get(player, UNRATED) for player in players])
        return tuple(
            self._change(place, player, before.get(player, UNRATED), solution, book[place], lines[place])
            for place, player in enumerate(players)
        )

    def on_day(self, rating: Rating, day: date) -> Rating:
        """The rating after waiting until `day`: as high, and less certain."""
        if not rating.state:
            return rating
        row = np.array(rating.state)
        days = max(0.0, day.toordinal() - row[kalman.DAY])
        grown = self.q_day * days * (1 + self.q_new * math.exp(-row[kalman.GAMES] / self.n_new))
        row[kalman.AA] += grown
        row[kalman.AC] += self.kap * grown
        row[kalman.CC] += self.kap**2 * grown + self.qs_day * days
        row[[kalman.AA, kalman.AC, kalman.CC]] *= min(1.0, self.v_max / row[kalman.AA])
        row[kalman.DAY] += days
        return replace(rating, deviation=self._deviation(row[kalman.AA]), state=tuple(row.tolist()))

    def _chance(self, one: Rating, other: Rating) -> float:
        """The chance of `one` when it is not known who moves first."""
        mine, theirs = (self._row(rating, 0) for rating in (one, other))
        lead, variance = np.array([mine[kalman.A] - theirs[kalman.A]]), np.array([mine[kalman.AA] + theirs[kalman.AA]])
        return float(kalman.win_chance(lead, variance, np.zeros(1), self)[0])

    def provisional(self, rating: Rating) -> bool:
        """Whether the deviation is still large: about the first 50 games."""
        return (
            rating.value is None
            or self.scale * math.sqrt(self._row(rating, 0)[kalman.AA]) >= self.provisional_deviation
        )

    def _row(self, rating: Rating, day: int) -> FloatArray:
        """The rating as a row of the book; zeros for a newcomer."""
        if rating.state:
            return np.array(rating.state)
        if rating.value is None:
            return np.zeros(7)
        a, v = (rating.value - self.centre) / self.scale, (self.opening_deviation / self.scale) ** 2
        games = max(1, _UNKNOWN_GAMES if rating.games is None else rating.games)
        return np.array([a, self.kap * a, v, self.kap * v, self.kap**2 * v + self.vs, games, day])

    def _exact(self, strength: float) -> float:
        return self.centre + self.scale * float(strength)

    def _shown(self, strength: float) -> int:
        return max(self.floor, round_half_up(self._exact(strength)))

    def _deviation(self, variance: float) -> float:
        return float(min(self.most_deviation, self.scale * math.sqrt(variance)))

    def _lines(
        self, games: Sequence[RatedGame], arrays: EventGames, solution: Solution, before: Sequence[Rating]
    ) -> list[list[GameLine]]:
        """The games of each player, as that player sees them."""
        prior, after = solution.prior, solution.posterior
        # Plain numbers, and once for each player: an event has thousands of lines.
        points = (kalman.contributions(arrays, solution, self).spread * self.scale).tolist()
        chance = kalman.win_chance(*kalman.expected_spread(prior, arrays), arrays.first, self).tolist()
        first = (self.first * arrays.first).tolist()
        was, now, variance = prior.a.tolist(), after.a.tolist(), after.aa.tolist()
        shown = [self._shown(strength) for strength in was]
        deviations = [self._deviation(one) for one in prior.aa.tolist()]
        lines: list[list[GameLine]] = [[] for _ in before]
        for seen in sides_of(games, arrays):
            me, other, number = seen.me, seen.other, seen.number
            line = seen.line(
                opponent_rating=shown[other],
                opponent_new=before[other].value is None,
                opponent_deviation=deviations[other],
                chance=chance[number],
                k=self.scale * (variance[me] / (self.sig_d**2 + variance[other])),
                points=points[number][seen.side],
                expected_spread=was[me] - now[other] + seen.sign * first[number],
            )
            lines[me].append(line)
        return lines

    def _change(
        self, place: int, player: int, old: Rating, solution: Solution, row: FloatArray, lines: Sequence[GameLine]
    ) -> PlayerChange:
        prior, after = solution.prior, solution.posterior
        placed, exact = self._exact(prior.a[place]), self._exact(after.a[place])
        # Newcomers start where the field places them, everybody else where the last event left them.
        was = placed if old.value is None else self._exact(self._row(old, 0)[kalman.A])
        start = self._shown(prior.a[place]) if old.value is None else old.value
        rounded = round_half_up(exact)
        points = sum(line.points for line in lines)
        deviation = self._deviation(after.aa[place])
        segment = Segment(
            first_round=min(line.round for line in lines),
            last_round=max(line.round for line in lines),
            start=start,
            end=max(self.floor, rounded),
            games=tuple(lines),
            carried=was - start,
            time=placed - was,
            joint=exact - placed - points,
            rounding=rounded - exact,
            floor=float(max(self.floor, rounded) - rounded),
            deviation=(self._deviation(prior.aa[place]), deviation),
            facts=(
                ("event_total", self.total0 + solution.event_total),
                ("total_share", self.total0 / 2 + float(after.c[place])),
            ),
        )
        games = add_games(old.games, len(lines))
        return PlayerChange(player, old, Rating(segment.end, games, deviation, tuple(row.tolist())), (segment,))


def event_arrays(games: Sequence[RatedGame], players: Sequence[int], day: int) -> EventGames:
    """The games as arrays, each with the smaller id as `one`: who stands first in a game must not matter."""
    places = {player: place for place, player in enumerate(players)}
    turned = np.array([-1.0 if game.player > game.opponent else 1.0 for game in games])
    return EventGames(
        day=day,
        players=np.arange(len(players)),
        division=np.zeros(len(players), dtype=np.int64),
        one=np.array([places[min(game.player, game.opponent)] for game in games]),
        two=np.array([places[max(game.player, game.opponent)] for game in games]),
        margin=turned * np.array([game.player_score - game.opponent_score for game in games]),
        total=np.array([game.player_score + game.opponent_score for game in games], dtype=np.float64),
        first=turned * np.array([float(game.first_known) for game in games]),
    )


@dataclass(frozen=True, slots=True)
class GameSide:
    """A game as one of its two saw it. `number`: of the game in the event; `me`, `other`: places of the two in its arrays.

    `side`: 0 for the player with the smaller id, else 1; `sign`: 1 and -1.
    """

    number: int
    side: int
    me: int
    other: int
    game: RatedGame

    @property
    def sign(self) -> int:
        """How the game's margin counts on this side."""
        return -1 if self.side else 1

    def line(
        self,
        *,
        opponent_rating: int,
        opponent_new: bool,
        opponent_deviation: float,
        chance: float,
        k: float,
        points: float,
        expected_spread: float,
    ) -> GameLine:
        """The game in the account of this player's points; `chance`: that of side 0."""
        game, own = self.game, (self.game.player < self.game.opponent) == (self.side == 0)
        earned = earned_by_player(game)
        return GameLine(
            key=game.key,
            round=game.round,
            opponent=game.opponent if own else game.player,
            opponent_rating=opponent_rating,
            opponent_new=opponent_new,
            score=game.player_score if own else game.opponent_score,
            opponent_score=game.opponent_score if own else game.player_score,
            earned=earned if own else 1 - earned,
            expected=float(1 - chance if self.side else chance),
            k=float(k),
            points=float(points),
            expected_spread=float(expected_spread),
            opponent_deviation=opponent_deviation,
        )


def sides_of(games: Sequence[RatedGame], arrays: EventGames) -> Iterator[GameSide]:
    """Every game twice, as each of the two saw it; `arrays`: of the same games."""
    for number, (game, one, two) in enumerate(zip(games, arrays.one.tolist(), arrays.two.tolist(), strict=True)):
        yield GameSide(number, 0, one, two, game)
        yield GameSide(number, 1, two, one, game)
