"""Each rule that the database keeps, broken on purpose."""

from datetime import date

import pytest
from django.db import IntegrityError, transaction

from clubs.models import Club
from lexicon.models import Lexicon, LexiconVersion

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def a_lexicon(**values: object) -> Lexicon:
    return Lexicon.objects.create(**{"slug": "mine", "name": "Mine", "language": "en", **values})


def a_version(lexicon: Lexicon, **values: object) -> LexiconVersion:
    fields = {"label": "1", "checksum": "a" * 64, "word_count": 3, "file_name": "a.marisa", **values}
    return LexiconVersion.objects.create(lexicon=lexicon, **fields)


def check_refused(constraint: str, **values: object) -> None:
    """The database refuses such a dictionary, and names the constraint."""
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        a_lexicon(**values)


def test_lexicon_has_name() -> None:
    check_refused("lexicon_has_name", name="")


def test_lexicon_known_visibility() -> None:
    check_refused("lexicon_known_visibility", club=Club.objects.create(name="C", slug="c"), visibility="secret")


@pytest.mark.parametrize("visibility", ["club", "private"])
def test_lexicon_without_club_is_public(visibility: str) -> None:
    check_refused("lexicon_without_club_is_public", visibility=visibility)


def test_lexicon_of_club_is_not_free() -> None:
    check_refused("lexicon_of_club_is_not_free", club=Club.objects.create(name="C", slug="c"), is_free=True)


@pytest.mark.parametrize(
    ("constraint", "values"),
    [
        ("lexiconversion_has_words", {"word_count": 0}),
        ("lexiconversion_checksum_sha256", {"checksum": "abc"}),
        ("lexiconversion_named", {"label": ""}),
        ("lexiconversion_named", {"file_name": ""}),
        ("lexiconversion_dates_in_order", {"valid_from": date(2024, 1, 2), "valid_to": date(2024, 1, 1)}),
    ],
)
def test_an_edition_must_make_sense(constraint: str, values: dict[str, object]) -> None:
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        a_version(a_lexicon(), **values)


def test_label_and_words_once_in_a_dictionary_but_shared_between_two() -> None:
    lexicon, other = a_lexicon(), a_lexicon(slug="other")
    a_version(lexicon)
    a_version(other)
    for values in ({"label": "2"}, {"checksum": "b" * 64}):
        with pytest.raises(IntegrityError), transaction.atomic():
            a_version(lexicon, **values)
