"""Background work is asked for by its name: services know no task, and no name is mistyped."""

import ast
import re
from collections.abc import Iterator

from celery import current_app
from django.conf import settings

from core.packages import PACKAGES, ROOT


def enqueued() -> Iterator[tuple[str, ast.expr]]:
    """Every call of ``enqueue`` in the site: where it stands, and what it is given first."""
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            text = path.read_text()
            for node in ast.walk(ast.parse(text)) if "enqueue(" in text else ():
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "enqueue":
                    yield f"{path.relative_to(ROOT)}:{node.lineno}", node.args[0]


def test_every_enqueued_name_is_a_registered_task() -> None:
    calls = list(enqueued())
    names = {where: argument.value for where, argument in calls if isinstance(argument, ast.Constant)}
    assert len(names) == len(calls) >= 9, "a name must stand in the call itself, or nobody can check it"
    periodic = {f"settings: {name}": row["task"] for name, row in settings.CELERY_BEAT_SCHEDULE.items()}
    unknown = {where: name for where, name in (names | periodic).items() if name not in current_app.tasks}
    assert unknown == {}


def test_tasks_are_started_by_enqueue_only() -> None:
    starts = re.compile(r"\.(delay|apply_async|delay_on_commit)\(|send_task\(")
    hits = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        for line in path.read_text().splitlines()
        if starts.search(line) and package != "jobs"
    ]
    assert hits == []
