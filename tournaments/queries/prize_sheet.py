"""The money of an event: what comes in, what the prizes cost, who gets how much, and what is left."""

from dataclasses import dataclass

from tournaments import hooks
from tournaments.hooks import FeeIncome
from tournaments.models import Entry, Event, EventPrize, PrizeFund
from tournaments.queries.prizes import PrizeList, Winner, prize_list


@dataclass(frozen=True, slots=True)
class PayoutLine:
    """The prizes that one winner has alone or several share: ``each`` gets so much, all amounts in hundredths."""

    prizes: tuple[EventPrize, ...]
    winners: tuple[Winner, ...]
    pot: int
    each: int
    paid: int


@dataclass(frozen=True, slots=True)
class PersonTotal:
    """All the money of one winner, player or team."""

    name: str
    division: str
    prizes: tuple[str, ...]
    amount: int


@dataclass(frozen=True, slots=True)
class PrizeSheet:
    """The accounts of an event. ``income``: as registration counts it; None: every player pays the typed fee.

    ``fees``: all of them, owed ones too; ``paid_in``: what has come in. ``prizes``: the money of all prizes; ``paid_out``: what
    the winners get as the results stand.
    """

    event: Event
    fund: PrizeFund
    currency: str
    income: FeeIncome | None
    players: int
    fees: int
    paid_in: int
    prizes: int
    payouts: tuple[PayoutLine, ...]
    people: tuple[PersonTotal, ...]
    paid_out: int
    listed: PrizeList

    @property
    def left(self) -> int:
        """What is left when every fee is paid and every prize awarded in full; below 0: what is missing."""
        return self.fees + self.fund.added - self.fund.costs - self.prizes

    @property
    def left_now(self) -> int:
        """What is left of the money that has come in after the payouts as the results stand; below 0: what is missing."""
        return self.paid_in + self.fund.added - self.fund.costs - self.paid_out


def prize_sheet(event: Event) -> PrizeSheet:
    """The accounts as the results stand. One query more than ``prize_list``, and those of registration."""
    listed = prize_list(event)
    fund = listed.fund
    players = Entry.objects.filter(division__event=event).count()
    income = next((one for ask in hooks.fee_incomes if (one := ask(event)) is not None), None)
    typed = fund.fee * players
    lines = tuple(
        PayoutLine(
            tuple(listed.awards[index].prize for index in one.awards),
            listed.awards[one.awards[0]].winners,
            one.pot,
            one.each,
            one.paid,
        )
        for one in listed.payouts
    )
    return PrizeSheet(
        event=event,
        fund=fund,
        currency=fund.currency or (income.currency if income else ""),
        income=income,
        players=players,
        fees=typed if income is None else income.paid + income.owed,
        paid_in=typed if income is None else income.paid,
        prizes=sum(row.amount for row in listed.prizes),
        payouts=lines,
        people=_people(lines),
        paid_out=sum(line.paid for line in lines),
        listed=listed,
    )


def _people(lines: tuple[PayoutLine, ...]) -> tuple[PersonTotal, ...]:
    """Everybody's total, the highest first; a team is one."""
    totals: dict[tuple[int, str], PersonTotal] = {}
    for line in lines:
        for winner in line.winners:
            before = totals.get((winner.entry_id, winner.team))
            names = tuple(prize.name for prize in line.prizes)
            totals[winner.entry_id, winner.team] = PersonTotal(
                winner.team or winner.name,
                winner.division.name,
                (*(before.prizes if before else ()), *names),
                (before.amount if before else 0) + line.each,
            )
    return tuple(sorted(totals.values(), key=lambda one: -one.amount))
