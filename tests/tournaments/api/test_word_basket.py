"""Word Basket over HTTP: a division, cards left, records by slip, larger tables, handicaps."""

import pytest

from clubs.models import Club, User
from tests import factories
from tests.api_client import Api, as_user
from tests.tournaments.pages.slip.test_basket_pages import FINISHED
from tournaments.models import Division, Pairing
from tournaments.queries.rounds import pairings_of
from tournaments.services.results.slips import slip_key

pytestmark = pytest.mark.django_db


def test_a_division_is_made_and_changed(club: Club, director: User) -> None:
    api = as_user(director)
    body = {"name": "Basket Night", "starts_on": "2030-05-04", "division": {"game": "wordbasket", "best_of": 3}}
    event = api.post(f"clubs/{club.slug}/events/", body, expect=201)
    division = event["divisions"][0]
    assert (division["game"], division["rules_slug"], division["best_of"]) == ("wordbasket", "word-basket", 3)
    address = f"events/{event['slug']}/divisions/{division['slug']}/"
    changed = api.patch(address, {"rule_options": {"wild_last": False}, "table_size": 5})
    assert (changed["rule_options"], changed["table_size"]) == ({"wild_last": False}, 5)
    api.patch(address, {"best_of": 2}, expect=400)
    api.patch(address, {"rule_options": {"rack_size": 9}}, expect=400)
    back = api.patch(address, {"game": "crossword", "best_of": 1, "table_size": 2})
    assert back["rules_slug"] == "tournament"


@pytest.fixture
def basket(club: Club, director: User) -> Division:
    division = factories.division(club, director, game="wordbasket", rules_slug="word-basket")
    factories.start(division, director, 2)
    return division


def test_cards_left_are_entered_confirmed_and_counted(basket: Division, director: User) -> None:
    api, pairing = as_user(director), Pairing.objects.get()
    address = f"events/{basket.event.slug}/pairings/{pairing.pk}/"
    wrong = api.post(f"{address}submissions/", {"client_token": "a", "tally": "4-4"}, expect=400)
    assert "0 for the player who went out" in str(wrong)
    api.post(f"{address}submissions/", {"client_token": "a", "first_score": 1, "second_score": 0}, expect=400)
    entered = api.post(f"{address}submissions/", {"client_token": "a", "tally": "0-4"}, expect=201)
    assert (entered["result"]["state"], entered["result"]["tally"]) == ("confirmed", "0-4")
    assert (entered["result"]["first_score"], entered["result"]["second_score"]) == (1, 0)
    version = entered["result"]["version"]
    ruled = api.post(f"{address}ruling/", {"tally": "3-0", "reason": "Recount", "expected_version": version})
    assert (ruled["tally"], ruled["second_score"]) == ("3-0", 1)
    assert Api().get(address)["result"]["tally"] == "3-0"
    standings = Api().get(f"events/{basket.event.slug}/divisions/{basket.slug}/standings/")["results"]
    assert [row["spread"] for row in standings] == [3, -3]


def test_a_slip_sends_a_record(basket: Division) -> None:
    pairing = Pairing.objects.get()
    key = slip_key(pairing.slip_links.get())
    names = [seat.entry.name for seat in pairing.seats.order_by("position")]
    left = "0-1" if names[0] == "Ada" else "1-0"
    sent = Api().post(f"slips/{key}/", {"side": "first", "client_token": "a", "record": FINISHED}, expect=201)
    assert (sent["result"]["state"], sent["submission"]["tally"], sent["report"]["verdict"]) == ("pending", left, "ok")
    assert len(sent["report"]["games"]) == 1


def test_a_larger_table_names_the_others(club: Club, director: User) -> None:
    division = factories.division(club, director, game="wordbasket", rules_slug="word-basket", table_size=4)
    entries = factories.entries(division, director, 4)
    api = as_user(director)
    place = f"events/{division.event.slug}/divisions/{division.slug}"
    changed = api.patch(f"{place}/entries/{entries[0].pk}/", {"handicap": "beginner"})
    assert (changed["handicap"], changed["name"]) == ("beginner", "Ada")
    line = pairings_of(factories.publish(division, director, 1))[0]
    key = slip_key(Pairing.objects.get().slip_links.get())
    for side in ("first", "second"):  # whoever holds the table's link reports, and confirms nothing
        sent = Api().post(f"slips/{key}/", {"side": side, "client_token": side, "tally": "2-0-5-2"}, expect=201)
        assert sent["result"]["state"] == "pending"
    for side in ("third", "fourth"):
        _empty, _p, own, number, _end = factories.own_slip(line.pairing_id, side).split("/")
        body = {"client_token": side, "tally": "2-0-5-2"}
        sent = Api().post(f"own/{own}/rounds/{number}/", body, expect=201)
    assert sent["result"]["state"] == "confirmed"
    pairing = Api().get(f"events/{division.event.slug}/pairings/{line.pairing_id}/")
    assert [seat["name"] for seat in pairing["others"]] == [seat.name for seat in line.others]
    assert pairing["result"]["tally"] == "2-0-5-2"
