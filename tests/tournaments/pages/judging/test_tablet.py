"""The judging tablet over HTTP: the procedure, one verdict, refusals that give nothing away, the log."""

import json
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from clubs.models import User
from lexicon.engine import hashed
from lexicon.models import Adjudication, JudgeTablet, LexiconVersion
from lexicon.queries import open_version
from lexicon.services.tablets import desk_key
from tests import factories
from tests.tournaments.pages.judging.elsewhere import seat_elsewhere
from tests.walk import check_each
from tournaments.errors import TournamentError
from tournaments.models import Division, Event, Pairing, Round, Seat, SlipLink
from tournaments.services.judging.challenges import appeal_adjudication, overrule
from tournaments.services.judging.tablets import close_judge, open_judge
from tournaments.services.results.slips import slip_key
from tournaments.services.rounds.publish import unpublish_round

pytestmark = pytest.mark.django_db
JSON = {"accept": "application/json"}


@pytest.fixture
def tablet(running: Division, director: User, dictionary: LexiconVersion) -> str:
    """The address of the judging tablet of a division in its first round."""
    factories.use_dictionary(running, dictionary)
    key = desk_key(open_judge(actor=director, division=running))
    return f"/judge/{key}/"


def seat_of(division: Division, name: str) -> Seat:
    return Seat.objects.get(round__division=division, entry__name=name)


def play(*words: str, **more: Any) -> dict[str, Any]:
    """The fields of a challenge as the page sends them."""
    typed = {f"word{n}": word for n, word in enumerate(words, 1)}
    return {"step": "judge", "count": len(words), "client_token": str(uuid4()), **typed, **more}


def test_the_procedure_without_scripts(client: Client, tablet: str, running: Division) -> None:
    start = client.get(tablet).content.decode()
    assert "Ada" in start
    fields = play("qi", "zzqx", seat=seat_of(running, "Dua").pk)
    words = client.post(tablet, {**fields, "step": "words"}).content.decode()
    assert words.count('class="judge-word"') == 2
    for attribute in ('spellcheck="false"', 'autocomplete="off"', 'autocorrect="off"', 'autocapitalize="characters"'):
        assert words.count(attribute) >= 2
    confirm = client.post(tablet, {**fields, "step": "confirm"}).content.decode()
    assert '<span class="judge-tile" aria-hidden="true">Q</span>' in confirm
    assert Adjudication.objects.count() == 0
    page = client.post(tablet, fields).content.decode()
    assert "Not acceptable" in page
    assert "is-unacceptable" in page
    assert 'http-equiv="refresh" content="10' in page
    assert "zzqx" not in page.lower()
    adjudication = Adjudication.objects.get()
    assert (adjudication.acceptable, adjudication.words, adjudication.challenger) == (False, ["QI", "ZZQX"], "Dua")


def test_the_log_says_all_there_is_to_a_adjudication(
    client: Client, tablet: str, running: Division, director: User, dictionary: LexiconVersion
) -> None:
    before = timezone.now()
    seat = seat_of(running, "Dua")
    answer = client.post(tablet, play("train", seat=seat.pk, play_score=24), headers=JSON).json()
    assert answer["acceptable"] is True
    assert "loses the turn" in answer["consequence"]
    adjudication = Adjudication.objects.get()
    assert adjudication.scope == f"pairing:{seat.pairing_id}"
    assert "Spring Open" in adjudication.place
    assert f"round 1 · table {seat.pairing.table_number}" in adjudication.place
    assert (adjudication.version, adjudication.checksum, adjudication.rule) == (
        dictionary,
        dictionary.checksum,
        "double",
    )
    assert (adjudication.official, adjudication.is_offline, adjudication.rechecked) == (director, False, None)
    assert before <= adjudication.decided_at <= timezone.now()
    assert adjudication.outcome["turn_lost"] is True
    assert adjudication.outcome["points"] == [0, 0]


