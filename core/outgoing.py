"""One request to an address that a person typed: bounded in time and size, to the public internet only, without following redirects.

The name is resolved here and the connection goes to the address that was checked, so that a name which leads elsewhere a moment later
leads nowhere. Proxies of the environment are not used: they would resolve the name once more.
"""

import http.client
import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from core.hosts import is_public_address
from core.release import version

MAX_ADDRESS: Final = 500
#: For connecting and for each piece that is read; the whole of it may take twice as long.
SECONDS: Final = 10
DEADLINE: Final = 2 * SECONDS
#: Of the answer to a message nothing is used but its status.
_READ: Final = 1024


class NotPublicAddress(Exception):
    """The name leads into a private network."""


class TooLarge(Exception):
    """The answer is longer than its reader allows."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What an address answered. ``etag`` and ``last_modified``: what tells its versions apart, "" where it does not say."""

    status: int
    body: bytes
    etag: str = ""
    last_modified: str = ""


@dataclass(frozen=True, slots=True)
class _Target:
    parts: SplitResult
    host: str
    port: int

    @property
    def origin(self) -> str:
        return f"{self.parts.scheme}://{self.parts.netloc}"

    @property
    def path(self) -> str:
        query = f"?{self.parts.query}" if self.parts.query else ""
        return (self.parts.path or "/") + query


def _target(address: str) -> _Target | None:
    """The parts of an address that can be called: https, or one of the operator's own origins. None for any other."""
    if not address.isascii() or not address.isprintable() or " " in address or len(address) > MAX_ADDRESS:
        return None
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return None
    if not host or "@" in parts.netloc or parts.fragment or parts.scheme not in {"http", "https"}:
        return None
    target = _Target(parts, host, port or {"http": 80, "https": 443}[parts.scheme])
    if parts.scheme == "http" and target.origin not in settings.WEBHOOK_ORIGINS:
        return None
    return target


def host_of(address: str) -> str:
    """The name of the host of an address that can be called; "" for any other."""
    target = _target(address)
    return "" if target is None else target.host


def address_problem(address: str) -> str:
    """What is wrong with an address that nothing could be sent to or read from; "". A name is looked up when it is called, not now."""
    target = _target(address)
    if target is None:
        return _("Type the whole address, such as https://example.org/results. It must begin with https://.")
    literal = target.host.replace(".", "").isdigit() or ":" in target.host
    if target.origin not in settings.WEBHOOK_ORIGINS and literal and not is_public_address(target.host):
        return _("This address is inside a private network. Use one that can be reached from the internet.")
    return ""


def post(address: str, body: bytes, headers: Mapping[str, str]) -> int:
    """The status that the address answers. A redirect is an answer like any other.

    Raises NotPublicAddress, ValueError for an address that cannot be called, and OSError or HTTPException as the network does.
    """
    with _called("POST", address, body, {"Content-Type": "application/json", **headers}) as answer:
        answer.read(_READ)
        return answer.status


def get(address: str, headers: Mapping[str, str], *, most: int) -> Answer:
    """What is at the address, up to ``most`` bytes; of an answer that is not 200 only its status. Raises TooLarge, and as ``post``."""
    with _called("GET", address, None, headers) as answer:
        if answer.status != HTTPStatus.OK:
            return Answer(answer.status, b"")
        body = answer.read(most + 1)
        if len(body) > most:
            raise TooLarge(address)
        if answer.length:  # it promised more: the connection ended in the middle
            raise http.client.IncompleteRead(body, answer.length)
        etag, modified = (answer.headers.get(name, "") for name in ("ETag", "Last-Modified"))
        return Answer(answer.status, body, etag, modified)


@contextmanager
def _called(
    method: str, address: str, body: bytes | None, headers: Mapping[str, str]
) -> Iterator[http.client.HTTPResponse]:
    target = _target(address)
    if target is None:
        raise ValueError(address)
    connection = _Connection(target)
    with _deadline(connection):
        try:
            named = {"User-Agent": f"Wordhall/{version()}", **headers}
            connection.request(method, target.path, body=body, headers=named)
            yield connection.getresponse()
        finally:
            connection.close()


class _Connection(http.client.HTTPConnection):
    """A connection to the checked address; the certificate is that of the name."""

    def __init__(self, target: _Target) -> None:
        super().__init__(target.host, target.port, timeout=SECONDS)
        self.target = target
        self.wire: socket.socket | None = None

    def connect(self) -> None:
        """Connect to the first address of the name, all of which must be public ones."""
        self.wire = socket.create_connection((_resolved(self.target), self.target.port), timeout=SECONDS)
        if self.target.parts.scheme == "https":
            context = ssl.create_default_context()
            wrapped = context.wrap_socket(self.wire, server_hostname=self.target.host, do_handshake_on_connect=False)
            self.sock = self.wire = wrapped
            wrapped.do_handshake()
        self.sock = self.wire

    def cut(self) -> None:
        """End it from another thread: what waits for it fails with OSError, or reads no further."""
        with suppress(OSError):  # it has ended
            if self.wire is not None:
                self.wire.shutdown(socket.SHUT_RDWR)


def _resolved(target: _Target) -> str:
    """The address of the network behind the name. Raises NotPublicAddress if any of them is not public."""
    hosts = [str(row[4][0]) for row in socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)]
    if target.origin not in settings.WEBHOOK_ORIGINS and not all(map(is_public_address, hosts)):
        raise NotPublicAddress(target.host)
    return hosts[0]


@contextmanager
def _deadline(connection: _Connection) -> Iterator[None]:
    """End the connection if the whole takes too long: an answer that comes byte by byte would hold a worker for hours."""
    timer = threading.Timer(DEADLINE, connection.cut)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
