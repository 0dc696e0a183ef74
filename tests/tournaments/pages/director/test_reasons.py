"""The words for what the engine weighs."""

import ast
from pathlib import Path

import pytest

import tournaments.engine.pairing
from tournaments.engine.pairing.plan import ByeReason
from tournaments.engine.starts import StartReason
from tournaments.wording.reasons import (
    bye_sentence,
    queue_sentence,
    start_sentence,
    term_name,
    term_sentence,
    term_sentences,
)

_TERMS = {"Term", "dense_term", "sparse_term", "_players_term"}
_LIMITS = {"Constraint", "forbid", "forced"}
#: Made only inside an answer or a diagnosis, never shown.
_HIDDEN = {"without", "with", "broken"}


def named_in_the_engine(makers: set[str]) -> set[str]:
    """First arguments of the calls that make terms or constraints, in all of the engine's source."""
    names = set()
    for path in Path(tournaments.engine.pairing.__path__[0]).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in makers:
                name = node.args[0]
                if isinstance(name, ast.Constant) and isinstance(name.value, str):
                    names.add(name.value)
    return names - _HIDDEN


TERMS = named_in_the_engine(_TERMS) | {
    "distance",
    "draw",
    "team",
    "club",
    "blocked_weakly",
}  # arguments and results of functions
LIMITS = named_in_the_engine(_LIMITS) | {"blocked", "team", "club"}


def test_there_are_names_to_check() -> None:
    assert {"repeats", "floats", "schedule", "quarter", "catch", "gibson"} <= TERMS
    assert {"blocked", "max_repeats", "team", "control_loss", "last_round"} <= LIMITS


@pytest.mark.parametrize("name", sorted(TERMS | LIMITS))
def test_everything_the_engine_names_has_a_label(name: str) -> None:
    assert term_name(name) != name or name in {"byes"}


@pytest.mark.parametrize("name", sorted(TERMS))
def test_every_term_has_a_sentence(name: str) -> None:
    assert term_sentence(name, 1)[1] != "1"


@pytest.mark.parametrize(
    ("value", "times"), [(1, "played before"), (3, "played 2 times"), (6, "played 3 times"), (10, "played 4 times")]
)
def test_a_repeat_says_how_often(value: int, times: str) -> None:
    ((_name, sentence),) = term_sentences([{"name": "repeats", "value": value}])
    assert times in sentence


def test_every_reason_for_a_start_is_a_sentence() -> None:
    for reason in StartReason:
        assert " " in start_sentence(reason)


def test_a_bye_says_why_this_player_has_it() -> None:
    names = {1: "Ada", 2: "Ben"}
    for reason, passed_over, sentence in (
        (ByeReason.REQUESTED, (), "Asked for the bye."),
        (ByeReason.DIRECTOR, (), "The director gave this bye."),
        (ByeReason.NO_OPPONENT, (), "The scheduled opponent is absent."),
        (ByeReason.ODD_FIELD, (), "Odd number of players: fewest byes so far, and the lowest place among those."),
        (
            ByeReason.ODD_FIELD,
            (1, 2, 9),  # the last has been deleted since
            "Odd number of players. Due the bye first: Ada, Ben, but then the other pairings would have been worse.",
        ),
    ):
        assert bye_sentence({"reason": reason, "passed_over": passed_over}, names) == sentence, (reason, passed_over)


def test_a_pair_from_the_queue_says_how_long_a_wait_allowed_it() -> None:
    for waited, allowed, sentence in (
        (1, 50, "That counts as a difference of 40; after a wait of 1 minute, up to 50 was accepted."),
        (30, None, "The longer wait was 30 minutes, which is too long: anybody free would do."),
    ):
        assert queue_sentence({"cost": 40, "allowed": allowed, "waited": waited}) == sentence, waited
    assert term_sentence("queue_results", 3) == ("wins apart tonight", "Wins apart tonight: 1.5.")
