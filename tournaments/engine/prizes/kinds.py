"""The kinds of prizes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import attrgetter

from tournaments.engine.adjustments import adjusted_within
from tournaments.engine.model import GameFact, ResultKind
from tournaments.engine.pairing.bracket_places import placed
from tournaments.engine.prizes.kind import Candidate, Facts, Finder, PlayFact, Prize, Reach, prize_kind
from tournaments.engine.standings import StandingsRow, standings
from tournaments.engine.words import gettext_noop as _

#: Games that say nothing yet, or nothing at all.
_OPEN = frozenset({ResultKind.PENDING, ResultKind.VOID})


def _rows(facts: Facts, prize: Prize) -> tuple[StandingsRow, ...]:
    """The standings of the prize's rounds alone."""
    games = [game for game in facts.games if _counts(game, prize)]
    return standings(adjusted_within(facts.players, prize.first, prize.last), games, facts.settings)


def _counts(game: GameFact | PlayFact, prize: Prize) -> bool:
    return game.round >= prize.first and (prize.last is None or game.round <= prize.last)


def _worth(row: StandingsRow) -> tuple[Fraction | int, ...]:
    """What ranks the row: the values of the division's own order, or points and spread; in a bracket its place first."""
    own = row.values or (row.points, row.spread)
    return (-row.rank, *own) if row.by_bracket else own


@dataclass(frozen=True, slots=True)
class _Game:
    round: int
    player: int
    opponent: int
    own: int
    other: int
    half: int


def _played(facts: Facts, prize: Prize) -> Iterator[_Game]:
    """The games that count, seen from both sides."""
    for game in sorted(facts.games, key=attrgetter("round", "first")):
        if _counts(game, prize):
            yield from (_Game(game.round, *side) for side in game.scores())


def _final_standings(facts: Facts, prize: Prize) -> tuple[StandingsRow, ...]:
    return placed(facts.players, facts.games, facts.settings, prize.last, facts.knock_out)


@prize_kind("rank", _("Place in the standings"), in_division=True, reach=Reach.PLACE)
def _rank(facts: Facts, prize: Prize) -> Iterator[Candidate]:
    """By the final standings; −1 is the last place."""
    for row in _final_standings(facts, prize):
        yield Candidate(row.player.id, _worth(row))


@prize_kind(
    "spread",
    _("Best spread"),
    detail="%(signed)s",
    need=_("%(number)d more spread than the leader from now on"),
    reach=Reach.SPREAD,
)
def _spread(facts: Facts, prize: Prize) -> Iterator[Candidate]:
    """The largest spread in the rounds that count."""
    for row in _rows(facts, prize):
        yield Candidate(row.player.id, (row.spread,))


@prize_kind(
    "round_record",
    _("Best placing over certain rounds"),
    need=_("more wins than the leader from now on: %(wins)s"),
    reach=Reach.RECORD,
)
def _record(facts: Facts, prize: Prize) -> Iterable[Candidate]:
    """By the standings of these rounds alone."""
    for row in _rows(facts, prize):
        yield Candidate(row.player.id, _worth(row))


@prize_kind(
    "last_hour",
    _("Last hour (best placing over the last rounds)"),
    count=_("Last hour: number of rounds, counted from the end."),
    counted=_("last rounds: %(count)d"),
    need=_("more wins than the leader from now on: %(wins)s"),
    reach=Reach.RECORD,
)
def _last_hour(facts: Facts, prize: Prize) -> Iterable[Candidate]:
    """By the standings of the last rounds alone."""
    return _record(facts, replace(prize, first=first_of(facts, prize)))


def first_of(facts: Facts, prize: Prize) -> int:
    """The first round that counts for a prize: where its last rounds count, their number tells."""
    if prize.kind != "last_hour":
        return prize.first
    end = prize.last or max([facts.rounds, *(game.round for game in facts.games)])
    return max(prize.first, end - prize.count + 1)


