"""The kinds of prizes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar

from tournaments.engine.model import GameFact, ResultKind
from tournaments.engine.pairing.bracket_places import placed
from tournaments.engine.prizes.kind import Candidate, Facts, Prize, PrizeKind, register
from tournaments.engine.standings import Row, standings
from tournaments.engine.translation import _


def _rows(facts: Facts, prize: Prize) -> tuple[Row, ...]:
    """The standings of the prize's rounds alone."""
    games = [game for game in facts.games if _counts(game, prize)]
    return standings(facts.players, games, facts.settings)


def _counts(game: GameFact, prize: Prize) -> bool:
    return game.round >= prize.first and (prize.last is None or game.round <= prize.last)


def _final(facts: Facts, prize: Prize) -> tuple[Row, ...]:
    return placed(facts.players, facts.games, facts.settings, prize.last, facts.knock_out)


def _worth(row: Row) -> tuple[Fraction | int, ...]:
    """What places the row: the values of the division's own order, or points and spread; first the place in a bracket."""
    own = row.values or (row.points, row.spread)
    return (-row.rank, *own) if row.by_bracket else own


@dataclass(frozen=True, slots=True)
class _Game:
    round: int
    player: int
    opponent: int
    own: int
    other: int


def _played(facts: Facts, prize: Prize) -> Iterator[_Game]:
    """The games that count, seen from both sides."""
    for game in sorted(facts.games, key=lambda game: (game.round, game.first)):
        if game.kind is not ResultKind.PLAYED or not _counts(game, prize):
            continue
        if game.second is not None and game.first_score is not None and game.second_score is not None:
            yield _Game(game.round, game.first, game.second, game.first_score, game.second_score)
            yield _Game(game.round, game.second, game.first, game.second_score, game.first_score)


@register
class Rank(PrizeKind):
    """By the final standings; −1 is the last place."""

    key = "rank"
    label = _("Place in the standings")
    in_division = True

    def candidates(self, facts: Facts, prize: Prize) -> Iterable[Candidate]:
        return (Candidate(row.player.id, _worth(row)) for row in _final(facts, prize))


@register
class Spread(PrizeKind):
    """The largest spread in the rounds that count."""

    key = "spread"
    label = _("Best spread")
    detail = "%(signed)s"

    def candidates(self, facts: Facts, prize: Prize) -> Iterable[Candidate]:
        return (Candidate(row.player.id, (row.spread,)) for row in _rows(facts, prize))

    def details(self, value: Sequence[float]) -> dict[str, object]:
        spread = round(value[0])
        return {"signed": f"+{spread}" if spread > 0 else str(spread).replace("-", "\N{MINUS SIGN}")}


@register
class RoundRecord(PrizeKind):
    """The best of the standings of these rounds alone."""

    key = "round_record"
    label = _("Best placing over some rounds")

    def candidates(self, facts: Facts, prize: Prize) -> Iterable[Candidate]:
        return (Candidate(row.player.id, _worth(row)) for row in _rows(facts, prize))


