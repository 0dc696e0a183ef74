"""Retired words stay away: docs/glossary.md says which, ``retired_words.toml`` where one may still stand."""

import ast
import re
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from typing import Final, TypedDict

from core.packages import PACKAGES, ROOT
from tests.gathered import gathered

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
    for message in gathered():
        for text in message.id if isinstance(message.id, tuple) else (message.id,):
            for name, _line in message.locations:
                yield name, str(text)
    for path in DOCUMENTS:
        name = str(path.relative_to(ROOT))
        if not any(fnmatch(name, spared) for spared in SPARED):
            for line in path.read_text("utf-8").splitlines():
                yield name, line


def names(suspect: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    """Names that the product's code gives: modules, classes, functions, arguments, variables.

    A file in which no word at all is suspect gives no suspect name either, and is not parsed: that takes seconds.
    """
    known: dict[str, bool] = {}
    for app in PACKAGES:
        for path in sorted((ROOT / app).rglob("*.py")):
            where = str(path.relative_to(ROOT))
            yield where, path.stem
            source = path.read_text("utf-8")
            words = set(re.findall(r"\w+", source))
            for word in words - known.keys():
                known[word] = bool(suspect.search(word))
            if any(known[word] for word in words):
                yield from ((where, name) for name in names_in(source))


def names_in(source: str) -> Iterator[str]:
    """The names that one file gives."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


#: How a retired phrase is searched for in a text, and in a name.
IN_A_TEXT, IN_A_NAME = r"(?<![\w/-])(?:%s)(?![\w-])", r"^(?:%s)$"


def any_of(retired: list[Retired], pattern: str) -> re.Pattern[str]:
    """One pattern for all the phrases: most texts have none of them."""
    return re.compile("|".join(pattern % row["phrase"] for row in retired), re.IGNORECASE)


def hits(retired: list[Retired], passages: Iterator[tuple[str, str]], pattern: str) -> list[str]:
    """Where a retired phrase stands outside the files in which it is allowed."""
    suspect = any_of(retired, pattern)
    rows = [(re.compile(pattern % row["phrase"], re.IGNORECASE), row) for row in retired]
    return sorted(
        {
            f"{name}: “{text}”: write {row['instead']}"
            for name, text in passages
            if suspect.search(text)
            for phrase, row in rows
            if phrase.search(text)
            and any(fnmatch(name, within) for within in row.get("within", ["*"]))
            and not any(fnmatch(name, allowed) for allowed in row.get("allowed", []))
        }
    )


def test_no_message_and_no_document_has_a_retired_phrase() -> None:
    assert hits(table()["text"], texts(), IN_A_TEXT) == []


def test_no_name_in_the_code_is_a_retired_one() -> None:
    retired = table()["name"]
    assert hits(retired, names(any_of(retired, IN_A_NAME)), IN_A_NAME) == []


def test_the_check_sees_a_retired_phrase_and_lets_an_allowed_one_pass() -> None:
    retired: list[Retired] = [{"phrase": "what-ifs?", "instead": "test copy", "allowed": ["docs/*.md"]}]
    passages = [("a.html", "Make a What-if"), ("docs/a.md", "a what-if"), ("b.html", "somewhat-iffy")]
    assert hits(retired, iter(passages), IN_A_TEXT) == ["a.html: “Make a What-if”: write test copy"]


def test_every_kind_of_name_is_one() -> None:
    source = "class A:\n    def b(self, c, *d, **e): f = [g for g in c if (h := g)]\nasync def i(): lambda j: k.l\n"
    assert set(names_in(source)) == {"A", "b", "self", "c", "d", "e", "f", "g", "h", "i", "j"}
