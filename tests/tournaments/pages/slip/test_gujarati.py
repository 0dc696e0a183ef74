"""A whole game in Gujarati: typed on the slip, shown, downloaded and sent again by the opponent."""

from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from clubs.models import Club, User
from games.engine.crossword import gcg, movelist
from games.engine.crossword.selfplay import final_scores
from lexicon.engine.alphabets import GUJARATI
from lexicon.engine.wordlist import read_words
from lexicon.models import Lexicon, LexiconVersion
from lexicon.services.tablets import desk_key
from lexicon.wordlists import files
from tests import factories
from tests.games.engine.crossword.test_gujarati import RULES, made_up_words, played
from tests.tournaments.pages.slip.test_slip import Slip, slip, text
from tournaments.models import Division, Submission
from tournaments.services.judging.tablets import open_judge

__all__ = ["slip"]
pytestmark = pytest.mark.django_db


def words_of(club: Club) -> LexiconVersion:
    """The words of the game as a dictionary of the club."""
    words = read_words(made_up_words(), GUJARATI)
    files.save(words)
    lexicon = Lexicon.objects.create(slug="gu-own", name="શબ્દો", language="gu", club=club, visibility="club")
    return LexiconVersion.objects.create(
        lexicon=lexicon,
        label="1",
        checksum=words.checksum,
        word_count=len(words.words),
        file_name=files.file_name(words.checksum),
    )


def test_a_whole_game_typed_downloaded_and_sent_again(slip: Slip) -> None:
    factories.change(
        Division.objects.filter(pk=slip.division.pk),
        rules_slug="gujarati-club",
        rule_options={"tile_set": "gu"},
        lexicon_version=words_of(slip.division.event.club),
    )
    record = played(*slip.names)
    typed = movelist.write(record, RULES)
    assert "*" in typed
    first, second = map(str, final_scores(record))
    assert "Write a blank as its letter with a star: અ*." in text(slip.client.get(slip.path))
    checked = slip.client.post(f"{slip.path}check/", {"moves": typed})
    assert [one for turn in checked.context["replay"].turns for one in turn.findings if one.severity == "error"] == []
    sent = slip.send(first=first, second=second, moves=typed, sure="on")
    assert sent.status_code == 302, text(sent)
    reader = Client()
    reader.force_login(slip.director)
    path = reverse("tournaments:record_file", args=[slip.division.event.slug, slip.pairing.pk])
    assert reader.get(path).content.decode() == typed.strip()
    whole = gcg.write(record)
    sent = slip.send("second", first, second, record_file=SimpleUploadedFile("game.gcg", whole), sure="on")
    assert sent.status_code == 302, text(sent)
    assert reader.get(path).content in (whole, typed.strip().encode())
    assert {report.first_score for report in Submission.objects.all()} == {int(first)}


def test_the_judge_takes_a_word_with_its_blank_marked(client: Client, club: Club, director: User) -> None:
    version = words_of(club)
    division = factories.division(club, director, rule_options={"tile_set": "gu"}, lexicon_version_id=version.pk)
    word = next(word for word in made_up_words() if len(GUJARATI.tokenise(word)) == 4)
    marked = f"{GUJARATI.tokenise(word)[0]}*{word[len(GUJARATI.tokenise(word)[0]) :]}"
    factories.start(division, director, 2)
    desk = open_judge(actor=director, division=division)
    page = f"/judge/{desk_key(desk)}/"
    for typed, accepted in ((word, True), (marked, True), (f"{word}{word}", False)):
        fields = {"step": "judge", "count": 1, "word1": typed, "client_token": str(uuid4())}
        answer = client.post(page, fields, headers={"accept": "application/json"}).json()
        assert answer["acceptable"] is accepted, typed
