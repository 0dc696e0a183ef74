"""When an official may undo what they entered about a game, judged by the facts of that game (``engine.results``).

Only the newest entry of its kind can be undone, so that taking it back leaves nothing in the middle of what others decided by it.
Whether a later round was paired by the result is known outside the game (``queries.undo``).
"""

from collections.abc import Sequence
from enum import StrEnum

from tournaments.engine.results import Report, Ruling, counted_reports, counted_rulings


class Refusal(StrEnum):
    """Why an entry cannot be undone."""

    #: It was undone before.
    UNDONE = "undone"
    #: Another entry of the same source has replaced it.
    REPLACED = "replaced"
    #: An official has ruled on the game since.
    RULED = "ruled"
    #: A later round was published since, and may have been paired by it.
    FOLLOWED = "followed"
    #: As many newer entries as are listed have been undone, one after the other.
    FAR = "far"


def refuse_report(pk: int, reports: Sequence[Report], rulings: Sequence[Ruling]) -> Refusal | None:
    """Why the report with this id cannot be undone; None if it can. Both sequences are in the order of their ids."""
    counted = counted_reports(reports)
    report = next((one for one in counted if one.id == pk), None)
    if report is None:
        return Refusal.UNDONE
    if any(other.source == report.source and other.id > pk for other in counted):
        return Refusal.REPLACED
    if any(ruling.after >= pk for ruling in counted_rulings(rulings)):
        return Refusal.RULED
    return None


def refuse_ruling(pk: int, rulings: Sequence[Ruling]) -> Refusal | None:
    """Why the ruling with this id cannot be undone; None if it can. The sequence is in the order of the ids."""
    counted = [ruling.id for ruling in counted_rulings(rulings)]
    if pk not in counted:
        return Refusal.UNDONE
    return None if counted[-1] == pk else Refusal.RULED
