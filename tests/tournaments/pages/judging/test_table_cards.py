"""Cards for the tables: made once, printed again, replaced, ended; each judges for the game of the round in play at its table."""

from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django import Settings

from audit.models import ActionLog
from clubs.models import User
from lexicon.models import Adjudication, JudgeTablet, LexiconVersion
from tests import factories
from tests.walk import check_each
from tournaments.models import Division, Event, Pairing, Round
from tournaments.services.hall.table_cards import cards_of, default_tables, end_cards, make_cards, replace_card
from tournaments.services.rounds.publish import unpublish_round

pytestmark = pytest.mark.django_db
JSON = {"accept": "application/json"}


@pytest.fixture
def hall(running: Division, dictionary: LexiconVersion) -> Division:
    """A division of six in its first round, with a dictionary."""
    return factories.use_dictionary(running, dictionary)


def address(division: Division, table: int) -> str:
    (key,) = [card.key for card in cards_of(division.event) if card.table == table]
    return f"/judge/{key}/"


@pytest.fixture
def card(hall: Division, director: User) -> str:
    """The address on the card of table 2."""
    make_cards(actor=director, event_id=hall.event_id, tables=(1, 2, 3))
    return address(hall, 2)


def play(word: str, **more: Any) -> dict[str, Any]:
    return {"step": "judge", "count": 1, "word1": word, "client_token": str(uuid4()), **more}


def game(division: Division, number: int, table: int) -> Pairing:
    return Pairing.objects.get(round__division=division, round__number=number, table_number=table)


def names(pairing: Pairing) -> set[str]:
    return set(pairing.seats.values_list("entry__name", flat=True))


def director_of(director: User) -> Client:
    client = Client()
    client.force_login(director)
    return client


def test_a_card_judges_for_its_table_in_the_round_in_play(
    client: Client, card: str, hall: Division, director: User
) -> None:
    for number in (1, 2):
        here = game(hall, number, 2)
        page = client.get(card).content.decode()
        assert f"round {number}, table 2" in page
        assert all(name in page for name in names(here))
        assert not any(name in page for name in names(game(hall, number, 1)))
        seat = here.seats.get(position=1)
        assert client.post(card, play("TRAIN", seat=seat.pk), headers=JSON).json()["acceptable"] is True
        adjudication = Adjudication.objects.order_by("-pk")[0]
        assert (adjudication.scope, adjudication.challenger, adjudication.official) == (
            f"pairing:{here.pk}",
            seat.entry.name,
            director,
        )
        assert f"round {number} · table 2" in adjudication.place
        if number == 1:
            factories.play(Round.objects.get(division=hall, number=1))
            factories.publish(hall, director, 2)


def test_a_adjudication_without_a_challenger_is_logged_for_the_game(client: Client, card: str, hall: Division) -> None:
    client.post(card, play("TRAIN"), headers=JSON)
    assert Adjudication.objects.get().scope == f"pairing:{game(hall, 1, 2).pk}"


def test_players_of_another_table_cannot_challenge_here(client: Client, card: str, hall: Division) -> None:
    other_seat = game(hall, 1, 1).seats.get(position=1)
    assert client.post(card, play("TRAIN", seat=other_seat.pk), headers=JSON).status_code == 409
    assert Adjudication.objects.count() == 0


def test_between_rounds_nothing_is_adjudicated(client: Client, card: str, hall: Division) -> None:
    Round.objects.update(state="closed")
    page = client.get(card)
    assert page.status_code == 409
    assert "No game is being played at table 2 right now" in page.content.decode()
    assert 'http-equiv="refresh"' in page.content.decode()
    assert client.post(card, play("TRAIN"), headers=JSON).status_code == 409
    assert Adjudication.objects.count() == 0


def test_a_table_that_nobody_has_played_at_waits(client: Client, hall: Division, director: User) -> None:
    make_cards(actor=director, event_id=hall.event_id, tables=(9,))
    assert client.get(address(hall, 9)).status_code == 409


def test_a_card_of_an_event_without_a_dictionary_says_what_is_missing_once_a_game_is_played(
    client: Client, running: Division, director: User
) -> None:
    make_cards(actor=director, event_id=running.event_id, tables=(1, 9))
    for table, words in (
        (1, "No dictionary is set for this division; the director chooses one in its settings."),
        (9, "No game is being played at table 9 right now."),
    ):
        page = client.get(address(running, table))
        assert page.status_code == 409, table
        assert words in page.content.decode(), table


