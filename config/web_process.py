"""A web process of gunicorn that takes no more connections than its threads can take."""

from typing import Any

from gunicorn.workers.gthread import ThreadWorker

#: Connections taken beyond the threads, so that none of them waits for its next request.
_NEXT = 2


class FairWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """gunicorn's own takes every connection at once, so that in a rush one process has thirty phones waiting and the other ten.

    This one leaves them in the system's queue while its threads are busy, where whichever process is free first takes them in order.
    Connections that are only kept open do not count.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._in_hand = 0
        self._most = int(self.cfg.threads) + _NEXT

    def enqueue_req(self, conn: Any) -> None:
        """A request for the threads. In the main thread, as all that counts."""
        self._in_hand += 1
        super().enqueue_req(conn)
        if self._in_hand >= self._most:
            self.set_accept_enabled(False)

    def finish_request(self, conn: Any, fs: Any) -> None:
        """A request was answered, or nothing came in the time for it."""
        self._in_hand -= 1
        super().finish_request(conn, fs)

    def set_accept_enabled(self, enabled: bool) -> None:  # noqa: FBT001 - gunicorn's signature
        """Asked for before each wait, until it is so."""
        super().set_accept_enabled(enabled and self._in_hand < self._most)
