"""The plan of an event: which system pairs each round, on which standings, in how much time; as rows and as it is typed.

>>> plan = read_plan("8 rounds: 2 round robin in fours, 4 Swiss on lagged standings, 2 KOTH")
>>> [(number, planned.system, planned.lag) for number, planned in plan.items()][:4]
[(1, 'fontes', 0), (2, 'fontes', 0), (3, 'swiss', 1), (4, 'swiss', 1)]
>>> write_plan(plan)
'2 round robin in fours, 4 Swiss on lagged standings, 2 KOTH'
>>> choice_in(plan, 5)
{'system': 'swiss', 'options': {}, 'based_on': 3}

What can be typed for a system and for its options is declared with them (``typed`` in ``pairing.options``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cache
from types import MappingProxyType
from typing import Any

from core.typed import plain_digits, plain_separators, plain_text
from tournaments.engine.pairing import SYSTEMS, PairingOptions, read_options, systems
from tournaments.engine.pairing.options import Kind, Option, RulesError, all_options
from tournaments.engine.words import gettext_noop as _

_NOTHING: Mapping[str, Any] = MappingProxyType({})
#: Options whose usual value is a setting of the division, so that the default of the engine says something too.
_OF_THE_DIVISION = frozenset({"meeting_games", "stage_games"})
#: What is typed for rounds that are left open.
NOT_PLANNED = _("not planned")
#: What a system can be called: its key ("" for ``NOT_PLANNED``), and the options that the name stands for.
Names = Mapping[str, tuple[str, Mapping[str, Any]]]


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """One round of a plan.

    ``system``: "" leaves it open. ``options``: those of the system that the director chose, as JSON values. ``lag``: how many
    rounds the standings are behind (0: the latest). ``minutes``: how long it lasts, where that differs from the division's rounds.
    """

    system: str = ""
    options: Mapping[str, Any] = field(default_factory=lambda: _NOTHING)
    lag: int = 0
    minutes: int | None = None

    def kind(self) -> tuple[str, Mapping[str, Any]]:
        """What two rounds share that belong to one schedule."""
        return self.system, dict(self.options)


#: The rounds of a plan by number, in order; a round without one is not planned.
Plan = Mapping[int, PlannedRound]


@dataclass(frozen=True, slots=True)
class Stretch:
    """Rounds one after the other that are planned alike; ``planned`` None: not planned."""

    first: int
    last: int
    planned: PlannedRound | None


def stretches(plan: Plan, rounds: int) -> list[Stretch]:
    """Rounds 1 to ``rounds`` by what is planned for them."""
    parts: list[Stretch] = []
    for number in range(1, rounds + 1):
        planned = plan.get(number)
        if parts and parts[-1].planned == planned:
            parts[-1] = replace(parts[-1], last=number)
        else:
            parts.append(Stretch(number, number, planned))
    return parts


def choice_in(plan: Plan, number: int, games: int = 1) -> dict[str, Any]:
    """What pairs round ``number``: ``system``, ``options``, ``based_on`` (None: the latest standings); {} where nothing is planned.

    Schedules, openings and matches (of ``games`` rounds) begin with the first of the rounds that are planned alike, unless the
    options say where.
    """
    planned = plan.get(number)
    if planned is None or not planned.system:
        return {}
    options = dict(planned.options)
    first = _first_alike(plan, number)
    if first > 1 and _has_start(planned, games):
        options.setdefault("first_round", first)
    based_on = max(0, number - 1 - planned.lag) if planned.lag else None
    return {"system": planned.system, "options": options, "based_on": based_on}


def _has_start(planned: PlannedRound, games: int) -> bool:
    """Whether it matters in which round the system begins."""
    system = SYSTEMS[planned.system]
    if not any(one.name == "first_round" for one in system.offered()):
        return False
    return system.scheduled or bool(system.lasts) or bool(planned.options.get("meeting_games", games) > 1)


def _first_alike(plan: Plan, number: int) -> int:
    kind = plan[number].kind()
    while number - 1 in plan and plan[number - 1].kind() == kind:
        number -= 1
    return number


def with_round_after(plan: Plan, number: int, games: int = 1) -> Plan:
    """The plan with one more round after round ``number``, later ones moved back by one.

    It is planned like round ``number``, unless the opening that this belongs to is over; then like the round that followed.
    """
    moved = {later if later <= number else later + 1: one for later, one in plan.items()}
    for like in (plan.get(number), plan.get(number + 1)):
        if like is not None:
            longer = _in_order({**moved, number + 1: replace(like, minutes=None)})
            if _fits(longer, games):
                return longer
    return _in_order(moved)


def _fits(plan: Plan, games: int) -> bool:
    try:
        refuse_too_long(plan, games)
    except RulesError:
        return False
    return True


def without_round(plan: Plan, number: int) -> Plan:
    """The plan without round ``number``; later ones move up by one."""
    return _in_order({later if later < number else later - 1: one for later, one in plan.items() if later != number})


def _in_order(plan: Plan) -> Plan:
    """The rounds by number; no standings are further behind than the seeding."""
    return {number: replace(plan[number], lag=min(plan[number].lag, number - 1)) for number in sorted(plan)}


def checked(planned: PlannedRound, number: int) -> PlannedRound:
    """The round with its options as JSON values, without those that are usual, and standings no further behind than the seeding.

    Raises RulesError for a system or option that does not exist, and for a value that an option cannot have.
    """
    if not planned.system:
        return PlannedRound(minutes=planned.minutes)
    if planned.system not in SYSTEMS:
        raise RulesError("there is no pairing system “%(system)s”", system=planned.system)
    own = {one.name: one for one in SYSTEMS[planned.system].offered()}
    if unknown := sorted(set(planned.options) - set(own)):
        raise RulesError(
            "%(system)s has no option “%(option)s”", system=name_of(SYSTEMS[planned.system]), option=unknown[0]
        )
    read_options({**planned.options, "system": planned.system})
    read = {name: own[name].read(value) for name, value in sorted(planned.options.items())}
    options = {
        name: _json(value) for name, value in read.items() if value != own[name].default or name in _OF_THE_DIVISION
    }
    return replace(planned, options=options, lag=min(planned.lag, number - 1))


def refuse_too_long(plan: Plan, games: int = 1) -> None:
    """Raise RulesError for an opening that is planned for more rounds than it has. ``games``: rounds of a match."""
    for number, planned in plan.items():
        system = SYSTEMS.get(planned.system, PairingOptions)
        if not system.lasts or "first_round" in planned.options:
            continue
        most = planned.options.get(system.lasts, _default(system, system.lasts))
        most = most * planned.options.get("meeting_games", games)
        if number - _first_alike(plan, number) >= most:
            raise RulesError(
                "%(system)s ends after %(most)d rounds; round %(number)d needs another system",
                system=typed_name(planned)[0],
                most=most,
                number=number,
            )


def _default(system: type[PairingOptions], name: str) -> Any:
    return next(one.default for one in system.options() if one.name == name)


# ----- typed plans


def name_of(system: type[PairingOptions]) -> str:
    """A system's English name."""
    return system.label.split(" – ")[0]


