"""Adjudications that a table's tablet made without a network and sends when the game or the challenger's seat is gone."""

import itertools
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models import User
from lexicon.models import Adjudication, LexiconVersion
from tests import factories
from tests.harness.deep import DEEP
from tests.walk import check_each
from tournaments.models import Division, Pairing, Round
from tournaments.services.hall.table_cards import cards_of, make_cards
from tournaments.services.rounds.pairing import discard_draft, draft_round, swap_players
from tournaments.services.rounds.publish import publish_round, unpublish_round

pytestmark = pytest.mark.django_db
JSON = {"accept": "application/json"}


@pytest.fixture
def hall(running: Division, dictionary: LexiconVersion) -> Division:
    """A division of six in its first round, with a dictionary."""
    return factories.use_dictionary(running, dictionary)


@pytest.fixture
def card(hall: Division, director: User) -> str:
    """The address on the card of table 2."""
    make_cards(actor=director, event_id=hall.event_id, tables=(2,))
    (key,) = [card.key for card in cards_of(hall.event)]
    return f"/judge/{key}/"


def play(word: str, **more: Any) -> dict[str, Any]:
    return {"step": "judge", "count": 1, "word1": word, "client_token": str(uuid4()), **more}


def game(division: Division, number: int, table: int) -> Pairing:
    return Pairing.objects.get(round__division=division, round__number=number, table_number=table)


def unpublish(director: User, division: Division, number: int) -> Round:
    """Take round ``number`` back; it is a draft again."""
    round_ = Round.objects.get(division=division, number=number)
    return unpublish_round(actor=director, round_id=round_.pk, expected_version=round_.version, reason="Wrong.")


def offline(division: Division, pairing: Pairing, **more: Any) -> dict[str, Any]:
    """An adjudication of a tablet without network, about a challenge by the first player of the game."""
    checksum = division.lexicon_version.checksum if division.lexicon_version else ""
    seat = pairing.seats.get(position=1).pk
    return play("TRAIN", announced="True", checksum=checksum, game=pairing.pk, seat=seat, **more)


def check_logged(client: Client, card: str, late: dict[str, Any], hall: Division) -> None:
    """The adjudication is accepted, and logged for the division."""
    assert client.post(card, late, headers=JSON).status_code == 200
    assert Adjudication.objects.get().scope == f"division:{hall.pk}"


@pytest.mark.scaled
def test_a_challenge_in_an_unpublished_game_is_logged_once_for_the_division(
    client: Client, card: str, hall: Division, director: User
) -> None:
    def check(number: int, after: str) -> None:
        if number == 2:
            factories.play(Round.objects.get(division=hall, number=1))
            factories.publish(hall, director, 2)
        late = offline(hall, game(hall, number, 2))
        draft = unpublish(director, hall, number)
        if after != "draft":
            discard_draft(actor=director, round_id=draft.pk, expected_version=draft.version)
        if after == "paired again":
            draft_round(actor=director, division=hall, number=number)
        if after == "published again":
            factories.publish(hall, director, number)
        for _n in range(2):
            assert client.post(card, late, headers=JSON).status_code == 200
        adjudication = Adjudication.objects.get()
        assert (adjudication.scope, adjudication.challenger, adjudication.is_offline) == (
            f"division:{hall.pk}",
            "",
            True,
        )

    endings = ["draft", "discarded", "paired again", "published again"]
    # A later round differs in what was played before it: in the suite one of its endings.
    check_each([*itertools.product([1], endings), *itertools.product([2], endings if DEEP else endings[2:3])], check)


def test_a_late_adjudication_about_a_game_with_other_players_now_is_not_theirs(
    client: Client, card: str, hall: Division, director: User
) -> None:
    here = game(hall, 1, 2)
    late = offline(hall, here)
    draft = unpublish(director, hall, 1)
    one, other = here.seats.get(position=1), game(hall, 1, 1).seats.get(position=1)
    draft = swap_players(
        actor=director,
        round_id=draft.pk,
        expected_version=draft.version,
        entry_a=one.entry_id,
        entry_b=other.entry_id,
    )
    publish_round(actor=director, round_id=draft.pk, expected_version=draft.version)
    assert game(hall, 1, 2).pk == here.pk
    check_logged(client, card, late, hall)


def test_a_late_adjudication_is_logged_although_the_game_has_another_table_number(
    client: Client, card: str, hall: Division
) -> None:
    here = game(hall, 1, 2)
    late = offline(hall, here)
    Pairing.objects.filter(pk=here.pk).update(table_number=12)
    check_logged(client, card, late, hall)
    refused = client.post(card, play("TRAIN"), headers=JSON)
    assert (refused.status_code, client.get(card).status_code) == (409, 409)
    assert "No game is being played at table 2 right now" in refused.json()["refused"]
    assert client.post(card, {**play("TRAIN"), "step": "confirm"}).status_code == 409
    assert Adjudication.objects.count() == 1


def test_a_late_adjudication_is_its_own_divisions_when_another_plays_at_the_table(
    client: Client, card: str, hall: Division, director: User, dictionary: LexiconVersion
) -> None:
    other = Division.objects.create(event=hall.event, name="B", slug="b", position=2, lexicon_version=dictionary)
    moved = game(hall, 1, 2)
    late = offline(hall, moved)
    Pairing.objects.filter(pk=moved.pk).update(table_number=12)
    published = Round.objects.create(division=other, number=1, state="published", published_at=timezone.now())
    Pairing.objects.create(round=published, table_number=2)
    check_logged(client, card, late, hall)


def test_late_adjudications_do_not_block_live_judging_and_have_their_own_limit(
    client: Client, card: str, hall: Division
) -> None:
    here = game(hall, 1, 2)
    late = offline(hall, here)
    assert {client.post(card, late, headers=JSON).status_code for _n in range(45)} == {200}  # sent again: not counted
    bad = {**offline(hall, here), "word1": "Q-1"}
    codes = [client.post(card, bad, headers=JSON).status_code for _n in range(41)]
    assert codes == [422] * 39 + [429] * 2
    assert client.post(card, offline(hall, here), headers=JSON).status_code == 429
    assert client.post(card, play("TRAIN"), headers=JSON).status_code == 200
    # What only says that it was made without a network, and is to be judged, is a guess like any other.
    guess = [client.post(card, play("TRAIN", announced="x"), headers=JSON).status_code for _n in range(40)]
    assert guess == [200] * 39 + [429]
