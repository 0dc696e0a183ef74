"""What a pairing system is: a key, a label, its options, and how it pairs a round. Each is one class, declared once.

The form of the round, the API, the "Why?" of a draft, stored plans, the tsh importer and docs/pairing-systems.md are made from
these classes. To add a system, write one class with `@pairing_system` and import its module in `pairing/__init__.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from enum import StrEnum
from functools import cache
from types import NoneType
from typing import Any, ClassVar, Self, TypeVar, dataclass_transform, get_args, get_type_hints

from tournaments.engine.byes import ByeOrder
from tournaments.engine.model import Snapshot
from tournaments.engine.starts import StartBy
from tournaments.engine.words import gettext_noop as _

#: Keeps a typing error from keeping a machine busy for hours.
MOST_SIMULATIONS = 1_000_000
#: The most values of an option that is a list.
MOST_VALUES = 50


class RulesError(ValueError):
    """The director asked for something the system cannot do; the message says what to change.

    `template` is the sentence before its `values` were filled in: that is what gets translated, so it is written where the
    error is raised, as one string.
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
    """One option: what it is called, what it may be, and what it is where nobody says.

    `off`: the label of a switch that is usually on, said of switching it off. `unset`: what None means, in words, of a switch or
    choice that need not be made. `bounds`: of the number, or of each number of a list. `internal`: set by the site, never by hand.
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
            low, high = self.bounds or ("", "")
            values = {"name": self.name, "low": low, "high": high, "value": value}
            if self.bounds is None:
                raise RulesError("%(name)s cannot be %(value)s", **values)
            raise RulesError("%(name)s must be %(low)s to %(high)s, not %(value)s", **values)
        return value

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
            one, good = item, self._fits(item)
        else:
            one = tuple(item)
            good = len(one) == 2 and self._fits(one[1])
            good = good and (
                isinstance(one[0], str) if self.kind is Kind.COUNTS else self._fits(one[0]) and one[0] <= one[1]
            )
        if not good:
            low, high = self.bounds or ("", "")
            values = {"name": self.name, "low": low, "high": high, "value": item}
            raise RulesError("%(name)s: each value must be %(low)s to %(high)s, not %(value)s", **values)
        return one


def option(default: Any, label: str = "", **about: Any) -> Any:
    """A field of a pairing system: its default, its label, and the rest of `Option` by name."""
    return field(default=default, metadata={"option": Option(label, **about)})


def _option_of(name: str, hint: Any, default: Any, declared: Option) -> Option:
    """The option with what its annotation says."""
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
    """What every system knows: its key and label, the options that all share, and how it pairs a round.

    A system that weighs pairs derives from `core.WeighedSystem` and says how in `prepare`; one that follows a fixed schedule says
    in `plan`. A schedule that leaves its rounds to other systems says in `choose` which one has its turn.
    """

    key: ClassVar[str] = ""
    label: ClassVar[str] = ""
    place: ClassVar[int] = 1000  # in lists of systems
    simulates: ClassVar[bool] = False  # takes so long that it is done in the background
    for_prizes: ClassVar[bool] = False  # what places win decides who meets whom
    own_meetings: ClassVar[bool] = False  # knows by itself how many games in a row two players have
    scheduled: ClassVar[bool] = False  # its pairs were not weighed (`occasions`)
    knock_out: ClassVar[bool] = False  # decides the final places
    ideal: ClassVar[str] = ""  # what it means that a pair costs nothing
    tables: ClassVar[tuple[str, str]] = ("", "")  # of tables of more than two: the label, and the reason of each table
    unused: ClassVar[frozenset[str]] = frozenset()  # shared options that do nothing in this system

    max_repeats: int | None = option(
        None,
        _("Maximum repeats"),
        help=_("Leave empty to use the division's settings."),
        group=Group.REPEATS,
        bounds=(0, 99),
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
            "Empty: as in the division's settings. They are counted from the round under “Starts in round”, or from round 1."
        ),
        group=Group.REPEATS,
        bounds=(1, 15),
    )
    first_round: int = option(
        1,
        _("Starts in round"),
        help=_("The first round of an opening, a fixed schedule, a knock-out, or of rounds in a row."),
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
            ByeOrder.GERMAN: _("as many places from the bottom as rounds are left"),
        },
    )
    bye_bottom: int = option(4, _("Bye from the lowest: number of players"), group=Group.BYES, bounds=(1, 999))
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
    head_to_head_starts: bool = option(False, _("Head-to-head firsts count before all firsts"), group=Group.STARTS)
    swap_starts: bool = option(
        True,
        _("Players level on firsts swap the roles of their last games"),
        off=_("Players level on firsts don't swap the roles of their last games"),
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
        for known in self.options():
            object.__setattr__(self, known.name, known.read(getattr(self, known.name)))
        self.check()

    def check(self) -> None:
        """Refuse values that do not go together. Raises RulesError."""

    @classmethod
    def options(cls) -> tuple[Option, ...]:
        """The system's options, the shared ones first."""
        return _options(cls)  # type: ignore[arg-type]  # a class can be hashed

    @classmethod
    def offered(cls) -> tuple[Option, ...]:
        """The options that a director can choose, by what they are about."""
        order = list(Group)
        shown = (known for known in cls.options() if not known.internal and known.name not in cls.unused)
        return tuple(sorted(shown, key=lambda known: order.index(known.group)))

    @classmethod
    def of(cls, other: PairingOptions, **changes: Any) -> Self:
        """This system with the values that another one has for the same options."""
        values = {known.name: getattr(other, known.name, known.default) for known in cls.options()}
        return cls(**values | changes)

    def as_dict(self) -> dict[str, Any]:
        """The system and its options as JSON values."""
        return {"system": self.key} | asdict(self)

    def choose(self, snapshot: Snapshot) -> tuple[Snapshot, PairingOptions]:
        """What really pairs the round, and on which standings. Raises RulesError."""
        return snapshot, self

    # What these three return is built on options, so a system names the types where it overrides them.

    def prepare(self, _snapshot: Snapshot, _seed: int) -> Any:
        """State the round as a matching problem, a `core.Setup`. Raises SnapshotError, and RulesError for a system that weighs nothing."""
        raise RulesError("%(system)s follows a fixed schedule: there are no pairs to weigh or explain", system=self.key)

    def plan(self, snapshot: Snapshot, seed: int) -> Any:
        """Pair the round: a `plan.Plan`. Raises SnapshotError, RulesError or Infeasible."""
        raise NotImplementedError

    def occasions(self, _snapshot: Snapshot, _pairs: frozenset[frozenset[int]]) -> Any:
        """Of a `scheduled` system: why its pairs meet, as `occasions.Occasions`."""
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

    def meetings_left(self, round_: int) -> int:
        """The same in meetings: how many opponents each player still has. Raises RulesError."""
        return -(-self.rounds_left(round_) // self.meeting_games)

    @property
    def meetings_from(self) -> int:
        """The round in which meetings of several games begin."""
        return self.first_round

    def meeting_of(self, round_: int) -> int:
        """The number of the meeting that the round belongs to; where a meeting is one round, that of the round."""
        later = max(0, round_ - self.meetings_from)
        return round_ - later + later // self.meeting_games

    def game_of_meeting(self, round_: int) -> int:
        """Which game of its meeting the round is, from 1."""
        return max(0, round_ - self.meetings_from) % self.meeting_games + 1


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
        made = dataclass(frozen=True, kw_only=True)(system)
        made.key, made.label, made.place = key, label, place
        _options(made)  # type: ignore[arg-type]  # an option that cannot be read is found at once
        SYSTEMS[key] = made
        return made

    return declare


def systems() -> list[type[PairingOptions]]:
    """All systems in the order in which they are offered."""
    return sorted(SYSTEMS.values(), key=lambda system: (system.place, system.key))


def all_options() -> dict[str, Option]:
    """The options of all systems that a director can choose, by name."""
    return {known.name: known for system in systems() for known in system.offered()}


def read_options(data: Mapping[str, Any]) -> PairingOptions:
    """System and options from JSON values, as a stored plan has them; what is not named keeps its default. Raises RulesError.

    Options of other systems do nothing: plans of earlier versions name them all.
    """
    key = str(data.get("system", "swiss"))
    if key not in SYSTEMS:
        raise RulesError("there is no pairing system “%(system)s”", system=key)
    own = {known.name for known in SYSTEMS[key].options()}
    every = {known.name for system in SYSTEMS.values() for known in system.options()}
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
    """Who meets whom inside a win group of a Swiss."""

    HALVES = "halves"  # top half against bottom half: 1 v n/2+1
    ADJACENT = "adjacent"  # 1v2, 3v4 …
    FOLD = "fold"  # 1 v n, 2 v n-1 …


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
class PrizeOptions(PairingOptions):
    """Of systems that look at what places win. What is left empty is as the event's prizes say (`with_prizes`)."""

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
        help=_("From the last round backwards: 500, 500, 250."),
        group=Group.PRIZES,
        bounds=(0, 10_000),
        at_least_one=True,
    )


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
    gibson_class: str | None = option(None, _("Gibson rule: prefer an opponent of class"), group=Group.PRIZES)
