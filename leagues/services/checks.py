"""The check of a season's tables: the auditor works them out a second time, from the season's file alone.

It runs in the background after every change of a season, and after the figures of an event that counts have been checked.
"""

from typing import Any

from django.db import transaction
from django.utils import timezone

from clubs.models import User
from jobs.services import enqueue
from leagues.file_queries import file_of, seal_of, season_file
from leagues.models import LeagueSeason, SeasonCheck
from leagues.queries import read_season, season_tables
from leagues.services.leagues import lock_season
from tournaments.models import Event
from tournaments.services.events.figures import auditor


def check_season(*, season_id: int) -> SeasonCheck | None:
    """Check the tables of a season and store what the auditor says; None for one that is gone, or has changed meanwhile."""
    season = LeagueSeason.objects.select_related("league__club").filter(pk=season_id).first()
    if season is None:
        return None
    reading = read_season(season)
    seal, audit = seal_of(reading.tables()), auditor().check(file_of(reading))
    if seal != seal_of(season_tables(season)):
        enqueue("leagues.check_season", season.pk)
        return None
    values = {
        "seal": seal,
        "auditor": auditor().VERSION,
        "checked_at": timezone.now(),
        "differences": len(audit.differences),
    }
    check, _created = SeasonCheck.objects.update_or_create(season=season, defaults=values)
    return check


def differences_of(season: LeagueSeason) -> list[dict[str, Any]]:
    """What the auditor says now, difference by difference."""
    differences: list[dict[str, Any]] = auditor().check(season_file(season)).differences
    return differences


@transaction.atomic
def request_check(*, actor: User, season: LeagueSeason) -> None:
    """Check the tables once more, in the background. Raises PermissionDenied."""
    enqueue("leagues.check_season", lock_season(actor, season).pk)


def follow_event(event: Event) -> None:
    """Check the seasons in which an event counts, whose own figures have just been checked."""
    seasons = LeagueSeason.objects.filter(divisions__counting_events__event_division__event=event)
    for season in seasons.distinct().values_list("pk", flat=True):
        enqueue("leagues.check_season", season)
