"""Team round robin: everybody plays everybody of the other teams, nobody of their own.

Teams play by the Berger table; while two teams play each other, each round shifts the one against the other. Instead of
teams the field may be split in two (top and bottom half, or odd and even seeds). Absent players keep their line, and
their opponents have a bye, as has everybody left over where teams differ in size or their number is odd.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from tournaments.engine.model import EntrySnapshot, Snapshot
from tournaments.engine.pairing.options import (
    NOT_SCHEDULED,
    PairingOptions,
    RulesError,
    option,
    pairing_system,
)
from tournaments.engine.pairing.origins import OriginKind, PairOrigin, PairOrigins
from tournaments.engine.pairing.plan import (
    ByeReason,
    Draft,
    Optimality,
    Plan,
    PlannedBye,
    ProposedPair,
    byes_given,
    finish,
)
from tournaments.engine.pairing.pool import make_pool
from tournaments.engine.pairing.round_robin import berger_round, cycle_length
from tournaments.engine.pairing.schedule import ids, roster
from tournaments.engine.starts import StartReason
from tournaments.engine.words import gettext_noop as _

Pair = tuple[int, int]


class Split(StrEnum):
    """What counts as a team."""

    TEAMS = "teams"  # the players' own teams
    HALVES = "halves"  # the top half against the bottom half
    ODD_EVEN = "odd_even"  # seeds 1, 3, 5 … against 2, 4, 6 …


def teams_of(players: Sequence[EntrySnapshot], split: Split) -> list[list[int]]:
    """The sides, each in order of seed. Raises RulesError for a player without a team and for a single team."""
    everybody = ids(players)
    if split is Split.HALVES:
        half = (len(everybody) + 1) // 2
        sides = [everybody[:half], everybody[half:]]
    elif split is Split.ODD_EVEN:
        sides = [everybody[::2], everybody[1::2]]
    else:
        without = [player.number for player in players if player.team is None]
        if without:
            raise RulesError(
                "these players have no team: %(players)s", players=", ".join(f"#{number}" for number in without)
            )
        named: dict[str, list[int]] = {}
        for player in players:
            named.setdefault(player.team or "", []).append(player.id)
        sides = list(named.values())
    if len([side for side in sides if side]) < 2:
        raise RulesError("a team round robin needs at least two teams")
    return sides


def rounds_needed(sides: Sequence[Sequence[int]]) -> int:
    """Rounds until everybody has played everybody of the other teams."""
    return cycle_length(len(sides)) * max(len(side) for side in sides)


def team_round(sides: Sequence[Sequence[int]], turn: int) -> Iterator[Pair]:
    """Pairs (first, second) of round `turn` (from 0, any number of cycles)."""
    longest = max(len(side) for side in sides)
    cycle, turn = divmod(turn, rounds_needed(sides))
    team_turn, shift = divmod(turn, longest)
    for one, other in berger_round(len(sides), team_turn + 1):
        if other is None:
            continue
        for k, a in enumerate(sides[one]):
            opposite = (k + shift) % longest
            if opposite < len(sides[other]):
                b = sides[other][opposite]
                yield (a, b) if (k + opposite + cycle) % 2 == 0 else (b, a)


@dataclass(frozen=True, kw_only=True)
class SidesSchedule(PairingOptions):
    """Everybody plays everybody of the other sides."""

    scheduled: ClassVar = True
    unused: ClassVar = NOT_SCHEDULED

    @property
    def sides(self) -> Split:
        """What counts as a team."""
        raise NotImplementedError

    def plan(self, snapshot: Snapshot, seed: int) -> Plan:
        """Pair a round of a team round robin. Raises SnapshotError and RulesError."""
        if snapshot.locked or snapshot.blocked:
            raise RulesError(
                "a team round robin follows a fixed schedule: unlock the locked pairs and keep nobody apart, or choose another system"
            )
        if snapshot.round < self.first_round:
            raise RulesError("the team round robin starts in round %(first)d", first=self.first_round)
        pool = make_pool(snapshot, self)
        here = set(pool.places())
        sides = teams_of(roster(snapshot, self.first_round), self.sides)
        pairs: list[ProposedPair] = []
        for a, b in team_round(sides, self.match_of(snapshot.round) - self.first_round):
            if {a, b} <= here:
                pairs.append(ProposedPair(a, b, first=a, start=StartReason.SCHEDULE))
        paired = {player for pair in pairs for player in (pair.a, pair.b)}
        byes = byes_given(snapshot)
        byes += [PlannedBye(player, ByeReason.NO_OPPONENT) for player in sorted(here - paired)]
        return finish(snapshot, self, seed, pool, Draft(tuple(pairs), tuple(byes), 0, Optimality.SCHEDULE))

    def origins(self, _snapshot: Snapshot, pairs: frozenset[frozenset[int]]) -> PairOrigins:
        """All of them."""
        return dict.fromkeys(pairs, PairOrigin(OriginKind.TEAM_ROUND_ROBIN))


@pairing_system("team_round_robin", _("Team round robin – everyone plays everyone from the other teams"), place=10)
class TeamRoundRobin(SidesSchedule):
    """Of teams, or of two parts of the field."""

    split: Split = option(
        Split.TEAMS,
        _("How the teams are formed"),
        choices={
            Split.TEAMS: _("the players' teams"),
            Split.HALVES: _("top and bottom half of the seeding"),
            Split.ODD_EVEN: _("odd and even seeds"),
        },
    )

    @property
    def sides(self) -> Split:
        """As chosen."""
        return self.split


@pairing_system("interleaved", _("Interleaved round robin – odd seeds play even seeds"), place=9)
class Interleaved(SidesSchedule):
    """Seeds 1, 3, 5 … play seeds 2, 4, 6 …"""

    @property
    def sides(self) -> Split:
        """Every other seed."""
        return Split.ODD_EVEN
