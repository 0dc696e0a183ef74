"""What use cases take: frozen values that forms and serializers both build, and services trust to be well-formed.

Each ``__post_init__`` refuses what can never be right, with a message for the person who typed it.
"""

from dataclasses import dataclass, field
from datetime import date

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments.models import MAX_ROUNDS, MAX_SCORE, RESULT_KINDS


def check_score(score: int | None, *, whose: str) -> int:
    """``score`` when it can be a game score (0–1500); raises ValidationError that names ``whose`` otherwise."""
    if score is None:
        raise ValidationError(_("The score of %(whose)s is missing.") % {"whose": whose}, code="score_missing")
    if not 0 <= score <= MAX_SCORE:
        raise ValidationError(
            _("The score of %(whose)s is %(score)d; a game score is a whole number from 0 to %(max)d.") % {"whose": whose, "score": score, "max": MAX_SCORE},
            code="score_out_of_range",
        )
    return score


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionInput:
    """A division's settings; ids are database ids that the caller has checked to be visible to the club."""

    name: str = "A"
    rules_slug: str = "tournament"
    rule_options: dict[str, object] = field(default_factory=dict)
    challenge_rule: str = "double"
    lexicon_version_id: int | None = None
    rounds_planned: int = 8
    rating_pool_id: int | None = None
    bye_spread: int = 50
    forfeit_spread: int = -50
    spread_cap: int | None = None
    max_repeats: int = 0
    seed: int | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.rounds_planned <= MAX_ROUNDS:
            raise ValidationError(_("An event has 1 to %(max)d rounds.") % {"max": MAX_ROUNDS}, code="rounds")


@dataclass(frozen=True, slots=True, kw_only=True)
class EventInput:
    """A new event with its first division; an empty ``slug`` is made from the name."""

    name: str
    starts_on: date
    slug: str = ""
    division: DivisionInput = field(default_factory=DivisionInput)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultInput:
    """How a game ended. Scores belong to ``played`` and to nothing else."""

    kind: str = "played"
    first_score: int | None = None
    second_score: int | None = None

    def __post_init__(self) -> None:
        if self.kind not in RESULT_KINDS:
            raise ValidationError(_("“%(kind)s” is not a kind of result.") % {"kind": self.kind}, code="kind")
        if self.kind == "played":
            check_score(self.first_score, whose=_("the first player"))
            check_score(self.second_score, whose=_("the second player"))
        elif self.first_score is not None or self.second_score is not None:
            raise ValidationError(_("Only a played game has scores; a bye or forfeit takes its value from the division."), code="kind_scores")


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoresheetInput:
    """One report of a game. ``record`` holds the bytes of a GCG file or of typed moves; empty when only scores were given."""

    side: str
    channel: str
    client_token: str
    result: ResultInput
    record: bytes = b""


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingInput:
    """An official's decision with its reason; ``expected_version`` is the result version that the official saw."""

    result: ResultInput
    reason: str
    expected_version: int | None = None

    def __post_init__(self) -> None:
        if not self.reason.strip():
            raise ValidationError(_("Say why: a ruling needs a reason."), code="reason")
