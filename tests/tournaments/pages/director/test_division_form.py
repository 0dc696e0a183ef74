"""The form of a division while an edition is chosen: filled in before it is saved, kept while its dictionary is installed."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, User
from lexicon.models import Lexicon, LexiconVersion
from lexicon.services import install_shipped
from tests import factories
from tests.harness.seen import seen
from tests.tournaments.pages.director.test_events import FORM
from tournaments.models import Division, Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client: Client, club: Club, director: User) -> Client:
    install_shipped()
    client.force_login(director)
    return client


def dictionary(language: str) -> LexiconVersion:
    lexicon = Lexicon.objects.create(slug=f"{language}-own", name=f"Own {language}", language=language)
    return LexiconVersion.objects.create(
        lexicon=lexicon, label="1", checksum=language * 32, word_count=9, file_name=f"{language}.marisa"
    )


def chosen(page: str, name: str) -> str:
    """What a choice of the form stands at."""
    select = re.search(rf'<select name="{name}".*?</select>', page, re.DOTALL)
    assert select, name
    option = re.search(r'<option value="([^"]*)" selected', select.group())
    return option.group(1) if option else ""


def test_an_edition_is_filled_in_and_can_still_be_changed(desk: Client, club: Club) -> None:
    gujarati = dictionary("gu")
    path = reverse("tournaments:new_event", args=[club.slug])
    typed = FORM | {"name": "સ્પર્ધા", "edition": "gu", "rounds_planned": "9"}
    shown = desk.post(path, typed | {"fill_edition": "1"})
    page = shown.content.decode()
    assert (shown.status_code, Event.objects.count()) == (200, 0)
    assert "Rules, tiles and dictionary filled in for Gujarati. Nothing is saved yet" in seen(page)
    assert [chosen(page, name) for name in ("edition", "rules_slug", "tile_set", "lexicon_version")] == [
        *("", "gujarati-club", "gu", str(gujarati.pk))
    ]
    assert 'value="સ્પર્ધા"' in page
    assert 'value="9"' in page
    changed = typed | {"edition": "", "tile_set": "gu", "lexicon_version": str(gujarati.pk), "rules_slug": "tokyo-club"}
    assert desk.post(path, changed).status_code == 302
    division = Division.objects.get()
    assert (division.rules_slug, division.lexicon_version) == ("tokyo-club", gujarati)
    assert division.settings.rule_options == {"tile_set": "gu"}


def test_what_was_typed_is_kept_while_a_dictionary_is_installed(desk: Client, club: Club) -> None:
    """From the form to the dictionaries and back, with nothing lost, also at an event's other forms."""
    event = factories.division(club, User.objects.get(username="director")).event
    division = event.divisions.get()
    for number, (path, typed) in enumerate(
        [
            (reverse("tournaments:new_event", args=[club.slug]), FORM | {"name": "Turnier"}),
            (reverse("tournaments:new_division", args=[event.slug]), FORM | {"division_name": "Zwei"}),
            (reverse("tournaments:division_settings", args=[event.slug, division.slug]), FORM),
        ]
    ):
        edition = ("de", "it", "sv")[number]
        refused = desk.post(path, typed | {"edition": edition, "rounds_planned": "9", "fill_edition": "1"})
        assert refused.status_code == 422
        link = re.search(r'href="([^"]+)">Install a dictionary for', refused.content.decode())
        assert link
        installs = link.group(1).replace("&amp;", "&")
        offered = desk.get(installs).content.decode()
        assert offered.index(f'id="list-{edition}"') < offered.index('id="list-ca"'), "its own language first"
        back = re.search(r'class="button" href="([^"]+)"', offered)
        assert back
        assert back.group(1) == f"{path}?kept=1"
        waiting = desk.get(back.group(1)).content.decode()
        assert chosen(waiting, "edition") == edition
        assert "Install a dictionary for" in waiting, "still missing"
        version = dictionary(edition)
        again = desk.get(back.group(1)).content.decode()
        assert [chosen(again, name) for name in ("edition", "tile_set", "lexicon_version")] == [
            *("", edition, str(version.pk))
        ]
        assert 'value="9"' in again
        assert 'value="Turnier"' in again or number != 0
        assert 'value="9"' not in desk.get(path).content.decode(), "a form opened anew is empty"
    elsewhere = desk.get(installs.split("?")[0], {"back": "https://elsewhere.example/"}).content.decode()
    assert "elsewhere" not in elsewhere.split("<footer")[0]
