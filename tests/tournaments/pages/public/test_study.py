"""Study from games that were played: “find the play”, and the words that one has missed; closed while playing."""

import re

import pytest
from django.test import Client

from clubs.models import Player
from games.engine.crossword.analysis import Choice, Skipped, TurnAnalysis
from games.engine.crossword.move import InvalidMoveError
from games.engine.crossword.puzzles import MARGIN, answered, is_puzzle
from games.engine.crossword.rules import RULE_SETS
from games.models import RecordAnalysis
from lexicon.models import Lexicon, LexiconVersion, Visibility
from lexicon.wordlists import files
from tests import factories
from tests.harness.seen import seen
from tests.tournaments.pages.public.test_analysis import Hall
from tests.walk import shown
from tournaments.models import Entry, Event, Pairing, RecordVisibility
from tournaments.services.results.analyses import analyse_records
from tournaments.services.results.study import club_puzzles, missed_by

pytestmark = pytest.mark.django_db

RULES = RULE_SETS["tournament"]


def turn(*equities: float, texts: tuple[str, ...] = ("8D TRAIN", "8H TRAIN", "-AB")) -> TurnAnalysis:
    best = tuple(Choice(text, 12, equity) for text, equity in zip(texts, equities, strict=False))
    return TurnAnalysis(
        1, 0, "AINRT", Skipped.NO, "", 80, best=best, made=best[-1], lost=best[0].equity - best[-1].equity
    )


def test_one_play_must_stand_out() -> None:
    assert is_puzzle(turn(30.0, 30.0 - MARGIN))
    assert not is_puzzle(turn(30.0, 30.5 - MARGIN))
    assert not is_puzzle(turn(30.0))
    assert not is_puzzle(turn(30.0, 10.0, texts=("-AB", "8D TRAIN")))


def test_an_answer_counts_however_it_is_written() -> None:
    board = bytearray(RULES.layout.empty)
    position, best = turn(30.0, 20.0, 10.0), turn(30.0, 20.0, 10.0).best
    for text in ("8D TRAIN", "8d train", "TRAIN 8D"):
        assert answered(position, bytes(board), text, RULES) == best[0]
    assert answered(position, bytes(board), "-ab", RULES) == best[2]
    assert answered(position, bytes(board), "8C TRAIN", RULES) is None
    for text in ("nonsense", "15O TRAIN", ""):
        with pytest.raises(InvalidMoveError):
            answered(position, bytes(board), text, RULES)


@pytest.fixture
def hall() -> Hall:
    """A finished event with an analysed game, one of whose turns has a best play that nobody can miss."""
    hall = Hall()
    hall.report()
    analyse_records()
    analysis = RecordAnalysis.objects.get()
    for one in analysis.turns:
        for choice in one["best"][1:]:
            choice["equity"] = one["best"][0]["equity"] - 20
    analysis.save()
    Event.objects.filter(pk=hall.division.event_id).update(state=Event.State.FINISHED)
    return hall


def test_from_the_club_to_the_answer(client: Client, hall: Hall) -> None:
    club = f"/clubs/{hall.club.slug}/"
    lines = club_puzzles(hall.club, hall.director)
    assert lines
    first = lines[0]
    address = f"{hall.path}puzzle/{first.number}/"
    assert address in shown(client, f"{club}puzzles/")
    page = shown(client, address)
    best = RecordAnalysis.objects.get().turns[first.number - 1]["best"]
    assert first.rack in page
    assert best[0]["text"] not in page, "the answer is not given away"
    right = shown(client, f"{address}?play={best[0]['text'].replace(' ', '+')}")
    assert "Right: that is the best play." in right
    second = shown(client, f"{address}?play={best[1]['text'].replace(' ', '+')}")
    assert "worth 20.0 points less than the best one" in second
    assert "The record stops before the end" not in right
    # the first, and those that play through tiles on the board: in a record they are dots
    through = [line for line in lines if "." in RecordAnalysis.objects.get().turns[line.number - 1]["best"][0]["text"]]
    given = [f"{hall.path}puzzle/{line.number}/" for line in (first, *through[:3])]
    plays = re.findall(r'class="play">([^<]+)<', "".join(client.get(f"{one}?show=1").content.decode() for one in given))
    assert best[0]["text"] in plays
    assert any("(" in play for play in plays)
    assert not any("." in play for play in plays), "dots are for files"
    assert "Not among the five best plays" in shown(client, f"{address}?play=pass")
    for play, why in (
        ("what+is+this", "This cannot be played here."),
        ("16H+ABC", "This cannot be played here."),
        ("8H+QQQQQQQ", "QQQQQQQ is not on the rack."),
    ):
        wrong = client.get(f"{address}?play={play}")
        assert wrong.status_code == 422
        assert why in (said := seen(wrong.content.decode())), said
        assert best[0]["text"] not in said, "the answer is not given away"
    assert client.get(f"{hall.path}puzzle/999/").status_code == 404


