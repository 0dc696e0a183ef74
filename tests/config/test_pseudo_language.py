"""A language that nobody speaks: one line and a catalogue, 40 % longer and without an English letter.

What a page still says in English then is no data and was never marked for translation.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from django.apps import apps
from django.db import models
from django.test import Client
from pytest_django import Settings

from clubs.models import User
from config import translations
from core import languages
from tests.architecture.test_access_map import PAGES, address_of
from tests.factories import own_slip
from tests.gathered import gathered
from tests.harness.seen import seen
from tests.tournaments.api.test_access import Scene, scene
from tests.tournaments.pages.director.test_access import RULES, Desk, desk
from tests.walk import quiet, read_to_end

__all__ = ["desk", "scene"]
pytestmark = pytest.mark.django_db

PSEUDO = languages.Language("xx", "Ŵöŕđħäļļïšħ")
#: Every letter once, so that no English one is left; what must stay as it is: values, tags, entities, addresses of links.
LETTERS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "äƀçđéƒğħíĵķļɱñöþɋŕšţüṽŵẋýžÄɃÇĐÉƑĞĦÍĴĶĻṀÑÖÞɊŔŠŢÜṼŴẊÝŽ",
)
STAYS = re.compile(r"%\(\w+\)[+0-9.]*[a-z]|%[%sd]|\{\w*\}|</?[a-z][^>]*>|&\w+;|\]\([^)]*\)")


def longer(text: str) -> str:
    """The text in letters that English has not, its words 40 % longer."""
    parts = STAYS.split(text)
    fixed = [*STAYS.findall(text), ""]
    words = (re.sub(r"[A-Za-z]+", lambda word: _stretched(word[0]), part) for part in parts)
    return "".join(part + kept for part, kept in zip(words, fixed, strict=True))


def _stretched(word: str) -> str:
    return word.translate(LETTERS) + "ö" * round(len(word) * 0.4)


@cache
def catalogue() -> bytes:
    """Every string of the site in the language, compiled: written once in a process."""
    catalog = Catalog(locale="eo", charset="utf-8", fuzzy=False)
    for message in (*gathered(), *translations.framework_strings(PSEUDO.code)):
        if message.id:
            forms = message.id if isinstance(message.id, str) else tuple(message.id)
            said = longer(forms) if isinstance(forms, str) else tuple(map(longer, forms))
            catalog.add(message.id, said, context=message.context)
    written = BytesIO()
    write_mo(written, catalog)
    return written.getvalue()


@pytest.fixture
def pseudo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    """The language, offered as any other is."""
    folder = tmp_path / PSEUDO.code / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.mo").write_bytes(catalogue())
    monkeypatch.setattr(languages, "LANGUAGES", (*languages.LANGUAGES, PSEUDO))
    settings.LANGUAGES = [tuple(language) for language in languages.LANGUAGES]
    settings.LOCALE_PATHS = [*settings.LOCALE_PATHS, tmp_path]


def data_words() -> set[str]:
    """Every word that the database holds: names and texts that people wrote."""
    words: set[str] = set()
    for model in apps.get_models():
        names = [
            field.name
            for field in model._meta.concrete_fields
            if isinstance(field, models.CharField | models.TextField | models.JSONField)
        ]
        for row in model._default_manager.values_list(*names):
            words.update(english(str(row)))
    return words


def english(text: str) -> set[str]:
    """The English words in a text."""
    return {word.lower() for word in re.findall(r"[A-Za-z]{3,}", re.sub(r"(?:https?://|testserver/)\S+", "", text))}


#: Downloads and pictures: they are no pages, and to make them all takes a second.
FILE = re.compile(r"\.(?!html)\w+$")
#: Names, the endings of files, an example of a play, which are the same in every language.
SAME_EVERYWHERE = {
    "wordhall",
    "testserver",
    "json",
    "csv",
    "gcg",
    "tsh",
    "tourney",
    "https",
    "iso",
    "koi",
    "utf",
    "utc",
    "elo",
    "train",
    # the way to the languages, for who cannot read the page
    "language",
    # Django's words for 0:00 and 12:00 in a language without formats of its own
    "midnight",
    "noon",
}
#: Pages that show what others wrote: where word lists come from, the HTML of an embedded game, examples of files, guides.
QUOTED = {
    "lexicon:installs",
    "lexicon:detail",
    "tournaments:rules",
    "tournaments:replay",
    "tournaments:import_roll",
    "tournaments:import_past",
    "clubs:language",
    "tournaments:round_plan",
    "clubs:guide",
}


def pages(client: Client, addresses: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Those of the addresses that answer with a page, and its words."""
    with quiet():
        for address in (one for one in addresses if not FILE.search(one)):
            answer = client.get(address)
            if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
                content = b"".join(answer) if answer.streaming else answer.content
                yield address, seen(content.decode())
            read_to_end(answer)


def left_in_english(user: User, addresses: Iterable[str]) -> dict[str, set[str]]:
    """The pages that say something in English to a signed-in reader of the language, with the words."""
    client = Client(headers={"accept-language": PSEUDO.code})
    client.force_login(user)
    known = data_words() | SAME_EVERYWHERE
    return {address: words for address, text in pages(client, addresses) if (words := english(text) - known)}


def test_public_pages_are_not_english_in_another_language(scene: Scene, pseudo: None) -> None:
    names = [name for name, methods in PAGES.items() if "GET" in methods and name not in QUOTED]
    assert len(names) > 150
    assert left_in_english(scene.people["director"], [address_of(scene, name) for name in names]) == {}


def test_a_directors_pages_are_not_english_in_another_language(desk: Desk, pseudo: None) -> None:
    names = [name for name, methods in RULES.items() if "GET" in methods and f"tournaments:{name}" not in QUOTED]
    pairing = desk.hall.games()[0]
    addresses = [*map(desk.address, names), *(own_slip(pairing.pk) + part for part in ("", "../", "../me/", "../day/"))]
    assert len(addresses) > 60
    assert left_in_english(desk.people["director"], addresses) == {}


def test_the_words_are_longer_and_what_must_stay_stays() -> None:
    text = "See <b>%(name)s</b> of [the rounds](/rounds/) &amp; 3 tournaments"
    said = longer(text)
    assert english(said) == {"name", "rounds", "amp"}
    assert len(longer("tournament")) == 14
