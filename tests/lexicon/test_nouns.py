"""Japanese nouns for Word Basket: the shipped list, a club's own, the helper for practice and when it is closed."""

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from clubs.models import User
from lexicon.engine.kana import BadKanaError, first, last
from lexicon.engine.shiritori import Listing
from lexicon.models import LexiconVersion
from lexicon.nouns import NounQuery, find_nouns, letters_of, listings_of
from lexicon.services import install_shipped
from tests import factories
from tournaments.models import Division, Pairing

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def address() -> str:
    return reverse("lexicon:shiritori", args=["ja"])


@pytest.fixture
def nouns() -> LexiconVersion:
    return install_shipped(slug="ja")


def test_the_shipped_list_tells_common_nouns_from_proper_names(nouns: LexiconVersion) -> None:
    words = listings_of(nouns)
    assert words.listing("あひる") is Listing.COMMON
    assert words.listing("よーろっぱ") is Listing.PROPER
    assert words.listing("あひひひる") is Listing.UNLISTED


#: What a list of nouns easily takes for names: someone or something is called like it.
_VERBS = """たべる みる あるく はしる およぐ ねむる よむ かく きく はなす わらう なく のむ かう うる まもる みのる のぼる すすむ ひかる
かおる しげる さとる かける おどる つくる あそぶ まなぶ あらう ひらく"""
_ADJECTIVES = """うつくしい おおきい ちいさい たのしい さびしい つよい かわいい うれしい たかい ひくい きれい しずか にぎやか すてき
あざやか たしか"""


def test_verbs_and_adjectives_are_no_names(nouns: LexiconVersion) -> None:
    """By the part of speech; a common noun that is read like one (海松, みる) stays a noun."""
    words = listings_of(nouns)
    listed = {word: words.listing(word) for word in (f"{_VERBS} {_ADJECTIVES}").split()}
    assert [word for word, listing in listed.items() if listing is Listing.PROPER] == []
    common = {word for word, listing in listed.items() if listing is Listing.COMMON}
    assert {"みる"} <= common
    assert {word for word, listing in listed.items() if listing is Listing.UNLISTED} == set()
    assert len(common) < 12
    names = ["あめりか", "しょうとくたいし", "とうきょう", "ふらんす", "おおさか"]
    assert {words.listing(name) for name in names} <= {Listing.PROPER, Listing.COMMON}


def test_words_from_a_to_ru_of_five_letters(nouns: LexiconVersion) -> None:
    matches = find_nouns(nouns, NounQuery(begins="あ", ends="る", length=5), limit=10_000)
    assert matches.total == len(matches.words) > 5
    assert all((first(word), last(word), len(word)) == ("あ", "る", 5) for word in matches.words)
    least = find_nouns(nouns, NounQuery(begins="あ", ends="る", at_least=5), limit=1)
    assert least.total > matches.total
    assert len(least.words) == 1


def test_a_clubs_own_list_answers_like_the_shipped_one(nouns: LexiconVersion) -> None:
    """The same words without an index: every question has the same answer."""
    nouns.lexicon.slug = "own"  # not saved: only looked up as a plain list
    for query in (
        NounQuery(begins="ぬ", ends="かきくけこ"),
        NounQuery(ends="ぬ", length=3),
        NounQuery(begins="る", at_least=8),
    ):
        plain = find_nouns(nouns, query, limit=10_000)
        nouns.lexicon.slug = "ja"
        indexed = find_nouns(nouns, query, limit=10_000)
        nouns.lexicon.slug = "own"
        assert plain.total == indexed.total > 0
        assert sorted(plain.words) == sorted(indexed.words)
    assert listings_of(nouns).listing("あひる") is Listing.COMMON
    assert listings_of(nouns).listing("qx") is Listing.UNLISTED


@pytest.mark.parametrize(
    ("typed", "letters"),
    [
        ("る", "る"),
        ("ru", "る"),
        ("が", "か"),
        ("ル", "る"),
        ("か行", "かきくけこ"),
        ("ya*", "やゆよ"),
        ("あ う", None),
        ("", ""),
    ],
)
def test_letters_are_read_in_kana_and_latin_letters(typed: str, letters: str | None) -> None:
    if letters is None:
        with pytest.raises(BadKanaError):
            letters_of(typed)
    else:
        assert letters_of(typed) == letters


def test_the_page_lists_words_and_explains_unreadable_letters(nouns: LexiconVersion, address: str) -> None:
    client = Client()
    client.force_login(factories.user("reader"))
    page = client.get(address, {"begins": "a", "ends": "る", "length": "3"})
    assert "あひる" in page.content.decode()
    assert page["Cache-Control"] == "no-store, private"
    assert client.get(address).status_code == 200
    assert client.get(address, {"begins": "Ω"}).status_code == 422
    assert client.get(address, {"begins": "a", "length": "x" * 50}).status_code == 200
    assert client.get(reverse("lexicon:detail", args=["ja"])).content.decode().count(address) == 1
    assert Client().get(address).status_code == 302


def test_other_languages_have_no_such_page(dictionary: LexiconVersion) -> None:
    client = Client()
    client.force_login(factories.user("reader"))
    assert client.get(reverse("lexicon:shiritori", args=["en"])).status_code == 404


def test_the_helper_is_closed_to_entrants_while_their_round_is_open(
    nouns: LexiconVersion, running: Division, director: User, address: str
) -> None:
    client, other = Client(), Client()
    client.force_login(factories.entrant("Ada"))
    other.force_login(director)
    answer = client.get(address, {"begins": "あ", "length": "3"})
    assert answer.status_code == 403
    assert "あひる" not in answer.content.decode()
    assert "あひる" in other.get(address, {"begins": "あ", "ends": "る", "length": "3"}).content.decode()
    factories.agree(Pairing.objects.get(seats__entry__name="Ada"))
    assert client.get(address).status_code == 200


def test_the_list_is_installed_from_the_terminal() -> None:
    call_command("install_lexicon", "ja")
    assert LexiconVersion.objects.get(lexicon__slug="ja").word_count == 109_119
