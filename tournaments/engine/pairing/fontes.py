"""Initial Fontes: opening rounds as small round robins of mixed strength, for any field and any number of rounds.

Whole round robins that fit come first. Then groups of (rounds + 1) players, one from each layer of the seeding, play
each other; what does not divide goes into one group of another size. Players who cannot play in their group are paired freely.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

from tournaments.engine.draws import shuffled
from tournaments.engine.model import Snapshot
from tournaments.engine.pairing.core import Setup, WeighedSystem
from tournaments.engine.pairing.options import PairingOptions, RulesError, option, pairing_system
from tournaments.engine.pairing.pool import make_pool
from tournaments.engine.pairing.round_robin import berger_round, cycle_length
from tournaments.engine.pairing.schedule import BesideOptions, Scheduled, ids, prepare_schedule, roster
from tournaments.engine.words import gettext_noop as _

#: Groups of five and six in three rounds as in tsh: (seats from 0, None = bye).
_IN_THREE: dict[int, tuple[tuple[tuple[int, int | None], ...], ...]] = {
    5: (((0, 4), (1, 3), (2, None)), ((0, 2), (1, 4), (3, None)), ((0, 1), (2, 3), (4, None))),
    6: (((0, 5), (1, 2), (3, 4)), ((0, 3), (1, 4), (2, 5)), ((0, 1), (2, 3), (4, 5))),
}


@dataclass(frozen=True, kw_only=True)
class SnakedOptions(PairingOptions):
    """Of events that open with groups."""

    snaked: bool = option(False, _("Initial Fontes: groups in order, not at random"))


@pairing_system("fontes", _("Initial Fontes – opening rounds in small groups of mixed strength"), place=12)
class Fontes(SnakedOptions, BesideOptions, WeighedSystem):
    """Whole round robins that fit, then groups of (rounds + 1), one from each layer of the seeding."""

    typed: ClassVar = MappingProxyType(
        {
            "Initial Fontes": {},
            "Fontes": {},
            _("opening"): {},
            _("round robin in fours"): {"opening": 3},
            _("round robin in sixes"): {"opening": 5},
            _("round robin in eights"): {"opening": 7},
        }
    )
    lasts: ClassVar = "opening"

    opening: int = option(3, _("Number of opening rounds"), bounds=(1, 99))

    def prepare(self, snapshot: Snapshot, seed: int) -> Setup:
        """State an opening round. Raises SnapshotError, and RulesError outside the opening."""
        turn = self.match_of(snapshot.round) - self.first_round + 1
        if not 1 <= turn <= self.opening:
            last = self.first_round + self.opening * self.meeting_games - 1
            raise RulesError("the opening rounds are %(first)d to %(last)d", first=self.first_round, last=last)
        players = ids(roster(snapshot, self.first_round))
        pairs = opening_round(players, self.opening, turn, seed, snaked=self.snaked)
        due: Counter[frozenset[int | None]] = Counter()
        for earlier in range(1, turn):
            if self.first_round + (earlier - 1) * self.meeting_games < self.repeats_from:
                continue  # games of that round are ignored
            due.update(
                frozenset(pair) for pair in opening_round(players, self.opening, earlier, seed, snaked=self.snaked)
            )
        pool = make_pool(snapshot, self)
        counted = pool.history.counted
        # Who played outside the schedule (after a withdrawal, by hand) need not play again because of it.
        pairs = tuple(
            (a, b) for a, b in pairs if b is None or counted.get((min(a, b), max(a, b)), 0) <= due[frozenset((a, b))]
        )
        return prepare_schedule(snapshot, self, pool, pairs, strict=False)


def opening_round(
    players: Sequence[int], rounds: int, turn: int, seed: int, *, snaked: bool = False
) -> tuple[Scheduled, ...]:
    """Round `turn` (from 1) of an opening of this many rounds for players (ids) in order of seed."""
    cycle = cycle_length(len(players))
    if not cycle:
        return tuple((player, None) for player in players)
    whole = rounds // cycle * cycle
    if turn <= whole:
        return _named(players, berger_round(len(players), turn))
    rounds, turn = rounds - whole, turn - whole
    if rounds == 2:
        return tuple(_quarters(players, turn, seed))
    return tuple(
        pair
        for group in groups_of(players, rounds, seed, snaked=snaked)
        for pair in _named(group, _short_round_robin(len(group), rounds, turn))
    )


def groups_of(players: Sequence[int], rounds: int, seed: int, *, snaked: bool = False) -> list[list[int]]:
    """The groups of an opening, each in order of seed. Even numbers of rounds are grouped as the next odd one."""
    layers = rounds + 2 if rounds % 2 == 0 else rounds + 1
    if len(players) <= 2 * (layers - 1):
        return [list(players)]
    rest = len(players) % layers
    extra = rest if rest in (0, layers - 1) else rest + layers
    odd = _middle(len(players), extra) if snaked else _from_parts(len(players), extra, seed)
    even = [player for k, player in enumerate(players) if k not in odd]
    dealt = _snaked(even, layers) if snaked else _drawn(even, layers, seed)
    return [*dealt, *([[players[k] for k in sorted(odd)]] if odd else [])]


def _middle(count: int, extra: int) -> set[int]:
    start = (count - extra) // 2
    return set(range(start, start + extra))


def _from_parts(count: int, extra: int, seed: int) -> set[int]:
    """One from each part of the seeding, by lot; of an odd number none from the top part."""
    parts = extra + extra % 2
    chosen: set[int] = set()
    for part in range(extra % 2, parts if extra else 0):
        low, high = part * count // parts, (part + 1) * count // parts
        chosen.add(low + shuffled(high - low, seed, "odd", part)[0])
    return chosen


def _snaked(players: Sequence[int], layers: int) -> list[list[int]]:
    """Rows as long as there are groups, every second one turned round; the columns are the groups."""
    width = len(players) // layers
    rows = [players[layer * width : (layer + 1) * width] for layer in range(layers)]
    return [[row[column] if k % 2 == 0 else row[-1 - column] for k, row in enumerate(rows)] for column in range(width)]


def _drawn(players: Sequence[int], layers: int, seed: int) -> list[list[int]]:
    """One from each layer, by lot."""
    width = len(players) // layers
    lots = [shuffled(width, seed, "layer", layer) for layer in range(layers)]
    return [[players[layer * width + lots[layer][k]] for layer in range(layers)] for k in range(width)]


def _short_round_robin(size: int, rounds: int, turn: int) -> tuple[tuple[int, int | None], ...]:
    """Round `turn` of this many rounds of a round robin, spread over its schedule so that 1 v 2 comes last."""
    if rounds == 3 and size in _IN_THREE:
        return _IN_THREE[size][turn - 1]
    cycle = cycle_length(size)
    step = (turn - 1) * (cycle - 1) // (rounds - 1) if rounds > 1 else 0
    return berger_round(size, step + 1)


def _named(players: Sequence[int], pairs: Sequence[tuple[int, int | None]]) -> tuple[Scheduled, ...]:
    return tuple((players[a], None if b is None else players[b]) for a, b in pairs)


def _quarters(players: Sequence[int], turn: int, seed: int) -> Iterator[Scheduled]:
    """Two rounds: first the top quarter plays the bottom one, then the third; by lot."""
    count = len(players)
    quarters = [players[k * count // 4 : (k + 1) * count // 4] for k in range(4)]
    for upper, lower in ((0, 3), (1, 2)) if turn == 1 else ((0, 2), (1, 3)):
        lots = shuffled(len(quarters[upper]), seed, "quarter", turn, upper)
        drawn_upper = [quarters[upper][lot] for lot in lots]
        yield from zip(drawn_upper, quarters[lower], strict=False)
