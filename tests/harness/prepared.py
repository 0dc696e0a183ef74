"""Things that are dear to make and alike for all: made once, kept, and copied by whoever needs them.

The databases of the tests and of the sites they start are copies of one database that the migrations made; the demo sites are
copies of one demo. What is kept is named after what it was made from, so that a change of it makes another one.
"""

import contextlib
import fcntl
import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import django
import psycopg

from core.packages import PACKAGES, ROOT

FOLDER = Path(os.environ.get("WORDHALL_PREPARED") or ROOT / ".pytest_cache" / "wordhall")
#: The keys of each table start at a multiple of this, so that a test which takes a key for a seat, a score or another table's key
#: fails in the first run, and not on the day when PostgreSQL's keys have grown that far.
KEYS_APART = 1_000_000
#: What signs in to the copies of the demo; other demos make theirs at random.
DEMO_PASSWORD = "password-of-the-tests"
#: What the empty databases are made from.
_SCHEMA = [Path(__file__), *ROOT.glob("*/migrations/*.py")]


def sqlite_schema() -> Path:
    """A SQLite file with every table and no rows but Django's own."""

    def build(target: Path) -> None:
        _manage("migrate", "-v0", data=target.parent, database=f"sqlite:///{target}")
        with contextlib.closing(sqlite3.connect(target)) as database, database:
            tables = database.execute("SELECT name FROM sqlite_master WHERE sql LIKE '%AUTOINCREMENT%' ORDER BY name")
            starts = [(name, place * KEYS_APART) for place, (name,) in enumerate(tables.fetchall(), start=1)]
            database.execute("DELETE FROM sqlite_sequence")
            database.executemany("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", starts)

    return _prepared("schema", _SCHEMA, build)


def demo_site() -> Path:
    """A data folder with the demo in a SQLite database."""
    sources = [*_SCHEMA, *(path for app in PACKAGES for path in (ROOT / app).rglob("*.py"))]

    def build(target: Path) -> None:
        target.mkdir()
        (target / "demo_password").write_text(DEMO_PASSWORD)
        shutil.copyfile(sqlite_schema(), target / "wordhall.sqlite3")
        _manage("seed_demo", data=target, database="")

    return _prepared("demo", sources, build)


def prepare_all() -> None:
    """Make whatever is not there yet, so that no test waits for it."""
    demo_site()
    if url := os.environ.get("DATABASE_URL", ""):
        _postgres_template(url)


@contextlib.contextmanager
def postgres_database(url: str, name: str) -> Iterator[str]:
    """A database ``name`` with every table, on the server of ``url``; yields its URL and drops it afterwards."""
    template = _postgres_template(url)
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'.encode())
        server.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"'.encode())
    try:
        yield _renamed(url, name)
    finally:
        with psycopg.connect(url, autocommit=True) as server:
            server.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


def _postgres_template(url: str) -> str:
    """The name of the server's database that others are copied from; made by whoever comes first."""
    name = f"schema_{_fingerprint(_SCHEMA)}"
    with _lock("postgres"), psycopg.connect(url, autocommit=True) as server:
        if not server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
            server.execute(f'DROP DATABASE IF EXISTS "{name}_new"'.encode())
            server.execute(f'CREATE DATABASE "{name}_new"'.encode())
            _manage("migrate", "-v0", data=FOLDER, database=_renamed(url, f"{name}_new"))
            with psycopg.connect(_renamed(url, f"{name}_new"), autocommit=True) as schema:
                sequences = schema.execute("SELECT sequencename FROM pg_sequences ORDER BY sequencename").fetchall()
                for place, (sequence,) in enumerate(sequences, start=1):
                    schema.execute("SELECT setval(%s, %s)", [f'"{sequence}"', place * KEYS_APART])
            server.execute(f'ALTER DATABASE "{name}_new" RENAME TO "{name}"'.encode())
    return name


def _renamed(url: str, name: str) -> str:
    return f"{url.rsplit('/', 1)[0]}/{name}"


def _fingerprint(sources: list[Path]) -> str:
    """Short text that changes with what the files hold, and with Django."""
    digest = hashlib.sha256(django.__version__.encode())
    for path in sorted(sources):
        digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


def _prepared(kind: str, sources: list[Path], build: Callable[[Path], None]) -> Path:
    """The kept thing of this kind, built first if what it is made from has changed. Safe when several processes ask at once."""
    target = FOLDER / f"{kind}-{_fingerprint(sources)}"
    with _lock(kind):
        if not target.exists():
            for old in FOLDER.glob(f"{kind}-*"):
                shutil.rmtree(old) if old.is_dir() else old.unlink()
            unfinished = FOLDER / f"new-{kind}"
            shutil.rmtree(unfinished, ignore_errors=True)
            unfinished.unlink(missing_ok=True)
            build(unfinished)
            unfinished.rename(target)
    return target


@contextlib.contextmanager
def _lock(kind: str) -> Iterator[None]:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / f"{kind}.lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _manage(*arguments: str, data: Path, database: str) -> None:
    """Run a management command in a process of its own. Raises RuntimeError with its output when it fails."""
    environment = {
        **os.environ,
        "WORDHALL_DATA": str(data),
        "DATABASE_URL": database,
        "REDIS_URL": "",
        "LOG_LEVEL": "ERROR",
    }
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    command = [sys.executable, "manage.py", *arguments, "--skip-checks"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(arguments)} failed:\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    prepare_all()
