"""A sign of life of worker and beat, for whatever looks after processes: the age of a file, and systemd's watchdog.

A process that hangs is still there; only the work that it does shows that it lives.
"""

import contextlib
import os
import socket
from pathlib import Path

from core import env


def sign_of_life(name: str) -> None:
    """Say that the process of this name has just done its work.

    Touches ``<name>.alive`` in the folder that ``ALIVE_FOLDER`` names, and tells systemd where it listens (``NOTIFY_SOCKET``).
    Never fails: a full disk is no reason to stop working.
    """
    with contextlib.suppress(OSError):
        if folder := env.text("ALIVE_FOLDER"):
            Path(folder, f"{name}.alive").touch()
        if address := os.environ.get("NOTIFY_SOCKET", ""):
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
                systemd.connect("\0" + address[1:] if address.startswith("@") else address)
                systemd.send(b"WATCHDOG=1")
