"""Settings for people: those in force at a division, and the reference ``docs/settings.md``."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import override

from tournaments.settings.choices import Game
from tournaments.settings.metadata import ALL, CHANGE_WORDS, Change, Kind, Setting, settings_in
from tournaments.settings.rule_options import RULE_OPTIONS


@dataclass(frozen=True, slots=True)
class Section:
    """Settings under one heading: their labels and values in words."""

    label: str
    lines: tuple[tuple[str, str], ...]


def in_force(settings: Any, game: str, rules: str) -> Iterator[Section]:
    """What holds by these settings, each in words; those that do not matter here are left out."""
    yield from _sections(type(settings), settings, game, rules)
    options = RULE_OPTIONS[game]
    values = options.values(rules, settings.rule_options)
    yield from _sections(options.declared, options.declared(**values), game, rules)


def _sections(cls: type[Any], settings: Any, game: str, rules: str) -> Iterator[Section]:
    by_label: dict[str, list[tuple[str, str]]] = {}
    for name, one in settings_in(cls).items():
        if one.public and one.fits(game, rules) and (one.matters is None or one.matters(settings)):
            line = (str(one.label), one.in_words(getattr(settings, name)))
            by_label.setdefault(str(one.group.label), []).append(line)
    return (Section(label, tuple(lines)) for label, lines in by_label.items())


def markdown(cls: type[Any]) -> str:
    """The reference of all settings in English."""
    with override("en"):
        parts = [_INTRODUCTION, *_tables(cls)]
        for game, options in RULE_OPTIONS.items():
            parts += [
                f"# Options of the rules: {Game(game).label}\n",
                *_tables(options.declared, change=Change.UNTIL_FIRST_ROUND),
            ]
    return "\n".join(parts)


_INTRODUCTION = """# Settings of a division

Each setting is declared once, in `tournaments/settings/`; the forms, the API, the checks of the database, the page
“Rules in force” of each division and this page are made from that. This page is written by
`python manage.py settings_reference > docs/settings.md`; a test compares the two.

“May change”: who changes something that needs a reason sees first whose place changes; reason and change stand in the log.
"""


def _tables(cls: type[Any], *, change: Change | None = None) -> Iterator[str]:
    groups: dict[str, list[Setting]] = {}
    for one in settings_in(cls).values():
        groups.setdefault(str(one.group.label), []).append(one)
    for label, settings in groups.items():
        yield f"## {label}\n"
        yield "| setting | name in the API | values | usual | may change | meaning |\n|---|---|---|---|---|---|"
        yield from (_row(one, change or one.change) for one in settings)
        yield ""


def _row(one: Setting, change: Change) -> str:
    only = "" if one.games == ALL else " (" + ", ".join(str(Game(game).label) for game in sorted(one.games)) + ")"
    name = f"`{one.name}`" if one.in_api else "–"
    usual = "; ".join(
        [_usual(one, one.default), *(f"{_usual(one, value)} ({Game(game).label})" for game, value in one.first.items())]
    )
    cells = [f"{one.label}{only}", name, _values(one), usual, str(CHANGE_WORDS[change]), str(one.help)]
    return "| " + " | ".join(cells) + " |"


def _usual(one: Setting, value: Any) -> str:
    return "–" if one.kind is Kind.OPTIONS else one.in_words(value)


def _values(one: Setting) -> str:
    if one.kind is Kind.FLAG:
        return "yes, no"
    if one.choices is not None:
        return ", ".join(f"{label} (`{value}`)" for value, label in one.options())
    bounds = one.bounds_at() or one.each
    if bounds is None:
        return "parameters of the rules" if one.kind is Kind.OPTIONS else "text"
    many = "numbers " if one.kind is Kind.NUMBERS else ""
    return f"{many}{bounds[0]} to {bounds[1]}" + (", or empty" if one.optional else "")
