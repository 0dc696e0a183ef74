"""The NASPA rating system: logistic expectation, banded K, acceleration, feedback, splits of long events.

Sources: http://www.scrabble-assoc.com/ratings/how.html and
https://www.scrabbleplayers.org/wiki/index.php?title=Rating_system_overview .  `docs/ratings.md` has worked examples.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import NamedTuple, Self

from ratings.engine.common import Side, add_games, game_line, round_half_up, sides
from ratings.engine.curves import expectation
from ratings.engine.newcomers import first_ratings
from ratings.engine.params import Params
from ratings.engine.system import System
from ratings.engine.types import (
    UNRATED,
    Event,
    GameLine,
    KStep,
    Newcomer,
    PlayerChange,
    RatedGame,
    Rating,
    Segment,
)

_UNKNOWN = Rating(None, None)


class _Draft(NamedTuple):
    """A rated player's segment before feedback, which needs everybody's acceleration first."""

    start: int
    k: float
    expected: list[float]
    steps: tuple[KStep, ...]
    acceleration: float


def segment_ends(rounds: int, params: Params) -> tuple[int, ...]:
    """Last round (from 1) of each segment of an event configured for `rounds` rounds.

    17 → (9, 17); 40 → (14, 27, 40).
    """
    one, two = params.split_after
    if rounds <= one:
        return (rounds,)
    last = rounds - 1
    if rounds <= two:
        return (last // 2 + 1, rounds)
    return (last // 3 + 1, (2 * last + 1) // 3 + 1, rounds)


def _band(rating: float, params: Params) -> int:
    index = len(params.bands) - 1
    while index > 0 and rating < params.bands[index].lowest:
        index -= 1
    return index


def k_factor(rating: float, career_games: int | None, params: Params) -> float:
    """K at this rating; an unknown number of career games counts as established."""
    band = params.bands[_band(rating, params)]
    return band.k if career_games is None or career_games >= params.established_games else band.k_new


def spend(rating: float, excess: float, career_games: int | None, params: Params) -> tuple[KStep, ...]:
    """Turn `excess` wins into points, going on with the new K from each K boundary that is reached.

    Upwards a boundary is the first rating of the next band, downwards the last whole rating below this one.
    """
    steps: list[KStep] = []
    # Ends: only a step down can overshoot (by less than a point); what it gives back goes up, and up never overshoots.
    while True:
        k = k_factor(rating, career_games, params)
        end = rating + k * excess
        if not params.prorate or k_factor(end, career_games, params) == k:
            return (*steps, KStep(k, excess, rating, end))
        band = _band(rating, params)
        boundary = params.bands[band + 1].lowest if excess > 0 else params.bands[band].lowest - 1
        used = (boundary - rating) / k
        steps.append(KStep(k, used, rating, boundary))
        rating, excess = boundary, excess - used


def _expected(own: int, sides: Sequence[Side], strength: Mapping[int, int], params: Params) -> list[float]:
    return [expectation(own - strength[side.opponent], params) for side in sides]


def _draft(
    start: int, career: int | None, sides: Sequence[Side], strength: Mapping[int, int], params: Params
) -> _Draft:
    """Base rating (the end of the last step) and acceleration."""
    expected = _expected(start, sides, strength, params)
    weights = [side.weight for side in sides]
    earned = sum(side.weight * side.earned for side in sides)
    excess = earned - sum(weight * share for weight, share in zip(weights, expected, strict=True))
    steps = spend(start, excess, career, params)
    acceleration = 0.0
    if params.acceleration_threshold is not None:
        acceleration = max(0.0, steps[-1].end - start - params.acceleration_threshold * sum(weights))
        acceleration *= params.acceleration_factor
    return _Draft(start, k_factor(start, career, params), expected, steps, acceleration)


def _lines(
    sides: Sequence[Side],
    strength: Mapping[int, int],
    expected: Sequence[float],
    k: float,
    feedback: Mapping[int, float],
    newcomers: Mapping[int, Newcomer],
) -> tuple[GameLine, ...]:
    """The games in full; `feedback` is what each accelerated player gives to the opponent of each game."""
    return tuple(
        game_line(
            side,
            strength[side.opponent],
            new=side.opponent in newcomers,
            expected=share,
            k=k * side.weight,
            feedback=feedback.get(side.opponent, 0.0) * side.weight,
        )
        for side, share in zip(sides, expected, strict=True)
    )


def _finish(span: tuple[int, int], draft: _Draft, lines: tuple[GameLine, ...], params: Params) -> Segment:
    """Add feedback, club scaling, rounding and the floor."""
    start = draft.start
    base = draft.steps[-1].end
    crossing = base - (start + sum(line.points for line in lines)) if len(draft.steps) > 1 else 0.0
    feedback = sum(line.feedback for line in lines)
    change = base - start + draft.acceleration + feedback
    scaled = change / params.change_divisor
    if params.change_limit is not None:
        scaled = max(-params.change_limit, min(params.change_limit, scaled))
    exact = start + scaled
    rounded = round_half_up(exact)
    end = max(params.floor, rounded)
    return Segment(
        first_round=span[0],
        last_round=span[1],
        start=start,
        end=end,
        games=lines,
        steps=draft.steps,
        crossing=crossing,
        acceleration=draft.acceleration,
        feedback=feedback,
        scaling=scaled - change,
        rounding=rounded - exact,
        floor=float(end - rounded),
    )


def _first_segment(span: tuple[int, int], newcomer: Newcomer, end: int, lines: tuple[GameLine, ...]) -> Segment:
    return Segment(*span, None, end, lines, rounding=end - newcomer.result, newcomer=newcomer)


def rate_segment(
    games: Sequence[RatedGame], ratings: Mapping[int, Rating], span: tuple[int, int], params: Params
) -> dict[int, Segment]:
    """Rate the games of one split; `ratings` holds everybody's rating at its start, `span` its first and last round.

    Newcomers are solved first, and their rounded result stands in for them in their opponents' expectations.
    """
    played = sides(games)
    rated = {player: value for player in played if (value := ratings[player].value) is not None}
    outcomes = {
        player: [(side.opponent, side.earned) for side in own] for player, own in played.items() if player not in rated
    }
    newcomers = first_ratings(outcomes, rated, params) if outcomes else {}
    firsts = {player: round_half_up(newcomer.result) for player, newcomer in newcomers.items()}
    strength = {**rated, **firsts}
    drafts = {
        player: _draft(start, ratings[player].games, played[player], strength, params)
        for player, start in rated.items()
    }
    feedback = {player: draft.acceleration * params.feedback for player, draft in drafts.items() if draft.acceleration}
    segments: dict[int, Segment] = {}
    for player, own in played.items():
        if draft := drafts.get(player):
            lines = _lines(own, strength, draft.expected, draft.k, feedback, newcomers)
            segments[player] = _finish(span, draft, lines, params)
        else:
            expected = _expected(firsts[player], own, strength, params)
            lines = _lines(own, strength, expected, 0.0, {}, newcomers)
            segments[player] = _first_segment(span, newcomers[player], firsts[player], lines)
    return segments


def rate(event: Event, before: Mapping[int, Rating], params: Params) -> tuple[PlayerChange, ...]:
    """Rate one event from the ratings `before` it (anybody missing there is a newcomer), sorted by player.

    Players without a rated game get no change.  The order of the games and who stands first in them do not matter.
    Whether somebody missing there has played before is not known, so from the second segment on they count as
    established; after the event their career games are those played in it.
    """
    games = sorted(event.games, key=lambda game: (game.round, game.key))
    players = sorted({player for game in games for player in (game.player, game.opponent)})
    current = {player: before.get(player, _UNKNOWN) for player in players}
    segments: dict[int, list[Segment]] = {player: [] for player in players}
    first = 1
    ends = segment_ends(event.rounds, params)
    for last in ends:
        # Rounds added beyond the configured number belong to the last segment.
        played = [game for game in games if first <= game.round and (game.round <= last or last == ends[-1])]
        for player, segment in rate_segment(played, current, (first, last), params).items():
            segments[player].append(segment)
            career = current[player].games
            current[player] = Rating(
                segment.end, add_games(career, len(segment.games)) if params.games_at_split else career
            )
        first = last + 1
    return tuple(_change(player, before, current[player].value, segments[player]) for player in players)


def _change(player: int, before: Mapping[int, Rating], value: int | None, segments: Sequence[Segment]) -> PlayerChange:
    old = before.get(player, UNRATED)
    games = sum(len(segment.games) for segment in segments)
    return PlayerChange(player, old, Rating(value, add_games(old.games, games)), tuple(segments))


@dataclass(frozen=True, slots=True)
class Naspa(Params, System):
    """The NASPA family as a rating system: nothing but whole ratings and games is carried from event to event."""

    @classmethod
    def of(cls, params: Params) -> Self:
        """The system with these parameters."""
        return cls(**{field.name: getattr(params, field.name) for field in fields(Params)})

    def rate(self, event: Event, before: Mapping[int, Rating]) -> tuple[PlayerChange, ...]:
        """See `rate`."""
        return rate(event, before, self)

    def _chance(self, one: Rating, other: Rating) -> float:
        return expectation((one.value or 0) - (other.value or 0), self)

    def provisional(self, rating: Rating) -> bool:
        """Fewer than `established_games` career games."""
        return rating.fewer_games_than(self.established_games)
