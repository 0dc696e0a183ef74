"""``manage.py evaluate_ratings``: what it prints, what it accepts, what it says of bad input."""

from __future__ import annotations

import csv
import json
import lzma
import re
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from ratings.engine.evaluate_variants import VARIANTS
from tests.ratings.engine.test_evaluate import rows

COLUMNS = ["event", "date", "division", "round", "player1", "player2", "score1", "score2", "first"]
COLUMNS += ["rating1_before", "rating2_before", "status1", "status2"]


def games_csv(*, official: bool = True, events: int = 30, players: int = 16) -> str:
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for row in rows(events=events, players=players):
        status = "est" if row.established else "prov"
        ratings = [row.official_one, row.official_two] if official else [None, None]
        game = [row.event, row.day, row.division, row.round, row.one, row.two, row.score_one, row.score_two, row.first]
        writer.writerow([*game, *ratings, status, status])
    return text.getvalue()


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.csv"
    path.write_text(games_csv())
    return path


@pytest.fixture
def few_games(tmp_path: Path) -> Path:
    """Of eight players in 2020 and 2021."""
    path = tmp_path / "few.csv"
    path.write_text(games_csv(events=16, players=8))
    return path


def evaluated(*arguments: object) -> str:
    out = StringIO()
    call_command("evaluate_ratings", *map(str, arguments), stdout=out)
    return out.getvalue()


def test_the_spread_aware_system_against_the_official_ratings(games: Path) -> None:
    text = evaluated(games, "--train", 2021, "--test", 2022)
    assert text.startswith("1190 games, 30 events, 16 players; curve fitted on 2021, scored on 2022\n")
    for title in ("both players established: ", "both players with an official rating: ", "all games, "):
        assert title in text
    assert text.count("event-kalman  ") == text.count("official  ") == 3
    assert text.count("calibration of event-kalman") == 3


def test_years_split_by_themselves(games: Path) -> None:
    assert "curve fitted on 2020, scored on 2021–2022" in evaluated(games)


def test_packed_files_and_several_files(games: Path, tmp_path: Path) -> None:
    packed = tmp_path / "games.csv.xz"
    packed.write_bytes(lzma.compress(games.read_bytes()))
    plain, same = (evaluated(path, "--train", 2021, "--json") for path in (games, packed))
    one, other = json.loads(plain), json.loads(same)
    assert one["systems"]["official"]["levels"] == other["systems"]["official"]["levels"]
    with pytest.raises(CommandError, match=r"do not stand together|stands after"):
        evaluated(games, packed)


def test_json(games: Path) -> None:
    printed = json.loads(evaluated(games, "--train", 2021, "--test", 2022, "--param", "cap=200", "--json"))
    assert (printed["games"], printed["events"], printed["players"]) == (1190, 30, 16)
    assert printed["params"] == {"cap": 200}
    score = printed["systems"]["event-kalman"]["levels"]["rated"]
    assert {"log_loss", "brier", "accuracy", "calibration_error", "spread_rmse", "information", "bins"} <= set(score)
    assert score["gain_low"] <= score["gain"] <= score["gain_high"]
    assert sum(one["games"] for one in score["bins"]) == score["games"]


def test_a_late_term_is_fitted_on_demand(games: Path) -> None:
    plain, late = (json.loads(evaluated(games, *more, "--json"))["systems"] for more in ([], ["--late"]))
    links = [systems["event-kalman"]["levels"]["all"]["link"] for systems in (plain, late)]
    assert links[0]["late"] == 0 != links[1]["late"]


def test_a_cubic_term_is_fitted_on_demand(games: Path) -> None:
    plain, cubic = (json.loads(evaluated(games, *more, "--json"))["systems"] for more in ([], ["--cubic"]))
    for system in ("event-kalman", "official"):  # z around 1, and points of rating in the hundreds
        links = [systems[system]["levels"]["all"]["link"] for systems in (plain, cubic)]
        assert links[0]["cubic"] == 0 != links[1]["cubic"]


def test_the_filter_with_links_term_by_term(few_games: Path, tmp_path: Path) -> None:
    lines = evaluated(few_games, "--train", 2020, "--test", 2021, "--terms").splitlines()
    assert lines[1].split() == ["established", "rated", "all"]
    names = [line[:32].strip() for line in lines[2:]]
    assert names == [variant.name for variant in VARIANTS]
    assert all(len(line[32:].split("]")) == 4 for line in lines[2:])
    (today,) = (line for line in lines if line.startswith("event-kalman  "))
    assert today.count("+0.00000 [+0.00000, +0.00000]") == 3
    club = tmp_path / "club.csv"
    club.write_text(games_csv(official=False, events=16, players=8))
    lines = evaluated(club, "--train", 2020, "--test", 2021, "--terms").splitlines()
    assert lines[1].split() == ["all"]
    assert not any(line.startswith("official") for line in lines)


