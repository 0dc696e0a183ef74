"""The demo's Word Basket: our own games, without a finding that speaks against them, from records to ratings."""

from clubs.models import Club, User
from games.models import GameRecord
from ratings.models import RatedResult
from tests import factories
from tournaments.demo.basket import add_word_basket
from tournaments.models import Result
from tournaments.queries.standings import standings_of


def test_the_demo_has_a_division_with_recorded_games_and_a_club_table(club: Club, director: User) -> None:
    event = factories.division(club, director).event
    division = add_word_basket(director, event)
    records = GameRecord.objects.filter(format="wordbasket")
    assert records.count() >= 8
    assert {record.verdict for record in records} <= {"ok", "note"}
    results = Result.objects.filter(pairing__round__division=division)
    assert [result.state for result in results.order_by("pk")].count("confirmed") == 6
    assert results.filter(state="pending").count() == 1
    assert len(standings_of(division)) == 6
    tables = event.divisions.get(name="Club tables")
    assert Result.objects.filter(pairing__round__division=tables, state="confirmed").count() == 2
    assert RatedResult.objects.live().filter(event__pool=division.rating_pool).count() == 6 + 3 + 3
