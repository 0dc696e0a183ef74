"""The catalogue, its page and the examples in the docstrings."""

import doctest
import importlib
import pkgutil
import re

import pytest

import games.engine.crossword as package
from core.packages import ROOT
from games.engine.crossword.catalogue import CATALOGUE
from games.engine.crossword.documentation import markdown
from games.engine.crossword.findings import finding
from games.engine.crossword.scoring import Fault

MODULES = sorted(info.name for info in pkgutil.iter_modules(package.__path__))
SOURCES = {path: path.read_text() for path in sorted((ROOT / "games").rglob("*.py"))}


def test_the_page_is_up_to_date() -> None:
    assert (ROOT / "docs" / "findings.md").read_text(encoding="utf-8") == markdown()


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    module = importlib.import_module(f"{package.__name__}.{name}")
    assert doctest.testmod(module).failed == 0


def test_the_first_example() -> None:
    assert doctest.testmod(package).failed == 0


def test_the_readme() -> None:
    path = ROOT / "games" / "engine" / "crossword" / "README.md"
    results = doctest.testfile(str(path), module_relative=False)
    assert (results.failed, results.attempted > 12) == (0, True)


def test_every_code_is_used() -> None:
    used = {code for text in SOURCES.values() for code in re.findall(r'"([a-z_]+)"', text)}
    catalogue = ROOT / "games" / "engine" / "crossword" / "catalogue.py"
    elsewhere = {
        code for path, text in SOURCES.items() if path != catalogue for code in re.findall(r'"([a-z_]+)"', text)
    }
    assert used >= set(CATALOGUE)
    assert set(CATALOGUE) - elsewhere == set()


def test_every_fault_is_in_the_catalogue() -> None:
    assert {str(fault) for fault in Fault} <= CATALOGUE.keys()


def test_text_from_a_file_is_cleaned_and_shortened() -> None:
    cleaned = finding("line_unknown", stated="a\x1b[31m\u202eb" + "x" * 1000)
    assert cleaned.message.isprintable()
    assert len(cleaned.message) < 200
