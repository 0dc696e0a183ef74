"""The options of COP, apart from how it pairs: "auto" ends with COP and has them too."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.engine.pairing.options import MOST_SIMULATIONS, ClassPrizeOptions, Group, option
from tournaments.engine.words import gettext_noop as _


@dataclass(frozen=True, kw_only=True)
class CopOptions(ClassPrizeOptions):
    """`hopefulness` and `gibson_spreads` name the last round's value first; the last one stands for all rounds before."""

    hopefulness: tuple[float, ...] = option(
        (0.1, 0.1, 0.05, 0.02, 0.01),
        _("COP: hopefulness"),
        help=_(
            "Share of simulated events a player must win to stay in contention, from the last round back: 0.1, 0.1, 0.05."
        ),
        group=Group.PRIZES,
        bounds=(0.0001, 1),
        at_least_one=True,
    )
    control_threshold: float = option(
        0.25,
        _("COP: control loss threshold"),
        help=_(
            "A player who would lose this share of simulated events by not playing the leader must play the leader."
        ),
        group=Group.PRIZES,
        bounds=(0, 1),
    )
    control_from: int | None = option(
        None,
        _("COP: check control loss from round"),
        help=_("Leave empty for the second half."),
        group=Group.PRIZES,
        bounds=(1, 999),
    )
    top_down_byes: bool = option(False, _("COP: the bye goes to the highest placed"), group=Group.BYES)
    simulations: int = option(100_000, bounds=(1, MOST_SIMULATIONS), internal=True)
    control_simulations: int = option(10_000, bounds=(1, MOST_SIMULATIONS), internal=True)
