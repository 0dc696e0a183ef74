"""All facts of an event as JSON values: what was entered, paired, reported and ruled. What is derived from them is left out."""

from typing import Any

from django.db.models import Model, QuerySet

from tournaments.models import (
    Absence,
    Division,
    Entry,
    Event,
    PairBlock,
    Pairing,
    PairingRun,
    PairLock,
    ResultRuling,
    Round,
    Seat,
    Submission,
)

FORMAT = 1


def event_facts(event: Event) -> dict[str, Any]:
    """The event's rows by table, each with its id. Keys of slips are secrets and game records are files: both stay out. Twelve queries."""
    tables: dict[str, QuerySet[Any]] = {
        "divisions": Division.objects.filter(event=event),
        "entries": Entry.objects.filter(division__event=event),
        "absences": Absence.objects.filter(entry__division__event=event),
        "blocked_pairs": PairBlock.objects.filter(division__event=event),
        "locked_pairs": PairLock.objects.filter(division__event=event),
        "pairing_runs": PairingRun.objects.filter(division__event=event).defer("snapshot"),
        "rounds": Round.objects.filter(division__event=event),
        "pairings": Pairing.objects.filter(round__division__event=event),
        "seats": Seat.objects.filter(round__division__event=event),
        "submissions": Submission.objects.filter(pairing__round__division__event=event),
        "rulings": ResultRuling.objects.filter(pairing__round__division__event=event),
    }
    facts: dict[str, Any] = {
        name: list(rows.order_by("pk").values(*_columns(rows.model))) for name, rows in tables.items()
    }
    own = Event.objects.filter(pk=event.pk).values("slug", "name", "starts_on", "state", "version").get()
    return {"format": FORMAT, "event": own, **facts}


def _columns(model: type[Model]) -> list[str]:
    """The stored columns; of a pairing run neither inputs nor plan, which can be made again from system and seed."""
    return [field.attname for field in model._meta.concrete_fields if field.attname not in {"snapshot", "plan"}]
