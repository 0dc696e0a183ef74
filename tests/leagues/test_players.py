"""Members of a season who were merged with another of their entries: one person, in one place."""

from datetime import date

import pytest

from clubs.models import Club, Player, User
from leagues.inputs import SeasonEventInput
from leagues.models import SeasonPlayer
from leagues.queries import players_by_person, season_tables
from leagues.services import events as league_events
from leagues.services import seasons
from ratings.models import PlayerMerge
from tests.leagues.scene import LeagueScene, make_league
from tournaments.errors import TournamentError

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene(club: Club, director: User) -> LeagueScene:
    """A season in preparation without events."""
    return make_league(club, director, start=False)


def merge(duplicate: str, remaining: Player) -> None:
    PlayerMerge.objects.create(duplicate=Player.objects.get(name=duplicate), kept=remaining, reason="one person")


def season_players(scene: LeagueScene) -> list[list[str]]:
    return [[row.name for row in table.rows] for table in season_tables(scene.season)]


def test_who_is_a_member_under_a_merged_name_is_taken_out(scene: LeagueScene, club: Club, director: User) -> None:
    ada = Player.objects.create(name="Ada", home_club=club)
    seasons.add_player(actor=director, division=scene.top, name="Adah")
    merge("Adah", ada)
    assert season_players(scene) == [["Ada"], []]
    seasons.move_player(actor=director, season=scene.season, player=ada, division=None, reason="moved away")
    assert season_players(scene) == [[], []]
    adah = Player.objects.get(name="Adah")
    moved = seasons.move_player(actor=director, season=scene.season, player=adah, division=scene.low, reason="back")
    assert (moved.player, season_players(scene)) == (ada, [[], ["Ada"]])


def test_a_merged_entry_that_was_taken_out_does_not_take_out_the_kept_one(scene: LeagueScene, director: User) -> None:
    ada = seasons.add_player(actor=director, division=scene.top, name="Ada").player
    adah = seasons.add_player(actor=director, division=scene.low, name="Adah").player
    seasons.move_player(actor=director, season=scene.season, player=adah, division=None, reason="moved away")
    merge("Adah", ada)
    assert season_players(scene) == [["Ada"], []]
    listed = players_by_person(scene.season)
    assert {person: season_player.division for person, season_player in listed.items()} == {ada.pk: scene.top}


@pytest.mark.parametrize("name", ["Ada", "Adah"])
def test_nobody_becomes_a_member_twice_under_a_merged_name(scene: LeagueScene, director: User, name: str) -> None:
    other = "Ada" if name == "Adah" else "Adah"
    seasons.add_player(actor=director, division=scene.top, name=other)
    adah, ada = sorted([name, other], reverse=True)
    remaining, _created = Player.objects.get_or_create(name=ada, home_club=scene.league.club)
    Player.objects.get_or_create(name=adah, home_club=scene.league.club)
    merge(adah, remaining)
    with pytest.raises(TournamentError, match="already"):
        seasons.add_player(actor=director, division=scene.low, name=name)
    assert (SeasonPlayer.objects.count(), season_players(scene)) == (1, [["Ada"], []])


def test_two_of_one_name_who_were_merged_are_no_namesakes(scene: LeagueScene, club: Club, director: User) -> None:
    remaining = Player.objects.create(name="Ada", home_club=club)
    twin = Player.objects.create(name="Ada", home_club=club)
    with pytest.raises(TournamentError, match="several players"):
        seasons.add_player(actor=director, division=scene.top, name="Ada")
    PlayerMerge.objects.create(duplicate=twin, kept=remaining, reason="one person")
    assert seasons.add_player(actor=director, division=scene.top, name="Ada").player == remaining
    data = SeasonEventInput(name="First", starts_on=date(2026, 9, 1), rounds=2)
    event = league_events.create_season_event(actor=director, season=scene.season, data=data)
    assert [entry.player for entry in event.divisions.get().entries.all()] == [remaining]
