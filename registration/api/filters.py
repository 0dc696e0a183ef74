"""Filters of the list of registrations."""

from django.utils.translation import gettext_lazy

from core.api.filters import ChoiceFilter, Filters, TextFilter
from registration.models import Registration


class RegistrationFilters(Filters):
    """Which registrations; without any of them all that are not over (``registration.queries.DeskSearch``)."""

    text = TextFilter(help_text="Part of name, email or club, or a federation id.")
    state = ChoiceFilter(choices=[*Registration.State.choices, ("unclear", gettext_lazy("player not identified"))])
    division = TextFilter(help_text="The address of a division.")

    class Meta:
        model = Registration
        fields = ()
