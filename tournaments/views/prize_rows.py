"""Awards as pages say them."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.engine.prize_doubts import Doubt, DoubtCode
from tournaments.engine.prizes import PrizeKind
from tournaments.models import EventPrize
from tournaments.queries.prizes import AwardLine, Winner
from tournaments.templatetags.tournaments_tags import signed


@dataclass(frozen=True, slots=True)
class ShownWinner:
    """A winner with what decided it, in words."""

    winner: Winner
    detail: str


@dataclass(frozen=True, slots=True)
class ShownAward:
    """A prize, who wins it and who was passed over."""

    prize: EventPrize
    winners: list[ShownWinner]
    passed: list[str]


def shown_awards(lines: Sequence[AwardLine]) -> list[ShownAward]:
    """The awards with everything said in words."""
    return [
        ShownAward(
            line.prize,
            [ShownWinner(winner, _detail(line.prize, winner)) for winner in line.winners],
            [_("%(name)s has “%(prize)s” already") % {"name": one.name, "prize": one.prize} for one in line.passed],
        )
        for line in lines
    ]


def _detail(prize: EventPrize, winner: Winner) -> str:
    number = round(winner.value[0]) if winner.value else 0
    kind = PrizeKind(prize.kind)
    if winner.opponent and kind is not PrizeKind.UPSET:
        values = {"score": abs(number), "round": winner.round, "opponent": winner.opponent}
        return _("%(score)d, round %(round)d against %(opponent)s") % values
    values = {"number": abs(number), "round": winner.round or 0, "opponent": winner.opponent}
    match kind:
        case PrizeKind.UPSET:
            return _("beat %(opponent)s in round %(round)d, rated %(number)d higher") % values
        case PrizeKind.SPREAD:
            return signed(number)
        case PrizeKind.OVER_SEED:
            return _("%(number)d places above the seed") % values
        case PrizeKind.UNDER_SEED:
            return _("%(number)d places below the seed") % values
        case PrizeKind.TOUGH_LUCK:
            return _("lost by %(number)d points in all") % values
        case PrizeKind.HANDICAP:
            return _("%(wins)s wins above what ratings promise") % {"wins": f"{winner.value[0] / 1000:+.2f}"}
        case PrizeKind.TEAM_TOTAL:
            return _("%(points).2f points a player") % {"points": winner.value[0]}
    return ""


def doubt_sentences(found: Sequence[tuple[EventPrize, Doubt, EventPrize | None]]) -> list[str]:
    """What looks wrong in the list, prize by prize."""
    texts = {
        DoubtCode.TWICE: _("“%(prize)s” is the same as “%(other)s”: the same player wins both."),
        DoubtCode.NOBODY: _("Nobody may win “%(prize)s”: no player is of that class or team."),
        DoubtCode.FEW: _("“%(prize)s” is for a place beyond the number of players."),
        DoubtCode.GAP: _("“%(prize)s” is for place %(place)d, and no prize is for the place before."),
        DoubtCode.LATE: _("“%(prize)s” counts rounds beyond those planned."),
        DoubtCode.OUT_OF_ORDER: _(
            "“%(prize)s” is awarded after “%(other)s”, a lower place of the same set: move it up."
        ),
        DoubtCode.NO_TEAMS: _("“%(prize)s”: there are not so many teams with enough players."),
        DoubtCode.UNRATED: _("“%(prize)s” needs ratings, and nobody who may win it has one."),
        DoubtCode.NO_HANDICAPS: _("“%(prize)s” needs handicap standings; choose in the settings what they go by."),
        DoubtCode.BOTH: _(
            "One player may win both “%(prize)s” and “%(other)s”: give both the same set to exclude that."
        ),
    }
    return [
        texts[doubt.code] % {"prize": prize.name, "other": other.name if other else "", "place": prize.place}
        for prize, doubt, other in found
    ]
