"""The filter with links as a rating system of lists: whole ratings in front, its exact beliefs in a book of the whole list.

Every change is additive: start + carried + since + time + the games' points + others + totals + rounding + floor = end.
A game's points are k * (spread - expected spread), all from before the event; a spread beyond `cap` counts as `cap`.
`since` is what games of others have shown since the player's last event, `others` what the games of others in this event
showed, `totals` what the totals of the games said.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

import numpy as np

from ratings.engine import linked
from ratings.engine.common import add_games, round_half_up
from ratings.engine.kalman import EventGames, FloatArray
from ratings.engine.kalman_system import event_arrays, sides_of
from ratings.engine.linked import Book, Contributions, LinkedConstants, Solution
from ratings.engine.system import LinkedSystem
from ratings.engine.types import UNRATED, Event, GameLine, PlayerChange, RatedGame, Rating, Segment

# Career games of a player whose rating came without them.
_UNKNOWN_GAMES = 50
# Where the variance stands in a state.
_VARIANCE = linked.COLUMNS


@dataclass(frozen=True, slots=True)
class LinkedSpreadAware(LinkedConstants, LinkedSystem):
    """The filter as a system.  `state` of a rating: the player's own numbers in the book and the variance of the strength.

    v_level: less than in the filter, which leaves the common level of a young list open: it would take all ratings along by
    hundreds of points, though no prediction depends on it.
    floor: the lowest rating shown; the beliefs behind it may be lower.
    provisional_deviation: from that deviation on a rating is provisional.
    most_deviation: the largest deviation shown: measured errors of newcomers are no larger, whatever the model says.
    opening_deviation: how uncertain a rating from another list is.
    """

    v_level: float = 20000.0
    floor: int = 1
    provisional_deviation: float = 90.0
    most_deviation: float = 180.0
    opening_deviation: float = 150.0

    def rate_in(self, book: Book, event: Event, before: Mapping[int, Rating]) -> tuple[PlayerChange, ...]:
        """Everybody's change, sorted by player; the order of the games does not matter."""
        games = sorted(event.games, key=lambda game: (game.round, game.key))
        if not games:
            return ()
        players = sorted({player for game in games for player in (game.player, game.opponent)})
        arrays = replace(event_arrays(games, players, event.date.toordinal()), players=np.array(players))
        self._introduce(book, players, before, arrays.day)
        then = {player: float(book.line(player)[0][linked.A]) for player in players if player in book}
        solution = linked.rate_event(book, arrays, self)
        parts = linked.contributions(arrays, solution, self)
        ratings = [before.get(player, UNRATED) for player in players]
        lines = self._lines(games, arrays, solution, parts, ratings)
        return tuple(
            self._change(place, player, ratings[place], then.get(player), solution, parts, lines[place])
            for place, player in enumerate(players)
        )

    def on_day(self, rating: Rating, day: date) -> Rating:
        """The rating after waiting until `day`: as high, and less certain."""
        if not rating.state:
            return rating
        row = np.array(rating.state)
        days = max(0.0, day.toordinal() - row[linked.DAY])
        grown = self.q_day * days * (1 + self.q_new * np.exp(-row[linked.GAMES] / self.n_new)) * row[linked.PACE]
        row[_VARIANCE] = max(row[_VARIANCE], min(self.v_max, row[_VARIANCE] + grown))
        row[linked.R] += self.qs_day * days
        row[linked.DAY] += days
        return replace(rating, deviation=self._deviation(row[_VARIANCE]), state=tuple(row.tolist()))

    def chances(
        self,
        pairs: Sequence[tuple[int, int]],
        ratings: Mapping[int, Rating],
        day: date | None = None,
        book: Book | None = None,
    ) -> list[float | None]:
        """The chance of the first of each two players, from the strengths and the links that `book` has today."""
        players = sorted({player for pair in pairs for player in pair})
        known = (Book() if book is None else book).only(players)
        known.wake(players)
        self._introduce(known, players, ratings, 0 if day is None else day.toordinal())
        rated = [player for player in players if player in known and ratings.get(player, UNRATED).value is not None]
        places = {player: place for place, player in enumerate(rated)}
        if day is not None:
            linked.pass_time(known, known.places(rated), day.toordinal(), self)
        a, cov = known.own(known.places(rated))[:, linked.A], known.between(known.places(rated))
        meant = [(places[one], places[other]) for one, other in pairs if one in places and other in places]
        one, two = (np.array([pair[side] for pair in meant], dtype=np.int64) for side in (0, 1))
        lead, variance = a[one] - a[two], linked.variance_of_lead(cov, one, two, self)
        answers = iter(linked.win_chance(lead, variance, np.zeros(len(meant)), self).tolist())
        return [next(answers) if one in places and other in places else None for one, other in pairs]

    def shown_since(self, book: Book, player: int, rating: Rating) -> float:
        """Points by which games of others have moved a player since the rating's own last event; counted at the next one."""
        if player not in book or not rating.state:
            return 0.0
        return float(self.scale * (book.line(player)[0][linked.A] - rating.state[linked.A]))

    def _chance(self, one: Rating, other: Rating) -> float:
        """The chance of `one` when it is not known who moves first, and nothing of how their errors are linked."""
        (mine, my_variance), (theirs, their_variance) = (self._line(rating, 0) for rating in (one, other))
        lead = np.array([mine[linked.A] - theirs[linked.A]])
        variance = np.array([my_variance + their_variance + 2 * self.v_form])
        return float(linked.win_chance(lead, variance, np.zeros(1), self)[0])

    def provisional(self, rating: Rating) -> bool:
        """Whether the deviation is still large."""
        return (
            rating.value is None
            or self.scale * linked.deviation(self._line(rating, 0)[1]) >= self.provisional_deviation
        )

    def _introduce(self, book: Book, players: Iterable[int], before: Mapping[int, Rating], day: int) -> None:
        """Enter those who have a rating but were not seen before: their errors are nobody's."""
        new = [one for one in players if one not in book and before.get(one, UNRATED).value is not None]
        lines = [self._line(before[player], day) for player in new]
        own = np.array([numbers for numbers, _ in lines]).reshape(len(new), linked.COLUMNS)
        book.add(new, own, np.zeros((len(new), len(book))), np.diag([variance for _, variance in lines]))

    def _line(self, rating: Rating, day: int) -> tuple[FloatArray, float]:
        """Own numbers and variance of a rating; zeros for a newcomer."""
        if rating.state:
            return np.array(rating.state[:_VARIANCE]), rating.state[_VARIANCE]
        if rating.value is None:
            return np.zeros(linked.COLUMNS), 0.0
        games = max(1, _UNKNOWN_GAMES if rating.games is None else rating.games)
        a, variance = (rating.value - self.centre) / self.scale, (self.opening_deviation / self.scale) ** 2
        return np.array([a, 0.0, 0.0, self.vs, games, day, 1.0]), variance

    def _exact(self, strength: float) -> float:
        return self.centre + self.scale * float(strength)

    def _shown(self, strength: float) -> int:
        return max(self.floor, round_half_up(self._exact(strength)))

    def _deviation(self, variance: float) -> float:
        return float(min(self.most_deviation, self.scale * linked.deviation(variance)))

    def _lines(
        self,
        games: Sequence[RatedGame],
        arrays: EventGames,
        solution: Solution,
        parts: Contributions,
        before: Sequence[Rating],
    ) -> list[list[GameLine]]:
        """The games of each player, as that player sees them."""
        prior = solution.prior
        lead, variance = linked.expected_spread(prior, arrays, self)
        # Plain numbers, and once for each player: an event has thousands of lines.
        chance = linked.win_chance(lead, variance, arrays.first, self).tolist()
        expected = (lead + self.first * arrays.first).tolist()
        gain, points = (self.scale * parts.gain).tolist(), (self.scale * parts.points).tolist()
        shown = [self._shown(strength) for strength in prior.a.tolist()]
        deviations = [self._deviation(one) for one in prior.variance.tolist()]
        lines: list[list[GameLine]] = [[] for _ in before]
        for seen in sides_of(games, arrays):
            number, side, other = seen.number, seen.side, seen.other
            line = seen.line(
                opponent_rating=shown[other],
                opponent_new=before[other].value is None,
                opponent_deviation=deviations[other],
                chance=chance[number],
                k=gain[number][side],
                points=points[number][side],
                expected_spread=seen.sign * expected[number],
            )
            lines[seen.me].append(line)
        return lines

    def _change(
        self,
        place: int,
        player: int,
        old: Rating,
        then: float | None,
        solution: Solution,
        parts: Contributions,
        lines: Sequence[GameLine],
    ) -> PlayerChange:
        prior = solution.prior
        placed, exact = self._exact(prior.a[place]), self._exact(solution.a[place])
        # Newcomers start where the field places them, everybody else where their last event left them.
        if old.value is None or then is None:
            start = self._shown(prior.a[place])
            was = now = placed
        else:
            start = old.value
            was, now = self._exact(self._line(old, 0)[0][linked.A]), self._exact(then)
        rounded = round_half_up(exact)
        deviation = self._deviation(solution.variance[place])
        segment = Segment(
            first_round=min(line.round for line in lines),
            last_round=max(line.round for line in lines),
            start=start,
            end=max(self.floor, rounded),
            games=tuple(lines),
            carried=was - start,
            since=now - was,
            time=placed - now,
            others=float(self.scale * parts.others[place]),
            totals=float(self.scale * solution.from_totals[place]),
            rounding=rounded - exact,
            floor=float(max(self.floor, rounded) - rounded),
            deviation=(self._deviation(prior.variance[place]), deviation),
            facts=(
                ("event_total", self.total0 + solution.event_total),
                ("total_share", self.total0 / 2 + float(solution.total_share[place])),
            ),
        )
        state = (*solution.own[place].tolist(), float(solution.variance[place]))
        games = add_games(old.games, len(lines))
        return PlayerChange(player, old, Rating(segment.end, games, deviation, state), (segment,))