def test_every_refusal_is_the_same_and_logs_nothing(client: Client, tablet: str) -> None:
    """No word of a refused play is told apart: same status, same bytes, nothing judged."""
    plays = [
        play("TRAIN", "Q-1"),
        play("A"),
        play("X" * 60),
        play("АВ"),
        play("DON'T", "CO-OP"),
        play("TRAIN", ""),
        {**play("TRAIN"), "count": "9999"},
        {**play("TRAIN"), "count": "-1"},
        {**play("TRAIN"), "count": "one"},
    ]
    answers = [client.post(tablet, fields, headers=JSON) for fields in plays]
    assert {(answer.status_code, answer.content) for answer in answers} == {(422, answers[0].content)}
    pages = [client.post(tablet, fields) for fields in plays]
    tokens = {(page.status_code, len(page.content)) for page in pages}
    assert tokens == {(422, len(pages[0].content))}
    assert Adjudication.objects.count() == 0


def test_the_answer_has_the_same_length_whichever_word_fails(client: Client, tablet: str) -> None:
    words = [("ZZQX", "TRAIN"), ("TRAIN", "ZZQX"), ("ZZQX", "QQQQ")]
    assert len({client.post(tablet, play(*pair), headers=JSON).content for pair in words}) == 1
    pages = [client.post(tablet, play(*pair)) for pair in words]
    assert len({len(page.content) for page in pages}) == 1
    assert {page.status_code for page in pages} == {200}


def test_every_adjudication_takes_the_same_queries(client: Client, tablet: str) -> None:
    """No hint by the time taken: the same work for good and bad plays (that every word is looked up: test_lexicon_judge)."""
    client.post(tablet, play("TRAIN", "ZA"), headers=JSON)
    plays = [("TRAIN", "ZA"), ("ZZQX", "ZA"), ("TRAIN", "QQ"), ("ZZQX", "QQ")]
    counts = {factories.queries(partial(client.post, tablet, play(*pair), headers=JSON)) for pair in plays}
    assert len(counts) == 1


def test_proper_nouns_abbreviations_and_two_letter_junk_come_off(client: Client, tablet: str) -> None:
    """rules.md: no proper nouns, abbreviations; lexicons.md: the junk among a spell checker's twos."""

    def check(word: str) -> None:
        assert client.post(tablet, play(word), headers=JSON).json()["acceptable"] is False

    check_each(["LONDON", "NASA", "BS", "CS", "MB", "TS"], check)


def test_browsers_and_proxies_store_nothing(client: Client, tablet: str) -> None:
    for answer in (client.get(tablet), client.post(tablet, play("TRAIN")), client.post(tablet, play("X"))):
        assert answer["Cache-Control"] == "no-store, private"
        assert answer["Referrer-Policy"] == "no-referrer"


@pytest.mark.postgres
def test_the_same_token_is_one_adjudication(client: Client, tablet: str) -> None:
    fields = play("TRAIN")
    assert client.post(tablet, fields, headers=JSON).json() == client.post(tablet, fields, headers=JSON).json()
    assert Adjudication.objects.count() == 1


def test_a_token_is_of_one_play(client: Client, tablet: str) -> None:
    fields = play("TRAIN")
    assert client.post(tablet, fields, headers=JSON).status_code == 200
    other = client.post(tablet, {**play("TRAIN", "QI"), "client_token": fields["client_token"]}, headers=JSON)
    assert other.status_code == 409
    assert "already sent for another play" in other.content.decode()
    assert Adjudication.objects.get().words == ["TRAIN"]


def test_the_log_keeps_which_edition_an_offline_tablet_used(
    client: Client, tablet: str, dictionary: LexiconVersion
) -> None:
    """The club has no such edition any more: the words are looked up in the division's, and the log says by what they were judged."""
    late = play("TRAIN", announced="True", checksum="f" * 64)
    assert client.post(tablet, late, headers=JSON).status_code == 200
    adjudication = Adjudication.objects.get()
    assert (adjudication.version, adjudication.checksum) == (dictionary, "f" * 64)


