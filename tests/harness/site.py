"""The real site in processes of its own, for tests that look at it from outside: gunicorn, Celery worker, own data folder."""

import contextlib
import itertools
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import psycopg
from django.core.management import get_commands, load_command_class

from tests.harness import prepared
from tests.harness.servers import free_port
from tests.harness.snippets import Loaded

ROOT = Path(__file__).resolve().parents[2]


#: Numbers of Redis databases for sites; 0 is that of the tests themselves. A server has 16: odd ones for one process of tests, even
#: ones for the other.
_REDIS_DATABASES = itertools.cycle(range(2 if os.environ.get("PYTEST_XDIST_WORKER") == "gw1" else 1, 16, 2))


class SiteDidNotStart(RuntimeError):
    """The site did not answer in time; the message holds its log."""


class CommandFailed(RuntimeError):
    """A management command failed; the message holds what it printed."""


def without_checks(command: str) -> list[str]:
    """What tells a command to leave out Django's checks of the code, if it makes them: two fifths of the time of a short one.

    The suite makes them once, before all tests.
    """
    app = get_commands().get(command)
    if app is None or not load_command_class(app, command).requires_system_checks:
        return []
    return ["--skip-checks"]


def run_manage(*arguments: str, environment: Mapping[str, str], text: str = "") -> "subprocess.CompletedProcess[str]":
    """Run a management command with ``text`` as its input."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments, *without_checks(arguments[0])],
        cwd=ROOT,
        env=environment,
        input=text,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


@dataclass
class Site:
    """A running ``manage.py serve``. ``url`` has no trailing slash."""

    data: Path
    port: int
    environment: Mapping[str, str]
    process: "subprocess.Popen[bytes] | None" = None
    extra: list[str] = field(default_factory=list)
    #: What stands before the command that starts it.
    prefix: list[str] = field(default_factory=list)
    #: What runs pieces of Python, once there has been one.
    loaded: Loaded | None = None

    @property
    def url(self) -> str:
        """The site's address."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        """What its processes printed so far."""
        return (self.data / "serve.log").read_text(errors="replace")

    def start(self) -> None:
        """Start web and worker; returns when both are up (``/healthz`` says 200)."""
        with (self.data / "serve.log").open("ab") as log:
            self.process = subprocess.Popen(
                [
                    *self.prefix,
                    sys.executable,
                    "manage.py",
                    "serve",
                    "--skip-checks",
                    "--port",
                    str(self.port),
                    *self.extra,
                ],
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.wait_healthy()

    def stop(self, number: signal.Signals = signal.SIGINT) -> int:
        """Stop it as Ctrl-C does and return its exit status."""
        assert self.process is not None
        self.process.send_signal(number)
        return self.process.wait(timeout=40)

    def kill_all(self) -> None:
        """Kill -9 supervisor, web and worker, as a power cut does. Nothing happens when they have ended."""
        assert self.process is not None
        if self.process.poll() is not None:
            return
        parent = psutil.Process(self.process.pid)
        for process in [parent, *parent.children(recursive=True)]:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        self.process.wait(timeout=10)

    def worker_pids(self) -> list[int]:
        """The process ids of the Celery worker and its children."""
        return [process.pid for process in self._processes(" worker ")]

    def web_pids(self) -> list[int]:
        """The process ids of the web server's workers, which answer the requests; without the one that starts them."""
        of_web = self._processes("gunicorn")
        everybody = {process.pid for process in of_web}
        return [process.pid for process in of_web if process.ppid() in everybody]

    def pids(self, role: str) -> list[int]:
        """The processes of one role: “supervisor”, “web master”, “web worker”, “worker” or “beat”."""
        assert self.process is not None
        if role.startswith("web"):
            workers = self.web_pids()
            masters = [process.pid for process in self._processes("gunicorn") if process.pid not in workers]
            return workers if role == "web worker" else masters
        if role == "supervisor":
            return [self.process.pid]
        return [process.pid for process in self._processes(f" {role} ")]

    def _processes(self, program: str) -> list[psutil.Process]:
        assert self.process is not None
        match = []
        for process in psutil.Process(self.process.pid).children(recursive=True):
            with contextlib.suppress(psutil.NoSuchProcess):
                if program in " ".join(process.cmdline()):
                    match.append(process)
        return match

    def kill_worker(self) -> None:
        """Kill -9 the worker only; the supervisor starts a new one."""
        for pid in self.worker_pids():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    @contextlib.contextmanager
    def worker_held(self) -> Iterator[None]:
        """The worker stands still meanwhile, so that what is queued begins only afterwards."""
        held = self.worker_pids()
        for pid in held:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in held:
                os.kill(pid, signal.SIGCONT)

    def health(self) -> tuple[int, dict[str, object]]:
        """Status and body of ``/healthz``; status 0 when nothing answers, no body when the answer is a page for people."""
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=10) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            is_page = "json" not in error.headers.get("Content-Type", "")
            return error.code, {} if is_page else json.load(error)
        except OSError:
            return 0, {}

    def wait_healthy(self, *, seconds: float = 240) -> None:
        """Wait until web, database, broker and worker are up. Raises SiteDidNotStart."""
        limit = time.monotonic() + seconds
        body: dict[str, object] = {}
        while time.monotonic() < limit:
            status, body = self.health()
            if status == 200:
                return
            if self.process is not None and self.process.poll() is not None:
                break
            time.sleep(0.1)
        raise SiteDidNotStart(f"{body}\n{self.log[-4000:]}")

    def manage(self, *arguments: str, text: str = "") -> str:
        """The output of a management command on the site's data. Raises CommandFailed with its output."""
        done = run_manage(*arguments, environment=self.environment, text=text)
        if done.returncode:
            raise CommandFailed(f"{' '.join(arguments[:2])} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        return done.stdout

    def query(self, sql: str) -> list[tuple[object, ...]]:
        """Rows of a SELECT, read beside the running site and much faster than by starting a command."""
        url = self.environment.get("DATABASE_URL", "")
        if url:
            with psycopg.connect(url) as connection:
                return list(connection.execute(sql.encode()).fetchall())
        with contextlib.closing(sqlite3.connect(self.data / "wordhall.sqlite3", timeout=20)) as lite:
            return list(lite.execute(sql).fetchall())

    def python(self, code: str) -> str:
        """The output of a piece of Python, run on the site's data in a process of its own. Raises SnippetFailed.

        The settings and the key are those of the first call.
        """
        if self.loaded is None:
            self.loaded = Loaded(self.environment)
        return self.loaded.run(code)


def environment_for(data: Path) -> dict[str, str]:
    """For processes of a site on ``data``, with a SQLite file and no servers."""
    settings = {
        **os.environ,
        "WORDHALL_DATA": str(data),
        "DATABASE_URL": "",
        "REDIS_URL": "",
        "JOB_LEASE_SECONDS": "5",
        "JOB_SWEEP_SECONDS": "2",
        "LOG_LEVEL": "WARNING",
        "CELERY_SKIP_CHECKS": "1",  # as without_checks
    }
    for name in ("DJANGO_SETTINGS_MODULE", "DJANGO_ALLOW_ASYNC_UNSAFE"):
        settings.pop(name, None)
    return settings


@contextlib.contextmanager
def prepared_site(data: Path, *, demo: bool = False, environment: Mapping[str, str] | None = None) -> Iterator[Site]:
    """A site that is not started: on SQLite in ``data``, or on the servers of DATABASE_URL and REDIS_URL with a database of its own."""
    keep = {name: os.environ.get(name, "") for name in ("DATABASE_URL", "REDIS_URL")}
    settings = {**environment_for(data), **keep, **(environment or {})}
    if settings["REDIS_URL"]:
        # A Redis database of its own: two sites that run at once would take each other's messages.
        settings["REDIS_URL"] = f"{settings['REDIS_URL'].rsplit('/', 1)[0]}/{next(_REDIS_DATABASES)}"
    with _own_database(settings["DATABASE_URL"], data, demo=demo) as url:
        settings["DATABASE_URL"] = url
        site = Site(data, free_port(), settings, extra=[] if demo else ["--no-demo"])
        try:
            yield site
        finally:
            if site.loaded is not None:
                site.loaded.end()


@contextlib.contextmanager
def running_site(
    data: Path, *, demo: bool = False, environment: Mapping[str, str] | None = None, prefix: Sequence[str] = ()
) -> Iterator[Site]:
    """The same, started (with ``prefix`` before its command); stopped afterwards."""
    with prepared_site(data, demo=demo, environment=environment) as site:
        site.prefix = list(prefix)
        try:
            site.start()
            yield site
        finally:
            if site.process is not None and site.process.poll() is None:
                if os.environ.get("COVERAGE_PROCESS_START"):  # what a process went through is written at its end
                    with contextlib.suppress(subprocess.TimeoutExpired):
                        site.stop()
                # Ending in good order takes seconds; that it does is shown by tests/processes/test_serve.py.
                site.kill_all()


@contextlib.contextmanager
def _own_database(url: str, data: Path, *, demo: bool) -> Iterator[str]:
    """A database with every table: on the PostgreSQL server of ``url``, dropped afterwards, or a SQLite file in ``data``.

    Yields its URL, empty for the file. The demo is copied for SQLite; on PostgreSQL the site makes it itself.
    """
    if url.startswith("postgres"):
        with prepared.postgres_database(url, f"site_{os.getpid()}_{time.monotonic_ns()}") as own:
            yield own
        return
    if demo:
        shutil.copytree(prepared.demo_site(), data, dirs_exist_ok=True)
    elif not (data / "wordhall.sqlite3").exists():
        shutil.copyfile(prepared.sqlite_schema(), data / "wordhall.sqlite3")
    yield ""
