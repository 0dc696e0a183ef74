"""Settings for people: those in force at a division, and the reference ``docs/settings.md``."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import override

from games.registry import GAMES
from tournaments.settings.metadata import CHANGE_WORDS, Change, Kind, Setting, settings_in


@dataclass(frozen=True, slots=True)
class Section:
    """Settings under one heading: their labels and values in words."""

    label: str
    lines: tuple[tuple[str, str], ...]


def in_force(settings: Any, game: str, rules: str) -> Iterator[Section]:
    """These settings in words, without those that do not matter here."""
    yield from _sections(settings, game, rules)
    played = GAMES[game]
    values = played.initial_options(rules, settings.rule_options)
    lines = tuple(
        (str(field.label), _chosen(field, values[name]))
        for name, field in played.option_fields().items()
        # A choice that is left open says nothing by itself: a level only fills in the finish line.
        if not (isinstance(field, forms.ChoiceField) and values[name] == "")
    )
    if lines:
        yield Section(str(played.options_heading), lines)


def _sections(settings: Any, game: str, rules: str) -> Iterator[Section]:
    by_label: dict[str, list[tuple[str, str]]] = {}
    for name, one in settings_in(type(settings)).items():
        if one.public and one.fits(game) and (one.matters is None or one.matters(settings)):
            value = getattr(settings, name)
            line = (str(one.label), one.by_rules(value, rules) if one.by_rules else one.in_words(value))
            by_label.setdefault(str(one.group.label), []).append(line)
    return (Section(label, tuple(lines)) for label, lines in by_label.items())


def _chosen(field: forms.Field, value: Any) -> str:
    """An option of the rules in words; the placeholder of its field says what an empty one means."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value in (None, ""):
        return str(field.widget.attrs.get("placeholder") or _("none"))
    return str(_labels(field).get(value, value))


def _labels(field: forms.Field) -> dict[Any, Any]:
    """Its choices by value; none where there is nothing to choose from."""
    choices: Any = field.choices if isinstance(field, forms.ChoiceField) else ()
    return dict(choices)


def markdown(cls: type[Any]) -> str:
    """The reference of all settings in English."""
    with override("en"):
        parts = [_INTRODUCTION, *_tables(cls)]
        for game in GAMES.values():
            if fields := game.option_fields():
                defaults = game.initial_options(game.default_rules, {})
                rows = [_option_row(name, field, defaults[name]) for name, field in fields.items()]
                parts += [f"# Rule options: {game.label}\n", f"## {game.options_heading}\n", _HEAD, *rows, ""]
    return "\n".join(parts)


_INTRODUCTION = """# Settings of a division

Each setting is declared once, in `tournaments/settings/`; the forms, the API, the checks of the database, the page
“Rules in force” of each division and this page are made from that. This page is written by
`python manage.py settings_reference > docs/settings.md`; a test compares the two.

“May change”: who changes something that needs a reason sees first whose place changes; reason and change stand in the log.
"""


_HEAD = "| setting | name in the API | values | usual | may change | meaning |\n|---|---|---|---|---|---|"


def _tables(cls: type[Any]) -> Iterator[str]:
    groups: dict[str, list[Setting]] = {}
    for one in settings_in(cls).values():
        groups.setdefault(str(one.group.label), []).append(one)
    for label, settings in groups.items():
        yield f"## {label}\n"
        yield _HEAD
        yield from map(_row, settings)
        yield ""


def _row(one: Setting) -> str:
    games = [game for game in GAMES.values() if one.fits(game.key)]
    only = "" if len(games) == len(GAMES) else f" ({', '.join(str(game.label) for game in games)})"
    name = f"`{one.name}`" if one.in_api else "–"
    special = [game for game in games if one.suggested(game.key) != one.default]
    defaults = [
        _default(one, one.default),
        *(f"{_default(one, one.suggested(game.key))} ({game.label})" for game in special),
    ]
    return _line(f"{one.label}{only}", name, _values(one), "; ".join(defaults), CHANGE_WORDS[one.change], one.help)


def _option_row(name: str, field: forms.Field, default: object) -> str:
    words = _chosen(field, default)
    change = CHANGE_WORDS[Change.UNTIL_FIRST_ROUND]
    return _line(field.label, f"`{name}`", _option_values(field), words, change, field.help_text)


def _option_values(field: forms.Field) -> str:
    if isinstance(field, forms.BooleanField):
        return "yes, no"
    if labels := _labels(field):
        return ", ".join(f"{label} (`{value}`)" for value, label in labels.items())
    assert isinstance(field, forms.IntegerField)
    return f"{field.min_value} to {field.max_value}" + ("" if field.initial is not None else ", or empty")


def _line(*cells: object) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"


def _default(one: Setting, value: Any) -> str:
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
