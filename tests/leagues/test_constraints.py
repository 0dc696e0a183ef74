"""The database says no: every named constraint of the leagues' tables, broken on purpose."""

from functools import partial

import pytest
from django.apps import apps

from clubs.models import Player, User
from leagues.models import CountingEvent, League, LeagueDivision, LeagueSeason, SeasonCheck, SeasonPlayer
from tests import factories
from tests.tournaments.models.test_constraints import Break, again, change
from tests.walk import check_refused
from tournaments.models import Division

pytestmark = [pytest.mark.postgres, pytest.mark.both]


class Facts:
    """A season in preparation with two divisions, a counting event and a player."""

    def __init__(self, division: Division, player: Player) -> None:
        self.league = League.objects.create(club=division.event.club, name="Ladder", slug="ladder")
        self.season = LeagueSeason.objects.create(
            league=self.league, number=1, name="2026", starts_on=division.event.starts_on
        )
        self.top = LeagueDivision.objects.create(season=self.season, name="A", slug="a", position=1)
        self.second = LeagueDivision.objects.create(season=self.season, name="B", slug="b", position=2, exchange=2)
        self.counting_event = CountingEvent.objects.create(league_division=self.top, event_division=division)
        self.season_player = SeasonPlayer.objects.create(season=self.season, division=self.top, player=player)
        self.season_check = SeasonCheck.objects.create(season=self.season, seal="0" * 64, auditor="2")


BREAKS: dict[str, Break] = {
    "league_slug_once_per_club": again("league"),
    "league_has_name": change("league", name=""),
    "league_has_slug": change("league", slug=""),
    "league_season_number_once": again("season", state="finished"),
    "league_season_one_unfinished": again("season", number=2),
    "league_season_number_positive": change("season", number=0),
    "league_season_has_name": change("season", name=""),
    "league_season_known_state": change("season", state="over"),
    "league_season_days_in_order": change("season", ends_on="2000-01-01"),
    "league_season_best_positive": change("season", best_events=0),
    "league_season_points_in_order": change("season", win_points=0),
    "league_season_bye_at_most_a_win": change("season", bye_half_wins=3),
    "league_season_order_form": change("season", standings_order="points,spread"),
    "league_division_slug_once": again("second", position=3),
    "league_division_position_once": again("second", slug="c"),
    "league_division_has_name": change("second", name=""),
    "league_division_position_in_range": change("second", position=21),
    "league_division_exchange_with_above": change("top", exchange=1),
    "counting_event_once": again("counting_event"),
    "season_player_once_per_season": again("season_player"),
    "season_player_known_move": change("season_player", came="left"),
    "season_player_out_has_no_division": change("season_player", came="out"),
    "season_check_names_auditor": change("season_check", auditor=""),
    "season_check_has_seal": change("season_check", seal=""),
}


def test_the_database_refuses(division: Division, director: User) -> None:
    factories.entries(division, director, 1)
    facts = Facts(division, Player.objects.get())
    check_refused({name: partial(attempt, facts) for name, attempt in BREAKS.items()})


def test_every_named_constraint_is_broken_here() -> None:
    models = apps.get_app_config("leagues").get_models()
    assert {item.name for model in models for item in model._meta.constraints} == set(BREAKS)