@pytest.mark.postgres
def test_a_adjudication_made_offline_is_logged_once_with_its_own_time_and_looked_up_again(
    client: Client, tablet: str, running: Division, director: User
) -> None:
    when = (timezone.now() - timedelta(hours=2)).isoformat()
    checksum = running.lexicon_version.checksum if running.lexicon_version else ""
    right = play("TRAIN", announced="True", checksum=checksum, decided_at=when)
    wrong = play("ZZQX", announced="True", checksum=checksum, decided_at="2001-01-01T00:00:00Z")
    Event.objects.update(state="finished")  # the event was closed before the tablet found the network again
    for fields in (right, wrong, right):
        assert client.post(tablet, fields, headers=JSON).status_code == 200
    second, first = Adjudication.objects.all()
    assert (first.is_offline, first.acceptable, first.rechecked) == (True, True, True)
    assert first.decided_at.isoformat() == when
    assert (second.acceptable, second.rechecked) == (True, False)
    assert second.decided_at.year > 2001
    page = Client()
    page.force_login(director)
    assert "answer differs" in page.get(f"/e/{running.event.slug}/adjudications/").content.decode()


def test_nothing_is_adjudicated_at_a_finished_event(client: Client, tablet: str) -> None:
    Event.objects.update(state="finished")
    assert client.post(tablet, play("TRAIN"), headers=JSON).status_code == 409
    assert Adjudication.objects.count() == 0


def test_the_free_first_challenge_is_counted(client: Client, tablet: str, running: Division) -> None:
    factories.change(Division.objects.all(), challenge_rule="free-then-five")
    seat = seat_of(running, "Dua").pk
    awards = []
    for _n in range(3):
        client.post(tablet, play("TRAIN", seat=seat))
        awards.append(Adjudication.objects.order_by("-pk")[0].outcome["award"])
    assert awards == [0, 5, 5]


def test_a_player_of_another_division_cannot_challenge_here(
    client: Client, tablet: str, director: User, club: Any
) -> None:
    foreign = seat_elsewhere(club, director)
    assert client.post(tablet, play("TRAIN", seat=foreign.pk), headers=JSON).status_code == 409
    assert Adjudication.objects.count() == 0


def test_a_late_challenge_in_an_unpublished_round_is_logged_for_the_division(
    client: Client, tablet: str, running: Division, director: User
) -> None:
    late = play("TRAIN", announced="True", seat=seat_of(running, "Dua").pk)
    round_ = Round.objects.get(division=running)
    unpublish_round(actor=director, round_id=round_.pk, expected_version=round_.version, reason="Wrong.")
    assert client.post(tablet, {**late, "announced": "", "client_token": "live"}, headers=JSON).status_code == 409
    assert client.post(tablet, late, headers=JSON).status_code == 200
    adjudication = Adjudication.objects.get()
    assert (adjudication.scope, adjudication.challenger) == (f"division:{running.pk}", "")


@pytest.mark.postgres
def test_who_holds_no_open_key_gets_nothing(client: Client, tablet: str, running: Division, director: User) -> None:
    key = tablet.split("/")[2]
    assert client.get("/judge/nonsense/").status_code == 404
    assert client.get(f"/judge/{'x' * 5000}/").status_code == 404
    reopened = desk_key(open_judge(actor=director, division=running))
    assert client.get(tablet).status_code == 404
    assert client.get(f"/judge/{reopened}/").status_code == 200
    close_judge(actor=director, division=running)
    assert client.get(f"/judge/{reopened}/").status_code == 404
    assert not any(key in desk.key_hash for desk in JudgeTablet.objects.all())


