"""Prizes as a director defines them."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.functional import lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django_stubs_ext import StrOrPromise

from core.form_fields import DigitsInput, optional_number, optional_text, whole_number
from core.wording import division_title
from tournaments.engine.prizes import PRIZE_KINDS
from tournaments.forms.fields import set_queryset
from tournaments.inputs.entries import MAX_WORD
from tournaments.inputs.prizes import MAX_NAME, MAX_VALUE, PrizeFundInput, PrizeInput
from tournaments.models import MAX_MONEY, MAX_PLACE, MAX_ROUNDS, Division, Entry, Event, EventPrize, PrizeFund

#: Fields of the form that are columns of the prize, and go into the input as they are.
_SAME = ("kind", "place", "value", "amount", "player_class", "team", "first_round", "last_round", "exclusive", "count")


def kind_choices() -> list[tuple[str, str]]:
    """The kinds of prizes by key and name."""
    return [(key, _(kind.label)) for key, kind in PRIZE_KINDS.items()]


def _count_help() -> str:
    return " ".join(_(kind.count) for kind in PRIZE_KINDS.values() if kind.count)


def ordinal_place(place: int) -> str:
    """“1. place”, “last place”, “2nd from the bottom” worded so that every language can translate it."""
    if place > 0:
        return _("Place %(place)d") % {"place": place}
    return _("Last place") if place == -1 else _("Place %(place)d from the bottom") % {"place": -place}


def _divisions_of(event: Event) -> QuerySet[Division]:
    return Division.objects.filter(event=event).order_by("position", "pk")


class EntryChoice(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]  # not generic at run time
    """Players by name, number and division."""

    def label_from_instance(self, obj: Any) -> str:
        """“Ada (#1, A)”."""
        assert isinstance(obj, Entry)
        return f"{obj.name} (#{obj.number}, {obj.division.name})"


class DivisionChoice(forms.ModelChoiceField):  # type: ignore[type-arg]  # not generic at run time
    """Divisions by name."""

    def label_from_instance(self, obj: Any) -> str:
        """“Division A”."""
        return division_title(obj.name)


class MoneyField(forms.DecimalField):
    """An amount of money, typed with up to two decimals; the value is in hundredths."""

    def __init__(self, label: StrOrPromise, hint: StrOrPromise = "", *, least: Decimal = Decimal(0)) -> None:
        super().__init__(
            label=label,
            help_text=hint,
            required=False,
            min_value=least,
            max_value=Decimal(MAX_MONEY // 100),
            decimal_places=2,
            widget=DigitsInput({"inputmode": "decimal"}),
        )

    def clean(self, value: Any) -> int:
        """The amount in hundredths; 0 where nothing was typed."""
        return int(100 * (super().clean(value) or Decimal(0)))

    def prepare_value(self, value: Any) -> Any:
        """A stored amount as it is typed; nothing for 0."""
        if isinstance(value, int):
            amount = Decimal(value) / 100
            return "" if not value else f"{amount:f}" if value % 100 else f"{value // 100}"
        return value


class PrizeForm(forms.Form):
    """One prize."""

    kind = forms.ChoiceField(label=gettext_lazy("Prize for"), choices=kind_choices, initial="rank")
    division = DivisionChoice(
        label=gettext_lazy("Eligible"),
        queryset=Division.objects.none(),
        required=False,
        empty_label=gettext_lazy("the whole event"),
    )
    place = whole_number(
        gettext_lazy("Place"), -MAX_PLACE, MAX_PLACE, gettext_lazy("1 for first, 2 for second; -1 for last."), initial=1
    )
    amount = MoneyField(
        gettext_lazy("Money"), gettext_lazy("Players who are level share it by the rule of the prize sheet.")
    )
    value = optional_text(gettext_lazy("Other prize, in words"), MAX_VALUE, gettext_lazy("A cup, a book …"))
    name = optional_text(
        gettext_lazy("Name"), MAX_NAME, gettext_lazy("As it is read out. Leave empty to name it after what it is for.")
    )
    player_class = optional_text(gettext_lazy("Only for class"), MAX_WORD, gettext_lazy("As in the list of players."))
    team = optional_text(gettext_lazy("Only for team"), MAX_WORD)
    first_round = whole_number(gettext_lazy("From round"), 1, MAX_ROUNDS, initial=1)
    last_round = optional_number(
        gettext_lazy("To round"), 1, MAX_ROUNDS, gettext_lazy("Leave empty for the last round.")
    )
    exclusive = optional_text(
        gettext_lazy("Group"),
        MAX_WORD,
        gettext_lazy("No one wins two prizes in the same group; the one higher in the list is awarded first."),
    )
    count = whole_number(
        gettext_lazy("Number of rounds, losses or players"), 1, MAX_PLACE, lazy(_count_help, str)(), initial=6
    )
    shown = optional_number(
        gettext_lazy("Announcement order"), 0, MAX_PLACE, gettext_lazy("0: in list order."), initial=0
    )
    winners = EntryChoice(
        label=gettext_lazy("Winners, if awarded by hand"), queryset=Entry.objects.none(), required=False
    )

    def __init__(self, data: Mapping[str, Any] | None, *, event: Event, prize: EventPrize | None = None) -> None:
        super().__init__(data, initial=self.initial_of(event, prize))
        set_queryset(self, "division", _divisions_of(event))
        entries = Entry.objects.filter(division__event=event).select_related("division")
        set_queryset(self, "winners", entries.order_by("division", "number"))

    @staticmethod
    def initial_of(event: Event, prize: EventPrize | None) -> dict[str, object]:
        """The form's values for a prize, or for a new one."""
        if prize is None:
            return {"division": _divisions_of(event).first()}
        values: dict[str, object] = {name: getattr(prize, name) for name in (*_SAME, "name", "shown")}
        return values | {"division": prize.division_id, "winners": prize.winners.all()}

    def prize_input(self) -> PrizeInput:
        """The frozen input; call after ``is_valid()``. Raises ValidationError."""
        data = self.cleaned_data
        return PrizeInput(
            name=data["name"].strip()
            or default_name(data["kind"], data["place"], data["player_class"] or data["team"]),
            division_id=data["division"].pk if data["division"] else None,
            shown=data["shown"] or 0,
            winner_ids=tuple(entry.pk for entry in data["winners"]),
            **{name: data[name] for name in _SAME},
        )


def default_name(kind: str, place: int, among: str = "") -> str:
    """The name of a prize for which none was typed."""
    name = ordinal_place(place) if kind == "rank" else _(PRIZE_KINDS[kind].label).split(" (")[0]
    if kind != "rank" and place != 1:
        name = f"{name}, {ordinal_place(place)}"
    return f"{name} ({among})"[:MAX_NAME] if among else name[:MAX_NAME]


class PlacesForm(forms.Form):
    """Several places of a division at once."""

    division = DivisionChoice(
        label=gettext_lazy("Eligible"), queryset=Division.objects.none(), empty_label=None, required=True
    )
    places = whole_number(pgettext_lazy("ranks", "Places"), 1, 50, initial=3)
    player_class = optional_text(gettext_lazy("Only for class"), MAX_WORD)
    amounts = forms.CharField(
        label=gettext_lazy("Money"),
        max_length=500,
        required=False,
        help_text=gettext_lazy("Separated by spaces, first place first: 100 60 40."),
    )
    values = optional_text(
        gettext_lazy("Other prize, in words"), 500, gettext_lazy("Separated by commas, first place first.")
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, event: Event) -> None:
        super().__init__(data, prefix="places")
        set_queryset(self, "division", _divisions_of(event))

    def clean_amounts(self) -> list[int]:
        """The amounts one by one, in hundredths."""
        field = MoneyField("")
        return [field.clean(one) for one in self.cleaned_data["amounts"].replace(";", " ").split()]

    def clean_values(self) -> list[str]:
        """The values one by one."""
        values = [value.strip() for value in self.cleaned_data["values"].split(",")]
        if any(len(value) > MAX_VALUE for value in values):
            raise ValidationError(_("A value can have at most %(max)d characters.") % {"max": MAX_VALUE})
        return values

    def prize_inputs(self) -> list[PrizeInput]:
        """One input for each place; no one wins two of them."""
        data = self.cleaned_data
        player_class, division = data["player_class"].strip(), data["division"]
        values = [*data["values"], *[""] * data["places"]]
        amounts = [*data["amounts"], *[0] * data["places"]]
        return [
            PrizeInput(
                name=default_name("rank", place, player_class),
                division_id=division.pk,
                place=place,
                value=values[place - 1],
                amount=amounts[place - 1],
                player_class=player_class,
                exclusive=_("places %(name)s") % {"name": division.name[:20]},
            )
            for place in range(1, data["places"] + 1)
        ]


class PrizeFundForm(forms.Form):
    """The money of an event and how prizes are shared."""

    currency = optional_text(gettext_lazy("Currency"), 3, gettext_lazy("Three letters, such as EUR."))
    fee = MoneyField(
        gettext_lazy("Entry fee per player"), gettext_lazy("Used only if registration has no fees of its own.")
    )
    added = MoneyField(gettext_lazy("Added money"), gettext_lazy("From sponsors or the club."))
    costs = MoneyField(gettext_lazy("Costs"), gettext_lazy("Hall, rating fees, prizes bought …"))
    sharing = forms.ChoiceField(label=gettext_lazy("Players who are level get"), choices=PrizeFund.Share.choices)
    unit = MoneyField(
        gettext_lazy("Round each share down to a multiple of"),
        gettext_lazy("1 for whole amounts, 0.01 for cents. What is left over stays in the fund."),
        least=Decimal("0.01"),
    )

    def __init__(self, data: Mapping[str, Any] | None, *, fund: PrizeFund, currency: str = "") -> None:
        names = ("currency", "fee", "added", "costs", "sharing", "unit")
        values = {name: getattr(fund, name) for name in names}
        super().__init__(data, initial=values | {"currency": fund.currency or currency})

    def fund_input(self) -> PrizeFundInput:
        """The frozen input; call after ``is_valid()``. Raises ValidationError."""
        data = self.cleaned_data
        return PrizeFundInput(**{**data, "currency": data["currency"].strip().upper(), "unit": data["unit"] or 1})
