"""Roles in one event, as ``clubs.role_services`` gives them."""

from django.db.models import Q, QuerySet
from django.urls import reverse

from clubs.models import Club, User
from clubs.permissions import Action, Rights
from clubs.role_access import Place
from clubs.role_services import count_days_anew
from tournaments.models import Event, EventGrant, EventRoleLink
from tournaments.models.events import EVENT_ROLES
from tournaments.permissions import holders_in_event, rights_in
from tournaments.services.events.locking import lock_event


class EventPlace(Place):
    """Roles in an event and its test copies; a test copy's are those of its original."""

    field, grants, links, roles = "event", EventGrant, EventRoleLink, tuple(EVENT_ROLES)
    page_name, open_name = "tournaments:roles", "tournaments:take_role"
    end_name, end_link_name = "tournaments:end_role", "tournaments:end_role_link"

    def __init__(self, event: Event) -> None:
        self._event = event.what_if_of or event

    @property
    def subject(self) -> Event:
        """See ``Place``."""
        return self._event

    @property
    def club(self) -> Club:
        """See ``Place``."""
        return self._event.club

    def lock(self) -> None:
        """See ``Place``."""
        lock_event(self._event.pk, on_laptop=True)

    def rights(self, user: User) -> Rights:
        """See ``Place``."""
        return rights_in(user, self._event)

    def givers(self) -> QuerySet[User]:
        """See ``Place``."""
        return holders_in_event(self._event, Action.GIVE_ROLES)

    def home(self, visitor: User) -> str:
        """The desk, for who may see it."""
        desk = Action.VIEW_DRAFTS in self.rights(visitor).actions
        return reverse("tournaments:manage" if desk else "tournaments:event", args=[self._event.slug])


def count_days_of(event: Event) -> None:
    """The event has another time zone: its roles begin and end with its days. Inside a transaction only."""
    count_days_anew(EventPlace(event))


def count_days_of_club(club: int) -> None:
    """The club (id) may have another time zone, and with it its events that have none of their own."""
    given = Q(grants__ended_at=None, grants__isnull=False) | Q(role_links__ended_at=None, role_links__isnull=False)
    for event in Event.objects.filter(given, club=club, time_zone="").select_related("club").distinct():
        count_days_of(event)
