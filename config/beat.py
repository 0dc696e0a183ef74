"""The clock of periodic work, which survives that the machine's clock is set back.

Celery notes when each task was last sent, and waits until that is long enough ago. After the clock was set back by a day it would send
nothing for a day: no sweep, no heartbeat, no mail.
"""

from datetime import UTC, datetime
from typing import Any, Final

from celery import beat

from core.alive import sign_of_life

_NEVER: Final = datetime.min.replace(tzinfo=UTC)


class Scheduler(beat.Scheduler):
    """Celery's, in memory; what was last sent in the future counts as sent now."""

    def tick(self, *args: Any, **options: Any) -> float:
        """Send what is due, with a sign of life; how many seconds until the next look."""
        sign_of_life("beat")
        self.forget_the_future()
        return float(super().tick(*args, **options))

    def forget_the_future(self) -> None:
        """Correct the times that are ahead of the clock."""
        ahead = [entry for entry in self.schedule.values() if (entry.last_run_at or _NEVER) > entry.default_now()]
        for entry in ahead:
            entry.last_run_at = entry.default_now()
        if ahead:
            self._heap = None  # made anew, in the order of the corrected times
