"""How to pair a round: the system, the standings it is based on, and the system's own options (``engine.pairing.options``)."""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.engine.model import PrizePlaces
from tournaments.engine.pairing import SYSTEMS, PairingOptions, read_options
from tournaments.engine.pairing.options import (
    GROUP_LABELS,
    LISTS,
    MOST_VALUES,
    Group,
    Kind,
    Option,
    RulesError,
    all_options,
)
from tournaments.models import Division
from tournaments.queries.snapshot import prize_places_of
from tournaments.wording.engine import rules_refused, said, system_choices, table_choices

__all__ = ["PairForm", "pair_form"]


class ListField(forms.CharField):
    """A list such as “500, 250”."""

    def __init__(self, *, kind: Kind, **about: Any) -> None:
        self.kind = kind
        super().__init__(max_length=300, required=False, **about)

    def to_python(self, value: Any) -> Any:
        """The entries as a tuple; nothing for nothing."""
        text = super().to_python(value)
        parts = [part.strip() for part in str(text).split(",") if part.strip()]
        if len(parts) > MOST_VALUES:
            raise ValidationError(_("Too many values: the limit is %(most)d.") % {"most": MOST_VALUES})
        values = []
        for part in parts:
            try:
                values.append(_READ[self.kind](part))
            except ValueError as error:
                raise ValidationError(_("“%(part)s” does not belong here.") % {"part": part}) from error
        return tuple(values)


def _range(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,4})\s*[-–]\s*(\d{1,4})", text, re.ASCII)
    if match is None:
        raise ValueError(text)
    return int(match[1]), int(match[2])


def _count(text: str) -> tuple[str, int]:
    name, _colon, count = text.rpartition(":")
    if not name.strip() or not re.fullmatch(r"\s*\d{1,3}\s*", count, re.ASCII):
        raise ValueError(text)
    return name.strip(), int(count)


_READ: dict[Kind, Any] = {Kind.WHOLES: int, Kind.NUMBERS: float, Kind.RANGES: _range, Kind.COUNTS: _count}


def _field_name(known: Option) -> str:
    """A switch that is usually on is shown as one that switches it off."""
    return f"no_{known.name}" if known.off else known.name


def _field(known: Option) -> forms.Field:
    """The form field of an option."""
    about: dict[str, Any] = {"label": said(known.off or known.label), "help_text": said(known.help), "required": False}
    if known.kind is Kind.SWITCH and known.optional:
        choices = [("", said(known.unset)), ("yes", _("yes")), ("no", _("no"))]
        return forms.TypedChoiceField(choices=choices, coerce=lambda value: value == "yes", empty_value=None, **about)
    if known.kind is Kind.SWITCH:
        return forms.BooleanField(**about)
    if known.kind is Kind.CHOICE:
        choices = [(str(value), said(text)) for value, text in known.choices.items()]
        if known.optional:
            choices.insert(0, ("", said(known.unset)))
        else:
            about["initial"] = str(known.default)
        return forms.TypedChoiceField(choices=choices, coerce=known.of, empty_value=None, **about)
    if known.kind in LISTS:
        del about["required"]
        return ListField(kind=known.kind, **about)
    if known.kind is Kind.TEXT:
        return forms.CharField(max_length=known.longest, **about)
    low, high = known.bounds or (None, None)
    number: Any = forms.IntegerField if known.kind is Kind.WHOLE else forms.FloatField
    return number(min_value=low, max_value=high, **about)  # type: ignore[no-any-return]


def pair_form(
    division: Division,
    number: int,
    data: Mapping[str, Any] | None = None,
    *,
    usual: Mapping[str, Any] = MappingProxyType({}),
    typed: Mapping[str, Any] | None = None,
) -> "PairForm":
    """The choice that fits the division's tables. ``usual``: the system and options that it opens with.

    ``typed``: what was typed before another system was chosen, to be shown with that system's options.
    """
    initial = {name: value for name, value in typed.items() if value} if typed else _initial_of(division, usual)
    form = PairForm(data, number=number, initial=initial, tables=division.settings.table_size > 2)
    form.division, form.reopened = division, typed is not None
    return form


def _initial_of(division: Division, usual: Mapping[str, Any]) -> dict[str, Any]:
    """The fields for a system and its options, as one would fill them in; what is usual for the division stays empty."""
    if not usual:
        return {}
    games = division.settings.meeting_games
    settings = {"max_repeats": division.settings.max_repeats, "meeting_games": games, "stage_games": (games,)}
    try:
        empty = read_options(settings | {"system": usual["system"]})
        given = read_options(usual["options"] | {"system": usual["system"]})
    except RulesError:  # an option of an earlier version
        return {"system": usual["system"]}
    initial: dict[str, Any] = {"system": usual["system"]}
    for known in given.offered():
        value = getattr(given, known.name)
        if known.name in usual["options"] and value != getattr(empty, known.name):
            initial[_field_name(known)] = not value if known.off else _typed(known, value)
    return initial


