"""How shares are written on pages."""

from __future__ import annotations

from django import template
from django.utils.formats import number_format

register = template.Library()


@register.filter
def percent(share: float, decimals: int = 0) -> str:
    """A share of 1 as percent, in the reader's number format: 64.7 %."""
    return f"{number_format(round(100 * share, decimals), decimals)}\u00a0%"