def test_an_offline_adjudication_is_logged_with_its_game(
    client: Client, card: str, hall: Division, director: User
) -> None:
    first = game(hall, 1, 2)
    factories.play(Round.objects.get(division=hall, number=1))
    factories.publish(hall, director, 2)
    checksum = hall.lexicon_version.checksum if hall.lexicon_version else ""
    late = play("TRAIN", announced="True", checksum=checksum, game=first.pk)
    assert client.post(card, late, headers=JSON).status_code == 200
    assert Adjudication.objects.get().scope == f"pairing:{first.pk}"
    Round.objects.update(state="closed")  # and while nobody plays, too
    last = play("TRAIN", announced="True", checksum=checksum, game=game(hall, 2, 2).pk)
    assert client.post(card, last, headers=JSON).status_code == 200
    assert Adjudication.objects.order_by("-pk")[0].scope == f"pairing:{game(hall, 2, 2).pk}"


def test_a_adjudication_about_an_unpublished_game_is_logged_for_the_division(
    client: Client, card: str, hall: Division, director: User
) -> None:
    factories.play(Round.objects.get(division=hall, number=1))
    second = factories.publish(hall, director, 2)
    current = game(hall, 2, 2).pk
    second.refresh_from_db()
    unpublish_round(actor=director, round_id=second.pk, expected_version=second.version, reason="Wrong.")
    checksum = hall.lexicon_version.checksum if hall.lexicon_version else ""
    late = play("TRAIN", announced="True", checksum=checksum, game=current)
    assert client.post(card, late, headers=JSON).status_code == 200
    assert Adjudication.objects.get().scope == f"division:{hall.pk}"


def test_a_game_of_another_table_is_not_accepted(client: Client, card: str, hall: Division) -> None:
    client.post(card, play("TRAIN", game=game(hall, 1, 1).pk), headers=JSON)
    assert Adjudication.objects.get().scope == f"pairing:{game(hall, 1, 2).pk}"


def test_a_page_of_an_earlier_round_asks_about_the_game_in_play(
    client: Client, card: str, hall: Division, director: User
) -> None:
    first = game(hall, 1, 2)
    factories.play(Round.objects.get(division=hall, number=1))
    factories.publish(hall, director, 2)
    client.post(card, play("TRAIN", game=first.pk), headers=JSON)
    assert Adjudication.objects.get().scope == f"pairing:{game(hall, 2, 2).pk}"


def test_with_two_rounds_in_play_the_adjudication_is_about_the_pages_own(
    client: Client, card: str, hall: Division, director: User
) -> None:
    first = game(hall, 1, 2)
    factories.publish(hall, director, 2, despite_missing=True)
    page = client.get(card).content.decode()
    assert all(name in page for name in names(first) | names(game(hall, 2, 2)))
    for number in (1, 2):
        pairing = game(hall, number, 2)
        client.post(card, play("TRAIN", game=pairing.pk), headers=JSON)
        assert Adjudication.objects.order_by("-pk")[0].scope == f"pairing:{pairing.pk}"


def test_the_card_loads_the_dictionary_for_offline_use(client: Client, card: str, dictionary: LexiconVersion) -> None:
    assert f"{card}words/{dictionary.checksum}/" in client.get(card).content.decode()
    assert client.get(f"{card}words/{dictionary.checksum}/").status_code == 200


def test_cards_are_made_once_and_printed_again(hall: Division, director: User) -> None:
    event = hall.event
    assert default_tables(event) == (1, 2, 3)
    assert make_cards(actor=director, event_id=event.pk, tables=(2, 1, 2)) == 2
    before = cards_of(event)
    assert make_cards(actor=director, event_id=event.pk, tables=(1, 2, 3)) == 1
    assert cards_of(event)[:2] == before
    assert [card.table for card in cards_of(event)] == [1, 2, 3]
    keys = [str(card.key) for card in cards_of(event)]
    assert len(set(keys)) == 3
    assert not any(key in (desk.key_hash, desk.nonce) for desk in JudgeTablet.objects.all() for key in keys)


