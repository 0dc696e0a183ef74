"""Production settings: every safety is on when they are complete, and half of them are refused.

Django's own checks for a deployment are among the static checks of ``script/test``.
"""

import runpy
from typing import Any

import pytest

from config import env
from tests.harness.suite import PRODUCTION, ROOT


def settings_with(environment: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The settings as a process with this environment reads them."""
    for name in ("WORDHALL_ENV", "DEBUG", *PRODUCTION):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    return runpy.run_path(str(ROOT / "config" / "settings.py"))


def test_complete_production_settings_turn_every_safety_on(monkeypatch: pytest.MonkeyPatch) -> None:
    found = settings_with(PRODUCTION, monkeypatch)
    safeties = (
        "SECURE_SSL_REDIRECT",
        "SECURE_HSTS_SECONDS",
        "SESSION_COOKIE_SECURE",
        "CSRF_COOKIE_SECURE",
        "SECURE_HSTS_INCLUDE_SUBDOMAINS",
    )
    assert {name: bool(found[name]) for name in safeties} == dict.fromkeys(safeties, True)
    assert (found["DEBUG"], found["ALLOWED_HOSTS"]) == (False, ["wordhall.example"])
    assert "postgresql" in found["DATABASES"]["default"]["ENGINE"]


@pytest.mark.parametrize("missing", ["SECRET_KEY", "DATABASE_URL", "REDIS_URL"])
def test_a_missing_setting_is_named(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    environment = {name: value for name, value in PRODUCTION.items() if name != missing}
    with pytest.raises(env.BadEnvironment, match=f"{missing} is not set"):
        settings_with(environment, monkeypatch)
