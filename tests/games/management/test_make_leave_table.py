"""``manage.py make_leave_table``: a table for the analysis. That one seed gives one table is in
tests/games/engine/crossword/test_weighing.py."""

import io
import json
from pathlib import Path

from django.core.management import call_command

from games.engine.crossword.leaves import LeaveTable


def made(file: Path, *more: str) -> str:
    """The table's text after one short game."""
    arguments = ("--games", "1", "--generations", "1", "--to", str(file), *more)
    call_command("make_leave_table", *arguments, stdout=(out := io.StringIO()))
    assert f"{file}: made in" in out.getvalue()
    return file.read_text()


def test_a_table_is_made_and_can_be_read(tmp_path: Path) -> None:
    first = made(tmp_path / "a" / "leaves.json")
    other = made(tmp_path / "b.json", "--seed", "2")
    assert json.loads(other)["tiles"] != json.loads(first)["tiles"]
    assert json.loads(first)
    assert LeaveTable.from_json(first).as_json() == first
