"""`docs/rules.md`: every sentence of the rule sheets has its place in the program and a test, and all of them exist."""

import ast
import re
from functools import cache

from core.packages import ROOT
from tests.tournaments.pages.slip import test_rule_sheets

DOCUMENT = ROOT / "docs" / "rules.md"
REFERENCE = re.compile(r"`([\w/.]+\.py)::([\w.]+)(?:\[(.+?)\])?`")
#: The tables whose rows stand in brackets behind the test that walks them.
CASES = {
    "test_moves_by_each_sheet": {
        "Tokyo club": test_rule_sheets.SHARED | test_rule_sheets.TOKYO,
        "Gujarati club": test_rule_sheets.SHARED | test_rule_sheets.GUJARATI,
        "Hasbro, Traditional Chinese": test_rule_sheets.SHARED | test_rule_sheets.HASBRO,
    },
    "test_word_basket_by_its_sheet": {"Word Basket": test_rule_sheets.BASKET},
}


def rows(text: str) -> list[tuple[str, list[str]]]:
    """The rows of all tables: the sheet, and the cells sentence, engine, site, tests."""
    found, sheet = [], ""
    for line in text.splitlines():
        if line.startswith("## "):
            sheet = line.removeprefix("## ")
        elif line.startswith("| ") and not line.startswith("| sentence"):
            found.append((sheet, [cell.strip() for cell in line.strip("|").split(" | ")]))
    return found


@cache
def names_in(path: str) -> frozenset[str]:
    """The functions, classes, methods and constants of a file; nothing where there is no such file."""
    file = ROOT / path
    if not file.exists():
        return frozenset()
    names = set()
    for node in ast.parse(file.read_text()).body:
        names |= set(_defined(node))
        if isinstance(node, ast.ClassDef):
            names |= {f"{node.name}.{name}" for inner in node.body for name in _defined(inner)}
    return frozenset(names)


def _defined(node: ast.stmt) -> list[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
    return []


def problems(text: str) -> list[str]:
    """What is wrong with the tables of a document."""
    wrong = []
    for sheet, cells in rows(text):
        if len(cells) != 4:
            wrong.append(f"{sheet}: {len(cells)} cells instead of 4: {cells[0]}")
            continue
        sentence, engine, site, tests = cells
        if "::test_" not in tests:
            wrong.append(f"{sheet}: no test: {sentence}")
        if "`" not in site:
            wrong.append(f"{sheet}: no place on the site: {sentence}")
        for folder, cell in (("", engine), ("", site), ("tests/", tests)):
            for path, name, case in REFERENCE.findall(cell):
                if name not in names_in(folder + path):
                    wrong.append(f"{sheet}: {folder}{path} has no {name}: {sentence}")
                elif case and case not in CASES.get(name, {}).get(sheet, {}):
                    wrong.append(f"{sheet}: {name} has no row “{case}”: {sentence}")
        if any(part.count("`") != 2 for part in f"{site}, {tests}".split(", ")):
            wrong.append(f"{sheet}: places and tests are separated by commas, each in backticks: {sentence}")
    return wrong


def test_every_sentence_has_its_place_and_its_test() -> None:
    assert problems(DOCUMENT.read_text()) == []


def test_a_row_that_lies_is_found() -> None:
    """The check above finds what it is for."""
    head = "## Tokyo club\n| sentence | engine | site | test |\n"
    file = "`architecture/test_rule_sheets.py::test_a_row_that_lies_is_found`"
    good = f"| Pass. | – | `games/game.py::Game` | {file} |"
    assert problems(head + good) == []
    for wrong in (
        good.replace(file, "none yet"),
        good.replace("lies", "lied"),
        good.replace("Game`", "Gamme`"),
        good.replace("games/game.py", "games/none.py"),
        good.replace(file, "`tournaments/pages/slip/test_rule_sheets.py::test_moves_by_each_sheet[no such row]`"),
        good.replace(" | –", ""),
    ):
        assert problems(head + wrong) != [], wrong
