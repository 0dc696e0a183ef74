"""``python deploy/ask_alive.py worker``: the health check of the worker's and beat's containers.

Status 0 while the process does its work: it touches ``<name>.alive`` in ``ALIVE_FOLDER`` at every sweep or tick (``core/alive.py``).
Docker does not restart what is unhealthy, so a process that has been silent for ``END_SECONDS`` is ended here, and its container starts
anew. Every job may be killed at any line: it is done again.
"""

import contextlib
import os
import signal
import sys
import time
from pathlib import Path

#: A worker sweeps every ten seconds, unless long jobs keep all of its processes busy.
SILENT_SECONDS = 180
#: Nothing that the site does takes as long.
END_SECONDS = 900


def ask(folder: Path, name: str) -> str:
    """Why the process does not seem to live; empty if it does. One that has been silent for too long is killed."""
    alive, asked = folder / f"{name}.alive", folder / f"{name}.asked"
    if not asked.exists():
        asked.touch()
    has_worked = alive.exists()
    silent = time.time() - (alive if has_worked else asked).stat().st_mtime
    if has_worked and silent <= SILENT_SECONDS:
        return ""
    if silent > END_SECONDS:
        asked.unlink()
        return f"silent for {silent:.0f} s{_end(folder / f'{name}.pid')}"
    return f"silent for {silent:.0f} s" if has_worked else "has done nothing yet"


def _end(pid_file: Path) -> str:
    """Kill the Celery whose number stands in the file; what was done, in words."""
    with contextlib.suppress(OSError, ValueError):
        number = int(pid_file.read_text())
        if b"celery" in Path(f"/proc/{number}/cmdline").read_bytes():
            os.kill(number, signal.SIGKILL)
            return ", ended"
    return ", but no process to end"


def main(arguments: list[str]) -> int:
    """Print what is wrong; 1 if anything is."""
    trouble = ask(Path(os.environ.get("ALIVE_FOLDER", "/tmp")), arguments[0])  # noqa: S108 - the container's own
    print(trouble or "alive")  # noqa: T201 - docker inspect shows it
    return 1 if trouble else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
