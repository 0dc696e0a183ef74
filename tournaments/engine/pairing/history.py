"""What pairing needs of the rounds before: who has played whom, starts, byes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from operator import attrgetter

from tournaments.engine.model import AT_A_TABLE, GameFact, ResultKind
from tournaments.engine.starts import StartRecord


@dataclass(slots=True)
class _Past:
    firsts: int = 0
    seconds: int = 0
    byes: int = 0
    all_byes: int = 0
    last_first: bool | None = None


@dataclass(frozen=True, slots=True)
class History:
    """Counts over past rounds. Forfeits and void games were not played.

    `counted`: how often each pair (ids, ascending) played in rounds that count for repeats; `last_round`: the pairs of the
    round just before, of which a team may have several; `unknown_starts`: games of
    which nobody knows who went first.
    """

    players: dict[int, _Past] = field(default_factory=dict)
    firsts_against: dict[tuple[int, int], int] = field(default_factory=dict)
    counted: dict[tuple[int, int], int] = field(default_factory=dict)
    last_round: set[tuple[int, int]] = field(default_factory=set)
    unknown_starts: dict[tuple[int, int], int] = field(default_factory=dict)

    def times_played(self, a: int, b: int) -> int:
        """How often the two have played (or are paired in a round still being played), ignored rounds included."""
        against = self.firsts_against
        return against.get((a, b), 0) + against.get((b, a), 0) + self.unknown_starts.get((min(a, b), max(a, b)), 0)

    def played_last_round(self, a: int, b: int) -> bool:
        """Whether they played each other in the round just before."""
        return (min(a, b), max(a, b)) in self.last_round

    def byes(self, player: int) -> int:
        """Byes so far."""
        past = self.players.get(player)
        return past.byes if past else 0

    def starts(self, player: int, number: int) -> StartRecord:
        """The player's firsts and seconds, for `choose_first`."""
        past = self.players.get(player)
        if past is None:
            return StartRecord(number)
        return StartRecord(number, past.firsts, past.seconds, past.last_first)


def history(
    games: Iterable[GameFact],
    before_round: int,
    repeats_from: int = 1,
    *,
    count_requested: bool = True,
    bye_firsts: bool = False,
) -> History:
    """Collect what happened before `before_round`; rounds before `repeats_from` are ignored for repeats.

    `count_requested`: byes that players asked for count. `bye_firsts`: a player's byes are a first, a second and so on.
    """
    past = History(players=defaultdict(_Past))
    for game in sorted(games, key=attrgetter("round", "first")):
        if game.round >= before_round:
            break
        if game.kind is ResultKind.BYE:
            own = past.players[game.first]
            own.byes += count_requested or not game.requested
            own.all_byes += 1
            if bye_firsts:
                own.firsts += own.all_byes % 2
                own.seconds += 1 - own.all_byes % 2
        elif game.second is not None and game.kind in AT_A_TABLE:
            both = (game.first, game.second) if game.first < game.second else (game.second, game.first)
            _count_game(past, game, game.second, both)
            if game.round == before_round - 1:
                past.last_round.add(both)
            if game.round >= repeats_from:
                past.counted[both] = past.counted.get(both, 0) + 1
    return past


def _count_game(past: History, game: GameFact, b: int, both: tuple[int, int]) -> None:
    if game.first_known:
        a = game.first
        first, second = past.players[a], past.players[b]
        first.firsts += 1
        second.seconds += 1
        first.last_first, second.last_first = True, False
        past.firsts_against[a, b] = past.firsts_against.get((a, b), 0) + 1
    else:
        past.unknown_starts[both] = past.unknown_starts.get(both, 0) + 1
