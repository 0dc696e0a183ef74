"""``manage.py check_wordbasket``: files and folders, text and JSON, exit status."""

import json
from functools import partial
from pathlib import Path

import pytest
from django.core.management import CommandError

from games.engine.wordbasket.jsonform import write_json
from games.engine.wordbasket.notation import read_text
from tests.games.management.run import run_command

run = partial(run_command, "check_wordbasket")

GOOD = "#player A Aiko\n#player B Ben\nstart あ\nA あしか か\nA かえるで て\nA てじなし し\nA しいたけ け\nA reach\nA けいらく く\nA win\n"
BAD = GOOD.replace("かえるで", "きえるで")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "good.basket").write_text(GOOD, encoding="utf-8")
    (tmp_path / "bad.basket").write_text(BAD, encoding="utf-8")
    (tmp_path / "good.basket.json").write_text(write_json(read_text(GOOD).record), encoding="utf-8")
    (tmp_path / "other.txt").write_text("no record")
    return tmp_path


def test_a_good_file(folder: Path) -> None:
    text, status = run(str(folder / "good.basket"))
    assert status == 0
    lines = text.splitlines()
    assert lines[0].endswith("good.basket: ok")
    assert lines[1].startswith("1 files: 1 ok, 0 note, 0 discrepancy, 0 error; 8 events, ")


def test_an_error_is_status_1_and_is_printed_in_either_language(folder: Path) -> None:
    text, status = run(str(folder / "bad.basket"))
    assert status == 1
    assert "error does_not_link line=5 turn=3 stated=きえるで computed=か: きえるで begins with き;" in text
    assert "「きえるで」は「き」で始まります。" in run(str(folder / "bad.basket"), "--language", "ja")[0]


def test_a_folder_as_json(folder: Path) -> None:
    text, status = run(str(folder), "--format", "json", "--repeat", "2")
    assert status == 1
    answer = json.loads(text)
    assert [(Path(file["path"]).name, file["verdict"]) for file in answer["files"]] == [
        ("bad.basket", "error"),
        ("good.basket", "ok"),
        ("good.basket.json", "ok"),
    ]
    assert answer["files"][1]["winner"] == "A"
    assert answer["files"][1]["cards_left"] == {"A": 0, "B": 5}
    assert answer["totals"]["events"] == 24
    assert answer["totals"]["events_per_second"] > 0


def test_words_and_options(folder: Path) -> None:
    good = str(folder / "good.basket")
    assert "word_not_listed" in run(good, "--dictionary")[0]
    assert "too_short" in run(good, "--option", "last_letters=5", "--option", "wild_last=false")[0]
    with pytest.raises(CommandError, match="wild_last"):
        run(good, "--option", "wild_last=perhaps")
    with pytest.raises(CommandError, match="whole number"):
        run(good, "--repeat", "0")


def test_nothing_to_check(tmp_path: Path) -> None:
    text, status = run(str(tmp_path), str(tmp_path / "none"))
    assert status == 1
    assert "folder_empty" in text
    assert "file_unreadable" in text
