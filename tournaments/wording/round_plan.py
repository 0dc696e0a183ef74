"""The plan of a division's rounds in words."""

from collections.abc import Iterator, Mapping
from datetime import datetime

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.wording import listed
from tournaments.engine.pairing import SYSTEMS, systems
from tournaments.engine.pairing.options import Kind, Option
from tournaments.engine.round_plan import Names, Plan, PlannedRound, stretches
from tournaments.models import Division
from tournaments.wording.engine import system_name, translated


def typed_names_here() -> Names:
    """What pairing systems are called in the reader's language, in small letters."""
    return {system_name(system.key).casefold(): (system.key, {}) for system in systems()}


def planned_system(division: Division, key: str) -> str:
    """The name of a system as the division's pages have it: at tables of more than two how the tables are made."""
    label = SYSTEMS[key].tables[0] if division.settings.table_size > 2 and key in SYSTEMS else ""
    return translated(label).split(":")[0] if label else system_name(key)


def planned_in_words(division: Division, planned: PlannedRound | None) -> str:
    """A planned round: its system, the standings, repeats, prizes and options, and its length where that is its own."""
    parts = [_("Not planned: as the round before")]
    if planned is not None and planned.system:
        parts = [planned_system(division, planned.system), *_how(division, planned)]
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
    yield from (_option(own[name], value) for name, value in planned.options.items() if name in own)


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
        words = planned_in_words(division, stretch.planned)
        if begins in times:
            words = _("%(plan)s; from %(time)s") % {
                "plan": words,
                "time": date_format(times[begins], "SHORT_DATETIME_FORMAT"),
            }
        lines.append((rounds_in_words(begins, stretch.last), words))
    return lines


def plan_in_short(division: Division, plan: Plan) -> str:
    """The plan in one line: “2 × Initial Fontes, 4 × Swiss, 2 × King of the hill”; "" without one."""
    parts: list[tuple[str, int]] = []
    for number in range(1, division.settings.rounds_planned + 1):
        system = plan[number].system if number in plan else ""
        if parts and parts[-1][0] == system:
            parts[-1] = (system, parts[-1][1] + 1)
        else:
            parts.append((system, 1))
    if all(not system for system, _count in parts):
        return ""
    text = _("%(count)d × %(system)s")
    return listed(
        text % {"count": count, "system": planned_system(division, system) if system else _("not planned")}
        for system, count in parts
    )
