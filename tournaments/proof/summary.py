"""What many events showed, as a table by system."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from tournaments.proof.checker import Violation, Work
from tournaments.proof.events import SYSTEMS
from tournaments.proof.play import EventReport

#: Fields of up to so many players, for the second table.
SIZES = (10, 24, 60, 120, 300)


@dataclass
class Summary:
    """The reports added up. `events`, `rounds` and `violations` count by the system that was asked for."""

    played: int = 0
    events: Counter[str] = field(default_factory=Counter)
    rounds: Counter[str] = field(default_factory=Counter)
    violations: Counter[str] = field(default_factory=Counter)
    sizes: Counter[int] = field(default_factory=Counter)
    infeasible: int = 0
    work: Work = field(default_factory=Work)
    details: list[tuple[int, int, str, Violation]] = field(default_factory=list)

    def add(self, report: EventReport) -> None:
        """One event more."""
        self.played += 1
        self.events.update(report.rounds.keys())
        self.rounds += report.rounds
        self.sizes[next(size for size in SIZES if report.players <= size)] += 1
        self.infeasible += report.infeasible
        self.work += report.work
        for round_, system, violation in report.violations:
            self.violations[system] += 1
            self.details.append((report.number, round_, system, violation))

    def table(self) -> Iterator[str]:
        """Markdown: a row for each system."""
        yield "| system | events | rounds | violations |"
        yield "|---|--:|--:|--:|"
        for system in SYSTEMS:
            yield f"| `{system}` | {self.events[system]:,} | {self.rounds[system]:,} | {self.violations[system]:,} |"
        total = sum(self.violations.values())
        yield f"| all | {self.played:,} | {sum(self.rounds.values()):,} | {total:,} |"

    def lines(self) -> Iterator[str]:
        """What was proved, in words."""
        work = self.work
        fields = ", ".join(f"{self.sizes[size]:,} of up to {size}" for size in SIZES)
        yield f"Fields: {fields} players. {work.pairs:,} pairs, each with its reasons, its first player and its table."
        yield (
            f"Least cost: {work.brute_force:,} rounds by trying every pairing, {work.matchings:,} by a matching with its "
            f"proof; {work.next_best:,} answers about the next best pairing; {work.impossible:,} rounds proved impossible."
        )
