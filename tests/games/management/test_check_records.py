"""``manage.py check_records``: files and folders, text and JSON, and no traceback whatever it is given."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from core.packages import ROOT
from games.crossword.files import LoadedFile, check_files, check_fitting, load
from games.engine.crossword.rules import RULE_SETS
from games.files import CheckedFiles
from tests.games.engine.crossword.test_files import FILES, FOLDER
from tests.games.management.run import run_command
from tests.walk import check_each

run = partial(run_command, "check_records")

TOURNAMENT = RULE_SETS["tournament"]


def test_a_clean_file_is_one_line_and_ok() -> None:
    text, status = run(str(FILES["club_game"]))
    assert status == 0
    lines = text.splitlines()
    assert lines[0] == f"{FILES['club_game']}: ok"
    assert lines[1].startswith("1 files: 1 ok, 0 note, 0 discrepancy, 0 error; ")
    assert lines[1].endswith(" files/s")


def test_a_discrepancy_is_no_error() -> None:
    text, status = run(str(FILES["score_wrong"]))
    assert status == 0
    assert "discrepancy score_wrong line=10 column=23 turn=5 stated=38 computed=36: The play scores 36" in text


def test_an_error_is_status_1() -> None:
    assert run(str(FILES["club_game"]), str(FILES["occupied"]))[1] == 1


def test_json_has_the_promised_shape() -> None:
    text, status = run(str(FOLDER), "--format", "json", "--repeat", "2")
    assert status == 1
    answer = json.loads(text)
    assert [Path(file["path"]).stem for file in answer["files"]] == sorted(FILES)
    by_name = {Path(file["path"]).stem: file for file in answer["files"]}
    assert by_name["club_game"]["verdict"] == "ok"
    assert by_name["club_game"]["findings"] == []
    finding = by_name["score_wrong"]["findings"][0]
    assert {name: finding[name] for name in ("code", "severity", "line", "turn", "stated", "computed")} == {
        "code": "score_wrong",
        "severity": "discrepancy",
        "line": 10,
        "turn": 5,
        "stated": 38,
        "computed": 36,
    }
    assert finding["message"] == "The play scores 36; the record says 38."
    totals = answer["totals"]
    assert totals["files"] == len(FILES) == sum(totals[verdict] for verdict in ("ok", "note", "discrepancy", "error"))
    assert totals["files_per_second"] > 0
    assert totals["repeat"] == 2


def test_words_are_looked_up_on_request() -> None:
    plain, _ = run(str(FILES["club_game"]))
    looked_up, status = run(str(FILES["club_game"]), "--lexicon", "en")
    assert "phoney" not in plain
    assert status == 0
    assert "ok" in looked_up.splitlines()[0]


def test_rules_may_be_named() -> None:
    text, _ = run(str(FILES["club_game"]), "--rules", "hasbro-zh")
    assert "end_points_wrong" in text


def test_files_are_judged_by_the_rules_of_their_division(tmp_path: Path) -> None:
    """Tile set, options and rules each decide whether a record is right: (moves, what makes it right)."""
    head = "#character-encoding UTF-8\n#player1 anna Anna\n#player2 ben Ben\n"
    racks = ">anna: ABCDEFGHI - +0 0\n"
    wow = ">anna: WHISKYS 8D WHISKY +92 92\n"  # W and K are worth ten in French
    line = ">anna: AEINRST 8D TRAINES +66 66\n>ben: - +0 0\n"

    def check(moves: str, *options: str) -> None:
        file = tmp_path / "game.gcg"
        file.write_text(head + moves, encoding="utf-8")
        for named, right in (((), False), (options, True)):
            said, _ = run(str(file), *named)
            assert (said.splitlines()[0].endswith((": ok", ": note"))) is right, (named, said)

    check_each(
        [
            (wow, "--tile-set", "fr"),
            (racks, "--option", "rack_size=9"),
        ],
        check,
        undo=False,
    )
    file = tmp_path / "game.gcg"
    file.write_text(f"{head}{line}>anna: A D8 .A +3 69\n", encoding="utf-8")
    assert "over before this move" in run(str(file), "--option", "finish_line=60")[0]
    assert "over before this move" not in run(str(file), "--option", "finish_line=70")[0]


@pytest.mark.parametrize(
    "option",
    [
        ["--tile-set", "xx"],
        ["--option", "rack_size=many"],
        ["--option", "colour=red"],
        ["--rules", "chess"],
        ["--repeat", "0"],
        ["--repeat", "x"],
        ["--repeat", "2", "--summary"],
        ["--jobs", "0"],
        ["--jobs", "many"],
        ["--format", "xml"],
        [],
    ],
)
def test_bad_options_are_named(option: list[str]) -> None:
    with pytest.raises(CommandError):
        call_command("check_records", *([str(FILES["club_game"])] if option else []), *option, stdout=StringIO())


@pytest.mark.django_db
def test_an_unknown_dictionary_is_named() -> None:
    with pytest.raises(CommandError, match="no dictionary “xx”"):
        call_command("check_records", str(FILES["club_game"]), "--lexicon", "xx", stdout=StringIO())


def test_any_input_gets_an_answer(tmp_path: Path) -> None:
    (tmp_path / "rubbish.gcg").write_bytes(os.urandom(3000))
    (tmp_path / "nul.gcg").write_bytes(b"\0" * 50)
    (tmp_path / "empty.gcg").write_bytes(b"")
    (tmp_path / "large.gcg").write_bytes(b">a: AB 8D AB +1 1\n" * 100_000)
    (tmp_path / "line.gcg").write_bytes(b"x" * 900_000)
    (tmp_path / "deeper").mkdir()
    (tmp_path / "deeper" / "UPPER.GCG").write_bytes(FILES["club_game"].read_bytes())
    (tmp_path / "other.txt").write_text("not checked")
    (tmp_path / "nothing").mkdir()
    (tmp_path / "broken.gcg").symlink_to(tmp_path / "gone.gcg")
    os.mkfifo(tmp_path / "pipe.gcg")
    weird = os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.gcg")
    Path(weird).write_bytes(b"8D TRAIN 12")
    paths = [str(tmp_path), str(tmp_path / "missing.gcg"), str(tmp_path / "nothing"), "/dev/zero", "a\0b"]
    text, status = run(*paths, "--format", "json")
    assert status == 1
    codes = {
        Path(file["path"]).name: {finding["code"] for finding in file["findings"]} for file in json.loads(text)["files"]
    }
    assert codes.pop("rubbish.gcg")
    assert codes == {
        "nul.gcg": {"not_text"},
        "empty.gcg": {"empty_file"},
        "large.gcg": {"too_large"},
        "line.gcg": {"line_too_long", "no_events"},
        "UPPER.GCG": set(),
        "broken.gcg": {"file_unreadable"},
        "pipe.gcg": {"file_unreadable"},
        "caf\\udce9.gcg": {"incomplete"},
        "missing.gcg": {"file_unreadable"},
        "nothing": {"folder_empty"},
        "zero": {"file_unreadable"},
        "a\0b": {"file_unreadable"},
    }


def test_a_record_in_another_language_is_checked_with_its_own_tiles() -> None:
    data = "#player1 a Ania\n#player2 b Bolek\n>a: AĆĘIPST 8G STĘPIĆ +40 40\n".encode()
    report = check_fitting(data, rules=TOURNAMENT, words=frozenset())
    assert report.rules.tile_set == "pl"
    assert "tile_set_assumed" in {finding.code for finding in report.findings}
    assert not {"rack_malformed", "word_malformed", "phoney"} & {finding.code for finding in report.findings}


def test_repeating_measures_and_does_not_add() -> None:
    loaded = load([str(FILES["score_wrong"])])
    once, thrice = (check_files(loaded, rules=TOURNAMENT, words=None, repeat=repeat) for repeat in (1, 3))
    assert once.files == thrice.files
    assert thrice.rate(len(thrice.files)) > 0


@pytest.mark.processes
def test_a_reader_that_goes_away_is_no_traceback() -> None:
    """``check_records … | head -1``"""
    command = f"{sys.executable} manage.py check_records tests/data/gcg --repeat 1 | head -1"
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert len(done.stdout.splitlines()) == 1
    assert "Traceback" not in done.stderr


def records(folder: Path) -> list[str]:
    """A folder with the sample records, a file that is none and one that cannot be read; lines of the answer without the rate."""
    for name, path in FILES.items():
        (folder / f"{name}.gcg").write_bytes(path.read_bytes())
    (folder / "rubbish.gcg").write_bytes(b"\xff\x00rubbish")
    return answer(str(folder))


def answer(*arguments: str) -> list[str]:
    lines = run(*arguments, "--lexicon", "en")[0].splitlines()
    return [line.rpartition("; ")[0] if line.endswith("files/s") else line for line in lines]


@pytest.mark.processes
def test_several_processes_give_the_same_answer(tmp_path: Path) -> None:
    one = records(tmp_path)
    assert len(one) > len(FILES)
    assert answer(str(tmp_path), "--jobs", "2") == one


def test_a_run_that_was_stopped_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped in the middle of a line: what was noted is not checked again, what has changed since is."""
    folder, notes = tmp_path / "records", tmp_path / "notes"
    folder.mkdir()
    whole = records(folder)
    assert answer(str(folder), "--resume", str(notes)) == whole
    lines = notes.read_bytes().splitlines(keepends=True)
    assert len(lines) == 1 + len(FILES) + 1
    notes.write_bytes(b"".join(lines[:20]) + lines[20][:40])
    assert answer(str(folder), "--resume", str(notes)) == whole
    assert sorted(notes.read_bytes().splitlines()) == sorted(line.rstrip() for line in lines)
    checked: list[int] = []

    def counted(loaded: Sequence[LoadedFile], **options: Any) -> CheckedFiles:
        checked.append(len(loaded))
        return check_files(loaded, **options)

    monkeypatch.setattr("games.management.commands.check_records.check_files", counted)
    (folder / "club_game.gcg").write_bytes(FILES["score_wrong"].read_bytes())
    changed = answer(str(folder), "--resume", str(notes))
    assert sum(checked) == 1
    assert f"{folder / 'club_game.gcg'}: discrepancy" in changed
    for file in (notes, folder / "rubbish.gcg"):  # notes by other rules, and a file that holds none
        with pytest.raises(CommandError, match="no file of notes"):
            call_command("check_records", str(folder), "--resume", str(file), "--rules", "hasbro-zh", stdout=StringIO())