@cache
def typed_names() -> Names:
    """What can be typed for each system, in small letters."""
    names: dict[str, tuple[str, Mapping[str, Any]]] = {NOT_PLANNED: ("", _NOTHING)}
    for system in systems():
        for name in (system.key, system.key.replace("_", " "), name_of(system)):
            names[name.casefold()] = (system.key, _NOTHING)
        for name, options in system.typed.items():
            names[name.casefold()] = (system.key, options)
    return names


_HEAD = re.compile(r"\s*(?P<total>\d{1,4})\s+rounds?\s*:\s*", re.IGNORECASE)
_COUNT = re.compile(
    r"(?P<count>\d{1,4})\s*(?:[x×]|(?:rounds?\s+of|rounds)\s|\s|(?=[^\W\d_a-z]))\s*(?P<rest>.+)", re.IGNORECASE
)
_OPTIONS = re.compile(r"\((?P<options>[^()]*)\)")
_LAGS = (
    re.compile(r"\b(?:on )?(?:standings )?lagged by (?P<lag>\d{1,3})(?: rounds?)?(?!\S)", re.IGNORECASE),
    re.compile(r"\b(?:on )?(?:standings )?(?P<lag>one|two|three|\d{1,3}) rounds? behind(?!\S)", re.IGNORECASE),
    re.compile(r"\b(?:on )?lagged(?: standings)?(?!\S)", re.IGNORECASE),
)
#: “Rounds” between a number and a system in the languages that write no space there: “4ラウンドスイス式”, “4輪瑞士制”.
_ROUNDS = ("ラウンド", "輪", "રાઉન્ડ")
_WORDS = {"one": 1, "two": 2, "three": 3}
_MINUTES = re.compile(r"(?:\b(?:of|in|lasting) )?\b(?P<minutes>\d{1,4}) ?min(?:ute)?s?(?: each)?(?!\S)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a typed plan; ``count`` None: the rounds that are left."""

    text: str
    count: int | None
    planned: PlannedRound
    #: the system's option for how long it lasts follows from the count
    fits: str = ""


def read_plan(
    text: str,
    *,
    first: int = 1,
    total: int | None = None,
    most: int | None = None,
    names: Names | None = None,
    games: int = 1,
) -> dict[int, PlannedRound]:
    """A typed plan, from round ``first`` on: parts such as “4 Swiss on lagged standings”, between commas or on lines.

    One part may have no number: it gets the rounds that are left of the ``total`` (of the event), or of the total that the text
    begins with (“8 rounds: …”). ``most``: the most that a division may have. ``names``: what systems are called besides
    ``typed_names()``. ``games``: rounds of a match. Raises RulesError saying what is wrong where.
    """
    text = " ".join(_plain(text.replace("\n", ", ")).split())
    said = None
    if head := _HEAD.match(text):
        said, text = int(head["total"]), text[head.end() :]
        total = said
    known = {**{_plain(name): meant for name, meant in (names or {}).items()}, **typed_names()}
    parts = [_read_part(one, known) for one in _split(text)]
    if not parts:
        raise RulesError("nothing is planned; type for example “3 Swiss, 1 KOTH”")
    counts = _counts(parts, first, total, said)
    if most is not None and sum(counts) + first - 1 > most:
        raise RulesError("a division has at most %(most)d rounds", most=most)
    plan: dict[int, PlannedRound] = {}
    number = first
    for part, count in zip(parts, counts, strict=True):
        planned = part.planned
        if part.fits and count != _default(SYSTEMS[planned.system], part.fits):
            planned = replace(planned, options={**planned.options, part.fits: count})
        for _each in range(count):
            plan[number] = checked(planned, number)
            number += 1
    refuse_too_long(plan, games)
    return plan


def _plain(text: str) -> str:
    """Digits, commas, colons and brackets of every keyboard as plain ones."""
    return plain_digits(plain_text(plain_separators(text)))


def _counts(parts: list[_Part], first: int, total: int | None, said: int | None) -> list[int]:
    """How many rounds each part has. Raises RulesError."""
    counted = sum(part.count or 0 for part in parts)
    open_ = [part for part in parts if part.count is None]
    if len(open_) > 1:
        raise RulesError(
            "“%(one)s” and “%(other)s” have no number of rounds; only one part may have the rest",
            one=open_[0].text,
            other=open_[1].text,
        )
    if open_ and total is None:
        raise RulesError("how many rounds of “%(part)s”? Begin with a number", part=open_[0].text)
    left = (total or 0) - (first - 1) - counted
    if open_ and left < 1:
        raise RulesError(
            "no round is left for “%(part)s”: the other parts take %(sum)d of the %(total)d rounds",
            part=open_[0].text,
            sum=counted + first - 1,
            total=total,
        )
    if said is not None and not open_ and left != 0:
        raise RulesError(
            "the parts add up to %(sum)d rounds, but the plan begins with %(total)d",
            sum=counted + first - 1,
            total=said,
        )
    return [left if part.count is None else part.count for part in parts]


def _split(text: str) -> Iterator[str]:
    """The parts of a plan: between commas, semicolons, “then” and “and”, but not inside brackets."""
    depth, part = 0, ""
    for piece in re.split(r"([(),;。]|\bthen\b|\band\b)", text):
        if piece == "(":
            depth += 1
        elif piece == ")":
            depth -= 1
        if depth <= 0 and piece in {",", ";", "。", "then", "and"}:
            if part.strip():
                yield part.strip()
            part = ""
        else:
            part += piece
    if depth:
        raise RulesError("a parenthesis is missing in “%(part)s”", part=part.strip())
    if part.strip(" ."):
        yield part.strip(" .")


def _read_part(text: str, names: Names) -> _Part:
    rest, lag, minutes = text, 0, None
    options: dict[str, str] = {}
    for bracket in _OPTIONS.finditer(text):
        options |= _bracket(bracket["options"])
    rest = _OPTIONS.sub(" ", rest)
    count = None
    if counted := _COUNT.fullmatch(rest.strip()):
        count, rest = int(counted["count"]), counted["rest"]
        if count == 0:
            raise RulesError("“%(part)s” has no rounds; leave it out", part=text)
    for pattern in _LAGS:
        if match := pattern.search(rest):
            said = match.groupdict().get("lag") or "one"
            lag = _WORDS.get(said.casefold()) or int(said)
            rest = rest[: match.start()] + rest[match.end() :]
            break
    if match := _MINUTES.search(rest):
        minutes, rest = int(match["minutes"]), rest[: match.start()] + rest[match.end() :]
    phrases: dict[str, tuple[str, int]] = {}
    for name, pattern in _phrases().items():
        if match := pattern.search(rest):
            times = next(group for group in match.groups() if group is not None)
            phrases[name] = (match[0].strip(), 0 if times.casefold() == "no" else int(times))
            rest = rest[: match.start()] + rest[match.end() :]
    key, meant = _system(rest, names)
    if not key:
        return _open_part(text, count, minutes, more=bool(lag or options or phrases))
    system = SYSTEMS[key]
    values: dict[str, Any] = dict(meant)
    for name, (phrase, number) in phrases.items():
        own = _own(system, name, phrase)
        _refuse_out_of_bounds(own, phrase, number)
        values[own.name] = number
    for name, value in options.items():
        own = _own(system, name, name)
        values[own.name] = _value(own, value)
    fits = system.lasts if system.lasts not in values else ""
    return _Part(text, count, PlannedRound(key, values, lag, minutes), fits)


def _open_part(text: str, count: int | None, minutes: int | None, *, more: bool) -> _Part:
    """Rounds that are left open. Raises RulesError where something is said about their pairing all the same."""
    if more:
        raise RulesError("“%(part)s”: rounds that are not planned have no options", part=text)
    return _Part(text, count, PlannedRound(minutes=minutes))


def _refuse_out_of_bounds(option: Option, phrase: str, number: int) -> None:
    """Raise RulesError, in the words that were typed, for a number that the option cannot have."""
    try:
        option.read(number)
    except RulesError as error:
        low, high = option.bounds or (0, 0)
        raise RulesError(
            "“%(phrase)s” is not possible; the number must be %(low)s to %(high)s", phrase=phrase, low=low, high=high
        ) from error


def _system(text: str, names: Names) -> tuple[str, Mapping[str, Any]]:
    """The system that is called this."""
    name = " ".join(text.split()).casefold().strip(" .:")
    shorter = [name.removesuffix(word) for word in (" rounds", " round", " pairing")]
    shorter += [name.removeprefix(word).strip() for word in _ROUNDS]
    for tried in (name, *shorter):
        if tried in names:
            return names[tried]
    if not name:
        raise RulesError("a part names no pairing system; type for example “3 Swiss”")
    near = get_close_matches(name, names, n=1)
    if near:
        raise RulesError(
            "there is no pairing system “%(system)s” (did you mean “%(near)s”?)", system=name, near=near[0]
        )
    known = ", ".join(name_of(system) for system in systems())
    raise RulesError("there is no pairing system “%(system)s”; there are: %(known)s", system=name, known=known)


def _own(system: type[PairingOptions], name: str, typed: str) -> Option:
    """The option of this name that the system offers. Raises RulesError."""
    for one in system.offered():
        if one.name == name or one.label.casefold() == name.casefold():
            return one
    raise RulesError("%(system)s has no option “%(option)s”", system=name_of(system), option=typed)


def _bracket(text: str) -> dict[str, str]:
    options = {}
    for part in text.split(";"):
        name, equals, value = part.partition("=")
        if not part.strip():
            continue
        if not equals or not name.strip() or not value.strip():
            raise RulesError("“%(part)s” cannot be read; write options as (name=value; name=value)", part=part.strip())
        options[name.strip()] = value.strip()
    return options


@cache
def _phrases() -> Mapping[str, re.Pattern[str]]:
    """The words for options, by their names; # is a number or “no”."""
    patterns = {}
    for one in all_options().values():
        if one.typed:
            ways = "|".join(re.escape(way).replace("\\#", r"(\d{1,3}|no)") + "?" for way in one.typed)
            patterns[one.name] = re.compile(rf"\b(?:with )?(?:{ways})(?!\S)", re.IGNORECASE)
    return patterns


def _value(option: Option, text: str) -> Any:
    """A value as it was typed. Raises RulesError."""
    try:
        return _READ.get(option.kind, str)(text)
    except ValueError as error:
        raise RulesError("“%(value)s” does not fit “%(option)s”", value=text, option=option.name) from error


def _switch(text: str) -> bool:
    values = {"yes": True, "no": False, "true": True, "false": False}
    if text.casefold() not in values:
        raise ValueError(text)
    return values[text.casefold()]


def _range(text: str) -> list[int]:
    low, _dash, high = text.replace("–", "-").partition("-")
    return [int(low), int(high)]


def _count_of(text: str) -> list[Any]:
    name, _colon, count = text.rpartition(":")
    return [name.strip(), int(count)]


def _choice(text: str) -> Any:
    return int(text) if text.isascii() and text.isdecimal() else text


def _each(read: Any) -> Any:
    return lambda text: [read(part.strip()) for part in text.split(",") if part.strip()]


_READ: Mapping[Kind, Any] = {
    Kind.SWITCH: _switch,
    Kind.WHOLE: int,
    Kind.NUMBER: float,
    Kind.CHOICE: _choice,
    Kind.WHOLES: _each(int),
    Kind.NUMBERS: _each(float),
    Kind.RANGES: _each(_range),
    Kind.COUNTS: _each(_count_of),
}


def write_plan(plan: Plan, *, first: int = 1, rounds: int | None = None) -> str:
    """The plan as it can be typed, from round ``first`` on to ``rounds`` (None: the last that is planned); "" where nothing is."""
    last = rounds if rounds is not None else max(plan, default=0)
    shown = [one for one in stretches(plan, last) if one.last >= first]
    if not any(one.planned and (one.planned.system or one.planned.minutes) for one in shown):
        return ""
    return ", ".join(_write(one.planned or PlannedRound(), one.last - max(first, one.first) + 1) for one in shown)


def _write(planned: PlannedRound, count: int) -> str:
    words, brackets = [str(count), NOT_PLANNED], list[str]()
    if planned.system:
        words, brackets = _write_system(planned, count)
    if planned.minutes is not None:
        words.append(f"of {planned.minutes} minutes")
    if brackets:
        words.append(f"({'; '.join(brackets)})")
    return " ".join(words)


def _write_system(planned: PlannedRound, count: int) -> tuple[list[str], list[str]]:
    """The system with its options and standings: the words, and what stands in brackets."""
    name, left = typed_name(planned)
    system = SYSTEMS[planned.system]
    if left.get(system.lasts) == count:
        del left[system.lasts]
    words, brackets = [str(count), name], []
    own = {one.name: one for one in system.offered()}
    for option, value in left.items():
        if own[option].typed:
            words.append(own[option].typed[0].replace("#", str(value)).removesuffix("s" if value == 1 else ""))
        else:
            brackets.append(f"{option}={own[option].written(value)}")
    if planned.lag:
        words.append("on lagged standings" if planned.lag == 1 else f"lagged by {planned.lag}")
    return words, brackets


def typed_name(planned: PlannedRound) -> tuple[str, dict[str, Any]]:
    """The best words for a planned system, and the options that they do not stand for. How long it lasts is always in one of the two."""
    system, options = SYSTEMS[planned.system], dict(planned.options)
    if system.lasts:
        options.setdefault(system.lasts, _default(system, system.lasts))
    fitting = [
        (name, meant) for name, meant in system.typed.items() if all(options.get(key) == meant[key] for key in meant)
    ]
    name, meant = max(fitting, key=lambda one: len(one[1]), default=(name_of(system), _NOTHING))
    return name, {key: value for key, value in options.items() if key not in meant}


def _json(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, (list, tuple)):
        return [_json(one) for one in value]
    return str(value) if isinstance(value, str) else value
