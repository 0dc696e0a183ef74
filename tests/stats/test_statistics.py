"""Statistics against figures counted by hand: of a club, an event, a season, a player, two players; who sees them; their queries."""

import csv
import io
import json
import re
from datetime import date
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from clubs.models import Club, Player, User
from games.engine.crossword import gcg
from games.engine.crossword.record import Kind
from games.engine.crossword.record import Player as Seat
from games.engine.crossword.rules import RULE_SETS
from games.engine.crossword.selfplay import play_game
from games.engine.figures import PlayerFigures
from games.game import NOBODY
from games.models import GameRecord
from games.registry import GAMES
from leagues.models import CountingEvent, LeagueDivision, LeagueSeason
from lexicon.models import LexiconVersion
from ratings.services.people import merge_players
from stats import queries
from stats.models import RecordFigures
from stats.services.records import read_records
from tests import factories
from tests.clubhouse.scene import Clubhouse, clubhouse
from tests.games.engine.crossword.test_conversions import WILD, graph
from tests.harness.seen import seen
from tests.leagues.scene import make_league
from tournaments.inputs.results import ResultInput
from tournaments.models import Division, Event, Result

pytestmark = pytest.mark.django_db

#: By hand: Ann 431 + 300 + 512 = 1243 in 3 games, won 2; Ben's 489 is the most that lost.
RESULTS = """2019-05-02,Spring,1,Ann,Ben,431,389
2019-05-02,Spring,1,Cem,Dua,350,350
2019-05-02,Spring,2,Ann,Cem,300,410
2020-05-02,Autumn,1,Ann,Ben,512,489
"""


@pytest.fixture
def home(club: Club, director: User) -> Clubhouse:
    """A club without events, and its director at the page."""
    return clubhouse(club, director)


def person(home: Clubhouse, name: str) -> str:
    """The address of a player's page."""
    return f"/players/{home.player(name).pk}/"


@pytest.mark.postgres
def test_a_club_as_counted_by_hand(home: Clubhouse) -> None:
    home.played(RESULTS)
    found = queries.of_club(home.club)
    heads = {key: (bests[0].value, bests[0].side.name) for key, bests in found.bests.items()}
    assert heads == {
        "high_game": (512, "Ann"),
        "high_loss": (489, "Ben"),
        "high_spread": (110, "Cem"),
        "high_total": (1001, "Ann"),
    }, "old results have no record"
    rows = {
        line.name: (len(line.events), line.games, line.wins, line.losses, line.ties, line.points, line.high)
        for line in found.lines
    }
    assert rows == {
        "Ann": (2, 3, 2, 1, 0, 1243, 512),
        "Ben": (2, 2, 0, 2, 0, 878, 489),
        "Cem": (1, 2, 1, 0, 1, 760, 410),
        "Dua": (1, 1, 0, 0, 1, 350, 350),
    }
    assert [line.name for line in queries.of_club(home.club, 2020).lines] == ["Ann", "Ben"]
    page = seen(home.get("statistics/", who=Client()))
    assert "512–489 against Ben" in page
    assert "Bingos per game" not in page, "a column without a figure is left out"
    assert "4 two-player games. None of them has a game record." in page
    assert "431–389" not in home.get("statistics/?year=2020", who=Client())
    for wrong in ("?year=1999", "?year=x"):
        assert Client().get(f"/clubs/harbour/statistics/{wrong}").status_code == 404


