"""The whole test suite in one run: static checks, then the parts below, then where the time went.

Called by ``script/test``. Nothing is skipped in silence: what cannot be started fails the run with its reason.

    script/test                       everything that must hold before a commit
    script/test --fast                checks and all tests that need no browser and no processes, on SQLite: some ten minutes
    script/test tests/games -k gcg    just those, on SQLite (``--postgres``: on PostgreSQL and Redis)
    script/test --deep [PATH …]       the long runs: whole matrices, thousands of games, drills
    script/test --coverage            everything, and how much of the product it went through
"""

import argparse
import contextlib
import json
import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from core.packages import PACKAGES
from tests.harness import browser, report, servers

ROOT = Path(__file__).resolve().parents[2]
PYTHON = sys.executable
BIN = Path(PYTHON).parent
SLOWEST = 20
YELLOW, PLAIN = ("\033[33m", "\033[0m") if sys.stdout.isatty() else ("", "")

#: Tests that start processes or a browser of their own.
SITES = "browser or processes or concurrency"
#: Tests of the suite that run on SQLite: each test runs once, those that PostgreSQL can change run there.
ON_SQLITE = "not deep and (both or not postgres)"

PRODUCTION = {
    "WORDHALL_ENV": "production",
    "SECRET_KEY": secrets.token_urlsafe(64),
    "ALLOWED_HOSTS": "wordhall.example",
    "SITE_URL": "https://wordhall.example",
    "DATABASE_URL": "postgres://wordhall@localhost/wordhall",
    "REDIS_URL": "redis://localhost:6379/0",
}

Command = tuple[str, Sequence[str], Mapping[str, str]]
#: Each with its name, its command and what it needs in the environment; the longest first.
CHECKS: list[Command] = [
    ("mypy --strict", [str(BIN / "mypy"), "."], {}),
    ("djLint", [str(BIN / "djlint"), "templates", "--lint", "--quiet"], {}),
    (
        "djLint, tables",
        [str(BIN / "djlint"), "templates", "--lint", "--quiet", "--extension", "jinja", "--profile", "jinja"],
        {},
    ),
    ("ruff check", [str(BIN / "ruff"), "check", "."], {}),
    ("ruff format", [str(BIN / "ruff"), "format", "--check", "."], {}),
    ("import-linter", [str(BIN / "lint-imports")], {}),
    ("makemigrations --check", [PYTHON, "manage.py", "makemigrations", "--check", "--dry-run"], {}),
    ("check --deploy", [PYTHON, "manage.py", "check", "--deploy", "--fail-level", "WARNING"], PRODUCTION),
    # Compiles the tests beside mypy; else each process of the first part does it for itself.
    ("collecting the tests", [PYTHON, "-m", "pytest", "--collect-only", "-q", "-p", "no:valkey"], {}),
]


@dataclass(frozen=True)
class Part:
    """One run of pytest: which tests by their marks, on what, and how long it may take on two idle cores."""

    name: str
    marks: str
    budget: int
    servers: bool = False
    #: What stands in every file with such tests (regular expression): no process collects the others.
    stands_in: str = ""
    arguments: Sequence[str] = ("-n", "2", "--dist", "worksteal")
    #: Named tests: none of them having the marks is no failure.
    may_be_empty: bool = False


#: Their budgets and the minute of the checks are the 15 minutes that the suite may take.
PARTS = [
    Part("rules and pages, on SQLite", f"not ({SITES}) and {ON_SQLITE}", 370),
    Part(
        "what PostgreSQL and Redis can change", "postgres and not deep", 180, servers=True, stands_in=r"mark\.postgres"
    ),
    Part(
        "sites, processes and browsers, on SQLite",
        f"({SITES}) and {ON_SQLITE}",
        290,
        stands_in=r"mark\.(browser|processes|concurrency)",
        # A third fills the time in which the others wait for keystrokes and clocks.
        arguments=("-n", "3", "--dist", "worksteal"),
    ),
]
#: No servers are started for it, so what PostgreSQL can change runs on SQLite.
FAST_PARTS = [Part("all that needs no process, on SQLite", f"not ({SITES}) and not deep", 600)]
DEEP_PARTS = [
    Part("long runs on SQLite, and what the suite runs on PostgreSQL", "deep or scaled or postgres", 4200),
    Part(
        "everything on PostgreSQL and Redis",
        "not (browser or sqlite) or postgres",
        5400,
        servers=True,
        may_be_empty=True,
    ),
]
#: pytest's status for "no test was collected".
NOTHING_COLLECTED = 5


