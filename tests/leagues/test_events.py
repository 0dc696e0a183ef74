"""An event for a season's players takes over what the last event that counted had: rating lists, handicaps, meetings."""

from datetime import date
from typing import Any

import pytest

from clubs.models import Club, Player, User
from leagues.inputs import SeasonEventInput
from leagues.services.events import create_season_event
from ratings.models import PlayerMerge, RatingPool
from ratings.services.pools import Accepted, create_pool
from tests import factories
from tests.leagues.scene import LOW, TOP, LeagueScene, make_league
from tournaments.errors import TournamentError
from tournaments.models import Division, DivisionPool, Entry, Event

pytestmark = pytest.mark.django_db
DAY = date(2026, 9, 1)


@pytest.fixture
def scene(club: Club, director: User) -> LeagueScene:
    """A season whose top division has had one night."""
    scene = make_league(club, director)
    scene.night(scene.top, TOP, 1)
    return scene


def last(**values: Any) -> None:
    """The night's settings as if it had been played so."""
    factories.change(Division.objects.filter(event__name="Night 1"), **values)


def new_division(scene: LeagueScene, rounds: int | None = None) -> Division:
    """The division of a new event."""
    data = SeasonEventInput(name="New night", starts_on=DAY, rounds=rounds)
    return create_season_event(actor=scene.director, season=scene.season, data=data).divisions.get()


def test_a_pool_for_club_play_only_goes_on_being_fed(scene: LeagueScene, club: Club) -> None:
    main = create_pool(name="Club", slug="club-play", club=club, accepted=Accepted(setting="club"))
    further = create_pool(name="All", slug="all-play", club=club)
    last(play_type="club", rating_pool=main, show_chances=True)
    DivisionPool.objects.create(division=Division.objects.get(), pool=further)
    division = new_division(scene)
    assert (division.settings.play_type, division.rating_pool, division.settings.show_chances) == ("club", main, True)
    assert [one.pool for one in DivisionPool.objects.filter(division=division)] == [further]


def test_meetings_of_several_games_take_as_many_rounds(scene: LeagueScene) -> None:
    last(meeting_games=2)
    division = new_division(scene)
    assert (division.settings.meeting_games, division.settings.rounds_planned) == (2, 6)


def test_a_number_of_rounds_that_was_said_is_kept(scene: LeagueScene) -> None:
    last(meeting_games=2)
    assert new_division(scene, 4).settings.rounds_planned == 4


def test_more_rounds_than_an_event_has_are_refused(scene: LeagueScene) -> None:
    scene.night(scene.top, [*TOP, *LOW], 2)
    factories.change(Division.objects.filter(event__name="Night 2"), meeting_games=9)
    with pytest.raises(TournamentError, match="say how many rounds"):
        new_division(scene)  # 7 times 9


def test_handicaps_are_kept_by_person(scene: LeagueScene, club: Club) -> None:
    for name, points in (("Ada", 0), ("Ben", 12), ("Cem", 30)):
        Entry.objects.filter(name=name).update(handicap_points=points)
    cem = Player.objects.create(name="Cem Can", home_club=club)
    PlayerMerge.objects.create(duplicate=Player.objects.get(name="Cem"), kept=cem, reason="one person")
    handicaps = dict(new_division(scene).entries.values_list("name", "handicap_points"))
    assert handicaps == {"Ada": 0, "Ben": 12, "Cem Can": 30, "Dua": 0}


def test_ratings_are_those_of_the_same_pool_and_of_no_what_if(
    scene: LeagueScene, club: Club, director: User, pool: RatingPool
) -> None:
    ada, ben = (Player.objects.get(name=name) for name in ("Ada", "Ben"))
    elsewhere = factories.division(club, director, pool=pool)
    Entry.objects.create(division=elsewhere, player=ada, number=1, name="Ada", rating=300)
    imagined = factories.division(club, director)
    Event.objects.filter(pk=imagined.event_id).update(what_if_of=Event.objects.get(name="Night 1"))
    Entry.objects.create(division=imagined, player=ben, number=1, name="Ben", rating=400)
    ratings = dict(new_division(scene).entries.values_list("name", "rating"))
    assert (ratings["Ada"], ratings["Ben"]) == (1790, 1780)