def test_a_table_is_sorted_by_any_heading_and_downloaded(home: Clubhouse) -> None:
    home.played(RESULTS)

    def table(sort: str) -> Any:
        return Client().get(f"/clubs/harbour/statistics/?sort={sort}").context["table"]

    def names(sort: str) -> list[str]:
        return [row.line.name for row in table(sort).rows]

    assert names("name") == ["Ann", "Ben", "Cem", "Dua"]
    assert names("average") == ["Ben", "Ann", "Cem", "Dua"]
    assert names("high")[0] == "Ann"
    assert names("won") == ["Ann", "Cem", "Ben", "Dua"]
    assert names("nothing") == names("")
    by_name = table("name")
    shares = {
        row.line.name: dict(zip([head.sort for head in by_name.heads], row.cells, strict=True)) for row in by_name.rows
    }
    assert shares["Ann"]["win_share"] == "67", "two of three, rounded as in the files"
    text = Client().get("/clubs/harbour/statistics.csv?year=2019").content.decode()
    rows = {row["name"]: row for row in csv.DictReader(io.StringIO(text))}
    assert (rows["Ann"]["games"], rows["Ann"]["average"], rows["Ann"]["first_share"]) == ("2", "365.5", "50")
    lines = json.loads(Client().get("/clubs/harbour/statistics.json").content)
    assert {line["name"]: line["spread"] for line in lines}["Cem"] == 55.0
    assert {line["bingos"] for line in lines} == {None}


@pytest.mark.postgres
def test_a_player_and_two_players_as_counted_by_hand(home: Clubhouse) -> None:
    home.played(RESULTS)
    page = Client().get(person(home, "Ann"))
    total, streaks = page.context["total"], page.context["streaks"]
    assert (total.wins, total.losses, total.average, total.average_against) == (2, 1, 1243 / 3, 1288 / 3)
    assert (streaks.longest_wins, streaks.current, streaks.current_outcome) == (1, 1, "won")
    assert [(row.line.name, row.line.games, row.line.wins) for row in page.context["opponents"].rows] == [
        ("Ben", 2, 2),
        ("Cem", 1, 0),
    ]
    assert [(year, line.games) for year, line in page.context["years"]] == [(2020, 1), (2019, 2)]
    assert [side.game.event_name for side, _line, _changes in page.context["events"]] == ["Autumn", "Spring"]
    assert [bar.value for bar in page.context["chart"].bars] == [42, -110, 23]
    assert ">\N{MINUS SIGN}" in page.content.decode()
    pair = Client().get(f"{person(home, 'Ben')}against/{home.player('Ann').pk}/")
    assert [(side.own, side.other) for side in pair.context["games"]] == [(489, 512), (389, 431)]
    facts = seen(pair.content.decode())
    assert "Longest winning streak 0 last 2 games lost" in facts
    assert re.findall(r"First / second (.*?) won", facts) == ["– / 0%"]
    kept = json.loads(Client().get(f"{person(home, 'Ben')}against/{home.player('Ann').pk}/games.json").content)
    assert [(game["score"], game["opponent_score"]) for game in kept] == [(489, 512), (389, 431)]
    for end in ("", "games.csv"):
        assert Client().get(f"{person(home, 'Ben')}against/{home.player('Dua').pk}/{end}").status_code == 404
    games = json.loads(Client().get(person(home, "Cem") + "games.json").content)
    assert [(game["opponent"], game["score"], game["went"]) for game in games] == [
        ("Ann", 410, "second"),
        ("Dua", 350, "first"),
    ]


def test_two_numbers_of_one_person_are_one_page(home: Clubhouse) -> None:
    home.played(RESULTS)
    merge_players(actor=home.director, duplicate=home.player("Dua"), kept=home.player("Ann"), reason="one and the same")
    answer = Client().get(person(home, "Dua"))
    assert (answer.status_code, answer["Location"]) == (302, person(home, "Ann"))
    assert Client().get(person(home, "Ann")).context["total"].games == 4


