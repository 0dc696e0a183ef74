"""Filters of the lists of clubs and members."""

from clubs.models import Club, Membership, Role
from core.api.filters import ChoiceFilter, Filters, TextFilter


class ClubFilters(Filters):
    """Of all clubs."""

    name = TextFilter(lookup_expr="icontains", help_text="Part of the name.")

    class Meta:
        model = Club
        fields = ()


class MemberFilters(Filters):
    """Of a club's members."""

    username = TextFilter("user__username", lookup_expr="icontains", help_text="Part of the username.")
    role = ChoiceFilter(choices=Role.choices)

    class Meta:
        model = Membership
        fields = ()
