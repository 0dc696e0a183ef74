"""A language is offered when its catalogue is complete, says what the site says, and is compiled."""

import re

import pytest
from django.test import Client

from config import translations
from tests.gathered import gathered

LANGUAGES = translations.translated()
PLACEHOLDER = re.compile(r"%\(\w+\)[+0-9.]*[a-z]|%[%sd]|\{\w*\}")


def test_every_catalogue_is_offered() -> None:
    """No half-finished language lies about."""
    assert sorted(path.name for path in translations.LOCALE.iterdir()) == sorted(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_string_is_translated(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """``python -m config.translations update`` puts new strings into the catalogue; then translate and compile."""
    monkeypatch.setattr(translations, "strings", gathered)
    assert translations.untranslated(language) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_takes_the_values_of_its_string(language: str) -> None:
    """A forgotten or misspelt placeholder would lose a name or break the page."""
    for message in translations.read(language):
        if not message.id:
            continue
        msgid = message.id if isinstance(message.id, str) else message.id[-1]
        forms = [message.string] if isinstance(message.string, str) else list(message.string or ())
        for form in forms:
            assert sorted(set(PLACEHOLDER.findall(form))) == sorted(set(PLACEHOLDER.findall(msgid))), msgid


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_site_reads_is_compiled_from_the_catalogue(language: str) -> None:
    """``python -m config.translations compile`` after every change of a catalogue."""
    assert translations.po_file(language).with_suffix(".mo").read_bytes() == translations.compiled(language)


@pytest.mark.django_db
def test_a_reader_gets_the_requested_language() -> None:
    """The browser's language decides until another one is chosen."""
    japanese = Client().get("/", headers={"accept-language": "ja"}).content.decode()
    assert '<html lang="ja">' in japanese
    assert "クラブ" in japanese
    assert '<html lang="en">' in Client().get("/", headers={"accept-language": "fr"}).content.decode()
