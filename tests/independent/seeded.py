"""Errors slipped into an event's file by hand: one value changed, with or without new seals."""

import copy
import hashlib
import importlib.util
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path as Folder
from types import ModuleType
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder

from tournaments.queries.published import AUDITOR

Path = tuple[Any, ...]
#: Parts of a division, and of the file, that are worked out from the others: an error in them is noticed whatever the seals say.
FIGURES = {"repeats", "paired_apart", "table"}
#: What is worked out inside parts that are facts otherwise.
WORKED_OUT = {("results", name) for name in ("state", "kind", "first_score", "second_score", "spread")} | {
    ("changes", name) for name in ("old_rating", "new_rating", "games", "old_games", "new_games", "half_wins", "spread")
}


def load() -> ModuleType:
    """The auditor in this process: hundreds of files are checked."""
    spec = importlib.util.spec_from_file_location("auditor", AUDITOR)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def audit(document: Any, folder: Folder) -> Any:
    """What the auditor says of a file, run as everybody runs it: without the site."""
    path = folder / "event.json"
    path.write_text(json.dumps(document, cls=DjangoJSONEncoder))
    done = subprocess.run(
        [sys.executable, "-I", str(AUDITOR), "--json", str(path)], capture_output=True, text=True, check=False
    )
    assert done.returncode in {0, 1}, done.stderr
    return json.loads(done.stdout)


def leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    """The way to every single value."""
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(item, (*path, key))
    elif path[0] not in {"format", "seals"} and path[-1] != "slug":
        yield path


def is_worked_out(path: Path) -> bool:
    """Whether the value follows from others."""
    part = path[2] if path[0] == "divisions" and len(path) > 2 else path[0]
    named = [key for key in path if isinstance(key, str)]
    if part in {"standings", "handicap"}:
        return "rounds" in path
    return part in FIGURES or path[0] == "awards" or tuple(named[-2:]) in WORKED_OUT


def changed(document: Any, path: Path, dice: random.Random) -> Any:
    """The file with another value there."""
    copied = copy.deepcopy(document)
    holder = copied
    for key in path[:-1]:
        holder = holder[key]
    value = holder[path[-1]]
    if isinstance(value, bool):
        value = not value
    elif isinstance(value, int | float):
        value += dice.choice([-1, 1, 10])
    else:
        value = 1 if value is None else f"{value}x"
    holder[path[-1]] = value
    return copied


def sealed(document: Any) -> Any:
    """The file with new seals, as somebody makes them who knows how."""

    def seal(part: Any) -> str:
        return hashlib.sha256(json.dumps(part, sort_keys=True, separators=(",", ":")).encode()).hexdigest()

    seals = {name: seal(part) for name, part in document.items() if name not in {"format", "seals", "divisions"}}
    for division in document["divisions"]:
        seals |= {f"{division['slug']}/{name}": seal(part) for name, part in division.items() if name != "slug"}
    return {**document, "seals": seals}
