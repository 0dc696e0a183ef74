"""Seeded knock-outs; everybody else, and whoever is out, is paired beside them.

In a single one a lost match puts a player out. In a double one it takes two: losers go on in a bracket of their own,
whose winner plays that of the first; if the losers' winner wins, they play once more. A stage is a match of one or more
games. The bracket is read from the results, so a corrected result changes what follows and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, Generic, TypeVar

from tournaments.engine.model import Snapshot
from tournaments.engine.pairing.brackets import (
    Duel,
    KnockOutOptions,
    Line,
    bracket_order,
    outcome,
    stage_rounds,
    to_play,
)
from tournaments.engine.pairing.core import Setup, WeighedSystem
from tournaments.engine.pairing.options import RulesError, pairing_system
from tournaments.engine.pairing.origins import OriginKind, PairOrigin, PairOrigins
from tournaments.engine.pairing.pool import make_pool
from tournaments.engine.pairing.schedule import Scheduled, ids, prepare_schedule, roster
from tournaments.engine.standings import standings
from tournaments.engine.words import gettext_noop as _

T = TypeVar("T")
#: What a match of some rounds makes of its two lines: the one that goes on, and the one that does not.
Play = Callable[[tuple[T, T], range], tuple[T, T]]


def entrants(snapshot: Snapshot, rules: KnockOutOptions) -> tuple[int, ...]:
    """The players of the bracket by seed: the standings before its first round.

    A bracket of up to twice as many lines as there are players has byes for its best seeds. Raises RulesError before
    the first round and for too small a field.
    """
    if snapshot.round < rules.first_round:
        raise RulesError("the knock-out starts in round %(first)d", first=rules.first_round)
    present = set(ids(roster(snapshot, rules.first_round)))
    rows = standings(snapshot.players, snapshot.games, snapshot.settings, rules.first_round - 1)
    ranked = tuple(row.player.id for row in rows if row.player.id in present)
    size = lines_of(rules, len(ranked))
    if not 2 <= size < 2 * len(ranked) or len(ranked) < 2:
        raise RulesError("a bracket of %(size)d needs more players; there are %(count)d", size=size, count=len(ranked))
    return ranked[:size]


def lines_of(rules: KnockOutOptions, players: int) -> int:
    """How many lines the bracket has."""
    return rules.bracket or 1 << max(0, players.bit_length() - 1)


def first_lines(seeds: Sequence[int]) -> list[Line]:
    """The first stage's lines; of a bracket with fewer players than lines the lowest seeds are missing."""
    size = 1 << (len(seeds) - 1).bit_length()
    return [seeds[k] if k < len(seeds) else None for k in bracket_order(size)]


def _duels(lines: Sequence[T]) -> list[tuple[T, T]]:
    return list(zip(lines[::2], lines[1::2], strict=True))


def _scheduled(duels: Sequence[Duel]) -> tuple[Scheduled, ...]:
    return tuple((a, b) for a, b in duels if a is not None)


@dataclass(frozen=True, slots=True)
class Stage(Generic[T]):
    """The matches of some rounds. `duels`: of the (first) bracket; `third`: for third place; of a double knock-out also
    `lower`, the losers' bracket, and `final`, between the winners of the two."""

    rounds: range
    duels: tuple[tuple[T, T], ...] = ()
    third: tuple[tuple[T, T], ...] = ()
    lower: tuple[tuple[T, T], ...] = ()
    final: tuple[tuple[T, T], ...] = ()

    @property
    def matches(self) -> tuple[tuple[T, T], ...]:
        """All matches, in the order of the tables."""
        return (*self.duels, *self.third, *self.lower, *self.final)


def _single_stages(lines: Sequence[T], rules: KnockOutOptions, play: Play[T]) -> Iterator[Stage[T]]:
    losers = list[T]()
    for rounds in stage_rounds(rules, len(lines).bit_length() - 1):
        duels = _duels(lines)
        for_third = rules.third_place and len(duels) == 1 and len(losers) == 2
        yield Stage(rounds, tuple(duels), ((losers[0], losers[1]),) if for_third else ())
        results = [play(duel, rounds) for duel in duels]
        lines, losers = [winner for winner, _loser in results], [loser for _winner, loser in results]


