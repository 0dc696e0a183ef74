"""``docs/wordbasket.md`` agrees with the rule sheet's tests, the parameters and the catalogue."""

import doctest
import importlib
import pkgutil
import re
from dataclasses import fields
from pathlib import Path

import games.engine.wordbasket as package
from core.packages import ROOT
from games.engine.findings import markdown_table
from games.engine.wordbasket.catalogue import CATALOGUE
from games.engine.wordbasket.check import check_record
from games.engine.wordbasket.notation import KEYWORDS
from games.engine.wordbasket.rules import RuleSet

PAGE = (ROOT / "docs" / "wordbasket.md").read_text(encoding="utf-8")
TESTS = (Path(__file__).parent / "test_rule_sheet.py").read_text(encoding="utf-8")


def test_every_sentence_has_its_test_and_every_test_its_sentence() -> None:
    named = set(re.findall(r"^\| .* \| `(test_\w+)` \|$", PAGE, re.MULTILINE))
    written = set(re.findall(r"^def (test_\w+)", TESTS, re.MULTILINE))
    assert named == written


def test_the_table_of_findings_is_current() -> None:
    assert markdown_table(CATALOGUE) in PAGE


def test_every_parameter_and_keyword_is_explained() -> None:
    for item in fields(RuleSet):
        if item.name not in {"slug", "name"}:
            assert f"`{item.name}`" in PAGE, item.name
    for keyword in KEYWORDS:
        assert keyword in PAGE, keyword


def test_the_example_is_a_good_record() -> None:
    examples = re.findall(r"```basket\n(.*?)```", PAGE, re.DOTALL)
    assert len(examples) == 2
    for example in examples:
        report = check_record(example.encode())
        assert [f.message for f in report.findings] == []
        assert report.complete


def test_the_examples_in_the_modules() -> None:
    names = [
        package.__name__,
        *(f"{package.__name__}.{codes_and_lines.name}" for codes_and_lines in pkgutil.iter_modules(package.__path__)),
    ]
    names += [f"lexicon.engine.{name}" for name in ("kana", "kana_romaji", "shiritori", "shiritori_index")]
    results = [doctest.testmod(importlib.import_module(name)) for name in names]
    assert sum(result.failed for result in results) == 0
    assert sum(result.attempted for result in results) > 25
