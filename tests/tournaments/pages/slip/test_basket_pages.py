"""Word Basket on the site: the slip with its kana keyboard and live check, the stored record, the replay."""

import re
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from clubs.models import Club, User
from games.models import GameRecord
from tests import factories
from tests.walk import check_each
from tournaments.models import Division, Entry, Pairing, Result, Seat, Submission
from tournaments.services.results.slips import find_pairing, slip_key

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Page

pytestmark = pytest.mark.django_db

HEAD = "#player A Ada\n#player B Ben\n"
TYPED = (
    HEAD
    + """start i
A inkyo yo
B yo-roppa ha
A bando to
B tonbo ho
A houshi shi
B shimauma ma
A makura ra
A reach
"""
)
FINISHED = (
    TYPED
    + """B rajio o
B reach
A okonomiyaki ka*
A win
"""
)


@pytest.fixture
def division(club: Club, director: User) -> Division:
    division = factories.division(club, director, game="wordbasket", rules_slug="word-basket")
    factories.entries(division, director, 2)
    return division


@pytest.fixture
def pairing(division: Division, director: User) -> Pairing:
    factories.publish(division, director, 1)
    pairing = Pairing.objects.get()
    # Ada has the first seat, whoever was drawn.
    places = {"Ada": 1, "Ben": 2}
    seats = list(pairing.seats.select_related("entry"))
    pairing.seats.all().delete()
    for seat in seats:
        Seat.objects.create(pairing=pairing, round=pairing.round, entry=seat.entry, position=places[seat.entry.name])
    return pairing


@pytest.fixture
def key(pairing: Pairing) -> str:
    return slip_key(pairing.slip_links.get())


def post(key: str, side: str = "first", **values: str) -> "Page":
    """A report by the own link of the player on that side."""
    return Client().post(factories.own_slip(find_pairing(key).pk, side), values)


def check(key: str, moves: str) -> str:
    return Client().post(reverse("tournaments:slip_check", args=[key]), {"moves": moves}).content.decode()


def test_the_slip_asks_for_cards_left_and_names_the_players_in_the_box(key: str, division: Division) -> None:
    page = Client().get(reverse("tournaments:slip", args=[key])).content.decode()
    assert "Cards left" in page
    assert "Final scores" not in page
    assert "#player A Ada\n#player B Ben" in page
    assert 'data-kana="か"' in page
    assert "js/basket-editor.js" in page


def test_cards_left_from_both_slips_make_the_result(key: str) -> None:
    assert post(key, game1_seat1="0", game1_seat2="4").status_code == 302
    assert Result.objects.get().state == "pending"
    assert post(key, side="second", game1_seat1="0", game1_seat2="4").status_code == 302
    result = Result.objects.get()
    assert (result.state, result.tally, result.first_score, result.second_score) == ("confirmed", "0-4", 1, 0)


def test_what_cannot_be_comes_back_with_its_reason(key: str) -> None:
    def check(values: dict[str, str], says: str) -> None:
        answer = post(key, **values)
        assert answer.status_code == 422
        assert says in answer.content.decode()
        assert not Submission.objects.exists()

    check_each(
        [
            ({}, "Enter how many cards each player had left"),
            ({"game1_seat1": "0"}, "The number for Ben is missing"),
            ({"game1_seat1": "3", "game1_seat2": "4"}, "No one went out"),
            ({"game1_seat1": "0", "game1_seat2": "0"}, "Only one player can have 0"),
            ({"game1_seat1": "0", "game1_seat2": "many"}, "is not a whole number from 0 to 58"),
            ({"game1_seat1": "0", "game1_seat2": "x"}, "enter a forfeit"),
        ],
        check,
    )


def test_a_match_decided_early_leaves_games_empty_and_is_corrected_in_place(key: str, division: Division) -> None:
    factories.change(division, best_of=3)
    cards = {"game1_seat1": "0", "game1_seat2": "4", "game2_seat1": "0", "game2_seat2": "2"}
    assert post(key, **cards).status_code == 302
    assert Submission.objects.get().tally == "0-4 0-2"
    again = Client().get(factories.own_slip(find_pairing(key).pk), {"correct": "1"}).context["form"]
    assert {name: str(again[name].value()) for name in cards} == cards
    assert again["game3_seat1"].value() is None


