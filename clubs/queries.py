"""Reads of the clubs app."""

from django.db.models import Count, Q, QuerySet

from clubs.models import Club, Membership
from clubs.names import by_name


def clubs_with_counts() -> QuerySet[Club]:
    """All open clubs by name, each with ``member_count``; one query."""
    return Club.objects.filter(closed_at=None).annotate(member_count=Count("memberships")).order_by(*by_name(), "pk")


def clubs_found(typed: str) -> QuerySet[Club]:
    """The clubs that are open, by name; with ``typed`` those whose name, place or languages have each of its words."""
    clubs = Club.objects.filter(closed_at=None)
    for word in typed.split():
        clubs = clubs.filter(Q(name__icontains=word) | Q(place__icontains=word) | Q(languages__icontains=word))
    return clubs.order_by(*by_name(), "pk")


def members_of(club: Club) -> QuerySet[Membership]:
    """The club's members with their users, directors first."""
    return Membership.objects.filter(club=club).select_related("user").order_by("role", *by_name("user__username"))
