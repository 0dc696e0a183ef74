"""A database of its own for a benchmark: an empty, migrated data folder, and programs that run on it."""

import contextlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent


@contextlib.contextmanager
def private_database(**variables: str) -> Iterator[dict[str, str]]:
    """The environment for a private data folder (SQLite, unless `variables` say otherwise), removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="wordhall-bench-") as folder:
        private = {"WORDHALL_DATA": folder, "DATABASE_URL": "", "REDIS_URL": "", "LOG_LEVEL": "ERROR"}
        environment = {**os.environ, **private, **variables}
        subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=environment, check=True)
        yield environment


def output_of(module: str, *arguments: str, environment: Mapping[str, str] | None = None) -> Any:
    """What ``python -m benchmarks.module`` prints, read as JSON."""
    command = [sys.executable, "-m", f"benchmarks.{module}", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout)
