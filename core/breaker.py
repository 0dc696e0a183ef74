"""A circuit breaker for servers that the site can do without: one that did not answer is left alone for some seconds."""

import threading
import time


class Breaker:
    """Remembers, for this process, that a server did not answer lately."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._until = 0.0
        self._lock = threading.Lock()

    def may_try(self) -> bool:
        """Whether to try the server. After a pause one thread tries it; the others skip it until that one succeeds."""
        now = time.monotonic()
        if not self._until:
            return True
        with self._lock:
            if now < self._until:
                return False
            self._until = now + self._seconds
            return True

    def failed(self) -> None:
        """The server did not answer: leave it alone for a while."""
        with self._lock:
            self._until = time.monotonic() + self._seconds

    def answered(self) -> None:
        """The server works again."""
        self._until = 0.0
