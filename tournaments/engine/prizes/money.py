"""What the winners of prizes get in money, where several are level.

All amounts are whole hundredths of the currency. By the usual rule those who are level add up the prizes of the places
they take together and get equal shares; shares are rounded down to whole units, and what is left over stays in the fund.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.engine.prizes.award import Award
from tournaments.engine.prizes.kind import PRIZE_KINDS, Candidate


class Sharing(StrEnum):
    """What players get who are level."""

    SUM = "sum"  # equal shares of the prizes of all the places that they take
    EACH = "each"  # each of them the best of these prizes, undivided


@dataclass(frozen=True, slots=True)
class Payout:
    """What the winners of one prize, or of several that they share, get. `awards`: indices of the awards, in their order.

    `pot`: their prizes together; `each`: what every winner gets; `rest`: what sharing leaves over (below 0: what it costs
    more than the pot).
    """

    awards: tuple[int, ...]
    winners: tuple[Candidate, ...]
    pot: int
    each: int

    @property
    def paid(self) -> int:
        """All of it."""
        return self.each * len(self.winners)

    @property
    def rest(self) -> int:
        """What is left of the pot."""
        return self.pot - self.paid


def payouts(awards: Sequence[Award], sharing: Sharing = Sharing.SUM, unit: int = 1) -> tuple[Payout, ...]:
    """Who gets how much, in the order of the awards; prizes without money and without winners are left out.

    `unit`: shares are rounded down to its multiples, in hundredths. A prize that one player wins is never rounded.
    """
    together: dict[object, list[int]] = {}
    for index, award in enumerate(awards):
        if award.winners:
            level = len(award.winners) > 1 and not PRIZE_KINDS[award.prize.kind].by_hand
            shared = (award.prize.series, award.winners) if level else index
            together.setdefault(shared, []).append(index)
    rows = []
    for indices in together.values():
        winners, amounts = awards[indices[0]].winners, [awards[index].prize.amount for index in indices]
        if any(amounts):
            rows.append(Payout(tuple(indices), winners, sum(amounts), _each(amounts, len(winners), sharing, unit)))
    return tuple(rows)


def _each(amounts: Sequence[int], winners: int, sharing: Sharing, unit: int) -> int:
    if winners == 1 or sharing is Sharing.EACH:
        return max(amounts)
    return sum(amounts) // winners // unit * unit
