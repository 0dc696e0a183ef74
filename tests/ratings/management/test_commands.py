"""The commands: what they print and their exit status."""

from __future__ import annotations

import json
import re
import time
from datetime import date
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from clubs.models import Player
from core.packages import ROOT
from ratings.models import PlayerRating, RatingPool
from tests.ratings.conftest import MakeEvent

#: Worked by hand: 1500 beats 1500 (10 points + 5 accelerated; 10 points - 0.25 back), 1600 ties 1600, one has a bye.
DIVISION = {
    "division": "A",
    "system": "nsa2008",
    "rounds": 1,
    "players": [
        {"id": 1, "rating_before": 1500, "career_games": 60, "opponents": [2], "scores": [400], "rating_after": 1515},
        {"id": 2, "rating_before": 1500, "career_games": None, "opponents": [1], "scores": [300], "rating_after": 1490},
        {"id": 3, "rating_before": 1600, "career_games": 60, "opponents": [4], "scores": [350], "rating_after": 1600},
        {"id": 4, "rating_before": 1600, "career_games": 60, "opponents": [3], "scores": [350], "rating_after": 1600},
        {"id": 5, "rating_before": 1234, "career_games": 9, "opponents": [0], "scores": [50], "rating_after": 1234},
    ],
}


def written(folder: Path, **changes: object) -> Path:
    path = folder / "division.json"
    path.write_text(json.dumps({"divisions": [DIVISION | changes]}))
    return path


def spoilt_player(number: int, **changes: object) -> list[object]:
    players: list[object] = list(DIVISION["players"])  # type: ignore[call-overload]  # a list, as written above
    players[number - 1] = {**players[number - 1], **changes}  # type: ignore[dict-item]
    return players


def test_verify_ratings_reproduces(tmp_path: Path) -> None:
    out = StringIO()
    call_command("verify_ratings", str(written(tmp_path)), stdout=out)
    assert out.getvalue().splitlines() == ["5 of 5 final ratings reproduced"]


def test_verify_ratings_lists_a_difference_with_its_working(tmp_path: Path) -> None:
    out = StringIO()
    with pytest.raises(SystemExit) as status:
        call_command("verify_ratings", str(written(tmp_path, players=spoilt_player(1, rating_after=1516))), stdout=out)
    assert status.value.code == 1
    lines = out.getvalue().splitlines()
    assert lines[0] == "A, player 1: published 1516, computed 1515"
    assert "K 20 → +10.0000" in lines[2]
    assert "acceleration +5.0000" in lines[3]
    assert lines[-1] == "4 of 5 final ratings reproduced"


def long_division(**second: object) -> dict[str, object]:
    """Two wins in rounds 1 and 10.  As 9 + 8 rounds: 1500 → 1515, then 20 x .4801 = 9.60 + 4.60 → 1529 instead of 1530."""
    opponents, scores = [0] * 10, [0] * 10
    one = {"id": 1, "rating_before": 1500, "career_games": 60, "opponents": [*opponents], "scores": [*scores]}
    other = {"id": 2, "rating_before": 1500, "career_games": 60, "opponents": [*opponents], "scores": [*scores]}
    for player, theirs, score in ((one, 2, 400), (other, 1, 300)):
        for index in (0, 9):
            player["opponents"][index] = theirs  # type: ignore[index]
            player["scores"][index] = score  # type: ignore[index]
    return {"rounds": 10, "players": [one | {"rating_after": 1529}, other | {"rating_after": 1481} | second]}


def test_verify_ratings_names_round_counts_that_would_explain_it_but_does_not_use_them(tmp_path: Path) -> None:
    path = written(tmp_path, **long_division())
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command("verify_ratings", str(path), stdout=out)
    assert "configured for 17 or 18 rounds instead of 10" in out.getvalue()
    assert out.getvalue().endswith("1 of 2 final ratings reproduced\n")
    out = StringIO()
    call_command("verify_ratings", str(path), "--rounds", "A=17", stdout=out)
    assert out.getvalue() == "2 of 2 final ratings reproduced\n"


def with_shown(division: dict[str, object], shown: list[list[int]]) -> dict[str, object]:
    players = division["players"]
    assert isinstance(players, list)
    rows = [row | {"rating_after_each_round": values} for row, values in zip(players, shown, strict=True)]
    return division | {"players": rows}


def cut_short() -> dict[str, object]:
    """A third win in round 11: 1515, then 20 x 2 x .4801 = 19.20 + 9.20 → 1543; after round 10 it showed 1529."""
    division = long_division()
    players = division["players"]
    assert isinstance(players, list)
    for row, opponent, score, rating in zip(players, (2, 1), (400, 300), (1543, 1472), strict=True):
        row["opponents"].append(opponent)
        row["scores"].append(score)
        row["rating_after"] = rating
    return division | {"rounds": 11}


