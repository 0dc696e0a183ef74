"""The plan of a division's rounds in words."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from itertools import groupby

from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.wording import listed
from tournaments.engine.pairing import SYSTEMS, systems
from tournaments.engine.pairing.options import Kind, Option
from tournaments.engine.round_plan import NOT_PLANNED, Names, Plan, PlannedRound, stretches, typed_name
from tournaments.labels import translated
from tournaments.models import Division
from tournaments.wording.engine import system_name


def typed_names_here() -> Names:
    """What pairing systems are called in the reader's language, in small letters."""
    names: dict[str, tuple[str, Mapping[str, object]]] = {translated(NOT_PLANNED).casefold(): ("", {})}
    for system in systems():
        names[system_name(system.key).casefold()] = (system.key, {})
        names |= {translated(name).casefold(): (system.key, meant) for name, meant in system.typed.items()}
    return names


def planned_system(division: Division, planned: PlannedRound) -> str:
    """The system in short: “Swiss”, “Round robin in fours”; at tables of more than two how the tables are made."""
    system = SYSTEMS[planned.system]
    if division.settings.table_size > 2 and system.tables[0]:
        return translated(system.tables[0]).split(":")[0]
    name, _left = typed_name(planned)
    return capfirst(translated(name)) if system.typed.get(name) else system_name(planned.system)


def planned_in_words(division: Division, planned: PlannedRound | None, *, first: bool = False) -> str:
    """A planned round: its system, the standings, repeats, prizes and options, and its length where that is its own.

    ``first``: round 1, which no round comes before.
    """
    parts = [_("Not planned") if first else _("Not planned: same as the previous round")]
    if planned is not None and planned.system:
        parts = [planned_system(division, planned), *_how(division, planned)]
    if planned is not None and planned.minutes is not None:
        minutes = ngettext("%(count)d minute", "%(count)d minutes", planned.minutes)
        parts.append(minutes % {"count": planned.minutes})
    return "; ".join(parts)


def _how(division: Division, planned: PlannedRound) -> Iterator[str]:
    if planned.lag:
        text = ngettext("on standings %(count)d round behind", "on standings %(count)d rounds behind", planned.lag)
        yield text % {"count": planned.lag}
    if division.settings.table_size > 2:
        return  # there are no options for tables of more than two
    system = SYSTEMS[planned.system]
    if system.for_prizes and "prizes" not in planned.options:
        yield _("for the event's prizes")
    own = {one.name: one for one in system.offered()}
    _name, left = typed_name(planned)
    yield from (_option(own[name], value) for name, value in left.items())


def _option(option: Option, value: object) -> str:
    """An option and its value: “Maximum repeats: 2”; a switch by its label alone."""
    if option.kind is Kind.SWITCH and not option.optional:
        label = option.label if value else option.off
        return translated(label) if label else _("%(label)s: no") % {"label": translated(option.label)}
    shown = option.written(value)
    if option.kind is Kind.SWITCH:
        shown = _("yes") if value else _("no")
    if option.kind is Kind.CHOICE:
        shown = next((translated(text) for key, text in option.choices.items() if key == value), shown)
    return _("%(label)s: %(value)s") % {"label": translated(option.label), "value": shown}


def rounds_in_words(first: int, last: int) -> str:
    """The rounds of a stretch: “Round 3”, “Rounds 4 to 7”."""
    if first == last:
        return _("Round %(number)d") % {"number": first}
    return _("Rounds %(first)d to %(last)d") % {"first": first, "last": last}


def plan_in_words(
    division: Division, plan: Plan, times: Mapping[int, datetime], *, first: int = 1, rounds: int | None = None
) -> list[tuple[str, str]]:
    """The plan from round ``first`` on, rounds planned alike together: which, and how, with the time of the first. Empty without one."""
    if not any(planned.system or planned.minutes for planned in plan.values()):
        return []
    lines = []
    for stretch in stretches(plan, rounds or division.settings.rounds_planned):
        if stretch.last < first:
            continue
        begins = max(first, stretch.first)
        words = planned_in_words(division, stretch.planned, first=begins == 1)
        if begins in times:
            words = _("%(plan)s; from %(time)s") % {
                "plan": words,
                "time": date_format(times[begins], "SHORT_DATETIME_FORMAT"),
            }
        lines.append((rounds_in_words(begins, stretch.last), words))
    return lines


def plan_in_short(division: Division, plan: Plan) -> str:
    """The plan in one line: “2 × Initial Fontes, 4 × Swiss, 2 × King of the hill”; "" without one."""
    names = [
        planned_system(division, plan[number]) if number in plan and plan[number].system else ""
        for number in range(1, division.settings.rounds_planned + 1)
    ]
    if not any(names):
        return ""
    text = _("%(count)d × %(system)s")
    parts = [(name, len(list(rounds))) for name, rounds in groupby(names)]
    return listed(text % {"count": count, "system": name or translated(NOT_PLANNED)} for name, count in parts)
