"""The form of the hall's screens."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.form_fields import optional_text, whole_number
from tournaments.forms.fields import set_choices
from tournaments.inputs.screens import ScreensInput
from tournaments.models import (
    MAX_SCREEN_SECONDS,
    MAX_SCREEN_TEXT,
    MIN_SCREEN_SECONDS,
    Division,
    Event,
    HallScreens,
)
from tournaments.queries.broadcast import screens_of


class ScreensForm(forms.Form):
    """What the screens show, of which division, how long each page stays."""

    shows = forms.ChoiceField(
        label=gettext_lazy("Screens show"), choices=HallScreens.Shows.choices, widget=forms.RadioSelect
    )
    division = forms.TypedChoiceField(
        label=gettext_lazy("Division"),
        coerce=int,
        empty_value=None,
        required=False,
        help_text=gettext_lazy("A screen that was opened for one division stays with it."),
    )
    seconds = whole_number(gettext_lazy("Seconds for each page"), MIN_SCREEN_SECONDS, MAX_SCREEN_SECONDS)
    text = optional_text(
        gettext_lazy("Text"), MAX_SCREEN_TEXT, gettext_lazy("Shown large, for example: Lunch until 14:00."), rows=2
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        """The divisions of this event can be chosen; initially as the screens are now."""
        now = screens_of(event)
        kwargs["initial"] = {
            "shows": now.shows,
            "division": now.division_id,
            "seconds": now.seconds,
            "text": now.text,
        }
        super().__init__(*args, **kwargs)
        divisions = [*Division.objects.filter(event=event).order_by("position", "pk").values_list("pk", "name")]
        set_choices(self, "division", [("", _("All divisions")), *divisions])
        if len(divisions) < 2:
            del self.fields["division"]

    def to_input(self) -> ScreensInput:
        """What was chosen; call after ``is_valid()``. Raises ValidationError."""
        data = self.cleaned_data
        return ScreensInput(
            shows=data["shows"], division_id=data.get("division"), seconds=data["seconds"], text=data["text"].strip()
        )
