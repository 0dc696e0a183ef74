"""A season's file and its check: the auditor finds no difference in what the site says, and every error slipped in."""

import json
import random
from typing import Any

import pytest
from django.test import Client

from clubs.models import Club, Player, User
from leagues.engine import _sum
from leagues.file_queries import current_check, season_file
from leagues.inputs import LeagueDivisionInput, LeagueInput, SeasonInput
from leagues.models import LeagueDivision, LeagueSeason, SeasonCheck
from leagues.queries import season_tables
from leagues.services import leagues
from leagues.services.seasons import add_player, delete_season, start_season
from tests import factories
from tests.harness.deep import DEEP, times
from tests.independent.generated import division_of, generate
from tests.independent.seeded import changed, is_worked_out, leaves, load, sealed
from tests.leagues.scene import LOW, LeagueScene, make_league, played_league
from tournaments.inputs.results import ResultInput, RulingInput
from tournaments.models import Event, Result
from tournaments.services.results.results import rule_result

pytestmark = pytest.mark.django_db

#: Rules of a season that tell every branch of the tables apart.
RULES: list[dict[str, Any]] = [
    {"best_events": 2, "standings_order": "percent wins spread", "min_games": 4},
    {"open_to_all": False, "standings_order": "points head_to_head buchholz performance spread"},
    {"standings_order": "points", "loss_points": 1, "win_points": 3, "bye_half_wins": 1},
    {"standings_order": "wins median sonneborn_berger sum_of_scores full_spread"},
]


def generated_season(club: Club, director: User, number: int, events: list[Event]) -> LeagueSeason:
    """A season of three divisions in which these events count, in some for two divisions; a few players are named."""
    league = leagues.create_league(actor=director, club=club, data=LeagueInput(name=f"League {number}"))
    rules = RULES[number % len(RULES)]
    data = SeasonInput(name="Season 1", starts_on=events[0].starts_on, **rules)
    divisions = [LeagueDivisionInput(name=name, exchange=exchange) for name, exchange in [("A", 0), ("B", 2), ("C", 1)]]
    season = leagues.create_season(actor=director, league=league, data=data, divisions=divisions)
    places = list(LeagueDivision.objects.select_related("season__league__club").filter(season=season))
    for index, name in enumerate(["Player 1", "Player 4", "Player 2", "Player 7", "Player 3", "Nobody Yet"]):
        person = Player.objects.filter(home_club=club, name=name).order_by("pk").first()
        add_player(actor=director, division=places[index % 3], name=name, same_as=person.pk if person else None)
    for index, event in enumerate(events):
        for place in (places[index % 3], places[(index + 1) % 3]):
            leagues.count_event(actor=director, division=place, event_division_id=division_of(event).pk)
    return start_season(actor=director, season=season)


def file(season: LeagueSeason) -> Any:
    return json.loads(json.dumps(season_file(LeagueSeason.objects.select_related("league__club").get(pk=season.pk))))


@pytest.mark.scaled
def test_generated_seasons_have_no_difference_and_every_error_is_noticed(club: Club, director: User) -> None:
    """Two hundred errors in the deep run: each value of the file under its seals, each figure of a table under new ones."""
    events = [generate(club, director, seed) for seed in (range(9) if DEEP else (1, 7))]
    auditor, dice = load(), random.Random(7)
    for number in range(len(RULES)):
        season = generated_season(club, director, number, events)
        document = file(season)
        assert auditor.check(document).differences == []
        assert any(row["zone"] for division in document["divisions"] for row in division["table"])
        everything = list(leaves(document))
        figures = [path for path in everything if path[0] == "divisions" and is_worked_out(path)]
        for path in dice.sample(everything, times(5, deep=50)):
            assert auditor.check(changed(document, path, dice)).differences, path
        for path in dice.sample(figures, times(10, deep=50)):
            assert auditor.check(sealed(changed(document, path, dice))).differences, path


def one_night(club: Club, director: User) -> LeagueScene:
    """A season in which one division has had one night."""
    scene = make_league(club, director)
    scene.night(scene.low, LOW, 1)
    return scene


def test_a_fact_changed_under_new_seals_moves_the_table(club: Club, director: User) -> None:
    document = file(one_night(club, director).season)
    document["events"][0]["results"][0]["first_score"] += 100
    assert {row["what"] for row in load().check(sealed(document)).differences} == {
        "spread",
        "full_spread",
        "values",
        "events",
    }


def test_the_tables_are_checked_in_the_background_and_a_difference_is_an_open_question(
    club: Club, director: User
) -> None:
    scene = played_league(club, director)
    address = f"/clubs/{club.slug}/leagues/{scene.league.slug}/1/"
    factories.run_jobs()
    assert "all figures agree" in Client().get(address).content.decode()
    downloaded = Client().get(f"{address}season.json")
    assert load().check(downloaded.json()).differences == []
    assert b"def check_season" in Client().get(f"{address}auditor.py").content
    official = Client()
    official.force_login(director)
    # Tables that are other ones are not called checked until they have been.
    Result.objects.filter(kind="played").update(first_score=410, second_score=400)
    assert "all figures agree" not in Client().get(address).content.decode()
    answer = official.post(f"{address}manage/check/", follow=True)
    assert "being checked" in answer.content.decode()
    factories.run_jobs()
    assert "all figures agree" in Client().get(address).content.decode()
    assert "Open question" not in official.get(f"{address}manage/").content.decode()


def test_a_difference_is_shown_to_the_director(club: Club, director: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that adds wrongly, played by tables that give everybody a point of spread too many."""
    scene = one_night(club, director)
    factories.run_jobs()
    check = SeasonCheck.objects.get(season=scene.season)
    assert current_check(scene.season, season_tables(scene.season)) == check
    monkeypatch.setattr("leagues.engine._sum", _one_too_many)
    official = Client()
    official.force_login(director)
    address = f"/clubs/{club.slug}/leagues/{scene.league.slug}/1/"
    official.post(f"{address}manage/check/")
    factories.run_jobs()
    page = official.get(f"{address}manage/").content.decode()
    assert "Open question" in page
    assert "spread is" in page
    assert "not all figures agree" in Client().get(address).content.decode()


def _one_too_many(*given: Any) -> Any:
    from dataclasses import replace

    row = _sum(*given)
    return replace(row, spread=row.spread + 1)


def test_a_correction_of_a_finished_event_has_the_season_checked(club: Club, director: User) -> None:
    scene = make_league(club, director)
    night = scene.night(scene.low, LOW, 1)
    factories.run_jobs()
    before = SeasonCheck.objects.get(season=scene.season)
    pairing = Result.objects.filter(pairing__round__division=night).order_by("pk")[0].pairing_id
    ruling = RulingInput(result=ResultInput(first_score=500, second_score=300), reason="Added up again.")
    rule_result(actor=director, pairing_id=pairing, data=ruling)
    factories.run_jobs()
    after = SeasonCheck.objects.get(season=scene.season)
    assert after.seal != before.seal
    assert after.differences == 0


def test_a_season_that_was_deleted_is_not_checked(club: Club, director: User) -> None:
    """A draft changes, and is deleted before the background comes to it."""
    scene = make_league(club, director, start=False)
    delete_season(actor=director, season=scene.season)
    factories.run_jobs()
    assert not SeasonCheck.objects.exists()