def test_a_game_is_sent_as_a_file_or_typed_not_both(key: str) -> None:
    page = factories.own_slip(find_pairing(key).pk)
    for moves, status in ((TYPED, 422), (HEAD, 302)):  # the names alone are no game
        file = SimpleUploadedFile("game.txt", FINISHED.encode())
        answer = Client().post(page, {"moves": moves, "record_file": file})
        assert answer.status_code == status, moves
        assert ("Send the file or the typed game, not both" in answer.content.decode()) is (status == 422), moves


def test_a_last_card_that_wins_is_still_charged_for_a_forgotten_reach(key: str) -> None:
    """Ada goes out and has not said reach: pointed out, also after the win is written, she takes a card and the game goes on."""
    forgot = TYPED.replace("A reach\n", "") + "B rajio o\nB reach\nA okonomiyaki ka*\n"

    def sent(end: str) -> tuple[int, str, str]:
        answer = post(key, moves=forgot + end, client_token=str(uuid4()))
        latest = Submission.objects.order_by("-pk").first()
        return answer.status_code, latest.tally if latest else "", answer.content.decode()

    unpunished = sent("A win\n")
    assert unpunished[:2] == (302, "0-1")
    assert "nobody pointed it out" in check(key, forgot + "A win\n")
    wins = "B kirigirisu su\nB win\n"
    for charged in ("A noreach +1\n", "A win\nA noreach +1\n"):
        status, _tally, page = sent(charged)
        assert status == 422
        assert "stops before the end of the match" in page
        assert sent(f"{charged}{wins}")[:2] == (302, "1-0")
        assert "nobody pointed it out" not in check(key, f"{forgot}{charged}A reach\n{wins}")
        assert "nobody pointed it out" in check(
            key, f"{forgot}{charged}{wins}"
        )  # the card that was drawn is one card again
        assert "badge-error" not in check(key, f"{forgot}{charged}A reach\n{wins}")
    assert "badge-error" in check(key, FINISHED + "A noreach +1\n")  # she had said it


def test_an_unfinished_record_alone_gives_no_result(key: str) -> None:
    answer = post(key, moves=TYPED)
    assert answer.status_code == 422
    assert "stops before the end of the match" in answer.content.decode()
    assert "bando to" in answer.content.decode()  # nothing typed is lost
    assert not GameRecord.objects.exists()


def test_a_finished_record_gives_the_result_and_is_kept_with_its_findings(key: str, pairing: Pairing) -> None:
    answer = post(key, moves=FINISHED)
    assert answer.status_code == 302
    record = GameRecord.objects.get()
    assert (record.format, record.rules_slug, record.verdict) == ("wordbasket", "word-basket", "ok")
    assert bytes(record.original).decode().splitlines() == FINISHED.splitlines()
    assert Result.objects.get().tally == f"0-{record.summary['games'][0]['cards_left'][1]}"
    sent = Client().get(answer["Location"]).content.decode()
    assert "Waiting for the other player" in sent
    assert "おこのみやき" in sent


def test_a_record_beside_other_cards_is_kept_with_a_remark(key: str) -> None:
    answer = post(key, moves=FINISHED, game1_seat1="0", game1_seat2="9")
    assert (
        "The record ends 0 – 1 card left; 0 – 9 cards left was reported."
        in Client().get(answer["Location"]).content.decode()
    )


def test_an_uploaded_file_counts_like_typed_text(key: str) -> None:
    upload = SimpleUploadedFile("game.basket", FINISHED.encode())
    answer = Client().post(
        reverse("tournaments:slip", args=[key]), {"side": "second", "moves": HEAD, "record_file": upload}
    )
    assert answer.status_code == 302
    assert bytes(GameRecord.objects.get().original) == FINISHED.encode()


