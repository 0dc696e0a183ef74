"""Retired words stay away: docs/glossary.md says which, ``retired_words.toml`` where one may still stand."""

import ast
import re
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from typing import Final, TypedDict

from config.translations import strings
from core.packages import PACKAGES, ROOT

DOCUMENTS: Final = (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "deploy").glob("*.md"))
# the glossary names what it retires, and a change log is not rewritten
SPARED: Final = ("CHANGELOG.md", "docs/glossary*.md")


class Retired(TypedDict, total=False):
    """One retired phrase, as the table has it."""

    phrase: str
    instead: str
    allowed: list[str]
    within: list[str]


def table() -> dict[str, list[Retired]]:
    read: dict[str, list[Retired]] = tomllib.loads((ROOT / "tests/architecture/retired_words.toml").read_text("utf-8"))
    return read


def texts() -> Iterator[tuple[str, str]]:
    """Every message with each file that shows it, and every line of the documents."""
    for message in strings():
        for text in message.id if isinstance(message.id, tuple) else (message.id,):
            for name, _line in message.locations:
                yield name, str(text)
    for path in DOCUMENTS:
        name = str(path.relative_to(ROOT))
        if not any(fnmatch(name, spared) for spared in SPARED):
            for line in path.read_text("utf-8").splitlines():
                yield name, line


def names() -> Iterator[tuple[str, str]]:
    """Every name that the product's code gives: modules, classes, functions, arguments, variables."""
    for app in PACKAGES:
        for path in sorted((ROOT / app).rglob("*.py")):
            where = str(path.relative_to(ROOT))
            yield where, path.stem
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                    yield where, node.name
                elif isinstance(node, ast.arg):
                    yield where, node.arg
                elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    yield where, node.id


def hits(retired: list[Retired], passages: Iterator[tuple[str, str]], pattern: str) -> list[str]:
    """Where a retired phrase stands outside the files in which it is allowed."""
    rows = [(re.compile(pattern % row["phrase"], re.IGNORECASE), row) for row in retired]
    return sorted(
        {
            f"{name}: “{text}”: write {row['instead']}"
            for name, text in passages
            for phrase, row in rows
            if phrase.search(text)
            and any(fnmatch(name, within) for within in row.get("within", ["*"]))
            and not any(fnmatch(name, allowed) for allowed in row.get("allowed", []))
        }
    )


def test_no_message_and_no_document_has_a_retired_phrase() -> None:
    assert hits(table()["text"], texts(), r"(?<![\w/-])(?:%s)(?![\w-])") == []


def test_no_name_in_the_code_is_a_retired_one() -> None:
    assert hits(table()["name"], names(), r"^(?:%s)$") == []


def test_the_check_sees_a_retired_phrase_and_lets_an_allowed_one_pass() -> None:
    retired: list[Retired] = [{"phrase": "what-ifs?", "instead": "test copy", "allowed": ["docs/*.md"]}]
    passages = [("a.html", "Make a What-if"), ("docs/a.md", "a what-if"), ("b.html", "somewhat-iffy")]
    assert hits(retired, iter(passages), r"(?<![\w/-])(?:%s)(?![\w-])") == ["a.html: “Make a What-if”: write test copy"]
