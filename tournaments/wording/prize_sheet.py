"""The accounts of an event, who is in reach of its prizes, and certificates, in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.wording import listed
from tournaments.engine.prizes import PRIZE_KINDS
from tournaments.engine.prizes.reach import Value
from tournaments.queries.certificates import Certificate
from tournaments.queries.prize_reach import Reached
from tournaments.queries.prize_sheet import PrizeSheet
from tournaments.wording.money import money
from tournaments.wording.prizes import detail_of
from tournaments.wording.scores import signed, wins


@dataclass(frozen=True, slots=True)
class AccountLine:
    """A line of the accounts: what it is, how much, and whether it is a total."""

    text: str
    amount: str
    total: bool = False
    short: bool = False


@dataclass(frozen=True, slots=True)
class PayoutInWords:
    """Prizes that one player wins or several share: their names and winners, how much, and how it is shared."""

    prizes: str
    winners: str
    pot: str
    each: str
    note: str


@dataclass(frozen=True, slots=True)
class SheetInWords:
    """The prize sheet."""

    accounts: list[AccountLine]
    payouts: list[PayoutInWords]
    people: list[tuple[str, str, str, str]]
    finished: bool
    rule: str


def sheet_in_words(sheet: PrizeSheet) -> SheetInWords:
    """The accounts line by line, the payouts with how they are shared, and everybody's total."""

    def amount(value: int) -> str:
        return money(value, sheet.currency).replace("-", "\N{MINUS SIGN}")

    fund = sheet.fund
    accounts = _fees(sheet)
    accounts += [
        AccountLine(_("Added money"), amount(fund.added)),
        AccountLine(_("Costs"), amount(-fund.costs)),
        AccountLine(_("Prizes"), amount(-sheet.prizes)),
        AccountLine(_("Left when all fees are paid and all prizes awarded"), amount(sheet.left), True, sheet.left < 0),
        AccountLine(_("Fees received"), amount(sheet.paid_in)),
        AccountLine(_("Due to winners on current results"), amount(-sheet.paid_out)),
        AccountLine(_("Balance after these prizes"), amount(sheet.left_now), True, sheet.left_now < 0),
    ]
    payouts = [
        PayoutInWords(
            listed(prize.name for prize in line.prizes),
            listed(winner.team or winner.name for winner in line.winners),
            amount(line.pot),
            amount(line.each),
            _("left over: %(money)s") % {"money": amount(line.pot - line.paid)} if line.pot != line.paid else "",
        )
        for line in sheet.payouts
    ]
    people = [(one.name, one.division, listed(one.prizes), amount(one.amount)) for one in sheet.people]
    rule = (
        _(
            "Players who are level share equally the prizes for the places they take, each share rounded down to a multiple of %(unit)s."
        )
        % {"unit": amount(fund.unit)}
        if fund.sharing == fund.Share.SUM
        else _("Players who are level each get the best of the prizes they share, in full.")
    )
    return SheetInWords(accounts, payouts, people, sheet.event.state == sheet.event.State.FINISHED, rule)


def _fees(sheet: PrizeSheet) -> list[AccountLine]:
    income = sheet.income
    if income is None:
        text = ngettext("Entry fees: %(count)d player", "Entry fees: %(count)d players", sheet.players)
        return [AccountLine(text % {"count": sheet.players}, money(sheet.fees, sheet.currency))]
    rows = [
        (_("Entry fees paid: %(count)d"), income.paid_count, income.paid),
        (_("Entry fees owed: %(count)d"), income.owed_count, income.owed),
        (_("Complimentary entries: %(count)d"), income.free_count, 0),
    ]
    return [AccountLine(text % {"count": count}, money(value, sheet.currency)) for text, count, value in rows]


@dataclass(frozen=True, slots=True)
class ReachInWords:
    """A prize and who can still win it: who has it now, the players with what each needs, and what is proved."""

    name: str
    division: str
    now: str
    decided: bool
    certain: str
    players: list[tuple[str, str]]
    out: str
    note: str


def reach_in_words(prizes: Sequence[Reached]) -> list[ReachInWords]:
    """The prizes as they are read out."""
    return [_reach(one) for one in prizes]


def _reach(one: Reached) -> ReachInWords:
    holders = [
        f"{winner.team or winner.name} ({detail})"
        if (detail := detail_of(one.prize, winner))
        else winner.team or winner.name
        for winner in one.winners
    ]
    proved = _("Who can still win, and who is certain to, is proved from the results.")
    open_ = _("Nothing can be proved about this prize while games that count for it are still to be played.")
    now = _("Now: %(names)s") % {"names": listed(holders)} if holders else ""
    nobody = _("No one has it yet.") if one.begun else _("No games yet.")
    return ReachInWords(
        name=one.prize.name,
        division=one.prize.division.name if one.prize.division else "",
        now=now or nobody,
        decided=one.decided,
        certain=listed(player.name for player in one.players if player.certain) if not one.decided else "",
        players=[]
        if one.decided
        else [(player.name, _need(one, player.number)) for player in one.players if not player.certain],
        out=ngettext("%(count)d player can no longer win it.", "%(count)d players can no longer win it.", one.out)
        % {"count": one.out}
        if one.out and not one.decided
        else "",
        note="" if one.decided else proved if one.proved else open_,
    )


def _need(one: Reached, number: Value | None) -> str:
    """What a player needs to be level with the place of the prize as it stands; "" where nothing can be said."""
    text = PRIZE_KINDS[one.prize.kind].need
    if number is None or not text:
        return ""
    value = float(number)
    return _(text) % {"number": round(value), "wins": wins(value)}


def certificate_in_words(one: Certificate) -> tuple[str, str]:
    """What the certificate is for, and what decided it."""
    if one.prize is not None and one.winner is not None:
        shared = _("%(prize)s, shared") % {"prize": one.prize.name} if one.shared else one.prize.name
        return shared, detail_of(one.prize, one.winner)
    won, lost, spread = one.score
    values = {"won": wins(won), "lost": wins(lost), "spread": signed(spread)}
    return _("Place %(place)d") % {"place": one.place}, _("%(won)s–%(lost)s, spread %(spread)s") % values