@dataclass
class Outcome:
    """How a step went, for the summary."""

    name: str
    ok: bool
    seconds: float
    budget: int = 0
    tests: Mapping[str, float] = field(default_factory=dict)
    outcomes: Mapping[str, int] = field(default_factory=dict)


def check(command: Command, environment: Mapping[str, str]) -> Outcome:
    """Run one static check; what it printed is shown when it fails."""
    name, words, extra = command
    started = time.monotonic()
    done = subprocess.run(words, cwd=ROOT, env={**environment, **extra}, capture_output=True, text=True, check=False)
    outcome = Outcome(name, done.returncode == 0, time.monotonic() - started)
    print(f"{'ok    ' if outcome.ok else 'FAILED'} {name}, {outcome.seconds:.0f} s", flush=True)
    if not outcome.ok:
        print(done.stdout + done.stderr, flush=True)
    return outcome


def checks(environment: Mapping[str, str], *, database: str) -> list[Outcome]:
    """All static checks, two at a time; beside the longest of them the databases for the tests are made, also on ``database``."""
    print("\n=== static checks", flush=True)
    prepare: Command = (
        "databases for the tests",
        [PYTHON, "-m", "tests.harness.prepared"],
        {"DATABASE_URL": database},
    )
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(lambda command: check(command, environment), [CHECKS[0], prepare, *CHECKS[1:]]))


def run_part(part: Part, environment: Mapping[str, str], more: Sequence[str], folder: Path) -> Outcome:
    """Run pytest for one part with its output shown."""
    times = folder / "times.json"
    times.unlink(missing_ok=True)
    marks = ["-m", part.marks] if part.marks else []
    files = files_with(part.stands_in) if part.stands_in and not more else []
    command = [*PYTEST, *part.arguments, *marks, *more, *files]
    print(f"\n=== {part.name}", flush=True)
    started = time.monotonic()
    status = subprocess.run(command, cwd=ROOT, env={**environment, report.VARIABLE: str(times)}, check=False).returncode
    seconds = time.monotonic() - started
    ok = status == 0 or (part.may_be_empty and status == NOTHING_COLLECTED)
    written = json.loads(times.read_text()) if times.exists() else {"seconds": {}, "outcomes": {}}
    return Outcome(part.name, ok, seconds, part.budget, written["seconds"], written["outcomes"])


def files_with(pattern: str) -> list[str]:
    """The test files in which the pattern stands."""
    tests = sorted((ROOT / "tests").rglob("test_*.py"))
    return [str(path.relative_to(ROOT)) for path in tests if re.search(pattern, path.read_text())]


PYTEST = [PYTHON, "-m", "pytest", "-q", "-p", "no:valkey", "-p", "tests.harness.report"]


@contextlib.contextmanager
def surroundings(*, full: bool, deep: bool, coverage: Path | None) -> Iterator[tuple[dict[str, str], dict[str, str]]]:
    """The environment without servers and the one with PostgreSQL and Redis (the same if ``full`` is false).

    Raises ServerDidNotStart.
    """
    with contextlib.ExitStack() as stack:
        data = stack.enter_context(tempfile.TemporaryDirectory(prefix="wordhall-test-"))
        plain = {
            **os.environ,
            "WORDHALL_DATA": data,
            "WORDHALL_ENV": "local",
            "LOG_LEVEL": "ERROR",
            "DATABASE_URL": "",
            "REDIS_URL": "",
            "WORDHALL_DEEP": "1" if deep else "",
        }
        if coverage is not None:
            plain["COVERAGE_PROCESS_START"] = str(coverage)
            plain["WORDHALL_PREPARED"] = str(coverage.parent / "prepared")  # made anew: building the demo counts too
        if not full:
            yield plain, plain
            return
        database = os.environ.get("DATABASE_URL") or stack.enter_context(servers.postgres())
        redis = os.environ.get("REDIS_URL") or stack.enter_context(servers.redis())
        yield plain, {**plain, "DATABASE_URL": database, "REDIS_URL": redis}


