"""Pairing systems and their options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any

#: Keeps a typing error from keeping a machine busy for hours.
MOST_SIMULATIONS = 1_000_000


class System(StrEnum):
    """How a round is paired."""

    SWISS = "swiss"  # inside win groups, top half against bottom half (or as `Rules.order` says)
    KOTH = "koth"  # king of the hill: 1v2, 3v4 …
    QOTH = "qoth"  # queen of the hill: 1v3, 2v4 …
    ROUND_ROBIN = "round_robin"  # everybody meets everybody, by the Berger table
    FACTOR = "factor"  # 1 v 1+f, 2 v 2+f …
    QUARTILE = "quartile"  # quarter against quarter, by lot inside them
    RANDOM = "random"  # by lot, repeats avoided
    FONTES = "fontes"  # opening rounds: small round robins of mixed strength
    AUSTRALIAN = "australian"  # the top player meets the highest not met yet, and so on down
    TEAM_ROUND_ROBIN = "team_round_robin"  # everybody of one team meets everybody of the others
    ELIMINATION = "elimination"  # a seeded knock-out; who is out plays Swiss
    PACKAGE = "package"  # a whole event's schedule, by name
    CHEW = "chew"  # contenders for the prizes meet those who can still catch them
    COP = "cop"  # by simulation of what is left, for the prizes (Castellano–O'Connor)
    AUTO = "auto"  # chosen for each round from the field and the number of rounds


class RulesError(ValueError):
    """The director asked for something the system cannot do; the message says what to change."""


class Order(StrEnum):
    """Who meets whom inside a win group of a Swiss."""

    HALVES = "halves"  # top half against bottom half: 1 v n/2+1
    ADJACENT = "adjacent"  # 1v2, 3v4 …
    FOLD = "fold"  # 1 v n, 2 v n-1 …


class Split(StrEnum):
    """What counts as a team in a team round robin."""

    TEAMS = "teams"  # the players' own teams
    HALVES = "halves"  # the top half against the bottom half
    ODD_EVEN = "odd_even"  # seeds 1, 3, 5 … against 2, 4, 6 …


class Package(StrEnum):
    """Schedules of whole events."""

    GUELPH = "guelph"
    GREEN = "green"
    NAST = "nast"
    BASD = "basd"
    CHEW = "chew"


@dataclass(frozen=True, slots=True)
class Rules:
    """What the director chose for a round. Raises RulesError for options out of range.

    `max_repeats`: how often two players may meet *again* at most; None = no limit. In Swiss, repeats are avoided in
    any case as long as they can be; the limit makes the round impossible (`Infeasible`) rather than exceed it. King
    and queen of the hill and factor pair by rank alone inside the limit.
    `balance_starts`: whether who has had too many firsts influences who meets whom.
    `order`: inside the win groups of a Swiss.
    `repeats_from`: meetings in rounds before this one are forgiven (a new day, a new stage).
    `avoid_team_until`: up to this round, players of one team (or club) do not meet; 0 = they may.
    `factor`: places between partners. `quartile`: 2, 3 or 4, the quarter that the top quarter meets.
    `first_round`: where an opening, a team round robin or a knock-out begins. `opening`: rounds of Initial Fontes;
    `snaked`: its groups are dealt in order instead of by lot.
    `split`: the teams of a team round robin.
    `bracket`: players in the knock-out, a power of two (None = as many as there are); `stage_games`: games in each of
    its stages, the last number for all that follow.
    `package`: which whole schedule. `total_rounds`: how many rounds the event has.
    `prizes`: places that win something (None = a quarter of the field). `gibson_spreads`: the most a player's spread
    can change in the last round, the one before …; the last number is for all before. `gibson`: apply the Gibson rule
    in systems that pair by place; `gibson_groups`: (first, last) ranks that win the same. `hopefulness`: the share of
    simulated events that counts as a hope, likewise by rounds left. `control_threshold`: the share of events lost by
    not meeting the leader from which he must be met, looked at from round `control_from` on (None = the second half).
    `simulations`, `control_simulations`: how many events are simulated. `top_down_byes`: the bye to the best placed.
    """

    system: System = System.SWISS
    max_repeats: int | None = None
    balance_starts: bool = True
    order: Order = Order.HALVES
    repeats_from: int = 1
    avoid_team_until: int = 0
    factor: int = 2
    quartile: int = 3
    first_round: int = 1
    opening: int = 3
    snaked: bool = False
    split: Split = Split.TEAMS
    bracket: int | None = None
    stage_games: tuple[int, ...] = (1,)
    package: Package = Package.NAST
    total_rounds: int | None = None
    prizes: int | None = None
    gibson: bool = False
    gibson_spreads: tuple[int, ...] = (500,)
    gibson_groups: tuple[tuple[int, int], ...] = ()
    hopefulness: tuple[float, ...] = (0.1, 0.1, 0.05, 0.02, 0.01)
    control_threshold: float = 0.25
    control_from: int | None = None
    simulations: int = 100_000
    control_simulations: int = 10_000
    top_down_byes: bool = False

    def __post_init__(self) -> None:
        """Refuse what no system could mean."""
        _within("max_repeats", self.max_repeats, 0, None)
        _within("repeats_from", self.repeats_from, 1, None)
        _within("avoid_team_until", self.avoid_team_until, 0, None)
        _within("factor", self.factor, 1, None)
        _within("quartile", self.quartile, 2, 4)
        _within("first_round", self.first_round, 1, None)
        _within("opening", self.opening, 1, None)
        _within("total_rounds", self.total_rounds, 1, None)
        _within("bracket", self.bracket, 2, None)
        _within("prizes", self.prizes, 1, None)
        _within("control_threshold", self.control_threshold, 0, 1)
        _within("simulations", self.simulations, 1, MOST_SIMULATIONS)
        _within("control_simulations", self.control_simulations, 1, MOST_SIMULATIONS)
        if not self.gibson_spreads or not all(0 <= spread <= 10_000 for spread in self.gibson_spreads):
            raise RulesError("gibson_spreads must name at least one number, all of them from 0 to 10000")
        if any(not 1 <= first <= last for first, last in self.gibson_groups):
            raise RulesError("gibson_groups must name first and last ranks, such as (1, 2)")
        if not self.hopefulness or not all(0 < share <= 1 for share in self.hopefulness):
            raise RulesError("hopefulness must name at least one share above 0 and at most 1")
        if self.bracket is not None and self.bracket & (self.bracket - 1):
            raise RulesError(f"bracket must be a power of two, not {self.bracket}")
        if not self.stage_games or min(self.stage_games) < 1:
            raise RulesError("stage_games must name at least one game for each stage")

    def rounds_left(self, round_: int) -> int:
        """Rounds from this one to the end, both included. Raises RulesError when the total is not known or passed."""
        if self.total_rounds is None:
            raise RulesError(f"{self.system} needs to know how many rounds the event has")
        if round_ > self.total_rounds:
            raise RulesError(f"round {round_} is beyond the {self.total_rounds} rounds of the event")
        return self.total_rounds - round_ + 1


def _within(name: str, value: float | None, low: float, high: float | None) -> None:
    if value is not None and (value < low or (high is not None and value > high)):
        wanted = f"at least {low}" if high is None else f"{low} to {high}"
        raise RulesError(f"{name} must be {wanted}, not {value}")


def rules_from_dict(data: Mapping[str, Any]) -> Rules:
    """Rules from JSON values, as a stored plan has them; what is not named keeps its default. Raises RulesError."""
    known = {option.name: option for option in fields(Rules)}
    strangers = sorted(set(data) - set(known))
    if strangers:
        raise RulesError(f"no such options: {', '.join(strangers)}")
    try:
        return Rules(**{name: _read(name, value) for name, value in data.items()})
    except (TypeError, ValueError) as error:
        raise RulesError(str(error)) from error


def _read(name: str, value: Any) -> Any:
    """One option from its JSON value: names become members, lists tuples."""
    kinds: dict[str, type[StrEnum]] = {"system": System, "order": Order, "split": Split, "package": Package}
    if name in kinds:
        return kinds[name](value)
    return _tuples(value)


def _tuples(value: Any) -> Any:
    return tuple(_tuples(item) for item in value) if isinstance(value, (list, tuple)) else value


@dataclass(frozen=True, slots=True)
class Shape:
    """How a system that pairs by place is set up.

    `win_groups`: prefer opponents with equal points. `order`: inside a group; `distance`: places between partners
    where that is fixed. `avoid_repeats`: repeats count before everything except byes. `lot`: places are drawn.
    """

    win_groups: bool
    avoid_repeats: bool
    order: Order = Order.HALVES
    distance: int | None = None
    lot: bool = False


def shape_of(rules: Rules) -> Shape:
    """The configuration of the core for a system that pairs by place. Raises RulesError for those that do not."""
    match rules.system:
        case System.SWISS:
            return Shape(win_groups=True, avoid_repeats=True, order=rules.order)
        case System.KOTH:
            return Shape(win_groups=False, avoid_repeats=False, distance=1)
        case System.QOTH:
            return Shape(win_groups=False, avoid_repeats=False, distance=2)
        case System.FACTOR:
            return Shape(win_groups=False, avoid_repeats=False, distance=rules.factor)
        case System.RANDOM:
            return Shape(win_groups=False, avoid_repeats=True, distance=1, lot=True)
    raise RulesError(f"{rules.system} does not pair by place")
