"""The log of an event over HTTP, the event as it was after an action, and what-ifs."""

import pytest

from clubs.models import User
from tests import factories
from tests.api_client import Api, as_user
from tournaments.models import Division, Event

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def where(running: Division) -> str:
    """The event with one game decided."""
    line = factories.games(running.rounds.get(number=1))[0]
    factories.report(line.pairing_id, "official", 431, 389, actor=User.objects.get(username="director"))
    return f"events/{running.event.slug}/"


@pytest.fixture
def desk(director: User) -> Api:
    return as_user(director)


def test_the_log_is_read_searched_and_paged(where: str, desk: Api, director: User) -> None:
    everything = desk.get(f"{where}log/?page_size=200")
    verbs = [item["verb"] for item in everything["results"]]
    assert everything["count"] == len(verbs)
    assert verbs[-1] == "event.created"
    lines = desk.get(f"{where}log/?verb=round.published&what=round&who={director.username[:3]}")["results"]
    assert [(item["verb"], item["what"], item["actor"]) for item in lines] == [
        ("round.published", "round", director.username)
    ]
    assert desk.get(f"{where}log/?text=no+such+thing")["count"] == 0
    assert desk.get(f"{where}log/?since=2100-01-01")["count"] == 0
    assert len(desk.get(f"{where}log/?page_size=1")["results"]) == 1
    (fault,) = desk.get(f"{where}log/?since=soon", expect=400)["errors"]
    assert fault["field"] == "since"


def test_the_event_as_it_was_after_an_action(where: str, desk: Api, running: Division) -> None:
    lines = desk.get(f"{where}log/?page_size=200")["results"]
    published = next(item for item in lines if item["verb"] == "round.published")
    then = desk.get(f"{where}log/{published['id']}/")
    assert then["action"] == published
    (division,) = then["event"]["divisions"]
    (round_,) = division["rounds"]
    assert then["event"]["exact"] is True
    assert (round_["number"], round_["public"]) == (1, True)
    assert {game["state"] for game in round_["games"]} == {""}
    assert {line["wins"] for line in division["standings"]} == {0.0}
    now = desk.get(f"{where}log/{lines[0]['id']}/")["event"]["divisions"][0]
    assert {"confirmed", ""} == {game["state"] for game in now["rounds"][0]["games"]}
    assert now["standings"][0]["spread"] == 42
    created = desk.get(f"{where}log/{lines[-1]['id']}/")["event"]["divisions"][0]
    assert (created["slug"], created["standings"], created["rounds"]) == (running.slug, [], [])
    other = factories.division(running.event.club, User.objects.get(username="director"))
    desk.get(f"events/{other.event.slug}/log/{lines[0]['id']}/", expect=404)


def test_a_test_copy_is_made_used_and_deleted(where: str, desk: Api, running: Division) -> None:
    test_copy = desk.post(f"{where}what-ifs/", expect=201)
    assert [item["slug"] for item in desk.get(f"{where}what-ifs/")["results"]] == [test_copy["slug"]]
    copy = f"events/{test_copy['slug']}/divisions/{running.slug}/"
    desk.patch(copy, {"win_points": 3, "reason": "to see", "confirm": True})
    assert desk.get(copy)["win_points"] == 3
    assert desk.get(f"{copy}standings/")["results"][0]["wins"] == 1
    assert desk.get(f"{where}divisions/{running.slug}/")["win_points"] == 2
    Api().get(f"events/{test_copy['slug']}/", expect=404)
    desk.post(f"events/{test_copy['slug']}/what-ifs/", expect=400)
    desk.delete(f"{where}what-ifs/{running.event.slug}/", expect=404)
    desk.delete(f"{where}what-ifs/{test_copy['slug']}/")
    assert desk.get(f"{where}what-ifs/")["count"] == 0
    assert Event.objects.filter(slug=running.event.slug).exists()


def test_no_more_than_ten_test_copies(where: str, desk: Api) -> None:
    for _number in range(10):
        desk.post(f"{where}what-ifs/", expect=201)
    (fault,) = desk.post(f"{where}what-ifs/", expect=400)["errors"]
    assert fault["code"] == "many"


def test_what_decides_changes_during_an_event_only_with_a_reason_and_a_confirmation(
    where: str, desk: Api, running: Division
) -> None:
    division = f"{where}divisions/{running.slug}/"
    first, second = factories.games(running.rounds.get(number=1))[:2]
    factories.report(second.pairing_id, "official", 500, 499, actor=User.objects.get(username="director"))
    assert first.first.name != second.first.name
    order = {"standings_order": "sum_of_scores"}
    (fault,) = desk.patch(division, order, expect=400)["errors"]
    assert fault["code"] == "reason"
    (fault,) = desk.patch(division, {**order, "reason": "as promised"}, expect=400)["errors"]
    assert fault["code"] == "unconfirmed"
    assert f"{second.first.name} 2 → 1" in fault["message"]
    running.refresh_from_db()
    assert running.settings.standings_order == "points spread"
    desk.patch(division, {**order, "reason": "as promised", "confirm": True})
    line = desk.get(f"{where}log/?verb=division.changed")["results"][0]
    assert (line["reason"], line["changes"][0]["after"]) == ("as promised", "total points scored")
    # Settings that decide nothing need neither.
    desk.patch(division, {"rounds_planned": 9})


def test_before_the_first_round_the_order_changes_like_any_setting(director: User, desk: Api) -> None:
    division = factories.division(factories.club(director), director)
    answer = desk.patch(f"events/{division.event.slug}/divisions/{division.slug}/", {"standings_order": "wins spread"})
    assert answer["standings_order"] == "wins spread"
    assert not {"reason", "confirm"} & answer.keys()
