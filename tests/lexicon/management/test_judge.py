"""``manage.py judge``: the verdict, its exit status, many plays at once, JSON."""

import io
import json
import os
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from lexicon.models import Lexicon, LexiconVersion
from tests.harness.site import run_manage

pytestmark = pytest.mark.django_db


def judged(*arguments: str) -> tuple[int, str, str]:
    """Exit status, standard output and standard error."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("judge", *arguments, stdout=out, stderr=err)
    except SystemExit as end:
        return int(str(end.code)), out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


@pytest.mark.parametrize(
    ("words", "status", "answers"),
    [
        (["train", "qi"], 0, "acceptable (Open English"),
        (["train", "zzqx"], 1, "not acceptable (Open English"),
        (["zzqx", "train"], 1, "not acceptable (Open English"),
    ],
)
def test_one_verdict_for_the_whole_play(
    dictionary: LexiconVersion, words: list[str], status: int, answers: str
) -> None:
    code, out, _err = judged(*words, "--lexicon", "en")
    assert (code, out[: len(answers)]) == (status, answers)
    assert "zzqx" not in out.lower()


@pytest.mark.parametrize("words", [["co-op"], ["x"], ["A" * 16], ["qi"] * 9, ["train", "АВ"]])
def test_what_cannot_be_judged_has_an_exit_status_of_its_own(dictionary: LexiconVersion, words: list[str]) -> None:
    code, out, err = judged(*words)
    assert (code, out) == (2, "")
    assert "Nothing was judged" in err


@pytest.mark.parametrize(
    "arguments", [["train", "--lexicon", "nothing"], ["train", "--lexicon", "en", "--edition", "x"]]
)
def test_a_dictionary_that_is_not_there(dictionary: LexiconVersion, arguments: list[str]) -> None:
    with pytest.raises(CommandError) as refusal:
        judged(*arguments)
    assert refusal.value.returncode == 2


@pytest.mark.parametrize("arguments", [[], ["-"]])
def test_a_play_a_line(dictionary: LexiconVersion, monkeypatch: pytest.MonkeyPatch, arguments: list[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("train qi\n\n  zzqx train\n" + "x" * 5000 + "\n"))
    code, out, err = judged(*arguments)
    assert code == 2  # the worst of them
    assert [line.split(" (")[0] for line in out.splitlines()] == ["acceptable", "not acceptable"]
    assert err.count("Nothing was judged") == 1


def test_json(dictionary: LexiconVersion, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("train qi\nzzqx\nco-op\n"))
    code, out, err = judged("--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert (code, err) == (2, "")
    assert [(row["words"], row["acceptable"]) for row in rows] == [
        (["train", "qi"], True),
        (["zzqx"], False),
        (["co-op"], None),
    ]
    assert {(row["dictionary"], row["edition"], row["checksum"]) for row in rows} == {
        ("en", dictionary.label, dictionary.checksum)
    }
    assert judged("--json", "train")[0] == 0


def test_nothing_to_judge(dictionary: LexiconVersion, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert judged() == (0, "", "")


def test_lists_that_come_with_the_program_need_no_database(tmp_path: Path) -> None:
    """In a folder where nothing was ever set up: no tables, no rows."""
    environment = {**os.environ, "WORDHALL_DATA": str(tmp_path), "DATABASE_URL": "", "WORDHALL_ENV": "local"}

    plays = "TRAIN ISOLATE\nTRAIN TRAINX\n"
    known = run_manage("judge", "--lexicon", "en", "-", environment=environment, text=plays)
    assert known.returncode == 1, known.stderr
    assert [line.split(" (")[0] for line in known.stdout.splitlines()] == ["acceptable", "not acceptable"]


def test_without_tables_it_says_what_to_run(db: None) -> None:
    """For lists that do not come with the program."""
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {Lexicon._meta.db_table} RENAME TO not_made_yet")
    with pytest.raises(CommandError, match=r"manage\.py migrate") as refusal:
        judged("TRAIN", "--lexicon", "club")
    assert refusal.value.returncode == 2
    assert judged("TRAIN", "--lexicon", "en")[0] == 0
