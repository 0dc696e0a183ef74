"""Who is still in reach of the prizes that are not for places in the final standings (`tournaments.engine.contention` has those).

All of it is proved from the least and the most that each player can end with, as long as everybody plays on and no game
changes a spread by more than `most`: somebody is out of reach when enough others end ahead whatever happens, and certain
when nobody else can get there. Where a prize has no such bounds, nothing is claimed before its last game.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.engine.contention.answer import State
from tournaments.engine.model import GameFact, ResultKind
from tournaments.engine.prizes.award import Award, award_event, candidates
from tournaments.engine.prizes.kind import PRIZE_KINDS, Facts, Prize, Reach
from tournaments.engine.prizes.kinds import first_of
from tournaments.engine.standings import standings

Value = float | Fraction | int


@dataclass(frozen=True, slots=True)
class Coming:
    """What is known of the games that are left in a division.

    `a_round`: the most games of a player in a round; `most`: how much one of them can change a spread.
    """

    a_round: int = 1
    most: int = 500


@dataclass(frozen=True, slots=True)
class InReach:
    """One player and one prize. `number`: what the player needs, as the kind of prize words it; None where nothing can be said."""

    player: int
    state: State
    number: Value | None
    left: int


@dataclass(frozen=True, slots=True)
class PrizeReach:
    """Who can still win a prize. `now`: who wins it as the results stand; `players`: those whom nothing rules out, best first.

    `decided`: no game that counts for it is left. `proved`: the kind has bounds, so that `out` can be more than those
    without a game left.
    """

    award: Award
    decided: bool
    proved: bool
    players: tuple[InReach, ...]
    out: int


@dataclass(frozen=True, slots=True)
class _Range:
    """What decides the prize for a player: now, and the least and the most that it can come to."""

    player: int
    now: Value
    least: Value
    most: Value
    left: int


def reach_all(
    fields: Mapping[str, Facts], prizes: Sequence[Prize], coming: Mapping[str, Coming]
) -> tuple[PrizeReach, ...]:
    """Who is still in reach of each prize that is not for a final place and is not awarded by hand, as it is read out."""
    grouped = Counter(prize.exclusive for prize in prizes if prize.exclusive)
    return tuple(
        _reach(fields, award, coming, grouped[award.prize.exclusive] - 1 if award.prize.exclusive else 0)
        for award in award_event(fields, prizes)
        if not PRIZE_KINDS[award.prize.kind].by_hand and PRIZE_KINDS[award.prize.kind].reach is not Reach.PLACE
    )


def _reach(fields: Mapping[str, Facts], award: Award, coming: Mapping[str, Coming], spare: int) -> PrizeReach:
    """`spare`: other prizes of its group, whose winners can make room for others."""
    prize = award.prize
    ranges = [
        one
        for name, facts in fields.items()
        if prize.division in (None, name)
        for one in _ranges(facts, prize, coming.get(name, Coming()))
    ]
    decided = not any(one.left for one in ranges)
    proved = PRIZE_KINDS[prize.kind].reach is not Reach.OPEN and prize.place > 0
    holders = {winner.player for winner in award.winners}
    rows = []
    for one in sorted(ranges, key=lambda one: -one.now):
        others = [other for other in ranges if other is not one]
        if decided:
            state = State.WON if one.player in holders else State.OUT
        elif not proved:
            state = State.OPEN
        else:
            state = _proved(one, others, prize, spare)
        rows.append(InReach(one.player, state, _number(one, others, prize), one.left))
    return PrizeReach(
        award,
        decided,
        proved,
        tuple(row for row in rows if row.state is not State.OUT),
        sum(row.state is State.OUT for row in rows),
    )


def _proved(one: _Range, others: Sequence[_Range], prize: Prize, spare: int) -> State:
    if one.most == -math.inf or sum(other.least > one.most for other in others) >= prize.place + spare:
        return State.OUT
    strict = PRIZE_KINDS[prize.kind].reach is Reach.RECORD  # who is level there is ordered by the next tie-break
    ahead = [other for other in others if other.most > one.least or (strict and other.most == one.least)]
    return State.WON if prize.place == 1 and not spare and not ahead and one.least > -math.inf else State.OPEN


def _number(one: _Range, others: Sequence[_Range], prize: Prize) -> Value | None:
    """What is needed to be level with whoever is at the prize's place now: a result, or how much more than theirs."""
    if prize.place < 1 or not one.left:
        return None
    values = sorted((other.now for other in others), reverse=True)
    bar: Value = values[prize.place - 1] if len(values) >= prize.place else -math.inf
    if bar == -math.inf or bar <= one.now:
        return None
    kind = PRIZE_KINDS[prize.kind].reach
    if kind in (Reach.BEST, Reach.UPSET):
        return -bar if bar < 0 else bar
    if kind not in (Reach.SPREAD, Reach.RECORD) or one.now == -math.inf:
        return None
    return Fraction(bar) - Fraction(one.now)


