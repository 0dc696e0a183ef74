"""Servers that the site can do without for a while: after one that did not answer, nobody waits for it again for some seconds."""

import threading
import time


class Breaker:
    """Remembers, for this process, that a server did not answer lately."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._until = 0.0
        self._lock = threading.Lock()

    def may_try(self) -> bool:
        """Whether to ask the server. After a pause one thread asks; the others wait for what comes of it."""
        now = time.monotonic()
        if not self._until:
            return True
        with self._lock:
            if now < self._until:
                return False
            self._until = now + self._seconds
            return True

    def failed(self) -> None:
        """It did not answer: leave it alone for a while."""
        with self._lock:
            self._until = time.monotonic() + self._seconds

    def answered(self) -> None:
        """It is there."""
        self._until = 0.0
