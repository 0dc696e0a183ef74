"""How to pair a round: the system, the standings it is based on, and the system's own options; automatic drafts."""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.form_fields import tick
from core.typed import plain_separators
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
from tournaments.forms.fields import set_choices
from tournaments.labels import translated
from tournaments.models import AutoPairing, Division
from tournaments.queries.snapshot import prize_places_of
from tournaments.wording.engine import rules_problem, system_choices, table_choices

_AS_BEFORE = ("", gettext_lazy("By the plan; where nothing is planned, same as the previous round"))


class ListField(forms.CharField):
    """A list such as “500, 250”."""

    def __init__(self, *, kind: Kind, **options: Any) -> None:
        self.kind = kind
        super().__init__(max_length=300, required=False, **options)

    def to_python(self, value: Any) -> Any:
        """The values as a tuple; () for an empty field."""
        text = super().to_python(value)
        parts = [part.strip() for part in plain_separators(str(text)).split(",") if part.strip()]
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
    match = re.fullmatch(r"(\d{1,4})\s*[-–]\s*(\d{1,4})", text)
    if match is None:
        raise ValueError(text)
    return int(match[1]), int(match[2])


def _count(text: str) -> tuple[str, int]:
    name, _colon, count = text.rpartition(":")
    if not name.strip() or not re.fullmatch(r"\s*\d{1,3}\s*", count):
        raise ValueError(text)
    return name.strip(), int(count)


_READ: dict[Kind, Any] = {Kind.WHOLES: int, Kind.NUMBERS: float, Kind.RANGES: _range, Kind.COUNTS: _count}


def _field_name(option: Option) -> str:
    """The name of the option's field; a switch that is on by default is shown as one that turns it off."""
    return f"no_{option.name}" if option.off else option.name


def _field(option: Option) -> forms.Field:
    """The form field of an option."""
    label, text = translated(option.off or option.label), translated(option.help)
    common: dict[str, Any] = {"label": label, "help_text": text, "required": False}
    if option.kind is Kind.SWITCH and option.optional:
        choices = [("", translated(option.unset)), ("yes", _("yes")), ("no", _("no"))]
        return forms.TypedChoiceField(choices=choices, coerce=lambda value: value == "yes", empty_value=None, **common)
    if option.kind is Kind.SWITCH:
        return forms.BooleanField(**common)
    if option.kind is Kind.CHOICE:
        choices = [(str(value), translated(name)) for value, name in option.choices.items()]
        if option.optional:
            choices.insert(0, ("", translated(option.unset)))
        else:
            common["initial"] = str(option.default)
        return forms.TypedChoiceField(choices=choices, coerce=option.of, empty_value=None, **common)
    if option.kind in LISTS:
        del common["required"]
        return ListField(kind=option.kind, **common)
    if option.kind is Kind.TEXT:
        return forms.CharField(max_length=option.longest, **common)
    low, high = option.bounds or (None, None)
    number: Any = forms.IntegerField if option.kind is Kind.WHOLE else forms.FloatField
    return number(min_value=low, max_value=high, **common)  # type: ignore[no-any-return]


def pair_form(
    division: Division,
    number: int,
    data: Mapping[str, Any] | None = None,
    *,
    default: Mapping[str, Any] = MappingProxyType({}),
    typed: Mapping[str, Any] | None = None,
) -> "PairForm":
    """The choice that fits the division's tables. ``default``: the system and options that it opens with.

    ``typed``: what was typed before another system was chosen, to be shown with that system's options.
    """
    initial = {name: value for name, value in typed.items() if value} if typed else initial_of(division, default)
    form = PairForm(data, number=number, initial=initial, tables=division.settings.table_size > 2)
    form.division, form.reopened = division, typed is not None
    return form


def initial_of(division: Division, default: Mapping[str, Any]) -> dict[str, Any]:
    """The values of the fields for a system and its options; those that the division has anyway stay empty."""
    if not default:
        return {}
    games = division.settings.meeting_games
    settings = {"max_repeats": division.settings.max_repeats, "meeting_games": games, "stage_games": (games,)}
    try:
        empty = read_options(settings | {"system": default["system"]})
        chosen = read_options(default["options"] | {"system": default["system"]})
    except RulesError:  # an option of an earlier version
        return {"system": default["system"]}
    initial: dict[str, Any] = {"system": default["system"]}
    if default.get("based_on") is not None:
        initial["based_on"] = str(default["based_on"])
    for option in chosen.offered():
        value = getattr(chosen, option.name)
        if option.name in default["options"] and value != getattr(empty, option.name):
            initial[_field_name(option)] = not value if option.off else _typed(option, value)
    return initial


