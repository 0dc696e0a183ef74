"""What other apps' pages show of events, and small helpers of the tournaments pages."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from django import template
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.formats import localize

from audit.verbs import verb_name
from clubs.models import User
from clubs.permissions import Action
from tournaments import labels
from tournaments.engine.standings import TIEBREAKS, StandingsRow
from tournaments.models import Division, Event
from tournaments.permissions import may
from tournaments.queries.feed import source_of
from tournaments.queries.snapshot import settings_of
from tournaments.queries.standings import columns_of, value_of
from tournaments.wording.adjustments import adjustments_text
from tournaments.wording.ago import ago
from tournaments.wording.contention import needs_in_words
from tournaments.wording.engine import system_name
from tournaments.wording.scores import signed, wins

register = template.Library()

register.filter("criteria", labels.order_in_words)
register.filter("system_name", system_name)
register.filter("verb_name", verb_name)
register.filter("signed", signed)
register.filter("wins", wins)
register.filter("needs", needs_in_words)
register.filter("ago", ago)
register.filter("adjusted", adjustments_text)


def _viewer(context: template.Context) -> User | AnonymousUser:
    request = context.get("request")
    return cast("User | AnonymousUser", request.user) if request is not None else AnonymousUser()


@register.filter
def item(mapping: Mapping[int, int], key: int) -> int:
    """The value of a key that varies."""
    return mapping[key]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the standings that only some divisions have."""

    division: Division
    tiebreak: str

    @property
    def head(self) -> str:
        """Its short name."""
        return labels.tiebreak_head(self.tiebreak)

    @property
    def title(self) -> str:
        """What it is."""
        return labels.tiebreak_label(self.tiebreak)


@register.simple_tag
def standings_columns(division: Division) -> list[Column]:
    """The tie-breaks of this division that have a column, besides wins, losses and spread."""
    return [Column(division, key) for key in columns_of(division)]


@register.simple_tag
def order_in_words(division: Division) -> str:
    """By what the standings are ordered: “wins …; then spread …”."""
    return labels.order_in_words(settings_of(division).order)


register.simple_tag(source_of, name="feed_source")


@register.simple_tag(takes_context=True)
def feed_address(context: template.Context, event: Event) -> str:
    """The page of the file that the event follows, for those who may open it; "" for others. One query."""
    allowed = may(_viewer(context), event, Action.MANAGE_EVENT)
    return reverse("tournaments:manage_feed", args=[event.slug]) if allowed else ""


@register.filter
def decided(row: StandingsRow, column: Column) -> str:
    """The row's value in this column: whole, or with one decimal."""
    value = value_of(row, column.division, column.tiebreak)
    whole = not TIEBREAKS[column.tiebreak].percent and value.denominator == 1
    return str(int(value)) if whole else localize(round(float(value), 1))


@register.filter
def unlocalized(value: float) -> str:
    """A number as HTML wants it, whatever the language."""
    return f"{value:.4f}"
