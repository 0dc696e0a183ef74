"""The door to all systems: what pairs a round is settled once, and planned, explained and stored from that."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tournaments.engine.codec import fingerprint
from tournaments.engine.model import Snapshot
from tournaments.engine.pairing import matches
from tournaments.engine.pairing.core import Setup
from tournaments.engine.pairing.options import PairingOptions
from tournaments.engine.pairing.plan import Plan
from tournaments.engine.pairing.prize_places import with_prizes


@dataclass(frozen=True, slots=True)
class ChosenRound:
    """What was asked for, and what it comes to: `options` pair the round on the standings and locks of `based`.

    `continues`: the round goes on with the pairs of the round before.
    """

    snapshot: Snapshot
    requested: PairingOptions
    based: Snapshot
    options: PairingOptions

    @property
    def continues(self) -> bool:
        """Whether the pairs of the round before meet again."""
        return matches.continues(self.requested, self.snapshot.round)

    def prepare(self, seed: int = 0) -> Setup:
        """State the round as a matching problem. Raises SnapshotError, and RulesError for a system that weighs nothing."""
        setup: Setup = self.options.prepare(self.based, seed)
        return setup

    def plan(self, seed: int) -> Plan:
        """Pair the round. Raises SnapshotError, RulesError or Infeasible."""
        made: Plan = self.options.plan(self.based, seed)
        used = self.options.key
        if self.continues:
            made, used = matches.with_match_note(made, self.snapshot, self.requested), self.requested.key
        return replace(made, rules=self.requested, used=used, fingerprint=fingerprint(self.snapshot))


def choose(snapshot: Snapshot, requested: PairingOptions) -> ChosenRound:
    """What really pairs the round, on which standings and for which prizes. Raises RulesError."""
    if matches.continues(requested, snapshot.round):
        based, options = matches.repeat_match(snapshot, requested)
    else:
        based, options = requested.choose(snapshot)
    return ChosenRound(snapshot, requested, based, with_prizes(based, options))


def plan(snapshot: Snapshot, requested: PairingOptions, seed: int) -> Plan:
    """Choose and pair in one go."""
    return choose(snapshot, requested).plan(seed)