SHOWN = [[1515] * 9 + [1529, 1543], [1490] * 9 + [1481, 1472]]


def test_verify_ratings_reads_the_split_from_ratings_shown_during_the_event(tmp_path: Path) -> None:
    out = StringIO()
    call_command("verify_ratings", str(written(tmp_path, **with_shown(cut_short(), SHOWN))), stdout=out)
    assert out.getvalue().splitlines() == [
        "A: split as configured for 17 or 18 rounds, not as stated for 11: the ratings shown after round 10 were computed so",
        "2 of 2 final ratings reproduced",
    ]


def test_verify_ratings_does_not_read_the_split_from_the_final_ratings(tmp_path: Path) -> None:
    """Nothing was shown but the last round's ratings: the stated number stays, and a rating differs."""
    shown = [[1500] * 10 + [1543], [1500] * 10 + [1472]]
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command("verify_ratings", str(written(tmp_path, **with_shown(cut_short(), shown))), stdout=out)
    assert "split as configured" not in out.getvalue()
    assert out.getvalue().endswith("1 of 2 final ratings reproduced\n")


def test_verify_ratings_keeps_the_stated_split_if_asked_or_told(tmp_path: Path) -> None:
    path = written(tmp_path, **with_shown(cut_short(), SHOWN))
    for option in ("--as-stated", "--rounds=A=11"):
        with pytest.raises(SystemExit):
            call_command("verify_ratings", str(path), option, stdout=StringIO())


def test_verify_ratings_still_lists_a_wrong_rating_under_the_split_that_was_shown(tmp_path: Path) -> None:
    division = cut_short()
    players = division["players"]
    assert isinstance(players, list)
    players[1]["rating_after"] = 1473
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command("verify_ratings", str(written(tmp_path, **with_shown(division, SHOWN))), stdout=out)
    assert "A, player 2: published 1473, computed 1472" in out.getvalue()
    assert out.getvalue().endswith("1 of 2 final ratings reproduced\n")


TOURNEY = ROOT / "tests" / "ratings" / "data" / "tourney.js"


def test_verify_ratings_reads_a_tourney_js(tmp_path: Path) -> None:
    """By the configured rounds of each division, holes in its lists, and texts for numbers; B plays on."""
    out = StringIO()
    call_command("verify_ratings", str(TOURNEY), stdout=out)
    assert out.getvalue() == "10 of 10 final ratings reproduced\n"
    marked = tmp_path / "marked.js"  # as an editor of Windows saves it
    marked.write_bytes(b"\xef\xbb\xbf" + TOURNEY.read_bytes()[TOURNEY.read_bytes().index(b"newt=") :])
    out = StringIO()
    call_command("verify_ratings", str(marked), stdout=out)
    assert out.getvalue() == "10 of 10 final ratings reproduced\n"
    wrong = tmp_path / "tourney.js"
    wrong.write_text(TOURNEY.read_text().replace('"newr":[1503,1507]', '"newr":[1503,1508]'))
    out = StringIO()
    with pytest.raises(SystemExit) as status:
        call_command("verify_ratings", str(wrong), stdout=out)
    assert status.value.code == 1
    assert out.getvalue().startswith("C, player 1: published 1508, computed 1507\n")
    assert out.getvalue().endswith("9 of 10 final ratings reproduced\n")


def test_verify_ratings_reads_a_tourney_js_that_says_little(tmp_path: Path) -> None:
    """Nothing configured, a name as old versions of tsh wrote it, and a player without games."""
    script = re.sub('"config":.*?,"divisions"', '"config":{},"divisions"', TOURNEY.read_text())
    script = script[: script.index('},\n{"name":"B"')].replace('"pairings":[0],"scores":[50],', "")
    path = tmp_path / "tourney.js"
    path.write_bytes(f"{script}}}]}};".replace("Elm, Eve", "Élm, Ève").encode("iso-8859-1"))
    out = StringIO()
    call_command("verify_ratings", str(path), stdout=out)
    assert out.getvalue() == "5 of 5 final ratings reproduced\n"


