"""What the rule sheets say of words, put to the judge at a table of each sheet."""

from uuid import uuid4

import pytest
from django.test import Client

from clubs.models import Club, User
from lexicon.models import Adjudication, LexiconVersion
from lexicon.services.tablets import desk_key
from tests import factories
from tests.walk import check_each
from tournaments.services.judging.tablets import open_judge

pytestmark = pytest.mark.django_db

WORDS = ("TRAIN", "HI", "CATS", "DOGS", "QUITE")
#: Not in the dictionary, names, abbreviations, word endings standing alone.
NO_WORDS = ("TRIAR", "LONDON", "TOKYO", "NASA", "DVD", "ING", "TION")
UNPLAYABLE = ("X-RAY", "DON'T", "É", "A B")


@pytest.mark.parametrize("rules", ["tokyo-club", "gujarati-club", "hasbro-zh"])
def test_words_by_the_sheets(
    client: Client, club: Club, director: User, dictionary: LexiconVersion, rules: str
) -> None:
    division = factories.division(club, director, rules_slug=rules, lexicon_version_id=dictionary.pk)
    factories.start(division, director, 2)
    tablet = f"/judge/{desk_key(open_judge(actor=director, division=division))}/"

    def check(word: str, verdict: bool | None) -> None:
        fields = {"step": "judge", "count": 1, "word1": word, "client_token": str(uuid4())}
        answer = client.post(tablet, fields, headers={"accept": "application/json"})
        assert answer.json().get("acceptable") is verdict
        assert Adjudication.objects.count() == (verdict is not None), "what cannot be judged is not logged"

    verdicts = dict.fromkeys(WORDS, True) | dict.fromkeys(NO_WORDS, False) | dict.fromkeys(UNPLAYABLE)
    check_each(verdicts.items(), check)
