"""Preparing a site for its first start, as deployments do it before each version."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from pytest_django import Settings

from clubs.models import Club, User
from lexicon.models import Lexicon
from tests.lexicon.shipped import share_shipped


@pytest.fixture(autouse=True)
def _folders(settings: Settings, tmp_path: Path) -> None:
    share_shipped(tmp_path / "data")
    settings.WORDHALL_DATA, settings.STATIC_ROOT = tmp_path / "data", tmp_path / "static"


def prepared() -> tuple[str, str]:
    """What the command says, and what it complains of."""
    out, complaints = StringIO(), StringIO()
    call_command("prepare_site", stdout=out, stderr=complaints)
    return out.getvalue(), complaints.getvalue()


@pytest.mark.django_db
def test_a_new_site_is_ready_even_if_a_dictionary_cannot_be_had(settings: Settings, client: Client) -> None:
    """Its pages, dictionaries, operator and club; done again at the next start it changes nothing."""
    settings.DICTIONARIES = ["xx", "es"]
    settings.FIRST_ADMIN, settings.FIRST_ADMIN_PASSWORD = "olga", "four-tiles-at-8D"
    settings.FIRST_CLUB = "Harbour"
    printed, complaints = prepared()
    assert "The dictionary xx is not installed: There is no free dictionary “xx”." in complaints
    assert "Club Harbour created: /clubs/harbour/" in printed
    assert printed.splitlines()[0] == "The database is up to date."
    assert printed.splitlines()[-1] == "Ready."
    assert client.login(username="olga", password="four-tiles-at-8D")
    assert list(Lexicon.objects.values_list("slug", flat=True)) == ["es"], "the one after it is there"
    assert any(Path(settings.STATIC_ROOT).glob("css/wordhall*.css"))
    again, _complaints = prepared()
    assert (User.objects.count(), Club.objects.count(), Lexicon.objects.count()) == (1, 1, 1)
    assert "created" not in again
