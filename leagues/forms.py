"""Forms of leagues. Each builds the frozen input that the API builds too."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.form_fields import optional_number, optional_text, tick, whole_number
from core.wording import division_title
from leagues.inputs import (
    MAX_ABOUT,
    MAX_LEAGUE_NAME,
    MAX_MIN_GAMES,
    LeagueDivisionInput,
    LeagueInput,
    SeasonEventInput,
    SeasonInput,
)
from leagues.models import (
    MAX_COUNTING_EVENTS,
    MAX_EXCHANGE,
    MAX_LEAGUE_DIVISIONS,
    LeagueDivision,
    LeagueSeason,
)
from leagues.queries import linkable
from tournaments.forms.standings import (
    PLACES,
    initial_tiebreaks,
    order_of,
    tiebreak_fields,
)
from tournaments.models import MAX_POINTS, MAX_ROUNDS, Division
from tournaments.settings.choices import BYE_WORTH

#: The fields of a season's form that are its values as they are; those from the seventh on are points.
_PLAIN = tuple(one.name for one in fields(SeasonInput) if one.name != "standings_order")


def _date(label: Any, **more: Any) -> forms.DateField:
    return forms.DateField(label=label, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), **more)


class LeagueForm(forms.Form):
    """A league's name and description."""

    name = forms.CharField(label=gettext_lazy("League name"), max_length=MAX_LEAGUE_NAME)
    about = optional_text(
        gettext_lazy("About"), MAX_ABOUT, gettext_lazy("When and where you meet, how to join."), rows=3
    )

    def to_input(self) -> LeagueInput:
        """The frozen input; call after ``is_valid()``."""
        return LeagueInput(name=self.cleaned_data["name"], about=self.cleaned_data["about"])


