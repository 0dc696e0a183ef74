"""The tie-breaks: what divisions may put before, between or after points and spread.

Opponents are those actually played; a bye or forfeit brings none.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from tournaments.engine.standings.records import Ints, Numbers, Records
from tournaments.engine.standings.tiebreak import Facts, Floats, Level, Limits, Rest, Tiebreak, register
from tournaments.engine.words import gettext_noop as _
from tournaments.engine.words import pgettext


def _quotient(above: Numbers, below: Numbers) -> NDArray[np.float64]:
    """0 where nothing counts."""
    result = np.zeros(above.shape, dtype=np.float64)
    np.divide(above, below, out=result, where=below > 0)
    return result


def _mean(total: float, count: float, worst: float, best: float, more: float) -> Limits:
    """Limits of the mean of `count` values with this total when up to `more` values from worst to best are added; of none, 0."""
    means = [0.0 if not count else total / count]
    if more:
        means += [(total + more * value) / (count + more) for value in (worst, best)]
        if not count:
            means += [worst, best]
    return min(means), max(means)


def _around(now: int, change: int) -> Limits:
    return now - change, now + change


class _OfRow(Tiebreak):
    """A number in the player's row."""

    additive = True
    bounded = True
    field: ClassVar[str]

    def value(self, facts: Facts, player: int, _tied: Collection[int]) -> Fraction | float:
        number: float = getattr(facts.rows[player], self.field)
        return number

    def simulated(self, records: Records, _group: Ints) -> Numbers:
        numbers: Ints = getattr(records, self.field)
        return numbers


class _OfOpponents(Tiebreak):
    """Depends on the opponents."""

    of_opponents = True
    bounded = True


@register
class Points(_OfRow):
    """Match points."""

    key = field = "points"
    label = _("points for wins and ties")
    head = pgettext("in the standings", "Points")

    def limits(self, rest: Rest, player: int) -> Limits:
        return rest.points[player]

    def win_worth(self, rest: Rest) -> int:
        return rest.win - rest.loss


@register
class Percent(Tiebreak):
    """Match points for each game that counted."""

    key = "percent"
    label = _("percentage of possible points (when players have played different numbers of games)")
    head = _("%")
    percent = additive = bounded = True

    def value(self, facts: Facts, player: int, _tied: Collection[int]) -> Fraction:
        row = facts.rows[player]
        counted = row.wins + row.losses
        return Fraction(row.points) / Fraction(counted) if counted else Fraction(0)

    def simulated(self, records: Records, _group: Ints) -> Numbers:
        return _quotient(2 * records.points, records.won + records.lost)

    def limits(self, rest: Rest, player: int) -> Limits:
        one = rest.field[player]
        return _mean(one.points, (one.won + one.lost) / 2, rest.loss, rest.win, rest.left[player])


@register
class Played(Tiebreak):
    """Whoever has a game that counted is before those who have none, however it ended."""

    key = "played"
    label = _("at least one game (players without a game come last)")
    always_shown = additive = bounded = True

    def value(self, facts: Facts, player: int, _tied: Collection[int]) -> float:
        row = facts.rows[player]
        return int(row.wins + row.losses > 0)

    def simulated(self, records: Records, _group: Ints) -> Numbers:
        return (records.won + records.lost > 0).astype(np.int64)

    def limits(self, rest: Rest, player: int) -> Limits:
        one = rest.field[player]
        now = int(one.won + one.lost > 0)
        return now, max(now, int(rest.left[player] > 0))


@register
class Wins(_OfRow):
    """A tie is half a win, whatever its points."""

    key = field = "wins"
    label = _("wins (a tie is half a win)")
    always_shown = True

    def simulated(self, records: Records, _group: Ints) -> Numbers:
        return records.won

    def limits(self, rest: Rest, player: int) -> Limits:
        won = rest.field[player].won
        return won, won + 2 * rest.left[player]

    def win_worth(self, _rest: Rest) -> int:
        return 2


@register
class Losses(_OfRow):
    """Fewer losses first."""

    key = field = "losses"
    label = _("fewer losses")
    always_shown = True

    def value(self, facts: Facts, player: int, _tied: Collection[int]) -> float:
        return -facts.rows[player].losses

    def simulated(self, records: Records, _group: Ints) -> Numbers:
        return -records.lost

    def limits(self, rest: Rest, player: int) -> Limits:
        lost = rest.field[player].lost
        return -lost - 2 * rest.left[player], -lost

    def win_worth(self, _rest: Rest) -> int:
        return 2


@register
class Spread(_OfRow):
    """Capped where the division caps it."""

    key = field = "spread"
    label = _("spread (up to the cap, if there is one)")
    always_shown = True

    def limits(self, rest: Rest, player: int) -> Limits:
        return _around(rest.field[player].spread, rest.spread[player])


@register
class FullSpread(_OfRow):
    """Never capped."""

    key = field = "full_spread"
    label = _("uncapped spread")
    head = _("Uncapped spread")

    def limits(self, rest: Rest, player: int) -> Limits:
        return _around(rest.field[player].full_spread, rest.left[player] * rest.most)


@register
class SumOfScores(Tiebreak):
    """Own points in played games."""

    key = "sum_of_scores"
    label = _("total points scored")
    head = _("Scores")

    def value(self, facts: Facts, player: int, _tied: Collection[int]) -> int:
        return sum(game.own for game in facts.of(player))

    def simulated(self, records: Records, _group: Ints) -> Numbers:
        return records.scores


