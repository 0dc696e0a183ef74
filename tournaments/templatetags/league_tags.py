"""What pages of leagues say: the club's leagues, columns and values of a season's table, moves in words."""

from typing import Any, cast

from django import template
from django.contrib.auth.models import AnonymousUser
from django.utils.formats import localize
from django.utils.translation import gettext as _

from clubs.models import Club, User
from clubs.permissions import Action, allowed_actions
from tournaments.engine.leagues import Line
from tournaments.engine.model import Criterion
from tournaments.models import LeagueMember, LeagueSeason
from tournaments.queries.leagues import columns_of, leagues_of, rules_of
from tournaments.settings.tiebreaks import CRITERION_NAMES
from tournaments.templatetags.tournaments_tags import COLUMN_HEADS

register = template.Library()


@register.inclusion_tag("tournaments/leagues/_club_leagues.html", takes_context=True)
def club_leagues(context: template.Context, club: Club) -> dict[str, Any]:
    """The club's leagues; those in preparation only for its officials, its directors also get “New league”."""
    request = context.get("request")
    viewer = cast("User | AnonymousUser", request.user) if request is not None else AnonymousUser()
    actions = allowed_actions(viewer, club)
    return {
        "club": club,
        "leagues": list(leagues_of(club, drafts=Action.VIEW_DRAFTS in actions)),
        "may_create": Action.MANAGE_EVENT in actions,
    }


@register.simple_tag
def season_columns(season: LeagueSeason) -> list[tuple[Criterion, str, str]]:
    """What decides besides wins, losses and spread: criterion, head and title."""
    return [(one, str(COLUMN_HEADS[one]), str(CRITERION_NAMES[one])) for one in columns_of(season)]


@register.simple_tag
def season_value(line: Line, season: LeagueSeason, criterion: Criterion) -> str:
    """A line's value in a column: whole, or with one decimal; – without a rank."""
    if line.rank is None:
        return "–"
    order = rules_of(season).order
    value = line.row.values[order.index(criterion)]
    if criterion is Criterion.PERCENT:
        return localize(round(float(100 * value / season.win_points), 1))
    return str(int(value)) if value.denominator == 1 else localize(round(float(value), 1))


@register.simple_tag
def season_order(season: LeagueSeason) -> str:
    """What decides a season's tables, in order."""
    return _("; then ").join(str(CRITERION_NAMES[criterion]) for criterion in rules_of(season).order)


@register.filter
def came(member: LeagueMember | None) -> str:
    """How somebody came to be where he or she is, in words; "" for who is listed for having played."""
    return "" if member is None else str(LeagueMember.Came(member.came).label)
