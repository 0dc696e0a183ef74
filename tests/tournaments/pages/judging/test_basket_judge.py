"""The judge of a Word Basket division: the rule sheet's examples, four verdicts in two languages, the log."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from clubs.models import Club, User
from lexicon.models import Adjudication, LexiconVersion
from lexicon.services import install_shipped
from lexicon.services.tablets import desk_key
from tests import factories
from tests.api_client import as_user
from tests.games.engine.wordbasket.helpers import SHEET_PLAYS
from tests.tournaments.pages.judging.elsewhere import seat_elsewhere
from tests.walk import check_each
from tournaments.models import Division, Entry, Event, Seat
from tournaments.services.judging.challenges import overrule
from tournaments.services.judging.tablets import open_judge

pytestmark = pytest.mark.django_db
JSON = {"accept": "application/json"}


@pytest.fixture
def japanese(db: None) -> LexiconVersion:
    return install_shipped(slug="ja")


@pytest.fixture
def basket(club: Club, director: User, japanese: LexiconVersion) -> Division:
    """A Word Basket division in its first round."""
    division = factories.division(
        club, director, game="wordbasket", rules_slug="word-basket", lexicon_version_id=japanese.pk
    )
    factories.start(division, director, 4)
    return division


@pytest.fixture
def tablet(basket: Division, director: User) -> str:
    return f"/judge/{desk_key(open_judge(actor=director, division=basket))}/"


def question(word: str, **more: Any) -> dict[str, Any]:
    """The fields of the page."""
    return {"step": "judge", "word": word, "handicap": "even", "client_token": str(uuid4()), **more}


def test_the_examples_of_the_rule_sheet(client: Client, tablet: str) -> None:
    def check(basket_shows: str, word: str, card: str, then: str) -> None:
        answer = client.post(tablet, question(word, basket=basket_shows, card=card), headers=JSON).json()
        assert (answer["verdict"], answer["links_on"], answer["reasons"]) == ("common_noun", then, [])

    check_each(
        [
            *SHEET_PLAYS,
            ("", "すきー", "", "い"),
            ("", "らっこ", "", "こ"),
            ("", "しゅみ", "", "み"),
            ("", "ばたー", "", "あ"),
            ("た*", "つみき", "", "き"),
        ],
        check,
    )


def test_a_well_known_name_is_left_to_the_players(client: Client, tablet: str) -> None:
    """よーろっぱ: a proper name, handakuten ignored."""
    answer = client.post(tablet, question("よーろっぱ", basket="よ", card="は"), headers=JSON).json()
    assert (answer["verdict"], answer["links_on"]) == ("proper_name", "は")
    assert "固有名詞" in answer["sentence"]["ja"]
    assert "do not accept" in answer["consequence"]


def test_every_reason_is_given_in_both_languages(client: Client, tablet: str) -> None:
    def check(word: str, more: dict[str, str], reasons: list[str], english: str, japanese_says: str) -> None:
        page = client.post(tablet, question(word, **more)).content.decode()
        assert 'data-verdict="illegal"' in page
        assert "is-unacceptable" in page
        assert english in page
        assert japanese_says in page
        assert 'http-equiv="refresh" content="10' in page
        assert Adjudication.objects.get().outcome["reasons"] == reasons

    check_each(
        [
            ("しんかんせん", {"basket": "し"}, ["ends_in_n"], "ends in ん", "「ん」で終わって"),
            ("あひる", {"basket": "い"}, ["does_not_link"], "must begin with い", "「い」で始まる必要"),
            ("あひる", {"card": "か"}, ["wrong_end"], "the card needs か", "カードは「か」"),
            ("あひる", {"card": "5"}, ["wrong_length"], "exactly 5", "ちょうど5文字"),
            ("あひる", {"card": "7+"}, ["length_below"], "7 or more", "7文字以上"),
            ("あひる", {"last_card": "on"}, ["too_short"], "at least 4", "4文字以上"),
            ("あし", {}, ["too_short"], "at least 3", "3文字以上"),
        ],
        check,
    )


def test_handicaps_are_those_of_the_rule_sheet(client: Client, tablet: str) -> None:
    def verdict(word: str, **more: str) -> str:
        verdict: str = client.post(tablet, question(word, **more), headers=JSON).json()["verdict"]
        return verdict

    assert verdict("あし", handicap="beginner") == "common_noun"
    assert verdict("あひる", handicap="beginner", last_card="on") == "common_noun"
    assert verdict("あひる", handicap="strong") == "illegal"


@pytest.mark.parametrize("card", ["5", "か*"])
def test_no_wild_card_last_is_the_rule_sheets_variation(
    client: Client, tablet: str, basket: Division, card: str
) -> None:
    fields = question("いちょうか", card=card, last_card="on")
    assert client.post(tablet, fields, headers=JSON).json()["verdict"] != "illegal"
    factories.change(basket, rule_options={"wild_last": False})
    answer = client.post(tablet, question("いちょうか", card=card, last_card="on"), headers=JSON).json()
    assert (answer["verdict"], answer["reasons"]) == ("illegal", ["wild_last"])
    assert f"the wild card {card}" in answer["sentence"]["en"]
    assert "ワイルド" in answer["sentence"]["ja"]
    assert client.post(tablet, question("いちょうか", card=card), headers=JSON).json()["verdict"] != "illegal"


def test_verbs_and_adjectives_are_no_names(client: Client, tablet: str) -> None:
    def check(word: str, verdict: str, sentence: str) -> None:
        answer = client.post(tablet, question(word), headers=JSON).json()
        assert (answer["verdict"], sentence in answer["consequence"]) == (verdict, True)

    check_each(
        [
            ("たべる", "no_noun", "Unless the players accept it as a well-known name"),
            ("きれい", "no_noun", "Unless the players accept it as a well-known name"),
            ("あめりか", "proper_name", "do not accept the word"),
            ("しょうとくたいし", "proper_name", "do not accept the word"),
        ],
        check,
    )
    page = client.post(tablet, question("たべる")).content.decode()
    assert "Not a noun" in page
    assert "たべる is a verb or an adjective, not a noun." in page


def test_nobody_says_the_same_word_twice_running(client: Client, tablet: str, basket: Division) -> None:
    """By what the table types; and the log tells that the same player said it before, which is allowed if another word was between."""
    first, second = list(Seat.objects.filter(round__division=basket).order_by("pairing__table_number", "position"))[:2]
    said = question("アヒル", previous="ahiru", player=first.pk)
    answer = client.post(tablet, said, headers=JSON).json()
    assert (answer["verdict"], answer["reasons"]) == ("illegal", ["repeated"])
    assert "the same player used last" in answer["sentence"]["en"]
    assert "draws one more" in answer["consequence"]

    def consequence(seat: Seat, word: str, **more: str) -> str:
        fields = question(word, player=seat.pk, **more)
        return str(client.post(tablet, fields, headers=JSON).json()["consequence"])

    assert "been judged for" not in consequence(second, "あひる")
    assert "been judged for" not in consequence(first, "あひる")  # what was not allowed was not said
    assert f"already been judged for {first.entry.name} in this game" in consequence(
        first, "あひる"
    )  # the same play once more
    again = client.post(tablet, question("あひる", player=first.pk, basket="あ"), headers=JSON).json()
    assert (again["verdict"], again["reasons"]) == ("illegal", ["repeated"])
    assert f"this was also {first.entry.name}'s previous word" in again["consequence"]
    assert "been judged for" not in consequence(first, "あひる", previous="りんご")
    assert "been judged for" not in consequence(first, "いるか")
    assert f"already been judged for {first.entry.name} in this game" in consequence(
        first, "あひる"
    )  # another word was between
    shown = client.post(tablet, {**said, "step": "confirm"}).content.decode()
    assert f'name="player" value="{first.pk}"' in shown
    assert "ahiru" in shown
    assert client.post(tablet, question("あひる", previous="qx"), headers=JSON).status_code == 422


def test_the_level_in_the_roster_counts(client: Client, tablet: str, basket: Division) -> None:
    seat = Seat.objects.filter(round__division=basket).select_related("entry").first()
    assert seat is not None
    Entry.objects.filter(pk=seat.entry_id).update(handicap="strong")
    fields = question("あひる", handicap="beginner", player=seat.pk)
    assert client.post(tablet, fields, headers=JSON).json()["verdict"] == "illegal"


def test_latin_letters_and_half_width_kana_are_the_same_word(client: Client, tablet: str) -> None:
    words = {
        client.post(tablet, question(word), headers=JSON).json()["word"]
        for word in ("ahiru", "アヒル", "ｱﾋﾙ", "あひる")
    }
    assert words == {"あひる"}


def test_the_procedure_the_log_and_the_directors_decision(
    client: Client, tablet: str, basket: Division, director: User, japanese: LexiconVersion
) -> None:
    seat = Seat.objects.filter(round__division=basket).select_related("entry").first()
    assert seat
    start = client.get(tablet)
    assert start["Cache-Control"] == "no-store, private"
    page = start.content.decode()
    assert 'spellcheck="false"' in page
    assert seat.entry.name in page
    fields = question("ぬるぽん", basket="ぬ", seat=seat.pk)
    confirm = client.post(tablet, {**fields, "step": "confirm"}).content.decode()
    assert confirm.count('class="judge-tile"') == 4
    assert Adjudication.objects.count() == 0
    fields = question("ぬるぽ", basket="ぬ", card="ほ", seat=seat.pk)
    first = client.post(tablet, fields, headers=JSON).json()
    assert first == client.post(tablet, fields, headers=JSON).json()
    assert first["verdict"] == "not_listed"
    adjudication = Adjudication.objects.get()
    assert (adjudication.words, adjudication.rule, adjudication.acceptable) == (["ぬるぽ"], "word-basket", True)
    assert (adjudication.version, adjudication.checksum, adjudication.official) == (
        japanese,
        japanese.checksum,
        director,
    )
    assert (adjudication.scope, adjudication.challenger) == (f"pairing:{seat.pairing_id}", seat.entry.name)
    assert (adjudication.outcome["basket"], adjudication.outcome["card"]) == ("ぬ", "ほ")
    decided = overrule(
        actor=director,
        division=basket,
        adjudication=adjudication,
        acceptable=False,
        reason="Nobody knows it.",
        client_token="o",
    )
    assert "draws one more" in decided.consequence
    desk = Client()
    desk.force_login(director)
    log = desk.get(f"/e/{basket.event.slug}/adjudications/").content.decode()
    assert "not listed" in log
    assert tablet in log, "the tablet's address stands on the page"
    page = desk.get(f"/e/{basket.event.slug}/adjudications/{adjudication.pk}/").content.decode()
    assert "辞書にありません" in page


def test_what_cannot_be_judged_says_what_to_do_and_is_not_logged(client: Client, tablet: str) -> None:
    def check(change: dict[str, str]) -> None:
        fields = {**question("あひる"), **change}
        for step in ("confirm", "judge"):
            page = client.post(tablet, {**fields, "step": step})
            assert page.status_code == 422
            assert 'role="alert"' in page.content.decode()
        assert client.post(tablet, fields, headers=JSON).status_code == 422
        assert Adjudication.objects.count() == 0

    check_each(
        [{"word": ""}, {"word": "1234"}, {"word": "x" * 99}, {"card": "ん"}, {"basket": "5"}, {"handicap": "king"}],
        check,
    )


def test_a_finished_event_and_a_player_of_another_table_are_refused(
    client: Client, tablet: str, club: Club, director: User
) -> None:
    foreign = seat_elsewhere(club, director)
    assert client.post(tablet, question("あひる", seat=foreign.pk), headers=JSON).status_code == 422
    Event.objects.update(state="finished")
    assert client.post(tablet, question("あひる"), headers=JSON).status_code == 409
    assert Adjudication.objects.count() == 0


def test_guessing_is_slowed_down(client: Client, tablet: str) -> None:
    codes = [client.post(tablet, question("あひる"), headers=JSON).status_code for _n in range(41)]
    assert (codes[:40], codes[40]) == ([200] * 40, 429)


def test_over_the_api(basket: Division, director: User) -> None:
    seat = Seat.objects.filter(round__division=basket).first()
    assert seat
    address = f"events/{basket.event.slug}/divisions/{basket.slug}/"
    body = {
        "word": "ついか",
        "basket": "つ",
        "card": "か*",
        "pairing": seat.pairing_id,
        "challenger": seat.entry_id,
        "client_token": "t1",
    }
    api = as_user(director)
    adjudication = api.post(f"{address}word-adjudications/", body, expect=201)
    assert (adjudication["acceptable"], adjudication["outcome"]["verdict"], adjudication["outcome"]["links_on"]) == (
        True,
        "common_noun",
        "か",
    )
    assert api.post(f"{address}word-adjudications/", body, expect=200) == adjudication
    for change in ({"card": "ん"}, {"word": ""}, {"handicap": "king"}, {"challenger": None}):
        api.post(f"{address}word-adjudications/", {**body, "client_token": "t2", **change}, expect=400)
    assert (
        "one at a time"
        in api.post(f"{address}adjudications/", {"words": ["QI"], "client_token": "t3"}, expect=400)["detail"]
    )
    assert Adjudication.objects.count() == 1


def test_a_crossword_division_has_no_word_adjudications(
    running: Division, director: User, dictionary: LexiconVersion
) -> None:
    factories.use_dictionary(running, dictionary)
    address = f"events/{running.event.slug}/divisions/{running.slug}/word-adjudications/"
    answer = as_user(director).post(address, {"word": "あひる", "client_token": "t"}, expect=400)
    assert answer["type"] == "refused"
    assert not Adjudication.objects.exists()
