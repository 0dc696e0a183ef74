"""Who plays first: balance firsts, then look at the players' own games, then toss a reproducible coin."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import StrEnum


class StartBy(StrEnum):
    """What decides who goes first."""

    BALANCE = "balance"  # so that firsts and seconds even out
    COIN = "coin"  # by lot
    DRAW = "draw"  # the players draw tiles at the table; the plan's order means nothing


class StartReason(StrEnum):
    """Why a player goes first; shown with the pairing."""

    BALANCE = "balance"
    FEWER_FIRSTS = "fewer_firsts"
    MORE_SECONDS = "more_seconds"  # in rounds that were paired when firsts were compared before seconds
    MUTUAL_RECORD = "mutual_record"
    SWAP_LAST_ROUND = "swap_last_round"
    COIN = "coin"
    DRAW = "draw"
    DIRECTOR = "director"
    SCHEDULE = "schedule"


@dataclass(frozen=True, slots=True)
class StartRecord:
    """A player's starts so far. `last_first`: whether the player went first in the latest game, None = no game yet."""

    number: int
    firsts: int = 0
    seconds: int = 0
    last_first: bool | None = None

    @property
    def surplus(self) -> int:
        """How many more firsts than seconds."""
        return self.firsts - self.seconds


#: Nobody goes first so that they are more firsts than this above their seconds, if the other player can go first instead.
MOST_ABOVE = 2


def too_many(first: StartRecord, second: StartRecord) -> bool:
    """Whether going first would take `first` beyond `MOST_ABOVE`, and would not take `second` there."""
    return first.surplus >= MOST_ABOVE > second.surplus


@dataclass(frozen=True, slots=True)
class StartRules:
    """Settings for `choose_first`, see the options of `PairingOptions`. `draw`: equals draw at the table."""

    by: StartBy = StartBy.BALANCE
    head_to_head: bool = False
    swap: bool = True
    draw: bool = False


def choose_first(
    a: StartRecord,
    b: StartRecord,
    *,
    a_first_against_b: int,
    b_first_against_a: int,
    round_: int,
    seed: int,
    rules: StartRules = StartRules(),
) -> tuple[bool, StartReason]:
    """Whether `a` goes first, and the rule that decided.

    Whoever has gone first less often than second, or by the smaller surplus, goes first: a late entry has fewer firsts
    and fewer seconds, and is owed none. Then fewer firsts; then whoever has been first less often against the other;
    then the two swap the roles of their latest games if those differed; then a coin that depends only on seed, round
    and the two numbers, so the answer is the same on any machine and whichever of the two is named first.
    """
    mutual = a_first_against_b != b_first_against_a
    if rules.by is StartBy.BALANCE:
        if mutual and rules.head_to_head and not (too_many(a, b) or too_many(b, a)):
            return a_first_against_b < b_first_against_a, StartReason.MUTUAL_RECORD
        if a.surplus != b.surplus:
            return a.surplus < b.surplus, StartReason.BALANCE
        if a.firsts != b.firsts:
            return a.firsts < b.firsts, StartReason.FEWER_FIRSTS
        if mutual:
            return a_first_against_b < b_first_against_a, StartReason.MUTUAL_RECORD
        both_played = a.last_first is not None and b.last_first is not None
        if rules.swap and both_played and not rules.draw and a.last_first != b.last_first:
            return bool(b.last_first), StartReason.SWAP_LAST_ROUND
    low_first = coin(seed, round_, min(a.number, b.number), max(a.number, b.number))
    drawn = rules.draw or rules.by is StartBy.DRAW
    return low_first == (a.number < b.number), StartReason.DRAW if drawn else StartReason.COIN


def coin(*parts: int) -> bool:
    """A fair coin that falls the same way for the same numbers."""
    text = ":".join(str(part) for part in parts)
    return hashlib.blake2b(text.encode(), digest_size=1).digest()[0] % 2 == 0


def imbalance_after(a_firsts: int, a_seconds: int, b_firsts: int, b_seconds: int) -> int:
    """How far beyond one the game would take both players' differences between firsts and seconds, summed; 0 is best.

    First and second are as `choose_first` would have them.
    """
    a_goes_first = (a_firsts - a_seconds, a_firsts) <= (b_firsts - b_seconds, b_firsts)
    step = 1 if a_goes_first else -1
    a_after = abs(a_firsts - a_seconds + step)
    b_after = abs(b_firsts - b_seconds - step)
    return max(0, a_after - 1) + max(0, b_after - 1)
