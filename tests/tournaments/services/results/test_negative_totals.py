"""Unplayed tiles take players below nothing: such totals are results like any other, however they are reported."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, User
from ratings.models import RatedResult, RatingPool
from tests import factories
from tests.api_client import as_user
from tests.tournaments.scenes.hall import make_running_hall
from tests.walk import check_each
from tournaments.forms.game_scores import TallyField
from tournaments.models import Pairing, Result, Submission
from tournaments.queries.standings import standings_of

pytestmark = pytest.mark.django_db

#: One player passes twice: seven points and twenty are left on the racks.
RECORD = "pass\npass\npass\n(AEINRST) -7\n(QZ) -20"


def test_every_way_to_report_takes_a_total_below_nothing(director: User) -> None:
    hall = make_running_hall(players=4)
    game = hall.games()[0]
    first, second = hall.numbers(game)
    own = {side: factories.own_slip(game.pk, side) for side in ("first", "second")}
    scores = {"first_score": "-7", "second_score": "−２０", "sure": "on"}
    event = hall.scene.event.slug

    def slip() -> None:
        for side in ("first", "second"):
            assert Client().post(own[side], {**scores, "client_token": str(uuid4())}).status_code == 302

    def line() -> None:
        hall.client.post(hall.url("enter_line", 1), {"line": f"{first} -7 {second} −20 13", "client_token": "a"})

    def beside_the_table() -> None:
        fields = {"first_score": "-7", "second_score": "-20", "client_token": "a"}
        assert hall.client.post(hall.url("enter_scores", 1, game.pk), fields).status_code == 302

    def ruling() -> None:
        fields = {"kind": "played", "first_score": "-7", "second_score": "-20", "reason": "Counted again."}
        assert hall.client.post(hall.url("rule_game", 1, game.pk), fields).status_code == 302

    def over_the_api() -> None:
        path = f"events/{event}/pairings/{game.pk}/submissions/"
        fields = {"first_score": -7, "second_score": -20, "client_token": "a"}
        as_user(hall.scene.director).post(path, fields, expect=201)

    def check(report: object) -> None:
        assert callable(report)
        report()
        result = Result.objects.get(pairing=game)
        assert (result.state, result.first_score, result.second_score) == ("confirmed", -7, -20)
        assert "-20" in Client().get(hall.url("round", 1)).content.decode().replace("−", "-")

    check_each([slip, line, beside_the_table, ruling, over_the_api], check)


def test_a_record_that_ends_below_nothing_confirms_and_counts(club: Club, director: User, pool: RatingPool) -> None:
    division = factories.division(club, director, pool=pool, rules_slug="gujarati-club")
    factories.start(division, director, 2)
    pairing = Pairing.objects.get()
    for side in ("first", "second"):
        fields = {"moves": RECORD, "sure": "on", "client_token": str(uuid4())}
        answer = Client().post(factories.own_slip(pairing.pk, side), fields)
        assert answer.status_code == 302, answer.context["form"].errors
    result = Result.objects.get()
    assert (result.state, result.first_score, result.second_score) == ("confirmed", -20, -7)
    assert [line.row.spread for line in standings_of(division)] == [13, -13]
    rated = RatedResult.objects.live().get()
    assert {rated.player_score, rated.opponent_score} == {-7, -20}


def test_a_table_of_three_too(club: Club, director: User) -> None:
    division = factories.division(club, director, table_size=3)
    pairing = factories.start(division, director, 3).pairings.get()
    fields = {"game1_seat1": "12", "game1_seat2": "−5", "game1_seat3": "0", "client_token": str(uuid4())}
    answer = Client().post(factories.own_slip(pairing.pk), fields)
    assert answer.status_code == 302, answer.context["form"].errors
    assert Submission.objects.get().tally == "12/-5/0"
    official = Client()
    official.force_login(director)
    where = [division.event.slug, division.slug, 1]
    numbers = " ".join(str(seat.entry.number) for seat in pairing.seats.order_by("position"))
    line = {"line": f"{numbers} 12/-5/0", "client_token": "a"}
    assert official.post(reverse("tournaments:enter_line", args=where), line).status_code == 302
    assert [one.tally for one in Submission.objects.all()] == ["12/-5/0"] * 2
    assert "12 – -5 – 0" in Client().get(reverse("tournaments:round", args=where)).content.decode()
    for typed, tally in (("12 / −5 / 0", "12/-5/0"), ("12-5-0", "12/5/0"), ("−12/x/−5", "-12/x/-5")):
        assert TallyField(cards=False).clean(typed) == tally
    refused = Client().post(factories.own_slip(pairing.pk, "second"), {**fields, "game1_seat2": "-1501"})
    assert refused.status_code == 422
    assert "from −1500 to 1500" in refused.content.decode()
