"""What other apps' pages show of events, and small helpers of the tournaments pages."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from django import template
from django.contrib.auth.models import AnonymousUser
from django.utils.formats import localize
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from audit import verbs
from clubs.models import Club, User
from clubs.permissions import Action, allowed_actions
from tournaments.engine.contention import State
from tournaments.engine.model import Criterion
from tournaments.engine.standings import Row
from tournaments.models import Division, Event
from tournaments.pairing_words import SYSTEM_CHOICES
from tournaments.permissions import visible_events
from tournaments.queries.contention import Chance
from tournaments.queries.snapshot import settings_of
from tournaments.queries.standings import columns_of, value_of
from tournaments.settings.tiebreaks import CRITERION_NAMES

register = template.Library()


def _viewer(context: template.Context) -> User | AnonymousUser:
    request = context.get("request")
    return cast("User | AnonymousUser", request.user) if request is not None else AnonymousUser()


@register.inclusion_tag("tournaments/_club_events.html", takes_context=True)
def club_events(context: template.Context, club: Club, limit: int = 50) -> dict[str, Any]:
    """The club's newest events; those in preparation only for its officials, who also get “New event”."""
    actions = allowed_actions(_viewer(context), club)
    events = Event.objects.filter(visible_events(_viewer(context)), club=club)
    return {
        "club": club,
        "events": events[:limit],
        "may_create": Action.MANAGE_EVENT in actions,
        "may_manage": Action.VIEW_DRAFTS in actions,
    }


@register.inclusion_tag("tournaments/_recent_events.html", takes_context=True)
def recent_events(context: template.Context, limit: int = 10) -> dict[str, Any]:
    """The newest events of all clubs that the viewer may see."""
    return {"events": Event.objects.filter(visible_events(_viewer(context))).select_related("club")[:limit]}


@register.filter
def signed(value: int | None) -> str:
    """A spread with its sign (+12, −7, 0)."""
    if value is None:
        return ""
    return f"+{value}" if value > 0 else str(value).replace("-", "\N{MINUS SIGN}")


@register.filter
def wins(value: float) -> str:
    """Wins or losses: halves as ½."""
    whole = int(value)
    return f"{whole or ''}½" if value != whole else str(whole)


@register.filter
def item(mapping: Mapping[int, int], key: int) -> int:
    """The value of a key that varies."""
    return mapping[key]


#: Heads of columns, short enough for a phone; the whole name is its title.
COLUMN_HEADS = {
    Criterion.POINTS: gettext_lazy("Points"),
    Criterion.PERCENT: gettext_lazy("%"),
    Criterion.FULL_SPREAD: gettext_lazy("Full spread"),
    Criterion.SUM_OF_SCORES: gettext_lazy("Scores"),
    Criterion.BUCHHOLZ: gettext_lazy("Buchholz"),
    Criterion.MEDIAN: gettext_lazy("Median"),
    Criterion.SONNEBORN_BERGER: gettext_lazy("S–B"),
    Criterion.HEAD_TO_HEAD: gettext_lazy("Each other"),
    Criterion.PERFORMANCE: gettext_lazy("Avg ± 400"),
}


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the standings that only some divisions have."""

    division: Division
    criterion: Criterion

    @property
    def head(self) -> str:
        """Its short name."""
        return str(COLUMN_HEADS[self.criterion])

    @property
    def title(self) -> str:
        """What it is."""
        return str(CRITERION_NAMES[self.criterion])


@register.simple_tag
def standings_columns(division: Division) -> list[Column]:
    """What decides in this division besides wins, losses and spread."""
    return [Column(division, criterion) for criterion in columns_of(division)]


@register.simple_tag
def order_in_words(division: Division) -> str:
    """What decides the standings, in order: “wins …; then spread …”."""
    return criteria(settings_of(division).order)


@register.filter
def criteria(order: Iterable[Criterion]) -> str:
    """Criteria in words, the most important first."""
    return _("; then ").join(str(CRITERION_NAMES[criterion]) for criterion in order)


@register.filter
def decided(row: Row, column: Column) -> str:
    """The row's value in this column: whole, or with one decimal."""
    value = value_of(row, column.division, column.criterion)
    whole = column.criterion is not Criterion.PERCENT and value.denominator == 1
    return str(int(value)) if whole else localize(round(float(value), 1))


@register.filter
def system_name(system: str) -> str:
    """A pairing system's name without its explanation; an unknown one as it is."""
    label = next((str(label) for value, label in SYSTEM_CHOICES if value == system), system)
    return label.split(" – ")[0]


@register.filter
def unlocalized(value: float) -> str:
    """A number as HTML wants it, whatever the language."""
    return f"{value:.4f}"


@register.filter
def needs(chance: Chance) -> str:
    """What a player must win in the games left, in words; "" where nothing can be said."""
    if chance.state != State.OPEN or not chance.games:
        return ""
    if chance.surely is not None:
        values = {"wins": wins(chance.surely), "games": chance.games}
        return _("%(wins)s of %(games)d games are enough") % values
    if chance.enough is not None:
        values = {"wins": wins(chance.enough), "games": chance.games}
        return _("%(wins)s of %(games)d games: won in 95 %% or more of the simulations") % values
    if chance.chance is not None:
        values = {"wins": wins(chance.chance), "games": chance.games}
        return _("%(wins)s of %(games)d games and help from others: won in some simulations") % values
    return _("others' results must help")


@register.filter
def verb_name(verb: str) -> str:
    """What an action of the log did, in words."""
    return verbs.verb_name(verb)