class SeasonForm(forms.Form):
    """A season's name, days and rules; of the first season its divisions too."""

    name = forms.CharField(label=gettext_lazy("Season name"), max_length=MAX_LEAGUE_NAME)
    starts_on = _date(gettext_lazy("First day"), initial=timezone.localdate)
    ends_on = _date(gettext_lazy("Last day"), required=False, help_text=gettext_lazy("Leave empty if not known yet."))
    divisions = forms.CharField(
        label=gettext_lazy("Divisions"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("One name per line, top division first. Just one line if there is only one division."),
    )
    exchange = whole_number(
        gettext_lazy("Promotion and relegation places"),
        0,
        MAX_EXCHANGE,
        gettext_lazy("Between each pair of neighbouring divisions; each can be changed later."),
        initial=2,
    )
    open_to_all = tick(
        gettext_lazy("Open to anyone who plays in a counting event"),
        gettext_lazy("Otherwise only season players are in the table; add them on the season's page."),
        initial=True,
    )
    min_games = whole_number(
        gettext_lazy("Games needed to be ranked"),
        0,
        MAX_MIN_GAMES,
        gettext_lazy("Players with fewer games are listed below and are neither promoted nor relegated."),
        initial=1,
    )
    best_events = optional_number(
        gettext_lazy("Number of best events that count"),
        1,
        MAX_COUNTING_EVENTS,
        gettext_lazy("Leave empty to count all events."),
    )
    win_points = whole_number(gettext_lazy("Points for a win"), 1, MAX_POINTS, initial=2)
    tie_points = whole_number(gettext_lazy("Points for a tie"), 0, MAX_POINTS, initial=1)
    loss_points = whole_number(
        gettext_lazy("Points for a loss"),
        0,
        MAX_POINTS,
        gettext_lazy("If above 0, just turning up earns points."),
        initial=0,
    )
    bye_half_wins = forms.TypedChoiceField(
        label=gettext_lazy("A bye counts as"), choices=BYE_WORTH, coerce=int, initial=2
    )

    def __init__(self, data: Mapping[str, Any] | None, *, season: LeagueSeason | None = None) -> None:
        super().__init__(data, initial=self._initial_of(season))
        self.fields.update(tiebreak_fields())
        if season is not None:
            del self.fields["divisions"], self.fields["exchange"]
            if season.state == LeagueSeason.State.RUNNING:
                self.fields["reason"] = optional_text(
                    _("Reason"), 300, _("Needed to change rules while the season is running. It goes into the log.")
                )

    @staticmethod
    def _initial_of(season: LeagueSeason | None) -> dict[str, object]:
        if season is None:
            return {**initial_tiebreaks("points spread")}
        return {name: getattr(season, name) for name in _PLAIN} | initial_tiebreaks(season.standings_order)

    def main(self) -> list[forms.BoundField]:
        """The fields that every season needs."""
        return [self[name] for name in self.fields if name not in {*PLACES, *_PLAIN[6:]}]

    def deciding(self) -> list[forms.BoundField]:
        """The points of a game, and the tie-breaks."""
        return [self[name] for name in (*_PLAIN[6:], *PLACES)]

    def clean(self) -> dict[str, Any]:
        """No tie-break twice."""
        data = super().clean() or self.cleaned_data
        data["standings_order"] = order_of(self, data)
        return data

    def to_input(self) -> SeasonInput:
        """The frozen input; call after ``is_valid()``. Raises ValidationError."""
        return SeasonInput(**{name: self.cleaned_data[name] for name in (*_PLAIN, "standings_order")})

    def division_inputs(self) -> list[LeagueDivisionInput]:
        """The divisions of a first season, from the top. Raises ValidationError."""
        names = [line.strip() for line in self.cleaned_data["divisions"].splitlines() if line.strip()]
        if len(names) > MAX_LEAGUE_DIVISIONS:
            raise ValidationError(
                _("A season has at most %(max)d divisions.") % {"max": MAX_LEAGUE_DIVISIONS}, code="divisions"
            )
        exchange = self.cleaned_data["exchange"]
        return [LeagueDivisionInput(name=name, exchange=exchange if place else 0) for place, name in enumerate(names)]


class LeagueDivisionForm(forms.Form):
    """A division of a season."""

    name = forms.CharField(label=gettext_lazy("Division name"), max_length=60)
    exchange = whole_number(
        gettext_lazy("Promotion and relegation places"),
        0,
        MAX_EXCHANGE,
        gettext_lazy("Between this division and the one above."),
        initial=2,
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, division: LeagueDivision | None = None) -> None:
        initial = {} if division is None else {"name": division.name, "exchange": division.exchange}
        super().__init__(data, initial=initial)
        if division is not None and division.position == 1:
            del self.fields["exchange"]
        elif division is not None and division.season.state == LeagueSeason.State.RUNNING:
            self.fields["reason"] = optional_text(_("Reason"), 300)

    def to_input(self) -> LeagueDivisionInput:
        """The frozen input; call after ``is_valid()``. Raises ValidationError."""
        return LeagueDivisionInput(name=self.cleaned_data["name"], exchange=self.cleaned_data.get("exchange", 0))


class _PlayedChoice(forms.ModelChoiceField[Division]):
    def label_from_instance(self, obj: Division) -> str:
        return _("%(date)s %(event)s, %(division)s") % {
            "date": date_format(obj.event.starts_on),
            "event": obj.event.name,
            "division": division_title(obj.name),
        }


class _LeagueDivisionChoice(forms.ModelChoiceField[LeagueDivision]):
    def label_from_instance(self, obj: LeagueDivision) -> str:
        return obj.name


def _choice(form: forms.Form, name: str) -> "forms.ModelChoiceField[Any]":
    field = form.fields[name]
    assert isinstance(field, forms.ModelChoiceField)
    return field


class LinkForm(forms.Form):
    """An event's division that is to count."""

    played = _PlayedChoice(
        label=gettext_lazy("Event"), queryset=Division.objects.none(), empty_label=gettext_lazy("Choose an event")
    )
    division = _LeagueDivisionChoice(label=gettext_lazy("Counts for"), queryset=LeagueDivision.objects.none())

    def __init__(self, data: Mapping[str, Any] | None, *, season: LeagueSeason) -> None:
        super().__init__(data)
        _choice(self, "played").queryset = linkable(season)
        division = _choice(self, "division")
        division.queryset = LeagueDivision.objects.filter(season=season).order_by("position")
        division.empty_label = None


class MoveForm(forms.Form):
    """Where a player of the season is to be, and why."""

    division = _LeagueDivisionChoice(
        label=gettext_lazy("Division"),
        queryset=LeagueDivision.objects.none(),
        required=False,
        empty_label=gettext_lazy("not continuing"),
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=300,
        help_text=gettext_lazy("Shown next to the player's name, to club officials only."),
    )

    def __init__(
        self, data: Mapping[str, Any] | None, *, season: LeagueSeason, division: LeagueDivision | None
    ) -> None:
        super().__init__(data, initial={"division": division})
        field = _choice(self, "division")
        field.queryset = LeagueDivision.objects.filter(season=season).order_by("position")
        if season.state != LeagueSeason.State.DRAFT:
            field.required = True
            field.empty_label = None


class SeasonEventForm(forms.Form):
    """An event for the players of a season."""

    name = forms.CharField(label=gettext_lazy("Event name"), max_length=MAX_LEAGUE_NAME)
    starts_on = _date(gettext_lazy("Date"), initial=timezone.localdate)
    rounds = optional_number(
        gettext_lazy("Rounds"),
        1,
        MAX_ROUNDS,
        gettext_lazy("Leave empty for enough rounds for everyone in the division to play everyone else once."),
    )

    def to_input(self) -> SeasonEventInput:
        """The frozen input; call after ``is_valid()``. Raises ValidationError."""
        return SeasonEventInput(**self.cleaned_data)
