"""When the daily backup is due."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

#: How long after a failure it is tried again.
RETRY: Final = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A backup that was written, or was not."""

    at: datetime
    whole: bool


def is_due(now: datetime, *, hour: int, newest: Attempt | None) -> bool:
    """Whether to write a backup now.

    Once a day from ``hour`` on, in the zone of ``now``; a site that was off at that hour makes up for it. After a failure it is tried
    again every hour. An attempt ahead of ``now`` is from before the clock was set back, and counts for nothing.
    """
    if newest is None or newest.at > now:
        return True
    since = now.replace(hour=hour, minute=0, second=0, microsecond=0)
    if since > now:
        since -= timedelta(days=1)
    if newest.at < since:
        return True
    return not newest.whole and now - newest.at >= RETRY