def test_not_from_events_that_go_on_nor_from_records_that_are_not_public(hall: Hall) -> None:
    for visibility in (RecordVisibility.UNLISTED, RecordVisibility.PRIVATE):
        Pairing.objects.filter(pk=hall.games[0].pairing_id).update(record_visibility=visibility)
        assert club_puzzles(hall.club, hall.director) == []
    Pairing.objects.filter(pk=hall.games[0].pairing_id).update(record_visibility=RecordVisibility.PUBLIC)
    assert club_puzzles(hall.club, hall.director)
    Event.objects.filter(pk=hall.division.event_id).update(state=Event.State.RUNNING)
    assert club_puzzles(hall.club, hall.director) == []


def test_the_words_one_has_missed(client: Client, hall: Hall) -> None:
    user = factories.user("ann")
    entry = Entry.objects.get(division=hall.division, name=hall.games[0].first.name)
    assert entry.player is not None
    type(entry.player).objects.filter(pk=entry.player_id).update(user=user)
    assert missed_by(factories.user("nobody")) == []
    analysis = RecordAnalysis.objects.get()
    for one in analysis.turns:
        one["lost"] = 12.5
    analysis.save()
    words = missed_by(user)
    own = [one["number"] for one in analysis.turns if one["player"] == 0 and not one["best"][0]["text"].startswith("-")]
    assert sorted(one.number for one in words) == own
    assert all(one.word.isalpha() and one.word.isupper() for one in words)
    client.force_login(user)
    page = shown(client, "/my/words/")
    assert words[0].word in page
    lines = client.get("/my/words/?form=csv").content.decode().splitlines()
    assert len(lines) == len(words) + 1
    assert "Words I missed" in shown(client, "/my/")


def test_what_the_words_mean(client: Client, hall: Hall) -> None:
    """On the replay, with a puzzle's answer and beside missed words: for those who see the dictionary's words, after the game."""
    analysis = RecordAnalysis.objects.get()
    for one in analysis.turns:
        one["lost"] = 12.5
    analysis.save()
    user = factories.user("ann")
    entry = Entry.objects.get(division=hall.division, name=hall.games[0].first.name)
    Player.objects.filter(pk=entry.player_id).update(user=user)
    missed = missed_by(user)
    played = [word for turn in analysis.record.summary["turns"] for word in turn["words"]]
    path = files.save_definitions({word: f"meaning of <{word}>" for word in (*played, *(one.word for one in missed))})
    LexiconVersion.objects.filter(pk=hall.version.pk).update(definitions_file=path.name, definition_count=3)
    puzzle = f"{hall.path}puzzle/{missed[0].number}/"
    shows = (hall.path, f"{puzzle}?show=1", "/my/words/", "/my/words/?form=csv")
    client.force_login(user)
    for address in shows:
        assert f"meaning of {'<' if 'csv' in address else '&lt;'}" in shown(client, address), address
    assert "meaning of" not in shown(client, puzzle)
    playing = factories.division(hall.club, hall.director)
    factories.start(playing, hall.director, 2)
    Player.objects.filter(user=user).update(user=None)
    Player.objects.filter(entries=Entry.objects.filter(division=playing)[0]).update(user=user)
    assert not [one for one in shows if "meaning of" in client.get(one).content.decode()], "while playing"
    Lexicon.objects.update(visibility=Visibility.PRIVATE, club=hall.club)
    stranger = Client()
    assert not [one for one in shows if "meaning of" in stranger.get(one).content.decode()], "a private dictionary"


def test_closed_while_playing(client: Client, hall: Hall) -> None:
    other = factories.division(hall.club, hall.director)
    factories.start(other, hall.director, 2)
    player = Entry.objects.filter(division=other)[0].player
    assert player is not None
    user = factories.user("ann")
    type(player).objects.filter(pk=player.pk).update(user=user)
    client.force_login(user)
    first = club_puzzles(hall.club, hall.director)[0]
    for address in ("/my/words/", f"/clubs/{hall.club.slug}/puzzles/", f"{hall.path}puzzle/{first.number}/"):
        answer = client.get(address)
        assert answer.status_code == 403, address
        assert "while your round is being played" in answer.content.decode()
