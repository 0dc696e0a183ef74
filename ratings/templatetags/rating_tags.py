"""How ratings are written on pages."""

from __future__ import annotations

from django import template
from django.utils.formats import number_format

register = template.Library()


@register.filter
def signed(value: float | None, decimals: int = 0) -> str:
    """A change with its sign (a real minus) in the reader's number format: +8.4, −0.3, 0; empty for None."""
    if value is None:
        return ""
    rounded = round(value, decimals)
    digits = number_format(abs(rounded), decimals)
    return f"+{digits}" if rounded > 0 else f"−{digits}" if rounded < 0 else digits


@register.filter
def wins(value: float) -> str:
    """Wins with a tie as one half: 7, 7½."""
    whole = int(value)
    return f"{whole or ''}½" if value - whole else str(whole)


@register.filter
def named(names: dict[int, str], player: int) -> str:
    """The name of a player id."""
    return names.get(player, f"#{player}")
