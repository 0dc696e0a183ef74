"""What other apps' pages show of events, and small helpers of the tournaments pages."""

from collections.abc import Mapping
from typing import Any, cast

from django import template
from django.contrib.auth.models import AnonymousUser

from clubs.models import Club, User
from clubs.permissions import Action, allowed_actions
from tournaments.models import Event
from tournaments.permissions import visible_events

register = template.Library()


def _viewer(context: template.Context) -> User | AnonymousUser:
    request = context.get("request")
    return cast("User | AnonymousUser", request.user) if request is not None else AnonymousUser()


@register.inclusion_tag("tournaments/_club_events.html", takes_context=True)
def club_events(context: template.Context, club: Club, limit: int = 50) -> dict[str, Any]:
    """The club's newest events; those in preparation only for its officials, who also get “New event”."""
    actions = allowed_actions(_viewer(context), club)
    events = Event.objects.filter(club=club)
    if Action.VIEW_DRAFTS not in actions:
        events = events.exclude(state=Event.State.DRAFT)
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
