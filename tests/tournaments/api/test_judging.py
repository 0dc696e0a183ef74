"""The word judge over HTTP: the same verdicts, log and rights as at the tablet and on the director's pages."""

from typing import Any
from uuid import uuid4

import pytest

from clubs.models import User
from clubs.scopes import Scope
from clubs.tokens import TokenInput, make_token
from lexicon.models import Adjudication, LexiconVersion
from tests import factories
from tests.api_client import Api, as_user
from tests.walk import check_each
from tournaments.models import Division, Entry, Event, Pairing, Seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def judged(running: Division, dictionary: LexiconVersion) -> Division:
    return factories.use_dictionary(running, dictionary)


def base(division: Division) -> str:
    return f"events/{division.event.slug}/"


def put(division: Division) -> str:
    return f"{base(division)}divisions/{division.slug}/adjudications/"


def challenge(*words: str, **more: Any) -> dict[str, Any]:
    return {"words": list(words), "client_token": str(uuid4()), **more}


def test_a_challenge_is_judged_logged_and_answered_once(
    judged: Division, director: User, dictionary: LexiconVersion
) -> None:
    api, seat = as_user(director), Seat.objects.get(entry__name="Dua")
    body = challenge("train", "qi", pairing=seat.pairing_id, challenger=seat.entry_id, play_score=24)
    adjudication = api.post(put(judged), body, expect=201)
    assert (adjudication["acceptable"], adjudication["rule"], adjudication["game"]) == (True, "double", seat.pairing_id)
    assert (adjudication["words"], adjudication["challenger"], adjudication["official"]) == (
        ["TRAIN", "QI"],
        "Dua",
        "director",
    )
    assert (adjudication["edition"], adjudication["checksum"]) == (str(dictionary), dictionary.checksum)
    assert "loses the turn" in adjudication["consequence"]
    assert adjudication["outcome"]["points"] == [0, 0]
    assert api.post(put(judged), body, expect=200) == adjudication
    assert Adjudication.objects.count() == 1
    assert api.get(f"{base(judged)}adjudications/")["results"] == [adjudication]


def test_appeal_and_overruling_are_further_entries(judged: Division, director: User) -> None:
    api, seat = as_user(director), Seat.objects.get(entry__name="Dua")
    body = challenge("train", pairing=seat.pairing_id, challenger=seat.entry_id, play_score=24)
    verdict = api.post(put(judged), body, expect=201)
    address = f"{base(judged)}adjudications/{verdict['id']}/"
    appeal = {"reason": "It is a name.", "client_token": "a"}
    api.post(f"{address}appeal/", appeal, expect=201)
    api.post(f"{address}appeal/", appeal, expect=200)
    decision = {"reason": "It is.", "client_token": "o", "acceptable": False}
    done = api.post(f"{address}overrule/", decision, expect=201)
    assert (done["verdict"], done["outcome"]["points"]) == (verdict["id"], [-24, 0])
    history = api.get(address)
    assert [(row["kind"], row["acceptable"]) for row in history["entries"]] == [
        ("verdict", True),
        ("appeal", None),
        ("overruling", False),
    ]
    assert history["in_force"] == done["id"]
    api.get(f"{base(judged)}adjudications/{done['id']}/", expect=404)  # a decision is no verdict
    api.post(f"{address}overrule/", {"reason": "", "client_token": "p", "acceptable": True}, expect=400)
    assert len(api.get(f"{base(judged)}adjudications/?pairing={seat.pairing_id}")["results"]) == 3
    assert len(api.get(f"{base(judged)}adjudications/?kind=appeal")["results"]) == 1


def test_without_a_dictionary_nothing_is_judged(running: Division, director: User) -> None:
    refused = as_user(director).post(put(running), challenge("train"), expect=409)
    assert refused["detail"] == "No dictionary is set for this division."
    assert not Adjudication.objects.exists()