def test_a_summary_by_finding(tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"{number}.gcg").write_bytes(FILES["score_wrong"].read_bytes())
    (tmp_path / "3.gcg").write_bytes(FILES["club_game"].read_bytes())
    text, status = run(str(tmp_path), "--summary")
    assert status == 0
    first, totals = text.splitlines()[0], text.splitlines()[-1]
    assert first == f"discrepancy score_wrong: 3 files, 3 times, first in {tmp_path / '0.gcg'}"
    assert totals.startswith("4 files: 1 ok, 0 note, 3 discrepancy, 0 error; ")
    found = json.loads(run(str(tmp_path), "--summary", "--format", "json")[0])
    assert "files" not in found
    assert found["findings"][0] == {
        "severity": "discrepancy",
        "code": "score_wrong",
        "files": 3,
        "times": 3,
        "first": str(tmp_path / "0.gcg"),
    }


def test_a_long_run_says_how_far_it_has_got(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.management.commands.check_records._LONG", 1)
    err = StringIO()
    records(tmp_path)
    with pytest.raises(SystemExit):
        call_command("check_records", str(tmp_path), "--summary", stdout=StringIO(), stderr=err)
    assert f"{len(FILES) + 1} of {len(FILES) + 1} records" in err.getvalue()


def test_on_a_terminal_one_line_says_how_far_it_has_got(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    for number in range(3):
        (tmp_path / f"{number}.gcg").write_bytes(FILES["club_game"].read_bytes())
    monkeypatch.setattr(sys, "stderr", Terminal())
    err = StringIO()
    call_command("check_records", str(tmp_path), "--summary", stdout=StringIO(), stderr=err)
    assert err.getvalue() == "\r3 of 3 records\n"


def test_notes_that_cannot_be_written_or_read_are_named(tmp_path: Path) -> None:
    """Nothing is written into a folder, or behind notes that something else has changed."""
    record, notes = str(FILES["club_game"]), tmp_path / "notes"
    with pytest.raises(CommandError, match=rf"{tmp_path}: Is a directory\."):
        call_command("check_records", record, "--resume", str(tmp_path), stdout=StringIO())
    call_command("check_records", record, "--resume", str(notes), stdout=StringIO())
    first = notes.read_bytes().splitlines(keepends=True)[0]

    def check(damaged: bytes) -> None:
        notes.write_bytes(first + damaged)
        with pytest.raises(CommandError, match=r"notes is damaged\. Name another file, or delete it\."):
            call_command("check_records", record, "--resume", str(notes), stdout=StringIO())
        assert notes.read_bytes() == first + damaged

    check_each([b"no note\n", b"{}\n", b"[]\n"], check, undo=False)