def _ranges(facts: Facts, prize: Prize, coming: Coming) -> Iterator[_Range]:
    """The range of everybody who may win the prize."""
    counted = replace(prize, first=first_of(facts, prize))
    left = _left(facts, counted, coming)
    kind = PRIZE_KINDS[prize.kind].reach
    if PRIZE_KINDS[prize.kind].needs_records:
        for number in _without_record(facts, counted):
            left[number] += 1
    now = {one.player: one.value[0] for one in candidates(facts, prize)} if facts.players else {}
    points = _points(facts, counted) if kind is Reach.RECORD else {}
    for player in facts.players:
        if not prize.admits(player):
            continue
        own, games = now.get(player.id, -math.inf), left[player.id]
        if kind is Reach.RECORD:
            own = points.get(player.id, Fraction(0))
        yield _Range(player.id, own, *_limits(facts, counted, coming, player.id, own, games), games)


def _limits(facts: Facts, prize: Prize, coming: Coming, player: int, own: Value, games: int) -> tuple[Value, Value]:
    kind, rules = PRIZE_KINDS[prize.kind].reach, facts.settings
    if not games:
        return own, own
    if kind is Reach.BEST:
        return own, math.inf
    if kind is Reach.UPSET:
        return own, max(own, _largest_gap(facts, prize, player))
    if kind is Reach.LOSSES:
        return own, _closest_losses(facts, prize, player, games)
    if kind is Reach.SPREAD:
        now = 0 if own == -math.inf else own
        change = games * max(coming.most, abs(rules.bye_spread), abs(rules.forfeit_spread))
        return now - change, now + change
    if kind is Reach.RECORD and rules.order[:1] == ("points",):
        points = (rules.win_points, rules.tie_points, rules.loss_points)
        least, most = (Fraction(games * one, rules.win_points or 1) for one in (min(0, *points), max(points)))
        return own + least, own + most
    return -math.inf, math.inf


def _in(number: int, prize: Prize) -> bool:
    return number >= prize.first and (prize.last is None or number <= prize.last)


def _pending(facts: Facts, prize: Prize) -> list[GameFact]:
    return [game for game in facts.games if game.kind is ResultKind.PENDING and _in(game.round, prize)]


def _unpaired(facts: Facts, prize: Prize) -> int:
    """How many rounds that count for the prize are still to be paired."""
    paired = max((game.round for game in facts.games), default=0)
    return sum(_in(number, prize) for number in range(paired + 1, facts.rounds + 1))


def _left(facts: Facts, prize: Prize, coming: Coming) -> dict[int, int]:
    """The most games that everybody still has."""
    left: defaultdict[int, int] = defaultdict(int)
    for game in _pending(facts, prize):
        for player in (game.first, game.second):
            if player is not None:
                left[player] += coming.a_round
    new = _unpaired(facts, prize) * coming.a_round
    for one in facts.players:
        left[one.id] += new * one.active
    return left


def _without_record(facts: Facts, prize: Prize) -> Iterator[int]:
    """Each side of a played game whose record may still come in."""
    recorded = {(one.round, one.player, one.opponent) for one in facts.plays}
    for game in facts.games:
        if _in(game.round, prize):
            yield from (one.player for one in game.scores() if (game.round, one.player, one.opponent) not in recorded)


def _largest_gap(facts: Facts, prize: Prize, player: int) -> Value:
    """The largest rating gap that the player can still beat."""
    rating = {one.id: one.rating for one in facts.players}
    opponents = {
        game.second if game.first == player else game.first
        for game in _pending(facts, prize)
        if player in (game.first, game.second)
    }
    if _unpaired(facts, prize):
        opponents |= {one.id for one in facts.players if one.active and one.id != player}
    own = rating[player]
    gaps = [
        theirs - own for one in opponents if one is not None and own is not None and (theirs := rating[one]) is not None
    ]
    return max((gap for gap in gaps if gap > 0), default=-math.inf)


def _closest_losses(facts: Facts, prize: Prize, player: int, games: int) -> Value:
    """Minus the smallest sum of losses that is possible, if all the games left are lost by nothing."""
    margins = [
        side.other - side.own
        for game in facts.games
        if _in(game.round, prize)
        for side in game.scores()
        if side.player == player and side.half == 0
    ]
    closest = sorted([*margins, *([0] * games)])[: prize.count]
    return -sum(closest) if len(closest) == prize.count else -math.inf


def _points(facts: Facts, prize: Prize) -> dict[int, Fraction]:
    """Everybody's points in the rounds of the prize, in wins."""
    games = [game for game in facts.games if _in(game.round, prize)]
    rows = standings(facts.players, games, facts.settings)
    return {row.player.id: Fraction(row.points, facts.settings.win_points or 1) for row in rows}
