"""The way into all systems: what pairs a round is chosen once, then planned, explained and stored."""

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
    """A request and the choice that follows from it: `options` pair the round on the standings and locks of `based`."""

    snapshot: Snapshot
    requested: PairingOptions
    based: Snapshot
    options: PairingOptions

    @property
    def continues(self) -> bool:
        """Whether the pairs of the round before play on."""
        return matches.continues(self.requested, self.snapshot.round)

    def prepare(self, seed: int = 0) -> Setup:
        """State the round as a matching problem. Raises SnapshotError, and RulesError for a system that weighs nothing."""
        setup: Setup = self.options.prepare(self.based, seed)
        return setup

    def plan(self, seed: int) -> Plan:
        """Pair the round. Raises SnapshotError, RulesError or Infeasible."""
        planned: Plan = self.options.plan(self.based, seed)
        used = self.options.key
        if self.continues:
            planned, used = matches.with_match_note(planned, self.snapshot, self.requested), self.requested.key
        return replace(planned, rules=self.requested, used=used, fingerprint=fingerprint(self.snapshot))


def choose(snapshot: Snapshot, requested: PairingOptions) -> ChosenRound:
    """Choose the system that pairs the round, its standings and prizes. Raises RulesError."""
    if matches.continues(requested, snapshot.round):
        based, options = matches.repeat_match(snapshot, requested)
    else:
        based, options = requested.choose(snapshot)
    return ChosenRound(snapshot, requested, based, with_prizes(based, options))


def plan(snapshot: Snapshot, requested: PairingOptions, seed: int) -> Plan:
    """Choose and pair in one go."""
    return choose(snapshot, requested).plan(seed)
