"""Lines that the queue on the device sends: each answered in place, each saved once."""

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from clubs.models import Membership, Role, User
from tests import factories
from tests.tournaments.scenes.hall import Hall, make_hall, make_running_hall
from tournaments.inputs.results import ResultInput, RulingInput
from tournaments.models import Entry, Result, Submission
from tournaments.services.results.results import rule_result

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def hall() -> Hall:
    return make_running_hall()


def send(hall: Hall, line: str, token: str, *, client: Client | None = None, **values: str) -> tuple[int, str]:
    """What the script sends: the status, and what the answer says about the line."""
    answer = (client or hall.client).post(
        hall.url("queued_line", 1),
        {"line": line, "client_token": token, "user": str(hall.scene.director.pk), **values},
        headers={"Accept": "application/json"},
    )
    data = answer.json()
    return answer.status_code, f"{data['said']}{data['warning']}"


def test_a_line_is_answered_in_place_and_its_token_counts_once(hall: Hall) -> None:
    """A resent line is answered as saved even when a ruling has changed the result since; the page's messages stay empty."""
    game = hall.games()[0]
    one, two = hall.numbers(game)
    assert send(hall, f"{one} 431 {two} 389", "a") == send(hall, f"{one} 431 {two} 389", "a")
    ruling = RulingInput(result=ResultInput(first_score=430, second_score=389), reason="added again")
    rule_result(actor=hall.scene.director, pairing_id=game.pk, data=ruling)
    status, message = send(hall, f"{one} 431 {two} 389", "a")
    assert (status, Submission.objects.count()) == (200, 1)
    assert "430" in message
    submission = Submission.objects.get()
    with (
        pytest.raises(IntegrityError, match=r"submission_token_once_per_pairing|pairing_id.*client_token"),
        transaction.atomic(),
    ):
        Submission.objects.create(
            pairing=game,
            side="official",
            channel="official",
            client_token=submission.client_token,
            first_score=1,
            second_score=2,
        )


def test_a_refused_line_says_why_and_another_line_with_its_token_is_a_new_one(hall: Hall) -> None:
    (one, two), (three, four) = map(hall.numbers, hall.games()[:2])
    assert send(hall, f"{one} 431 {two} 389", "a")[0] == 200
    for line, token, says in (
        (f"{one} 431 {three} 389", "b", "at table 1 this round, not"),
        (f"{one} 432 {two} 389", "a", "A different result is already entered"),
        ("x" * 61, "b", "at most 60 characters"),
        ("", "b", "This field is required"),
    ):
        status, message = send(hall, line, token)
        assert status == 422, line
        assert says in message, line
    assert Submission.objects.count() == 1
    assert send(hall, f"{three} 400 {four} 390", "c")[0] == 200


def test_void_games_double_forfeits_and_byes_by_a_line() -> None:
    hall = make_running_hall(players=5)
    (one, two), (three, four) = map(hall.numbers, hall.games())
    alone = Entry.objects.get(seats__pairing__kind="bye")
    status, message = send(hall, f"{alone.number} 400 {one} 390", "a")
    assert (status, f"{alone.name} (#{alone.number}) has the bye; there is nothing to enter." in message) == (422, True)
    assert send(hall, f"{one} {two} void", "b")[0] == 200
    assert send(hall, f"{three} {four} f", "c")[0] == 200
    kinds = Result.objects.filter(pairing__kind="game").order_by("pairing__table_number").values_list("kind", flat=True)
    assert list(kinds) == ["void", "double_forfeit"]


def test_a_line_for_a_table_of_four_names_everybody() -> None:
    hall = make_hall(players=4)
    factories.change(hall.scene.division, table_size=4)
    hall.publish()
    one, two, three, four = hall.games()[0].seats.order_by("position").values_list("entry__number", flat=True)
    status, message = send(hall, f"{one} {two} {three} 320/281/300", "a")
    assert status == 422
    assert "4 players are at this table; type them all." in message
    assert send(hall, f"{four} {one} {two} {three} 310/320/281/300", "b")[0] == 200
    assert Submission.objects.get().tally == "320/281/300/310", "in the order of the seats"


def test_a_scorer_is_not_advised_to_replace_the_entry_of_somebody_else(hall: Hall) -> None:
    one, two = hall.numbers(hall.games()[0])
    assert send(hall, f"{one} 431 {two} 389", "a")[0] == 200
    desk, scorer = Client(), factories.user("bo")
    Membership.objects.create(club=hall.scene.event.club, user=scorer, role=Role.SCORER)
    desk.force_login(scorer)
    for line in (f"{one} 431 {two} 398", f"{one} 431 {two} 398 !", f"{one} 431 {two} 398 ! misread"):
        status, message = send(hall, line, "b", client=desk, user=str(scorer.pk))
        assert status == 422, line
        assert message.endswith("Ask a director to change it if it is wrong."), message


def test_a_conflict_with_a_players_report_is_shown_beside_the_line(hall: Hall) -> None:
    game = hall.games()[0]
    one, two = hall.numbers(game)
    Submission.objects.create(
        pairing=game, side="first", channel="link", client_token="p", first_score=1, second_score=2
    )
    Result.objects.create(pairing=game, state="pending", kind="played", first_score=1, second_score=2)
    status, message = send(hall, f"{one} 431 {two} 389", "a")
    assert status == 200
    assert "Your entry is stored, but table 1 is in conflict" in message
    assert "is in conflict" not in hall.client.get(hall.url("manage_round", 1)).content.decode()


def test_signed_out_and_other_users_are_told_to_sign_in(hall: Hall) -> None:
    one, two = hall.numbers(hall.games()[0])
    line = f"{one} 431 {two} 389"
    assert send(hall, line, "a", client=Client())[0] == 401
    assert send(hall, line, "a", user="0")[0] == 401
    outsider = Client()
    other_user = User.objects.create_user("stranger")
    outsider.force_login(other_user)
    assert send(hall, line, "a", client=outsider, user=str(other_user.pk)) == (
        403,
        "You are not allowed to enter results for this event.",
    )
    assert not Submission.objects.exists()


def test_a_line_of_a_round_that_is_no_longer_there_says_so() -> None:
    """It waited on the device while the round was unpublished or its draft discarded."""
    assert send(make_hall(), "1 431 2 389", "a") == (
        404,
        "This round no longer exists: it was unpublished or paired again.",
    )
