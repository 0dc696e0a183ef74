"""A lease that is renewed while the work goes on: slow work keeps it, and the work of a killed process is soon free."""

import contextlib
import logging
import threading
from collections.abc import Callable, Iterator
from datetime import timedelta

from django.db import DatabaseError, connections

logger = logging.getLogger(__name__)

#: A lease is renewed this many times before it would end, so that one or two tries may fail.
TRIES = 4


@contextlib.contextmanager
def renewed(renew: Callable[[], object], lease: timedelta) -> Iterator[None]:
    """Call ``renew`` several times in each ``lease`` until the block ends; from a thread, with a database connection of its own.

    A database that does not answer is asked again the next time. Nothing is called in a block that is quicker than that.
    """
    over = threading.Event()

    def keep() -> None:
        while not over.wait(lease.total_seconds() / TRIES):
            try:
                renew()
            except DatabaseError:
                logger.warning("a lease could not be renewed", exc_info=True)
            finally:
                connections.close_all()

    thread = threading.Thread(target=keep, name="lease", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
