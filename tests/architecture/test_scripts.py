"""What the scripts look for on a machine before anything of ours runs."""

import os
import shutil
import subprocess
from pathlib import Path

from core.packages import ROOT

OLD, WITHOUT_VENV, COMPLETE = "exit 1", 'case "$2" in *ensurepip*) exit 1 ;; esac', "exit 0"


def python_for(folder: Path, pythons: dict[str, str], **environment: str) -> tuple[int, str]:
    """The exit status, and the Python that a machine with these would take (or why it has none)."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, does in pythons.items():
        path = folder / name
        path.write_text(f"#!/bin/sh\n{does}\n")
        path.chmod(0o755)
    # Not on Linux: there the system's own comes first, whatever the path.
    command = f'OSTYPE=darwin; . {ROOT / "script" / "lib.sh"}; PATH="{folder}"; find_python'
    variables = {key: value for key, value in os.environ.items() if key != "PYTHON"} | environment
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, env=variables)
    return done.returncode, done.stdout or done.stderr


def test_the_newest_python_that_can_make_an_environment_is_taken(tmp_path: Path) -> None:
    machine = tmp_path / "bin"
    assert python_for(machine, {"python3.13": COMPLETE, "python3": COMPLETE}) == (0, "python3.13")
    assert python_for(machine, {"python3.13": WITHOUT_VENV, "python3": COMPLETE}) == (0, "python3")
    assert python_for(machine, {"python3.12": OLD, "python3": WITHOUT_VENV}) == (0, "python3"), "the script knows a way"


def test_a_named_python_decides(tmp_path: Path) -> None:
    machine = tmp_path / "bin"
    both = {"python3.13": COMPLETE, "mine": WITHOUT_VENV}
    assert python_for(machine, both, PYTHON=str(machine / "mine")) == (0, str(machine / "mine"))
    status, words = python_for(machine, {"python3.13": COMPLETE, "mine": OLD}, PYTHON=str(machine / "mine"))
    assert status == 1
    assert "Python 3.11 or newer is needed" in words


def test_without_a_new_enough_python_it_says_what_to_do(tmp_path: Path) -> None:
    status, words = python_for(tmp_path / "bin", {"python3": OLD})
    assert status == 1
    assert "Install it, or name it: PYTHON=" in words
