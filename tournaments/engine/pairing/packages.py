"""Schedules that choose another system for each round: "auto", and the packaged ones that tsh knows by name.

Where tsh's rounds are not public in every detail, the choice is ours; see docs/pairing.md.
"""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import ClassVar

from tournaments.engine.model import Snapshot
from tournaments.engine.pairing.brackets import KnockOutOptions
from tournaments.engine.pairing.chew import Chew
from tournaments.engine.pairing.cop import Cop
from tournaments.engine.pairing.cop.options import CopOptions
from tournaments.engine.pairing.elimination import Elimination
from tournaments.engine.pairing.fontes import Fontes, SnakedOptions
from tournaments.engine.pairing.options import (
    GibsonOptions,
    GibsonSwitch,
    OrderOptions,
    PairingOptions,
    RulesError,
    option,
    pairing_system,
)
from tournaments.engine.pairing.round_robin import cycle_length
from tournaments.engine.pairing.schedule import roster
from tournaments.engine.pairing.swiss import Koth, Random, Swiss
from tournaments.engine.words import gettext_noop as _
from tournaments.engine.words import pgettext

BASD_FIELD = 20


class Package(StrEnum):
    """Schedules of whole events."""

    NAST = "nast"
    GUELPH = "guelph"
    GREEN = "green"
    BASD = "basd"
    CHEW = "chew"
    BRACKET = "bracket"


@pairing_system("auto", _("Automatic – round robins if they fit, otherwise Initial Fontes, Swiss, then COP"), place=2)
class Auto(CopOptions, GibsonOptions, GibsonSwitch, SnakedOptions, OrderOptions):
    """Chosen for each round from the field and the number of rounds."""

    unused: ClassVar = frozenset({"first_round"})

    @property
    def matches_from(self) -> int:
        """The chosen systems begin with the first round."""
        return 1

    def choose(self, snapshot: Snapshot) -> tuple[Snapshot, PairingOptions]:
        """The system of the round."""
        return snapshot, self.of_round(snapshot)

    def of_round(self, snapshot: Snapshot) -> PairingOptions:
        """Whole round robins as long as they fit; otherwise an opening by Initial Fontes, Swiss to half-way, and COP.

        The opening is left out of events of less than six rounds, where it would take half of them. After whole round
        robins COP pairs the rest. All of it counts matches.
        """
        round_ = self.match_of(snapshot.round)
        total = round_ + self.matches_left(snapshot.round) - 1
        cycle = cycle_length(len(roster(snapshot, 1)))
        short = 3 if total >= 6 else 0
        opening = total // cycle * cycle if cycle and total >= cycle else short
        if round_ <= opening:
            return Fontes.of(self, first_round=1, opening=opening)
        if opening > short or 2 * round_ > total + 1:
            return Cop.of(self, first_round=1)
        return Swiss.of(self, first_round=1)


@pairing_system("package", _("Packaged schedule – a ready-made schedule for a whole event"), place=20)
class Packaged(GibsonOptions, GibsonSwitch, KnockOutOptions):
    """Whole events that tsh knows by name."""

    package: Package = option(
        Package.NAST,
        pgettext("packaged schedule", "Schedule"),
        choices={
            Package.NAST: "NAST",
            Package.GUELPH: "Guelph",
            Package.GREEN: "Green",
            Package.BASD: "Big Apple Showdown",
            Package.CHEW: "Chew",
            Package.BRACKET: _("Chew until the round in “Starts in round”, then a knock-out"),
        },
    )
    koth_rounds: int = option(1, _("Chew: rounds of king of the hill at the end"), bounds=(0, 99))

    def choose(self, snapshot: Snapshot) -> tuple[Snapshot, PairingOptions]:
        """The system of the round, and the standings that the package takes for it. Raises RulesError."""
        if self.meeting_games > 1:
            raise RulesError(
                "a packaged schedule has its own rounds: set “Rounds in a row against the same opponent” to 1"
            )
        chosen, based_on = packaged(snapshot, self)
        return replace(snapshot, based_on=based_on), chosen


