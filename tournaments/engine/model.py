"""The facts a division consists of, as plain values.

Everything in this package is a function of these values. Players are known by `id` (any integer that is unique in the
division, such as a database key) and ordered, where nothing else decides, by `number` (the seed order, 1 = top seed).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class SnapshotError(ValueError):
    """The facts contradict each other: a fault of the program that gathered them, not of the director."""


class ResultKind(StrEnum):
    """What became of a pairing. Special results are kinds, never magic scores."""

    PLAYED = "played"
    BYE = "bye"
    FORFEIT_WIN = "forfeit_win"  # the first named player wins without playing
    FORFEIT_LOSS = "forfeit_loss"  # the first named player loses without playing
    DOUBLE_FORFEIT = "double_forfeit"
    VOID = "void"  # counts nowhere: no result, not played, no start
    PENDING = "pending"  # paired, no result yet: counts as played and as a start, but not in the standings


#: The kinds of a game that two players play, or have played.
AT_A_TABLE = (ResultKind.PLAYED, ResultKind.PENDING)


@dataclass(frozen=True, slots=True)
class EntrySnapshot:
    """One entry of the division. `rating` None = unrated. `active` False = withdrawn: listed, never paired.

    `team`: the name of the team whose members may be kept apart or play as teams; `club` likewise, but never as teams.
    `player_class`: for the prizes of a class. `adjustments`: round and points of each spread adjustment
    (`tournaments.engine.adjustments`).
    """

    id: int
    number: int
    rating: int | None = None
    active: bool = True
    fixed_table: int | None = None
    team: str | None = None
    club: str | None = None
    player_class: str | None = None
    adjustments: tuple[tuple[int, int], ...] = ()


class Scored(NamedTuple):
    """A played game from one side. `half`: what it is worth, 2 a win, 1 a tie, 0 a loss."""

    player: int
    opponent: int
    own: int
    other: int
    half: int


@dataclass(frozen=True, slots=True)
class GameFact:
    """One pairing of one round and its result. `first` made (or would have made) the first play.

    Scores are points. A played game needs both. For byes and forfeits they are normally None, and the division's
    spreads apply; one with a spread of its own gives it as `first_score` (the spread of `first`).
    `requested`: a bye that the player asked for; it need not count when the next bye is due.
    `first_known` False: nobody knows who began, so the game counts as a start for neither.
    `margin`: the spread of `first`, where it is not the difference of the scores (games won, and by how many cards).
    `winner`: who won a game with equal scores, where the rules of the game decide it; None: it is a tie.
    `goes_on`: who goes on from a match of a knock-out that ends level with this game, where the director said so.
    """

    round: int
    first: int
    second: int | None = None
    first_score: int | None = None
    second_score: int | None = None
    kind: ResultKind = ResultKind.PLAYED
    requested: bool = False
    margin: int | None = None
    first_known: bool = True
    winner: int | None = None
    goes_on: int | None = None

    def __post_init__(self) -> None:
        """Raise SnapshotError for an impossible fact: it would otherwise surface as an odd place in the standings."""
        if self.round < 1:
            raise self._error("rounds are numbered from 1")
        if self.first == self.second:
            raise self._error("a player cannot play themselves")
        if self.kind is ResultKind.PLAYED and None in (self.second, self.first_score, self.second_score):
            raise self._error("a played game needs two players and two scores")
        if self.winner is not None:
            self._check_winner()
        if self.goes_on not in (None, self.first, self.second):
            raise self._error("only one of the two can go on")
        if self.kind is ResultKind.BYE and self.second is not None:
            raise self._error("a bye has no opponent")
        if self.kind is ResultKind.PENDING and self.second is None:
            raise self._error("a pending game needs two players")

    @property
    def is_played(self) -> bool:
        """Whether two players met at a table, or are still playing there."""
        return self.second is not None and self.kind in AT_A_TABLE

    @property
    def half_wins(self) -> int:
        """What a played game is worth to `first`: 2 a win, 1 a tie, 0 a loss."""
        if self.winner is not None:
            return 2 if self.winner == self.first else 0
        first, second = self.first_score or 0, self.second_score or 0
        return 1 + (first > second) - (first < second)

    def scores(self) -> tuple[Scored, ...]:
        """A played game from both sides; nothing of any other."""
        if self.kind is not ResultKind.PLAYED or self.second is None:
            return ()
        if self.first_score is None or self.second_score is None:
            return ()
        return (
            Scored(self.first, self.second, self.first_score, self.second_score, self.half_wins),
            Scored(self.second, self.first, self.second_score, self.first_score, 2 - self.half_wins),
        )

    def _check_winner(self) -> None:
        if self.kind is not ResultKind.PLAYED or self.first_score != self.second_score:
            raise self._error("only a played game with equal scores has a winner of its own")
        if self.winner not in (self.first, self.second):
            raise self._error("the winner is one of the two players")

    def _error(self, why: str) -> SnapshotError:
        return SnapshotError(f"round {self.round}, player {self.first}: {why}")


#: Match points, then spread: keys of `engine.standings.TIEBREAKS`.
DEFAULT_ORDER: tuple[str, ...] = ("points", "spread")


@dataclass(frozen=True, slots=True)
class StandingsRules:
    """How results become standings. Spreads in points; match points in half wins (win 2, tie 1) so they stay exact.

    `spread_caps`: the cap of round 1, 2 …, the last one for all that follow (0 = none); empty: `spread_cap` in every
    round. `bye_half_wins`: what a bye is worth, 2 a win, 1 a tie, 0 a loss; whose turn the next bye is does not depend
    on it. `order`: what decides the standings, the most important first.
    """

    bye_spread: int = 50
    forfeit_spread: int = -50
    spread_cap: int | None = None
    win_points: int = 2
    tie_points: int = 1
    loss_points: int = 0
    spread_caps: tuple[int, ...] = ()
    bye_half_wins: int = 2
    order: tuple[str, ...] = DEFAULT_ORDER

    def cap_of(self, round_: int) -> int | None:
        """The most that a game of this round counts for the spread; None = all of it."""
        if not self.spread_caps:
            return self.spread_cap
        return self.spread_caps[min(round_, len(self.spread_caps)) - 1] or None


@dataclass(frozen=True, slots=True)
class BlockedPair:
    """Two players who must not be paired with each other, and why (shown to the director).

    `weak`: they may if nothing else is left but repeats and second byes. `until`: the last round of the ban (None =
    all rounds).
    """

    a: int
    b: int
    reason: str = ""
    weak: bool = False
    until: int | None = None

    def applies_in(self, round_: int) -> bool:
        """Whether they are kept apart in this round."""
        return self.until is None or round_ <= self.until


@dataclass(frozen=True, slots=True)
class LockedPair:
    """A pair the director has fixed for this round. `first` None = let the rules decide who starts."""

    a: int
    b: int
    first: int | None = None


@dataclass(frozen=True, slots=True)
class PrizePlaces:
    """The event's prizes for places: the last rank of each band that wins the same, and how many prizes each class has."""

    bands: tuple[int, ...] = ()
    classes: tuple[tuple[str, int], ...] = ()

    @property
    def places(self) -> int | None:
        """The last rank that wins something; None without a prize for a place."""
        return self.bands[-1] if self.bands else None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All that the pairing of one round depends on, apart from the rules and the seed.

    `round` is the round to pair. Standings are taken after `based_on` (default: the round before). `absent` players
    miss this round without a bye; `requested_byes` get a bye whether the field is odd or even, and so do
    `locked_byes`, to whom the director gave it. `last_tables`: (player,
    table) of the round before, where one player of each game stays at the table. `prizes`: what the division plays for.
    """

    round: int
    players: tuple[EntrySnapshot, ...]
    games: tuple[GameFact, ...] = ()
    settings: StandingsRules = StandingsRules()
    based_on: int | None = None
    absent: tuple[int, ...] = ()
    requested_byes: tuple[int, ...] = ()
    blocked: tuple[BlockedPair, ...] = ()
    locked: tuple[LockedPair, ...] = ()
    last_tables: tuple[tuple[int, int], ...] = ()
    prizes: PrizePlaces = PrizePlaces()
    locked_byes: tuple[int, ...] = ()

    @property
    def standings_round(self) -> int:
        """The round whose standings the pairing is based on; 0 = the seeding."""
        return self.round - 1 if self.based_on is None else min(self.based_on, self.round - 1)

    def unavailable(self) -> set[int]:
        """Players who are not to be paired: withdrawn, absent, locked in a pair, or with a bye they asked for or were given."""
        out = {player.id for player in self.players if not player.active}
        out |= {player for lock in self.locked for player in (lock.a, lock.b)}
        return out | {*self.absent, *self.byes_given}

    def to_pair(self) -> list[int]:
        """Who is left to be paired by the system."""
        out = self.unavailable()
        return [player.id for player in self.players if player.id not in out]

    @property
    def byes_given(self) -> tuple[int, ...]:
        """Who has a bye before anything is paired."""
        return (*self.requested_byes, *self.locked_byes)

    def past_games(self) -> tuple[GameFact, ...]:
        """Facts of rounds before the one to pair: only these are history for it."""
        return tuple(game for game in self.games if game.round < self.round)