def test_compare_all_systems_or_some(few_games: Path) -> None:
    systems = json.loads(evaluated(few_games, "--compare", "--json"))["systems"]
    assert {"official", "event-kalman", "naspa", "spread-elo"} <= set(systems)
    some = json.loads(evaluated(few_games, "--system", "naspa", "--compare", "spread-elo", "--json"))["systems"]
    assert list(some) == ["official", "naspa", "spread-elo"]


def test_games_without_official_ratings(tmp_path: Path) -> None:
    path = tmp_path / "club.csv"
    path.write_text(games_csv(official=False))
    text = evaluated(path)
    assert "official" not in text.replace("official rating", "")
    assert "all games, newcomers included" in text
    assert "both players established" not in text


def test_tuning(games: Path) -> None:
    printed = json.loads(
        evaluated(games, "--train", 2021, "--param", "sig_d=300", "--tune", "sig_d", "--tries", 30, "--json")
    )
    assert printed["tuned"]["loss"] < printed["tuned"]["start_loss"]
    assert printed["params"] == printed["tuned"]["params"] != {"sig_d": 300}
    assert "event-kalman tuned on 2021 in 3 tries" in evaluated(games, "--train", 2021, "--tune", "--tries", 3)


def test_every_system_is_tuned_by_parameters_of_its_own(few_games: Path) -> None:
    options = ("--train", 2020, "--system", "elo", "--compare", "--tune", "--tries", 4, "--json")
    printed = json.loads(evaluated(few_games, *options))
    tuned = printed["tuned_systems"]
    assert set(tuned) == set(printed["systems"]) - {"official"}
    assert list(tuned["elo"]["params"]) == ["k", "start"]
    assert "m" in tuned["new-zealand"]["params"]
    assert {"tau", "beta"} <= set(tuned["coco"]["params"])
    assert "floor" not in tuned["glicko2"]["params"]
    assert all(one["loss"] <= one["start_loss"] and one["tries"] <= 4 for one in tuned.values())
    assert tuned["elo"]["loss"] < tuned["elo"]["start_loss"]
    named = json.loads(
        evaluated(few_games, "--train", 2020, "--system", "elo", "--compare", "naspa", "--tune", "k", "--json")
    )
    assert list(named["tuned_systems"]) == ["elo"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--system", "magic"], "unknown rating system “magic”"),
        (["--compare", "magic"], "unknown rating system “magic”"),
        (["--param", "cap"], "--param takes NAME=VALUE"),
        (["--param", "cap=wide"], "“wide” is not a number"),
        (["--param", "cap=nan"], "must be finite"),
        (["--param", "width=3"], "unknown parameter “width”"),
        (["--param", "sig_d=0"], "“sig_d” must be positive"),
        (["--tune", "width"], "“width” is not a number"),
        (["--tune", "--tries", "0"], "--tries must be 1 or more"),
        (["--train", "soon"], "years are YYYY or YYYY-YYYY"),
        (["--train", "2022", "--test", "2021"], "must come after"),
        (["--train", "2022", "--test", "2030"], "no game to score"),
    ],
)
def test_bad_arguments(games: Path, arguments: list[str], words: str) -> None:
    with pytest.raises(CommandError) as error:
        evaluated(games, *arguments)
    assert words in str(error.value)
    assert error.value.returncode == 2


@pytest.mark.parametrize("name", ["games.csv", "games.csv.xz"])
@pytest.mark.parametrize("data", [b"", b"\xff\xfe\x00", b"event,date\n", b"\x00" * 50, b"\xfd7zXZ\x00\x00"])
def test_rubbish_is_refused_with_the_files_name(tmp_path: Path, name: str, data: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(CommandError, match=r"games\.csv") as error:
        evaluated(path)
    assert error.value.returncode == 2


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No such file"):
        evaluated(tmp_path / "missing.csv")


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.csv"
    with path.open("wb") as file:
        file.truncate(2_000_000_001)  # of holes: it takes no room
    with pytest.raises(CommandError, match=r"large\.csv: the file is too large") as error:
        evaluated(path)
    assert error.value.returncode == 2


def test_on_a_terminal_a_bar_shows_how_far_each_system_is(few_games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    err = Terminal()
    monkeypatch.setattr(sys, "stderr", err)
    call_command("evaluate_ratings", str(few_games), "--system=elo", stdout=StringIO(), stderr=err)
    bars = [text for text in err.getvalue().split("\r") if text.startswith("elo ")]
    assert len(bars) > 1
    assert bars == sorted(bars)
    assert re.fullmatch(r"elo +\[#+\] (\d+)/\1 ", bars[-1])
    assert err.getvalue().endswith("\r" + " " * 78 + "\r")
