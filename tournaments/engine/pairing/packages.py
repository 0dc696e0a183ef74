"""Schedules that choose another system for each round: "auto", and the packaged ones that tsh knows by name.

Where tsh's rounds are not public in every detail, the choice is ours and said so in docs/pairing.md.
"""

from __future__ import annotations

from dataclasses import replace

from tournaments.engine.model import Snapshot
from tournaments.engine.pairing import meetings
from tournaments.engine.pairing.prize_places import with_prizes
from tournaments.engine.pairing.round_robin import cycle_length
from tournaments.engine.pairing.rules import Package, Rules, RulesError, System
from tournaments.engine.pairing.schedule import roster

BASD_FIELD = 20


def resolve(snapshot: Snapshot, rules: Rules) -> tuple[Snapshot, Rules]:
    """What really pairs the round, on which standings and for which prizes. Raises RulesError.

    A later round of a meeting is one with the pairs of the round before.
    """
    based, chosen = _chosen(snapshot, rules)
    return based, with_prizes(based, chosen)


def _chosen(snapshot: Snapshot, rules: Rules) -> tuple[Snapshot, Rules]:
    if meetings.continues(rules, snapshot.round):
        return meetings.again(snapshot, rules)
    if rules.system is System.AUTO:
        return snapshot, auto(snapshot, rules)
    if rules.system is System.PACKAGE:
        if rules.meeting_games > 1:
            raise RulesError(
                "a packaged schedule has its own rounds: set rounds in a row against the same opponent to 1"
            )
        chosen, based_on = packaged(snapshot, rules)
        return replace(snapshot, based_on=based_on), chosen
    return snapshot, rules


def auto(snapshot: Snapshot, rules: Rules) -> Rules:
    """Whole round robins as long as they fit; otherwise an opening by Initial Fontes, Swiss to half-way, and COP.

    The opening is left out of events of less than six rounds, where it would take half of them. After whole round
    robins COP pairs the rest. All of it in meetings.
    """
    round_ = rules.meeting_of(snapshot.round)
    total = round_ + rules.meetings_left(snapshot.round) - 1
    cycle = cycle_length(len(roster(snapshot, 1)))
    short = 3 if total >= 6 else 0
    opening = total // cycle * cycle if cycle and total >= cycle else short
    if round_ <= opening:
        return replace(rules, system=System.FONTES, first_round=1, opening=opening)
    if opening > short or 2 * round_ > total + 1:
        return replace(rules, system=System.COP, first_round=1)
    return replace(rules, system=System.SWISS, first_round=1)


def packaged(snapshot: Snapshot, rules: Rules) -> tuple[Rules, int | None]:
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
            return (_chew(snapshot, rules) if before else replace(rules, system=System.ELIMINATION)), None
    return _nast(snapshot, rules)


def _opening(rules: Rules, rounds: int, *, snaked: bool = False) -> Rules:
    return replace(rules, system=System.FONTES, first_round=1, opening=rounds, snaked=snaked)


def _beyond(rules: Rules, rounds: int) -> RulesError:
    return RulesError(
        "the %(package)s schedule has %(rounds)d rounds; choose another system for the rest",
        package=rules.package,
        rounds=rounds,
    )


def _guelph(round_: int, rules: Rules) -> tuple[Rules, int | None]:
    """Six rounds, paired before rounds 1, 4 and 6."""
    if round_ <= 3:
        return _opening(rules, 3), None
    if round_ <= 5:
        return replace(rules, system=System.SWISS), 3
    if round_ == 6:
        return replace(rules, system=System.KOTH), 5
    raise _beyond(rules, 6)


def _green(round_: int, rules: Rules) -> tuple[Rules, int | None]:
    """Five rounds paired at the start, then king of the hill with one repeat on round 5."""
    if round_ <= 5:
        return _opening(rules, 5), None
    if round_ == 6:
        return replace(rules, system=System.KOTH, max_repeats=1), 5
    raise _beyond(rules, 6)


def _nast(snapshot: Snapshot, rules: Rules) -> tuple[Rules, int | None]:
    """Up to eight rounds: four fixed ones, then Swiss on lagging standings, king of the hill last."""
    round_, small = snapshot.round, len(roster(snapshot, 1)) < 10
    last = rules.rounds_left(round_) == 1
    if round_ <= 4:
        return _opening(rules, 4), None
    if round_ == 5:
        return replace(rules, system=System.SWISS, max_repeats=1), 4
    if round_ == 6:
        if last:
            return replace(rules, system=System.KOTH, max_repeats=2), 5
        return replace(rules, system=System.SWISS, max_repeats=1 if small else 0), 5
    if round_ == 7:
        return replace(rules, system=System.SWISS, max_repeats=2 if last and small else 1), 6
    if round_ == 8:
        return replace(rules, system=System.KOTH, max_repeats=3), 7
    raise _beyond(rules, 8)


def _chew(snapshot: Snapshot, rules: Rules) -> Rules:
    """Whole round robins if they fit, else the first round by lot; king of the hill last; Chew pairings in between.

    The preliminary rounds of a bracket are paired so too.
    """
    left = rules.rounds_left(snapshot.round)
    cycle = cycle_length(len(roster(snapshot, 1)))
    whole = (snapshot.round + left - 1) // cycle * cycle if cycle else 0
    if snapshot.round <= whole:
        return _opening(rules, whole)
    if snapshot.round == 1:
        return replace(rules, system=System.RANDOM)
    return replace(rules, system=System.KOTH if left <= rules.koth_rounds else System.CHEW)


def _basd(snapshot: Snapshot, rules: Rules) -> tuple[Rules, int | None]:
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
    return replace(rules, system=System.ELIMINATION, first_round=10, bracket=4), None