def test_what_cannot_be_judged_is_one_refusal_and_logs_nothing(judged: Division, director: User) -> None:
    api = as_user(director)
    bodies = [
        challenge(*words) for words in (("Q1",), ("TRAIN", "x"), ("co-op",), ("TRAIN", ""), ("АВ",), ("QI",) * 20)
    ]
    answers = [api.post(put(judged), body, expect=400) for body in bodies]
    assert all(answer == answers[0] for answer in answers)
    assert Adjudication.objects.count() == 0


def test_what_else_is_refused(judged: Division, director: User) -> None:
    def check(change: dict[str, Any]) -> None:
        as_user(director).post(put(judged), {**challenge("TRAIN"), **change}, expect=400)
        assert Adjudication.objects.count() == 0

    check_each([{"words": []}, {"pairing": 1}, {"challenger": 1}, {"play_score": -1}, {"client_token": ""}], check)


def test_a_player_of_another_table_is_no_challenger_there(judged: Division, director: User) -> None:
    one, other = Seat.objects.get(entry__name="Dua"), Seat.objects.get(entry__name="Ben")
    body = challenge("TRAIN", pairing=one.pairing_id, challenger=other.entry_id)
    answer = as_user(director).post(put(judged), body, expect=400)
    assert answer["errors"][0]["field"] == "challenger"


def test_a_adjudication_of_another_event_is_not_found(judged: Division, director: User) -> None:
    verdict = as_user(director).post(put(judged), challenge("TRAIN"), expect=201)
    other = factories.division(judged.event.club, director)
    as_user(director).get(f"{base(other)}adjudications/{verdict['id']}/", expect=404)
    assert as_user(director).get(f"{base(other)}adjudications/")["results"] == []


def test_the_state_of_the_event_counts(judged: Division, director: User) -> None:
    Event.objects.update(state="finished")
    assert as_user(director).post(put(judged), challenge("TRAIN"), expect=409)["type"] == "not_open"


def test_the_log_takes_as_many_queries_for_30_adjudications_as_for_one(judged: Division, director: User) -> None:
    api, counts = as_user(director), []
    seat = Seat.objects.get(entry__name="Dua")
    for rows in (1, 29):
        for _n in range(rows):
            api.post(put(judged), challenge("TRAIN", pairing=seat.pairing_id, challenger=seat.entry_id), expect=201)
        counts.append(factories.queries(lambda: api.get(f"{base(judged)}adjudications/")))
    assert counts == [7, 7]


def _token(user: User, *scopes: Scope) -> Api:
    return Api(make_token(actor=user, data=TokenInput(name="t", scopes=frozenset(scopes), days=1))[1])


def test_words_stay_closed_to_a_playing_entrant_whatever_the_token(judged: Division, director: User) -> None:
    """Study is not judging: no scope opens the look-ups while one's own round is being played."""
    user = factories.user("ada")
    entry = Entry.objects.get(name="Ada")
    entry.player.user = user
    entry.player.save(update_fields=["user"])
    for api in (as_user(user), _token(user, Scope.WORDS), _token(user, Scope.WORDS, Scope.READ, Scope.ADJUDICATIONS)):
        answers = [
            api.get("dictionaries/en/words/train/", expect=403),
            api.get("dictionaries/en/search/?kind=prefix&q=TRAI", expect=403),
            api.post("dictionaries/en/lookup/", {"words": ["train"]}, expect=403),
            api.post("dictionaries/en/judge/", {"words": ["train"]}, expect=403),
            api.post(put(judged), challenge("TRAIN"), expect=403),
        ]
        assert "TRAIN" not in str(answers)
    Api().post("dictionaries/en/lookup/", {"words": ["train"]}, expect=401)  # and nobody looks up without an account
    factories.agree(Pairing.objects.get(seats__entry=entry))
    assert _token(user, Scope.WORDS).get("dictionaries/en/words/train/")["valid"] is True