def test_the_replay_steps_through_basket_hands_and_stock(key: str, pairing: Pairing, division: Division) -> None:
    post(key, moves=FINISHED)
    post(key, side="second", moves=FINISHED)
    address = reverse("tournaments:replay", args=[division.event.slug, pairing.pk])
    page = Client().get(address, {"turn": "2"})
    replay = page.context["replay"]
    assert (replay.at, replay.turns[1].letters, replay.turns[1].basket, replay.turns[1].stock) == (2, "よ", 2, 49)
    assert [hand.count for hand in replay.turns[1].hands] == [4, 5]
    assert replay.winner == "Ada"
    assert "Ada goes out and wins" in page.content.decode()
    for odd in ("0", "999", "x", "-1"):
        assert Client().get(address, {"turn": odd, "game": odd}).status_code == 200
    original = Client().get(reverse("tournaments:record_file", args=[division.event.slug, pairing.pk]))
    assert original["Content-Disposition"].endswith('.basket"')


def test_the_records_first_difference_is_named(key: str) -> None:
    post(key, moves=FINISHED)
    other = FINISHED.replace("A houshi shi", "A hanabishi shi")
    answer = post(key, side="second", moves=other, game1_seat1="0", game1_seat2="2")
    page = Client().get(answer["Location"]).content.decode()
    assert "The records first differ in game 1, turn 6" in page


def test_the_check_shows_findings_the_table_and_the_next_word(key: str, division: Division) -> None:
    page = check(key, TYPED)
    assert "wb-middle" in page
    page = check(key, "#player A Ada\n#player B Ben\nstart i\nA ahiru")
    assert 'data-next="illegal"' in page
    assert "begins with あ; it must begin with い" in page
    page = check(key, "#player A Ada\n#player B Ben\nstart i\nA inu")
    assert 'data-next="illegal"' in page  # two letters
    page = check(key, "#player A Ada\n#player B Ben\nstart i\nA いんきょ")
    assert 'data-next="unjudged"' in page
    fitting = re.findall(r'<strong lang="ja">(.+?)</strong>', page)
    assert "よ" in fitting
    assert "や*" in fitting
    assert "5" not in fitting


def test_the_editor_is_sent_only_what_it_does_not_know(key: str) -> None:
    """State and findings by line: under a kilobyte, where the whole answer has the table and every hand."""
    wrong = TYPED + "B ahiru ru\n"
    whole, brief = (
        check(key, wrong),
        Client().post(reverse("tournaments:slip_check", args=[key]), {"moves": wrong, "brief": "1"}).content.decode(),
    )
    assert re.findall(r'data-line="(\d+)" data-severity="(\w+)"', brief) == [("12", "error"), ("12", "discrepancy")]
    assert "begins with あ" in brief
    assert len(brief.encode()) < 1000 < len(whole.encode())


def test_a_beginner_may_say_two_letters(key: str, division: Division) -> None:
    Entry.objects.filter(division=division, name="Ada").update(handicap="beginner")
    text = "#player A Ada\n#player B Ben\nstart i\n"
    assert 'data-next="unjudged"' in check(key, text + "A inu")
    assert 'data-next="illegal"' in check(key, text + "B inu")
    page = Client().get(reverse("tournaments:slip", args=[key])).content.decode()
    assert "#handicap A 2 3" in page


def test_whatever_is_typed_is_answered_in_words(key: str) -> None:
    for text in (
        "A",
        "A あひる",
        "#player",
        "{",
        "[]",
        "[1]",
        "\x00",
        "A " * 500,
        "#wordbasket 1\n" * 20,
        "#option x y\n",
    ):
        assert Client().post(reverse("tournaments:slip_check", args=[key]), {"moves": text}).status_code == 200


def test_the_director_gives_a_handicap(division: Division, director: User) -> None:
    client = Client()
    client.force_login(director)
    entry = division.entries.get(name="Ben")
    address = reverse("tournaments:edit_entry", args=[division.event.slug, division.slug, entry.pk])
    assert "Level" in client.get(address).content.decode()
    assert client.post(address, {"name": "Ben", "rating": "1790", "handicap": "strong"}).status_code == 302
    entry.refresh_from_db()
    assert entry.handicap == "strong"
    assert client.post(address, {"name": "Ben", "rating": "1790", "handicap": "blindfold"}).status_code == 422
    roster = client.get(reverse("tournaments:manage_roster", args=[division.event.slug, division.slug]))
    assert "strong player: words of 4 letters" in roster.content.decode()
