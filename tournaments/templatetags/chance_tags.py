"""Win chances on the pages, and the rating system they come from."""

from collections.abc import Sequence
from typing import Any

from django import template

from ratings.labels import LABELS
from tournaments.models import Event
from tournaments.queries.results import CardLine
from tournaments.queries.rounds import PairingLine

register = template.Library()


@register.inclusion_tag("tournaments/public/_chances.html", takes_context=True)
def chances_note(context: template.Context, system: str, lines: Sequence[PairingLine | CardLine]) -> dict[str, Any]:
    """Which system the chances on the page come from, with a link to the projection; nothing on pages without chances."""
    division = context["division"]
    pool = division.rating_pool
    shown = pool is not None and division.settings.show_chances and any(_shows(line) for line in lines)
    label = LABELS.get(system)
    return {
        "shown": shown,
        "division": division,
        "event": division.event,
        "pool": pool,
        "system": label.name if label else system,
        "open": division.event.state == Event.State.RUNNING,
    }


def _shows(line: PairingLine | CardLine) -> bool:
    if isinstance(line, CardLine):
        return line.chance is not None
    return line.chances is not None and line.state != "confirmed"
