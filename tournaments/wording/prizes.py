"""Awards and doubts about prizes in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.engine.prize_doubts import Doubt, DoubtCode
from tournaments.engine.prizes import PRIZE_KINDS, details
from tournaments.models import EventPrize
from tournaments.queries.prizes import AwardLine, Winner


@dataclass(frozen=True, slots=True)
class WinnerInWords:
    """A winner with what decided it, in words."""

    winner: Winner
    detail: str


@dataclass(frozen=True, slots=True)
class AwardInWords:
    """A prize, who wins it and who was passed over."""

    prize: EventPrize
    winners: list[WinnerInWords]
    passed: list[str]


def awards_in_words(lines: Sequence[AwardLine]) -> list[AwardInWords]:
    """The awards, each with what decided it."""
    return [
        AwardInWords(
            line.prize,
            [WinnerInWords(winner, _detail(line.prize, winner)) for winner in line.winners],
            [_("%(name)s already has “%(prize)s”") % {"name": one.name, "prize": one.prize} for one in line.passed],
        )
        for line in lines
    ]


def _detail(prize: EventPrize, winner: Winner) -> str:
    kind = PRIZE_KINDS[prize.kind]
    values = {"round": winner.round or 0, "opponent": winner.opponent, **details(winner.value)}
    return _(kind.detail) % values if kind.detail else ""


def doubt_sentences(doubts: Sequence[tuple[EventPrize, Doubt, EventPrize | None]]) -> list[str]:
    """What looks wrong in the list, prize by prize."""
    texts = {
        DoubtCode.TWICE: _("“%(prize)s” is the same as “%(other)s”: one player will win both."),
        DoubtCode.NOBODY: _("No one is eligible for “%(prize)s”: nobody is in that class or team."),
        DoubtCode.FEW: _("“%(prize)s” is for a place beyond the number of players."),
        DoubtCode.GAP: _("“%(prize)s” is for place %(place)d, but there is no prize for the place before."),
        DoubtCode.LATE: _("“%(prize)s” counts rounds after the last one planned."),
        DoubtCode.OUT_OF_ORDER: _(
            "“%(prize)s” is awarded after “%(other)s”, a lower place in the same group: move it up."
        ),
        DoubtCode.NO_TEAMS: _("“%(prize)s”: too few teams have enough players."),
        DoubtCode.UNRATED: _("“%(prize)s” needs ratings, and no one eligible has one."),
        DoubtCode.NO_HANDICAPS: _("“%(prize)s” needs handicap standings; turn them on in the settings."),
        DoubtCode.BOTH: _(
            "One player can win both “%(prize)s” and “%(other)s”: put them in the same group to prevent that."
        ),
    }
    return [
        texts[doubt.code] % {"prize": prize.name, "other": other.name if other else "", "place": prize.place}
        for prize, doubt, other in doubts
    ]
