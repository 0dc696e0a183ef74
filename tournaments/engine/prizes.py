"""Prizes: who wins what, when one prize excludes another, and why somebody was passed over.

Prizes are awarded in the order given (their priority) and read out by `shown`. All of it is a function of the facts.
What looks wrong in a list of prizes is `tournaments.engine.prize_doubts`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from tournaments.engine.model import DivisionSettings, GameFact, PlayerSnapshot, ResultKind
from tournaments.engine.pairing.bracket_places import placed
from tournaments.engine.pairing.elimination import KnockOut
from tournaments.engine.standings import Row, standings


class PrizeError(ValueError):
    """A prize that cannot be meant; the message says what to change."""


class PrizeKind(StrEnum):
    """What a prize is for."""

    RANK = "rank"  # a place in the standings
    SPREAD = "spread"  # the largest spread
    ROUND_RECORD = "round_record"  # the best record in some rounds
    LOWER_HALF_RECORD = "lower_half_record"  # the same, of those in the lower half before these rounds
    HIGH_WIN = "high_win"  # the highest winning score
    HIGH_LOSS = "high_loss"  # the highest losing score
    LOW_WIN = "low_win"
    LOW_LOSS = "low_loss"
    OVER_SEED = "over_seed"  # the most places above the seed
    UNDER_SEED = "under_seed"
    UPSET = "upset"  # the largest rating gap beaten
    TOUGH_LUCK = "tough_luck"  # the smallest sum of so many closest losses
    TEAM_TOTAL = "team_total"  # the best average record of a team with at least so many players
    HANDICAP = "handicap"  # the most wins above what the ratings promise
    HANDICAP_RANK = "handicap_rank"  # a place in the handicap standings
    GIVEN = "given"  # decided by people: the winners are named


#: What can only be won inside one division.
OF_A_DIVISION = frozenset({PrizeKind.RANK, PrizeKind.LOWER_HALF_RECORD, PrizeKind.HANDICAP_RANK})


@dataclass(frozen=True, slots=True)
class Prize:
    """One prize. `place`: 1 = the best, -1 = the last. `first`, `last`: rounds that count (None = to the end).

    `division`: whose players compete for it (None = all of the event). `player_class`, `team`: only this class or team
    may win it. `members`: only these players may; of a given prize they are the winners. `exclusive`: the name of a set
    of which nobody wins two. `count`: games of a tough-luck prize, least players of a team. `shown`: the order in which
    prizes are read out. `key`: whatever the caller knows it by.
    """

    name: str
    kind: PrizeKind
    place: int = 1
    value: str = ""
    first: int = 1
    last: int | None = None
    members: frozenset[int] | None = None
    exclusive: str | None = None
    count: int = 6
    shown: int = 0
    division: str | None = None
    player_class: str | None = None
    team: str | None = None
    key: int = 0

    def __post_init__(self) -> None:
        """Raise PrizeError for what cannot be meant."""
        if self.place == 0:
            raise PrizeError(f"{self.name}: places count from 1, or from -1 for the last")
        if self.first < 1 or (self.last is not None and self.last < self.first):
            raise PrizeError(f"{self.name}: rounds {self.first} to {self.last} are none")
        if self.count < 1:
            raise PrizeError(f"{self.name}: at least one game must count")
        if self.kind is PrizeKind.TEAM_TOTAL and self.exclusive is not None:
            raise PrizeError(f"{self.name}: a team's prize excludes nobody from another")
        if self.kind is PrizeKind.GIVEN and self.place != 1:
            raise PrizeError(f"{self.name}: a prize that people decide has no places")

    def admits(self, player: PlayerSnapshot) -> bool:
        """Whether this player may win it."""
        return (
            (self.members is None or player.id in self.members)
            and (self.player_class is None or player.player_class == self.player_class)
            and (self.team is None or player.team == self.team)
        )


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody in the running: what counts for the prize (more is better), and the round and opponent it was won by.

    `team`: the team it is about, of which `player` is only the first.
    """

    player: int
    value: tuple[Fraction | int, ...]
    round: int | None = None
    opponent: int | None = None
    team: str = ""


@dataclass(frozen=True, slots=True)
class Award:
    """Who wins a prize: several share it if they are equal, nobody if nobody qualifies.

    `passed_over`: those who stood before them and had won the named prize of the same exclusive set already.
    """

    prize: Prize
    winners: tuple[Candidate, ...]
    passed_over: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Facts:
    """What prizes are judged by. `handicap_games`: the games with their head starts, None without handicap standings.

    `knock_out`: the rules of a knock-out that decides the places.
    """

    players: tuple[PlayerSnapshot, ...]
    games: tuple[GameFact, ...]
    settings: DivisionSettings
    handicap_games: tuple[GameFact, ...] | None = None
    knock_out: KnockOut | None = None


