"""Use cases of results: a report comes in, an official decides."""

from dataclasses import dataclass

from clubs.models import User
from games.engine.crossword.check import Report
from tournaments.inputs import RulingInput, ScoresheetInput
from tournaments.models import Result, Submission


@dataclass(frozen=True, slots=True)
class SubmissionOutcome:
    """What became of a report. ``difference``: the first difference from what others reported, as a sentence.

    ``created`` is False when the same token had been sent before. ``report`` is the engine's reading of the record.
    ``remarks`` are sentences about the record against the result (other final scores, other names, used before).
    """

    submission: Submission
    result: Result
    created: bool
    difference: str | None = None
    report: Report | None = None
    remarks: tuple[str, ...] = ()


def submit_scoresheet(*, pairing_id: int, data: ScoresheetInput, actor: User | None = None) -> SubmissionOutcome:
    """Add a report of a game and derive the result anew.

    The caller has found the pairing through its slip link or its event. Reports of an official need the right to enter results.
    Raises NotOpenError (round or event takes no reports), TournamentError, RecordUnusableError (no scores were typed and the
    record does not give them; carries the report), PermissionDenied.
    """
    raise NotImplementedError


def rule_result(*, actor: User, pairing_id: int, data: RulingInput) -> Result:
    """Decide a disputed result or correct a confirmed one; earlier facts stay. Raises StaleEditError, NotOpenError, PermissionDenied."""
    raise NotImplementedError


def consequences(*, pairing_id: int) -> list[str]:
    """What a correction of this result would not undo: later rounds paired with the old result, final ratings. For the confirmation page."""
    raise NotImplementedError
