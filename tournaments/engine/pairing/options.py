"""What a pairing system is: a key, a label, its options, and how it pairs a round. Each is one class, declared once.

The form of the round, the API, the "Why?" of a draft, stored plans, the tsh importer and docs/pairing-systems.md are made from
these classes. To add a system, write one class with `@pairing_system` and import its module in `pairing/__init__.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from enum import StrEnum
from functools import cache
from types import MappingProxyType, NoneType
from typing import Any, ClassVar, Self, TypeVar, dataclass_transform, get_args, get_type_hints

from tournaments.engine.byes import ByeOrder
from tournaments.engine.model import Snapshot
from tournaments.engine.starts import StartBy
from tournaments.engine.words import gettext_noop as _

#: So that a typing error cannot keep a machine busy for hours.
MOST_SIMULATIONS = 1_000_000
#: The most values of an option that is a list.
MOST_VALUES = 50


class RulesError(ValueError):
    """The director asked for something the system cannot do; the message says what to change.

    `template` is the sentence before its `values` are filled in. It is what gets translated, so it is written as one string
    where the error is raised.
    """

    def __init__(self, template: str, /, **values: object) -> None:
        self.template, self.values = template, values
        super().__init__(template % values if values else template)


class Kind(StrEnum):
    """What the values of an option are."""

    SWITCH = "switch"
    WHOLE = "whole"  # a whole number
    NUMBER = "number"
    TEXT = "text"
    CHOICE = "choice"
    WHOLES = "wholes"  # a list of whole numbers: 500, 250
    NUMBERS = "numbers"
    RANGES = "ranges"  # pairs of whole numbers: 1-2, 3-4
    COUNTS = "counts"  # names with a number: B: 2, C: 1


LISTS = frozenset({Kind.WHOLES, Kind.NUMBERS, Kind.RANGES, Kind.COUNTS})
_KINDS: dict[Any, Kind] = {
    bool: Kind.SWITCH,
    int: Kind.WHOLE,
    float: Kind.NUMBER,
    str: Kind.TEXT,
    tuple[int, ...]: Kind.WHOLES,
    tuple[float, ...]: Kind.NUMBERS,
    tuple[tuple[int, int], ...]: Kind.RANGES,
    tuple[tuple[str, int], ...]: Kind.COUNTS,
}


class Group(StrEnum):
    """What an option is about: the folds of the form, in their order."""

    OWN = "own"
    PRIZES = "prizes"
    REPEATS = "repeats"
    BYES = "byes"
    STARTS = "starts"


GROUP_LABELS = {
    Group.OWN: _("Options of this system"),
    Group.PRIZES: _("Prizes, Gibson rule, control loss"),
    Group.REPEATS: _("Repeats, teams, clubs"),
    Group.BYES: _("Byes"),
    Group.STARTS: _("First and second, tables"),
}


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its label, the values it may have, and its default.

    `off`: for a switch that is on by default, the label of switching it off. `unset`: what None means, for a switch or choice
    that may be left open. `bounds`: of the number, or of each number of a list. `internal`: set by the site, never by hand.
    `typed`: the words for it in a typed plan (`engine.round_plan`), with # for the number.
    """

    label: str = ""
    help: str = ""
    group: Group = Group.OWN
    bounds: tuple[float, float] | None = None
    choices: Mapping[Any, str] = field(default_factory=dict)
    off: str = ""
    unset: str = ""
    longest: int = 30
    at_least_one: bool = False
    internal: bool = False
    typed: tuple[str, ...] = ()
    name: str = ""
    kind: Kind = Kind.TEXT
    of: Callable[[Any], Any] = str
    optional: bool = False
    default: Any = None

    def read(self, value: Any) -> Any:
        """The value as the engine takes it, from JSON. Raises RulesError."""
        if value is None and self.optional:
            return None
        if self.kind in LISTS:
            return self._read_list(value)
        if self.kind is Kind.CHOICE:
            if value not in list(self.choices):
                known = ", ".join(map(str, self.choices))
                raise RulesError(
                    "%(name)s must be one of %(known)s, not %(value)s", name=self.name, known=known, value=value
                )
            return self.of(value)
        plain: Any = {Kind.SWITCH: bool, Kind.TEXT: str, Kind.WHOLE: int, Kind.NUMBER: (int, float)}[self.kind]
        number = self.kind in {Kind.WHOLE, Kind.NUMBER}
        if not isinstance(value, plain) or (number and not self._fits(value)):
            if self.bounds is None:
                raise RulesError("%(name)s cannot be %(value)s", **self._about(value))
            raise RulesError("%(name)s must be %(low)s to %(high)s, not %(value)s", **self._about(value))
        return value

    def written(self, value: Any) -> str:
        """The value as it is typed: “yes”, “3” or “500, 250”."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if self.kind not in LISTS:
            return str(value)
        between = {Kind.COUNTS: ": ", Kind.RANGES: "-"}.get(self.kind)
        return ", ".join(between.join(map(str, part)) if between else str(part) for part in value)

    def _fits(self, number: Any) -> bool:
        low, high = self.bounds or (-MOST_SIMULATIONS, MOST_SIMULATIONS)
        return isinstance(number, (int, float)) and not isinstance(number, bool) and low <= number <= high

    def _read_list(self, value: Any) -> tuple[Any, ...]:
        items = sorted(value.items()) if isinstance(value, Mapping) else value
        if not isinstance(items, (list, tuple)) or len(items) > MOST_VALUES or (self.at_least_one and not items):
            raise RulesError(
                "%(name)s must be a list of up to %(most)d values, not %(value)s",
                name=self.name,
                most=MOST_VALUES,
                value=value,
            )
        return tuple(self._read_item(item) for item in items)

    def _read_item(self, item: Any) -> Any:
        if self.kind in {Kind.WHOLES, Kind.NUMBERS}:
            one, typed, fits = item, item, self._fits(item)
        else:
            one = tuple(item)
            typed = (": " if self.kind is Kind.COUNTS else "-").join(map(str, one))
            fits = len(one) == 2 and self._fits(one[1])
            fits = fits and (
                isinstance(one[0], str) if self.kind is Kind.COUNTS else self._fits(one[0]) and one[0] <= one[1]
            )
        if not fits:
            raise RulesError("%(name)s: each value must be %(low)s to %(high)s, not %(value)s", **self._about(typed))
        return one

    def _about(self, value: Any) -> dict[str, Any]:
        """What the message about a wrong value is filled in with."""
        low, high = self.bounds or ("", "")
        return {"name": self.name, "low": low, "high": high, "value": value}


def option(default: Any, label: str = "", **about: Any) -> Any:
    """A field of a pairing system: its default, its label, and the rest of `Option` by name."""
    return field(default=default, metadata={"option": Option(label, **about)})


def _option_of(name: str, hint: Any, default: Any, declared: Option) -> Option:
    """The option, completed from the annotation of its field."""
    parts = [part for part in get_args(hint) if part is not NoneType]
    optional = NoneType in get_args(hint)
    plain = parts[0] if optional else hint
    enum = isinstance(plain, type) and issubclass(plain, StrEnum)
    kind = Kind.CHOICE if declared.choices or enum else _KINDS[plain]
    choices = declared.choices or (dict.fromkeys(plain, "") if enum else {})
    of = plain if kind is Kind.CHOICE else str
    return replace(declared, name=name, kind=kind, of=of, optional=optional, default=default, choices=choices)


@dataclass(frozen=True, kw_only=True)
class PairingOptions:
    """What all systems have: key and label, the shared options, and a way to pair a round.

    A system that weighs pairs derives from `core.WeighedSystem` and overrides `prepare`; one that follows a fixed schedule
    overrides `plan`. A schedule that leaves its rounds to other systems picks one in `choose`.
    """

    key: ClassVar[str] = ""
    label: ClassVar[str] = ""
    place: ClassVar[int] = 1000  # in lists of systems
    simulates: ClassVar[bool] = False  # takes so long that it is done in the background
    for_prizes: ClassVar[bool] = False  # the prizes decide who plays whom
    own_matches: ClassVar[bool] = False  # has rounds in a row of its own
    scheduled: ClassVar[bool] = False  # its pairs are not weighed; see `origins`
    knock_out: ClassVar[bool] = False  # decides the final places
    ideal: ClassVar[str] = ""  # the sentence for a pair that costs nothing
    tables: ClassVar[tuple[str, str]] = ("", "")  # of tables of more than two: the label, and the reason of each table
    unused: ClassVar[frozenset[str]] = frozenset()  # shared options that do nothing in this system
    # what it is called in a typed plan, besides its key and name; each with the options that the words stand for
    typed: ClassVar[Mapping[str, Mapping[str, object]]] = MappingProxyType({})
    lasts: ClassVar[str] = ""  # the option that says how many matches it lasts

    max_repeats: int | None = option(
        None,
        _("Maximum repeats"),
        help=_("Leave empty to use the division's settings."),
        group=Group.REPEATS,
        bounds=(0, 99),
        typed=("at most # repeats", "up to # repeats", "# repeats"),
    )
    repeats_from: int = option(1, _("Ignore games played before round"), group=Group.REPEATS, bounds=(1, 999))
    consecutive_apart: bool = option(False, _("No back-to-back repeats"), group=Group.REPEATS)
    avoid_team_until: int = option(0, _("Keep team-mates apart up to round"), group=Group.REPEATS, bounds=(0, 999))
    avoid_club_until: int = option(0, _("Keep club-mates apart up to round"), group=Group.REPEATS, bounds=(0, 999))
    weak_avoidance: bool = option(
        False, _("Pair team-mates or club-mates before allowing a repeat"), group=Group.REPEATS
    )
    meeting_games: int = option(
        1,
        _("Rounds in a row against the same opponent"),
        help=_(
            "Leave empty to use the division's settings. The rounds are counted from the one in “Starts in "
            "round”, or from round 1."
        ),
        group=Group.REPEATS,
        bounds=(1, 15),
    )
    first_round: int = option(
        1,
        _("Starts in round"),
        help=_(
            "The first of the opening rounds, of a fixed schedule, of a knock-out, or of several rounds in a "
            "row. If empty, round 1; a knock-out continues from the round before, or starts in this one."
        ),
        group=Group.REPEATS,
        bounds=(1, 999),
    )
    byes: ByeOrder = option(
        ByeOrder.BOTTOM_UP,
        _("Who gets the bye"),
        group=Group.BYES,
        choices={
            ByeOrder.BOTTOM_UP: _("fewest byes, then the lowest placed"),
            ByeOrder.TOP_DOWN: _("fewest byes, then the highest placed"),
            ByeOrder.ALWAYS_BOTTOM: _("the lowest few in turn"),
            ByeOrder.GERMAN: _("fewest byes, then the nth from the bottom with n rounds left"),
        },
    )
    bye_bottom: int = option(4, _("“The lowest few”: how many players"), group=Group.BYES, bounds=(1, 999))
    count_asked_byes: bool = option(
        True,
        _("Requested byes count as byes received"),
        off=_("Requested byes don't count as byes received"),
        group=Group.BYES,
    )
    start_by: StartBy = option(
        StartBy.BALANCE,
        _("Who goes first"),
        group=Group.STARTS,
        choices={
            StartBy.BALANCE: _("balanced"),
            StartBy.COIN: _("at random"),
            StartBy.DRAW: _("players draw at the table"),
        },
    )
    final_draw: bool = option(
        False, _("Last round: players level on firsts draw for the first move"), group=Group.STARTS
    )
    head_to_head_starts: bool = option(False, _("Head-to-head firsts count before total firsts"), group=Group.STARTS)
    swap_starts: bool = option(
        True,
        _("Players level on firsts: the one who went second last time goes first"),
        off=_("Players level on firsts: ignore who went first in their last games"),
        group=Group.STARTS,
    )
    bye_firsts: bool = option(False, _("Byes count alternately as first and second"), group=Group.STARTS)
    balance_starts: bool = option(
        True,
        _("Firsts and seconds influence who plays whom"),
        off=_("Firsts and seconds don't influence who plays whom"),
        group=Group.STARTS,
    )
    board_stability: bool = option(False, _("One player of each game stays at the table"), group=Group.STARTS)
    total_rounds: int | None = option(None, bounds=(1, 999), internal=True)

    def __post_init__(self) -> None:
        """Refuse values that an option cannot have. Raises RulesError."""
        for one in self.options():
            object.__setattr__(self, one.name, one.read(getattr(self, one.name)))
        self.check()

    def check(self) -> None:
        """Refuse combinations that do not work. Raises RulesError."""

    @classmethod
    def options(cls) -> tuple[Option, ...]:
        """The system's options, the shared ones first."""
        return _options(cls)  # type: ignore[arg-type]  # a class can be hashed

    @classmethod
    def offered(cls) -> tuple[Option, ...]:
        """The options that a director can choose, by what they are about."""
        order = list(Group)
        offered = (one for one in cls.options() if not one.internal and one.name not in cls.unused)
        return tuple(sorted(offered, key=lambda one: order.index(one.group)))

    @classmethod
    def of(cls, other: PairingOptions, **changes: Any) -> Self:
        """This system with the values of another one's options of the same names."""
        values = {one.name: getattr(other, one.name, one.default) for one in cls.options()}
        return cls(**values | changes)

    def as_dict(self) -> dict[str, Any]:
        """The system and its options as JSON values."""
        return {"system": self.key} | asdict(self)

    def choose(self, snapshot: Snapshot) -> tuple[Snapshot, PairingOptions]:
        """The system that pairs the round, and the snapshot it uses. Raises RulesError."""
        return snapshot, self

    # The types that these three return depend on options; systems name them where they override the methods.

    def prepare(self, _snapshot: Snapshot, _seed: int) -> Any:
        """State the round as a matching problem, a `core.Setup`. Raises SnapshotError, and RulesError for a system that weighs nothing."""
        raise RulesError("%(system)s follows a fixed schedule: there are no pairs to weigh or explain", system=self.key)

    def plan(self, snapshot: Snapshot, seed: int) -> Any:
        """Pair the round: a `plan.Plan`. Raises SnapshotError, RulesError or Infeasible."""
        raise NotImplementedError

    def origins(self, _snapshot: Snapshot, _pairs: frozenset[frozenset[int]]) -> Any:
        """Of a `scheduled` system: where its pairs come from, as `origins.PairOrigins`."""
        return {}

    def rounds_left(self, round_: int) -> int:
        """Rounds from this one to the end, both included. Raises RulesError when the total is not known or passed."""
        if self.total_rounds is None:
            raise RulesError("%(system)s needs to know how many rounds the event has", system=self.key)
        if round_ > self.total_rounds:
            raise RulesError(
                "round %(round)d is beyond the %(total)d rounds of the event", round=round_, total=self.total_rounds
            )
        return self.total_rounds - round_ + 1

    def matches_left(self, round_: int) -> int:
        """The same in matches: how many opponents each player still has. Raises RulesError."""
        return -(-self.rounds_left(round_) // self.meeting_games)

    @property
    def matches_from(self) -> int:
        """The round in which matches of several games begin."""
        return self.first_round

    def match_of(self, round_: int) -> int:
        """The number of the match that the round belongs to: that of the round where a match is one round."""
        later = max(0, round_ - self.matches_from)
        return round_ - later + later // self.meeting_games

    def game_of_match(self, round_: int) -> int:
        """Which game of its match the round is, from 1."""
        return max(0, round_ - self.matches_from) % self.meeting_games + 1


@cache
def _options(system: Any) -> tuple[Option, ...]:
    hints = get_type_hints(system)
    return tuple(_option_of(one.name, hints[one.name], one.default, one.metadata["option"]) for one in fields(system))


System = TypeVar("System", bound=PairingOptions)
#: Every system by its key.
SYSTEMS: dict[str, type[PairingOptions]] = {}


@dataclass_transform(frozen_default=True, kw_only_default=True)
def pairing_system(key: str, label: str, *, place: int = 1000) -> Callable[[type[System]], type[System]]:
    """Declare a system under its key. `label`: “name – what it does”; `place`: where it stands in lists of systems."""

    def declare(system: type[System]) -> type[System]:
        declared = dataclass(frozen=True, kw_only=True)(system)
        declared.key, declared.label, declared.place = key, label, place
        _options(declared)  # type: ignore[arg-type]  # a faulty option is noticed at once
        SYSTEMS[key] = declared
        return declared

    return declare


def systems() -> list[type[PairingOptions]]:
    """All systems in the order in which they are offered."""
    return sorted(SYSTEMS.values(), key=lambda system: (system.place, system.key))


def all_options() -> dict[str, Option]:
    """The options of all systems that a director can choose, by name."""
    return {one.name: one for system in systems() for one in system.offered()}


def read_options(data: Mapping[str, Any]) -> PairingOptions:
    """System and options from JSON values, as a stored plan has them; the rest have their defaults. Raises RulesError.

    Options of other systems are ignored: plans of earlier versions name them all.
    """
    key = str(data.get("system", "swiss"))
    if key not in SYSTEMS:
        raise RulesError("there is no pairing system “%(system)s”", system=key)
    own = {one.name for one in SYSTEMS[key].options()}
    every = {one.name for system in SYSTEMS.values() for one in system.options()}
    unknown = sorted(set(data) - every - {"system"})
    if unknown:
        raise RulesError("no such options: %(names)s", names=", ".join(unknown))
    return SYSTEMS[key](**{name: value for name, value in data.items() if name in own})


def pairing_options(system: str = "swiss", /, **options: Any) -> PairingOptions:
    """A system with its options by name. Raises RulesError."""
    return read_options({"system": system} | options)


#: Shared options that a fixed schedule has no use for.
NOT_SCHEDULED = frozenset(
    {
        "max_repeats",
        "repeats_from",
        "consecutive_apart",
        "avoid_team_until",
        "avoid_club_until",
        "weak_avoidance",
        "balance_starts",
    }
)


class Order(StrEnum):
    """Who plays whom inside a score group of a Swiss."""

    HALVES = "halves"  # top half against bottom half: 1 v n/2+1
    ADJACENT = "adjacent"  # 1v2, 3v4 …
    FOLD = "fold"  # 1 v n, 2 v n-1 …


@dataclass(frozen=True, slots=True)
class Shape:
    """How a system that pairs by place is set up.

    `win_groups`: prefer opponents with equal points. `order`: inside a group; `distance`: places between partners
    where that is fixed. `avoid_repeats`: repeats matter more than everything except byes. `lot`: places are drawn.
    """

    win_groups: bool
    avoid_repeats: bool
    order: Order = Order.HALVES
    distance: int | None = None
    lot: bool = False


@dataclass(frozen=True, kw_only=True)
class OrderOptions(PairingOptions):
    """Of systems that pair some players as in a Swiss."""

    order: Order = option(
        Order.HALVES,
        _("Swiss: pairing within a score group"),
        choices={
            Order.HALVES: _("top half against bottom half"),
            Order.ADJACENT: _("neighbours"),
            Order.FOLD: _("first against last"),
        },
    )


@dataclass(frozen=True, kw_only=True)
class FreeRepeatsOption(PairingOptions):
    """Of systems in which equal scores may come before repeats."""

    free_repeats: int = option(
        0,
        _("Free repeats between two players"),
        help=_(
            "Like tsh's “ns 1”: this many repeats are accepted so that players with equal scores can play each "
            "other. Each further repeat counts as usual, and the maximum still applies."
        ),
        group=Group.REPEATS,
        bounds=(0, 99),
        typed=("with # free repeats", "# free repeats"),
    )


@dataclass(frozen=True, kw_only=True)
class PrizeOptions(PairingOptions):
    """Of systems that pair for prizes. What is left empty is filled in from the event's prizes (`with_prizes`)."""

    prizes: int | None = option(
        None,
        _("Places with a prize"),
        help=_("Leave empty to use the event's prizes, or a quarter of the field if there are none."),
        group=Group.PRIZES,
        bounds=(1, 999),
    )
    gibson_spreads: tuple[int, ...] = option(
        (500,),
        _("Maximum spread change in a round"),
        help=_("From the last round backwards, for example 500, 500, 250."),
        group=Group.PRIZES,
        bounds=(0, 10_000),
        at_least_one=True,
    )

    def prize_count(self, players: int) -> int:
        """How many places win a prize."""
        return self.prizes or max(1, players // 4)


@dataclass(frozen=True, kw_only=True)
class ClassPrizeOptions(PrizeOptions):
    """Of systems that play for the prizes of classes too."""

    class_prizes: tuple[tuple[str, int], ...] = option(
        (),
        _("Class prizes"),
        help=_("For example B: 2, C: 1. Leave empty to use the event's prizes."),
        group=Group.PRIZES,
        bounds=(1, 999),
    )


@dataclass(frozen=True, kw_only=True)
class GibsonSwitch(PairingOptions):
    """Of systems that may apply the Gibson rule."""

    gibson: bool = option(
        False, _("Gibsonize: a player who has clinched plays someone out of the prizes"), group=Group.PRIZES
    )


@dataclass(frozen=True, kw_only=True)
class GibsonOptions(PrizeOptions):
    """How the Gibson rule is applied."""

    gibson_groups: tuple[tuple[int, int], ...] = option(
        (),
        _("Places with equal prizes"),
        help=_("For example 1-2, 3-4."),
        group=Group.PRIZES,
        bounds=(1, 999),
    )
    gibson_strict: bool = option(False, _("Gibson rule: ignore repeats"), group=Group.PRIZES)
    gibson_class: str | None = option(None, _("Gibson rule: prefer an opponent from class"), group=Group.PRIZES)
