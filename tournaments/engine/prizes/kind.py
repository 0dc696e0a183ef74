"""What a prize is, what decides it, and the table of kinds.

To add a kind, write a function that finds the candidates and mark it with `prize_kind`: forms, pages, the API, the
database's check and the documents read the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from tournaments.engine.model import EntrySnapshot, GameFact, StandingsRules
from tournaments.engine.pairing.elimination import KnockOut


class PrizeError(ValueError):
    """An impossible prize; the message says what to change."""


@dataclass(frozen=True, slots=True)
class Prize:
    """One prize. `kind`: a key of `PRIZE_KINDS`. `place`: 1 = the best, -1 = the last. `first`, `last`: rounds that count
    (None = to the end).

    `division`: whose players compete for it (None = the whole event). `player_class`, `team`: only this class or team
    may win it. `members`: only these players may; of a prize awarded by hand they are the winners. `exclusive`: the name
    of a group of which nobody wins two. `count`: see the kind. `shown`: the announcement order. `key`: the caller's own.
    `amount`: its money in hundredths of the currency, which those who are level share (`money`); 0 = none.
    """

    name: str
    kind: str
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
    amount: int = 0

    def __post_init__(self) -> None:
        """Raise PrizeError for an impossible prize."""
        if self.kind not in PRIZE_KINDS:
            raise PrizeError(f"{self.name}: there is no kind of prize “{self.kind}”")
        if self.place == 0:
            raise PrizeError(f"{self.name}: places count from 1, or from -1 for the last")
        if self.first < 1 or (self.last is not None and self.last < self.first):
            raise PrizeError(f"{self.name}: rounds {self.first} to {self.last} are none")
        if self.count < 1:
            raise PrizeError(f"{self.name}: at least one game must count")
        if PRIZE_KINDS[self.kind].of_teams and self.exclusive is not None:
            raise PrizeError(f"{self.name}: a team's prize excludes nobody from another")
        if PRIZE_KINDS[self.kind].by_hand and self.place != 1:
            raise PrizeError(f"{self.name}: a prize awarded by hand has no place")

    @property
    def series(self) -> tuple[object, ...]:
        """What the prize is for and who may win it: the prizes of a series differ in their places only."""
        return (
            *(self.kind, self.division, self.first, self.last, self.player_class, self.team, self.members),
            *(self.exclusive, self.count, self.place > 0),
        )

    def admits(self, player: EntrySnapshot) -> bool:
        """Whether this player may win it."""
        return (
            (self.members is None or player.id in self.members)
            and (self.player_class is None or player.player_class == self.player_class)
            and (self.team is None or player.team == self.team)
        )


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody in the running: what counts for the prize (more is better), and in which round and against whom.

    `team`: the team in the running, of which `player` is only the first. `play`: the play or word that counts.
    """

    player: int
    value: tuple[Fraction | int, ...]
    round: int | None = None
    opponent: int | None = None
    team: str = ""
    play: str = ""


@dataclass(frozen=True, slots=True)
class PlayFact:
    """A player's best play and best word in one game with a checked record: points and text, 0 for none."""

    round: int
    player: int
    opponent: int
    play: int
    play_text: str
    word: int
    word_text: str


@dataclass(frozen=True, slots=True)
class Facts:
    """What decides prizes. `handicap_games`: the games with their head starts, None without handicap standings.

    `knock_out`: the rules of a knock-out that decides the places. `rounds`: how many the division plays; 0 = unknown.
    `plays`: of the games that have a record.
    """

    players: tuple[EntrySnapshot, ...]
    games: tuple[GameFact, ...]
    settings: StandingsRules
    handicap_games: tuple[GameFact, ...] | None = None
    knock_out: KnockOut | None = None
    rounds: int = 0
    plays: tuple[PlayFact, ...] = ()


class Reach(StrEnum):
    """What the games that are left can do to the values that decide a prize, for the proofs of `tournaments.engine.prizes.reach`."""

    OPEN = "open"  # anything: nothing is proved before the last game
    PLACE = "place"  # a place in the final standings, which `tournaments.engine.contention` answers
    BEST = "best"  # the best of single games: nobody's value ever falls, and there is no limit to what a game may bring
    UPSET = "upset"  # as BEST, and limited by the opponents there are
    LOSSES = "losses"  # as BEST, and limited by the number of losses that can still come
    SPREAD = "spread"  # rises and falls by at most so much a game
    RECORD = "record"  # points first, so many a game at most and at least


@dataclass(frozen=True, slots=True)
class PrizeKind:
    """A kind of prize.

    `candidates`: everybody in the running, perhaps with several values, of which the best counts. `about`: who wins it.
    `detail`: what a winner won it by, filled in with `details`, round and opponent. `count`: what the number of a prize
    means; empty: nothing; `counted`: the same of one prize, filled in with its `count`. `in_division`: can only be won
    inside one division. `of_teams`: a team wins it, and excludes nobody from another prize. `by_hand`: the director names
    the winners. `needs_ratings`, `needs_handicaps`, `needs_records`: nobody qualifies without. `reach`: what the games that
    are left can change; `need`: what somebody needs who is still in reach of it, filled in with its number.
    """

    key: str
    label: str
    candidates: Callable[[Facts, Prize], Iterable[Candidate]]
    about: str = ""
    detail: str = ""
    count: str = ""
    counted: str = ""
    in_division: bool = False
    of_teams: bool = False
    by_hand: bool = False
    needs_ratings: bool = False
    needs_handicaps: bool = False
    needs_records: bool = False
    reach: Reach = Reach.OPEN
    need: str = ""


#: The kinds there are, by key, in the order in which forms offer them.
PRIZE_KINDS: dict[str, PrizeKind] = {}
Finder = Callable[[Facts, Prize], Iterable[Candidate]]


def prize_kind(key: str, label: str, **traits: Any) -> Callable[[Finder], Finder]:
    """Add a kind of prize to the table, by the function that finds its candidates; its docstring says who wins."""

    def register(finder: Finder) -> Finder:
        PRIZE_KINDS[key] = PrizeKind(key, label, finder, finder.__doc__ or "", **traits)
        return finder

    return register


def details(value: Sequence[float]) -> dict[str, object]:
    """A winner's value, in the forms that the sentence of a kind may use."""
    first = value[0] if value else 0
    number = round(first)
    signed = f"+{number}" if number > 0 else str(number).replace("-", "\N{MINUS SIGN}")
    return {
        "number": abs(number),
        "score": abs(number),
        "signed": signed,
        "points": first,
        "wins": f"{first / 1000:+.2f}",
    }
