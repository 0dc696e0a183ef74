"""A language is one line of ``core/languages.py`` and its catalogue; here the line alone, for a language that Django itself speaks."""

import io
import runpy
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from config import translations
from core import languages
from core.packages import ROOT
from tests.tournaments.scenes.rows import make_scene

FRENCH = languages.Language("fr", "Français")


@pytest.fixture
def french(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> languages.Language:
    """One language more, and the settings made from it."""
    monkeypatch.setattr(languages, "LANGUAGES", (*languages.LANGUAGES, FRENCH))
    settings.LANGUAGES = runpy.run_path(str(ROOT / "config" / "settings.py"))["LANGUAGES"]
    assert tuple(FRENCH) in settings.LANGUAGES
    return FRENCH


@pytest.mark.django_db
def test_a_language_declared_now_can_be_chosen_and_has_pages_of_its_own(
    client: Client, french: languages.Language
) -> None:
    make_scene("spring")
    chooser = client.get(reverse("clubs:language")).content.decode()
    assert [chooser.count(f'lang="{language.code}">{language.name}') for language in languages.LANGUAGES] == [1, 1, 1]
    english = client.get("/e/spring/")
    french_page = client.get("/e/spring/", headers={"accept-language": "fr", "if-none-match": english["ETag"]})
    assert '<html lang="fr">' in french_page.content.decode()
    client.post(reverse("set_language"), {"language": "fr", "next": "/"})
    assert '<html lang="fr">' in client.get("/").content.decode()


def test_a_new_language_needs_a_catalogue_and_is_accepted_by_commands(
    tmp_path: Path, french: languages.Language
) -> None:
    assert translations.translated()[-1] == "fr"
    (tmp_path / "empty.basket").write_text("")
    with pytest.raises(SystemExit):
        call_command("check_wordbasket", str(tmp_path), "--language", "fr", stdout=(out := io.StringIO()))
    assert "empty_file" in out.getvalue()
