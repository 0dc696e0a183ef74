"""All facts of an event as JSON values, table by table: what was entered, paired, reported, ruled and decided."""

from typing import Any

from django.db.models import Model, QuerySet

from tournaments.inputs.events import EVENT_SETTINGS
from tournaments.models import (
    Absence,
    Division,
    Entry,
    Event,
    EventPrize,
    PairBlock,
    Pairing,
    PairingRun,
    PairLock,
    PlannedRound,
    Result,
    ResultRuling,
    Round,
    Seat,
    SheetMerge,
    Submission,
)
from tournaments.settings.codec import to_json

FORMAT = 2

#: Name in the file, model, and how its rows are reached from the event; each table after those that it points to.
TABLES: tuple[tuple[str, type[Model], str], ...] = (
    ("divisions", Division, "event"),
    ("entries", Entry, "division__event"),
    ("absences", Absence, "entry__division__event"),
    ("blocked_pairs", PairBlock, "division__event"),
    ("locked_pairs", PairLock, "division__event"),
    ("planned_rounds", PlannedRound, "division__event"),
    ("prizes", EventPrize, "event"),
    ("prize_winners", EventPrize.winners.through, "eventprize__event"),
    ("pairing_runs", PairingRun, "division__event"),
    ("rounds", Round, "division__event"),
    ("pairings", Pairing, "round__division__event"),
    ("seats", Seat, "round__division__event"),
    ("submissions", Submission, "pairing__round__division__event"),
    ("sheet_merges", SheetMerge, "pairing__round__division__event"),
    ("rulings", ResultRuling, "pairing__round__division__event"),
    ("results", Result, "pairing__round__division__event"),
)
#: Tables that older backups of this format do not have: empty there.
ADDED_LATER = ("planned_rounds", "sheet_merges")
#: Tables of the app that hold no facts of an event, and why.
LEFT_OUT = {
    "Event": "one row, stored as such",
    "EventBackup": "backups of facts",
    "EventLaptop": "a secret, and a fact of this site",
    "EventOrigin": "where this copy of the event came from",
    "ArchiveUpload": "a file that waits for a decision",
    "HeldReport": "waits for a decision; one that is taken becomes a report",
    "HeldPhoto": "of those",
    "EventFeed": "where results come from today; a copy of the event follows nothing",
    "FollowedDivision": "of that",
    "EventCheck": "computed from the facts",
    "EventGrant": "who may do what; a copy begins with the club's roles, a test copy has those of its original",
    "EventLink": "secrets",
    "EventRoleLink": "secrets",
    "ScheduleItem": "times of the day; nothing is counted by them",
    "PrizeFund": "the accounts of the event; a copy gets them as they are, and restoring does not turn money back",
    "SlipLink": "secrets",
    "PersonalLink": "secrets",
    "OpenQuestion": "derived from reports, rulings and results",
    "ResultsKiosk": "a screen in the hall, with its secret",
    "MoveComment": "what people say; not copied with an event",
    "GameCollection": "of a person, not of an event",
    "CollectedGame": "of a person, not of an event",
    "SheetPhoto": "files; they stay with their report",
    "PairingRequest": "work in progress",
    "ContentionRun": "computed from the facts",
    "HallScreens": "what the screens of the hall show today",
    "TableClaim": "who annotates a table today",
    "RoundClock": "a screen in the hall; it decides nothing",
    "ClockMark": "of that screen",
    "TableTime": "extra time of a table today",
    "AutoPairing": "a switch, off in a copy of the event",
    "QueuePlace": "who is free now",
    "QueueSwitch": "a switch, off in a copy of the event",
    "DivisionPool": "belongs to the ratings, which a copy does not feed",
    "RatingSnapshot": "belongs to the ratings",
    "CheckIn": "a switch for the day, off in a copy of the event",
    "Arrival": "who is in the hall now",
    "AtTable": "who sits at a table now",
    "PlayerNotice": "messages to the director; what follows from them are facts",
    "Ban": "of the club, not of an event",
}
#: Inputs and plan of a pairing run are left out: they are large, and the run itself is never deleted.
_LARGE = frozenset({"snapshot", "plan"})


def rows_of(event: Event, model: type[Model], path: str) -> QuerySet[Any]:
    """A table's rows of this event, in the order of their ids."""
    return model._default_manager.filter(**{path: event}).order_by("pk")


def columns_of(model: type[Model]) -> list[str]:
    """The columns that a backup holds."""
    return [field.attname for field in model._meta.concrete_fields if field.attname not in _LARGE]


def event_facts(event: Event) -> dict[str, Any]:
    """The event's rows by table, each with its id; no keys of slips (secrets) and no records (files). Seventeen queries."""
    facts: dict[str, Any] = {
        name: list(rows_of(event, model, path).values(*columns_of(model))) for name, model, path in TABLES
    }
    for row in facts["divisions"]:
        row["settings"] = to_json(row["settings"])
    own = Event.objects.filter(pk=event.pk).values("slug", *EVENT_SETTINGS, "state", "version").get()
    return {"format": FORMAT, "event": own, **facts}
