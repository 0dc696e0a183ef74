"""A program that receives deliveries, on a free port of this machine."""

import json
import ssl
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings


@dataclass
class Receiver:
    """What was posted to each path, and what it answers there (200 otherwise)."""

    origin: str = ""
    posts: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    answers: dict[str, int] = field(default_factory=dict)

    def told(self, path: str) -> list[tuple[str, dict[str, Any]]]:
        """The types and data of what came to this path, in order."""
        bodies = [json.loads(body) for to, _headers, body in self.posts if to == path]
        return [(body["type"], body["data"]) for body in bodies]


def serve(made: Receiver, certificate: Path | None = None) -> ThreadingHTTPServer:
    """The program, not started yet; with a certificate under https."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            made.posts.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
            status = made.answers.get(self.path, 200)
            self.send_response(status)
            if status in {301, 302, 307}:
                self.send_header("Location", f"{made.origin}/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    scheme = "http"
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        scheme = "https"
    made.origin = f"{scheme}://127.0.0.1:{server.server_address[1]}"
    return server


def running(made: Receiver, certificate: Path | None = None) -> Iterator[Receiver]:
    """The program while it runs in a thread."""
    server = serve(made, certificate)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield made
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    """The program, which the operator allows although it is on this machine."""
    for made in running(Receiver()):
        settings.WEBHOOK_ORIGINS = [made.origin]
        settings.SITE_URL = "https://wordhall.example.org"
        yield made
