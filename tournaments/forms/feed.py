"""The forms of a followed file: its address and divisions, and who is meant by names in it."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.outgoing import MAX_ADDRESS
from core.wording import division_title
from tournaments.forms.entries import who_choices
from tournaments.models import MAX_PART, Division
from tournaments.queries.feed import FeedView, Question
from tournaments.services.entries.same_names import Similar


class FeedForm(forms.Form):
    """The address of the file, and what each division is called in it."""

    address = forms.CharField(
        label=gettext_lazy("Address of tourney.js"),
        max_length=MAX_ADDRESS,
        help_text=gettext_lazy("For example https://example.org/open/tourney.js"),
        widget=forms.TextInput(attrs={"inputmode": "url", "autocomplete": "off", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, divisions: Sequence[Division], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._divisions = divisions
        for division in divisions:
            self.fields[f"part_{division.pk}"] = forms.CharField(
                label=_("Name of %(division)s in the file") % {"division": division_title(division.name)},
                max_length=MAX_PART,
                required=False,
                help_text=_("Leave empty to enter the pairings and results of this division here."),
            )

    @staticmethod
    def initial_of(view: FeedView | None, divisions: Sequence[Division]) -> dict[str, str]:
        """The form's values: as followed before, or each division by its own name."""
        if view is None:
            return {f"part_{division.pk}": division.name for division in divisions}
        parts = {f"part_{line.division.pk}": line.part for line in view.lines}
        return {"address": view.feed.address, **parts}

    def parts(self) -> dict[int, str]:
        """The names in the file, by division (id); call after ``is_valid()``."""
        return {division.pk: self.cleaned_data[f"part_{division.pk}"] for division in self._divisions}


class WhoIsWhoForm(forms.Form):
    """Who is meant by names that are only similar to known ones; a field for each, in their order."""

    def __init__(self, *args: Any, questions: Sequence[Question], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._names = {f"who_{place}": question.name for place, question in enumerate(questions)}
        for place, question in enumerate(questions):
            similar = [Similar(pk, name) for pk, name in question.similar]
            self.fields[f"name_{place}"] = forms.CharField(initial=question.name, widget=forms.HiddenInput)
            self.fields[f"who_{place}"] = forms.ChoiceField(
                label=_("Who is “%(name)s”?") % {"name": question.name},
                choices=who_choices(similar),
                widget=forms.RadioSelect,
            )

    def answers(self) -> Mapping[str, str]:
        """The answers by name; call after ``is_valid()``. Those of questions that have changed since are left out."""
        data = self.cleaned_data
        same = {field: name for field, name in self._names.items() if data[field.replace("who_", "name_")] == name}
        return {name: data[field] for field, name in same.items()}
