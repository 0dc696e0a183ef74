"""Forms of registration: for those who register, and for the director's desk."""

from collections.abc import Collection, Iterable, Sequence
from copy import deepcopy
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from clubs.text_wording import CONSENT, GUARDIAN_CONSENT
from core.form_fields import DigitsInput, optional_number, optional_text, tick, whole_number
from core.wording import division_title, listed
from limits.forms import NotARobotForm
from registration.inputs import (
    HIDDEN,
    MAX_PEOPLE,
    OF_GROUP,
    OPTIONAL_FIELDS,
    REQUIRED,
    USE_CHOICES,
    PersonInput,
    PlacesInput,
    RegistrationInput,
    SettingsInput,
    use_of,
)
from registration.models import MAX_CAPACITY, MAX_HOURS, MAX_TEXT, Registration, RegistrationSettings
from registration.queries import Places
from tournaments.engine.importers.roster import MAX_RATING
from tournaments.forms.fields import set_choices
from tournaments.models import Division

OPTIONAL_HELP = gettext_lazy("Optional.")


def division_label(places: Places, currency: str) -> str:
    """“A – 3 places left, 20 EUR”."""
    parts = []
    if places.rules.capacity is not None:
        parts.append(
            _("full: waiting list")
            if places.full
            else _("%(free)d of %(all)d places left") % {"free": places.free or 0, "all": places.rules.capacity}
        )
    low, high = places.rules.rating_min, places.rules.rating_max
    if low is not None and high is not None:
        parts.append(_("ratings %(low)d to %(high)d") % {"low": low, "high": high})
    elif low is not None:
        parts.append(_("ratings from %(low)d") % {"low": low})
    elif high is not None:
        parts.append(_("ratings up to %(high)d") % {"high": high})
    if places.rules.fee is not None:
        parts.append(f"{places.rules.fee} {currency}".strip())
    name = division_title(places.division.name)
    return f"{name} – {listed(parts)}" if parts else name


