"""The production files agree with the project; no container engine is needed to see that."""

import json
import os
import re
import subprocess
import sys

import pytest
import yaml
from django.utils import timezone
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from core.packages import ROOT
from jobs.models import Heartbeat


def test_compose_names_what_exists() -> None:
    compose = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())
    services = compose["services"]
    for name, service in services.items():
        if "build" in service:
            assert (ROOT / "deploy" / service["build"]["context"] / service["build"]["dockerfile"]).is_file(), name
        for needed in service.get("depends_on", {}):
            assert needed in services, f"{name} needs {needed}"
        for volume in service.get("volumes", []):
            assert volume.split(":")[0] in compose["volumes"], f"{name} mounts {volume}"


def test_dockerfile_copies_what_exists_and_drops_root() -> None:
    text = (ROOT / "deploy" / "Dockerfile").read_text()
    for source in re.findall(r"^COPY (\S+)", text, re.MULTILINE):
        assert (ROOT / source).exists(), source
    instructions = re.findall(r"^(USER|CMD)\b", text, re.MULTILINE)
    assert instructions == ["USER", "CMD"]
    assert "--require-hashes" in text


def test_every_environment_variable_is_in_the_example() -> None:
    read = set()
    for path in (ROOT / "config").glob("*.py"):
        read |= set(re.findall(r'env\.(?:text|flag|integer|words|path)\("([A-Z_]+)"', path.read_text()))
    example = (ROOT / ".env.example").read_text()
    missing = {name for name in read - {"DEBUG"} if not re.search(rf"^#? ?{name}=", example, re.MULTILINE)}
    assert missing == set()


def test_every_dependency_is_explained() -> None:
    explained = (ROOT / "docs" / "dependencies.md").read_text().lower()
    for name in ("requirements.in", "requirements-dev.in"):
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