def test_verify_ratings_goes_on_past_divisions_without_ratings(tmp_path: Path) -> None:
    """As tsh writes them: a division called 1 is a number, one of a school is not rated, one has not begun."""
    whole = TOURNEY.read_text().replace('{"name":"A"', '{"name":1')
    unrated = whole.replace('"C":"nsa2008-lct"', '"C":"none"').replace('"newr":[1497,1497]', '"newr":["0+0+0","0+0+0"]')
    begun = "]}\n]};"
    assert unrated.rstrip().endswith(begun)
    later = (
        ',{"name":"D","players":[undefined,{"id":1,"name":"Kay","rating":0,"pairings":[],"scores":[],"etc":{}}]}\n]};'
    )
    path = tmp_path / "tourney.js"
    path.write_text(unrated.rstrip().removesuffix(begun) + "]}" + later)
    out = StringIO()
    call_command("verify_ratings", str(path), stdout=out)
    assert out.getvalue().splitlines() == [
        "C: not checked, its rating system is “none”",
        "D: not checked, no player has a new rating yet (“etc”, “newr”)",
        "7 of 7 final ratings reproduced",
    ]
    several = tmp_path / "several.js"
    several.write_text(whole.replace('"newr":[1515]', '"newr":["1515+1200"]'))
    out = StringIO()
    call_command("verify_ratings", str(several), stdout=out)
    assert out.getvalue().startswith("1: not checked, its ratings are of several systems at once\n5 of 5")


def test_verify_ratings_first_ratings_as_tsh(tmp_path: Path) -> None:
    """Two newcomers alone: at the floor, and 400 above it. A newcomer whose career games nobody knows: K 20 from round 10 on."""
    pair = {"division": "A", "system": "nsa2008", "rounds": 1}
    pair["players"] = [
        {"id": 1, "rating_before": None, "career_games": None, "opponents": [2], "scores": [400], "rating_after": 900},
        {"id": 2, "rating_before": 0, "career_games": 0, "opponents": [1], "scores": [300], "rating_after": 500},
    ]
    path = tmp_path / "newcomers.json"
    path.write_text(json.dumps({"divisions": [pair]}))
    out = StringIO()
    call_command("verify_ratings", str(path), stdout=out)
    assert out.getvalue() == "2 of 2 final ratings reproduced\n"
    pair["players"][0]["rating_after"] = 901  # type: ignore[index]  # a list, as written above
    path.write_text(json.dumps({"divisions": [pair]}))
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command("verify_ratings", str(path), stdout=out)
    lines = out.getvalue().splitlines()
    assert lines[0] == "A, player 1: published 901, computed 900"
    assert lines[1].startswith("    rounds 1-1: unrated → 900")
    assert lines[3].strip().endswith("cap 900.0000, rounding +0.0000")


def test_verify_ratings_says_of_whom_no_game_was_rated(tmp_path: Path) -> None:
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command("verify_ratings", str(written(tmp_path, players=spoilt_player(5, rating_after=1235))), stdout=out)
    assert out.getvalue().splitlines()[:2] == ["A, player 5: published 1235, computed 1234", "    no rated game"]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"divisions":[', '"divisions":7,"x":[', "“divisions” must be a list, not int"),
        ('"rating_system":"nsa2008"', '"rating_system":"magic"', "unknown rating system “magic”"),
        ('"max_rounds":8', '"max_rounds":"many"', "“max_rounds” must be a whole number, not 'many'"),
        ('"max_div_rounds":{"B":17}', '"max_div_rounds":{"B":0}', "“B” must be from 1 to 1000, not 0"),
        ('"pairings":[2],', '"pairings":[9],', "there is no opponent 9"),
        ('"scores":[300],', '"scores":[],', "round 1: a score is missing"),
        ('"newr":[1515]', '"newr":["best"]', "“newr”, place 1, must be a whole number, not 'best'"),
        ('"id":2,"name":"Bolt, Ben"', '"id":7,"name":"Bolt, Ben"', "“id” must be the position in the list, 2"),
        ('"max_div_rounds":{"B":17}', '"max_div_rounds":[17]', "“max_div_rounds” must be an object, not list"),
        ('"rating_system":"nsa2008"', '"rating_system":2008', "“rating_system” must be text, not 2008"),
        ('"scores":[300],', '"scores":[undefined],', "round 1: a score is missing"),
        ('{"name":"A"', '{"name":[3]', "“name” must be text, not [3]"),
        ('"etc":{"board":[1],"p12":[1]', '"etc":[{"p12":[1]', "not JSON"),
    ],
)
def test_verify_ratings_says_what_is_wrong_with_a_tourney_js(tmp_path: Path, old: str, new: str, words: str) -> None:
    path = tmp_path / "tourney.js"
    assert old in TOURNEY.read_text()
    path.write_text(TOURNEY.read_text().replace(old, new, 1))
    with pytest.raises(CommandError, match=re.escape(words)):
        call_command("verify_ratings", str(path))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"system": "magic"}, "division “A”: unknown rating system “magic”"),
        ({"rounds": 0}, "“rounds” must be from 1 to 1000, not 0"),
        ({"rounds": "8"}, "“rounds” must be a whole number, not '8'"),
        ({"players": 3}, "“players” must be a list, not int"),
        ({"division": 5}, "division 1: “division” must be text, not 5"),
        ({"players": [7]}, "player 1: expected an object"),
        ({"players": [{"id": 1}]}, "player 1: “rating_before” is missing"),
        ({"players": spoilt_player(2, id=7)}, "player 2: “id” must be the position in the list, 2"),
        ({"players": spoilt_player(1, opponents=[9])}, "player 1, round 1: there is no opponent 9"),
        ({"players": spoilt_player(1, opponents=[3])}, "player 1, round 1: opponent 3 does not name player 1"),
        ({"players": spoilt_player(1, scores=[])}, "player 1, round 1: a score is missing"),
        ({"players": spoilt_player(1, scores=["x"])}, "“scores”, round 1, must be a whole number, not 'x'"),
    ],
)
def test_verify_ratings_says_what_is_wrong_with_a_file(tmp_path: Path, changes: dict[str, object], words: str) -> None:
    with pytest.raises(CommandError) as error:
        call_command("verify_ratings", str(written(tmp_path, **changes)))
    assert words in str(error.value)
    assert error.value.returncode == 2


