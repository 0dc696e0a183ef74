"""From a game's record to what belongs to it and back: the result, the reports, the adjudications, the ratings."""

import pytest
from django.test import Client

from clubs.models import User
from lexicon.models import Adjudication
from ratings.models import RatingPool
from ratings.services.recompute import recompute_pool
from tests import factories
from tests.tournaments.scenes.sheets import GAME, hall, send, table, text
from tournaments.models import Event, Pairing
from tournaments.services.judging.judge_log import game_scope
from tournaments.services.rating_link.ledger import configure

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(director: User) -> Pairing:
    """A confirmed and rated game of two scoresheets; the challenge of a phoney in it was judged."""
    division = hall(director)
    division.rating_pool = factories.pool(division.event.club, director)
    division.save()
    configure(division)  # as when the list is chosen in the settings
    for name in ("Anna Lind", "Ben Okoro"):
        send(name, GAME)
    game = table(division)
    Adjudication.objects.create(
        club=division.event.club,
        scope=game_scope(game),
        place="Round 1, table 1",
        words=["GALEX"],
        edition="Club list",
        checksum="0" * 64,
        client_token="one",
        rule="five",
        acceptable=False,
    )
    recompute_pool(pool_id=division.rating_pool.pk)
    return game


def test_from_the_record_to_the_ratings_and_back(game: Pairing) -> None:
    pool = RatingPool.objects.get()
    replay = f"/e/{game.round.division.event.slug}/games/{game.pk}/"
    page = text(Client().get(replay))
    for change in pool.events.get().changes.filter(player__name__in=("Anna Lind", "Ben Okoro")):
        explained = f"/ratings/{pool.slug}/events/{change.event_id}/players/{change.player_id}/"
        assert f'href="{explained}"' in page
        assert f'href="{replay}"' in text(Client().get(explained))
    for seat in game.seats.select_related("entry"):
        player = f"/e/{game.round.division.event.slug}/a/players/{seat.entry.number}/"
        assert f'href="{player}"' in page
        assert f'href="{replay}"' in text(Client().get(player))
    assert "Reports, rulings and adjudications" not in page


def test_a_game_that_not_everybody_may_open_is_not_linked(game: Pairing) -> None:
    event, pool = game.round.division.event, RatingPool.objects.get()
    replay, round_page = f'href="/e/{event.slug}/games/{game.pk}/"', f'href="/e/{event.slug}/a/rounds/1/"'
    change = pool.events.get().changes.get(player__name="Anna Lind")
    explained = f"/ratings/{pool.slug}/events/{change.event_id}/players/{change.player_id}/"
    Pairing.objects.filter(pk=game.pk).update(record_visibility="private")
    page = text(Client().get(explained))
    assert (replay in page, round_page in page) == (False, True), "the round says no more than the list of ratings"
    Event.objects.filter(pk=event.pk).update(visibility="members")
    page = text(Client().get(explained))
    assert (replay in page, round_page in page) == (False, False)
    assert "443–284" in page


def test_officials_go_from_the_record_to_reports_and_adjudications(game: Pairing, director: User) -> None:
    official = Client()
    official.force_login(director)
    event = game.round.division.event.slug
    manage = f"/e/{event}/a/rounds/1/games/{game.pk}/manage/"
    assert f'href="{manage}"' in text(official.get(f"/e/{event}/games/{game.pk}/"))
    page = text(official.get(manage))
    verdict = Adjudication.objects.get()
    assert f'href="/e/{event}/adjudications/{verdict.pk}/">GALEX</a>' in page
    assert "✗ not acceptable" in page
    assert f"/e/{event}/games/{game.pk}/" in page
    scorer = Client()
    scorer.force_login(factories.member(game.round.division.event.club, director, "scorer"))
    assert "GALEX" not in text(scorer.get(manage)), "the log of the judge is for those who may rule"
