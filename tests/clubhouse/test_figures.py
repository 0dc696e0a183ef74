"""Records, players and attendance against figures counted by hand; who sees them, and how many queries they take."""

import pytest
from django.core.cache import cache
from django.test import Client

from clubhouse.engine.figures import Game, Turns, figures_of
from clubhouse.models import RecordFigures
from clubhouse.queries import club_figures
from clubhouse.services.records import read_records
from tests import factories
from tests.clubhouse.scene import Clubhouse
from tournaments.models import Division, Event

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

#: By hand: Ann 431 + 300 + 512 = 1243 in 3 games, won 2; Ben's 489 is the most that lost.
RESULTS = """2019-05-02,Spring,1,Ann,Ben,431,389
2019-05-02,Spring,1,Cem,Dua,350,350
2019-05-02,Spring,2,Ann,Cem,300,410
2020-05-02,Autumn,1,Ann,Ben,512,489
"""


def test_records_and_players_as_counted_by_hand(home: Clubhouse) -> None:
    home.played(RESULTS)
    figures = club_figures(home.club)
    heads = [(best[0].value, best[0].name) for best in (figures.high_game, figures.high_loss, figures.high_spread)]
    assert heads == [(512, "Ann"), (489, "Ben"), (110, "Cem")]
    rows = {
        line.name: (len(line.events), line.games, line.wins, line.losses, line.ties, line.points, line.high)
        for line in figures.players
    }
    assert rows == {
        "Ann": (2, 3, 2, 1, 0, 1243, 512),
        "Ben": (2, 2, 0, 2, 0, 878, 489),
        "Cem": (1, 2, 1, 0, 1, 760, 410),
        "Dua": (1, 1, 0, 0, 1, 350, 350),
    }
    assert (figures.high_play, figures.most_bingos) == ((), ()), "old results have no record"
    assert [line.name for line in club_figures(home.club, 2020).players] == ["Ann", "Ben"]
    page = home.get("figures/", who=Client())
    assert "512–489 against Ben" in page
    assert "431–389" not in home.get("figures/?year=2020", who=Client())
    assert Client().get("/clubs/harbour/figures/?year=1999").status_code == 404


def test_of_equal_values_the_earlier_stands_first_and_a_record_may_name_its_players_the_other_way_round() -> None:
    first = Game("a", 3_000_001, 1, (7, 8), ("Ann", "Ben"), (400, 300), (Turns(2, 80, "8D TRAINED"), Turns(0, 40, "")))
    second = Game("b", 3_000_002, 1, (8, 9), ("Ben", "Cem"), (400, 300), (Turns(2, 90, "B1 ZAP"), Turns(3, 50, "")))
    figures = figures_of([first, second])
    assert [best.name for best in figures.high_game[:2]] == ["Ann", "Ben"]
    assert [(best.value, best.name, best.play) for best in figures.high_play[:2]] == [
        (90, "Ben", "B1 ZAP"),
        (80, "Ann", "8D TRAINED"),
    ]
    assert [(best.value, best.name) for best in figures.most_bingos] == [(3, "Cem"), (2, "Ann"), (2, "Ben")]


def test_high_play_and_bingos_come_from_complete_records(running: Division, home: Clubhouse) -> None:
    line = factories.games(running.rounds.get(number=1))[0]
    record = b"8D TRAINED 68\n7E HOB 25\n"
    factories.report(line.pairing_id, "first", 68, 25, record=record)
    factories.report(line.pairing_id, "second", 68, 25)
    assert read_records() == 1
    assert read_records() == 0, "each record is read once"
    figures = RecordFigures.objects.get()
    assert figures.seats == [], "the game did not end in the record: its best play may still have been to come"
    RecordFigures.objects.update(seats=[[0, 25, "7E HOB", 25], [1, 68, "8D TRAINED", 68]])
    found = club_figures(home.club)
    assert (found.high_play[0].value, found.high_play[0].name) == (68, line.first.name)
    assert "8D TRAINED" in home.get(who=Client())


def test_events_that_not_everybody_sees_do_not_count(home: Clubhouse) -> None:
    home.played(RESULTS)
    Event.objects.filter(name="Autumn").update(visibility="members")
    cache.clear()
    assert club_figures(home.club).high_game[0].value == 431
    assert "512" not in home.get("figures/")


def test_the_home_takes_as_many_queries_for_one_row_as_for_three(home: Clubhouse) -> None:
    counts = []
    for year, name in enumerate(("Qfirst", "Wother", "Zlast"), start=2001):
        home.played(f"{year}-05-02,{name},1,{name}A,{name}B,400,300")
        home.post("roll/", name=f"{name} Member", kind="full", same_as="0")
        if year != 2002:
            client = Client()
            for page in ("", "figures/", "events/", "roll/", "night/"):
                cache.clear()
                who = home.client if page in {"roll/", "night/"} else client
                counts.append((page, factories.queries(lambda who=who, page=page: home.get(page, who=who))))  # type: ignore[misc]
    assert counts[:5] == counts[5:]
