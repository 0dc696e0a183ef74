"""Amounts of money in words."""

from decimal import Decimal

from django.utils.formats import number_format

from tournaments.models import EventPrize


def money(hundredths: int, currency: str = "") -> str:
    """“12.50 EUR”, or “12 EUR” for a whole amount."""
    whole = hundredths % 100 == 0
    number = number_format(Decimal(hundredths) / 100, 0 if whole else 2, force_grouping=True)
    return f"{number} {currency}".strip().replace(" ", "\N{NO-BREAK SPACE}")


def worth(prize: EventPrize, currency: str) -> str:
    """What a prize is: its money, and what else it is."""
    parts = [money(prize.amount, currency)] if prize.amount else []
    return " · ".join([*parts, *([prize.value] if prize.value else [])])