def begun(facts: Facts, prize: Prize) -> bool:
    """Whether a game of two that counts for the prize is over: before that everybody would lead, and nobody does."""
    counted = replace(prize, first=first_of(facts, prize))
    decided = (game for game in facts.games if game.second is not None and game.kind not in _OPEN)
    return any(_counts(game, counted) for game in decided)


@prize_kind(
    "lower_half_record",
    _("Best placing over certain rounds, among players in the lower half before those rounds"),
    in_division=True,
)
def _lower_half(facts: Facts, prize: Prize) -> Iterator[Candidate]:
    """The same, of those in the lower half of the standings before these rounds."""
    before = placed(facts.players, facts.games, facts.settings, prize.first - 1, facts.knock_out)
    lower = {row.player.id for row in before[(len(before) + 1) // 2 :]}
    return (candidate for candidate in _record(facts, prize) if candidate.player in lower)


_OF_A_GAME = _("%(score)d, round %(round)d against %(opponent)s")


@prize_kind(
    "high_game",
    _("High game (highest score)"),
    detail=_OF_A_GAME,
    need=_("a game with %(number)d points or more"),
    reach=Reach.BEST,
)
def _high_game(facts: Facts, prize: Prize) -> Iterator[Candidate]:
    """The highest score in one game, won, tied or lost."""
    for game in _played(facts, prize):
        yield Candidate(game.player, (game.own,), game.round, game.opponent)


def _score(*, won: bool, high: bool) -> Finder:
    def finder(facts: Facts, prize: Prize) -> Iterator[Candidate]:
        """One game; ties do not count."""
        for game in _played(facts, prize):
            if game.own != game.other and (game.own > game.other) == won:
                yield Candidate(game.player, (game.own if high else -game.own,), game.round, game.opponent)

    return finder


for _key, _words, _need, _won, _high in (
    ("high_win", _("Highest winning score"), _("a win with %(number)d points or more"), True, True),
    ("high_loss", _("Highest losing score"), _("a loss with %(number)d points or more"), False, True),
    ("low_win", _("Lowest winning score"), _("a win with %(number)d points or fewer"), True, False),
    ("low_loss", _("Lowest losing score"), _("a loss with %(number)d points or fewer"), False, False),
):
    prize_kind(_key, _words, detail=_OF_A_GAME, need=_need, reach=Reach.BEST)(_score(won=_won, high=_high))


def _plays(facts: Facts, prize: Prize) -> Iterator[PlayFact]:
    return (one for one in facts.plays if _counts(one, prize))


@prize_kind(
    "high_play",
    _("High play (highest score in one turn)"),
    detail=_("%(play)s for %(number)d, round %(round)d against %(opponent)s"),
    needs_records=True,
    need=_("a play for %(number)d points or more"),
    reach=Reach.BEST,
)
def _high_play(facts: Facts, prize: Prize) -> Iterator[Candidate]:
    """The most points in one turn, with all words and the bonus, in games that have a checked record."""
    for one in _plays(facts, prize):
        if one.play > 0:
            yield Candidate(one.player, (one.play,), one.round, one.opponent, play=one.play_text)


@prize_kind(
    "high_word",
    _("High word (highest score for one word)"),
    detail=_("%(play)s for %(number)d, round %(round)d against %(opponent)s"),
    needs_records=True,
    need=_("a word for %(number)d points or more"),
    reach=Reach.BEST,
)
def _high_word(facts: Facts, prize: Prize) -> Iterator[Candidate]:
    """The most points for one word, with the bonus but without the other words of the play, in games that have a checked record."""
    for one in _plays(facts, prize):
        if one.word > 0:
            yield Candidate(one.player, (one.word,), one.round, one.opponent, play=one.word_text)


def _seed(sign: int) -> Finder:
    def finder(facts: Facts, prize: Prize) -> Iterator[Candidate]:
        """The final place against the seed."""
        for row in _final_standings(facts, prize):
            above = sign * (row.player.number - row.rank)
            if above > 0:
                yield Candidate(row.player.id, (above,))

    return finder


prize_kind("over_seed", _("Most places above seed"), detail=_("%(number)d places above seed"))(_seed(1))
prize_kind("under_seed", _("Most places below seed"), detail=_("%(number)d places below seed"))(_seed(-1))


@prize_kind(
    "upset",
    _("Biggest upset (rating gap beaten)"),
    detail=_("beat %(opponent)s in round %(round)d, rated %(number)d higher"),
    needs_ratings=True,
    need=_("a win against a player rated %(number)d or more points higher"),
    reach=Reach.UPSET,
)
def _upset(facts: Facts, prize: Prize) -> Iterator[Candidate]:
    """The largest rating gap beaten."""
    rating = {player.id: player.rating for player in facts.players}
    for game in _played(facts, prize):
        own, other = rating[game.player], rating[game.opponent]
        if game.half == 2 and own is not None and other is not None and other > own:
            yield Candidate(game.player, (other - own,), game.round, game.opponent)


@prize_kind(
    "tough_luck",
    _("Tough luck: the unluckiest (closest losses)"),
    detail=_("lost by %(number)d points in total"),
    count=_("Tough luck: number of losses added up."),
    counted=_("closest losses: %(count)d"),
    reach=Reach.LOSSES,
)
def _tough_luck(facts: Facts, prize: Prize) -> Iterator[Candidate]:
    """The smallest sum of the closest losses."""
    losses: dict[int, list[int]] = {}
    for game in _played(facts, prize):
        if game.half == 0:
            losses.setdefault(game.player, []).append(game.other - game.own)
    for player, margins in losses.items():
        if len(margins) >= prize.count:
            yield Candidate(player, (-sum(sorted(margins)[: prize.count]),))


@prize_kind(
    "team_total",
    _("Best team (average points per player)"),
    detail=_("%(points).2f points per player"),
    count=_("Best team: fewest players a team needs."),
    counted=_("players a team needs: %(count)d"),
    of_teams=True,
)
def _team_total(facts: Facts, prize: Prize) -> Iterator[Candidate]:
    """The best average of a team with enough players."""
    teams: dict[str, list[StandingsRow]] = {}
    for row in sorted(_rows(facts, prize), key=lambda row: row.player.number):
        if row.player.team is not None:
            teams.setdefault(row.player.team, []).append(row)
    for team, rows in teams.items():
        if len(rows) >= prize.count:
            points, spread = sum(row.points for row in rows), sum(row.spread for row in rows)
            average = Fraction(points, len(rows)), Fraction(spread, len(rows))
            yield Candidate(rows[0].player.id, average, team=team)


@prize_kind(
    "handicap",
    _("Most wins above expectation"),
    detail=_("%(wins)s wins above expectation"),
    needs_ratings=True,
)
def _above_expectation(facts: Facts, prize: Prize) -> Iterator[Candidate]:
    """Wins less those that the ratings expect (logistic, 400 points: ten to one), against rated opponents only."""
    rating = {player.id: player.rating for player in facts.players}
    above: dict[int, float] = {}
    for game in _played(facts, prize):
        own, other = rating[game.player], rating[game.opponent]
        if own is not None and other is not None:
            expected = 1 / (1 + 10 ** ((other - own) / 400))
            won = game.half / 2
            above[game.player] = above.get(game.player, 0.0) + won - expected
    for player, wins in above.items():
        yield Candidate(player, (round(1000 * wins),))  # thousandths, so that equals are equal


@prize_kind("handicap_rank", _("Place in the handicap standings"), in_division=True, needs_handicaps=True)
def _handicap_rank(facts: Facts, prize: Prize) -> Iterable[Candidate]:
    """By the handicap standings; −1 is the last place."""
    games = facts.handicap_games
    return () if games is None else _rank(replace(facts, games=games, knock_out=None), prize)


@prize_kind("given", _("Awarded by hand: choose the winners"), by_hand=True)
def _given(facts: Facts, prize: Prize) -> Iterator[Candidate]:
    """Those whom the director names."""
    return (Candidate(player.id, (0,)) for player in facts.players if player.id in (prize.members or ()))
