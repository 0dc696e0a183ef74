"""The demo opens no door: its password is this site's own, and nobody in it is a superuser."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from pytest_django import Settings

from clubs.models import User
from tests.harness import prepared
from tests.harness.site import environment_for
from tests.harness.suite import ROOT

OLD = "wordhall-demo"


def manage(data: Path, *arguments: str) -> str:
    """What a command prints, on this data folder."""
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=environment_for(data), capture_output=True, text=True, check=True)
    return done.stdout


@pytest.mark.processes
def test_a_demo_has_no_superuser_and_a_password_that_only_its_owner_reads(tmp_path: Path) -> None:
    shutil.copytree(prepared.demo_site(), tmp_path, dirs_exist_ok=True)
    assert f"password for all: {prepared.DEMO_PASSWORD}" in manage(tmp_path, "demo_logins")
    staff = "from clubs.models import User; print(User.objects.filter(is_staff=True).count())"
    output = manage(tmp_path, "shell", "--no-imports", "--command", staff)
    assert output.split() == ["0"]
    assert tmp_path.stat().st_mode & 0o777 == 0o700


@pytest.mark.django_db
def test_the_former_password_of_all_demos_no_longer_works(settings: Settings, tmp_path: Path) -> None:
    settings.WORDHALL_DATA = tmp_path
    for name in ("director", "admin", "ann"):
        User.objects.create_user(name, password=OLD, is_superuser=name == "admin", is_staff=name == "admin")
    assert Client().login(username="admin", password=OLD)
    call_command("demo_logins", replace_only=True)
    assert not Client().login(username="admin", password=OLD)
    assert not Client().login(username="director", password=OLD)
    assert Client().login(username="ann", password=OLD), "no login of the demo"
    secret = tmp_path / "demo_password"
    assert Client().login(username="director", password=secret.read_text())
    assert secret.stat().st_mode & 0o777 == 0o600