def packaged(snapshot: Snapshot, rules: Packaged) -> tuple[PairingOptions, int | None]:
    """The round of a package: its rules, and the round whose standings it is based on (None = the one before)."""
    round_ = snapshot.round
    match rules.package:
        case Package.GUELPH:
            return _guelph(round_, rules)
        case Package.GREEN:
            return _green(round_, rules)
        case Package.BASD:
            return _basd(snapshot, rules)
        case Package.CHEW:
            return _chew(snapshot, rules), None
        case Package.BRACKET:
            before = round_ < rules.first_round
            return (_chew(snapshot, rules) if before else Elimination.of(rules)), None
    return _nast(snapshot, rules)


def _opening(rules: Packaged, rounds: int, *, snaked: bool = False) -> PairingOptions:
    return Fontes.of(rules, first_round=1, opening=rounds, snaked=snaked)


def _beyond(rules: Packaged, rounds: int) -> RulesError:
    return RulesError(
        "the %(package)s schedule has %(rounds)d rounds; choose another system for the rest",
        package=rules.package,
        rounds=rounds,
    )


def _guelph(round_: int, rules: Packaged) -> tuple[PairingOptions, int | None]:
    """Six rounds, paired before rounds 1, 4 and 6."""
    if round_ <= 3:
        return _opening(rules, 3), None
    if round_ <= 5:
        return Swiss.of(rules), 3
    if round_ == 6:
        return Koth.of(rules), 5
    raise _beyond(rules, 6)


def _green(round_: int, rules: Packaged) -> tuple[PairingOptions, int | None]:
    """Five rounds paired at the start, then king of the hill with one repeat on round 5."""
    if round_ <= 5:
        return _opening(rules, 5), None
    if round_ == 6:
        return Koth.of(rules, max_repeats=1), 5
    raise _beyond(rules, 6)


def _nast(snapshot: Snapshot, rules: Packaged) -> tuple[PairingOptions, int | None]:
    """Up to eight rounds: four fixed ones, then Swiss on lagging standings, king of the hill last."""
    round_, small = snapshot.round, len(roster(snapshot, 1)) < 10
    last = rules.rounds_left(round_) == 1
    if round_ <= 4:
        return _opening(rules, 4), None
    if round_ == 5:
        return Swiss.of(rules, max_repeats=1), 4
    if round_ == 6:
        if last:
            return Koth.of(rules, max_repeats=2), 5
        return Swiss.of(rules, max_repeats=1 if small else 0), 5
    if round_ == 7:
        return Swiss.of(rules, max_repeats=2 if last and small else 1), 6
    if round_ == 8:
        return Koth.of(rules, max_repeats=3), 7
    raise _beyond(rules, 8)


def _chew(snapshot: Snapshot, rules: Packaged) -> PairingOptions:
    """Whole round robins if they fit, else the first round by lot; king of the hill last; Chew pairings in between.

    The preliminary rounds of a bracket are paired so too.
    """
    left = rules.rounds_left(snapshot.round)
    cycle = cycle_length(len(roster(snapshot, 1)))
    whole = (snapshot.round + left - 1) // cycle * cycle if cycle else 0
    if snapshot.round <= whole:
        return _opening(rules, whole)
    if snapshot.round == 1:
        return Random.of(rules)
    return (Koth if left <= rules.koth_rounds else Chew).of(rules)


def _basd(snapshot: Snapshot, rules: Packaged) -> tuple[PairingOptions, int | None]:
    """Exactly twenty players: nine snaked rounds, then semi-finals and a final between the first four."""
    count = len(roster(snapshot, 1))
    if count != BASD_FIELD:
        raise RulesError(
            "the %(package)s schedule is for exactly %(field)d players; there are %(count)d",
            package=rules.package,
            field=BASD_FIELD,
            count=count,
        )
    if snapshot.round <= 9:
        return _opening(rules, 9, snaked=True), None
    return Elimination.of(rules, first_round=10, bracket=4), None
