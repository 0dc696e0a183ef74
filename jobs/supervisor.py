"""Keeping a few processes alive: each in its own process group, restarted when it dies, stopped in order."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

#: Linux only; loaded before anything forks.
_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None
_PR_SET_PDEATHSIG = 1


class ChildKeepsDying(RuntimeError):
    """A vital process ended right after each of its first starts; the message names it and its exit status."""


def _end_with_parent() -> None:
    """In the child: end when the supervisor does, even if that was killed. Else its web server would hold the port at the next start."""
    if _LIBC is not None:
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


@dataclass
class Child:
    """A process to keep: its name in messages, its command line, and how often it has died young.

    ``vital``: without it there is no site; if it never comes up, nobody needs the others.
    """

    name: str
    command: Sequence[str]
    vital: bool = False
    process: "subprocess.Popen[bytes] | None" = None
    started_at: float = 0.0
    early_deaths: int = 0
    came_up: bool = False
    start_again_at: float = 0.0
    environment: dict[str, str] = field(default_factory=dict)

    def start(self) -> None:
        """Start it in its own session, so that Ctrl-C in the terminal reaches only the supervisor."""
        environment = {**os.environ, **self.environment}
        self.process = subprocess.Popen(  # noqa: S603 - fixed command line
            self.command,
            start_new_session=True,
            env=environment,
            preexec_fn=_end_with_parent,  # noqa: PLW1509 - one system call; the supervisor has no other threads
        )
        self.started_at = time.monotonic()

    def signal_group(self, number: signal.Signals) -> None:
        """Send a signal to the process and its children."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, number)


class Supervisor:
    """Starts children in order, restarts those that die, stops them in reverse order.

    A child that dies again and again is started less and less often, and never takes the others with it.
    """

    #: A process that lived shorter than this died at its start.
    YOUNG_SECONDS = 10.0
    MAX_EARLY_DEATHS = 5
    #: The longest wait between two starts of the same child.
    LONGEST_WAIT = 30.0

    def __init__(self, children: Sequence[Child], log: Callable[[str], object]) -> None:
        self.children = list(children)
        self._log = log

    def log(self, line: str) -> None:
        """Log a line; a full disk must not end the supervisor."""
        with contextlib.suppress(OSError):
            self._log(line)

    def start(self) -> None:
        """Start all children."""
        for child in self.children:
            child.start()

    def check(self) -> None:
        """Restart what died, when its time has come. Raises ChildKeepsDying for a vital child that never came up."""
        for child in self.children:
            if child.process is None:
                if time.monotonic() >= child.start_again_at:
                    self._start_again(child)
            elif child.process.poll() is not None:
                self._bury(child, child.process.returncode)
            elif time.monotonic() - child.started_at >= self.YOUNG_SECONDS:
                child.came_up, child.early_deaths = True, 0

    def _bury(self, child: Child, status: int) -> None:
        """Clean up after a child that has ended, and log when it restarts."""
        child.signal_group(signal.SIGKILL)  # leftovers of the dead process must not share its port or queue
        child.process = None
        young = time.monotonic() - child.started_at < self.YOUNG_SECONDS
        child.early_deaths = child.early_deaths + 1 if young else 0
        if child.vital and not child.came_up and child.early_deaths >= self.MAX_EARLY_DEATHS:
            raise ChildKeepsDying(f"{child.name} ended with status {status} at each of {child.early_deaths} starts.")
        wait = min(self.LONGEST_WAIT, 2.0 ** (child.early_deaths - 1)) if child.early_deaths > 1 else 0.0
        child.start_again_at = time.monotonic() + wait
        when = f"in {wait:.0f} seconds" if wait else "now"
        rest = "" if child.vital else " The site keeps running without it: /healthz says “degraded”."
        self.log(f"{child.name} ended with status {status}; starting it again {when}.{rest if wait else ''}")

    def _start_again(self, child: Child) -> None:
        try:
            child.start()
        except OSError as error:  # no memory or no file handle at the moment
            child.start_again_at = time.monotonic() + self.LONGEST_WAIT
            self.log(f"{child.name} cannot be started: {error}. Trying again in {self.LONGEST_WAIT:.0f} seconds.")

    def watch(self) -> None:
        """Check until an exception (Ctrl-C) ends it."""
        while True:
            self.check()
            time.sleep(0.5)

    def stop(self, *, patience: float = 10.0) -> None:
        """Terminate each child, last started first; kill those still running after ``patience`` seconds."""
        for child in reversed(self.children):
            if child.process is None:
                continue
            # Only the process itself: it ends its own children in good order, with the work in hand done.
            child.process.terminate()
            try:
                child.process.wait(timeout=patience)
            except subprocess.TimeoutExpired:
                self.log(f"{child.name} does not stop; killing it.")
            child.signal_group(signal.SIGKILL)
            child.process.wait()
