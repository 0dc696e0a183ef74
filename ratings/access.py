"""The one way to a rating pool."""

from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest

from clubs.access import Path, reached
from clubs.models import Club
from clubs.permissions import Action, Visitor, sees_all
from ratings.models import RatingPool


@dataclass(frozen=True)
class PoolPath(Path[RatingPool]):
    """A rating pool, with its club and run; everybody may know of it. Pools of the whole site belong to superusers."""

    pool: str

    def rows(self) -> QuerySet[RatingPool]:
        """See ``Path``."""
        return RatingPool.objects.filter(slug=self.pool).select_related("club", "current_run")

    def club(self, subject: RatingPool) -> Club | None:
        """See ``Path``."""
        return subject.club

    def actions(self, visitor: Visitor, subject: RatingPool) -> frozenset[Action]:
        """See ``Path``."""
        if subject.club is None and sees_all(visitor):
            return frozenset(Action)
        return super().actions(visitor, subject)


def club_pool(request: HttpRequest, slug: str) -> tuple[RatingPool, Club]:
    """A pool of a club, and the club. Raises as ``reached``, and PermissionDenied for a pool of the whole site."""
    pool = reached(request, PoolPath(slug))
    if pool.club is None:
        raise PermissionDenied
    return pool, pool.club