@register
class LowerHalfRecord(RoundRecord):
    """The same, of those in the lower half of the standings before these rounds."""

    key = "lower_half_record"
    label = _("Best placing over some rounds, of the lower half before them")
    in_division = True

    def candidates(self, facts: Facts, prize: Prize) -> Iterable[Candidate]:
        before = placed(facts.players, facts.games, facts.settings, prize.first - 1, facts.knock_out)
        lower = {row.player.id for row in before[(len(before) + 1) // 2 :]}
        return (candidate for candidate in super().candidates(facts, prize) if candidate.player in lower)


class _OneScore(PrizeKind):
    """The highest or lowest score of a game won or lost."""

    detail = _("%(number)d, round %(round)d against %(opponent)s")
    won: ClassVar[bool]
    high: ClassVar[bool]

    def candidates(self, facts: Facts, prize: Prize) -> Iterable[Candidate]:
        for game in _played(facts, prize):
            if game.own != game.other and (game.own > game.other) == self.won:
                yield Candidate(game.player, (game.own if self.high else -game.own,), game.round, game.opponent)


@register
class HighWin(_OneScore):
    """The highest winning score of one game."""

    key = "high_win"
    label = _("Highest winning score")
    won = high = True


@register
class HighLoss(_OneScore):
    """The highest losing score of one game."""

    key = "high_loss"
    label = _("Highest losing score")
    won, high = False, True


@register
class LowWin(_OneScore):
    """The lowest winning score of one game."""

    key = "low_win"
    label = _("Lowest winning score")
    won, high = True, False


@register
class LowLoss(_OneScore):
    """The lowest losing score of one game."""

    key = "low_loss"
    label = _("Lowest losing score")
    won = high = False


@register
class OverSeed(PrizeKind):
    """The most places above the seed, by the final standings."""

    key = "over_seed"
    label = _("Most places above the seed")
    detail = _("%(number)d places above the seed")
    sign: ClassVar[int] = 1

    def candidates(self, facts: Facts, prize: Prize) -> Iterable[Candidate]:
        for row in _final(facts, prize):
            above = self.sign * (row.player.number - row.rank)
            if above > 0:
                yield Candidate(row.player.id, (above,))


@register
class UnderSeed(OverSeed):
    """The most places below the seed, by the final standings."""

    key = "under_seed"
    label = _("Most places below the seed")
    detail = _("%(number)d places below the seed")
    sign = -1


@register
class Upset(PrizeKind):
    """The largest rating gap beaten."""

    key = "upset"
    label = _("Biggest upset (rating gap beaten)")
    detail = _("beat %(opponent)s in round %(round)d, rated %(number)d higher")
    needs_ratings = True

    def candidates(self, facts: Facts, prize: Prize) -> Iterable[Candidate]:
        rating = {player.id: player.rating for player in facts.players}
        for game in _played(facts, prize):
            own, other = rating[game.player], rating[game.opponent]
            if game.own > game.other and own is not None and other is not None and other > own:
                yield Candidate(game.player, (other - own,), game.round, game.opponent)


@register
class ToughLuck(PrizeKind):
    """The smallest sum of the closest losses."""

    key = "tough_luck"
    label = _("Tough luck (closest losses)")
    detail = _("lost by %(number)d points in all")
    count = _("Tough luck: number of losses added up.")

    def candidates(self, facts: Facts, prize: Prize) -> Iterable[Candidate]:
        losses: dict[int, list[int]] = {}
        for game in _played(facts, prize):
            if game.own < game.other:
                losses.setdefault(game.player, []).append(game.other - game.own)
        for player, margins in losses.items():
            if len(margins) >= prize.count:
                yield Candidate(player, (-sum(sorted(margins)[: prize.count]),))


@register
class TeamTotal(PrizeKind):
    """The best average of a team with enough players."""

    key = "team_total"
    label = _("Total team (average points of a team)")
    detail = _("%(points).2f points a player")
    count = _("Total team: fewest players a team needs.")
    of_teams = True

    def candidates(self, facts: Facts, prize: Prize) -> Iterable[Candidate]:
        teams: dict[str, list[Row]] = {}
        for row in sorted(_rows(facts, prize), key=lambda row: row.player.number):
            if row.player.team is not None:
                teams.setdefault(row.player.team, []).append(row)
        for team, rows in teams.items():
            if len(rows) >= prize.count:
                points, spread = (sum(row.points for row in rows), sum(row.spread for row in rows))
                value = Fraction(points, len(rows)), Fraction(spread, len(rows))
                yield Candidate(rows[0].player.id, value, team=team)

    def details(self, value: Sequence[float]) -> dict[str, object]:
        return {"points": value[0]}


@register
class WinsAboveExpectation(PrizeKind):
    """The most wins above what the ratings expect (logistic, 400 points: ten to one), against rated opponents only."""

    key = "handicap"
    label = _("Most wins above expectation")
    detail = _("%(wins)s wins above expectation")
    needs_ratings = True

    def candidates(self, facts: Facts, prize: Prize) -> Iterable[Candidate]:
        """In thousandths of a win, by the logistic curve (400 points: ten to one); rated opponents only."""
        rating = {player.id: player.rating for player in facts.players}
        above: dict[int, float] = {}
        for game in _played(facts, prize):
            own, other = rating[game.player], rating[game.opponent]
            if own is not None and other is not None:
                promised = 1 / (1 + 10 ** ((other - own) / 400))
                won = (1 + (game.own > game.other) - (game.own < game.other)) / 2
                above[game.player] = above.get(game.player, 0.0) + won - promised
        return (Candidate(player, (round(1000 * wins),)) for player, wins in above.items())

    def details(self, value: Sequence[float]) -> dict[str, object]:
        return {"wins": f"{value[0] / 1000:+.2f}"}


@register
class HandicapRank(Rank):
    """By the handicap standings; −1 is the last place."""

    key = "handicap_rank"
    label = _("Place in the handicap standings")
    needs_handicaps = True

    def candidates(self, facts: Facts, prize: Prize) -> Iterable[Candidate]:
        if facts.handicap_games is None:
            return ()
        return super().candidates(replace(facts, games=facts.handicap_games, knock_out=None), prize)


@register
class Given(PrizeKind):
    """Those whom the director names."""

    key = "given"
    label = _("Awarded by hand: choose the winners")
    by_hand = True

    def candidates(self, facts: Facts, prize: Prize) -> Iterable[Candidate]:
        return (Candidate(player.id, (0,)) for player in facts.players if player.id in (prize.members or ()))
