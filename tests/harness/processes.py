"""Other processes of this program on the database of the running test: one, or several that begin at the same moment."""

import importlib
import json
import multiprocessing
import os
import subprocess
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.synchronize import Barrier
from typing import Any
from urllib.parse import quote

import django
from django.conf import settings
from django.db import connection

from tests.harness.site import ROOT

Job = Mapping[str, Any]
#: Seconds after which a process of a crew is given up.
PATIENCE = 120


def child_environment() -> dict[str, str]:
    """The environment for a process that works on the database of this test, and in its data folder, without Redis."""
    values = connection.settings_dict
    if connection.vendor == "sqlite":
        url = f"sqlite://{quote(str(values['NAME']))}"
    else:
        user, secret, host = (quote(str(values[name]), safe="") for name in ("USER", "PASSWORD", "HOST"))
        url = f"postgres://{user}:{secret}@{host}:{values['PORT']}/{values['NAME']}"
    surroundings = {
        **os.environ,
        "DATABASE_URL": url,
        "WORDHALL_DATA": str(settings.WORDHALL_DATA),
        "REDIS_URL": "",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    surroundings.pop("DJANGO_ALLOW_ASYNC_UNSAFE", None)
    return surroundings


class Crew:
    """Processes that do something at the same moment, each with a database connection of its own.

    ``act`` names a function, as in "tests.concurrency.acts.run": it takes a job and returns something that JSON can hold. One process
    loads the program, once; for each call of ``at_once`` it forks as many others as there are jobs.
    """

    def __init__(self, act: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.harness.processes", act],
            cwd=ROOT,
            env=child_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def at_once(self, jobs: Sequence[Job]) -> list[Any]:
        """What each of the jobs returned. Raises AssertionError with the tracebacks when some of them raised something."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps([dict(job) for job in jobs]), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        assert line, "the crew has ended"
        answers = json.loads(line)
        raised = [answer["raised"] for answer in answers if "raised" in answer]
        assert not raised, "\n".join(raised)
        return [answer["returned"] for answer in answers]

    def end(self) -> None:
        """Send the crew home."""
        self.process.communicate(timeout=PATIENCE)


def _together(act: Callable[[Job], Any], jobs: Sequence[Job]) -> list[dict[str, Any]]:
    """Fork a process for each job; what each returned or raised."""
    fork = multiprocessing.get_context("fork")
    gate = fork.Barrier(len(jobs))
    with ProcessPoolExecutor(len(jobs), mp_context=fork, initializer=_meet, initargs=(gate, act)) as members:
        return list(members.map(_act, jobs, timeout=PATIENCE))


_member: dict[str, Any] = {}


def _meet(gate: Barrier, act: Callable[[Job], Any]) -> None:
    """A forked process has begun."""
    _member.update(gate=gate, act=act)


def _act(job: Job) -> dict[str, Any]:
    """Connect, wait for the others, and do it."""
    connection.ensure_connection()
    _member["gate"].wait(timeout=PATIENCE)
    try:
        return {"returned": _member["act"](job)}
    except Exception:  # noqa: BLE001 - told to the test, which fails with it
        return {"raised": traceback.format_exc()}


def main(name: str) -> None:
    """The crew's own process: a line of jobs in, a line of answers out, until there are no more."""
    django.setup()
    module, _, function = name.rpartition(".")
    act = getattr(importlib.import_module(module), function)
    for line in sys.stdin:
        print(json.dumps(_together(act, json.loads(line))), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