def test_without_a_dictionary_the_log_leads_to_the_settings(client: Client, running: Division, director: User) -> None:
    client.force_login(director)
    page = client.get(f"/e/{running.event.slug}/adjudications/").content.decode()
    assert "Set up a judge tablet" not in page
    assert f'href="/e/{running.event.slug}/{running.slug}/settings/"' in page


def test_guessing_is_slowed_down(client: Client, tablet: str, settings: Settings) -> None:
    assert settings.RATES["judge"] == "40/min"
    settings.RATES = {**settings.RATES, "judge": "4/min"}
    codes = [client.post(tablet, play("TRAIN"), headers=JSON).status_code for _n in range(6)]
    assert codes == [200] * 4 + [429] * 2


def test_the_offline_list_holds_the_words_and_does_not_name_them(
    client: Client, tablet: str, dictionary: LexiconVersion
) -> None:
    answer = client.get(f"{tablet}words/{dictionary.checksum}/")
    data = answer.content
    assert len(data) == dictionary.word_count * hashed.BYTES
    assert hashed.holds(data, "TRAIN", dictionary.checksum)
    assert not hashed.holds(data, "ZZQX", dictionary.checksum)
    assert b"TRAIN" not in data
    assert client.get(f"{tablet}words/{'0' * 64}/").status_code == 409
    assert len(open_version(dictionary)) == dictionary.word_count


def test_a_slip_judges_for_its_own_table_only(client: Client, tablet: str, running: Division) -> None:
    pairing = Pairing.objects.get(round__division=running, table_number=1)
    address = f"/s/{slip_key(SlipLink.objects.get(pairing=pairing))}/judge/"
    assert "Back to the slip" in client.get(address).content.decode()
    assert "Back to the slip" not in client.get(tablet).content.decode()
    page = client.get(address).content.decode()
    names = set(pairing.seats.values_list("entry__name", flat=True))
    others = set(Seat.objects.exclude(pairing=pairing).values_list("entry__name", flat=True))
    assert all(name in page for name in names)
    assert not any(name in page for name in others)
    other_seat = Seat.objects.exclude(pairing=pairing).first()
    assert other_seat
    assert client.post(address, play("TRAIN", seat=other_seat.pk), headers=JSON).status_code == 409
    own = pairing.seats.first()
    assert own
    assert client.post(address, play("TRAIN", seat=own.pk), headers=JSON).status_code == 200
    assert Adjudication.objects.get().scope == f"pairing:{pairing.pk}"
    Round.objects.update(state="closed")
    assert client.get(address).status_code == 409


@pytest.mark.postgres
def test_appeal_and_overruling_are_further_entries(
    client: Client, tablet: str, running: Division, director: User
) -> None:
    client.post(tablet, play("TRAIN", seat=seat_of(running, "Dua").pk, play_score=24))
    verdict = Adjudication.objects.get()
    desk = Client()
    desk.force_login(director)
    address = f"/e/{running.event.slug}/adjudications/{verdict.pk}/"
    appeal = {"appeal": "1", "appeal-reason": "The tablet's list is old.", "appeal-client_token": "a1"}
    decision = {
        "overrule": "1",
        "overrule-reason": "It is.",
        "overrule-acceptable": "no",
        "overrule-client_token": "o1",
    }
    for fields in (appeal, appeal, decision, decision):
        assert desk.post(address, fields).status_code == 302
    kinds = list(Adjudication.objects.order_by("pk").values_list("kind", "acceptable", "refers_to"))
    assert kinds == [("verdict", True, None), ("appeal", None, verdict.pk), ("overruling", False, verdict.pk)]
    last = Adjudication.objects.order_by("-pk")[0]
    assert "24 points are removed" in last.consequence
    assert last.outcome["points"] == [-24, 0]
    page = desk.get(address).content.decode()
    assert "It is." in page
    for words in ("challenged player -24, challenger +0", "the challenger", "Double"):
        assert words in page
    assert "The tablet&#x27;s list is old." in page
    assert desk.post(address, {**decision, "overrule-reason": "", "overrule-client_token": "o2"}).status_code == 422


