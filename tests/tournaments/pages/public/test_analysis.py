"""The analysis of a game on its page: made in the background, made again, and for whom."""

import pytest
from django.test import Client

from clubs.models import User
from games.engine.crossword.gcg import write
from games.engine.crossword.record import Player
from games.engine.crossword.rules import RULE_SETS
from games.engine.crossword.selfplay import final_scores, play_game
from games.models import RecordAnalysis
from lexicon.engine.wordlist import WordList
from lexicon.models import Lexicon, LexiconVersion, Visibility
from lexicon.queries import shipped_lexicon
from lexicon.wordlists import files
from tests import factories
from tests.games.engine.words import shipped_graph
from tests.walk import shown
from tournaments.models import Division, Round
from tournaments.services.results.analyses import analyse_records

pytestmark = pytest.mark.django_db


#: The words of a later edition.
NEXT = WordList(("QI", "TRAIN", "ZA"))


class Hall:
    """A round whose first game was reported with a whole record by both players."""

    def __init__(self) -> None:
        self.director: User = factories.user("director")
        self.club = factories.club(self.director)
        lexicon = Lexicon.objects.create(slug="english", name="English", language="en", is_free=False)
        files.save(NEXT)
        self.version, self.next_version = (
            LexiconVersion.objects.create(
                lexicon=lexicon, label=label, checksum=checksum, word_count=3, file_name=files.file_name(checksum)
            )
            for label, checksum in (("1", shipped_lexicon().checksum), ("2", NEXT.checksum))
        )
        self.division: Division = factories.division(self.club, self.director, lexicon_version_id=self.version.pk)
        factories.entries(self.division, self.director, 4)
        self.round: Round = factories.publish(self.division, self.director, 1)
        self.games = factories.games(self.round)
        self.path = f"/e/{self.division.event.slug}/games/{self.games[0].pairing_id}/"

    def report(self, at: int = 0, *, rack: bool = True) -> None:
        line = self.games[at]
        assert line.second is not None
        players = (Player("a", line.first.name), Player("b", line.second.name))
        game = play_game(words=shipped_graph(), rules=RULE_SETS["tournament"], seed=4 + at, players=players)
        first, second = final_scores(game)
        events = game.events if rack else tuple(event._replace(rack="") for event in game.events)
        data = write(type(game)(players=game.players, events=events))
        for side in ("first", "second"):
            factories.report(line.pairing_id, side, first, second, record=data)


@pytest.fixture
def hall() -> Hall:
    return Hall()


def test_from_the_report_to_the_page(client: Client, hall: Hall) -> None:
    hall.report()
    before = shown(client, hall.path)
    assert 'id="analysis"' not in before
    assert "unseen before this move" in before
    assert analyse_records() == 1
    assert analyse_records() == 0
    text = shown(client, f"{hall.path}?move=1")
    for part in ('id="analysis"', "Points lost", "Best moves found", "Luck of the draw"):
        assert part in text, part
    stored = RecordAnalysis.objects.get()
    assert stored.turns[0]["best"][0]["text"] in text
    assert stored.turns[0]["lost"] is not None


def test_it_is_made_again_for_another_edition(client: Client, hall: Hall) -> None:
    hall.report()
    analyse_records()
    RecordAnalysis.objects.update(analysis_version="0")
    assert analyse_records() == 1
    factories.use_dictionary(hall.division, hall.next_version)
    assert 'id="analysis"' not in shown(client, hall.path)
    assert analyse_records() == 1
    assert analyse_records() == 0
    assert RecordAnalysis.objects.get().lexicon_version == hall.next_version
    assert 'id="analysis"' in shown(client, hall.path)


def test_turns_without_a_rack_are_said_to_be_so(client: Client, hall: Hall) -> None:
    hall.report(rack=False)
    analyse_records()
    assert "No best moves: the rack was not fully recorded." in shown(client, hall.path)


def test_words_that_nobody_played_stay_secret(client: Client, hall: Hall) -> None:
    """Not for who is playing, nor while a player of the game plays another, nor from a dictionary that the reader may not see."""
    hall.report()
    analyse_records()
    assert 'id="analysis"' in shown(client, hall.path)
    Lexicon.objects.filter(pk=hall.version.lexicon_id).update(visibility=Visibility.PRIVATE, club=hall.club)
    assert 'id="analysis"' not in shown(client, hall.path)
    client.force_login(hall.director)
    assert 'id="analysis"' in shown(client, hall.path)
    Lexicon.objects.filter(pk=hall.version.lexicon_id).update(visibility=Visibility.PUBLIC, club=None)
    client.logout()
    hall.report(1)
    factories.publish(hall.division, hall.director, 2)
    assert 'id="analysis"' not in shown(client, hall.path)
