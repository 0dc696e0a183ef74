"""Chances foretold when a round is published, shown with it, and hidden where the director wants that."""

import pytest
from django.test import Client

from clubs.models import Club, Player, User
from ratings.engine.registry import build_system
from ratings.engine.types import Rating
from ratings.models import RatingPool
from ratings.services.ledger import finalize_event
from ratings.services.openings import set_opening_rating
from ratings.services.people import merge_players
from ratings.services.pools import create_pool
from ratings.services.recompute import recompute_pool
from ratings.services.win_chances import win_chances
from tests import factories
from tournaments.models import Division, Entry, Pairing, Round
from tournaments.services.entries.roster import add_entry
from tournaments.services.entries.roster_lines import RosterRow
from tournaments.services.rating_link.lists import choose_pools
from tournaments.services.rounds.publish import unpublish_round

pytestmark = pytest.mark.django_db
RATINGS = {"Ada": 1600, "Ben": 1400, "Cem": 1200}


@pytest.fixture
def rated(division: Division, director: User) -> Division:
    """Three with a rating and one whom nobody knows; their first round is public."""
    for name, rating in RATINGS.items():
        add_entry(actor=director, division=division, row=RosterRow(name=name, rating=rating, career_games=100))
    add_entry(actor=director, division=division, row=RosterRow(name="Dua"))
    factories.publish(division, director, 1)
    return division


def of_round(division: Division, number: int) -> dict[frozenset[str], Pairing]:
    games = Pairing.objects.filter(round__division=division, round__number=number, kind="game")
    return {frozenset(game.seats.values_list("entry__name", flat=True)): game for game in games}


def test_publishing_stores_the_win_chances_of_the_rating_list(rated: Division, pool: RatingPool) -> None:
    system = build_system(pool.system, pool.params)
    seen = 0
    for names, game in of_round(rated, 1).items():
        first, second = game.seats.order_by("position").values_list("entry__name", flat=True)
        if "Dua" in names:
            assert game.first_chance is None
            continue
        expected = system.win_probability(Rating(RATINGS[first], 100), Rating(RATINGS[second], 100))
        assert game.first_chance == pytest.approx(expected)
        assert (game.first_chance or 0) > 0.5 if RATINGS[first] > RATINGS[second] else (game.first_chance or 1) < 0.5
        seen += 1
    assert seen == 1
    assert Round.objects.get(division=rated).chance_system == pool.system


def test_stored_win_chances_stay_when_the_ratings_change(rated: Division, director: User, pool: RatingPool) -> None:
    before = {game.pk: game.first_chance for game in of_round(rated, 1).values()}
    factories.play(Round.objects.get(division=rated, number=1), lead=300)
    finalize_event(event=pool.events.get())
    recompute_pool(pool_id=pool.pk)
    assert {game.pk: game.first_chance for game in of_round(rated, 1).values()} == before


def test_an_unpublished_round_paired_again_gets_new_win_chances(rated: Division, director: User) -> None:
    round_ = Round.objects.get(division=rated)
    unpublish_round(actor=director, round_id=round_.pk, expected_version=round_.version, reason="Again.")
    factories.publish(rated, director, 1)
    assert sum(game.first_chance is not None for game in of_round(rated, 1).values()) == 1


def test_without_a_rating_list_there_are_no_win_chances(club: Club, director: User) -> None:
    division = factories.division(club, director)
    round_ = factories.start(division, director, 4)
    assert Round.objects.get(pk=round_.pk).chance_system == ""
    assert not Pairing.objects.filter(first_chance__isnull=False).exists()


def test_merged_players_are_one(club: Club, director: User, pool: RatingPool) -> None:
    ada, ben, maiden = (Player.objects.create(name=name, home_club=club) for name in ("Ada", "Ben", "Ada Maiden"))
    for player, rating in ((ben, 1400), (maiden, 1600)):
        set_opening_rating(pool=pool, player=player, rating=rating, games=100)
    merge_players(kept=ada, duplicate=maiden, reason="One person.", actor=director)
    day = factories.division(club, director).event.starts_on
    by_kept, by_other, back = win_chances(pool, [(ada.pk, ben.pk), (maiden.pk, ben.pk), (ben.pk, ada.pk)], day)
    assert by_kept is not None
    assert back is not None
    assert by_kept == by_other == pytest.approx(1 - back)
    assert by_kept > 0.5


