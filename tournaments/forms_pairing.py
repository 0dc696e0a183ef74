"""How to pair a round: the system, the standings it is based on, and its options."""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments import pairing_words as words
from tournaments.engine.model import PrizePlaces
from tournaments.engine.pairing.rules import Rules, RulesError, rules_from_dict
from tournaments.models import Division
from tournaments.pairing_words import SYSTEM_CHOICES
from tournaments.queries.snapshot import prize_places_of

__all__ = ["SYSTEM_CHOICES", "TABLE_CHOICES", "PairForm", "pair_form"]

_MOST_NUMBERS = 50
#: The options by what they are about, in the order of the page.
_GROUPS = [
    (
        gettext_lazy("Repeats, teams, clubs"),
        (
            "based_on",
            "max_repeats",
            "repeats_from",
            "consecutive_apart",
            "avoid_team_until",
            "avoid_club_until",
            "weak_avoidance",
            "meeting_games",
        ),
    ),
    (gettext_lazy("Byes"), ("byes", "bye_bottom", "asked_byes_free", "top_down_byes")),
    (
        gettext_lazy("First and second, tables"),
        ("start_by", "final_draw", "head_to_head_starts", "bye_firsts", "board_stability"),
    ),
    (gettext_lazy("Swiss, factor, quartiles"), ("order", "factor", "quartile")),
    (
        gettext_lazy("Openings, round robins, teams, schedules"),
        ("first_round", "table_round", "opening", "snaked", "split", "team_system", "package"),
    ),
    (gettext_lazy("Knock-out"), ("bracket", "stage_games", "best_of", "third_place", "beside")),
    (
        gettext_lazy("Prizes, Gibson rule, control loss"),
        (
            "prizes",
            "bands",
            "class_prizes",
            "gibson",
            "gibson_strict",
            "gibson_class",
            "gibson_spreads",
            "gibson_groups",
            "hopefulness",
            "control_threshold",
            "control_from",
        ),
    ),
]


class NumbersField(forms.CharField):
    """A list such as “500, 250”. ``kind`` reads one entry, raising ValueError."""

    def __init__(self, *, kind: Any = int, **options: Any) -> None:
        self.kind = kind
        super().__init__(max_length=300, required=False, **options)

    def to_python(self, value: Any) -> Any:
        """The entries as a tuple; nothing for nothing."""
        text = super().to_python(value)
        parts = [part.strip() for part in str(text).split(",") if part.strip()]
        if len(parts) > _MOST_NUMBERS:
            raise ValidationError(_("These are too many; %(most)d are allowed.") % {"most": _MOST_NUMBERS})
        found = []
        for part in parts:
            try:
                found.append(self.kind(part))
            except ValueError as error:
                raise ValidationError(_("“%(part)s” does not belong here.") % {"part": part}) from error
        return tuple(found)


def _ranks(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,4})\s*[-–]\s*(\d{1,4})", text, re.ASCII)
    if found is None:
        raise ValueError(text)
    return int(found[1]), int(found[2])


def _class_prize(text: str) -> tuple[str, int]:
    name, _colon, count = text.rpartition(":")
    if not name.strip() or not re.fullmatch(r"\s*\d{1,3}\s*", count, re.ASCII):
        raise ValueError(text)
    return name.strip(), int(count)


def _whole(label: Any, low: int, high: int, **options: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=low, max_value=high, required=False, **options)


def _switch(label: Any, **options: Any) -> forms.BooleanField:
    return forms.BooleanField(label=label, required=False, **options)


#: How tables of more than two are made, in the words of a club night.
TABLE_CHOICES = [
    ("swiss", gettext_lazy("Mixed: with people not met yet, strong and weak together")),
    ("koth", gettext_lazy("By standing: the best at the first table, and so on down")),
    ("random", gettext_lazy("By lot")),
]


def pair_form(
    division: Division,
    number: int,
    data: Mapping[str, Any] | None = None,
    *,
    usual: Mapping[str, Any] = MappingProxyType({}),
) -> "PairForm":
    """The choice that fits the division's tables. ``usual``: the system and options that it opens with."""
    form = PairForm(data, number=number, initial=_initial_of(division, usual))
    _say_prizes(form, prize_places_of(division))
    if division.settings.table_size > 2:
        system = form.fields["system"]
        assert isinstance(system, forms.ChoiceField)
        system.choices = TABLE_CHOICES
        system.label = _("How the tables are made")
        del form.fields["meeting_games"]  # only two can meet again
    return form


