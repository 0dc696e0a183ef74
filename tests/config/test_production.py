"""Production settings: every safety is on when they are complete, and half of them are refused.

Django's own checks for a deployment are among the static checks of ``script/test``.
"""

import os
import runpy
import subprocess
import sys
from typing import Any

import pytest

from core import env
from tests.harness.suite import PRODUCTION, ROOT
from tests.walk import check_each


def settings_with(environment: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The settings as a process with this environment reads them."""
    for name in ("WORDHALL_ENV", "DEBUG", *PRODUCTION):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    return runpy.run_path(str(ROOT / "config" / "settings.py"))


def test_complete_production_settings_turn_every_safety_on(monkeypatch: pytest.MonkeyPatch) -> None:
    values = settings_with(PRODUCTION, monkeypatch)
    safeties = (
        "SECURE_SSL_REDIRECT",
        "SECURE_HSTS_SECONDS",
        "SESSION_COOKIE_SECURE",
        "CSRF_COOKIE_SECURE",
        "SECURE_HSTS_INCLUDE_SUBDOMAINS",
    )
    assert {name: bool(values[name]) for name in safeties} == dict.fromkeys(safeties, True)
    assert (values["DEBUG"], values["ALLOWED_HOSTS"]) == (False, ["wordhall.example"])
    assert "postgresql" in values["DATABASES"]["default"]["ENGINE"]


def test_what_is_missing_or_unsafe_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process with such settings does not start, and says what to do."""
    unsafe = [
        ("SECRET_KEY", "", "SECRET_KEY is not set"),
        ("SECRET_KEY", "x", "SECRET_KEY is too easy to guess"),
        ("SECRET_KEY", "django-insecure-" + "abcdefghij" * 5, "SECRET_KEY is too easy to guess"),
        ("SECRET_KEY", "ab" * 40, "SECRET_KEY is too easy to guess"),
        ("DEBUG", "1", "DEBUG=1 shows"),
        ("ALLOWED_HOSTS", "", "ALLOWED_HOSTS is not set"),
        ("ALLOWED_HOSTS", "*", "takes every name"),
        ("SITE_URL", "", "SITE_URL is not set"),
        ("SITE_URL", "wordhall.example", "is no address"),
        ("DATABASE_URL", "", "DATABASE_URL is not set"),
        ("REDIS_URL", "", "REDIS_URL is not set"),
    ]

    def check(name: str, value: str, words: str) -> None:
        with pytest.raises(env.BadEnvironment, match=words):
            settings_with({**PRODUCTION, name: value}, monkeypatch)

    check_each(unsafe, check, undo=False)


def test_settings_that_do_not_fit_together_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    mail = {"EMAIL_URL": "smtp://mail.example:25", "DEFAULT_FROM_EMAIL": "Wordhall <wordhall@wordhall.example>"}
    wrong: list[tuple[dict[str, str], str]] = [
        ({"ACCOUNT_EMAIL_VERIFICATION": "always"}, "is optional .usual. or mandatory"),
        ({"ACCOUNT_EMAIL_VERIFICATION": "mandatory"}, "needs a mail server: set EMAIL_URL"),
        ({**mail, "DEFAULT_FROM_EMAIL": ""}, "DEFAULT_FROM_EMAIL is not set; mails need a sender"),
        ({"LOG_FORMAT": "xml"}, "LOG_FORMAT is json .* or plain"),
    ]
    for values, words in wrong:
        with monkeypatch.context() as process, pytest.raises(env.BadEnvironment, match=words):
            settings_with({**PRODUCTION, **values}, process)
    replica = {"DATABASE_REPLICA_URL": "postgres://reader:x@standby.example/wordhall"}
    right = {**PRODUCTION, **mail, **replica, "ACCOUNT_EMAIL_VERIFICATION": "mandatory", "LOG_FORMAT": "plain"}
    complete = settings_with(right, monkeypatch)
    assert "email*" in complete["ACCOUNT_SIGNUP_FIELDS"]
    assert complete["DATABASES"]["replica"]["HOST"] == "standby.example"


@pytest.mark.processes
def test_production_does_not_start_with_debug_and_a_guessable_key() -> None:
    """The command that the image runs, as somebody types it."""
    for name, value in (("SECRET_KEY", "x"), ("DEBUG", "1")):
        command = [sys.executable, "-m", "gunicorn", "config.wsgi", "--check-config"]
        environment = {**os.environ, **PRODUCTION, name: value}
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode != 0
        assert name in done.stderr
