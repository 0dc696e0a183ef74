"""How ratings are written on pages."""

from __future__ import annotations

from django import template
from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as _

from ratings.labels import LABELS

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
def percent(share: float, decimals: int = 0) -> str:
    """A share of 1 as percent, in the reader's number format: 64.7%."""
    return f"{number_format(round(100 * share, decimals), decimals)}%"


@register.filter
def system_name(slug: str) -> str:
    """A rating system's name; its slug if this version no longer has it."""
    return str(LABELS[slug].name) if slug in LABELS else slug


@register.filter
def wins(value: float) -> str:
    """Wins with a tie as one half: 7, 7½."""
    whole = int(value)
    return f"{whole or ''}½" if value - whole else str(whole)


@register.filter
def named(names: dict[int, str], player: int) -> str:
    """The name of a player id."""
    return names.get(player, f"#{player}")


@register.filter
def value_of(values: dict[str, str], key: str) -> str:
    """What a dictionary has under a key; empty if it has nothing."""
    return values.get(key, "")


@register.filter
def short(value: float | None) -> str:
    """A number with four significant digits at most: 20, 12.5, 0.0604."""
    if value is None:
        return ""
    text = f"{value:.4g}"
    digits = len(text.partition(".")[2]) if "e" not in text else 6
    return number_format(value, digits)


_FACTS = {
    "variance": _("Variance of the games (v)"),
    "improvement": _("Estimated improvement (Δ)"),
    "volatility_before": _("Volatility before"),
    "volatility_after": _("Volatility after"),
    "opponents": _("Average of established opponents so far"),
    "counted_games": _("Games against established opponents so far"),
    "counted_wins": _("Wins against them"),
    "event_total": _("Average total of the event's games"),
    "total_share": _("The player's effect on a game's total"),
}


@register.filter
def fact(name: str) -> str:
    """What a named number of a system's working means."""
    return str(_FACTS.get(name, name.replace("_", " ")))


@register.filter
def unlocalized(value: float) -> str:
    """A number as a machine reads it, whatever the reader's language."""
    return f"{value:g}"
