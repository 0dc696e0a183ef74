"""The dictionary of a division: which is offered first, and that its words can be laid with the division's tiles."""

from datetime import date

import pytest
from django.utils import timezone

from clubs.models import Club, User
from lexicon.models import Lexicon, LexiconVersion
from lexicon.queries import visible_to
from lexicon.services import install_shipped
from tests import factories
from tests.walk import check_each
from tournaments.errors import TournamentError
from tournaments.queries.dictionaries import default_edition

EARLY, LATE = date(2020, 1, 1), date(2030, 1, 1)


@pytest.mark.django_db
def test_words_are_laid_with_the_tiles_of_their_language(club: Club, director: User) -> None:
    def check(language: str, options: dict[str, object], fits: bool) -> None:
        version = install_shipped(slug=language)
        if fits:
            division = factories.division(club, director, lexicon_version_id=version.pk, rule_options=options)
            assert division.lexicon_version == version
        else:
            with pytest.raises(TournamentError, match="tiles, or another dictionary"):
                factories.division(club, director, lexicon_version_id=version.pk, rule_options=options)

    check_each(
        [
            ("en", {}, True),
            ("en", {"tile_set": "en-super"}, True),
            ("en", {"tile_set": "es"}, False),
            ("es", {}, False),
            ("es", {"tile_set": "es"}, True),
        ],
        check,
    )


@pytest.mark.django_db
def test_the_dictionary_of_the_last_event_is_offered_in_the_edition_of_the_day(club: Club, director: User) -> None:
    catalan = Lexicon.objects.create(slug="ca", name="A list that comes first", language="ca")
    first = LexiconVersion.objects.create(lexicon=catalan, label="1", checksum="a" * 64, word_count=1, file_name="a")
    assert default_edition(club, visible_to(club), LATE) == first  # nothing else is there
    english = install_shipped()
    assert default_edition(club, visible_to(club), LATE) == english
    own = Lexicon.objects.create(slug="own", name="Own", language="en", club=club, visibility="club")
    old, new = (
        LexiconVersion.objects.create(
            lexicon=own, label=label, checksum=label * 64, word_count=1, file_name=label, valid_from=day
        )
        for label, day in (("b", date(2019, 1, 1)), ("c", date(2024, 1, 1)))
    )
    factories.division(club, director, lexicon_version_id=new.pk)
    assert default_edition(club, visible_to(club), LATE) == new
    assert default_edition(club, visible_to(club), EARLY) == old
    assert default_edition(club, visible_to(club), timezone.localdate()) == new
