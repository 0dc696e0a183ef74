"""A gate in front of a server: open, closed (refuses and cuts everybody off) or stuck (takes what is sent and never answers).

So a database or a cache is away for the site under test, and for nobody else on the machine.
"""

import contextlib
import socket
import threading
from collections.abc import Iterator


class Gate:
    """Passes TCP connections on to a server of this machine, for as long as it is open. ``port`` stays the same."""

    def __init__(self, server: int) -> None:
        self._server = server
        self._lock = threading.Lock()
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._flows = threading.Event()
        self._listener: socket.socket | None = None
        self.port = 0
        self.open()

    def open(self) -> None:
        """Let everybody through."""
        self._flows.set()
        if self._listener is None:
            self._listener = socket.socket()
            self._listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self._listener.bind(("127.0.0.1", self.port))
            self._listener.listen(64)
            self.port = self._listener.getsockname()[1]
            threading.Thread(target=self._accept, args=[self._listener], daemon=True).start()

    def close(self) -> None:
        """Refuse new connections and cut off those that there are, as a server that was killed."""
        if self._listener is not None:
            with contextlib.suppress(OSError):
                self._listener.shutdown(socket.SHUT_RDWR)
            self._listener.close()
            self._listener = None
        self._flows.set()  # who waits sees the end
        with self._lock:
            pairs, self._pairs = self._pairs, []
        for pair in pairs:
            _end(pair)

    def stick(self) -> None:
        """Pass nothing on and answer nothing, as a server that swaps or whose network is gone."""
        self._flows.clear()

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                caller, _address = listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=[caller], daemon=True).start()

    def _serve(self, caller: socket.socket) -> None:
        self._flows.wait()
        try:
            server = socket.create_connection(("127.0.0.1", self._server), timeout=10)
        except OSError:
            caller.close()
            return
        server.settimeout(None)
        for one in (
            caller,
            server,
        ):  # as clients and servers do; else a part of an answer waits 40 ms for the other side's sign
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with self._lock:
            self._pairs.append((caller, server))
        for source, target in ((caller, server), (server, caller)):
            threading.Thread(target=self._pass_on, args=[source, target], daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                self._flows.wait()
                target.sendall(data)
        _end((source, target))


def _end(pair: tuple[socket.socket, socket.socket]) -> None:
    for one in pair:
        with contextlib.suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)
        one.close()


@contextlib.contextmanager
def gate_to(port: int) -> Iterator[Gate]:
    """A gate to the server on this port; closed in the end."""
    gate = Gate(port)
    try:
        yield gate
    finally:
        gate.close()
