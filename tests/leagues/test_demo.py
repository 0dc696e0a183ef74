"""The demo's league: two divisions in one hall, for which the same events count."""

from clubs.models import Club, User
from leagues.demo import EXCHANGE, add_league
from leagues.queries import season_tables
from tests import factories


def test_both_divisions_are_counted_from_the_same_events(club: Club, director: User) -> None:
    played = []
    for _event in range(2):
        division = factories.division(club, director)
        factories.play(factories.start(division, director, 12))
        played.append(division)
    season = add_league(director, played)
    premier, challengers = season_tables(season)
    assert season.state == "running"
    assert [len(table.rows) for table in (premier, challengers)] == [6, 6]
    assert [len(table.shown) for table in (premier, challengers)] == [2, 2]
    assert premier.guests == challengers.guests == ()
    assert {row.line.row.played for table in (premier, challengers) for row in table.rows} == {2}
    assert [row.zone for row in premier.rows].count("down") == EXCHANGE
    assert [row.zone for row in challengers.rows].count("up") == EXCHANGE
