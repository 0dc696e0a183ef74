"""The NASPA rating system: logistic expectation, banded K, acceleration, feedback, splits of long events.

Sources: http://www.scrabble-assoc.com/ratings/how.html and
https://www.scrabbleplayers.org/wiki/index.php?title=Rating_system_overview .  `docs/ratings.md` has worked examples.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ratings.engine.newcomers import first_ratings
from ratings.engine.params import Params
from ratings.engine.types import (
    LOSS,
    TIE,
    UNRATED,
    WIN,
    Event,
    GameLine,
    KStep,
    Newcomer,
    PlayerChange,
    RatedGame,
    Rating,
    Segment,
)

# One game from one side: key, round, opponent, own score, opponent's score.
_Side = tuple[str, int, int, int, int]


def expectation(difference: float, params: Params) -> float:
    """Expected wins in one game against somebody `difference` points weaker."""
    return 1 / (1 + math.exp(-params.curve * difference))


def round_half_up(value: float) -> int:
    """floor(x + ½): Python's own `round` would send 1500.5 to 1500."""
    return math.floor(value + 0.5)


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
        if k_factor(end, career_games, params) == k:
            return (*steps, KStep(k, excess, rating, end))
        band = _band(rating, params)
        boundary = params.bands[band + 1].lowest if excess > 0 else params.bands[band].lowest - 1
        used = (boundary - rating) / k
        steps.append(KStep(k, used, rating, boundary))
        rating, excess = boundary, excess - used


def _sides(games: Sequence[RatedGame]) -> dict[int, list[_Side]]:
    sides: dict[int, list[_Side]] = {}
    for game in games:
        sides.setdefault(game.player, []).append(
            (game.key, game.round, game.opponent, game.player_score, game.opponent_score)
        )
        sides.setdefault(game.opponent, []).append(
            (game.key, game.round, game.player, game.opponent_score, game.player_score)
        )
    return {player: sides[player] for player in sorted(sides)}


def _earned(score: int, opponent_score: int) -> float:
    return WIN if score > opponent_score else LOSS if score < opponent_score else TIE


def _lines(
    own: int,
    k: float,
    sides: Sequence[_Side],
    strength: Mapping[int, int],
    newcomers: Mapping[int, Newcomer],
    params: Params,
) -> list[GameLine]:
    lines: list[GameLine] = []
    for key, number, opponent, score, opponent_score in sides:
        theirs = strength[opponent]
        earned, expected = _earned(score, opponent_score), expectation(own - theirs, params)
        points = k * (earned - expected)
        lines.append(
            GameLine(
                key, number, opponent, theirs, opponent in newcomers, score, opponent_score, earned, expected, k, points
            )
        )
    return lines


def _base(span: tuple[int, int], start: int, career: int | None, lines: list[GameLine], params: Params) -> Segment:
    """Points for the games and the acceleration; feedback and rounding need everybody's acceleration first.

    `end` is provisional here.
    """
    excess = sum(line.earned for line in lines) - sum(line.expected for line in lines)
    steps = spend(start, excess, career, params)
    base = steps[-1].end
    crossing = base - (start + sum(line.points for line in lines)) if len(steps) > 1 else 0.0
    acceleration = 0.0
    if params.acceleration_threshold is not None:
        acceleration = max(0.0, base - start - params.acceleration_threshold * len(lines))
    return Segment(*span, start, start, tuple(lines), steps, crossing, acceleration)


def _with_feedback(segment: Segment, given: Mapping[int, float]) -> Segment:
    """`given`: what each accelerated player gives to the opponent of each game."""
    if not any(line.opponent in given for line in segment.games):
        return segment
    games = tuple(replace(line, feedback=given.get(line.opponent, 0.0)) for line in segment.games)
    return replace(segment, games=games, feedback=sum(line.feedback for line in games))


def _finish(segment: Segment, params: Params) -> Segment:
    """Club scaling, rounding and the floor."""
    start = segment.start or 0
    change = segment.steps[-1].end - start + segment.acceleration + segment.feedback
    scaled = change / params.change_divisor
    if params.change_limit is not None:
        scaled = max(-params.change_limit, min(params.change_limit, scaled))
    exact = start + scaled
    rounded = round_half_up(exact)
    end = max(params.floor, rounded)
    return replace(segment, end=end, scaling=scaled - change, rounding=rounded - exact, floor=float(end - rounded))


def _first_segment(span: tuple[int, int], newcomer: Newcomer, end: int, lines: list[GameLine]) -> Segment:
    return Segment(*span, None, end, tuple(lines), rounding=end - newcomer.result, newcomer=newcomer)


def rate_segment(
    games: Sequence[RatedGame], ratings: Mapping[int, Rating], span: tuple[int, int], params: Params
) -> dict[int, Segment]:
    """Rate the games of one split; `ratings` holds everybody's rating at its start, `span` its first and last round.

    Newcomers are solved first, and their rounded result stands in for them in their opponents' expectations.
    """
    sides = _sides(games)
    rated = {player: value for player in sides if (value := ratings[player].value) is not None}
    outcomes = {
        player: [(opponent, _earned(own, theirs)) for _, _, opponent, own, theirs in played]
        for player, played in sides.items()
        if player not in rated
    }
    newcomers = first_ratings(outcomes, rated, params) if outcomes else {}
    firsts = {player: round_half_up(newcomer.result) for player, newcomer in newcomers.items()}
    strength = {**rated, **firsts}
    segments: dict[int, Segment] = {}
    for player, played in sides.items():
        k = k_factor(strength[player], ratings[player].games, params) if player in rated else 0.0
        lines = _lines(strength[player], k, played, strength, newcomers, params)
        if player in rated:
            segments[player] = _base(span, rated[player], ratings[player].games, lines, params)
        else:
            segments[player] = _first_segment(span, newcomers[player], firsts[player], lines)
    given = {
        player: segment.acceleration * params.feedback for player, segment in segments.items() if segment.acceleration
    }
    for player in rated:
        segments[player] = _finish(_with_feedback(segments[player], given), params)
    return segments


def _add(games: int | None, more: int) -> int | None:
    return None if games is None else games + more


def rate(event: Event, before: Mapping[int, Rating], params: Params) -> tuple[PlayerChange, ...]:
    """Rate one event from the ratings `before` it (anybody missing there is a newcomer), sorted by player.

    Players without a rated game get no change.  The order of the games and who stands first in them do not matter.
    """
    games = sorted(event.games, key=lambda game: (game.round, game.key))
    current = {player: before.get(player, UNRATED) for game in games for player in (game.player, game.opponent)}
    pieces: dict[int, list[Segment]] = {player: [] for player in current}
    first = 1
    ends = segment_ends(event.rounds, params)
    for last in ends:
        # Rounds added beyond the configured number belong to the last segment.
        played = [game for game in games if first <= game.round and (game.round <= last or last == ends[-1])]
        for player, segment in rate_segment(played, current, (first, last), params).items():
            pieces[player].append(segment)
            so_far = _add(current[player].games, len(segment.games)) if params.games_at_split else current[player].games
            current[player] = Rating(segment.end, so_far)
        first = last + 1
    changes: list[PlayerChange] = []
    for player in sorted(pieces):
        old = before.get(player, UNRATED)
        played_games = sum(len(segment.games) for segment in pieces[player])
        after = Rating(current[player].value, _add(old.games, played_games))
        changes.append(PlayerChange(player, old, after, tuple(pieces[player])))
    return tuple(changes)