def award(facts: Facts, prizes: Sequence[Prize]) -> tuple[Award, ...]:
    """Award the prizes of a single division in order of priority; the answer is in the order in which they are read out."""
    return award_event({"": facts}, [replace(prize, division=None) for prize in prizes])


def award_event(fields: Mapping[str, Facts], prizes: Sequence[Prize]) -> tuple[Award, ...]:
    """Award the prizes of an event with these divisions by name, in order of priority; answered in the order of reading.

    Raises PrizeError for a place that belongs to no division of several.
    """
    held: dict[str, dict[int, str]] = {}
    awards = [_award(fields, prize, held) for prize in prizes]
    return tuple(sorted(awards, key=lambda one: one.prize.shown))


def _award(fields: Mapping[str, Facts], prize: Prize, held: dict[str, dict[int, str]]) -> Award:
    taken = {} if prize.exclusive is None else held.setdefault(prize.exclusive, {})
    ranked = eligible(fields, prize)
    if prize.kind is PrizeKind.GIVEN:
        taken.update((winner.player, prize.name) for winner in ranked)
        return Award(prize, tuple(ranked))
    if prize.place < 0:
        ranked.reverse()
    free = [candidate for candidate in ranked if candidate.player not in taken]
    wanted = abs(prize.place) - 1
    # Who has won one of the set is out of the running, and so are the places of the set that went before.
    skipped = sum(candidate.player in taken for candidate in ranked[:wanted]) if prize.exclusive else 0
    index = wanted - skipped
    if index >= len(free):
        return Award(prize, ())
    winners = tuple(candidate for candidate in free[index:] if candidate.value == free[index].value)
    until = ranked.index(free[index])
    passed = tuple((one.player, taken[one.player]) for one in ranked[wanted:until] if one.player in taken)
    if prize.exclusive is not None:
        taken.update((winner.player, prize.name) for winner in winners)
    return Award(prize, winners, passed)


def eligible(fields: Mapping[str, Facts], prize: Prize) -> list[Candidate]:
    """Everybody in the running who may win the prize, the best first; equals by division and number."""
    chosen = [facts for name, facts in fields.items() if prize.division in (None, name)]
    if len(chosen) > 1 and prize.kind in OF_A_DIVISION:
        raise PrizeError(f"{prize.name}: a place in the standings belongs to one division")
    found = [
        candidate
        for facts in chosen
        for candidate in candidates(facts, prize)
        if any(player.id == candidate.player and prize.admits(player) for player in facts.players)
    ]
    return sorted(found, key=lambda one: [-part for part in one.value])


def candidates(facts: Facts, prize: Prize) -> list[Candidate]:
    """Everybody in the running for a prize, once, the best first; equals by number."""
    number = {player.id: player.number for player in facts.players}
    best: dict[int, Candidate] = {}
    for candidate in _KINDS[prize.kind](facts, prize):
        known = best.get(candidate.player)
        if known is None or candidate.value > known.value:
            best[candidate.player] = candidate
    return sorted(best.values(), key=lambda one: ([-part for part in one.value], number[one.player]))


def _rows(facts: Facts, prize: Prize) -> tuple[Row, ...]:
    """The standings of the prize's rounds alone."""
    games = [game for game in facts.games if _counts(game, prize)]
    return standings(facts.players, games, facts.settings)


def _counts(game: GameFact, prize: Prize) -> bool:
    return game.round >= prize.first and (prize.last is None or game.round <= prize.last)


def _final(facts: Facts, prize: Prize) -> tuple[Row, ...]:
    return placed(facts.players, facts.games, facts.settings, prize.last, facts.knock_out)


def _rank(facts: Facts, prize: Prize) -> Iterator[Candidate]:
    for row in _final(facts, prize):
        yield Candidate(row.player.id, _worth(row))


def _handicap_rank(facts: Facts, prize: Prize) -> Iterable[Candidate]:
    return (
        () if facts.handicap_games is None else _rank(replace(facts, games=facts.handicap_games, knock_out=None), prize)
    )


def _worth(row: Row) -> tuple[Fraction | int, ...]:
    """What places the row: the values of the division's own order, or points and spread; first the place in a bracket."""
    own = row.values or (row.points, row.spread)
    return (-row.rank, *own) if row.by_bracket else own


def _spread(facts: Facts, prize: Prize) -> Iterator[Candidate]:
    for row in _rows(facts, prize):
        yield Candidate(row.player.id, (row.spread,))


