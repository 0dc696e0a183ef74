"""Where roles are given: a club, or an event. Pages, API and use cases of roles are the same for both."""

from abc import ABC, abstractmethod
from datetime import date
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club, ClubGrant, ClubRoleLink, Grant, Role, RoleLink, User
from clubs.permissions import Action, Rights, holders_in, rights_in_club


class Place(ABC):
    """Where roles are given: a club, or an event. Its addresses and its rows."""

    #: The field of its grants and links that names it.
    field: ClassVar[str]
    grants: ClassVar[type[Grant]]
    links: ClassVar[type[RoleLink]]
    roles: ClassVar[tuple[str, ...]]
    #: Named addresses: the page of its roles, ending a role, ending a link, the page that a link opens.
    page_name: ClassVar[str]
    end_name: ClassVar[str]
    end_link_name: ClassVar[str]
    open_name: ClassVar[str]

    @property
    @abstractmethod
    def subject(self) -> Any:
        """The club, or the event."""

    @property
    @abstractmethod
    def club(self) -> Club:
        """The club, or that of the event."""

    @abstractmethod
    def lock(self) -> None:
        """One writer at a time. Inside a transaction only."""

    @abstractmethod
    def rights(self, user: User) -> Rights:
        """What the user may do here. One query."""

    @abstractmethod
    def givers(self) -> QuerySet[User]:
        """Who may give roles here; superusers are not asked."""

    @abstractmethod
    def home(self, visitor: User) -> str:
        """Where somebody goes who has just taken a role."""

    @property
    def zone(self) -> ZoneInfo:
        """The time zone in which its days are counted. No query."""
        zone: ZoneInfo = self.subject.zone
        return zone

    @property
    def scope(self) -> str:
        """Its scope in the log."""
        return f"{self.field}:{self.subject.pk}"

    @property
    def of(self) -> dict[str, Any]:
        """The filter of its rows."""
        return {self.field: self.subject}

    @property
    def page(self) -> str:
        """The address of its page of roles."""
        return reverse(self.page_name, args=[self.subject.slug])

    def today(self) -> date:
        """The day that it is here."""
        return timezone.localdate(timezone=self.zone)


class ClubPlace(Place):
    """Roles in a club: they count in all of its events."""

    field, grants, links, roles = "club", ClubGrant, ClubRoleLink, tuple(Role.values)
    page_name, open_name = "clubs:roles", "clubs:take_role"
    end_name, end_link_name = "clubs:end_role", "clubs:end_role_link"

    def __init__(self, club: Club) -> None:
        self._club = club

    @property
    def subject(self) -> Club:
        """See ``Place``."""
        return self._club

    @property
    def club(self) -> Club:
        """See ``Place``."""
        return self._club

    def lock(self) -> None:
        """See ``Place``."""
        Club.objects.select_for_update().get(pk=self._club.pk)

    def rights(self, user: User) -> Rights:
        """See ``Place``."""
        return rights_in_club(user, self._club)

    def givers(self) -> QuerySet[User]:
        """See ``Place``."""
        return holders_in(self._club.pk, Action.GIVE_ROLES)

    def home(self, visitor: User) -> str:
        """See ``Place``."""
        _ = visitor
        return reverse("clubs:club", args=[self._club.slug])
