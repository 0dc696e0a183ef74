"""Rating pools, their ledger, and what is computed from it.

The ledger: ``RatedEvent``, ``RatedResult`` (append-only) and ``OpeningRating``.  Computed, and replaced as a whole by each
recompute: ``RatingRun``, ``RatingChange``, ``PlayerRating`` and ``LinkBook``.  ``RatingPool.ledger_version`` grows with every change of
the ledger; ``computed_version`` says up to which of them the computed rows are right.
"""

from ratings.models.derived import LinkBook, LinkLine, PlayerRating, RatingChange, RatingRun
from ratings.models.ledger import (
    MAX_RATING,
    MAX_ROUNDS,
    MAX_SCORE,
    MIN_SCORE,
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
    "LinkBook",
    "LinkLine",
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