def _double_stages(winners: Sequence[T], rules: KnockOutOptions, play: Play[T]) -> Iterator[Stage[T]]:
    """With 2^k lines stage s (from 1) holds round s of the first bracket up to k, round s − 1 of the losers' bracket up
    to 2k − 2, the final in stage 2k and, if the losers' winner wins it, another in stage 2k + 1.
    """
    k = len(winners).bit_length() - 1
    losers: list[T] = []
    dropped: dict[int, list[T]] = {}
    for stage, rounds in enumerate(stage_rounds(rules, 2 * k + 1), start=1):
        upper = _duels(winners) if stage <= k else []
        lower = _lower(stage - 1, k, losers, dropped)
        final = [(winners[0], losers[0])] if stage >= 2 * k else []
        yield Stage(rounds, tuple(upper), (), tuple(lower), tuple(final))
        if upper:
            results = [play(duel, rounds) for duel in upper]
            winners = [winner for winner, _loser in results]
            dropped[stage] = [loser for _winner, loser in results]
        if lower:
            losers = [play(duel, rounds)[0] for duel in lower]
        if stage == 1:
            losers = dropped[1]
        if final and play(final[0], rounds)[0] == winners[0]:
            return


def _lower(turn: int, k: int, survivors: Sequence[T], dropped: dict[int, list[T]]) -> list[tuple[T, T]]:
    """Round `turn` of the losers' bracket: its own survivors in odd rounds, survivors against new losers in even ones.

    New losers come from the other end in every second of these rounds, so that the same two are paired again late.
    """
    if not 1 <= turn <= 2 * k - 2:
        return []
    if turn % 2:
        return _duels(survivors)
    new = dropped[turn // 2 + 1]
    return list(zip(survivors, new[::-1] if turn % 4 == 2 else new, strict=True))


@dataclass(frozen=True, kw_only=True)
class KnockOut(KnockOutOptions, WeighedSystem):
    """A seeded bracket; whoever has no match is paired beside it."""

    own_matches: ClassVar = True
    scheduled: ClassVar = True
    knock_out: ClassVar = True
    double: ClassVar = False

    def stages_of(self, lines: Sequence[T], play: Play[T]) -> Iterator[Stage[T]]:
        """The stages one after the other, from the first stage's lines. `play` is called for the matches of a stage
        after it was yielded."""
        return (_double_stages if self.double else _single_stages)(lines, self, play)

    def stages(self, snapshot: Snapshot, seeds: Sequence[int]) -> Iterator[Stage[Line]]:
        """The stages one after the other, read from the results as they are; those to come as if these were final."""

        def play(duel: Duel, rounds: range) -> Duel:
            result = outcome(snapshot, duel, rounds, seeds)
            return result.winner, result.loser

        return self.stages_of(first_lines(seeds), play)

    def bracket_round(self, snapshot: Snapshot, seeds: Sequence[int]) -> tuple[Scheduled, ...]:
        """The matches of the snapshot's round; none when the last final is over."""
        for stage in self.stages(snapshot, seeds):
            if snapshot.round in stage.rounds:
                return _scheduled(to_play(snapshot, self, stage.matches, stage.rounds, seeds))
        return ()

    def prepare(self, snapshot: Snapshot, _seed: int) -> Setup:
        """State a round. Raises SnapshotError, and RulesError where there is no bracket to play."""
        pairs = self.bracket_round(snapshot, entrants(snapshot, self))
        return prepare_schedule(snapshot, self, make_pool(snapshot, self), pairs)

    def origins(self, snapshot: Snapshot, pairs: frozenset[frozenset[int]]) -> PairOrigins:
        """The matches of the round that the plan has."""
        result: PairOrigins = {}
        for stage in self.stages(snapshot, entrants(snapshot, self)):
            if snapshot.round not in stage.rounds:
                continue
            game, left = snapshot.round - stage.rounds.start + 1, 2 * len(stage.duels)
            kinds = [
                (stage.duels, OriginKind.KNOCK_OUT),
                (stage.third, OriginKind.THIRD_PLACE),
                (stage.lower, OriginKind.LOSERS_BRACKET),
                (stage.final, OriginKind.LAST_FINAL),
            ]
            for duels, kind in kinds:
                drawn = (frozenset((a, b)) for a, b in duels if a is not None and b is not None)
                result |= {pair: PairOrigin(kind, left, game) for pair in drawn if pair in pairs}
        return result


@pairing_system("elimination", _("Knock-out – a seeded bracket; everyone else plays alongside"), place=18)
class Elimination(KnockOut):
    """One lost match puts a player out."""

    typed: ClassVar = MappingProxyType(
        {
            "knock-out": {},
            "knockout": {},
            **{f"knock-out of {size}": {"bracket": size} for size in (2, 4, 8, 16, 32)},
            _("knock-out of two"): {"bracket": 2},
            _("knock-out of four"): {"bracket": 4},
            _("knock-out of eight"): {"bracket": 8},
        }
    )


@pairing_system("double_elimination", _("Double knock-out – out after two lost matches"), place=19)
class DoubleElimination(KnockOut):
    """Two lost matches put a player out."""

    double: ClassVar = True
    unused: ClassVar = frozenset({"third_place"})
