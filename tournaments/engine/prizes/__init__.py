"""Prizes: what they are for, and who wins them."""

from tournaments.engine.prizes.award import Award, award, award_event, candidates, eligible
from tournaments.engine.prizes.kind import (
    PRIZE_KINDS,
    Candidate,
    Facts,
    PlayFact,
    Prize,
    PrizeError,
    PrizeKind,
    details,
)
from tournaments.engine.prizes.kinds import begun  # the kinds register themselves

__all__ = [
    "PRIZE_KINDS",
    "Award",
    "Candidate",
    "Facts",
    "PlayFact",
    "Prize",
    "PrizeError",
    "PrizeKind",
    "award",
    "award_event",
    "begun",
    "candidates",
    "details",
    "eligible",
]
