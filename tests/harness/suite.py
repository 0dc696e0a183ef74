"""The whole test suite in one run: static checks, then pytest on SQLite and on PostgreSQL with a real Redis-protocol server.

Called by ``script/test``. Nothing is skipped silently: what cannot be started fails the run with its reason.
With arguments it runs just those tests, on SQLite: ``script/test tests/games -k gcg``.
"""

import contextlib
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from tests.harness import browser, servers

ROOT = Path(__file__).resolve().parents[2]
PYTHON = sys.executable
BIN = Path(PYTHON).parent

#: Tests that start processes or a browser of their own; they run one at a time.
ALONE = "browser or processes or concurrency"
#: Tests of rules, which know no database: once is enough.
ENGINES = [f"--ignore=tests/{app}/engine" for app in ("games", "lexicon", "ratings", "tournaments")]

PRODUCTION = {
    "WORDHALL_ENV": "production",
    "SECRET_KEY": secrets.token_urlsafe(64),
    "ALLOWED_HOSTS": "wordhall.example",
    "DATABASE_URL": "postgres://wordhall@localhost/wordhall",
    "REDIS_URL": "redis://localhost:6379/0",
}

CHECKS: list[tuple[str, list[str], Mapping[str, str]]] = [
    ("ruff check", [str(BIN / "ruff"), "check", "."], {}),
    ("ruff format", [str(BIN / "ruff"), "format", "--check", "."], {}),
    ("mypy --strict", [str(BIN / "mypy"), "."], {}),
    ("import-linter", [str(BIN / "lint-imports")], {}),
    ("djLint", [str(BIN / "djlint"), "templates", "--lint", "--quiet"], {}),
    (
        "djLint, tables",
        [str(BIN / "djlint"), "templates", "--lint", "--quiet", "--extension", "jinja", "--profile", "jinja"],
        {},
    ),
    ("makemigrations --check", [PYTHON, "manage.py", "makemigrations", "--check", "--dry-run"], {}),
    ("check --deploy", [PYTHON, "manage.py", "check", "--deploy", "--fail-level", "WARNING"], PRODUCTION),
]


def run(title: str, command: list[str], environment: Mapping[str, str]) -> bool:
    """Run one step with its output shown; True when it succeeded."""
    print(f"\n=== {title}", flush=True)
    started = time.monotonic()
    status = subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}, check=False).returncode
    print(
        f"=== {title}: {'ok' if status == 0 else f'FAILED ({status})'} in {time.monotonic() - started:.0f} s",
        flush=True,
    )
    return status == 0


def pytest(title: str, arguments: list[str], environment: Mapping[str, str]) -> bool:
    """One pytest run; no tests collected is a failure too."""
    return run(title, [PYTHON, "-m", "pytest", "-q", "-p", "no:valkey", *arguments], environment)


def main(arguments: list[str]) -> int:
    """Run everything (or the named tests); returns the exit status."""
    # Told to stop, leave through the exit stack, so that no server of ours stays behind.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    with contextlib.ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="wordhall-test-")))
        base = {"WORDHALL_DATA": str(data), "WORDHALL_ENV": "local", "LOG_LEVEL": "ERROR"}
        try:
            base["CHROMIUM"] = browser.ensure()
            database = os.environ.get("DATABASE_URL") or stack.enter_context(servers.postgres())
            redis = os.environ.get("REDIS_URL") or stack.enter_context(servers.redis())
        except (browser.NoBrowser, servers.ServerDidNotStart) as error:
            print(f"error: {error}", file=sys.stderr)
            return 1
        embedded = {**base, "DATABASE_URL": "", "REDIS_URL": ""}
        if arguments:
            return 0 if pytest("pytest", arguments, embedded) else 1
        full = {**base, "DATABASE_URL": database, "REDIS_URL": redis}
        results = [run(title, command, {**embedded, **extra}) for title, command, extra in CHECKS]
        results.append(pytest("tests on SQLite", ["-n", "2", "-m", f"not ({ALONE})"], embedded))
        results.append(pytest("tests on PostgreSQL and Redis", ["-n", "2", *ENGINES, "-m", f"not ({ALONE})"], full))
        results.append(pytest("processes, concurrency, browser on SQLite and files", ["-m", ALONE], embedded))
        results.append(pytest("processes, concurrency, browser on PostgreSQL and Redis", ["-m", ALONE], full))
    print(f"\n{'Everything passed.' if all(results) else 'Something failed: see the steps marked FAILED above.'}")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
