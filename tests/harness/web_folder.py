"""A web server on this machine with files that change between two readings, as one to which another program uploads."""

import hashlib
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class WebFolder:
    """The files by path, and the status with which each reading was answered. ``status``: of all answers, if it is no 200.

    ``promised``: how many bytes it says that a file has, where it sends fewer. ``tagged``: whether it names the version of a file.
    """

    origin: str = ""
    files: dict[str, bytes] = field(default_factory=dict)
    answered: list[int] = field(default_factory=list)
    status: int = 200
    promised: int | None = None
    tagged: bool = True


def serving(folder: WebFolder) -> Iterator[WebFolder]:
    """The folder on a free port while it is served from a thread."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = folder.files.get(self.path)
            status = folder.status if body is not None else 404
            tag = f'"{hashlib.sha256(body or b"").hexdigest()[:16]}"'
            if status == 200 and self.headers.get("If-None-Match") == tag:
                status = 304
            folder.answered.append(status)
            self.send_response(status)
            sent = body if status == 200 and body is not None else b""
            if folder.tagged:
                self.send_header("ETag", tag)
            self.send_header("Content-Length", str(folder.promised if folder.promised and sent else len(sent)))
            self.end_headers()
            self.wfile.write(sent)

        def log_message(self, *_args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    folder.origin = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield folder
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
