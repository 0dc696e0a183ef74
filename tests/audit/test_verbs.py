"""Every verb that the code can write has words; found by reading the code, so that a new verb without words is red."""

import ast
import re
from pathlib import Path

from celery import current_app
from django.conf import settings

from audit.verbs import VERBS, verb_name
from core.packages import PACKAGES

VERB = re.compile(r"[a-z_]+\.[a-z_]+")
#: Other texts of that shape: what keys of private links are made for, models, and names of files.
NO_VERBS = {
    "archive.zip",
    "backup.zip",
    "clubs.membership",
    "clubs.player",
    "clubs.player_invitation",
    "clubs.user",
    "erasures.jsonl",
    "event.json",
    "facts.json",
    "registration.group",
    "lexicon.judge",
    "log.json",
    "manifest.json",
    "sheet.jpg",
    "tournaments.division",
    "tournaments.entry",
    "tournaments.event",
    "tournaments.eventprize",
    "tournaments.kiosk",
    "tournaments.pairing",
    "tournaments.personal",
    "tournaments.round",
    "tournaments.slip",
    "wordhall.invalid",
}


def _writes_the_log(tree: ast.Module) -> bool:
    return any(
        isinstance(node, ast.ImportFrom)
        and node.module == "audit.log"
        and "log_action" in {name.name for name in node.names}
        for node in ast.walk(tree)
    )


def _calls(tree: ast.Module) -> list[ast.expr]:
    """What is given as ``verb`` to ``record``."""
    return [
        word.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "log_action"
        for word in node.keywords
        if word.arg == "verb"
    ]


def _verbs(tree: ast.Module) -> set[str]:
    """Every text of the shape of a verb, also one that reaches ``record`` through a table or a function of the file."""
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and VERB.fullmatch(node.value)
    }


def _put_together(tree: ast.Module) -> list[str]:
    """Verbs that are made of parts: nobody finds those by reading."""
    return [
        ast.unparse(node)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        and isinstance(node.values[0], ast.Constant)
        and re.fullmatch(r"[a-z_]+\.[a-z_]*", str(node.values[0].value))
    ]


def _written() -> tuple[set[str], list[str]]:
    """The verbs that the program writes, and those that are put together. Services write; some through another's helper."""
    verbs: set[str] = set()
    composed: list[str] = []
    root = Path(settings.BASE_DIR)
    for app in PACKAGES:
        for path in sorted((root / app).rglob("*.py")):
            text = path.read_text()
            serves = "services" in path.parts or path.name == "services.py"
            if not serves and "log_action" not in text:  # parsing all of the program takes seconds
                continue
            tree = ast.parse(text)
            if _writes_the_log(tree):
                assert _calls(tree), f"{path} imports record and does not call it"
                composed += [f"{path.relative_to(root)}: {text}" for text in _put_together(tree)]
            if serves or _writes_the_log(tree):
                verbs |= _verbs(tree)
    return verbs - NO_VERBS - current_app.tasks.keys(), composed


def test_every_verb_has_words_and_every_word_its_verb() -> None:
    written, composed = _written()
    assert composed == []
    assert sorted(written - VERBS.keys()) == [], "say in audit/verbs.py what these mean"
    assert sorted(VERBS.keys() - written) == [], "nothing writes these any more"


def test_the_words_are_words() -> None:
    raw = {verb: verb_name(verb) for verb in VERBS if re.search(r"[._]", verb_name(verb))}
    assert raw == {}
    assert verb_name("cake.eaten") == "cake.eaten"