def test_the_log_is_for_the_director(tablet: str, running: Division, club: Any, director: User) -> None:
    people = factories.everybody(club, director)

    def check(role: str, status: int) -> None:
        client = Client()
        client.force_login(people[role])
        client.post(tablet, play("TRAIN"))
        adjudication = Adjudication.objects.get()
        base = f"/e/{running.event.slug}"
        assert client.get(f"{base}/adjudications/").status_code == status
        assert client.get(f"{base}/adjudications/{adjudication.pk}/").status_code == status
        done = client.post(f"{base}/{running.slug}/judge/", {"open": "1"})
        assert done.status_code == (302 if status == 200 else 403)
        assert Client().get(f"{base}/adjudications/").status_code == 302

    check_each(
        [("director", 200), ("scorer", 403), ("ratings_officer", 403), ("member", 403), ("outsider", 403)], check
    )


def test_no_tablet_without_a_dictionary_or_after_the_event(
    running: Division, director: User, dictionary: LexiconVersion
) -> None:
    desk = Client()
    desk.force_login(director)
    address = f"/e/{running.event.slug}/{running.slug}/judge/"

    def opened() -> str:
        return desk.post(address, {"open": "1"}, follow=True).content.decode()

    assert "Choose a dictionary in the division&#x27;s settings first." in opened()
    factories.use_dictionary(running, dictionary)
    Event.objects.update(state="finished")
    assert "“Spring Open” is finished." in opened()
    assert not JudgeTablet.objects.exists()


def test_appeals_and_decisions_are_about_an_adjudication_and_give_a_reason(
    client: Client, tablet: str, running: Division, director: User
) -> None:
    client.post(tablet, play("TRAIN"))
    common: dict[str, Any] = {"actor": director, "division": running}
    verdict = Adjudication.objects.get()
    appeal = appeal_adjudication(**common, adjudication=verdict, reason="It is a name.", client_token="a")
    with pytest.raises(TournamentError, match="belong to an adjudication"):
        overrule(**common, adjudication=appeal, reason="It is.", client_token="b", acceptable=True)
    with pytest.raises(TournamentError, match="Give a reason"):
        overrule(**common, adjudication=verdict, reason=" ", client_token="c", acceptable=True)
    assert Adjudication.objects.count() == 2


def test_services_ask_for_the_right_themselves(
    client: Client, tablet: str, running: Division, club: Any, director: User
) -> None:
    from django.core.exceptions import PermissionDenied

    client.post(tablet, play("TRAIN"))
    scorer = factories.member(club, director, "scorer")
    common: dict[str, Any] = {
        "actor": scorer,
        "division": running,
        "adjudication": Adjudication.objects.get(),
        "reason": "r",
    }
    with pytest.raises(PermissionDenied):
        appeal_adjudication(**common, client_token="a")
    with pytest.raises(PermissionDenied):
        overrule(**common, client_token="b", acceptable=True)


def test_the_log_takes_as_many_queries_for_three_adjudications_as_for_one(
    client: Client, tablet: str, running: Division, director: User
) -> None:
    desk = Client()
    desk.force_login(director)
    counts = []
    for _n in range(3):
        client.post(tablet, play("TRAIN", seat=seat_of(running, "Dua").pk))
        counts.append(factories.queries(lambda: desk.get(f"/e/{running.event.slug}/adjudications/")))
    assert counts[0] == counts[-1]


def test_the_page_brings_every_sentence_that_may_be_needed_offline(client: Client, tablet: str) -> None:
    page = client.get(tablet).content.decode()
    data = json.loads(page.split('id="judge-data" type="application/json">')[1].split("</script>")[0])
    assert set(data["consequences"]["2"]) == {f"{v}{o}{n}" for v in (0, 1) for o in (0, 1) for n in range(1, 9)}
    assert client.get("/worker.js")["Content-Type"].startswith("text/javascript")
