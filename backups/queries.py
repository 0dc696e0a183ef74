"""What is known of the site's backups, for operators' pages and ``/healthz``."""

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings

from backups.engine.schedule import Attempt
from backups.models import SiteBackup

#: A day, and half of one for a site that is off at night.
OVERDUE_AFTER: Final = timedelta(hours=36)


def newest_backup() -> SiteBackup | None:
    """The last attempt, whether it came off or not. By its number: the clock may have been set back."""
    return SiteBackup.objects.first()


def newest_whole_backup() -> SiteBackup | None:
    """The last backup that can be restored."""
    return SiteBackup.objects.filter(result=SiteBackup.Result.WHOLE).first()


def newest_attempt() -> Attempt | None:
    """The last attempt as the schedule sees it."""
    newest = newest_backup()
    return Attempt(newest.at, newest.is_whole) if newest else None


def is_overdue(now: datetime) -> bool:
    """Whether backups are to be made daily, and none has come off for a day and a half."""
    if settings.BACKUP_FOLDER is None:
        return False
    newest = newest_whole_backup()
    return newest is None or now - newest.at > OVERDUE_AFTER


def backup_line(now: datetime) -> str:
    """One line for programs: when the newest whole backup was written, and what is wrong. Without names of files."""
    newest, whole = newest_backup(), newest_whole_backup()
    line = f"{whole.at.isoformat(timespec='seconds')}" if whole else "none"
    if newest is not None and not newest.is_whole:
        line += ", the last one failed"
    if settings.BACKUP_FOLDER is None:
        line += ", none are made automatically"
    return line + (", overdue" if is_overdue(now) else "")
