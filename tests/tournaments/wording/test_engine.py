"""The engines know no languages: their refusals are translated from sentences that are in the catalogue."""

import re
from typing import Any

import pytest
from django.utils import translation

from core.packages import ROOT
from tests.gathered import gathered
from tournaments.engine.importers.problems import CATALOGUE
from tournaments.engine.importers.table import parse_table
from tournaments.engine.importers.tsh import parse_tsh
from tournaments.engine.pairing import pairing_options, read_options
from tournaments.engine.pairing.options import RulesError
from tournaments.wording.engine import roster_problem, rules_problem

ENGINE = ROOT / "tournaments" / "engine"
PLACEHOLDER = re.compile(r"%\((\w+)\)")


@pytest.fixture(scope="module")
def catalogue() -> set[str]:
    """Every string that is gathered for translation."""
    return {item.id for item in gathered() if isinstance(item.id, str)}


def test_every_sentence_about_a_roster_is_in_the_catalogue(catalogue: set[str]) -> None:
    assert {sentence for pair in CATALOGUE.values() for sentence in pair} <= catalogue


@pytest.mark.parametrize("name", sorted(CATALOGUE))
def test_every_entry_of_the_catalogue_is_raised(name: str) -> None:
    """No entry that no reader of rosters raises: those in pieces are by what was read."""
    source = "".join(path.read_text() for path in (ENGINE / "importers").glob("*.py") if path.stem != "problems")
    code, _dot, which = name.partition(".")
    assert f'"{name}"' in source or (f'f"{code}.{{' in source and (not which or f'"{which}"' in source))


ROSTERS: list[tuple[Any, str]] = [
    (parse_table, ""),
    (parse_table, "Ann,x\nAnn,1500\n7,1500\n"),
    (parse_table, "name,colour\nAnn,red\n"),
    (parse_table, "name,name\nAnn,Bea\n"),
    (parse_table, 'Ann,1,2,3,4,5,6,7,8\n"Ann\n' + "x" * 90 + ",1\n"),
    (parse_table, f"Ann,99999,-1\nBea,1,x,{'9' * 40}\nCid,1,,,{'c' * 40}\nDee,1,,,,{'t' * 40}\nEve,1,,,,,{'k' * 40}\n"),
    (parse_table, "Ann,1,,7\nBea,1,,7\n"),
    (parse_tsh, "Ann\n1500 2\nBea 1500 9; 400\nCid 1500 3; 400\nDee 1500 1 x; 4 y\n"),
    (parse_tsh, "Ann 1500 2 2; 400 400\nBea 1500 0 3; 400 400\nCid 1500; 400 400\n"),
]


@pytest.mark.parametrize(("read", "text"), ROSTERS)
def test_every_problem_is_filled_in_and_translated(read: Any, text: str) -> None:
    parse = read(text)
    assert parse.problems
    for problem in parse.problems:
        assert roster_problem(problem.name, problem.values) == (problem.message, problem.remedy)
        assert "%(" not in problem.message + problem.remedy
        with translation.override("ja"):
            sentences = roster_problem(problem.name, problem.values)
        assert all(sentences)


def test_a_refusal_of_the_rules_is_filled_in() -> None:
    with pytest.raises(RulesError) as bad:
        read_options({"system": "elimination", "bracket": 6})
    assert rules_problem(bad.value) == str(bad.value) == "bracket must be one of 2, 4, 8, 16, 32, 64, 128, not 6"
    assert bad.value.template == "%(name)s must be one of %(known)s, not %(value)s"
    with pytest.raises(RulesError) as plain:
        pairing_options(gibson_spreads=())
    assert rules_problem(plain.value) == str(plain.value)


def test_every_refusal_of_pairing_rules_is_one_string_in_the_catalogue(catalogue: set[str]) -> None:
    """A sentence that is put together where it is raised could not be refusals in the catalogue."""
    raised = re.compile(r'RulesError\(\s*(f?)("(?:[^"\\]|\\.)*")')
    sources = {path.name: path.read_text() for path in sorted((ENGINE / "pairing").rglob("*.py"))}
    refusals = [
        (name, formatted, text) for name, source in sources.items() for formatted, text in raised.findall(source)
    ]
    assert len(refusals) > 20
    assert [text for _name, formatted, text in refusals if formatted] == []
    assert [(name, text) for name, _formatted, text in refusals if text[1:-1] not in catalogue] == []
