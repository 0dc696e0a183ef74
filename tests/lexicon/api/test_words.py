"""Dictionaries over HTTP: everybody sees the public ones, members their club's."""

import pytest

from clubs.models import Club, User
from lexicon.models import Lexicon, LexiconVersion
from tests import factories
from tests.api_client import Api, as_user

pytestmark = pytest.mark.django_db


def test_visibility_of_dictionaries(club: Club, director: User, dictionary: LexiconVersion) -> None:
    for visibility in ("club", "private"):
        Lexicon.objects.create(slug=visibility, name=visibility, language="en", club=club, visibility=visibility)
    member = as_user(factories.member(club, director, "member"))
    everybody = {dictionary.lexicon.slug}
    for api, slugs in (
        (Api(), everybody),
        (as_user(factories.user("other")), everybody),
        (member, everybody | {"club"}),
        (as_user(director), everybody | {"club", "private"}),
    ):
        assert {item["slug"] for item in api.get("dictionaries/")["results"]} == slugs
        for slug in ("club", "private"):
            api.get(f"dictionaries/{slug}/", expect=200 if slug in slugs else 404)


def test_an_edition_describes_itself(dictionary: LexiconVersion) -> None:
    edition = Api().get(f"dictionaries/{dictionary.lexicon.slug}/")["editions"][0]
    assert (edition["id"], edition["checksum"]) == (dictionary.pk, dictionary.checksum)
    assert edition["word_count"] == dictionary.word_count
