"""Backups in words for operators."""

from datetime import datetime

from django.conf import settings
from django.utils.translation import gettext as _

from backups.queries import is_overdue


def what_is_wrong(now: datetime) -> str:
    """What an operator should do about the backups; "" while there is nothing."""
    if settings.BACKUP_FOLDER is None:
        return _("No backups are made automatically: set BACKUP_FOLDER, or run manage.py backup (docs/backup.md).")
    if is_overdue(now):
        return _("There has been no complete backup for a day and a half.")
    return ""