def _initial_of(division: Division, usual: Mapping[str, Any]) -> dict[str, Any]:
    """The fields for a system and its options, as one would fill them in; what is usual for the division stays empty."""
    if not usual:
        return {}
    games = division.settings.meeting_games
    empty = Rules(max_repeats=division.settings.max_repeats, meeting_games=games, stage_games=(games,))
    try:
        given = rules_from_dict(usual["options"])
    except RulesError:  # an option of an earlier version
        return {"system": usual["system"]}
    named = {name: value for name, value in usual["options"].items() if hasattr(given, name)}
    changed = [name for name in named if getattr(given, name) != getattr(empty, name)]
    found = {name: _typed(getattr(given, name)) for name in changed if name in PairForm.base_fields}
    return {**found, "system": usual["system"], "asked_byes_free": not given.count_asked_byes}


def _typed(value: Any) -> Any:
    """The value of an option as it is typed into its field."""
    if not isinstance(value, tuple):
        return value
    return ", ".join(
        (f"{part[0]}: {part[1]}" if isinstance(part[0], str) else f"{part[0]}-{part[1]}")
        if isinstance(part, tuple)
        else str(part)
        for part in value
    )


def _say_prizes(form: "PairForm", prizes: PrizePlaces) -> None:
    """What the fields of the prizes mean if they are left empty, here and now."""
    if prizes.places:
        form.fields["prizes"].help_text = _(
            "Empty: %(count)d, as the event's prizes say. Fill it in only to play for something else."
        ) % {"count": prizes.places}
        bands = ", ".join(map(str, prizes.bands))
        form.fields["bands"].help_text = _("For example 1, 4, 8. Empty: %(bands)s, as the event's prizes say.") % {
            "bands": bands
        }
    else:
        form.fields["prizes"].help_text = _("Empty: a quarter of the field, as the event has no prizes for places.")
    if prizes.classes:
        classes = ", ".join(f"{name}: {count}" for name, count in prizes.classes)
        form.fields["class_prizes"].help_text = _("Empty: %(classes)s, as the event's prizes say.") % {
            "classes": classes
        }


