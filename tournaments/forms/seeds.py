"""Places in the seed order, player by player."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.inputs.seeds import SeedsInput
from tournaments.models import MAX_REASON
from tournaments.queries.seeds import SeedLine


class SeedsForm(forms.Form):
    """A number beside each player; those without one are seeded by rating."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=MAX_REASON,
        help_text=gettext_lazy("Everyone sees it in the list of players."),
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, lines: Sequence[SeedLine]) -> None:
        super().__init__(data)
        self.lines = lines
        for line in lines:
            self.fields[_name(line)] = forms.IntegerField(
                label=_("Seed of %(name)s") % {"name": line.entry.name},
                min_value=1,
                max_value=len(lines),
                required=False,
                initial=line.entry.seed,
            )

    def rows(self) -> Iterator[tuple[SeedLine, BoundField]]:
        """The players in seed order, each with the field."""
        for line in self.lines:
            yield line, self[_name(line)]

    def seeds_input(self) -> SeedsInput:
        """The frozen input of ``set_seeds``; call after ``is_valid()``. Raises ValidationError."""
        places = ((line.entry.pk, self.cleaned_data[_name(line)]) for line in self.lines)
        seeds = tuple((entry, place) for entry, place in places if place is not None)
        return SeedsInput(seeds=seeds, reason=self.cleaned_data["reason"])


def _name(line: SeedLine) -> str:
    return f"seed_{line.entry.pk}"
