"""Four players at one crossword table send the game's record from their phones: places, spread and ratings, worked out by hand."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, User
from ratings.models import PlayerRating, RatedResult, RatingPool
from ratings.services.openings import set_opening_rating
from ratings.services.recompute import recompute_pool
from tests import factories
from tests.tournaments.scenes.hall import text
from tournaments.models import OpenQuestion, Result
from tournaments.queries.standings import standings_of

pytestmark = pytest.mark.django_db

#: TRAIN scores 12; after it all pass, the second player twice. Tiles left: 19, 7, 16 and 21 points.
MOVES = (
    (0, "8D TRAIN 12"),
    *((seat, "pass") for seat in (1, 2, 3, 0, 1)),
    (0, "(QFEEIOU) -19"),
    (1, "(AEINRST) -7"),
    (2, "(JX) -16"),
    (3, "(KVWHY) -21"),
)
#: −7, −7, −16, −21, and the first led: each has beaten everyone behind. Spread: the differences to the three others.
STANDINGS = [(3, 0, 23), (2, 1, 23), (1, 2, -13), (0, 3, -33)]
#: All were 1500, so half a win was expected of each pair; a pair at a table of four weighs ½, and K is 20: 10 × (wins − 1½). What is
#: above 5 points a game (7½ for three halves) counts twice: 15 + 7½ for the first. Each opponent gets a twentieth of that 7½.
RATINGS = [1523, 1505, 1495, 1485]


def test_records_from_two_phones_confirm_places_spread_and_ratings(
    club: Club, director: User, pool: RatingPool
) -> None:
    division = factories.division(club, director, pool=pool, table_size=4, rules_slug="gujarati-club")
    for entry in factories.entries(division, director, 4):
        set_opening_rating(pool=pool, player=entry.player, rating=1500, games=60)
    pairing = factories.publish(division, director, 1).pairings.get()
    seats = list(pairing.seats.select_related("entry").order_by("position"))
    record = "\n".join(f"{seats[seat].entry.name}: {move}" for seat, move in MOVES)
    for side in ("second", "fourth"):
        phone, address = Client(), factories.own_slip(pairing.pk, side)
        assert phone.get(address).status_code == 200
        sent = phone.post(address, {"moves": record, "sure": "on", "client_token": str(uuid4())}, follow=True)
        assert sent.status_code == 200, sent.context["form"].errors
    assert f"won by {seats[0].entry.name} (led before unplayed tiles)" in text(sent)
    result = Result.objects.get()
    assert (result.state, result.tally, result.led_before) == ("confirmed", "-7/-7/-16/-21", "first")
    assert not OpenQuestion.objects.exists()
    lines = {line.entry_id: line.row for line in standings_of(division)}
    rows = [lines[seat.entry_id] for seat in seats]
    assert [(row.wins, row.losses, row.spread) for row in rows] == STANDINGS
    page = text(Client().get(reverse("tournaments:standings", args=[division.event.slug, division.slug])))
    places = [page.index(f">{seat.entry.name}<") for seat in seats]
    assert places == sorted(places)
    assert RatedResult.objects.live().count() == 6
    recompute_pool(pool_id=pool.pk)
    ratings = dict(PlayerRating.objects.values_list("player_id", "live_rating"))
    assert [ratings[seat.entry.player_id] for seat in seats] == RATINGS
