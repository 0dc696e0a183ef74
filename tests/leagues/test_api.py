"""Leagues over HTTP: a season begun, filled and read; what is in preparation is for officials."""

import pytest

from clubs.models import Club, User
from clubs.permissions import ROLE_ACTIONS, Action
from clubs.tokens import sign_in
from leagues.models import LeagueSeason
from leagues.services import seasons
from tests import factories
from tests.api_client import Api, as_user
from tests.leagues.scene import LOW, TOP, club_night, make_league, played_league
from tests.walk import Answer, Call, check_calls, check_each

pytestmark = pytest.mark.django_db
RULES = {"name": "Spring", "starts_on": "2026-05-01", "best_events": 1}


def test_a_season_is_begun_filled_and_read(club: Club, director: User) -> None:
    api, anyone = Api(sign_in(director)[1]), Api()
    leagues = f"clubs/{club.slug}/leagues/"
    assert api.post(leagues, {"name": "Ladder"}, expect=201)["slug"] == "ladder"
    assert anyone.get(leagues)["count"] == 0
    assert api.get(leagues)["results"] == [{"slug": "ladder", "name": "Ladder", "about": ""}]
    divisions = [{"name": "First"}, {"name": "Second", "exchange": 1}]
    season = api.post(f"{leagues}ladder/seasons/", {**RULES, "divisions": divisions}, expect=201)
    assert [(one["slug"], one["exchange"], one["events"]) for one in season["divisions"]] == [
        ("first", 0, []),
        ("second", 1, []),
    ]
    home = f"{leagues}ladder/seasons/1/"
    for week, (names, place) in enumerate(((TOP, "first"), (LOW, "second"), (TOP, "first")), start=1):
        event = club_night(club, director, names, week).event.slug
        body = {"event": event, "division": "a"}
        counted = api.post(f"{home}divisions/{place}/events/", body, expect=201)
        assert counted["event"] == event
        assert api.post(f"{home}divisions/{place}/events/", body, expect=201) == counted
    refused = api.post(f"{home}divisions/first/events/", {"event": "none", "division": "a"}, expect=400)
    assert refused["errors"][0]["code"] == "event"
    anyone.get(home, expect=404)
    seasons.start_season(actor=director, season=LeagueSeason.objects.get())
    detail = anyone.get(home)
    assert (detail["state"], [len(one["events"]) for one in detail["divisions"]]) == ("running", [2, 1])
    assert anyone.get(f"{leagues}ladder/")["name"] == "Ladder"
    assert anyone.get(f"{leagues}ladder/seasons/")["results"][0]["number"] == 1
    lines = anyone.get(f"{home}divisions/first/standings/")["results"]
    assert [(line["name"], line["rank"], line["zone"]) for line in lines] == [
        ("Ada", 1, ""),
        ("Ben", 2, ""),
        ("Dua", 3, ""),
        ("Cem", 4, "down"),
    ]
    assert [part["counts"] for part in lines[0]["events"]] == [True, False]
    assert lines[0]["decided_by"] == [2.0, 50.0]


def test_what_no_season_can_be(club: Club, director: User) -> None:
    api = Api(sign_in(director)[1])
    api.post(f"clubs/{club.slug}/leagues/", {"name": "Ladder"}, expect=201)

    def check(body: dict[str, object], code: str) -> None:
        response = api.post(f"clubs/{club.slug}/leagues/ladder/seasons/", body, expect=400)
        assert code in str(response)
        assert LeagueSeason.objects.count() == 0

    check_each(
        [
            ({"name": "", "divisions": [{"name": "A"}]}, "blank"),
            ({**RULES, "divisions": []}, "divisions"),
            ({**RULES, "divisions": [{"name": "A"}, {"name": "a"}]}, "division_taken"),
            ({**RULES, "divisions": [{"name": "A"}], "standings_order": "points buchholz"}, "standings_order"),
            ({**RULES, "divisions": [{"name": "A"}], "ends_on": "2020-01-01"}, "ends_on"),
        ],
        check,
    )


def test_drafts_are_for_officials(club: Club, director: User) -> None:
    scene = make_league(club, director, start=False)
    home = f"clubs/{club.slug}/leagues/{scene.league.slug}/"
    people = factories.everybody(club, director)
    paths = (home, f"{home}seasons/", f"{home}seasons/1/", f"{home}seasons/1/divisions/a/standings/")
    clients = {role: as_user(user) for role, user in people.items()}
    calls = [
        Call(role, "GET", path, {200 if Action.VIEW_DRAFTS in ROLE_ACTIONS.get(role, ()) else 404})
        for role in people
        for path in paths
    ]
    calls.append(Call("director", "GET", f"{home}seasons/1/divisions/none/standings/", {404}))

    def ask(call: Call) -> Answer:
        api = clients[call.who]
        return api.client.get(f"/api/v1/{call.address}", headers=api.headers).status_code

    check_calls(calls, ask)


def test_a_season_is_read_in_as_many_queries_with_more_events(club: Club, director: User) -> None:
    scene = played_league(club, director)
    path = f"clubs/{club.slug}/leagues/{scene.league.slug}/seasons/1/"
    few = factories.queries(lambda: Api().get(path))
    scene.night(scene.top, TOP, 3)
    assert factories.queries(lambda: Api().get(path)) == few == 8
