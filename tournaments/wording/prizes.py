"""Awards and doubts about prizes in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from core.wording import listed as items
from tournaments.engine.prize_doubts import Doubt, DoubtCode
from tournaments.engine.prizes import PRIZE_KINDS, details
from tournaments.models import EventPrize
from tournaments.queries.prizes import AwardLine, PrizeList, Winner
from tournaments.wording.money import money, worth


@dataclass(frozen=True, slots=True)
class WinnerInWords:
    """A winner with what decided it, in words."""

    winner: Winner
    detail: str


@dataclass(frozen=True, slots=True)
class AwardInWords:
    """A prize, what it is worth, who wins it (or why nobody does), what each of several winners gets, and who was passed over."""

    prize: EventPrize
    worth: str
    winners: list[WinnerInWords]
    share: str
    passed: list[str]
    nobody: str


def limits_of(prize: EventPrize) -> list[str]:
    """What a prize is limited to, as far as its name need not say it: class, team, rounds, and what its number means."""
    limits = [_("class %(name)s") % {"name": prize.player_class}] if prize.player_class else []
    if prize.team:
        limits.append(prize.team)
    if prize.last_round == prize.first_round:
        limits.append(_("round %(number)d") % {"number": prize.first_round})
    elif prize.last_round is not None:
        limits.append(_("rounds %(first)d to %(last)d") % {"first": prize.first_round, "last": prize.last_round})
    elif prize.first_round > 1:
        limits.append(_("from round %(first)d") % {"first": prize.first_round})
    if counted := PRIZE_KINDS[prize.kind].counted:
        limits.append(_(counted) % {"count": prize.count})
    return limits


def awards_in_words(listed: PrizeList) -> list[AwardInWords]:
    """The awards as they are read out, each with what decided it."""
    currency = listed.fund.currency
    return [
        AwardInWords(
            line.prize,
            worth(line.prize, currency),
            [WinnerInWords(winner, detail_of(line.prize, winner)) for winner in line.winners],
            _share(listed, index),
            [_("%(name)s already has “%(prize)s”") % {"name": one.name, "prize": one.prize} for one in line.passed],
            _nobody(line),
        )
        for index, line in enumerate(listed.awards)
    ]


def _nobody(line: AwardLine) -> str:
    """Why a prize has no winner, where it has none."""
    return _("no one") if line.begun or PRIZE_KINDS[line.prize.kind].by_hand else _("no games yet")


def _share(listed: PrizeList, index: int) -> str:
    """What each of several winners gets, said with the first of the prizes that they share."""
    payout = next((one for one in listed.payouts if index in one.awards and len(one.winners) > 1), None)
    if payout is None:
        return ""
    names = [listed.awards[number].prize.name for number in payout.awards]
    if payout.awards[0] != index:
        return _("pooled with “%(prize)s”") % {"prize": names[0]}
    each = money(payout.each, listed.fund.currency)
    if len(names) == 1:
        return _("%(money)s each") % {"money": each}
    return _("%(money)s each for %(prizes)s together") % {"money": each, "prizes": items(f"“{name}”" for name in names)}


def detail_of(prize: EventPrize, winner: Winner) -> str:
    """What decided the prize for this winner, in words; "" for a place."""
    kind = PRIZE_KINDS[prize.kind]
    values = {
        "round": winner.round or 0,
        "opponent": winner.opponent,
        "play": winner.play,
        **details(winner.value),
    }
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
        DoubtCode.ALL_ROUNDS: _("“%(prize)s” counts every round: type how many of the last rounds count."),
        DoubtCode.BOTH: _(
            "One player can win both “%(prize)s” and “%(other)s”: put them in the same group to prevent that."
        ),
    }
    return [
        texts[doubt.code] % {"prize": prize.name, "other": other.name if other else "", "place": prize.place}
        for prize, doubt, other in doubts
    ]
