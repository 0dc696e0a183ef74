"""What pages of leagues say: columns and values of a season's table, moves in words."""

from django import template
from django.utils.formats import localize

from leagues.engine import Line
from leagues.models import LeagueSeason, SeasonPlayer
from leagues.queries import columns_of, rules_of
from tournaments.engine.standings import TIEBREAKS
from tournaments.labels import order_in_words, tiebreak_head, tiebreak_label

register = template.Library()


@register.simple_tag
def season_columns(season: LeagueSeason) -> list[tuple[str, str, str]]:
    """The tie-breaks besides wins, losses and spread: key, head and title."""
    return [(one, tiebreak_head(one), tiebreak_label(one)) for one in columns_of(season)]


@register.simple_tag
def season_value(line: Line, season: LeagueSeason, tiebreak: str) -> str:
    """A line's value in a column: whole, or with one decimal; – without a rank."""
    if line.rank is None:
        return "–"
    order = rules_of(season).order
    value = line.row.values[order.index(tiebreak)]
    if TIEBREAKS[tiebreak].percent:
        return localize(round(float(100 * value / season.win_points), 1))
    return str(int(value)) if value.denominator == 1 else localize(round(float(value), 1))


@register.simple_tag
def season_order(season: LeagueSeason) -> str:
    """What decides a season's tables, in order."""
    return order_in_words(rules_of(season).order)


@register.filter
def came(season_player: SeasonPlayer | None) -> str:
    """How somebody came to be where he or she is, in words; "" for who is listed for having played."""
    return "" if season_player is None else str(SeasonPlayer.Came(season_player.came).label)
