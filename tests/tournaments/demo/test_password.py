"""The demo opens no door: its password is this site's own, and nobody in it is a superuser."""

import contextlib
import shutil
import sqlite3
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import Settings

from clubs.models import Club, User
from tests import factories
from tests.harness import prepared
from tests.harness.site import environment_for, run_manage
from tournaments.demo.events import password

OLD = "wordhall-demo"


@pytest.mark.processes
def test_a_demo_has_no_superuser_and_a_password_that_only_its_owner_reads(tmp_path: Path) -> None:
    shutil.copytree(prepared.demo_site(), tmp_path, dirs_exist_ok=True)
    assert (
        f"password for all: {prepared.DEMO_PASSWORD}"
        in run_manage("demo_logins", environment=environment_for(tmp_path)).stdout
    )
    with contextlib.closing(sqlite3.connect(tmp_path / "wordhall.sqlite3")) as database:
        assert database.execute("SELECT count(*) FROM clubs_user WHERE is_staff OR is_superuser").fetchone() == (0,)
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


@pytest.mark.django_db
def test_the_logins_are_printed_as_long_as_the_password_works(settings: Settings, tmp_path: Path) -> None:
    """With the page of a player who has a game to report; nothing on a site that is no demo."""
    settings.WORDHALL_DATA = tmp_path

    def printed() -> str:
        out = StringIO()
        call_command("demo_logins", "--site=http://localhost:8000", stdout=out)
        return out.getvalue()

    assert printed() == ""
    director = User.objects.create_user("director", password=password())
    logins = f"Demo logins (password for all: {password()}):\n  director, scorer, officer\n"
    assert printed() == logins
    of = factories.start(factories.division(factories.club(director), director), director, 4)
    pairings = [game.pairing_id for game in factories.games(of)]
    line = f"{logins}A player's own page, no login needed: http://localhost:8000"
    assert "Report" in Client().get(printed().removeprefix(line).strip()).content.decode()
    for pairing in pairings:
        factories.report(pairing, "first", 400, 350)
    still_to_report = {factories.own_slip(pairing, "second").removesuffix("1/") for pairing in pairings}
    assert printed().removeprefix(line).strip() in still_to_report
    for pairing in pairings:
        factories.report(pairing, "second", 400, 350)
    assert printed() == logins
    director.set_password("another one")
    director.save()
    assert printed() == ""


@pytest.mark.django_db
def test_the_demo_is_not_for_a_site_in_use(settings: Settings) -> None:
    User.objects.create_user("someone")
    out = StringIO()
    call_command("seed_demo", "--only-if-empty", stdout=out)
    assert out.getvalue() == ""
    with pytest.raises(CommandError, match="The demo needs an empty one"):
        call_command("seed_demo", stdout=out)
    settings.PRODUCTION = True
    with pytest.raises(CommandError, match="not for production"):
        call_command("seed_demo", "--only-if-empty", stdout=out)
    assert Club.objects.count() == 0
