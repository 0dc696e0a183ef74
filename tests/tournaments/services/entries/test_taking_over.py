"""Events begun with tsh, taken over through the API: nothing in the file is lost or made up."""

import csv
import io
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.models import Club, User
from ratings.models import PlayerRating, RatingPool
from ratings.services.recompute import recompute_pool
from tests import factories
from tests.api_client import Api, as_user
from tests.harness.moved import shuffled_round_robin
from tournaments.models import Division, Pairing, Result, Round

pytestmark = pytest.mark.django_db

#: The order in which tsh takes the rounds of a table for eight.
TSH_ORDER = [7, 5, 6, 3, 1, 2, 4]


def path_of(division: Division, rest: str) -> str:
    return f"events/{division.event.slug}/divisions/{division.slug}/{rest}"


def take_over(api: Api, division: Division, text: str) -> Any:
    return api.post(path_of(division, "past-rounds/"), {"text": text, "dry_run": False, "despite_double_booking": True})


def exported(client: Client, division: Division) -> str:
    answer = client.get(reverse("tournaments:division_tsh", args=[division.event.slug, division.slug]))
    assert answer.status_code == 200
    return answer.content.decode()


def page(client: Client, division: Division, name: str) -> str:
    return client.get(reverse(f"tournaments:{name}", args=[division.event.slug, division.slug])).content.decode()


def spreads(api: Api, division: Division) -> dict[int, int]:
    return {row["number"]: row["spread"] for row in api.get(path_of(division, "standings/?page_size=100"))["results"]}


#: Byes of 50 and 100, forfeits of -50 and -200, a bye of a round paired ahead, own tables, one start unknown, one drawn for.
FILE = """\
Alder, Ann 1700 2 3 0 4; 431 377 50; board 7 2 0; p12 1 2 0; lifeg 40
Birch, Bob 1650 1 0 4 3; 389 100 402; board 7 0 12; p12 2 0 3
Cedar, Cat 1500 0 1 5 2; -200 402 380; board 0 2 4; p12 0 1 0
Dogwood, Dan 1400 5 0 2 1; 350 -50 390; board 3 0 12; p12 1 0 3
Elm, Eve 0 4 0 3 0; 360 -50 301; board 3 0 4; p12 2 0 0
"""


def test_an_imported_file_is_exported_unchanged(division: Division, director: User, client: Client) -> None:
    """Own spreads, tables, unknown starts, the bye of a round that was paired ahead."""
    api = as_user(director)
    preview = take_over(api, division, FILE)
    assert preview["notes"][0].startswith("For 4 games the file does not say who went first")
    assert spreads(api, division) == {
        1: 42 - 25 + 50,
        2: -42 + 100 + 12,
        3: -200 + 25 + 79,
        4: -10 - 50 - 12,
        5: 10 - 50 - 79 + 50,
    }
    firsts = {row["number"]: row["firsts"] for row in api.get(path_of(division, "standings/?page_size=100"))["results"]}
    assert firsts == {1: 1, 2: 0, 3: 1, 4: 1, 5: 0}
    rows = list(csv.DictReader(io.StringIO(page(client, division, "results_csv"))))
    assert [(row["table"], row["starter"]) for row in rows if row["round"] == "3" and row["table"]] == [
        ("4", "unknown"),
        ("12", "unknown"),
    ]
    assert {(row["round"], row["first_number"]): row["spread"] for row in rows if row["spread"]} == {
        ("1", "3"): "-200",
        ("2", "2"): "100",
    }
    out = exported(client, division)
    again = factories.division(division.event.club, director)
    take_over(api, again, out)
    assert exported(client, again) == out
    assert spreads(api, again) == spreads(api, division)
    assert "board 7 2 0 1; p12 1 2 0 3" in out
    wall = page(client, division, "wall_chart")
    assert "None" not in wall
    assert "forfeit" in wall


def test_a_spread_of_ones_own_by_a_ruling(division: Division, director: User, client: Client) -> None:
    """Over the API and on the game's page; a played game has none."""
    api = as_user(director)
    take_over(api, division, FILE)
    bye = Pairing.objects.get(round__division=division, round__number=2, seats__entry__number=2)
    ruling = {"kind": "bye", "spread": 75, "reason": "as announced", "expected_version": 1}
    api.post(f"events/{division.event.slug}/pairings/{bye.pk}/ruling/", ruling)
    assert spreads(api, division)[2] == -42 + 75 + 12
    refused = api.post(
        f"events/{division.event.slug}/pairings/{bye.pk}/ruling/",
        ruling | {"kind": "void", "expected_version": 2},
        expect=400,
    )
    assert "Only a bye or forfeit has its own spread" in str(refused)
    game = Pairing.objects.get(round__division=division, round__number=1, seats__entry__number=1)
    client.force_login(director)
    address = reverse("tournaments:rule_game", args=[division.event.slug, division.slug, 1, game.pk])
    client.post(address, {"kind": "forfeit_win", "spread": "30", "reason": "left the hall", "expected_version": "1"})
    assert (spreads(api, division)[1], spreads(api, division)[2]) == (30 - 25 + 50, -30 + 75 + 12)
    page = client.get(
        reverse("tournaments:manage_game", args=[division.event.slug, division.slug, 1, game.pk])
    ).content.decode()
    assert "(+30)" in page


