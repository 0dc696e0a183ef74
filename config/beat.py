"""The clock of periodic work: of any number of them each task is sent once in its time, and none minds that the clock is set back.

Celery notes when each task was last sent, and waits until that is long enough ago. After the clock was set back by a day it would send
nothing for a day: no sweep, no heartbeat, no mail.
"""

import logging
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from celery import beat
from django.db import DatabaseError, close_old_connections

from core.alive import sign_of_life
from jobs.services import take_turn

logger = logging.getLogger(__name__)

_NEVER: Final = datetime.min.replace(tzinfo=UTC)


def _period(when: object) -> timedelta:
    """How often a task is sent; of a time of the day (Celery's own cleaning): that minute is over when another may be sent."""
    every = getattr(when, "run_every", timedelta(minutes=1))
    assert isinstance(every, timedelta)
    return every


class Scheduler(beat.Scheduler):
    """Celery's, in memory; what was last sent in the future counts as sent now.

    Two machines may each run one: the database says whose turn it is.
    """

    def tick(self, *args: Any, **options: Any) -> float:
        """Send what is due, with a sign of life; how many seconds until the next look."""
        sign_of_life("beat")
        self.forget_the_future()
        close_old_connections()  # a database that was away and is back is asked over a new one
        return float(super().tick(*args, **options))

    def apply_entry(self, entry: beat.ScheduleEntry, producer: Any = None) -> None:
        """Send the task, unless another beat has: without the database nobody does, as no task could do anything."""
        try:
            ours = take_turn(str(entry.name), seconds=_period(entry.schedule).total_seconds())
        except DatabaseError as error:
            logger.warning("%s is not sent: %s", entry.name, error)
        else:
            if ours:
                super().apply_entry(entry, producer=producer)

    def forget_the_future(self) -> None:
        """Correct the times that are ahead of the clock."""
        ahead = [entry for entry in self.schedule.values() if (entry.last_run_at or _NEVER) > entry.default_now()]
        for entry in ahead:
            entry.last_run_at = entry.default_now()
        if ahead:
            self._heap = None  # made anew, in the order of the corrected times