def summary(outcomes: Sequence[Outcome]) -> None:
    """The slowest tests and files, then each step with its time; what took longer than its budget in yellow."""
    tests = sorted(((seconds, name) for item in outcomes for name, seconds in item.tests.items()), reverse=True)
    if tests:
        print(f"\nThe slowest {min(SLOWEST, len(tests))} tests:")
    for seconds, name in tests[:SLOWEST]:
        print(f"{seconds:7.1f} s  {name}")
    files: defaultdict[str, float] = defaultdict(float)
    for seconds, name in tests:
        files[name.partition("::")[0]] += seconds
    if len(files) > 1:
        print(f"\nThe slowest {min(SLOWEST, len(files))} files, all their tests together:")
    for name, seconds in sorted(files.items(), key=lambda one: -one[1])[: SLOWEST if len(files) > 1 else 0]:
        print(f"{seconds:7.1f} s  {name}")
    print()
    for item in outcomes:
        counts = ", ".join(f"{count} {name}" for name, count in sorted(item.outcomes.items()))
        line = (
            f"{'ok    ' if item.ok else 'FAILED'} {item.seconds:6.0f} s  {item.name}{f': {counts}' if counts else ''}"
        )
        slow = item.budget and item.seconds > item.budget
        print(f"{YELLOW}{line}  SLOW: its budget is {item.budget} s{PLAIN}" if slow else line)
    # Read by programs too: the one line that says how many tests there were.
    passed = sum(item.outcomes.get("passed", 0) for item in outcomes)
    failed = sum(item.outcomes.get("failed", 0) + item.outcomes.get("error", 0) for item in outcomes)
    print(f"\n{passed} passed, {failed} failed")


def parse(arguments: Sequence[str]) -> tuple[argparse.Namespace, list[str]]:
    """Our own options, and what is left for pytest."""
    parser = argparse.ArgumentParser(
        prog="script/test", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--fast", action="store_true", help="checks, and SQLite without browser and processes")
    parser.add_argument("--deep", action="store_true", help="the long runs, on SQLite and PostgreSQL")
    parser.add_argument("--postgres", action="store_true", help="named tests on PostgreSQL and Redis")
    parser.add_argument("--coverage", action="store_true", help="say how much of the product was gone through")
    return parser.parse_known_args(arguments)


def parts_for(options: argparse.Namespace, named: Sequence[str]) -> list[Part]:
    """Which parts to run."""
    if options.deep:
        return DEEP_PARTS
    if named:
        return [Part("the named tests", "", 0, servers=options.postgres, arguments=())]
    return FAST_PARTS if options.fast else PARTS


def main(arguments: Sequence[str]) -> int:
    """Run everything (or what the arguments name); returns the exit status."""
    # Told to stop, leave through the exit stack, so that no server of ours stays behind.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    options, named = parse(arguments)
    parts = parts_for(options, named)
    full = any(part.servers for part in parts)
    started = time.monotonic()
    outcomes: list[Outcome] = []
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="wordhall-times-")))
        covered = stack.enter_context(coverage_of_the_product(folder)) if options.coverage else None
        try:
            around = surroundings(full=full, deep=options.deep, coverage=covered)
            plain, served = stack.enter_context(around)
            # On a new machine it is fetched first, which is mostly waiting.
            chromium = stack.enter_context(ThreadPoolExecutor(1)).submit(browser.ensure)
            if not named and not options.deep:
                outcomes += checks(plain, database=served["DATABASE_URL"])
            plain["CHROMIUM"] = served["CHROMIUM"] = chromium.result()
        except (browser.NoBrowser, servers.ServerDidNotStart) as error:
            print(f"error: {error}", file=sys.stderr)
            return 1
        outcomes += [run_part(part, served if part.servers else plain, named, folder) for part in parts]
    summary(outcomes)
    ok = all(item.ok for item in outcomes)
    verdict = "Everything passed" if ok else "Something failed: see the lines marked FAILED above"
    print(f"{verdict}, in {time.monotonic() - started:.0f} s.")
    return 0 if ok else 1


@contextlib.contextmanager
def coverage_of_the_product(folder: Path) -> Iterator[Path]:
    """Measure every process below this one; the report is printed at the end and left in ``var/coverage``."""
    settings = folder / "coverage.ini"
    sources = ",".join(PACKAGES)
    settings.write_text(
        f"[run]\nbranch = true\nparallel = true\nsigterm = true\nsource = {sources}\nomit = */migrations/*\n"
        "dynamic_context = test_function\n"
        f"data_file = {folder}/data\n"
    )
    # Read by every Python that starts; taken away again at the end.
    hook = Path(next(path for path in sys.path if path.endswith("site-packages"))) / "wordhall_coverage.pth"
    hook.write_text("import coverage; coverage.process_startup()\n")
    try:
        yield settings
    finally:
        hook.unlink()
        run = [PYTHON, "-m", "coverage"]
        target = ROOT / "var" / "coverage"
        target.mkdir(parents=True, exist_ok=True)
        subprocess.run([*run, "combine", "-q", f"--rcfile={settings}"], cwd=ROOT, check=False)
        subprocess.run(
            [*run, "json", "-q", f"--rcfile={settings}", "-o", str(target / "coverage.json")], cwd=ROOT, check=False
        )
        shutil.copyfile(folder / "data", target / "data")
        subprocess.run([*run, "report", "--skip-covered", f"--rcfile={settings}"], cwd=ROOT, check=False)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
