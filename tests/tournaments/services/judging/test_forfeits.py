"""A triple challenge costs the game: the official enters its forfeit from the adjudication, after a second look."""

from uuid import uuid4

import pytest
from django.test import Client

from clubs.models import User
from games.crossword.judge import PlayQuestion
from lexicon.models import Adjudication, LexiconVersion
from tests import factories
from tests.walk import check_each
from tournaments.inputs.entries import EntryChanges
from tournaments.models import Division, Event, Pairing, Result
from tournaments.services.entries.entries import update_entry
from tournaments.services.judging.challenges import overrule, rule_challenge
from tournaments.services.judging.tablets import Desk
from tournaments.services.rounds.pairing import discard_draft
from tournaments.services.rounds.publish import unpublish_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def triple(running: Division, dictionary: LexiconVersion) -> Division:
    """A division that plays by the triple challenge, in its first round."""
    factories.change(running, lexicon_version=dictionary, challenge_rule="triple")
    return Division.objects.get(pk=running.pk)


def ruled(
    division: Division, director: User, word: str, *, challenger: str = "first", named: bool = True
) -> Adjudication:
    """Table 1: this word is challenged by this player."""
    game = game_of(division)
    seat = game.seats.get(position=1 if challenger == "first" else 2)
    data = PlayQuestion(
        words=(word,), client_token=str(uuid4()), seat_id=seat.pk if named else None, pairing_id=game.pk
    )
    return rule_challenge(desk=Desk(division, official=director), data=data)


def game_of(division: Division) -> Pairing:
    return Pairing.objects.get(round__division=division, table_number=1)


def desk_of(director: User) -> Client:
    client = Client()
    client.force_login(director)
    return client


def address(division: Division, adjudication: Adjudication) -> str:
    return f"/e/{division.event.slug}/adjudications/{adjudication.pk}/"


def test_who_was_wrong_loses_the_game_when_the_official_says_so(triple: Division, director: User) -> None:
    def check(word: str, challenger: str, kind: str) -> None:
        adjudication, client = ruled(triple, director, word, challenger=challenger), desk_of(director)
        where = address(triple, adjudication)
        names = [seat.entry.name for seat in game_of(triple).seats.order_by("position")]
        loser = names[0] if kind == "forfeit_loss" else names[1]
        page = client.get(where).content.decode()
        assert f"{loser} loses the game" in page
        assert "forfeit/" in page
        question = client.get(f"{where}forfeit/").content.decode()
        assert f"Enter the forfeit of {loser}?" in question
        assert not Result.objects.filter(pairing=game_of(triple)).exists()
        assert client.post(f"{where}forfeit/", {"expected_version": 0}).status_code == 302
        result = Result.objects.get(pairing=game_of(triple))
        assert (result.state, result.kind) == ("confirmed", kind)
        assert result.ruling is not None
        assert word.upper() in result.ruling.reason
        assert "The forfeit has been entered." in client.get(where).content.decode()

    check_each(
        [
            ("train", "first", "forfeit_loss"),
            ("train", "second", "forfeit_win"),
            ("zzqx", "first", "forfeit_win"),
            ("zzqx", "second", "forfeit_loss"),
        ],
        check,
    )


def test_a_result_that_came_meanwhile_is_looked_at_first(triple: Division, director: User) -> None:
    adjudication, client = ruled(triple, director, "train"), desk_of(director)
    where = address(triple, adjudication)
    factories.agree(game_of(triple).pk, 400, 300)
    client.post(f"{where}forfeit/", {"expected_version": 0})
    assert Result.objects.get(pairing=game_of(triple)).kind == "played"
    question = client.get(f"{where}forfeit/").content.decode()
    assert "The result now: 400" in question
    version = Result.objects.get(pairing=game_of(triple)).version
    client.post(f"{where}forfeit/", {"expected_version": version})
    assert Result.objects.get(pairing=game_of(triple)).kind == "forfeit_loss"
    assert client.post(f"{where}forfeit/", {"expected_version": "x"}).status_code == 422


def test_an_overruled_verdict_costs_the_other_player_the_game(triple: Division, director: User) -> None:
    adjudication, client = ruled(triple, director, "train"), desk_of(director)
    overrule(
        actor=director,
        division=triple,
        adjudication=adjudication,
        acceptable=False,
        reason="misread",
        client_token=str(uuid4()),
    )
    names = [seat.entry.name for seat in game_of(triple).seats.order_by("position")]
    assert f"{names[1]} loses the game" in client.get(address(triple, adjudication)).content.decode()


def test_where_the_log_does_not_say_who_lost_nothing_is_offered(triple: Division, director: User) -> None:
    def check(why: str) -> None:
        if why == "another rule":
            factories.change(Division.objects.all(), challenge_rule="double")
            triple.refresh_from_db()
        adjudication, client = ruled(triple, director, "train", named=why != "no name"), desk_of(director)
        if why == "another name now":
            entry = game_of(triple).seats.get(position=1).entry
            update_entry(actor=director, entry=entry, data=EntryChanges(name="Somebody Else", rating=entry.rating))
        if why == "no such game any more":
            round_ = game_of(triple).round
            draft = unpublish_round(
                actor=director, round_id=round_.pk, expected_version=round_.version, reason="Wrong roster."
            )
            discard_draft(actor=director, round_id=draft.pk, expected_version=draft.version)
        assert "loses the game</h2>" not in client.get(address(triple, adjudication)).content.decode()
        assert client.get(f"{address(triple, adjudication)}forfeit/").status_code == 404

    check_each(["no name", "another name now", "no such game any more", "another rule"], check)


def test_only_who_may_rule_and_not_after_the_end(triple: Division, director: User) -> None:
    adjudication = ruled(triple, director, "train")
    where = address(triple, adjudication)
    assert desk_of(factories.user("visitor")).get(f"{where}forfeit/").status_code == 403
    Event.objects.update(state=Event.State.FINISHED)
    client = desk_of(director)
    assert "reopen it first" in client.get(where).content.decode()
    client.post(f"{where}forfeit/", {"expected_version": 0})
    assert not Result.objects.filter(pairing=game_of(triple)).exists()
