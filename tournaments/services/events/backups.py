"""The facts of an event, kept before a step that takes something away."""

from clubs.models import User
from tournaments.models import Event, EventBackup
from tournaments.queries.archive import event_facts

#: The oldest go when there are more; an event has a few risky steps each round.
KEPT = 50


def store_backup(*, actor: User, event: Event, why: str) -> EventBackup:
    """Keep the event's facts as they are now. Inside the transaction of the step, so that both happen or neither."""
    kept = EventBackup.objects.create(event=event, why=why, data=event_facts(event), made_by=actor)
    old = EventBackup.objects.filter(event=event).order_by("-pk").values_list("pk", flat=True)[KEPT:]
    EventBackup.objects.filter(pk__in=list(old)).delete()
    return kept
