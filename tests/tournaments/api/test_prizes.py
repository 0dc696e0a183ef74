"""Prizes and chances over HTTP."""

import pytest

from clubs.models import User
from clubs.tokens import sign_in
from tests import factories
from tests.api_client import Api
from tournaments.models import Division, EventPrize
from tournaments.services.events.events import finish_event

pytestmark = pytest.mark.django_db


def test_prizes_are_defined_changed_awarded_and_removed(running: Division, director: User) -> None:
    api = Api(sign_in(director)[1])
    where = f"events/{running.event.slug}/"
    prize = api.post(f"{where}prizes/", {"name": "First", "division": running.slug, "value": "100"}, expect=201)
    assert (prize["kind"], prize["place"], prize["division"]) == ("rank", 1, running.slug)
    high = api.post(f"{where}prizes/", {"name": "High game", "kind": "high_win"}, expect=201)
    assert [item["name"] for item in Api().get(f"{where}prizes/")["results"]] == ["First", "High game"]
    refused = api.client.post(
        f"/api/v1/{where}prizes/", {"name": "x", "kind": "rank"}, content_type="application/json", headers=api.headers
    )
    assert refused.status_code == 400
    assert "belongs to one division" in refused.content.decode()
    for line in factories.games(running.rounds.get(number=1)):
        factories.report(line.pairing_id, "official", 500 - line.pairing_id % 7, 300, actor=director)
    awards = api.get(f"{where}awards/")
    assert [len(item["winners"]) >= 1 for item in awards] == [True, True]
    assert Api().client.get(f"/api/v1/{where}awards/").status_code == 401
    factories.change(Division.objects.filter(pk=running.pk), rounds_planned=1)
    finish_event(actor=director, event=running.event)
    assert Api().get(f"{where}awards/")[1]["winners"][0]["value"] == awards[1]["winners"][0]["value"]
    assert EventPrize.objects.filter(pk=high["id"]).exists()


def test_chances(running: Division, director: User) -> None:
    api = Api(sign_in(director)[1])
    where = f"events/{running.event.slug}/divisions/{running.slug}/contention/"
    assert api.get(where) == {"state": "none", "percent": 0, "result": None}
    assert api.post(where, {})["state"] == "done"
    contention = api.get(where)["result"]
    assert len(contention["prizes"][0]["chances"]) == 6
    assert abs(sum(one["share"] for one in contention["prizes"][0]["chances"]) - 1) < 0.01


def test_the_prize_sheet_and_shares_over_http(running: Division, director: User) -> None:
    """All three games end alike: three are level in front and share both prizes, rounded down to whole units."""
    api = Api(sign_in(director)[1])
    where = f"events/{running.event.slug}/"
    ids = [
        api.post(
            f"{where}prizes/", {"name": n, "division": running.slug, "place": int(n), "amount": amount}, expect=201
        )["id"]
        for n, amount in (("1", "100.00"), ("2", "50.50"))
    ]
    for line in factories.games(running.rounds.get(number=1)):
        factories.report(line.pairing_id, "official", 400, 350, actor=director)
    fund = {"currency": "eur", "fee": "20", "costs": "5.5", "unit": "1.00"}
    sheet = api.call("PUT", f"{where}prize-sheet/", fund)
    assert [sheet[name] for name in ("currency", "fees", "prizes", "paid_out")] == ["EUR", "120.00", "150.50", "150.00"]
    assert [sheet[name] for name in ("left", "left_now")] == ["-36.00", "-35.50"]
    (payout,) = sheet["payouts"]
    assert (payout["prizes"], payout["each"], len(payout["winners"])) == (ids, "50.00", 3)
    assert api.get(f"{where}prize-sheet/") == sheet
    api.call("PUT", f"{where}prize-sheet/", {"currency": "Euro"}, expect=400)
