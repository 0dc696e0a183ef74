"""Failures go to Sentry if the site wants that, without people's data; otherwise it is not even loaded."""

import gzip
import importlib
import json
import os
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest
from django.conf import settings

from core.packages import ROOT

pytestmark = pytest.mark.processes

KEY = "abcdefghijklmnopqrstuvwxyz"
#: A request to a private page that fails, in a process of its own: Sentry's hooks stay in the process that loads them.
FAILS = f"""
import django, sys
django.setup()
if "sentry_sdk" not in sys.modules:
    sys.exit("not loaded")
from django.test import Client
import clubs.pages
def broken(request, **parts):
    secret = "{KEY}"
    raise RuntimeError("cannot open /s/{KEY}/")
import clubs.guide_pages
from django.urls import path
import config.urls
config.urls.urlpatterns.insert(0, path("s/<str:key>/", broken))
Client(raise_request_exception=False, headers={{"cookie": "choice=quite-private"}}).post("/s/{KEY}/", {{"name": "Ann Example"}})
import sentry_sdk
sentry_sdk.flush(10)
"""


def run(environment: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-c", FAILS]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def test_a_failure_arrives_without_keys_cookies_and_what_was_typed(tmp_path: Path) -> None:
    bodies: list[bytes] = []

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            bodies.append(gzip.decompress(body) if self.headers.get("Content-Encoding") == "gzip" else body)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_arguments: object) -> None:
            """Quiet."""

    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "WORDHALL_DATA": str(tmp_path),
        "DATABASE_URL": "",
        "REDIS_URL": "",
        "NO_PROXY": "127.0.0.1",
    }
    server = HTTPServer(("127.0.0.1", 0), Collector)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        done = run({**environment, "SENTRY_DSN": f"http://public@127.0.0.1:{server.server_port}/1"})
        assert done.returncode == 0, done.stderr
    finally:
        server.shutdown()
        server.server_close()
    (event,) = [
        json.loads(line) for body in bodies for line in body.splitlines() if b'"exception"' in line and line[:1] == b"{"
    ]
    text = json.dumps(event)
    assert event["exception"]["values"][-1]["value"] == "cannot open /s/abc…/"
    assert event["release"].startswith("wordhall@")
    assert event["tags"]["doing"]
    for private in (KEY, "quite-private", "Ann Example"):
        assert private not in text


def test_without_an_address_it_is_not_loaded() -> None:
    """In the process of the tests, which has loaded the whole program."""
    importlib.import_module("config.urls")
    assert not settings.SENTRY_DSN
    assert "sentry_sdk" not in sys.modules