def _typed(known: Option, value: Any) -> Any:
    """The value of an option as it is typed into its field."""
    if known.kind is Kind.SWITCH and known.optional:
        return "yes" if value else "no"
    if known.kind not in LISTS:
        return value
    between = {Kind.COUNTS: ": ", Kind.RANGES: "-"}.get(known.kind)
    return ", ".join(between.join(map(str, part)) if between else str(part) for part in value)


def _say_prizes(form: "PairForm", prizes: PrizePlaces) -> None:
    """What the fields of the prizes mean if they are left empty, here and now."""
    helps = {"prizes": _("Leave empty for a quarter of the field, as the event has no prizes for places.")}
    if prizes.places:
        bands = ", ".join(map(str, prizes.bands))
        helps["prizes"] = _(
            "Leave empty for %(count)d, from the event's prizes. Fill it in only to play for something else."
        ) % {"count": prizes.places}
        helps["bands"] = _("For example 1, 4, 8. Leave empty for %(bands)s, from the event's prizes.") % {
            "bands": bands
        }
    if prizes.classes:
        classes = ", ".join(f"{name}: {count}" for name, count in prizes.classes)
        helps["class_prizes"] = _("Leave empty for %(classes)s, from the event's prizes.") % {"classes": classes}
    for name in helps.keys() & form.fields.keys():
        form.fields[name].help_text = helps[name]


class PairForm(forms.Form):
    """The choice for round ``number``: a system and its options. What is left empty keeps its default."""

    system = forms.ChoiceField(label=gettext_lazy("Pairing system"), initial="swiss")
    based_on = forms.TypedChoiceField(label=gettext_lazy("Standings"), coerce=int, required=False, empty_value=None)
    division: Division | None = None
    reopened = False  # to show the options of another system

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        number: int,
        initial: dict[str, Any] | None = None,
        tables: bool = False,
    ) -> None:
        super().__init__(data, initial=initial)
        system = self.fields["system"]
        assert isinstance(system, forms.ChoiceField)
        system.choices = table_choices() if tables else system_choices()
        if tables:
            system.label = _("How to make the tables")
        standings = self.fields["based_on"]
        assert isinstance(standings, forms.ChoiceField)
        earlier = [(str(k), _("after round %(number)d") % {"number": k}) for k in range(number - 2, 0, -1)]
        standings.choices = [("", _("the latest")), *earlier, *([("0", _("the seeding"))] if number > 1 else [])]
        key = str((self.data if self.is_bound else self.initial).get("system") or "swiss")
        self.chosen: type[PairingOptions] = SYSTEMS.get(key, SYSTEMS["swiss"])
        # tables of more than two know no options: everybody meets several others
        self.known = {} if tables else {_field_name(known): known for known in self.chosen.offered()}
        self.fields |= {name: _field(known) for name, known in self.known.items()}

    def groups(self) -> Iterator[tuple[str, list[BoundField], bool]]:
        """The options by what they are about, the system's own first, and whether any is filled in. One query."""
        if self.division is not None and self.known:
            _say_prizes(self, prize_places_of(self.division))
        for group in Group:
            names = [name for name, known in self.known.items() if known.group is group]
            if group is Group.OWN:
                names.insert(0, "based_on")
            if names:
                fields = [self[name] for name in names]
                usual: tuple[Any, ...] = (None, "", False)
                filled = [one for one in fields if one.errors or one.value() not in (*usual, one.field.initial)]
                yield said(GROUP_LABELS[group]), fields, bool(filled)

    def carried(self) -> list[tuple[str, str]]:
        """What was typed for other systems, by the names of the fields: kept until the round is paired."""
        values = self.data if self.is_bound else self.initial
        others = {_field_name(known) for known in all_options().values()} - self.fields.keys()
        return [(name, str(values[name])) for name in sorted(others) if values.get(name)]

    def is_filled(self) -> bool:
        """Whether some option differs from the usual, so that the options are shown."""
        return self.is_bound or any(value for name, value in self.initial.items() if name != "system")

    def clean(self) -> dict[str, Any]:
        """Refuse values that the system's options cannot have."""
        for name, value in self._filled():
            try:
                self.known[name].read(value)
            except RulesError as error:
                self.add_error(name, rules_refused(error))
        return self.cleaned_data

    def _filled(self) -> list[tuple[str, Any]]:
        values = [(name, self.cleaned_data.get(name)) for name in self.known]
        empty: tuple[Any, ...] = (None, "", ())
        return [(name, value) for name, value in values if value not in empty]

    def options(self) -> dict[str, Any]:
        """The options that were filled in; call after ``is_valid()``."""
        options = {}
        for name, value in self._filled():
            known = self.known[name]
            if value is not False or known.optional:
                options[known.name] = False if known.off else value
        return options