@register
class Buchholz(_OfOpponents):
    """The opponents' match points."""

    key = "buchholz"
    label = _("Buchholz: the opponents' points")
    head = _("Buchholz")

    def value(self, facts: Facts, player: int, _tied: Collection[int]) -> Fraction | float:
        return sum(facts.rows[game.opponent].points for game in facts.of(player))

    def simulated(self, records: Records, _group: Ints) -> Numbers:
        total = np.zeros_like(records.points)
        for played, points, _half in records.against(records.points):
            total += np.where(played, points, 0)
        return total

    def limits(self, rest: Rest, player: int) -> Limits:
        low = sum(points[0] for points, _half in rest.met(player))
        high = sum(points[1] for points, _half in rest.met(player))
        coming = rest.coming(player)
        return low + rest.left[player] * min(0, coming[0]), high + rest.left[player] * max(0, coming[1])


@register
class Median(Buchholz):
    """Buchholz without the best and the worst opponent (of three or more)."""

    key = "median"
    label = _("median Buchholz: without the best and the worst opponent")
    head = _("Median")

    def value(self, facts: Facts, player: int, _tied: Collection[int]) -> float:
        return self._middle([facts.rows[game.opponent].points for game in facts.of(player)])

    def simulated(self, records: Records, group: Ints) -> Numbers:
        count, best = np.zeros_like(records.points), np.full_like(records.points, -1)
        worst = np.full_like(records.points, np.iinfo(np.int64).max)
        for played, points, _half in records.against(records.points):
            count += played
            best = np.where(played, np.maximum(best, points), best)
            worst = np.where(played, np.minimum(worst, points), worst)
        return super().simulated(records, group) - np.where(count > 2, best + worst, 0)

    def limits(self, rest: Rest, player: int) -> Limits:
        """The number of opponents is not certain: a bye brings none."""
        low, high = rest.coming(player)
        played = [points for points, _half in rest.met(player)]
        more = range(rest.left[player] + 1 if rest.opponents(player) else 1)
        lows = [self._middle([points[0] for points in played] + [low] * count) for count in more]
        highs = [self._middle([points[1] for points in played] + [high] * count) for count in more]
        return min(lows), max(highs)

    @staticmethod
    def _middle(points: list[int] | list[float]) -> float:
        return sum(sorted(points)[1:-1] if len(points) > 2 else points)


@register
class SonnebornBerger(_OfOpponents):
    """Match points of those beaten, half of those tied with."""

    key = "sonneborn_berger"
    label = _("Sonneborn–Berger: points of the opponents beaten, plus half the points of those tied with")
    head = _("S–B")

    def value(self, facts: Facts, player: int, _tied: Collection[int]) -> Fraction:
        games = facts.of(player)
        return Fraction(sum(game.half * facts.rows[game.opponent].points for game in games), 2)

    def simulated(self, records: Records, _group: Ints) -> Numbers:
        total = np.zeros_like(records.points)
        for played, points, half in records.against(records.points):
            total += np.where(played, half * points, 0)
        return total

    def limits(self, rest: Rest, player: int) -> Limits:
        low = sum(half * points[0] for points, half in rest.met(player))
        high = sum(half * points[1] for points, half in rest.met(player))
        return low, high + 2 * rest.left[player] * max(0, rest.coming(player)[1])


@register
class HeadToHead(_OfOpponents):
    """Points in the games among those still equal."""

    key = "head_to_head"
    label = _("head-to-head: games among those still level")
    head = _("Head to head")

    def value(self, facts: Facts, player: int, tied: Collection[int]) -> int:
        return sum(game.half for game in facts.of(player) if game.opponent in tied)

    def simulated(self, records: Records, group: Ints) -> Numbers:
        total = np.zeros_like(records.points)
        for played, other, half in records.against(group):
            total += np.where(played & (other == group), half, 0)
        return total

    def most_and_least(self, rest: Rest, level: Level) -> tuple[Floats, Floats, Level]:
        """At most, games count against all who may be level with both; at least, the two's own games and those against
        players who are level with `other` in any case."""
        size = len(rest.left)
        won = np.zeros((size, size))
        for player, one in enumerate(rest.field):
            for opponent, half in one.met:
                won[player, opponent] += half
        most = np.where(level.possibly, won, 0) @ level.possibly + 2 * np.array(rest.left)[:, None]
        sure = np.where(level.surely, won, 0)
        least = sure.sum(axis=1)[None, :] + (won - sure).T
        return most, least, level


@register
class Performance(_OfOpponents):
    """Mean rating of rated opponents + 400 × (wins − losses) / games with them."""

    key = "performance"
    label = _("performance: opponents’ average rating ± 400 depending on the result")
    head = _("Avg ± 400")

    def value(self, facts: Facts, player: int, _tied: Collection[int]) -> Fraction:
        rated = [
            rating + 400 * (game.half - 1)
            for game in facts.of(player)
            if (rating := facts.rows[game.opponent].player.rating) is not None
        ]
        return Fraction(sum(rated), len(rated)) if rated else Fraction(0)

    def simulated(self, records: Records, _group: Ints) -> Numbers:
        ratings = np.array([-1 if one.rating is None else one.rating for one in records.players], dtype=np.int64)
        total, count = np.zeros_like(records.points), np.zeros_like(records.points)
        for played, rating, half in records.against(np.broadcast_to(ratings, records.points.shape)):
            rated = played & (rating >= 0)
            total += np.where(rated, rating + 400 * (half - 1), 0)
            count += rated
        return _quotient(total, count)

    def limits(self, rest: Rest, player: int) -> Limits:
        field = rest.field
        rated = [(rating, half) for other, half in field[player].met if (rating := field[other].rating) is not None]
        coming = [rating for other in rest.opponents(player) if (rating := field[other].rating) is not None]
        total = sum(rating + 400 * (half - 1) for rating, half in rated)
        if not coming:
            return _mean(total, len(rated), 0, 0, 0)
        return _mean(total, len(rated), min(coming) - 400, max(coming) + 400, rest.left[player])
