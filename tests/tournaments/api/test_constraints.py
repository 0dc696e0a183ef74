"""Changes of events and entries, rounds sat out, pairs kept apart and locked, over HTTP."""

from typing import Any

import pytest

from clubs.models import Club, User
from clubs.tokens import sign_in
from ratings.models import RatingPool
from tests import factories
from tests.api_client import Api, as_user
from tournaments.models import Division
from tournaments.services.standings.standings import input_of
from tournaments.settings import DivisionSettings, settings_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def api(director: User) -> Api:
    return Api(sign_in(director)[1])


@pytest.fixture
def at(division: Division, director: User) -> str:
    factories.entries(division, director, 6)
    return f"events/{division.event.slug}/divisions/{division.slug}/"


def test_an_event_is_renamed(api: Api, division: Division) -> None:
    event = division.event
    changed = api.patch(f"events/{event.slug}/", {"name": "May Open"})
    assert (changed["name"], changed["starts_on"], changed["slug"]) == ("May Open", "2026-05-02", event.slug)


def test_a_division_is_given_tables_and_points(api: Api, at: str) -> None:
    changed = api.patch(at, {"table_numbers": [5, 6, 9], "win_points": 3, "late_rounds": "bye"})
    assert (changed["table_numbers"], changed["win_points"], changed["late_rounds"]) == ([5, 6, 9], 3, "bye")
    assert api.patch(at, {"max_repeats": 1})["table_numbers"] == [5, 6, 9]
    api.patch(at, {"table_numbers": [5, 5]}, expect=400)
    api.patch(at, {"win_points": 1, "tie_points": 2}, expect=400)


def test_an_entry_is_changed(api: Api, at: str, division: Division) -> None:
    entry = division.entries.get(number=1)
    changed = api.patch(f"{at}entries/{entry.pk}/", {"team": "Red", "fixed_table": 4})
    assert (changed["name"], changed["rating"], changed["team"], changed["fixed_table"]) == ("Ada", 1800, "Red", 4)


def test_a_late_entry_says_from_which_round(api: Api, at: str) -> None:
    assert (
        api.post(f"{at}entries/", {"name": "Zoe", "from_round": 3, "player_class": "B"}, expect=201)["joined_round"]
        == 3
    )


def test_rounds_sat_out(api: Api, at: str, division: Division) -> None:
    entry = division.entries.get(number=1)
    where = f"{at}entries/{entry.pk}/absences/"
    body = {"absences": [{"round": 2, "kind": "bye"}]}
    assert api.call("put", where, body) == body
    assert api.get(where) == body
    api.call("put", where, {"absences": body["absences"] * 2}, expect=400)
    api.call("put", where, {"absences": [{"round": 9, "kind": "bye"}]}, expect=400)


def test_pairs_kept_apart_and_locked(api: Api, at: str, division: Division) -> None:
    ada, ben, cem = division.entries.order_by("number").values_list("pk", flat=True)[:3]
    block = api.post(f"{at}blocks/", {"entry_a": ben, "entry_b": ada, "reason": "Sisters"}, expect=201)
    assert (block["entry_a"], block["entry_b"]) == (ada, ben)
    assert api.get(f"{at}blocks/")["results"] == [block]
    api.post(f"{at}rounds/1/locks/", {"first": ada, "second": ben}, expect=400)
    lock = api.post(f"{at}rounds/1/locks/", {"first": cem, "second": ada}, expect=201)
    assert api.get(f"{at}rounds/1/locks/")["results"] == [lock]
    api.post(f"{at}rounds/1/draft/", {})
    pairs = [
        (line["first"]["entry_id"], line["second"]["entry_id"])
        for line in api.get(f"{at}rounds/1/pairings/")["results"]
    ]
    assert (cem, ada) in pairs
    api.post(f"{at}rounds/1/unlock/", lock, expect=204)
    api.call("delete", f"{at}blocks/{block['id']}/", expect=204)
    assert api.get(f"{at}blocks/")["count"] == 0


def test_that_somebody_reported_otherwise_is_for_officials(running: Division, director: User) -> None:
    round_ = running.rounds.get()
    game = factories.games(round_)[0].pairing_id
    factories.agree(game)
    factories.report(game, "second", 350, 400)
    address = f"events/{running.event.slug}/divisions/{running.slug}/rounds/1/pairings/"
    assert as_user(director).get(address)["results"][0]["result"]["open_questions"] == 1
    assert Api().get(address)["results"][0]["result"]["open_questions"] is None
    assert Api().get(f"events/{running.event.slug}/pairings/{game}/")["result"]["open_questions"] is None


#: Settings that a division of Word Basket has not.
OF_CROSSWORD: dict[str, Any] = {
    "meeting_games": 2,
    "handicap_by": "rating",
    "handicap_percent": 20,
    "handicap_cap": 50,
    "challenge_rule": "points",
    "challenge_points": 15,
    "challenge_points_go": "challenger",
    "challenge_points_per_word": True,
    "player_minutes": 20,
}

#: Settings of tables of two.
OF_ROLLING: dict[str, Any] = {
    "rolling": True,
    "rolling_again": False,
    "rolling_longest": 15,
    "rolling_at_once": 100,
    "rolling_minute": 20,
    "rolling_repeat": 400,
    "rolling_recent": 60,
    "rolling_win": 30,
}


def test_a_change_of_nothing_keeps_every_setting(club: Club, director: User, pool: RatingPool) -> None:
    settings: dict[str, Any] = {
        "name": "Masters",
        "game": "wordbasket",
        "best_of": 3,
        "table_size": 5,
        "rules_slug": "word-basket",
        "rule_options": {"restock": "when_needed"},
        "lexicon_version_id": factories.nouns().pk,
        "rounds_planned": 5,
        "rating_pool_id": pool.pk,
        "bye_spread": 75,
        "forfeit_spread": -75,
        "spread_cap": 300,
        "max_repeats": 1,
        "seed": 7,
        "table_numbers": (3, 4),
        "late_rounds": "bye",
        "win_points": 4,
        "tie_points": 2,
        "loss_points": 1,
        "standings_order": "percent wins",
        "spread_caps": (100, 200),
        "bye_half_wins": 1,
        "show_contention": True,
        "round_minutes": 75,
    }
    declared = {name: one.default for name, one in settings_in(DivisionSettings).items() if one.in_api}
    assert declared.keys() <= settings.keys() | OF_CROSSWORD.keys() | OF_ROLLING.keys()
    assert not [name for name, usual in declared.items() if settings.get(name, ...) == usual], "say something unusual"
    division = factories.division(club, director, **settings)
    as_user(director).patch(f"events/{division.event.slug}/divisions/{division.slug}/", {})
    unchanged = Division.objects.select_related("event").get(pk=division.pk)
    assert input_of(unchanged) == factories.division_data(**settings)


def test_a_change_of_nothing_keeps_what_only_some_divisions_have(club: Club, director: User) -> None:
    for settings in (OF_CROSSWORD, OF_ROLLING):
        division = factories.division(club, director, **settings)
        as_user(director).patch(f"events/{division.event.slug}/divisions/{division.slug}/", {})
        assert Division.objects.get(pk=division.pk).settings == factories.division_data(**settings).settings
