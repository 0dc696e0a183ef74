"""Reads of the clubs app."""

from django.db.models import Count, QuerySet

from clubs.models import Club, Membership
from clubs.names import by_name


def clubs_with_counts() -> QuerySet[Club]:
    """All clubs by name, each with ``member_count``; one query."""
    return Club.objects.annotate(member_count=Count("memberships")).order_by(*by_name(), "pk")


def members_of(club: Club) -> QuerySet[Membership]:
    """The club's members with their users, directors first."""
    return Membership.objects.filter(club=club).select_related("user").order_by("role", *by_name("user__username"))
