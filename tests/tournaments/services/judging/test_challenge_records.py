"""The judge's log against the record of the game: linked, or the difference is a finding."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from clubs.models import User
from games.crossword.judge import PlayQuestion
from games.engine.crossword.compare import Link, LoggedAdjudication, Turn, link_adjudications
from games.engine.crossword.record import Kind
from lexicon.models import Adjudication, LexiconVersion
from tests import factories
from tests.walk import check_each
from tournaments.models import Division, Pairing
from tournaments.services.judging.challenges import rule_challenge
from tournaments.services.judging.tablets import Desk, open_judge

T1 = Turn(1, Kind.PLAY, ("TRAIN",), 12)
OFF = Turn(2, Kind.WITHDRAWN, (), -12)
FIVE = Turn(2, Kind.CHALLENGE, (), 5)
T3 = Turn(3, Kind.PLAY, ("RAIN", "QI"), 30)
GOOD = LoggedAdjudication(1, ("TRAIN",), True, 5)
BAD = LoggedAdjudication(2, ("TRAIN",), False)


@pytest.mark.parametrize(
    ("turns", "adjudication", "link"),
    [
        ([T1, OFF], BAD, Link(BAD, 1)),
        ([T1, FIVE], GOOD, Link(GOOD, 1)),
        ([T1, OFF], GOOD, Link(GOOD, 1, verdict_differs=True)),
        ([T1, FIVE], BAD, Link(BAD, 1, verdict_differs=True)),
        ([T1], BAD, Link(BAD, 1, verdict_differs=True)),
        ([T1], GOOD, Link(GOOD, 1, stated=0)),
        ([T1, Turn(2, Kind.CHALLENGE, (), 10)], GOOD, Link(GOOD, 1, stated=10)),
    ],
)
def test_a_adjudication_and_its_play(turns: list[Turn], adjudication: LoggedAdjudication, link: Link) -> None:
    assert link_adjudications(turns, [adjudication]).links == (link,)


LOST = LoggedAdjudication(1, ("TRAIN",), True, turn_lost=True)
WON = LoggedAdjudication(1, ("TRAIN",), False, decides=True)
GIVEN = LoggedAdjudication(1, ("TRAIN",), True, decides=True)
NOTED = Turn(2, Kind.PASS, (), 0, lost=True)


@pytest.mark.parametrize(
    ("turns", "adjudication", "link"),
    [
        ([T1, NOTED, T3], LOST, Link(LOST, 1)),
        ([T1, Turn(2, Kind.PASS), T3], LOST, Link(LOST, 1)),  # written as any pass
        ([T1], LOST, Link(LOST, 1)),  # nothing was written after it
        ([T1, T3], LOST, Link(LOST, 1, turn_kept=True)),
        ([T1, Turn(2, Kind.EXCHANGE)], LOST, Link(LOST, 1, turn_kept=True)),
        ([T1, OFF, Turn(3, Kind.RACK)], WON, Link(WON, 1)),
        ([T1, OFF, T3], WON, Link(WON, 1, went_on=True)),
        ([T1, Turn(2, Kind.CHALLENGE, (), 0), Turn(3, Kind.TIME)], GIVEN, Link(GIVEN, 1)),
        ([T1, T3], GIVEN, Link(GIVEN, 1, went_on=True)),
    ],
)
def test_who_plays_next_and_whether_anybody_does(
    turns: list[Turn], adjudication: LoggedAdjudication, link: Link
) -> None:
    assert link_adjudications(turns, [adjudication]).links == (link,)


def test_a_lost_turn_without_an_adjudication_is_unruled() -> None:
    assert link_adjudications([T1, NOTED, T3], []).unruled == (2,)


def test_what_has_no_counterpart() -> None:
    other = LoggedAdjudication(3, ("QUIXOTRY",), True)
    matched = link_adjudications([T1, OFF, T3], [other])
    assert (matched.links, matched.unrecorded, matched.unruled) == ((), (other,), (2,))


def test_some_of_the_words_were_challenged_and_the_same_play_twice() -> None:
    one, two = LoggedAdjudication(4, ("QI",), True), LoggedAdjudication(5, ("TRAIN",), False)
    again = [T1, OFF, Turn(4, Kind.PLAY, ("TRAIN",)), T3]
    matched = link_adjudications(again, [two, LoggedAdjudication(6, ("TRAIN",), True), one])
    assert [(link.adjudication.id, link.turn, link.verdict_differs) for link in matched.links] == [
        (5, 1, False),
        (6, 4, False),
        (4, 3, False),
    ]


@pytest.mark.django_db
def test_a_report_says_where_log_and_record_differ(
    running: Division, dictionary: LexiconVersion, director: User
) -> None:
    def check(words: str, record: bytes, question: str | None) -> None:
        factories.use_dictionary(running, dictionary)
        pairing = Pairing.objects.get(round__division=running, table_number=1)
        seat = pairing.seats.get(position=2)
        desk = Desk(Division.objects.select_related("event__club", "lexicon_version__lexicon").get(pk=running.pk))
        rule_challenge(desk=desk, data=PlayQuestion(words=(words,), client_token=str(uuid4()), seat_id=seat.pk))
        outcome = factories.report(pairing, "first", 400, 380, record=record)
        about = [remark for remark in (*outcome.questions, *outcome.notes) if "judge" in remark]
        assert (about == []) if question is None else (len(about) == 1 and question in about[0]), about
        factories.report(pairing, "second", 400, 380, record=record)
        client = Client()
        client.force_login(director)
        page: Any = client.get(f"/e/{running.event.slug}/adjudications/{Adjudication.objects.get().pk}/")
        assert ("Turn 1 of the game" in page.content.decode()) == (words in record.decode())

    check_each(
        [
            ("ZZQX", b"8D TRAIN 12\n", "no play in the record forms these words"),
            ("TRAIN", b"8D TRAIN 12\n", None),
            ("NIART", b"8D NIART 12\n", "not acceptable, but in the record the play (turn 1) stays"),
        ],
        check,
    )


@pytest.mark.django_db
def test_a_challenge_without_a_adjudication_matters_only_where_there_is_a_judge(
    running: Division, dictionary: LexiconVersion, director: User
) -> None:
    pairing = Pairing.objects.get(round__division=running, table_number=1)
    record = b"#player1 a Ada\n#player2 d Dua\n>a: AINRTXX 8D NIART +12 12\n>a: AINRTXX -- -12 0\n"
    first = factories.report(pairing, "first", 400, 380, record=record)
    assert not [remark for remark in first.notes if "judge" in remark]
    factories.use_dictionary(running, dictionary)
    open_judge(actor=director, division=running)
    second = factories.report(pairing, "second", 400, 380, record=record)
    assert [remark for remark in second.notes if "Turn 2 of the record is a challenge" in remark]
