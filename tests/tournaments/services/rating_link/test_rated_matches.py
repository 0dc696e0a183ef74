"""Rating of matches with several games: itself as one game, or every game of it, as the division says."""

import pytest
from django.test import Client

from clubs.models import Club, User
from ratings.engine.types import RatedGame
from ratings.models import PlayerRating, RatedEvent, RatedResult, RatingPool
from ratings.queries.projection import project_event
from ratings.services.ledger import LedgerError
from ratings.services.pools import create_pool
from ratings.services.recompute import recompute_pool
from ratings.services.tables import record_match
from tests import factories
from tests.api_client import as_user
from tests.tournaments.services.results.test_basket_results import BASKET, report_games
from tournaments.inputs.results import ResultInput, RulingInput
from tournaments.models import Division
from tournaments.queries.rounds import PairingLine
from tournaments.services.rating_link.lists import choose_pools
from tournaments.services.results.results import rule_result

pytestmark = pytest.mark.django_db


@pytest.fixture
def pool(club: Club) -> RatingPool:
    return create_pool(name="Baskets", slug="baskets", club=club, system="elo")


@pytest.fixture
def basket(club: Club, director: User, pool: RatingPool) -> Division:
    """Best of three, four players, the first round public."""
    division = factories.division(club, director, pool=pool, **BASKET)
    factories.start(division, director, 4)
    return division


@pytest.fixture
def game(basket: Division) -> PairingLine:
    return factories.games(basket.rounds.get())[0]


def choose(division: Division, director: User, *, games: bool) -> None:
    choose_pools(actor=director, division=division, pools=[], play_type="tournament", rate_games=games)


def live(pool: RatingPool) -> list[tuple[str, int | None, int | None]]:
    rows = RatedResult.objects.live().filter(event__pool=pool).order_by("game_key")
    return [(row.game_key, row.player_score, row.opponent_score) for row in rows]


def test_a_match_is_rated_as_one_game_by_default(
    basket: Division, game: PairingLine, pool: RatingPool, director: User
) -> None:
    report_games(game.pairing_id, "official", "0-4 3-0 0-2", actor=director)
    assert live(pool) == [(f"pairing:{game.pairing_id}", 2, 1)]


def test_every_game_is_rated_as_won_or_lost(
    basket: Division, game: PairingLine, pool: RatingPool, director: User
) -> None:
    choose(basket, director, games=True)
    report_games(game.pairing_id, "official", "0-4 3-0 0-2", actor=director)
    key = f"pairing:{game.pairing_id}"
    assert live(pool) == [(f"{key}:1", 1, 0), (f"{key}:2", 0, 1), (f"{key}:3", 1, 0)]
    recompute_pool(pool_id=pool.pk)
    assert PlayerRating.objects.filter(pool=pool, live_event=pool.events.get()).count() == 2


def test_a_correction_voids_games_that_were_not_played(
    basket: Division, game: PairingLine, pool: RatingPool, director: User
) -> None:
    choose(basket, director, games=True)
    report_games(game.pairing_id, "official", "0-4 3-0 0-2", actor=director)
    ruling = RulingInput(result=ResultInput(tally="0-4 0-3"), reason="counted again")
    rule_result(actor=director, pairing_id=game.pairing_id, data=ruling)
    key = f"pairing:{game.pairing_id}"
    assert live(pool) == [(f"{key}:1", 1, 0), (f"{key}:2", 1, 0)]


def test_a_choice_during_the_event_rates_the_games_again(
    basket: Division, game: PairingLine, pool: RatingPool, director: User
) -> None:
    report_games(game.pairing_id, "official", "0-4 3-0 0-2", actor=director)
    by_match = live(pool)
    choose(basket, director, games=True)
    assert len(live(pool)) == 3
    choose(basket, director, games=False)
    assert live(pool) == by_match
    before = RatingPool.objects.get(pk=pool.pk).ledger_version
    choose(basket, director, games=False)
    assert RatingPool.objects.get(pk=pool.pk).ledger_version == before
    recompute_pool(pool_id=pool.pk)
    ratings_before = list(
        PlayerRating.objects.filter(pool=pool).order_by("player").values_list("player", "live_rating")
    )
    recompute_pool(pool_id=pool.pk, from_nothing=True)
    assert (
        list(PlayerRating.objects.filter(pool=pool).order_by("player").values_list("player", "live_rating"))
        == ratings_before
    )


def test_a_division_of_single_games_has_no_such_choice(club: Club, director: User, pool: RatingPool) -> None:
    single_games = BASKET.copy()
    single_games["best_of"] = 1
    single = factories.division(club, director, pool=pool, **single_games)
    choose(single, director, games=True)
    single.refresh_from_db()
    assert single.settings.rate_games is False


def test_the_win_chance_of_a_match_follows_from_that_of_a_game(
    club: Club, director: User, pool: RatingPool, basket: Division
) -> None:
    chances = {}
    for games in (False, True):
        division = factories.division(club, director, pool=pool, **BASKET)
        choose(division, director, games=games)
        factories.entries(division, director, 2)
        (line,) = factories.games(factories.publish(Division.objects.get(pk=division.pk), director, 1))
        chances[games] = line.first_chance
    game, match = chances[False], chances[True]
    assert game is not None
    assert match == pytest.approx(game**3 + 3 * game**2 * (1 - game))


def test_an_outlook_is_for_one_game_a_round(
    basket: Division, pool: RatingPool, director: User, game: PairingLine
) -> None:
    for line in factories.games(basket.rounds.get()):
        report_games(line.pairing_id, "official", "0-4 3-0 0-2", actor=director)
    recompute_pool(pool_id=pool.pk)
    assert project_event(RatedEvent.objects.get()) is not None
    choose(basket, director, games=True)
    recompute_pool(pool_id=pool.pk)
    assert project_event(RatedEvent.objects.get()) is None


def test_a_match_takes_its_own_games_only(basket: Division, game: PairingLine, pool: RatingPool) -> None:
    one, other = game.first.player_id, game.second.player_id if game.second else 0
    event = pool.events.get()
    with pytest.raises(LedgerError, match="not part of this match"):
        record_match(event=event, key="pairing:1", games=[RatedGame("pairing:11", 1, one, other, 1, 0)])
    assert live(pool) == []


def test_the_director_chooses_on_the_page_and_over_http(
    basket: Division, director: User, club: Club, pool: RatingPool
) -> None:
    client = Client()
    client.force_login(director)
    where = f"/e/{basket.event.slug}/{basket.slug}/manage/ratings/"
    page = client.get(where).content.decode()
    assert "the match, as one game" in page
    client.post(where, {"setting": "tournament", "rate_games": "games"})
    basket.refresh_from_db()
    assert (basket.settings.rate_games, basket.settings.show_chances) == (True, False)
    client.post(where, {"setting": "tournament", "rate_games": "", "show_chances": "on"})
    basket.refresh_from_db()
    assert (basket.settings.rate_games, basket.settings.show_chances) == (False, True)
    single = factories.division(club, director, pool=pool)
    assert "rate_games" not in client.get(f"/e/{single.event.slug}/{single.slug}/manage/ratings/").content.decode()
    api = as_user(director)
    address = f"events/{basket.event.slug}/divisions/{basket.slug}/ratings/"
    answer = api.call("PUT", address, {"setting": "tournament", "further_pools": [], "rate_games": True})
    assert (answer["rate_games"], answer["show_chances"]) == (True, True)
