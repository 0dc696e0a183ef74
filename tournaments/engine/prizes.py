"""Prizes: who wins what, when one prize excludes another, and why somebody was passed over.

Prizes are awarded in the order given (their priority) and read out by `shown`. All of it is a function of the facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.engine.model import DivisionSettings, GameFact, PlayerSnapshot, ResultKind
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


@dataclass(frozen=True, slots=True)
class Prize:
    """One prize. `place`: 1 = the best, -1 = the last. `first`, `last`: rounds that count (None = to the end).

    `members`: only these players may win it. `exclusive`: the name of a set of which nobody wins two. `count`: games
    of a tough-luck prize. `shown`: the order in which prizes are read out.
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

    def __post_init__(self) -> None:
        """Raise PrizeError for what cannot be meant."""
        if self.place == 0:
            raise PrizeError(f"{self.name}: places count from 1, or from -1 for the last")
        if self.first < 1 or (self.last is not None and self.last < self.first):
            raise PrizeError(f"{self.name}: rounds {self.first} to {self.last} are none")
        if self.count < 1:
            raise PrizeError(f"{self.name}: at least one game must count")


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody in the running: what counts for the prize (more is better), and the round and opponent it was won by."""

    player: int
    value: tuple[int, ...]
    round: int | None = None
    opponent: int | None = None


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
    """What prizes are judged by."""

    players: tuple[PlayerSnapshot, ...]
    games: tuple[GameFact, ...]
    settings: DivisionSettings


def award(facts: Facts, prizes: Sequence[Prize]) -> tuple[Award, ...]:
    """Award the prizes in order of priority and return them in the order in which they are read out."""
    held: dict[str, dict[int, str]] = {}
    awards = [_award(facts, prize, held) for prize in prizes]
    return tuple(sorted(awards, key=lambda one: one.prize.shown))


def _award(facts: Facts, prize: Prize, held: dict[str, dict[int, str]]) -> Award:
    taken = {} if prize.exclusive is None else held.setdefault(prize.exclusive, {})
    ranked = [
        candidate
        for candidate in candidates(facts, prize)
        if prize.members is None or candidate.player in prize.members
    ]
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
    return standings(facts.players, facts.games, facts.settings, prize.last)


def _rank(facts: Facts, prize: Prize) -> Iterator[Candidate]:
    for row in _final(facts, prize):
        yield Candidate(row.player.id, (row.points, row.spread))


def _spread(facts: Facts, prize: Prize) -> Iterator[Candidate]:
    for row in _rows(facts, prize):
        yield Candidate(row.player.id, (row.spread,))


def _record(facts: Facts, prize: Prize) -> Iterator[Candidate]:
    for row in _rows(facts, prize):
        yield Candidate(row.player.id, (row.points, row.spread))


def _lower_half(facts: Facts, prize: Prize) -> Iterator[Candidate]:
    before = standings(facts.players, facts.games, facts.settings, prize.first - 1)
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
}