@pytest.mark.parametrize("system", ["elo", "glicko2", "norwegian", "event-kalman"])
def test_every_rating_system_has_win_chances(club: Club, director: User, system: str) -> None:
    pool = create_pool(name="Other", slug="other", club=club, system=system)
    division = factories.division(club, director, pool=pool)
    for name, rating in RATINGS.items():
        add_entry(actor=director, division=division, row=RosterRow(name=name, rating=rating, career_games=100))
    factories.publish(division, director, 1)
    (game,) = of_round(division, 1).values()
    strong = {entry.position: RATINGS[entry.entry.name] for entry in game.seats.select_related("entry")}
    assert game.first_chance is not None
    assert (game.first_chance > 0.5) == (strong[1] > strong[2])


def test_the_pages_show_them_and_name_the_system(client: Client, rated: Division, director: User) -> None:
    base = f"/e/{rated.event.slug}/{rated.slug}"
    (game,) = [game for names, game in of_round(rated, 1).items() if "Dua" not in names]
    percent = round(100 * (game.first_chance or 0))
    page = client.get(f"{base}/rounds/1/").content.decode()
    assert f"</span>{percent}%" in page
    assert f"</span>{100 - percent}%" in page
    assert page.count("game-chance") == 2
    assert "Win chances: NASPA, from the “" in page
    first = game.seats.get(position=1).entry
    card = client.get(f"{base}/players/{first.number}/").content.decode()
    assert f"win chance {percent}%" in card
    assert "Win chances: NASPA" in card
    outsider = Entry.objects.get(division=rated, name="Dua")
    assert "chance" not in client.get(f"{base}/players/{outsider.number}/").content.decode()


def test_a_result_takes_the_place_of_the_chance(client: Client, rated: Division) -> None:
    factories.play(Round.objects.get(division=rated, number=1))
    page = client.get(f"/e/{rated.event.slug}/{rated.slug}/rounds/1/").content.decode()
    assert "game-chance" not in page
    assert "Win chances" not in page


def test_the_director_hides_them_at_once(client: Client, rated: Division, director: User) -> None:
    where = f"/e/{rated.event.slug}/{rated.slug}/rounds/1/"
    assert "game-chance" in client.get(where).content.decode()
    choose_pools(actor=director, division=rated, pools=[], play_type="tournament", show_chances=False)
    page = client.get(where).content.decode()
    assert "game-chance" not in page
    assert "Win chances" not in page
    choose_pools(actor=director, division=rated, pools=[], play_type="tournament")
    assert "game-chance" not in client.get(where).content.decode(), "what is not said stays"


def test_nobody_is_certain_to_win(client: Client, rated: Division) -> None:
    Pairing.objects.filter(round__division=rated, first_chance__isnull=False).update(first_chance=0.9999)
    page = client.get(f"/e/{rated.event.slug}/{rated.slug}/rounds/1/").content.decode()
    assert "</span>99%" in page
    assert "</span>1%" in page


def test_the_rest_of_the_event_is_a_link_away(client: Client, rated: Division, pool: RatingPool) -> None:
    where = f"/e/{rated.event.slug}/{rated.slug}/outlook/"
    assert where in client.get(f"/e/{rated.event.slug}/{rated.slug}/rounds/1/").content.decode()
    event = pool.events.get()
    assert client.get(where)["Location"] == f"/ratings/{pool.slug}/events/{event.pk}/outlook/"
    assert client.get(where, follow=True).status_code == 200


def test_an_unrated_event_has_no_projection(client: Client, club: Club, director: User) -> None:
    division = factories.division(club, director)
    factories.start(division, director, 4)
    assert client.get(f"/e/{division.event.slug}/{division.slug}/outlook/").status_code == 404