@pytest.mark.postgres
def test_turns_come_from_complete_records(running: Division, director: User, dictionary: LexiconVersion) -> None:
    """A game that the engine played: what the record's own statistics say stands on the page, for the right player."""
    line, other = factories.games(running.rounds.get(number=1))[:2]
    home = clubhouse(running.event.club, director)
    factories.report(other.pairing_id, "first", 68, 25, record=b"8D TRAINED 68\n7E HOB 25\n")
    factories.report(other.pairing_id, "second", 68, 25)
    assert read_records() == 1
    assert read_records() == 0, "each record is read once"
    assert RecordFigures.objects.get().seats == [], "the game did not end in the record: its best may still have come"
    first = PlayerFigures(bingos=2, best=80, play="8D TRAINED", score=400, turns=10, taken_off=1, behind=31)
    second = PlayerFigures(bingos=0, best=40, play="B1 ZA", score=380, turns=9, stood=1, phoneys=1)
    factories.report(line.pairing_id, "first", 400, 380, record=b"8D TRAINED 68\n7E HOB 26\n")
    factories.report(line.pairing_id, "second", 400, 380)
    record = GameRecord.objects.get(pk=Result.objects.values_list("record", flat=True).get(pairing=line.pairing_id))
    # the record names the two the other way round: the scores tell
    RecordFigures.objects.create(
        record=record, seats=[{name: getattr(one, name) for name in one.__slots__} for one in (second, first)]
    )
    found = queries.of_club(home.club)
    lines = {one.name: one for one in found.lines}
    winner, loser = lines[line.first.name], lines[line.second.name]
    assert (winner.bingos, winner.turns, winner.challenges_lost, winner.comeback) == (2, 10, 1, 31)
    assert (loser.bingos, loser.challenges_won, loser.phoneys_a_game, loser.comeback) == (0, 1, 1.0, 0)
    assert (found.bests["high_play"][0].play, found.bests["comeback"][0].value) == ("8D TRAINED", 31)
    assert "8D TRAINED" in home.get()
    assert "Phoneys per game" in seen(Client().get(f"/e/{running.event.slug}/statistics/").content.decode())


def test_what_is_read_of_a_whole_record() -> None:
    """A game of the engine with challenges, against the lines of its record."""
    rules, ann, ben = RULE_SETS["tournament"], Seat("ann", "Ann"), Seat("ben", "Ben")
    played = play_game(words=graph(), rules=rules, seed=5, players=(ann, ben), styles=(WILD, WILD))
    game = GAMES["crossword"]
    data = game.check(gcg.write(played), rules=rules, dictionary=None, seating=NOBODY).as_dict()
    figures = game.figures(data)
    assert [one.score for one in figures] == data["result_scores"]
    for seat, one in enumerate(figures):
        turns = [event for event in played.events if event.player == seat]
        assert any(event.kind is Kind.PLAY and event.score == one.best for event in turns)
        assert one.taken_off == sum(event.kind is Kind.WITHDRAWN for event in turns)
        assert one.exchanges == sum(event.kind is Kind.EXCHANGE for event in turns)
    totals, behind = [0, 0], [0, 0]
    for event in played.events:
        totals[event.player] = event.total or 0
        behind = [max(behind[seat], totals[1 - seat] - totals[seat]) for seat in (0, 1)]
    assert [one.behind for one in figures] == behind
    assert sum(one.taken_off for one in figures), "the game has a play that came off"


def test_what_not_everybody_sees_does_not_count(home: Clubhouse) -> None:
    home.played(RESULTS)
    Event.objects.filter(name="Autumn").update(visibility="members")
    cache.clear()
    assert queries.of_club(home.club).bests["high_game"][0].value == 431
    assert "512" not in home.get("statistics/")
    assert Client().get(person(home, "Ann")).context["total"].games == 2
    assert Client().get("/e/autumn/statistics/").status_code == 404
    assert home.client.get("/e/autumn/statistics/").status_code == 200
    nobody = Player.objects.create(name="Nobody", home_club=home.club)
    assert Client().get(f"/players/{nobody.pk}/").status_code == 404
    assert Client().get(f"/players/{nobody.pk}/games.csv").status_code == 404


