"""A scorer's program undoes its own entries, and gives a table extra time."""

import pytest

from clubs.models import Membership, Role
from tests import factories
from tests.api_client import as_user
from tests.tournaments.scenes.hall import make_running_hall
from tournaments.models import Result, TableTime

pytestmark = pytest.mark.django_db


def test_one_undoes_ones_own_entries_typed_or_sent_by_a_program() -> None:
    hall = make_running_hall()
    one, two, _three = hall.games()
    event, division = hall.scene.event, hall.scene.division
    director = as_user(hall.scene.director)
    scorer = factories.user("bo")
    Membership.objects.create(club=event.club, user=scorer, role=Role.SCORER)
    own = f"events/{event.slug}/divisions/{division.slug}/rounds/1/own-entries/"
    assert director.get(own) == {"entries": [], "undone": []}

    first, second = hall.numbers(one)
    hall.client.post(hall.url("enter_line", 1), {"line": f"{first} 431 {second} 389", "client_token": "a"})
    sent = {"first_score": 402, "second_score": 377, "client_token": "b"}
    director.post(f"events/{event.slug}/pairings/{two.pk}/submissions/", sent, expect=201)
    entries = director.get(own)["entries"]
    assert [(row["pairing"], row["refusal"], row["why"]) for row in entries] == [(two.pk, None, ""), (one.pk, None, "")]
    assert "402" in entries[0]["text"]

    theirs = as_user(scorer)
    assert theirs.get(own)["entries"] == []
    refused = theirs.post(own, {"entry": entries[0]["entry"]}, expect=400)
    assert refused["errors"][0]["code"] == "undo_not_own"

    for row in entries:
        done = director.post(own, {"entry": row["entry"]})
        assert done["said"].startswith(f"Undone: {row['text']}.")
        assert done["result"] is None
    assert not Result.objects.exists()
    after = director.get(own)
    assert after["entries"] == []
    assert {row["entry"] for row in after["undone"]} == {row["entry"] for row in entries}
    again = director.post(own, {"entry": entries[0]["entry"]}, expect=400)
    assert again["errors"][0]["code"] == "undo_undone"
    assert director.post(own, {"entry": "report-999999"}, expect=400)["errors"][0]["code"] == "undo_unknown"
    assert director.post(own, {"entry": "the last"}, expect=400)["errors"][0]["field"] == "entry"


def test_a_table_is_given_extra_time_and_it_is_cancelled() -> None:
    hall = make_running_hall()
    director, event = as_user(hall.scene.director), f"events/{hall.scene.event.slug}/"
    director.post(f"{event}clocks/", {"minutes": 30}, expect=201)
    given = director.post(f"{event}table-times/", {"table": 2, "minutes": 5, "reason": "fire alarm"}, expect=201)
    assert (given["table"], given["minutes"], given["reason"]) == (2, 5, "fire alarm")
    assert given["ends_at"] is not None
    assert [row["id"] for row in director.get(f"{event}table-times/")] == [given["id"]]
    for body, code in (
        ({"table": 99, "minutes": 5, "reason": "x"}, "table"),
        ({"table": 2, "minutes": 0, "reason": "x"}, "min_value"),
        ({"table": 2, "minutes": 5, "reason": " "}, "blank"),
    ):
        assert director.post(f"{event}table-times/", body, expect=400)["errors"][0]["code"] == code, body
    address = f"{event}table-times/{given['id']}/"
    director.delete(address)
    director.delete(address, expect=409)
    assert director.get(f"{event}table-times/") == []
    assert TableTime.objects.get().ended_at is not None
