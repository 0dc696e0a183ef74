"""A language is one line of ``core/languages.py`` and its catalogue; here the line alone, for a language that Django itself speaks."""

import io
import runpy
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from clubs.models import User
from config import translations
from core import languages
from core.packages import ROOT
from tests import factories
from tests.tournaments.scenes.rows import make_scene
from tournaments.models import PersonalLink
from tournaments.services.entries.personal_links import give_links, key_of

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
    assert [chooser.count(f'lang="{language.code}">{language.name}') for language in languages.LANGUAGES] == [1] * 5
    english = client.get("/e/spring/")
    french_page = client.get("/e/spring/", headers={"accept-language": "fr", "if-none-match": english["ETag"]})
    assert '<html lang="fr">' in french_page.content.decode()
    client.post(reverse("clubs:language"), {"language": "fr", "next": "/"})
    assert '<html lang="fr">' in client.get("/").content.decode()


def test_a_new_language_needs_a_catalogue_and_is_accepted_by_commands(
    tmp_path: Path, french: languages.Language
) -> None:
    assert translations.translated()[-1] == "fr"
    (tmp_path / "empty.basket").write_text("")
    with pytest.raises(SystemExit):
        call_command("check_wordbasket", str(tmp_path), "--language", "fr", stdout=(out := io.StringIO()))
    assert "empty_file" in out.getvalue()


def language_of(client: Client, path: str, **headers: str) -> str:
    """The language of a page; what the answer says of itself agrees."""
    answer = client.get(path, headers=headers)
    code = answer.content.decode().split('<html lang="', 1)[1].split('"', 1)[0]
    assert answer["Content-Language"] == code
    assert "Accept-Language" in answer["Vary"]
    return code


@pytest.mark.django_db
def test_the_readers_choice_goes_before_the_browsers_and_that_before_the_clubs_own() -> None:
    scene = make_scene("spring")
    pages = ("/e/spring/", f"/clubs/{scene.event.club.slug}/")
    form = {"name": scene.event.club.name, "page_language": "gu", "roll_readers": "members"}
    director = Client()
    director.force_login(scene.director)
    for refused in ("fr", "xx"):
        answer = director.post(f"{pages[1]}edit/", form | {"page_language": refused})
        assert "Select a valid choice" in answer.content.decode()
    assert director.post(f"{pages[1]}edit/", form).status_code == 302
    for page in pages * 2:  # the second time from the cache
        assert language_of(Client(), page) == "gu"
        assert language_of(Client(), page, accept_language="fr, de;q=0.5") == "gu"
        assert language_of(Client(), page, accept_language="en-GB") == "en"
        assert language_of(Client(), page, accept_language="fr, zh-TW;q=0.8, ja;q=0.5") == "zh-hant"
    assert language_of(Client(), "/") == "en", "pages of no club are in the site's own language"
    phone = Client()
    phone.post(reverse("clubs:language"), {"language": "ja", "next": pages[0]})
    assert [language_of(phone, page, accept_language="en") for page in (*pages, "/")] == ["ja"] * 3
    phone.post(reverse("clubs:language"), {"language": "xx"})
    assert language_of(phone, "/") == "ja"
    for nonsense in ("x" * 900, "zh-" * 300, "*", "../../etc", "ja;q=x"):
        assert language_of(Client(), "/", accept_language=nonsense) in {"en", "zh-hant"}
        phone.cookies["django_language"] = nonsense
        assert language_of(phone, "/") == "en"


@pytest.mark.django_db
def test_an_account_remembers_its_language_on_every_device(director: User) -> None:
    first, second = Client(), Client()
    signing_in = {"username": director.username, "password": factories.PASSWORD}
    first.post("/accounts/login/", signing_in)
    assert language_of(first, "/", accept_language="ja") == "ja"
    first.post(reverse("clubs:language"), {"language": "gu", "next": "/"})
    assert language_of(first, "/", accept_language="ja") == "gu"
    second.post(reverse("clubs:language"), {"language": "en", "next": "/"})
    second.post("/accounts/login/", signing_in)
    assert language_of(second, "/", accept_language="ja") == "gu", "the language comes with the account"
    second.post("/accounts/logout/")
    assert language_of(second, "/", accept_language="ja") == "en", "the device keeps what was chosen on it"


@pytest.mark.django_db
def test_who_cannot_read_a_page_finds_the_own_name_of_their_language() -> None:
    japanese = Client(headers={"accept-language": "ja"})
    home = japanese.get("/").content.decode()
    assert '<span lang="en">(Language)</span>' in home
    assert "(Language)" not in Client().get("/").content.decode()
    chooser = japanese.get(reverse("clubs:language")).content.decode()
    for language in languages.LANGUAGES:
        assert f'lang="{language.code}">{language.name}</button>' in chooser


@pytest.mark.django_db
def test_pages_that_a_key_leads_to_are_in_the_clubs_language_for_who_asks_for_none_of_ours() -> None:
    scene = make_scene("spring")
    scene.event.club.page_language = "gu"
    scene.event.club.save()
    give_links([scene.entries[0].pk])
    key = key_of(PersonalLink.objects.get(entry=scene.entries[0], ended_at=None))
    for page in (f"/p/{key}/", f"/p/{key}/1/", f"/p/{key}/day/", f"/p/{key}/tell/"):
        assert language_of(Client(), page, accept_language="fr") == "gu"
        assert language_of(Client(), page, accept_language="ja") == "ja"
