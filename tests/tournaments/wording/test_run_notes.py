"""What the director reads about how a round was paired."""

from typing import Any

from tournaments.models import PairingRun
from tournaments.wording.run_notes import prize_sentence, run_system


def run(system: str, *, bands: tuple[int, ...] = (), rules: dict[str, Any] | None = None, **plan: Any) -> PairingRun:
    """A stored run; ``bands``: of the event's own prizes."""
    return PairingRun(system=system, snapshot={"bands": bands}, plan={"rules": rules or {}, **plan})


def test_the_system_is_named_and_the_one_that_it_chose() -> None:
    by_hand, weighed = {"locked": True}, {"locked": False}
    for one, name in (
        (run("swiss", pairs=[weighed, by_hand]), "Swiss"),
        (run("swiss", pairs=[by_hand, by_hand]), "the director"),
        (run("package", pairs=[weighed], used="koth"), "Packaged schedule (King of the hill)"),
    ):
        assert run_system(one) == name, name


def test_the_number_of_prizes_says_where_it_comes_from() -> None:
    entered = "entered for this round."
    for one, sentence in (
        (run("swiss", bands=(3,)), ""),
        (
            run("finals"),
            "The event has no prizes for places, so the top quarter of the field counts as being in the prizes.",
        ),
        (run("finals", bands=(1, 3)), "3 places with a prize, from the event's prizes."),
        (run("finals", bands=(1,)), "1 place with a prize, from the event's prizes."),
        (run("finals", rules={"bands": [1, 4, 8]}), f"Prize bands down to places 1, 4, 8: {entered}"),
        (run("finals", rules={"prizes": 1}), f"1 place with a prize: {entered}"),
        (run("finals", rules={"prizes": 2}), f"2 places with a prize: {entered}"),
        (run("finals", bands=(3,), rules={"prizes": 3}), "3 places with a prize, from the event's prizes."),
        (
            run("swiss", bands=(3,), rules={"prizes": 2, "gibson": True}),
            f"2 places with a prize: {entered} The event's own prizes are for 3.",
        ),
    ):
        assert prize_sentence(one) == sentence, (one.system, one.snapshot, one.plan)