def _typed(option: Option, value: Any) -> Any:
    """The value of an option as it is typed into its field."""
    in_words = option.kind in LISTS or (option.kind is Kind.SWITCH and option.optional)
    return option.written(value) if in_words else value


def _explain_prizes(form: "PairForm", prizes: PrizePlaces) -> None:
    """Say at the fields of the prizes what they mean if they are left empty."""
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
    standings_field = "based_on"

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        number: int,
        initial: dict[str, Any] | None = None,
        tables: bool = False,
    ) -> None:
        super().__init__(data, initial=initial)
        set_choices(self, "system", table_choices() if tables else system_choices())
        if tables:
            self.fields["system"].label = _("How to form the tables")
        earlier = [(str(k), _("after round %(number)d") % {"number": k}) for k in range(number - 2, 0, -1)]
        seeding = [("0", _("the seeding"))] if number > 1 else []
        set_choices(self, "based_on", [("", _("the latest")), *earlier, *seeding])
        self.chosen_key = str((self.data if self.is_bound else self.initial).get("system") or "")
        self.chosen: type[PairingOptions] = SYSTEMS.get(self.chosen_key, SYSTEMS["swiss"])
        # there are no options for tables of more than two: everyone plays several others
        self.options_by_field = {} if tables else {_field_name(option): option for option in self.chosen.offered()}
        self.fields |= {name: _field(option) for name, option in self.options_by_field.items()}

    def groups(self) -> Iterator[tuple[str, list[BoundField], bool]]:
        """The options by what they are about, the system's own first, and whether any is filled in. One query."""
        if self.division is not None and self.options_by_field:
            _explain_prizes(self, prize_places_of(self.division))
        for group in Group:
            names = [name for name, option in self.options_by_field.items() if option.group is group]
            if group is Group.OWN:
                names.insert(0, self.standings_field)
            if names:
                fields = [self[name] for name in names]
                empty: tuple[Any, ...] = (None, "", False)
                filled = any(one.errors or one.value() not in (*empty, one.field.initial) for one in fields)
                yield translated(GROUP_LABELS[group]), fields, filled

    @property
    def standings(self) -> BoundField:
        """The field of the standings that the round is paired by."""
        return self[self.standings_field]

    def carried(self) -> list[tuple[str, str]]:
        """What was typed for other systems, by the names of the fields: the page carries it until the round is paired."""
        values = self.data if self.is_bound else self.initial
        others = {_field_name(option) for option in all_options().values()} - self.fields.keys()
        return [(name, str(values[name])) for name in sorted(others) if values.get(name)]

    def is_filled(self) -> bool:
        """Whether some option differs from its default, so that the options are shown."""
        return self.is_bound or any(value for name, value in self.initial.items() if name != "system")

    def clean(self) -> dict[str, Any]:
        """Refuse values that the system's options cannot have."""
        for name, value in self._filled():
            try:
                self.options_by_field[name].read(value)
            except RulesError as error:
                self.add_error(name, rules_problem(error, name=str(self.fields[name].label)))
        return self.cleaned_data

    def _filled(self) -> list[tuple[str, Any]]:
        values = [(name, self.cleaned_data.get(name)) for name in self.options_by_field]
        empty: tuple[Any, ...] = (None, "", ())
        return [(name, value) for name, value in values if value not in empty]

    def options(self) -> dict[str, Any]:
        """The options that were filled in; call after ``is_valid()``."""
        options = {}
        for name, value in self._filled():
            option = self.options_by_field[name]
            if value is not False or option.optional:
                options[option.name] = False if option.off else value
        return options


class AutoPairingForm(forms.Form):
    """A switch, and the pairing system."""

    on = tick(gettext_lazy("Draft the next round automatically after the last result"))
    system = forms.ChoiceField(label=gettext_lazy("Pairing system"), required=False)


def auto_pairing_form(division: Division, switch: AutoPairing | None, data: QueryDict | None = None) -> AutoPairingForm:
    """The form with the current choice, or with what was sent; it offers the systems that fit the division's tables."""
    form = AutoPairingForm(data, initial={"on": switch is not None, "system": switch.system if switch else ""})
    systems = table_choices() if division.settings.table_size > 2 else system_choices()
    set_choices(form, "system", [_AS_BEFORE, *systems])
    return form