class PairForm(forms.Form):
    """The choice for round ``number``. What is left empty keeps its default."""

    system = forms.ChoiceField(label=gettext_lazy("Pairing system"), choices=SYSTEM_CHOICES, initial="swiss")
    based_on = forms.TypedChoiceField(label=gettext_lazy("Standings"), coerce=int, required=False, empty_value=None)
    max_repeats = _whole(
        gettext_lazy("Repeats allowed at most"), 0, 99, help_text=gettext_lazy("Empty: as in the division's settings.")
    )
    repeats_from = _whole(gettext_lazy("Forgive meetings before round"), 1, 999)
    consecutive_apart = _switch(gettext_lazy("Nobody meets the opponent of the round before"))
    avoid_team_until = _whole(gettext_lazy("Keep team-mates apart up to round"), 0, 999)
    avoid_club_until = _whole(gettext_lazy("Keep members of one club apart up to round"), 0, 999)
    weak_avoidance = _switch(gettext_lazy("Team- and club-mates may meet rather than that somebody meets again"))
    byes = forms.ChoiceField(label=gettext_lazy("Whose turn the bye is"), choices=words.BYES, required=False)
    bye_bottom = _whole(gettext_lazy("The lowest few: how many"), 1, 999)
    asked_byes_free = _switch(gettext_lazy("A bye that a player asked for does not count as one had"))
    top_down_byes = _switch(gettext_lazy("COP: the bye to the best placed"))
    start_by = forms.ChoiceField(label=gettext_lazy("Who goes first"), choices=words.STARTS, required=False)
    final_draw = _switch(gettext_lazy("In the last round players with equal firsts draw for it"))
    head_to_head_starts = _switch(gettext_lazy("The two players' own games decide before all their games"))
    bye_firsts = _switch(gettext_lazy("Byes count as first and second in turn"))
    board_stability = _switch(gettext_lazy("One player of each game stays at the table"))
    order = forms.ChoiceField(label=gettext_lazy("Swiss: inside a score"), choices=words.ORDERS, required=False)
    factor = _whole(gettext_lazy("Factor: places between opponents"), 1, 999)
    quartile = forms.TypedChoiceField(
        label=gettext_lazy("Quartiles: which meet"), choices=words.QUARTERS, coerce=int, required=False, initial="3"
    )
    first_round = _whole(gettext_lazy("Opening, round robin, teams, knock-out, rounds in a row: first round"), 1, 999)
    table_round = _whole(
        gettext_lazy("Round robin: round of the table"),
        1,
        999,
        help_text=gettext_lazy("Empty: the next one that has not been played."),
    )
    opening = _whole(gettext_lazy("Initial Fontes: rounds"), 1, 99)
    snaked = _switch(gettext_lazy("Initial Fontes: groups in order, not by lot"))
    meeting_games = _whole(
        gettext_lazy("Rounds in a row against the same opponent"),
        1,
        15,
        help_text=gettext_lazy(
            "Empty: as in the division's settings. They are counted from the first round below, or from round 1."
        ),
    )
    split = forms.ChoiceField(
        label=gettext_lazy("Team round robin: who are the teams"), choices=words.SPLITS, required=False
    )
    team_system = forms.ChoiceField(
        label=gettext_lazy("Team matches: how teams are paired"), choices=words.TEAM_SYSTEMS, required=False
    )
    package = forms.ChoiceField(
        label=pgettext_lazy("packaged schedule", "Schedule"), choices=words.PACKAGES, required=False
    )
    bracket = forms.TypedChoiceField(
        label=gettext_lazy("Knock-out: players"),
        choices=[("", gettext_lazy("as many as possible")), *((str(2**k), str(2**k)) for k in range(1, 8))],
        coerce=int,
        required=False,
        empty_value=None,
    )
    stage_games = NumbersField(
        label=gettext_lazy("Knock-out: games in a match"),
        help_text=gettext_lazy("One number, or one for each stage: 3, 3, 5."),
    )
    best_of = _switch(gettext_lazy("A match ends when it is decided"))
    third_place = _switch(gettext_lazy("Those who lose the semi-finals play for third"))
    beside = forms.ChoiceField(label=gettext_lazy("How all others play"), choices=words.BESIDE, required=False)
    prizes = _whole(
        gettext_lazy("Places with a prize"),
        1,
        999,
        help_text=gettext_lazy("Empty: as the event's prizes say; without prizes for places a quarter of the field."),
    )
    bands = NumbersField(
        label=gettext_lazy("Finals: last rank of each prize band"),
        help_text=gettext_lazy(
            "For example 1, 4, 8. Empty: as the event's prizes say; places whose prizes have the same value are a band."
        ),
    )
    class_prizes = NumbersField(
        kind=_class_prize,
        label=gettext_lazy("Prizes of classes"),
        help_text=gettext_lazy("For example B: 2, C: 1. Empty: as the event's prizes say."),
    )
    gibson = _switch(gettext_lazy("Gibson rule: who is sure of a place meets somebody without a prize"))
    gibson_strict = _switch(gettext_lazy("Gibson rule: repeats do not matter"))
    gibson_class = forms.CharField(
        label=gettext_lazy("Gibson rule: rather against somebody of class"), max_length=30, required=False
    )
    gibson_spreads = NumbersField(
        label=gettext_lazy("Most spread in a round"), help_text=gettext_lazy("From the last round back: 500, 500, 250.")
    )
    gibson_groups = NumbersField(
        kind=_ranks, label=gettext_lazy("Ranks that win the same"), help_text=gettext_lazy("For example 1-2, 3-4.")
    )
    hopefulness = NumbersField(
        kind=float,
        label=gettext_lazy("COP: share that counts as a hope"),
        help_text=gettext_lazy("From the last round back: 0.1, 0.1, 0.05."),
    )
    control_threshold = forms.FloatField(
        label=gettext_lazy("COP: control loss from a share of"), min_value=0, max_value=1, required=False
    )
    control_from = _whole(gettext_lazy("COP: control loss from round"), 1, 999)

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, number: int, initial: dict[str, Any] | None = None
    ) -> None:
        super().__init__(data, initial=initial)
        standings = self.fields["based_on"]
        assert isinstance(standings, forms.ChoiceField)
        earlier = [(str(k), _("after round %(number)d") % {"number": k}) for k in range(number - 2, 0, -1)]
        standings.choices = [("", _("the latest")), *earlier, *([("0", _("the seeding"))] if number > 1 else [])]

    def groups(self) -> Iterator[tuple[Any, list[BoundField]]]:
        """The options by what they are about."""
        for legend, names in _GROUPS:
            yield legend, [self[name] for name in names if name in self.fields]

    def is_filled(self) -> bool:
        """Whether some option differs from the usual, so that the options are shown."""
        return self.is_bound or any(value for name, value in self.initial.items() if name != "system")

    def options(self) -> dict[str, Any]:
        """The options that were filled in; call after ``is_valid()``."""
        kept = {name: value for name, value in self.cleaned_data.items() if name not in {"system", "based_on"}}
        found = {name: value for name, value in kept.items() if value not in (None, "", False, ())}
        if found.pop("asked_byes_free", False):
            found["count_asked_byes"] = False
        return found