def test_who_left_loses_each_later_round_as_the_file_says(division: Division, director: User, client: Client) -> None:
    api = as_user(director)
    take_over(
        api,
        division,
        "Ash, A 1500 2; 400; off -80\nBay, B 1400 1; 300\nFir, C 1300 4; 350\nYew, D 1200 3; 360; off 0\n",
    )
    assert "Ash, A 1500 2; 400; board 1; off -80" in exported(client, division)
    round_ = factories.publish(division, director, 2)
    assert spreads(api, division)[1] == 100 - 80
    assert round_.pairings.filter(kind="forfeit").count() == 1
    assert exported(client, division).splitlines()[0] == "Ash, A 1500 2 0; 400 -80; board 1 0; off -80"


def test_a_latecomer_does_not_go_first_in_every_game(club: Club, director: User) -> None:
    """Nine play, one comes for round 5: seconds count as well as firsts."""
    division = factories.division(club, director)
    api = as_user(director)
    factories.entries(division, director, 9)
    for number in range(1, 5):
        factories.play(factories.publish(division, director, number))
    api.post(path_of(division, "entries/"), {"name": "Late, Lou", "rating": 1500}, expect=201)
    for number in range(5, 9):
        factories.play(factories.publish(division, director, number))
    late = [
        line["first"]["name"] == "Late, Lou"
        for number in range(5, 9)
        for line in games(api, division, number)
        if "Late, Lou" in (line["first"]["name"], (line["second"] or {}).get("name"))
    ]
    assert len(late) == 4
    assert sum(late) == 2


def games(api: Api, division: Division, number: int) -> list[Any]:
    rows: list[Any] = api.get(path_of(division, f"rounds/{number}/pairings/?page_size=100"))["results"]
    return rows


def test_a_round_robin_taken_over_has_no_repeats(club: Club, director: User) -> None:
    """Five of seven rounds were played elsewhere."""
    division = factories.division(club, director, rounds_planned=7)
    api = as_user(director)
    take_over(api, division, shuffled_round_robin(8, 5, seed=8, order=TSH_ORDER))
    for number in (6, 7):
        api.post(path_of(division, f"rounds/{number}/draft/"), {"system": "round_robin"})
        plan = api.get(path_of(division, f"rounds/{number}/run/"))["plan"]
        assert [note["code"] for note in plan["notes"]] == ["table_round"]
        version = Round.objects.get(division=division, number=number).version
        api.post(path_of(division, f"rounds/{number}/publish/"), {"expected_version": version})
        factories.play(Round.objects.get(division=division, number=number))
    met = [
        frozenset((line["first"]["number"], line["second"]["number"]))
        for number in range(1, 8)
        for line in games(api, division, number)
    ]
    assert len(met) == len(set(met)) == 28


def test_an_import_writes_the_ratings_at_once(club: Club, director: User, pool: RatingPool) -> None:
    """As many queries for 28 games as for 12, but for what the players and rounds cost; newcomers are rated as tsh does."""
    counts = []
    for rounds in (3, 7):
        division = factories.division(club, director, pool=pool, rounds_planned=7)
        with CaptureQueriesContext(connection) as queries:
            take_over(as_user(director), division, shuffled_round_robin(8, rounds, seed=8, order=TSH_ORDER))
        counts.append(len(queries) - 8 * rounds)
    assert counts[1] - counts[0] < 4
    assert Result.objects.count() == 4 * 10


def test_newcomers_of_a_file_are_rated_as_tsh_does(club: Club, director: User, pool: RatingPool) -> None:
    """Two who only played each other: floor 500, and 400 above it. `lifeg 0` is kept for the second part of a long event."""
    division = factories.division(club, director, pool=pool, rounds_planned=17)
    take_over(as_user(director), division, "New, Nan 0 2; 400; lifeg 0\nNew, Ned 0 1; 300\n")
    recompute_pool(pool_id=pool.pk)
    assert list(
        PlayerRating.objects.filter(pool=pool).order_by("-live_rating").values_list("live_rating", flat=True)
    ) == [900, 500]
    assert list(pool.openings.values_list("player__name", "rating", "games")) == [("New, Nan", None, 0)]
