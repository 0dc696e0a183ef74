"""Pairing systems and their options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any

from tournaments.engine.byes import ByeOrder
from tournaments.engine.starts import StartBy

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
    QUICK = "quick"  # nearest ratings; who has waited meets a wider range
    FONTES = "fontes"  # opening rounds: small round robins of mixed strength
    AUSTRALIAN = "australian"  # the top player meets the highest not met yet, and so on down
    TEAM_ROUND_ROBIN = "team_round_robin"  # everybody of one team meets everybody of the others
    INTERLEAVED = "interleaved"  # interleaved round robin: seeds 1, 3, 5 … meet seeds 2, 4, 6 …
    TEAM_MATCHES = "team_matches"  # team against team, board by board
    ELIMINATION = "elimination"  # a seeded knock-out; who is out plays beside it
    DOUBLE_ELIMINATION = "double_elimination"  # a knock-out in which two lost matches put a player out
    FINALS = "finals"  # king of the hill inside each prize band and for the prizes of each class
    PACKAGE = "package"  # a whole event's schedule, by name
    CHEW = "chew"  # contenders for the prizes meet those who can still catch them
    COP = "cop"  # by simulation of what is left, for the prizes (Castellano–O'Connor)
    AUTO = "auto"  # chosen for each round from the field and the number of rounds


#: How teams that meet board by board may be paired.
TEAM_SYSTEMS = frozenset({System.SWISS, System.KOTH, System.QOTH, System.ROUND_ROBIN, System.RANDOM, System.AUSTRALIAN})


class RulesError(ValueError):
    """The director asked for something the system cannot do; the message says what to change.

    `template` is the sentence before its `values` were filled in: that is what gets translated, so it is written where the
    error is raised, as one string.
    """

    def __init__(self, template: str, /, **values: object) -> None:
        self.template, self.values = template, values
        super().__init__(template % values if values else template)


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


class Beside(StrEnum):
    """How those who are not in a knock-out, or no longer, are paired."""

    SWISS = "swiss"
    KOTH = "koth"


class Package(StrEnum):
    """Schedules of whole events."""

    GUELPH = "guelph"
    GREEN = "green"
    NAST = "nast"
    BASD = "basd"
    CHEW = "chew"
    BRACKET = "bracket"


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
    `prizes`: places that win something (None = the event's prizes, or a quarter of the field). `gibson_spreads`: the
    most a player's spread can change in the last round, the one before …; the last number is for all before. `gibson`:
    apply the Gibson rule in systems that pair by place; `gibson_groups`: (first, last) ranks that win the same.
    `hopefulness`: the share of simulated events that counts as a hope, likewise by rounds left. `control_threshold`: the
    share of events lost by not meeting the leader from which he must be met, looked at from round `control_from` on
    (None = the second half).
    `simulations`, `control_simulations`: how many events are simulated. `top_down_byes`: COP's bye to the best placed.

    `avoid_club_until`: as `avoid_team_until`, for clubs. `weak_avoidance`: team- and club-mates meet rather than that
    somebody meets again or has a second bye. `consecutive_apart`: nobody meets the opponent of the round before.
    `byes`: whose turn the bye is; `bye_bottom`: of `always_bottom`, the lowest so many. `count_asked_byes`: whether a
    bye that a player asked for counts as one he has had.
    `head_to_head_starts`: who goes first between two is decided by their own games before all their games.
    `swap_starts`: equals swap the roles of their latest games. `final_draw`: in the last round equals draw for it at
    the table. `start_by`: firsts are balanced, tossed for, or drawn for at every table. `bye_firsts`: byes count as
    first and second in turn. `second_seed_first`: whether in a round robin the second seed is first against the first
    one (None = by lot); `table_round`: which round of its table is played (None = the next unplayed one).
    `board_stability`: one player of each game stays at his table.
    `gibson_strict`: who the odd Gibsonized player meets is decided without regard to repeats; `gibson_class`: he is of
    this class, if there is anybody.
    `meeting_games`: rounds in a row against the same opponent; meetings are counted from `first_round`, what was before
    are meetings of one round. Openings, team round robins and "auto" reckon in meetings then, all else in rounds. A
    knock-out has `stage_games` instead.
    `best_of`: a match of the knock-out ends when it is decided. `third_place`: those who lose the semi-finals play for
    third. `beside`: how all others are paired. `bands`: last ranks of the prize bands of finals; `class_prizes`: how
    many prizes each class has (both as the event's prizes say if empty). `team_system`: how teams that meet board by board are paired.
    `koth_rounds`: how many rounds at the end of the Chew schedule are king of the hill.
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
    avoid_club_until: int = 0
    weak_avoidance: bool = False
    consecutive_apart: bool = False
    byes: ByeOrder = ByeOrder.BOTTOM_UP
    bye_bottom: int = 4
    count_asked_byes: bool = True
    head_to_head_starts: bool = False
    swap_starts: bool = True
    final_draw: bool = False
    start_by: StartBy = StartBy.BALANCE
    bye_firsts: bool = False
    second_seed_first: bool | None = None
    table_round: int | None = None
    board_stability: bool = False
    gibson_strict: bool = False
    gibson_class: str | None = None
    meeting_games: int = 1
    best_of: bool = False
    third_place: bool = False
    beside: Beside = Beside.SWISS
    bands: tuple[int, ...] = ()
    class_prizes: tuple[tuple[str, int], ...] = ()
    team_system: System = System.SWISS
    koth_rounds: int = 1

    def __post_init__(self) -> None:
        """Refuse what no system could mean."""
        _within("max_repeats", self.max_repeats, 0, None)
        _within("repeats_from", self.repeats_from, 1, None)
        _within("avoid_team_until", self.avoid_team_until, 0, None)
        _within("avoid_club_until", self.avoid_club_until, 0, None)
        _within("bye_bottom", self.bye_bottom, 1, None)
        _within("meeting_games", self.meeting_games, 1, None)
        _within("koth_rounds", self.koth_rounds, 0, None)
        _within("factor", self.factor, 1, None)
        _within("quartile", self.quartile, 2, 4)
        _within("first_round", self.first_round, 1, None)
        _within("opening", self.opening, 1, None)
        _within("table_round", self.table_round, 1, None)
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
            raise RulesError("bracket must be a power of two, not %(size)d", size=self.bracket)
        if not self.stage_games or min(self.stage_games) < 1:
            raise RulesError("stage_games must name at least one game for each stage")
        if list(self.bands) != sorted(set(self.bands)) or min(self.bands, default=1) < 1:
            raise RulesError("bands must name the last rank of each prize band, from the top, such as (1, 4, 8)")
        if any(prizes < 1 for _, prizes in self.class_prizes):
            raise RulesError("class_prizes must name a class and how many prizes it has, at least one")
        if self.team_system not in TEAM_SYSTEMS:
            raise RulesError("teams are paired by one of: %(known)s", known=", ".join(sorted(TEAM_SYSTEMS)))

    def rounds_left(self, round_: int) -> int:
        """Rounds from this one to the end, both included. Raises RulesError when the total is not known or passed."""
        if self.total_rounds is None:
            raise RulesError("%(system)s needs to know how many rounds the event has", system=self.system)
        if round_ > self.total_rounds:
            raise RulesError(
                "round %(round)d is beyond the %(total)d rounds of the event", round=round_, total=self.total_rounds
            )
        return self.total_rounds - round_ + 1

    def meetings_left(self, round_: int) -> int:
        """The same in meetings: how many opponents each player still has. Raises RulesError."""
        return -(-self.rounds_left(round_) // self.meeting_games)

    @property
    def meetings_from(self) -> int:
        """The round in which meetings of several games begin; what "auto" chooses begins with the first."""
        return 1 if self.system is System.AUTO else self.first_round

    def meeting_of(self, round_: int) -> int:
        """The number of the meeting that the round belongs to; where a meeting is one round, that of the round."""
        later = max(0, round_ - self.meetings_from)
        return round_ - later + later // self.meeting_games

    def game_of_meeting(self, round_: int) -> int:
        """Which game of its meeting the round is, from 1."""
        return max(0, round_ - self.meetings_from) % self.meeting_games + 1


def _within(name: str, value: float | None, low: float, high: float | None) -> None:
    if value is not None and (value < low or (high is not None and value > high)):
        if high is None:
            raise RulesError("%(name)s must be at least %(low)s, not %(value)s", name=name, low=low, value=value)
        values = {"name": name, "low": low, "high": high, "value": value}
        raise RulesError("%(name)s must be %(low)s to %(high)s, not %(value)s", **values)


def rules_from_dict(data: Mapping[str, Any]) -> Rules:
    """Rules from JSON values, as a stored plan has them; what is not named keeps its default. Raises RulesError."""
    known = {option.name: option for option in fields(Rules)}
    strangers = sorted(set(data) - set(known))
    if strangers:
        raise RulesError("no such options: %(names)s", names=", ".join(strangers))
    try:
        return Rules(**{name: _read(name, value) for name, value in data.items()})
    except RulesError:
        raise
    except (TypeError, ValueError) as error:
        raise RulesError(str(error)) from error


def _read(name: str, value: Any) -> Any:
    """One option from its JSON value: names become members, lists tuples."""
    if name in _KINDS:
        return _KINDS[name](value)
    return _tuples(value)


#: Options that are names, and of what.
_KINDS: dict[str, type[StrEnum]] = {
    "system": System,
    "order": Order,
    "split": Split,
    "package": Package,
    "byes": ByeOrder,
    "beside": Beside,
    "team_system": System,
    "start_by": StartBy,
}


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
    raise RulesError("%(system)s does not pair by place", system=rules.system)
