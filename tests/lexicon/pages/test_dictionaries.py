"""The dictionary pages and commands."""

import io

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils.html import escape
from pytest_django import DjangoAssertNumQueries

from clubs.models import Club
from lexicon.models import Lexicon, LexiconVersion
from lexicon.services import install_shipped
from lexicon.wordlists.shipped import ENGLISH


@pytest.mark.django_db
def test_the_page_shows_what_the_list_is_and_the_notices_owed(client: Client) -> None:
    install_shipped()
    listing = client.get("/dictionaries/").content.decode()
    assert "Open English (SCOWL)" in listing
    assert "not an official tournament list" in listing
    assert "247,517" in listing
    page = client.get("/dictionaries/en/").content.decode()
    assert "not an official tournament list" in page
    assert "247,517" in page
    assert "2020.12.07" in page
    assert "Copyright (c) J Ross Beresford 1993-1999. All Rights Reserved." in page
    assert escape(ENGLISH.licence) in page
    assert page.count("<h1") == 1


@pytest.mark.django_db
def test_a_club_dictionary_is_404_for_non_members(client: Client) -> None:
    club = Club.objects.create(name="C", slug="c")
    Lexicon.objects.create(slug="theirs", name="Theirs", language="en", club=club, visibility="club")
    assert client.get("/dictionaries/theirs/").status_code == 404
    assert client.get("/dictionaries/nothing/").status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("rows", [1, 3])
def test_the_list_takes_as_many_queries_for_three_rows_as_for_one(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, rows: int
) -> None:
    for number in range(rows):
        lexicon = Lexicon.objects.create(slug=f"l{number}", name=f"L{number}", language="en")
        values = {"label": "1", "checksum": f"{number}" * 64, "word_count": 1, "file_name": "x"}
        LexiconVersion.objects.create(lexicon=lexicon, **values)
    with django_assert_num_queries(2):
        assert client.get("/dictionaries/").status_code == 200


def test_export_prints_the_free_list_without_a_database() -> None:
    out = io.StringIO()
    call_command("export_lexicon", "en", stdout=out)
    lines = out.getvalue().splitlines()
    assert len(lines) == 247_517
    assert lines == sorted(lines)
    assert lines[:2] == ["AA", "AAH"]


@pytest.mark.django_db
def test_export_refuses_a_club_list_and_an_unknown_one() -> None:
    club = Club.objects.create(name="C", slug="c")
    Lexicon.objects.create(slug="nwl", name="NWL", language="en", club=club, visibility="club")
    with pytest.raises(CommandError, match="licensed to a club and is never exported"):
        call_command("export_lexicon", "nwl")
    with pytest.raises(CommandError, match="There is no dictionary “xx”"):
        call_command("export_lexicon", "xx")


@pytest.mark.django_db
def test_install_lexicon_may_be_repeated() -> None:
    for _ in range(2):
        out = io.StringIO()
        call_command("install_lexicon", stdout=out)
        assert "247,517 words" in out.getvalue()
    with pytest.raises(CommandError, match="xx"):
        call_command("install_lexicon", "xx")
    assert LexiconVersion.objects.count() == 1


def test_building_without_the_source_says_what_to_install(tmp_path: object) -> None:
    with pytest.raises(CommandError, match="apt-get install scowl"):
        call_command("build_lexicon_en", scowl=tmp_path, output=tmp_path)
