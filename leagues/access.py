"""The one way to leagues and their seasons, through their club. Seasons in preparation are for those who see drafts."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet

from clubs.access import Path
from clubs.models import Club
from leagues.models import League, LeagueSeason


@dataclass(frozen=True)
class LeaguePath(Path[League]):
    """A league, with its club; everybody may know of it once a season has begun."""

    club_slug: str
    league: str

    def rows(self) -> QuerySet[League]:
        """See ``Path``."""
        begun = LeagueSeason.objects.filter(league=OuterRef("pk")).exclude(state=LeagueSeason.State.DRAFT)
        leagues = League.objects.filter(club__slug=self.club_slug, slug=self.league).select_related("club")
        return leagues.annotate(begun=Exists(begun))

    def club(self, subject: League) -> Club:
        """See ``Path``."""
        return subject.club

    def is_public(self, subject: League) -> bool:
        """See ``Path``."""
        return bool(subject.begun)  # type: ignore[attr-defined]  # annotated by ``rows``


@dataclass(frozen=True)
class SeasonPath(Path[LeagueSeason]):
    """A season, with its league and club."""

    club_slug: str
    league: str
    season: int

    def rows(self) -> QuerySet[LeagueSeason]:
        """See ``Path``."""
        seasons = LeagueSeason.objects.filter(league__club__slug=self.club_slug, league__slug=self.league)
        return seasons.filter(number=self.season).select_related("league__club")

    def club(self, subject: LeagueSeason) -> Club:
        """See ``Path``."""
        return subject.league.club

    def is_public(self, subject: LeagueSeason) -> bool:
        """See ``Path``."""
        return subject.state != LeagueSeason.State.DRAFT