def _record(facts: Facts, prize: Prize) -> Iterator[Candidate]:
    for row in _rows(facts, prize):
        yield Candidate(row.player.id, _worth(row))


def _lower_half(facts: Facts, prize: Prize) -> Iterator[Candidate]:
    before = placed(facts.players, facts.games, facts.settings, prize.first - 1, facts.knock_out)
    lower = {row.player.id for row in before[(len(before) + 1) // 2 :]}
    return (candidate for candidate in _record(facts, prize) if candidate.player in lower)


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


def _score(*, won: bool, high: bool) -> Callable[[Facts, Prize], Iterator[Candidate]]:
    def found(facts: Facts, prize: Prize) -> Iterator[Candidate]:
        for game in _played(facts, prize):
            if game.own != game.other and (game.own > game.other) == won:
                yield Candidate(game.player, (game.own if high else -game.own,), game.round, game.opponent)

    return found


def _seed(sign: int) -> Callable[[Facts, Prize], Iterator[Candidate]]:
    def found(facts: Facts, prize: Prize) -> Iterator[Candidate]:
        for row in _final(facts, prize):
            above = sign * (row.player.number - row.rank)
            if above > 0:
                yield Candidate(row.player.id, (above,))

    return found


def _upset(facts: Facts, prize: Prize) -> Iterator[Candidate]:
    rating = {player.id: player.rating for player in facts.players}
    for game in _played(facts, prize):
        own, other = rating[game.player], rating[game.opponent]
        if game.own > game.other and own is not None and other is not None and other > own:
            yield Candidate(game.player, (other - own,), game.round, game.opponent)


def _tough_luck(facts: Facts, prize: Prize) -> Iterator[Candidate]:
    losses: dict[int, list[int]] = {}
    for game in _played(facts, prize):
        if game.own < game.other:
            losses.setdefault(game.player, []).append(game.other - game.own)
    for player, margins in losses.items():
        if len(margins) >= prize.count:
            yield Candidate(player, (-sum(sorted(margins)[: prize.count]),))


def _team_total(facts: Facts, prize: Prize) -> Iterator[Candidate]:
    teams: dict[str, list[Row]] = {}
    for row in sorted(_rows(facts, prize), key=lambda row: row.player.number):
        if row.player.team is not None:
            teams.setdefault(row.player.team, []).append(row)
    for team, rows in teams.items():
        if len(rows) >= prize.count:
            points, spread = (
                Fraction(sum(part), len(rows)) for part in ([r.points for r in rows], [r.spread for r in rows])
            )
            yield Candidate(rows[0].player.id, (points, spread), team=team)


def _handicap(facts: Facts, prize: Prize) -> Iterator[Candidate]:
    """Wins less the wins that ratings promise (logistic, 400 points: ten to one), in thousandths; rated opponents only."""
    rating = {player.id: player.rating for player in facts.players}
    above: dict[int, float] = {}
    for game in _played(facts, prize):
        own, other = rating[game.player], rating[game.opponent]
        if own is not None and other is not None:
            promised = 1 / (1 + 10 ** ((other - own) / 400))
            won = (1 + (game.own > game.other) - (game.own < game.other)) / 2
            above[game.player] = above.get(game.player, 0.0) + won - promised
    for player, sum_ in above.items():
        yield Candidate(player, (round(1000 * sum_),))


def _given(facts: Facts, prize: Prize) -> Iterator[Candidate]:
    return (Candidate(player.id, (0,)) for player in facts.players if player.id in (prize.members or ()))


_KINDS: dict[PrizeKind, Callable[[Facts, Prize], Iterable[Candidate]]] = {
    PrizeKind.RANK: _rank,
    PrizeKind.SPREAD: _spread,
    PrizeKind.ROUND_RECORD: _record,
    PrizeKind.LOWER_HALF_RECORD: _lower_half,
    PrizeKind.HIGH_WIN: _score(won=True, high=True),
    PrizeKind.HIGH_LOSS: _score(won=False, high=True),
    PrizeKind.LOW_WIN: _score(won=True, high=False),
    PrizeKind.LOW_LOSS: _score(won=False, high=False),
    PrizeKind.OVER_SEED: _seed(1),
    PrizeKind.UNDER_SEED: _seed(-1),
    PrizeKind.UPSET: _upset,
    PrizeKind.TOUGH_LUCK: _tough_luck,
    PrizeKind.TEAM_TOTAL: _team_total,
    PrizeKind.HANDICAP: _handicap,
    PrizeKind.HANDICAP_RANK: _handicap_rank,
    PrizeKind.GIVEN: _given,
}
