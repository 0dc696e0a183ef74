"""A round planned in words: its system, its standings and its options."""

from typing import Any

from tournaments.engine.round_plan import PlannedRound
from tournaments.models import Division
from tournaments.settings import DivisionSettings
from tournaments.wording.round_plan import plan_in_short, planned_in_words, rounds_in_words


def division(**settings: Any) -> Division:
    return Division(settings=DivisionSettings(**settings))


def test_a_planned_round_says_what_is_special_about_it() -> None:
    def swiss(**options: object) -> PlannedRound:
        return PlannedRound("swiss", options)

    for planned, words in (
        (None, "Not planned: same as the previous round"),
        (PlannedRound(minutes=1), "Not planned: same as the previous round; 1 minute"),
        (PlannedRound("swiss", lag=1, minutes=25), "Swiss; on standings 1 round behind; 25 minutes"),
        (PlannedRound("koth", lag=2), "King of the hill; on standings 2 rounds behind"),
        (PlannedRound("fontes", {"opening": 3}), "Round robin in fours"),
        (PlannedRound("finals"), "Finals; for the event's prizes"),
        (PlannedRound("finals", {"prizes": 3}), "Finals; Places with a prize: 3"),
        (swiss(max_repeats=2), "Swiss; Maximum repeats: 2"),
        (swiss(consecutive_apart=True), "Swiss; No back-to-back repeats"),
        (swiss(consecutive_apart=False), "Swiss; No back-to-back repeats: no"),
        (swiss(swap_starts=False), "Swiss; Players level on firsts: ignore who went first in their last games"),
        (swiss(byes="top_down"), "Swiss; Who gets the bye: fewest byes, then the highest placed"),
        (
            PlannedRound("round_robin", {"second_seed_first": False}),
            "Round robin; Round robin: the second seed goes first against the top seed: no",
        ),
    ):
        assert planned_in_words(division(), planned) == words, planned
    assert planned_in_words(division(), None, first=True) == "Not planned", "no round comes before it"


def test_at_tables_of_more_than_two_the_plan_says_how_they_are_made() -> None:
    """No options there: everyone plays several others."""
    fours = division(table_size=4, rounds_planned=3)
    for planned, words in (
        (PlannedRound("swiss", {"max_repeats": 2}), "Mixed"),
        (PlannedRound("koth", {"max_repeats": 2}, lag=1), "By standings; on standings 1 round behind"),
        (PlannedRound("random"), "At random"),
    ):
        assert planned_in_words(fours, planned) == words, planned
    plan = {1: PlannedRound("random"), 2: PlannedRound("swiss"), 3: PlannedRound("swiss")}
    assert plan_in_short(fours, plan) == "1 × At random, 2 × Mixed"


def test_a_stretch_of_one_round_is_one_round() -> None:
    assert (rounds_in_words(3, 3), rounds_in_words(4, 7)) == ("Round 3", "Rounds 4 to 7")
