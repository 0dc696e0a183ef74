"""What was foretold of games, and by what."""

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
    """Whose chances the page shows, and where the rest of the event is foretold; nothing where it shows none."""
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
