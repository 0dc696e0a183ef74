"""Records: checked outside any transaction, stored with what was found."""

import logging
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clubs.models import User
from games.crossword.game import CROSSWORD
from games.crossword.viewer import replay_of
from games.engine.crossword import gcg, record_json
from games.engine.crossword.rules import RULE_SETS
from games.models import GameRecord
from games.services import store_record
from lexicon.models import Lexicon, LexiconVersion

RULES = RULE_SETS["tournament"].with_options(challenge="five")
GAME = b"#player1 a Ann\n#player2 b Bob\n>a: DINNVWY 8D WINDY +34 34\n>b: ADEEGIL 7C GALE +16 16\n"


def test_findings_are_stored_with_the_original_bytes(director: User) -> None:
    report = CROSSWORD.check(GAME, rules=RULES, dictionary=None)
    record = store_record(game=CROSSWORD, data=GAME, check=report, rules=RULES, lexicon_version=None, actor=director)
    stored = GameRecord.objects.get(uuid=record.uuid)
    assert bytes(stored.original) == GAME
    assert (stored.verdict, stored.format, stored.rules_slug, stored.created_by) == (
        "discrepancy",
        "gcg",
        "tournament",
        director,
    )
    assert stored.rule_options == {"challenge": "five"}
    assert {"code": "score_wrong", "stated": 34, "computed": 32}.items() <= stored.findings[0].items()
    assert [turn["text"] for turn in stored.summary["turns"]] == [turn.text for turn in report.turns]
    assert "findings" not in stored.summary
    assert stored.sha256 == sha256(GAME).hexdigest()


def test_words_are_judged_when_there_is_a_dictionary(dictionary: LexiconVersion) -> None:
    data = GAME.replace(b"WINDY", b"WNIDY")
    with_words = CROSSWORD.check(data, rules=RULES, dictionary=dictionary)
    without = CROSSWORD.check(data, rules=RULES, dictionary=None)
    assert any("WNIDY" in finding.message for finding in with_words.findings)
    assert not any("WNIDY" in finding.message for finding in without.findings)


@pytest.mark.django_db
def test_a_missing_dictionary_file_does_not_stop_a_report(caplog: pytest.LogCaptureFixture) -> None:
    lexicon = Lexicon.objects.create(slug="gone", name="Gone", language="en")
    version = LexiconVersion.objects.create(
        lexicon=lexicon, label="1", checksum="a" * 64, word_count=1, file_name="gone.wl"
    )
    with caplog.at_level(logging.ERROR, logger="games.game"):
        report = CROSSWORD.check(GAME, rules=RULES, dictionary=version)
    assert report.final_scores == (32, 16)
    assert "without its dictionary" in caplog.text


@settings(max_examples=50, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_give_a_report_that_can_be_stored(data: bytes) -> None:
    import json

    report = CROSSWORD.check(data, rules=RULES, dictionary=None)
    assert json.dumps(report.as_dict())
    assert report.verdict in GameRecord.Verdict.values


def test_word_smog_takes_anagrams_of_the_dictionary(dictionary: LexiconVersion) -> None:
    data = GAME.replace(b"WINDY", b"WNIDY")
    smog = CROSSWORD.check(data, rules=RULES.with_options(word_smog=True), dictionary=dictionary)
    assert not any("WNIDY" in finding.message for finding in smog.findings)
    wrong = CROSSWORD.check(
        data.replace(b"WNIDY", b"WNNDY"), rules=RULES.with_options(word_smog=True), dictionary=dictionary
    )
    assert any("WNNDY" in finding.message for finding in wrong.findings)


def test_a_record_in_json_is_stored_as_such(director: User) -> None:
    data = record_json.write(gcg.read(GAME).record)
    report = CROSSWORD.check(data, rules=RULES, dictionary=None)
    record = store_record(game=CROSSWORD, data=data, check=report, rules=RULES, lexicon_version=None, actor=director)
    stored = GameRecord.objects.get(pk=record.pk)
    assert (stored.format, stored.verdict, bytes(stored.original)) == ("json", "discrepancy", data)
    assert (stored.findings[0]["code"], stored.findings[0]["turn"], stored.findings[0]["line"]) == (
        "score_wrong",
        1,
        None,
    )
    replay = replay_of({**stored.summary, "findings": stored.findings})
    assert [one.turnover for one in replay.statistics] == [5, 4]