def test_a_replaced_card_ends_and_ending_ends_all(client: Client, card: str, hall: Division, director: User) -> None:
    replace_card(actor=director, event_id=hall.event_id, table=2)
    fresh = address(hall, 2)
    assert [client.get(where).status_code for where in (card, fresh, address(hall, 1))] == [404, 200, 200]
    first = address(hall, 1)
    end_cards(actor=director, event_id=hall.event_id)
    assert [client.get(where).status_code for where in (fresh, first)] == [404, 404]
    assert cards_of(hall.event) == []
    verbs = ActionLog.objects.filter(scope=f"event:{hall.event_id}", verb__startswith="judge.card").order_by("pk")
    assert [(log.verb, log.before, log.after) for log in verbs] == [
        ("judge.cards_made", {}, {"tables": "1-3"}),
        ("judge.card_replaced", {}, {"tables": "2"}),
        ("judge.cards_ended", {"tables": "1-3"}, {}),
    ]


def test_the_director_makes_prints_and_replaces_them_on_one_page(hall: Division, director: User) -> None:
    desk, page = director_of(director), f"/e/{hall.event.slug}/adjudications/cards/"
    assert 'value="1-3"' in desk.get(page).content.decode()
    response = desk.post(page, {"tables": "1-3", "make": "1"}, follow=True)
    page_text = response.content.decode()
    assert "no-store" in response["Cache-Control"]
    assert "3 cards made." in page_text
    assert page_text.count("<svg") >= 3
    for table in (1, 2, 3):
        assert f"http://testserver{address(hall, table)}" in page_text
    before = address(hall, 3)
    assert "Table 3 has a new code" in desk.post(page, {"replace": "3"}, follow=True).content.decode()
    assert address(hall, 3) != before
    assert "codes revoked" in desk.post(page, {"end": "1"}, follow=True).content.decode()
    assert cards_of(hall.event) == []


def test_what_is_no_list_of_tables_is_said_and_nothing_is_made(hall: Division, director: User) -> None:
    def check(typed: str) -> None:
        page = director_of(director).post(f"/e/{hall.event.slug}/adjudications/cards/", {"tables": typed}, follow=True)
        assert "messages" in page.content.decode()
        assert cards_of(hall.event) == []
        again = director_of(director).post(
            f"/e/{hall.event.slug}/adjudications/cards/", {"replace": typed}, follow=True
        )
        assert again.status_code == 200

    check_each(["", "0", "3-1", "1, 1", "x", "1-9999", "99999"], check)


def test_a_finished_event_gets_no_more_cards(hall: Division, director: User) -> None:
    Event.objects.update(state="finished")
    page = director_of(director).post(f"/e/{hall.event.slug}/adjudications/cards/", {"tables": "1"}, follow=True)
    assert "is finished" in page.content.decode()
    assert cards_of(hall.event) == []


def test_a_card_made_with_another_secret_says_that_it_must_be_replaced(
    hall: Division, card: str, director: User, settings: Settings
) -> None:
    settings.SECRET_KEY = "another"
    desk = director_of(director)
    page = desk.get(f"/e/{hall.event.slug}/adjudications/cards/").content.decode()
    assert card not in page
    assert page.count("secret key has changed") == 3


def test_the_number_of_cards_does_not_change_the_queries(hall: Division, director: User) -> None:
    desk, page = director_of(director), f"/e/{hall.event.slug}/adjudications/cards/"
    counts = []
    for tables in ((1,), (1, 2, 3)):
        make_cards(actor=director, event_id=hall.event_id, tables=tables)
        counts.append(factories.queries(partial(desk.get, page)))
    assert counts[0] == counts[1]


def test_cards_are_for_the_director(hall: Division, club: Any, director: User) -> None:
    people = factories.everybody(club, director)

    def check(role: str, status: int) -> None:
        client = director_of(people[role])
        where = f"/e/{hall.event.slug}/adjudications/cards/"
        assert client.get(where).status_code == (200 if status == 302 else 403)
        assert client.post(where, {"tables": "1"}).status_code == status
        assert len(cards_of(hall.event)) == (1 if status == 302 else 0)

    check_each(
        [("director", 302), ("scorer", 403), ("ratings_officer", 403), ("member", 403), ("outsider", 403)], check
    )
