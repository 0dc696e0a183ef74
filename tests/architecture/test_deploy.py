"""The production files agree with the project; no container engine is needed to see that."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.utils import timezone
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from core.alive import sign_of_life
from core.packages import PACKAGES, ROOT
from jobs.models import Heartbeat

DEPLOY = ROOT / "deploy"
#: What compose.yaml itself understands; the program reads everything else.
OF_COMPOSE = {"POSTGRES_PASSWORD", "WORDHALL_VERSION", "CADDYFILE", "CERTIFICATES"}
#: What gunicorn and the Prometheus client read themselves.
OF_LIBRARIES = {"WEB_CONCURRENCY", "PROMETHEUS_MULTIPROC_DIR"}


def compose() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return read


def example() -> set[str]:
    """The names in .env.example, those behind a ``#`` too."""
    return set(re.findall(r"^(?:# )?([A-Z][A-Z_0-9]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE))


def read_by_the_program() -> set[str]:
    """The variables that the settings and what they use ask for."""
    read = set()
    for folder in ("config", "core"):
        for path in (ROOT / folder).glob("*.py"):
            read |= set(
                re.findall(r'\b(?:env\.)?(?:text|flag|integer|number|words|path)\(\s*"([A-Z_]+)"', path.read_text())
            )
    return read


def test_compose_names_what_exists() -> None:
    services = compose()["services"]
    assert {"web", "worker", "beat", "db", "valkey", "caddy"} <= services.keys()
    for name, service in services.items():
        if "build" in service:
            assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).is_file(), name
        for needed in service.get("depends_on", {}):
            assert needed in services, f"{name} needs {needed}"
        for volume in service.get("volumes", []):
            source = re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", volume).split(":")[0]
            exists = (DEPLOY / source).exists() if source.startswith(".") else source in compose()["volumes"]
            assert exists, f"{name} mounts {volume}"
        words = service.get("command", [])
        for program in (word for word in words if word.endswith(".py")):
            assert (ROOT / program).is_file(), program
    assert (ROOT / "jobs/management/commands" / f"{services['prepare']['command'][-1]}.py").is_file()
    for name in ("Caddyfile", "hall.Caddyfile"):
        asked = set(re.findall(r"\{\$([A-Z_]+)", (DEPLOY / name).read_text()))
        assert asked <= services["caddy"]["environment"].keys(), name
    other = yaml.safe_load((DEPLOY / "compose.own-proxy.yaml").read_text())["services"]
    assert other.keys() <= services.keys()


def test_every_service_has_a_health_check_rotated_logs_and_comes_back() -> None:
    """Only what runs once and ends has none."""
    for name, service in compose()["services"].items():
        once = service["restart"] == "no"
        assert once or "unless-stopped" in service["restart"], name
        assert bool(service["healthcheck"].get("test")) != once, name
        assert {"max-size", "max-file"} <= service["logging"]["options"].keys(), name
        for word in service["healthcheck"].get("test", []):
            assert not word.endswith(".py") or (ROOT / word).is_file(), word
    for name in ("web", "worker", "beat"):
        service = compose()["services"][name]
        assert (service["read_only"], service["cap_drop"]) == (True, ["ALL"])
        for what in service["depends_on"].values():
            assert what["condition"] != "service_healthy", "a worker that is down must not hold up the pages"


def test_every_variable_of_the_kit_is_in_the_example_and_read() -> None:
    services = compose()["services"]
    asked = set(re.findall(r"\$\{([A-Z_]+)", (DEPLOY / "compose.yaml").read_text()))
    assert asked <= OF_COMPOSE | {"SITE_URL"}
    assert asked <= example()
    given = {name for service in ("web", "worker", "beat") for name in services[service]["environment"]}
    assert given <= example() & (read_by_the_program() | OF_LIBRARIES)
    assert example() - OF_COMPOSE - OF_LIBRARIES <= read_by_the_program()


def test_dockerfile_copies_what_exists_and_drops_root() -> None:
    text = (DEPLOY / "Dockerfile").read_text()
    for source in re.findall(r"^COPY (?!--from)(\S+)", text, re.MULTILINE):
        assert (ROOT / source).exists(), source
    instructions = re.findall(r"^(FROM|USER|CMD)\b", text, re.MULTILINE)
    assert instructions == ["FROM", "FROM", "USER", "CMD"]
    assert "--require-hashes" in text
    ignored = set((ROOT / ".dockerignore").read_text().split())
    assert {"tests", "docs", "var", "**/.env", ".*"} <= ignored
    assert not ignored & {*PACKAGES, "guides", "locale", "static", "templates", "pyproject.toml", "manage.py"}


def test_units_start_what_exists_as_somebody_who_may_do_little() -> None:
    units = {path.name: path.read_text() for path in (DEPLOY / "systemd").iterdir()}
    assert units.keys() == {
        "wordhall.target",
        *(f"wordhall-{name}.service" for name in ("prepare", "web", "worker", "beat")),
    }
    for name, text in units.items():
        others = re.findall(r"^(?:Wants|Requires|PartOf|WantedBy)=(.+)$", text, re.MULTILINE)
        for unit in " ".join(others).split():
            assert not unit.startswith("wordhall") or unit in units, f"{name}: {unit}"
        if name.endswith(".service"):
            for line in ("User=wordhall", "NoNewPrivileges=true", "ProtectSystem=strict", "StateDirectory=wordhall"):
                assert line in text, f"{name}: {line}"
            (command,) = re.findall(r"^ExecStart=/opt/wordhall/\.venv/bin/(.+)$", text, re.MULTILINE)
            for word in command.split():
                assert not word.endswith(".py") or (ROOT / word).is_file(), word
    for name in ("worker", "beat"):
        assert "WatchdogSec=" in units[f"wordhall-{name}.service"]


def test_systemd_can_read_the_units(tmp_path: Path) -> None:
    """By its own program, where the machine has it; the test above looks at the rest everywhere."""
    copies = []
    for path in sorted((DEPLOY / "systemd").iterdir()):
        text = path.read_text().replace("/opt/wordhall/.venv", sys.prefix).replace("/opt/wordhall", str(ROOT))
        (tmp_path / path.name).write_text(
            text.replace("User=wordhall", "User=root").replace("Group=wordhall", "Group=root")
        )
        copies.append(str(tmp_path / path.name))
    assert len(copies) == 5
    program = shutil.which("systemd-analyze")
    if program:
        done = subprocess.run([program, "verify", *copies], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")


class TestAskAlive:
    """The health check of worker and beat; their own process writes the sign of life."""

    def ask(self, folder: Path) -> tuple[int, str]:
        command = [sys.executable, "deploy/ask_alive.py", "worker"]
        environment = {**os.environ, "ALIVE_FOLDER": str(folder)}
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout.strip()

    def silent(self, folder: Path, name: str, *, seconds: int) -> None:
        moment = time.time() - seconds
        os.utime(folder / name, (moment, moment))

    def test_a_process_that_works_is_alive_and_a_silent_one_is_not(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert self.ask(tmp_path) == (1, "has done nothing yet")
        monkeypatch.setenv("ALIVE_FOLDER", str(tmp_path))
        sign_of_life("worker")
        assert self.ask(tmp_path) == (0, "alive")
        self.silent(tmp_path, "worker.alive", seconds=200)
        assert self.ask(tmp_path) == (1, "silent for 200 s")

    def test_one_that_is_silent_for_long_is_ended_and_nothing_else(self, tmp_path: Path) -> None:
        hanging = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)", "celery"])
        other = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        try:
            self.ask(tmp_path)
            (tmp_path / "worker.pid").write_text(str(other.pid))
            self.silent(tmp_path, "worker.asked", seconds=1000)
            assert self.ask(tmp_path) == (1, "silent for 1000 s, but no process to end")
            (tmp_path / "worker.pid").write_text(str(hanging.pid))
            (tmp_path / "worker.alive").touch()
            self.ask(tmp_path)
            self.silent(tmp_path, "worker.alive", seconds=1000)
            assert self.ask(tmp_path) == (1, "silent for 1000 s, ended")
            assert hanging.wait(timeout=10) == -signal.SIGKILL
            assert other.poll() is None
        finally:
            for process in (hanging, other):
                process.kill()
                process.wait()

    def test_systemd_hears_of_it(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
            systemd.bind(str(tmp_path / "notify"))
            systemd.settimeout(5)
            monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
            sign_of_life("beat")
            assert systemd.recv(100) == b"WATCHDOG=1"
        sign_of_life("beat")  # nobody listens any more: no reason to fail


def test_every_environment_variable_is_in_the_example() -> None:
    assert read_by_the_program() - {"DEBUG"} <= example()


def test_every_dependency_is_explained() -> None:
    explained = (ROOT / "docs" / "dependencies.md").read_text().lower()
    for name in ("requirements.in", "requirements-dev.in", "requirements-docs.in"):
        for line in (ROOT / name).read_text().splitlines():
            package = re.match(r"[A-Za-z][\w-]*", line)
            if package:
                assert package.group().lower() in explained, f"{package.group()} is not in docs/dependencies.md"


@pytest.mark.django_db(transaction=True)
@pytest.mark.processes
@pytest.mark.postgres
def test_the_health_check_of_the_image_answers_with_the_documented_hosts(
    live_server: LiveServer, settings: Settings
) -> None:
    """The command as it stands in the Dockerfile, against a server with the hosts of the example and TLS in front."""
    (example,) = re.findall(r"^ALLOWED_HOSTS=(.+)$", (ROOT / ".env.example").read_text(), re.MULTILINE)
    (check,) = re.findall(r"^HEALTHCHECK .*CMD (\[.*\])$", (ROOT / "deploy" / "Dockerfile").read_text(), re.MULTILINE)
    settings.ALLOWED_HOSTS = example.split(",")
    settings.SECURE_SSL_REDIRECT, settings.SECURE_PROXY_SSL_HEADER = True, ("HTTP_X_FORWARDED_PROTO", "https")
    environment = {**os.environ, "ALLOWED_HOSTS": example, "PORT": live_server.url.rpartition(":")[2]}

    def status() -> int:
        command = [sys.executable, *json.loads(check)[1:]]
        return subprocess.run(command, cwd=ROOT, env=environment, check=False, capture_output=True).returncode

    assert status() == 1, "no worker"
    Heartbeat.objects.create(worker="w", seen_at=timezone.now())
    assert status() == 0
    environment["ALLOWED_HOSTS"] = "somebody.else.example"
    assert status() == 1
