"""Every list is narrowed by the filters that the schema names; a bad value is answered 400 and names the filter."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.models import Club, User
from lexicon.models import Lexicon
from ratings.models import RatingPool
from tests import factories
from tests.api_client import Api, as_user
from tests.harness.deep import DEEP
from tests.leagues.scene import make_league
from tests.openapi import committed_schema
from tests.tournaments.api.test_access import Scene, scene, table
from tests.walk import check_each, quiet
from tournaments.models import Division, Event

__all__ = ["scene"]  # the fixture

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

#: Values that no filter of the type takes. No text has a zero byte.
BAD = {
    "string": ["%00", "x" * 9000],
    "integer": ["0", "-1", "x", "1.5", "%00", "9" * 5000],
    "boolean": ["2", "maybe"],
    "day": ["soon", "2026-02-30", "02.05.2026", "%00"],
    "choice": ["nonsense", "%00"],
}
#: Parameters of pages, not of what is in them.
PAGES = {"page", "page_size"}


def filters_of(template: str) -> dict[str, str]:
    """The filters of a list, each with the kind of its values."""
    operation = committed_schema()["paths"][template.replace("{rated}", "{event}")]["get"]
    schemas = {
        parameter["name"]: parameter["schema"]
        for parameter in operation.get("parameters", ())
        if parameter["in"] == "query" and parameter["name"] not in PAGES
    }
    return {
        name: "choice" if "enum" in schema else "day" if schema.get("format") == "date" else schema["type"]
        for name, schema in schemas.items()
    }


@pytest.mark.scaled
def test_a_bad_value_of_any_filter_is_refused_by_its_name(scene: Scene) -> None:
    """All filters of a list are sent at once and each is named; in the suite with two bad values each, in turn.

    ``kind`` is sent alone: it says what the other parameters of its page mean, so it is read before them.
    """
    lists = [template for method, template, _who, _body in table() if method == "get" and filters_of(template)]
    assert sum(len(filters_of(template)) for template in lists) > 50
    respond = scene.responses()

    def check(template: str, place: int) -> None:
        filters = filters_of(template)
        turns = range(max(len(BAD[kind]) for kind in filters.values())) if DEEP else range(2 * place, 2 * place + 2)
        for turn in turns:
            values = {name: BAD[kind][turn % len(BAD[kind])] for name, kind in filters.items()}
            for names in filter(None, (filters.keys() - {"kind"}, filters.keys() & {"kind"})):
                query = "&".join(f"{name}={values[name]}" for name in sorted(names))
                answer = respond(scene.call("director", "get", f"{template}?{query}", set()))
                assert answer.status_code == 400, (query[:200], answer.status_code)
                assert sorted(error["field"] for error in answer.json()["errors"]) == sorted(names), query[:200]
        query = "&".join(f"{name}=" for name in filters if name != "kind")
        empty = respond(scene.call("director", "get", f"{template}?{query}", {200}))
        assert empty.status_code == 200 or "kind" in filters, "empty is as if not sent"

    with quiet():
        check_each([(template, place) for place, template in enumerate(lists)], check)


def test_events_by_club_state_name_and_day(running: Division, director: User) -> None:
    first, day = running.event, factories.DAY
    inland = factories.club(director, "Inland")
    Event.objects.create(club=inland, name="Autumn cup", slug="cup", starts_on=day + timedelta(90), state="finished")
    hidden = Event.objects.create(club=inland, name="Secret cup", slug="secret", starts_on=day)

    def check(query: str, slugs: set[str]) -> None:
        assert {event["slug"] for event in Api().get(f"events/?{query}")["results"]} == slugs

    check_each(
        [
            ("", {first.slug, "cup"}),
            (f"club={inland.slug}", {"cup"}),
            ("club=nowhere", set()),
            ("state=running", {first.slug}),
            ("state=draft", set()),
            ("name=AUTUMN", {"cup"}),
            (f"since={day + timedelta(1)}", {"cup"}),
            (f"since={day}&until={day}", {first.slug}),
            (f"club={inland.slug}&state=running", set()),
        ],
        check,
    )
    at = f"clubs/{inland.slug}/events/"
    assert [event["slug"] for event in Api().get(f"{at}?name=cup")["results"]] == ["cup"]
    drafts = as_user(director).get(f"{at}?state=draft")["results"]
    assert [event["slug"] for event in drafts] == [hidden.slug]


def test_players_and_games_of_a_division(running: Division, director: User) -> None:
    at = f"events/{running.event.slug}/divisions/{running.slug}/"
    ada = running.entries.get(name="Ada")
    one, two, _three = factories.games(running.rounds.get(number=1))
    factories.agree(one.pairing_id)
    factories.report(two.pairing_id, "first", 300, 299)

    def check(path: str, names: list[str]) -> None:
        rows = Api().get(at + path)["results"]
        assert [row["name"] if "name" in row else row["first"]["name"] for row in rows] == names

    games = "rounds/1/pairings/?"
    pairs = {game.first.name: game.second.name for game in (one, two, _three)}
    held_by_fay = next(first for first, second in pairs.items() if "Fay" in (first, second))
    check_each(
        [
            ("entries/?name=ad", ["Ada"]),
            (f"entries/?player={ada.player_id}", ["Ada"]),
            ("entries/?status=withdrawn", []),
            ("entries/?team=none", []),
            (f"{games}state=confirmed", [one.first.name]),
            (f"{games}state=pending", [two.first.name]),
            (f"{games}state=none", [_three.first.name]),
            (f"{games}player=fAy", [held_by_fay]),
            (f"{games}entry={one.first.entry_id}", [one.first.name]),
            (f"{games}table=2&state=confirmed", [] if one.table_number != 2 else [one.first.name]),
        ],
        check,
    )
    opponents = Api().get(f"{at}{games}player=fay")["results"][0]
    assert {opponents["first"]["name"], opponents["second"]["name"]} == {held_by_fay, pairs[held_by_fay]}
    for query in ("", "state=confirmed&player=a"):
        with CaptureQueriesContext(connection) as queries:
            Api().get(at + games + query)
        assert len(queries) == 2, query


def test_clubs_members_dictionaries_and_leagues(club: Club, director: User) -> None:
    factories.club(director, "Inland")
    factories.member(club, director, "scorer")
    Lexicon.objects.create(slug="german", name="Wörter", language="de", club=club)
    Lexicon.objects.create(slug="english", name="Words", language="en")
    make_league(club, director)
    api, leagues = as_user(director), f"clubs/{club.slug}/leagues/"
    (league,) = api.get(leagues)["results"]

    def check(path: str, count: int) -> None:
        assert api.get(path)["count"] == count

    check_each(
        [
            ("clubs/?name=inl", 1),
            (f"clubs/{club.slug}/members/?role=scorer", 1),
            (f"clubs/{club.slug}/members/?username=DIRECT", 1),
            ("dictionaries/?language=de", 1),
            (f"dictionaries/?club={club.slug}", 1),
            ("dictionaries/?language=de&name=words", 0),
            (f"{leagues}?season=running", 1),
            (f"{leagues}?season=finished", 0),
            (f"{leagues}?name={league['name'][1:4]}", 1),
            (f"{leagues}{league['slug']}/seasons/?state=running", 1),
            (f"{leagues}{league['slug']}/seasons/?on=1999-01-01", 0),
            (f"{leagues}{league['slug']}/seasons/?on={factories.DAY + timedelta(2)}", 1),
        ],
        check,
    )


def test_ratings_by_pool_club_and_name(scene: Scene) -> None:
    pool, club = f"ratings/{scene.address['pool']}/", scene.address["club"]
    RatingPool.objects.create(name="Site", slug="site")
    day = factories.DAY

    def check(path: str, count: int) -> None:
        assert Api().get(path)["count"] == count

    check_each(
        [
            ("ratings/", 2),
            (f"ratings/?club={club}", 1),
            ("ratings/?name=site", 1),
            (f"ratings/?club={club}&name=site", 0),
            (f"clubs/{club}/rating-pools/?system=elo", 0),
            (f"{pool}players/?page_size=1", 6),
            (f"{pool}players/?club={club}", 6),
            (f"{pool}players/?club=nowhere", 0),
            (f"{pool}players/?country=SE", 0),
            (f"{pool}players/?active_since=2100-01-01", 0),
            (f"{pool}events/?since={day}&until={day}", 1),
            (f"{pool}events/?final=true", 0),
            (f"{pool}events/?final=false&name=spring", 1),
            (f"{pool}official/?since={day + timedelta(1)}", 0),
            (f"{pool}official/?until={day}", 1),
        ],
        check,
    )