def test_a_season_counts_the_events_that_count(home: Clubhouse) -> None:
    spring, autumn = home.played(RESULTS)
    make_league(home.club, home.director)
    season = LeagueSeason.objects.get()
    division = LeagueDivision.objects.filter(season=season)[0]
    CountingEvent.objects.filter(league_division__season=season).delete()
    CountingEvent.objects.create(league_division=division, event_division=spring.divisions.get())
    found = queries.of_season(season)
    assert (found.games, found.bests["high_game"][0].value) == (3, 431)
    at = f"/clubs/{home.club.slug}/leagues/{season.league.slug}/{season.number}/"
    assert "431" in home.get(f"leagues/{season.league.slug}/{season.number}/statistics/", who=Client())
    assert Client().get(at + "statistics.csv").status_code == 200
    assert autumn.starts_on == date(2020, 5, 2)


def test_the_pages_take_as_many_queries_for_one_row_as_for_three(home: Clubhouse) -> None:
    counts: list[list[int]] = []
    for year, name in enumerate(("Qfirst", "Wother", "Zlast"), start=2001):
        home.played(f"{year}-05-02,{name},1,Ann,{name}B,400,300")
        if year != 2002:
            pages = ["/clubs/harbour/statistics/", person(home, "Ann"), f"/e/{name.lower()}/statistics/"]
            pages.append(f"{person(home, 'Ann')}against/{home.player('QfirstB').pk}/")
            counts.append([])
            for page in pages:
                Client().get(page)
                cache.clear()
                counts[-1].append(factories.queries(lambda page=page: Client().get(page)))  # type: ignore[misc]
    assert counts[0] == counts[1]


def test_matches_at_cards_count_without_points(club: Club, director: User) -> None:
    """Won and lost, first and second, opponents and cards; no averages, and none in the club's high games."""
    rules: dict[str, Any] = {"game": "wordbasket", "rules_slug": "word-basket", "best_of": 3}
    division = factories.division(club, director, **rules)
    (game,) = factories.games(factories.start(division, director, 2))
    factories.report(game.pairing_id, "official", 0, 0, result=ResultInput(tally="0-4 3-0 0-2"), actor=director)
    found = queries.of_club(club)
    assert {key: [best.value for best in bests] for key, bests in found.bests.items()} == {"high_cards": [3]}
    assert found.scores == []
    first = Player.objects.get(entries__seats__pairing=game.pairing_id, entries__seats__position=1)
    page = Client().get(f"/players/{first.pk}/")
    total = page.context["total"]
    assert (total.wins, total.losses, total.first_wins, total.average, total.average_cards) == (1, 0, 1, None, 3)
    text = seen(page.content.decode())
    assert "2–1" in text
    assert "+3 cards" in text
    (kept,) = json.loads(Client().get(f"/players/{first.pk}/games.json").content)
    assert (kept["score"], kept["opponent_score"], kept["outcome"], kept["spread"], kept["cards"]) == (
        2,
        1,
        "won",
        None,
        3,
    )


@pytest.mark.parametrize(
    ("rules", "result", "outcome"),
    [
        ("tournament", ResultInput(first_score=420, second_score=389, lost_on_time="first"), "lost"),
        ("tournament", ResultInput(first_score=400, second_score=400), "tied"),
        ("gujarati-club", ResultInput(first_score=400, second_score=400, led_before="first"), "won"),
        ("gujarati-club", ResultInput(first_score=400, second_score=400, led_before="level"), "tied"),
    ],
)
def test_the_outcome_is_that_of_the_standings(
    club: Club, director: User, rules: str, result: ResultInput, outcome: str
) -> None:
    division = factories.division(club, director, rules_slug=rules)
    (game,) = factories.games(factories.start(division, director, 2))
    factories.report(game.pairing_id, "official", 0, 0, result=result, actor=director)
    first = Player.objects.get(entries__seats__pairing=game.pairing_id, entries__seats__position=1)
    (kept,) = json.loads(Client().get(f"/players/{first.pk}/games.json").content)
    assert kept["outcome"] == outcome
