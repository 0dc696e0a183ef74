"""What the page of a followed file says: how it stands, and why something of it was not taken over."""

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import ngettext

#: A problem as it is stored: a sentence (``text``), or a name (``who``) with the ids of the ``similar`` players it may mean.
Problem = dict[str, Any]


def ago(moment: datetime) -> str:
    """How long ago that was, or when, if it is more than an hour."""
    passed = timezone.now() - moment
    seconds = max(int(passed.total_seconds()), 0)
    if passed < timedelta(minutes=1):
        return ngettext("%(count)d second ago", "%(count)d seconds ago", seconds) % {"count": seconds}
    if passed < timedelta(hours=1):
        minutes = seconds // 60
        return ngettext("%(count)d minute ago", "%(count)d minutes ago", minutes) % {"count": minutes}
    return date_format(timezone.localtime(moment), "SHORT_DATETIME_FORMAT")
