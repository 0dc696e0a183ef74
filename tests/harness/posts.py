"""A program on this machine that keeps what is posted to it: what push services and receivers of webhooks have in common."""

import ssl
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TypeVar


@dataclass
class Posts:
    """What was posted to each path, and what is answered there (``usual`` otherwise)."""

    origin: str = ""
    usual: int = 200
    posts: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    answers: dict[str, int] = field(default_factory=dict)

    def bodies(self, path: str) -> list[bytes]:
        """What came to this path, in order."""
        return [body for to, _headers, body in self.posts if to == path]


Program = TypeVar("Program", bound=Posts)


def running(made: Program, certificate: Path | None = None) -> Iterator[Program]:
    """The program on a free port while it runs in a thread; with a certificate under https."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            made.posts.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
            status = made.answers.get(self.path, made.usual)
            self.send_response(status)
            if status in {301, 302, 307}:
                self.send_header("Location", f"{made.origin}/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    made.origin = f"http{'s' if certificate else ''}://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield made
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
