"""Spread adjustments of a player in words."""

from django.utils.translation import gettext as _

from core.wording import listed
from tournaments.engine.adjustments import read_adjustments
from tournaments.models import Entry
from tournaments.wording.scores import signed


def adjustments_text(entry: Entry) -> str:
    """“Spread adjusted: −25 in round 3, +10 in round 5 (late)”; "" where there are none."""
    parts = [
        _("%(points)s in round %(number)d") % {"points": signed(points), "number": number}
        for number, points in read_adjustments(entry.spread_changes)
    ]
    if not parts:
        return ""
    return _("Spread adjusted: %(changes)s (%(reason)s)") % {"changes": listed(parts), "reason": entry.spread_reason}
