"""The order of the house, as far as import-linter does not see it: who starts tasks, and what templates hold."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
APPS = ["audit", "clubs", "games", "jobs", "leagues", "lexicon", "limits", "ratings", "tournaments"]


def test_tasks_are_started_by_enqueue_only() -> None:
    starts = re.compile(r"\.(delay|apply_async|delay_on_commit)\(|send_task\(")
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for app in APPS
        for path in (ROOT / app).rglob("*.py")
        for line in path.read_text().splitlines()
        if starts.search(line) and app != "jobs"
    ]
    assert found == []


def test_templates_hold_no_inline_script_style_or_handler() -> None:
    inline = re.compile(
        r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\bsrc=)(?![^>]*type=\"application/json\")", re.IGNORECASE
    )
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in (ROOT / "templates").rglob("*.*")
        for line in path.read_text().splitlines()
        if inline.search(line)
    ]
    assert found == []
