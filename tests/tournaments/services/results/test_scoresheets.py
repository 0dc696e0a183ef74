"""Records that come with reports: read outside the transaction, stored as written, compared with the result."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.models import Club, User
from games.engine.crossword.check import RecordCheck
from games.engine.crossword.gcg import write
from games.engine.crossword.movegen import WordGraph
from games.engine.crossword.record import Player
from games.engine.crossword.rules import RULE_SETS
from games.engine.crossword.selfplay import final_scores, play_game
from games.models import MAX_RECORD_BYTES, GameRecord
from lexicon.models import LexiconVersion
from tests import factories
from tests.walk import check_each
from tournaments.inputs.results import ResultInput, ScoresheetInput
from tournaments.models import Division, OpenQuestion, Submission
from tournaments.services.events.copies import make_test_copy
from tournaments.services.results.results import SubmissionOutcome, submit_scoresheet
from tournaments.services.results.scoresheets import RecordUnusableError

Played = Callable[..., tuple[bytes, tuple[int, int]]]
RULES = RULE_SETS["tournament"].with_options(challenge="double")
WORDS = [
    "AT",
    "TA",
    "EAT",
    "TEA",
    "ATE",
    "RATE",
    "TEAR",
    "IN",
    "ON",
    "NO",
    "TO",
    "TOE",
    "ION",
    "OR",
    "ER",
    "RE",
    "EN",
    "NE",
    "LINE",
    "SO",
    "OS",
]


@pytest.fixture
def game(running: Division) -> factories.Game:
    """Table 1 of round 1."""
    return factories.games(running.rounds.get())[0]


@pytest.fixture(scope="module")
def graph() -> WordGraph:
    return WordGraph.build(WORDS, RULES)


@pytest.fixture
def played(graph: WordGraph) -> Played:
    """A complete game of two named players as GCG, with its scores."""

    def make(first: str, second: str, seed: int = 1) -> tuple[bytes, tuple[int, int]]:
        record = play_game(words=graph, rules=RULES, seed=seed, players=(Player("a", first), Player("b", second)))
        scores = final_scores(record)
        return write(record), (scores[0], scores[1])

    return make


def submit(game: factories.Game, side: str = "first", **values: Any) -> SubmissionOutcome:
    data: dict[str, Any] = {"side": side, "channel": "link", "client_token": f"{side}-{sorted(values)}", **values}
    return submit_scoresheet(pairing_id=game.pairing_id, data=ScoresheetInput(**data))


def stored(outcome: SubmissionOutcome) -> GameRecord:
    """The record that came with the report."""
    assert outcome.submission.record is not None
    return outcome.submission.record


def test_a_record_alone_gives_the_scores_and_is_stored_byte_for_byte(game: factories.Game, played: Played) -> None:
    data, scores = played(game.first.name, game.second.name)
    outcome = submit(game, record=data)
    assert (outcome.submission.first_score, outcome.submission.second_score) == scores
    assert outcome.questions == ()
    record = stored(outcome)
    assert bytes(record.original) == data
    assert (record.format, record.rules_slug, record.rule_options) == ("gcg", "tournament", {"challenge": "double"})
    assert record.summary["final_scores"] == list(scores)
    assert isinstance(outcome.check, RecordCheck)
    assert len(record.summary["turns"]) == len(outcome.check.turns)


def test_record_and_equal_scores_of_the_other_confirm_and_the_result_has_the_record(
    game: factories.Game, played: Played
) -> None:
    data, scores = played(game.first.name, game.second.name)
    record = submit(game, record=data).submission.record
    outcome = submit(game, "second", result=ResultInput(first_score=scores[0], second_score=scores[1]))
    assert outcome.result.state == "confirmed"
    assert outcome.result.record == record


def test_a_record_that_names_the_players_the_other_way_round_is_turned(game: factories.Game, played: Played) -> None:
    data, scores = played(game.second.name, game.first.name)
    outcome = submit(game, record=data)
    assert (outcome.submission.first_score, outcome.submission.second_score) == scores[::-1]
    assert any("plays first" in remark for remark in outcome.questions)


def test_scores_that_differ_from_the_record_count_with_a_finding(game: factories.Game, played: Played) -> None:
    data, scores = played(game.first.name, game.second.name)
    outcome = submit(game, record=data, result=ResultInput(first_score=scores[0] + 1, second_score=scores[1]))
    assert outcome.submission.first_score == scores[0] + 1
    assert any(f"ends {scores[0]} – {scores[1]}" in remark for remark in outcome.questions)


def test_a_record_with_a_wrong_total_does_not_decide_the_result(game: factories.Game, played: Played) -> None:
    data, scores = played(game.first.name, game.second.name)
    spoiled = data.replace(f" {scores[0]}\n".encode(), f" {scores[0] + 7}\n".encode())
    assert spoiled != data
    with pytest.raises(RecordUnusableError, match="As written") as refused:
        submit(game, record=spoiled)
    assert refused.value.check.as_dict()["findings"]
    assert not Submission.objects.exists()
    outcome = submit(game, record=spoiled, result=ResultInput(first_score=scores[0], second_score=scores[1]))
    assert stored(outcome).verdict in {"discrepancy", "error"}
    assert bytes(stored(outcome).original) == spoiled


def test_a_record_without_a_result_is_refused_unless_scores_come_with_it(game: factories.Game) -> None:
    def check(data: bytes) -> None:
        with pytest.raises(RecordUnusableError) as refused:
            submit(game, record=data)
        assert refused.value.check is not None
        outcome = submit(game, record=data, result=ResultInput(first_score=400, second_score=300))
        assert bytes(stored(outcome).original) == data
        assert outcome.check is not None
        assert outcome.check.as_dict()["findings"]
        assert not outcome.questions  # what cannot be read contradicts nothing

    check_each(
        [b"\x00\xff\xfe rubbish", b"#player1 a A\n#player2 b B\n>a: ABC 8D CAB +14 14\n", b"%PDF-1.7", b"\n\n>"], check
    )


def test_a_record_that_is_too_large_is_refused_before_it_is_read() -> None:
    with pytest.raises(Exception, match="larger than 128 kB"):
        ScoresheetInput(side="first", channel="link", client_token="t", record=b"x" * (MAX_RECORD_BYTES + 1))


def test_the_same_record_for_two_games_is_noticed(running: Division, played: Played) -> None:
    one, two = factories.games(running.rounds.get())[:2]
    data, scores = played(one.first.name, one.second.name)
    submit(one, record=data)
    outcome = submit(two, record=data, result=ResultInput(first_score=scores[0], second_score=scores[1]))
    assert any("another game (round 1, table 1)" in remark for remark in outcome.questions)


def test_the_record_in_a_test_copy_is_not_the_same_record_for_two_games(
    running: Division, director: User, played: Played
) -> None:
    game = factories.games(running.rounds.get())[0]
    submit(game, record=played(game.first.name, game.second.name)[0])
    copy = make_test_copy(actor=director, event=running.event)
    assert Submission.objects.filter(pairing__round__division__event=copy, record__isnull=False).count() == 1
    codes = OpenQuestion.objects.filter(pairing__round__division__event=copy).values_list("code", flat=True)
    assert "record_reused" not in codes


def test_a_conflict_of_two_records_names_the_first_turn_that_differs(game: factories.Game, played: Played) -> None:
    data, scores = played(game.first.name, game.second.name)
    lines = data.decode().splitlines()
    index = next(number for number, line in enumerate(lines) if line.startswith(">") and "+" in line)
    shorter = "\n".join([*lines[:index], *lines[index + 1 :]]).encode()
    submit(game, record=data)
    outcome = submit(
        game, "second", record=shorter, result=ResultInput(first_score=scores[0] + 5, second_score=scores[1])
    )
    assert outcome.result.state == "conflict"
    assert "first differ at turn" in (outcome.difference or "")


def test_a_double_tap_with_a_record_stores_it_once(game: factories.Game, played: Played) -> None:
    data, _scores = played(game.first.name, game.second.name)
    first, again = submit(game, record=data), submit(game, record=data)
    assert (first.created, again.created) == (True, False)
    assert again.submission == first.submission
    assert GameRecord.objects.count() == 1


def test_words_are_judged_by_the_divisions_dictionary(club: Club, director: User, dictionary: LexiconVersion) -> None:
    division = factories.division(club, director, lexicon_version_id=dictionary.pk)
    game = factories.games(factories.start(division, director, 2))[0]
    data = b"#player1 a A\n#player2 b B\n>a: QZXJVWK 8H ZQ +22 22\n"
    outcome = submit(game, record=data, result=ResultInput(first_score=1, second_score=2))
    assert stored(outcome).lexicon_version == dictionary
    about_words = [
        finding for finding in stored(outcome).findings if "ZQ" in finding["message"] and finding["severity"] == "note"
    ]
    assert about_words, "a word that is not in the dictionary is a note"


def test_an_unusable_record_is_refused_before_the_transaction_begins(game: factories.Game) -> None:
    """The replay is the slow part: no lock is held while it runs."""
    with CaptureQueriesContext(connection) as captured, pytest.raises(RecordUnusableError):
        submit(game, record=b"rubbish")
    assert [query["sql"] for query in captured if not query["sql"].startswith("SELECT")] == []
