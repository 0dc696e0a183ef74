"""Production settings: refuse to start half-configured, pass Django's deployment checks when complete."""

import os
import subprocess
import sys

import pytest

from tests.harness.suite import PRODUCTION, ROOT


def deploy_check(environment: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    """``manage.py check --deploy`` under this environment only."""
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    keep = {name: os.environ[name] for name in ("PATH", "WORDHALL_DATA") if name in os.environ}
    return subprocess.run(command, cwd=ROOT, env={**keep, **environment}, capture_output=True, text=True, check=False)


def test_complete_production_settings_are_clean() -> None:
    done = deploy_check(PRODUCTION)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("missing", ["SECRET_KEY", "DATABASE_URL", "REDIS_URL"])
def test_a_missing_setting_is_named(missing: str) -> None:
    done = deploy_check({name: value for name, value in PRODUCTION.items() if name != missing})
    assert done.returncode != 0
    assert f"{missing} is not set" in done.stderr