@pytest.mark.parametrize(
    ("data", "words"), [(b"\xff\x00", "not JSON"), (b"[" * 100_000, "not JSON"), (b"[]", "expected an object")]
)
def test_verify_ratings_survives_rubbish(tmp_path: Path, data: bytes, words: str) -> None:
    path = tmp_path / "rubbish"
    path.write_bytes(data)
    with pytest.raises(CommandError, match=words):
        call_command("verify_ratings", str(path))
    with pytest.raises(CommandError, match="No such file"):
        call_command("verify_ratings", str(tmp_path / "missing"))


def test_verify_ratings_refuses_unknown_divisions(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no division called B"):
        call_command("verify_ratings", str(written(tmp_path)), "--rounds", "B=3")
    with pytest.raises(CommandError, match="DIVISION=N"):
        call_command("verify_ratings", str(written(tmp_path)), "--rounds", "A")


def test_recompute_ratings(pool: RatingPool, players: list[Player], make_event: MakeEvent) -> None:
    make_event("a", players, date(2026, 3, 1))
    out = StringIO()
    call_command("recompute_ratings", stdout=out)
    assert "example-list: ledger version 3, 1 events, 6 games rated" in out.getvalue()
    out = StringIO()
    call_command("recompute_ratings", "example-list", stdout=out)
    assert out.getvalue() == "example-list: up to date at ledger version 3\n"
    out = StringIO()
    call_command("recompute_ratings", "--check", stdout=out)
    assert out.getvalue() == "example-list: equal when recomputed from scratch\n"


def test_recompute_ratings_check_fails_on_a_difference_and_rebuild_mends_it(
    pool: RatingPool, players: list[Player], make_event: MakeEvent
) -> None:
    make_event("a", players, date(2026, 3, 1))
    call_command("recompute_ratings", stdout=StringIO())
    PlayerRating.objects.filter(player=players[0]).update(rating=1234)
    out = StringIO()
    with pytest.raises(CommandError, match="1 of 1 rating lists differ"):
        call_command("recompute_ratings", "--check", stdout=out)
    assert f"list, player {players[0].pk}: published" in out.getvalue()
    call_command("recompute_ratings", "--rebuild", stdout=StringIO())
    call_command("recompute_ratings", "--check", stdout=StringIO())


def test_recompute_ratings_of_an_unknown_pool(pool: RatingPool) -> None:
    with pytest.raises(CommandError, match=r"no such rating list: nowhere \(known: example-list\)"):
        call_command("recompute_ratings", "nowhere")


def test_verify_ratings_does_not_get_lost_in_a_text_that_never_ends(tmp_path: Path) -> None:
    file = tmp_path / "tourney.js"
    for text in ('newt={"' + 'a\\"' * 100_000, 'newt={"' + "\\\n" * 100_000, "newt={" + '"a' * 100_000):
        file.write_text(text)
        begun = time.process_time()
        with pytest.raises(CommandError):
            call_command("verify_ratings", str(file))
        assert time.process_time() - begun < 2


def test_verify_ratings_needs_ratings_and_does_not_read_a_file_over_50_mb(tmp_path: Path) -> None:
    """A division that is not rated is nothing to check; a file of more than 50 MB is not read."""
    path = tmp_path / "tourney.js"
    path.write_text(re.sub(r"nsa2008(-lct)?", "none", TOURNEY.read_text()))
    out = StringIO()
    with pytest.raises(CommandError, match="there are no ratings to check") as error:
        call_command("verify_ratings", str(path), stdout=out)
    assert error.value.returncode == 2
    assert "not checked" in out.getvalue()
    with path.open("ab") as file:
        file.truncate(50_000_001)
    with pytest.raises(CommandError, match=r"tourney\.js: the file is larger than 50 MB") as error:
        call_command("verify_ratings", str(path), stdout=StringIO())
    assert error.value.returncode == 2
