"""When something was, as people say it."""

from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def ago(moment: datetime) -> str:
    """How long ago that was, or when, if it is more than an hour."""
    passed = timezone.now() - moment
    seconds = max(int(passed.total_seconds()), 0)
    if not seconds:
        return _("just now")
    if passed < timedelta(minutes=1):
        return ngettext("%(count)d second ago", "%(count)d seconds ago", seconds) % {"count": seconds}
    if passed < timedelta(hours=1):
        minutes = seconds // 60
        return ngettext("%(count)d minute ago", "%(count)d minutes ago", minutes) % {"count": minutes}
    return date_format(timezone.localtime(moment), "SHORT_DATETIME_FORMAT")
