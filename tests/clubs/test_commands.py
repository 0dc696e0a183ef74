"""The operators' commands about accounts."""

import io
from pathlib import Path

import pytest
from allauth.mfa.models import Authenticator
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import Settings

from audit.models import ActionLog
from clubs.models import Club, Membership, User
from clubs.permission_table import permission_table
from tests import factories

pytestmark = pytest.mark.django_db

WORDS = "four-tiles-at-8D"


def run(monkeypatch: pytest.MonkeyPatch, command: str, *arguments: str, password: str = WORDS) -> str:
    """What the command prints; the password comes from standard input."""
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{password}\n"))
    call_command(command, *arguments, stdout=(out := io.StringIO()))
    return out.getvalue()


def signs_in(name: str, password: str) -> bool:
    browser = Client()
    browser.post("/accounts/login/", {"username": name, "password": password})
    return browser.get("/accounts/").status_code == 200


def test_the_first_operator_and_the_first_club(monkeypatch: pytest.MonkeyPatch) -> None:
    out = run(monkeypatch, "create_admin", "ann", "--email", "ann@example.org", "--club", "Harbour Club")
    assert out == "Operator ann created.\nClub Harbour Club created: /clubs/harbour-club/\n"
    ann = User.objects.get()
    assert (ann.is_superuser, ann.is_staff, ann.email) == (True, True, "ann@example.org")
    assert Membership.objects.get().role == "director"
    assert signs_in("ann", WORDS)
    with pytest.raises(CommandError, match="already"):
        run(monkeypatch, "create_admin", "ANN")


def test_a_simple_password_or_a_bad_club_creates_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CommandError, match="too short"):
        run(monkeypatch, "create_admin", "ann", password="x1")
    with pytest.raises(CommandError, match="Give the club a name"):
        run(monkeypatch, "create_admin", "ann", "--club", "  ")
    assert not User.objects.exists()
    assert not Club.objects.exists()


def test_a_typed_password_is_typed_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    typed = iter([WORDS, "another", WORDS, WORDS])
    monkeypatch.setattr("sys.stdin", Terminal())
    monkeypatch.setattr("getpass.getpass", lambda _prompt: next(typed))
    with pytest.raises(CommandError, match="differ"):
        call_command("create_admin", "ann")
    call_command("create_admin", "ann", stdout=io.StringIO())
    assert signs_in("ann", WORDS)


def test_a_new_password_ends_sessions_and_if_wanted_the_second_step(monkeypatch: pytest.MonkeyPatch) -> None:
    ann = factories.user("ann")
    User.objects.filter(pk=ann.pk).update(email="ann@example.org")
    Authenticator.objects.create(user=ann, type=Authenticator.Type.TOTP, data={})
    signed_in = Client()
    signed_in.force_login(ann)
    with pytest.raises(CommandError, match="no user nobody"):
        run(monkeypatch, "reset_password", "nobody")
    assert "ann has a new password" in run(monkeypatch, "reset_password", "ann@example.org")
    assert signed_in.get("/accounts/").status_code == 302
    assert Authenticator.objects.exists()
    run(monkeypatch, "reset_password", "ANN", "--no-second-step")
    assert not Authenticator.objects.exists()
    assert signs_in("ann", WORDS)
    assert ActionLog.objects.filter(verb="user.password_reset").count() == 2


def test_the_first_operator_from_the_environment(settings: Settings) -> None:
    def made() -> str:
        call_command("create_admin", from_environment=True, stdout=(out := io.StringIO()))
        return out.getvalue()

    assert "no operator yet" in made()
    settings.FIRST_ADMIN, settings.FIRST_CLUB, settings.FIRST_ADMIN_PASSWORD = "ann", "Harbour Club", "x1"
    with pytest.raises(CommandError, match=r"FIRST_ADMIN_PASSWORD: .*too short"):
        made()
    settings.FIRST_ADMIN_PASSWORD = ""
    words = made()
    password = words.partition("Password of ann: ")[2].split()[0]
    assert "/clubs/harbour-club/" in words
    assert signs_in("ann", password)
    settings.FIRST_ADMIN = "bob"
    assert made() == "", "the site has an operator"
    User.objects.filter(username="ann").update(is_superuser=False)
    settings.FIRST_ADMIN = "ANN"
    with pytest.raises(CommandError, match="no operator"):
        made()


def test_an_operator_needs_a_name() -> None:
    with pytest.raises(CommandError, match="Give the username"):
        call_command("create_admin")


def test_the_table_of_permissions_is_written_for_the_documents(tmp_path: Path, settings: Settings) -> None:
    settings.BASE_DIR = tmp_path
    (tmp_path / "docs").mkdir()
    call_command("permissions")
    assert (tmp_path / "docs" / "permissions.md").read_text() == permission_table()
