"""The fields of a division's form that every game may have, within its own bounds."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext as _


def match_fields(*, max_seats: int, max_best_of: int, max_rounds_in_a_row: int) -> dict[str, forms.Field]:
    """How many sit at a table, play each other, and in how many rounds; a field only where the game leaves a choice."""
    fields: dict[str, forms.Field] = {}
    if max_best_of > 1:
        fields["best_of"] = forms.TypedChoiceField(
            label=_("Games of a meeting"),
            choices=[(count, str(count)) for count in range(1, max_best_of + 1, 2)],
            coerce=int,
            initial=1,
            help_text=_(
                "Two players play best of so many games: who wins more of them wins. At club tables all are played."
            ),
        )
    if max_seats > 2:
        sizes = [(2, _("2: players are paired"))]
        sizes += [(size, _("club tables of up to %(size)d") % {"size": size}) for size in range(3, max_seats + 1)]
        fields["table_size"] = forms.TypedChoiceField(
            label=_("Players at a table"), choices=sizes, coerce=int, initial=2, required=False
        )
    if max_rounds_in_a_row > 1:
        fields["meeting_games"] = forms.IntegerField(
            label=_("Rounds in a row against the same opponent"),
            required=False,
            min_value=1,
            max_value=max_rounds_in_a_row,
            initial=1,
            help_text=_(
                "More than 1: who has met meets again in the next round, with first and second exchanged. Tables of two."
            ),
        )
    return fields
