"""Keeping a few processes alive: each in its own process group, restarted when it dies, stopped in order."""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field


class ChildKeepsDying(RuntimeError):
    """A process ended again right after each start; the message names it and its exit status."""


@dataclass
class Child:
    """A process to keep: its name in messages, its command line, and how often it has died young."""

    name: str
    command: Sequence[str]
    process: "subprocess.Popen[bytes] | None" = None
    started_at: float = 0.0
    early_deaths: int = 0
    environment: dict[str, str] = field(default_factory=dict)

    def start(self) -> None:
        """Start it in a session of its own, so that Ctrl-C in the terminal reaches only the supervisor."""
        environment = {**os.environ, **self.environment}
        self.process = subprocess.Popen(self.command, start_new_session=True, env=environment)  # noqa: S603 - fixed command line
        self.started_at = time.monotonic()

    def signal_group(self, number: signal.Signals) -> None:
        """Send a signal to the process and its children."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, number)


class Supervisor:
    """Starts children in order, restarts those that die, stops them in reverse order."""

    #: A process that lived shorter than this died at its start.
    YOUNG_SECONDS = 10.0
    MAX_EARLY_DEATHS = 5

    def __init__(self, children: Sequence[Child], log: Callable[[str], object]) -> None:
        self.children = list(children)
        self.log = log

    def start(self) -> None:
        """Start all children."""
        for child in self.children:
            child.start()

    def check(self) -> None:
        """Restart what died. Raises ChildKeepsDying when that does not help."""
        for child in self.children:
            process = child.process
            if process is None or process.poll() is None:
                continue
            child.signal_group(signal.SIGKILL)  # leftovers of the dead process must not share its port or queue
            young = time.monotonic() - child.started_at < self.YOUNG_SECONDS
            child.early_deaths = child.early_deaths + 1 if young else 0
            if child.early_deaths >= self.MAX_EARLY_DEATHS:
                raise ChildKeepsDying(
                    f"{child.name} ended with status {process.returncode} at each of {child.early_deaths} starts."
                )
            self.log(f"{child.name} ended with status {process.returncode}; starting it again.")
            child.start()

    def watch(self) -> None:
        """Check for ever; ended by an exception (Ctrl-C)."""
        while True:
            self.check()
            time.sleep(0.5)

    def stop(self, *, patience: float = 10.0) -> None:
        """Ask each child to end, last started first; kill what has not ended after ``patience`` seconds."""
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
