"""Which game is played is asked nowhere: what differs is asked of the game (``games/registry.py``)."""

import ast
import re
from collections.abc import Iterator

from core.packages import ROOT
from games.registry import GAMES

APPS = ["audit", "clubs", "config", "games", "jobs", "lexicon", "limits", "ratings", "tournaments"]
#: Where a game may be named: its own packages, its commands, the events of the demo, the database's migrations.
ALLOWED = re.compile(
    r"games/(engine/)?(crossword|wordbasket)/|games/management/|.*/migrations/|tournaments/demo|tournaments/management/"
)
MEMBERS = {"CROSSWORD", "WORDBASKET", "WORD_BASKET"}
#: Without these a file names no game, and need not be walked through.
NAMED = re.compile(rf"""["'](?:{"|".join(GAMES)})["']|\b(?:{"|".join(sorted(MEMBERS))})\b""")


def names_a_game(node: ast.AST) -> bool:
    """A key of a game, or a member of an enumeration of games."""
    return (isinstance(node, ast.Constant) and node.value in GAMES) or (
        isinstance(node, ast.Attribute) and node.attr in MEMBERS
    )


def compares_games(tree: ast.AST) -> Iterator[int]:
    """The lines that compare with a game, look one up by name, or branch on the type of its records."""
    for node in ast.walk(tree):
        if (
            (isinstance(node, ast.Compare) and any(map(names_a_game, [node.left, *node.comparators])))
            or (isinstance(node, ast.Compare) and any(_has_game(part) for part in node.comparators))
            or (isinstance(node, ast.Dict) and any(key is not None and names_a_game(key) for key in node.keys))
            or (isinstance(node, ast.Subscript) and names_a_game(node.slice))
            or (isinstance(node, ast.MatchValue) and names_a_game(node.value))
        ):
            yield node.lineno


def _has_game(node: ast.AST) -> bool:
    return isinstance(node, ast.Set | ast.Tuple | ast.List) and any(map(names_a_game, node.elts))


def test_no_python_file_asks_which_game_it_is() -> None:
    hits = [
        f"{path.relative_to(ROOT)}:{line}"
        for app in APPS
        for path in (ROOT / app).rglob("*.py")
        if not ALLOWED.match(str(path.relative_to(ROOT)))
        if NAMED.search(text := path.read_text())  # parsing all of the program takes seconds
        for line in compares_games(ast.parse(text))
    ]
    assert hits == []


def test_no_template_asks_which_game_it_is() -> None:
    pattern = re.compile(rf"""["']({"|".join(GAMES)})["']|\bis_(basket|crossword)\b""")
    hits = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in (ROOT / "templates").rglob("*.*")
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if any(pattern.search(tag) for tag in re.findall(r"{%.*?%}|{{.*?}}", line))
    ]
    assert hits == []


def test_questions_for_the_game_are_detected() -> None:
    asking = [
        'if division.game == "crossword": pass',
        "x = 1 if Game.WORDBASKET != division.game else 2",
        'if game in {"wordbasket"}: pass',
        'rules = {"crossword": 1}[game]',
        'match game:\n    case "crossword": pass',
    ]
    assert [code for code in asking if not list(compares_games(ast.parse(code)))] == []
    assert not list(compares_games(ast.parse("if division.played.has_first: pass")))
