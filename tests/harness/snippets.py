"""A process that has loaded a site's program and runs pieces of Python on its data, each in a process forked from it."""

import json
import os
import select
import subprocess
import sys
import tempfile
import traceback
import weakref
from collections.abc import Mapping
from pathlib import Path
from typing import IO

import django
from django.db import connection

ROOT = Path(__file__).resolve().parents[2]
#: Seconds after which a piece of Python is given up.
PATIENCE = 300


class SnippetFailed(RuntimeError):
    """A piece of Python ended with an error; the message holds what it printed."""


class Loaded:
    """The program, loaded once: a start takes many times as long as most of what is run. Ends when nobody needs it any more."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.harness.snippets"],
            cwd=ROOT,
            env={**environment, "DJANGO_SETTINGS_MODULE": "config.settings"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.end = weakref.finalize(self, _end, self.process)

    def run(self, code: str) -> str:
        """What the code prints, run in a process of its own. Raises SnippetFailed."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps(code), file=self.process.stdin, flush=True)
        ready, _writing, _failed = select.select([self.process.stdout], [], [], PATIENCE)
        line = self.process.stdout.readline() if ready else ""
        if not line:
            self.end()
            raise SnippetFailed(f"no answer to:\n{code}")
        status, out, err = json.loads(line)
        if status:
            raise SnippetFailed(f"ended with {status}:\n{out}{err}")
        return str(out)


def _end(process: "subprocess.Popen[str]") -> None:
    """End the process, whatever it is doing."""
    process.kill()
    process.communicate()


def main() -> None:
    """The process: a piece of Python in, as a line of JSON; its status, output and errors out."""
    django.setup()
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # nothing else writes among the answers
    for line in sys.stdin:
        with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
            child = os.fork()
            if not child:
                _run(json.loads(line), out, err)
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            out.seek(0)
            err.seek(0)
            print(json.dumps([status, out.read(), err.read()]), file=answers, flush=True)


def _run(code: str, out: IO[str], err: IO[str]) -> None:
    """Run it in this process, and end."""
    os.dup2(out.fileno(), 1)
    os.dup2(err.fileno(), 2)
    status = 1
    try:
        exec(code, {"__name__": "__main__"})
        connection.close()
        status = 0
    except BaseException:  # noqa: BLE001 - told to the test, which fails with it
        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


if __name__ == "__main__":
    main()
