"""Where a player stands with saying reach."""

from enum import StrEnum
from typing import Final


class ReachState(StrEnum):
    """From ``due`` on it can be pointed out that reach was not said, even after going out."""

    NONE = "none"  # more than one card
    DUE = "due"  # one card, reach not said yet
    SAID = "said"
    FORGOTTEN = "forgotten"  # gone out without having said it


#: Reach was not said where it had to be.
OWED: Final = (ReachState.DUE, ReachState.FORGOTTEN)