class PersonForm(forms.Form):
    """One person. Which fields there are the director has chosen."""

    name = forms.CharField(
        label=gettext_lazy("Name"), max_length=80, widget=forms.TextInput(attrs={"autocomplete": "name"})
    )
    division = forms.TypedChoiceField(label=gettext_lazy("Division"), coerce=int)
    rating = whole_number(gettext_lazy("Rating"), 1, MAX_RATING)
    club = forms.CharField(label=gettext_lazy("Club"), max_length=30)
    federation_id = forms.CharField(label=gettext_lazy("Federation ID"), max_length=30)
    player_class = forms.CharField(label=gettext_lazy("Class"), max_length=30)
    title = forms.CharField(label=gettext_lazy("Title"), max_length=30)
    pronouns = forms.CharField(label=gettext_lazy("Pronouns"), max_length=30)
    minor = tick(gettext_lazy("Under 18"))
    pairing_request = forms.ChoiceField(
        label=gettext_lazy("Pairing request"), choices=Registration.PairingRequest.choices, required=False
    )
    pairing_request_player = optional_text(gettext_lazy("Which player"), 80)

    def __init__(self, *args: Any, settings: RegistrationSettings, places: Sequence[Places], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in OPTIONAL_FIELDS:
            if name in OF_GROUP:
                continue
            use = use_of(settings.fields, name)
            if use == "hidden":
                del self.fields[name]
            elif name != "minor":
                self.fields[name].required = use == REQUIRED
                self.fields[name].help_text = "" if use == REQUIRED else OPTIONAL_HELP
        if "minor" in self.fields and settings.initials_of_minors:
            self.fields["minor"].help_text = _("Other people see only the player's initials.")
        if not settings.accepts_pairing_requests:
            del self.fields["pairing_request"], self.fields["pairing_request_player"]
        set_choices(self, "division", [(one.division.pk, division_label(one, settings.currency)) for one in places])
        classes = sorted({name.strip() for one in places for name in one.rules.classes.split(",") if name.strip()})
        if "player_class" in self.fields and classes:
            empty = [] if self.fields["player_class"].required else [("", "–")]
            self.fields["player_class"] = forms.ChoiceField(
                label=gettext_lazy("Class"),
                choices=[*empty, *((name, name) for name in classes)],
                required=self.fields["player_class"].required,
            )
        if len(places) == 1:
            self.fields["division"].widget = forms.HiddenInput()
            self.fields["division"].initial = places[0].division.pk

    def clean(self) -> dict[str, Any]:
        """Whether it can be right at all."""
        data = super().clean() or self.cleaned_data
        if not self.errors:
            try:
                self.person_input()
            except ValidationError as error:
                field = error.code if error.code in self.fields else "name"
                self.add_error(field, error)
        return data

    def person_input(self) -> PersonInput:
        """The frozen input; call after ``is_valid()``. Raises ValidationError."""
        data = dict(self.cleaned_data)
        return PersonInput(division_id=data.pop("division"), **data)


class GroupForm(NotARobotForm):
    """How to reach those on the form, and what they agree to."""

    email = forms.EmailField(label=gettext_lazy("Email"), widget=forms.EmailInput(attrs={"autocomplete": "email"}))
    phone = forms.CharField(
        label=gettext_lazy("Phone"), max_length=40, widget=forms.TextInput(attrs={"type": "tel", "autocomplete": "tel"})
    )
    together = tick(
        gettext_lazy("Places for all of us or none of us"),
        gettext_lazy("If there are not enough places, all of you go on the waiting list and get places together."),
    )
    note = optional_text(gettext_lazy("Message to the director"), MAX_TEXT, OPTIONAL_HELP)
    consent = forms.BooleanField(label=gettext_lazy("I agree"))
    client_token = forms.UUIDField(widget=forms.HiddenInput)
    field_order = ("email", "phone", "together", "note", "consent", "client_token", "website", "shown")

    def __init__(self, *args: Any, settings: RegistrationSettings, people: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.setdefault("client_token", uuid4())
        for name in OF_GROUP:
            use = use_of(settings.fields, name)
            if use == "hidden":
                del self.fields[name]
            else:
                self.fields[name].required = use == REQUIRED
        if "email" in self.fields:
            self.fields["email"].help_text = (
                _("For messages about your registration.")
                if self.fields["email"].required
                else _(
                    "Optional: for messages about your registration. If you leave it empty, keep the link you are "
                    "given."
                )
            )
        if people < 2:
            del self.fields["together"]
        if settings.consent:
            label = settings.consent
            if use_of(settings.fields, "minor") != "hidden":
                label = f"{label} {GUARDIAN_CONSENT}"
            self.fields["consent"].label = label
        else:
            del self.fields["consent"]

    def registration_input(self, people: Iterable[PersonForm]) -> RegistrationInput:
        """The frozen input; call after ``is_valid()`` of all forms. Raises ValidationError."""
        data = {name: value for name, value in self.cleaned_data.items() if name not in {"website", "shown", "consent"}}
        inputs = tuple(person.person_input() for person in people)
        consents = bool(self.cleaned_data.get("consent"))
        return RegistrationInput(people=inputs, language=get_language() or "", consents=consents, **data)


class ReachForm(forms.Form):
    """How to reach those on the form, as far as the director wants it corrected. ``marked``: the names of those fields."""

    def __init__(self, *args: Any, marked: Collection[str], settings: RegistrationSettings, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in OF_GROUP:
            if name in marked:
                self.fields[name] = deepcopy(GroupForm.base_fields[name])
                self.fields[name].required = use_of(settings.fields, name) == REQUIRED


def people_count(data: Any) -> int:
    """How many people the form has: what it says, between 1 and the most."""
    text = data.get("people", "1") if data else "1"
    return min(max(int(text), 1), MAX_PEOPLE) if text.isascii() and text.isdigit() and len(text) < 4 else 1


class MomentField(forms.DateTimeField):
    """A day and time in the event's own time zone."""

    def __init__(self, **options: Any) -> None:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        super().__init__(
            widget=widget, input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"], required=False, **options
        )


class SettingsForm(forms.Form):
    """How people register."""

    is_open = tick(gettext_lazy("Take registrations"))
    opens_at = MomentField(label=gettext_lazy("Opens"), help_text=gettext_lazy("Leave empty to start at once."))
    closes_at = MomentField(
        label=gettext_lazy("Closes"), help_text=gettext_lazy("Leave empty to close when the event begins.")
    )
    late_entries = tick(
        gettext_lazy("Take late entries after round 1 is published"), gettext_lazy("They play from the next round on.")
    )
    approval = tick(gettext_lazy("I approve each registration"))
    members_only = tick(gettext_lazy("Club players only"))
    offer_hours = whole_number(
        gettext_lazy("Hours allowed to accept a place from the waiting list"),
        0,
        MAX_HOURS,
        gettext_lazy("0: the next player gets the place at once."),
        initial=48,
    )
    initials_of_minors = tick(gettext_lazy("Show players under 18 by their initials"), initial=True)
    accepts_pairing_requests = tick(
        gettext_lazy("Take pairing requests (to avoid an opponent, or from players who travel together)"),
        gettext_lazy("You decide on each one on the “Registration” page."),
    )
    consent = optional_text(
        gettext_lazy("What players agree to"),
        MAX_TEXT,
        gettext_lazy("In plain words, next to a box to tick. Leave empty for no box."),
    )
    currency = optional_text(gettext_lazy("Fee currency"), 3, gettext_lazy("For example EUR."))

    def __init__(self, *args: Any, zone: ZoneInfo, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.zone = zone
        for name, (label, _default) in OPTIONAL_FIELDS.items():
            self.fields[f"field_{name}"] = forms.ChoiceField(label=label, choices=USE_CHOICES)

    @staticmethod
    def initial_of(settings: RegistrationSettings, zone: ZoneInfo) -> dict[str, object]:
        """The form's values."""
        values: dict[str, object] = {name: getattr(settings, name) for name in SettingsForm.base_fields}
        for name in ("opens_at", "closes_at"):
            moment = getattr(settings, name)
            values[name] = None if moment is None else moment.astimezone(zone).replace(tzinfo=None)
        if settings._state.adding:
            values["consent"] = str(CONSENT)
        return values | {f"field_{name}": use_of(settings.fields, name) for name in OPTIONAL_FIELDS}

    def settings_input(self, places: Iterable["PlacesForm"]) -> SettingsInput:
        """The frozen input; call after ``is_valid()``. Raises ValidationError."""
        data = {name: value for name, value in self.cleaned_data.items() if not name.startswith("field_")}
        for name in ("opens_at", "closes_at"):
            if data[name] is not None:
                naive = timezone.make_naive(data[name], timezone.get_current_timezone())
                data[name] = naive.replace(tzinfo=self.zone)
        uses = {name: self.cleaned_data[f"field_{name}"] for name in OPTIONAL_FIELDS}
        return SettingsInput(**data, fields=uses, places=tuple(form.places_input() for form in places))


class PlacesForm(forms.Form):
    """The places of one division."""

    capacity = optional_number(gettext_lazy("Places"), 0, MAX_CAPACITY, gettext_lazy("Leave empty for no limit."))
    rating_min = optional_number(gettext_lazy("Lowest rating"), 0, MAX_RATING)
    rating_max = optional_number(gettext_lazy("Highest rating"), 0, MAX_RATING)
    fee = forms.DecimalField(
        label=gettext_lazy("Fee"),
        required=False,
        min_value=0,
        max_digits=8,
        decimal_places=2,
        widget=DigitsInput({"inputmode": "decimal"}),
    )
    classes = optional_text(gettext_lazy("Classes to choose from"), 300, gettext_lazy("Separate them with commas."))

    def __init__(self, *args: Any, division: Division, **kwargs: Any) -> None:
        kwargs["prefix"] = f"d{division.pk}"
        super().__init__(*args, **kwargs)
        self.division = division

    def places_input(self) -> PlacesInput:
        """The frozen input; call after ``is_valid()``. Raises ValidationError."""
        return PlacesInput(division_id=self.division.pk, **self.cleaned_data)


class SendBackForm(forms.Form):
    """What must be corrected."""

    fields_marked = forms.MultipleChoiceField(
        label=gettext_lazy("To be corrected"),
        widget=forms.CheckboxSelectMultiple,
    )
    message = forms.CharField(label=gettext_lazy("Message to the player"), max_length=MAX_TEXT)

    def __init__(self, *args: Any, settings: RegistrationSettings, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        shown = [
            (name, label) for name, (label, _use) in OPTIONAL_FIELDS.items() if use_of(settings.fields, name) != HIDDEN
        ]
        set_choices(self, "fields_marked", [("name", _("Name")), *shown])


class FeeForm(forms.Form):
    """A mark for a fee."""

    mark = forms.ChoiceField(label=gettext_lazy("Fee"), choices=Registration.Fee.choices)
    note = optional_text(gettext_lazy("Note"), 200)
