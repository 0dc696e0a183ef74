"""Whole events played through the API: their exported files say what a second computation finds in them."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from clubs.models import Club, User
from ratings.models import RatingPool
from tests.api_client import as_user
from tests.harness.deep import some
from tests.independent import recompute
from tests.independent.scene import Played
from tests.independent.seeded import audit
from tournaments.models import Event
from tournaments.queries.published import event_file

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("size", "circle", "rounds"), some([(15, 4, 5), (20, 8, 6), (60, 10, 17), (150, 21, 9)]))
def test_standings_firsts_and_ratings_are_as_recomputed_from_the_files(
    club: Club, director: User, pool: RatingPool, tmp_path: Path, size: int, circle: int, rounds: int
) -> None:
    """By the recomputation, and by the auditor from the files of the event; what only officials see is not checked without it."""
    event = Played(as_user(director), club.slug, pool.slug, size=size, circle=circle, rounds=rounds)
    event.finish()
    event.save(tmp_path)
    assert recompute.check(tmp_path) == []
    for officials, unchecked in ((False, 2), (True, 0)):
        answer = audit(event_file(Event.objects.get(slug=event.slug), officials=officials), tmp_path)
        assert (answer["differences"], len(answer["unchecked"])) == ([], unchecked)
    rows = (tmp_path / "a-results.csv").read_text()
    assert all(word in rows for word in ("bye", "forfeit_loss", "void", ",75,", ",-125,"))
    met = re.findall(r"^\d+,\d+,(\d+),[^\n]*?,\d+,(\d+),", (tmp_path / "b-results.csv").read_text(), re.MULTILINE)
    assert len({frozenset(pair) for pair in met}) == circle * (circle - 1) // 2 == len(met)


def test_a_changed_file_is_detected(tmp_path: Path) -> None:
    """The script by itself, on files of two players: one wrong number each time."""
    (tmp_path / "a.t").write_text("Ann 1500 2; 400; p12 1; lifeg 60\nBob 1500 1; 300; p12 2; lifeg 60\n")
    settings = '"rounds_planned": 1, "bye_spread": 50, "forfeit_spread": -50, "spread_cap": null, "spread_caps": []'
    points = '"win_points": 2, "tie_points": 1, "loss_points": 0, "bye_half_wins": 2'
    (tmp_path / "a.json").write_text(f'{{"division": {{{settings}, {points}}}}}')
    (tmp_path / "a-results.csv").write_text(
        "round,first_number,first_score,second_number,second_score,state,kind,spread,starter,led_before\n"
        "1,1,400,2,300,confirmed,played,,first,\n"
    )
    head = "rank,number,name,wins,losses,points,spread,played,byes,forfeits,firsts\n"
    standings, listed = f"{head}1,1,Ann,1,0,2,100,1,0,0,1\n2,2,Bob,0,1,0,-100,1,0,0,0\n", "name,rating,live_rating\n"
    (tmp_path / "ratings.csv").write_text(f"{listed}Ann,1515,\nBob,1490,\n")
    (tmp_path / "a-standings.csv").write_text(standings)
    command = [sys.executable, recompute.__file__, str(tmp_path)]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "everything agrees\n"
    (tmp_path / "ratings.csv").write_text(f"{listed}Ann,1514,\nBob,1490,\n")
    (tmp_path / "a-standings.csv").write_text(standings.replace("0,0,1\n2", "0,0,0\n2"))
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "a, Ann: firsts by the .t file is 0, recomputed 1",
        "a, Ann: firsts is 0, recomputed 1",
        "a, Ann: rating is 1514, recomputed 1515",
    ]
