"""Rating pools, their ledger of facts, and what is derived from it.

Facts: ``RatedEvent``, ``RatedResult`` (append-only) and ``OpeningRating``.  Derived, and replaced as a whole by each
recompute: ``RatingRun``, ``RatingChange`` and ``PlayerRating``.  ``RatingPool.ledger_version`` grows with every fact;
``computed_version`` says up to which of them the derived rows are right.
"""

from ratings.models.derived import PlayerRating, RatingChange, RatingRun
from ratings.models.facts import (
    MAX_RATING,
    MAX_ROUNDS,
    MAX_SCORE,
    MIN_SCORE,
    LedgerQuerySet,
    OpeningRating,
    RatedEvent,
    RatedResult,
)
from ratings.models.office import PoolCheck
from ratings.models.official import OfficialList, OfficialRating, PlayerMerge
from ratings.models.pools import PoolGame, PoolSetting, RatingPool

__all__ = [
    "MAX_RATING",
    "MAX_ROUNDS",
    "MAX_SCORE",
    "MIN_SCORE",
    "LedgerQuerySet",
    "OfficialList",
    "OfficialRating",
    "OpeningRating",
    "PlayerMerge",
    "PlayerRating",
    "PoolCheck",
    "PoolGame",
    "PoolSetting",
    "RatedEvent",
    "RatedResult",
    "RatingChange",
    "RatingPool",
    "RatingRun",
]
