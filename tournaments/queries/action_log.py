"""The log of an event: who did what, when, to what, and why; searched and paged."""

import json
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Any

from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils import timezone

from audit.models import ActionLog
from tournaments.models import Event, Submission


@dataclass(frozen=True, slots=True)
class Search:
    """What is looked for; empty: everything. ``until`` is the last day that counts."""

    who: str = ""
    verb: str = ""
    what: str = ""
    text: str = ""
    since: date | None = None
    until: date | None = None


EVERYTHING = Search()


@dataclass(frozen=True, slots=True)
class Change:
    """One value that an action changed."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class LogLine:
    """One action. ``actor`` "" = the site itself, or somebody with a link: ``link_of`` is whose; ``by_table``: the link of a table."""

    id: int
    at: datetime
    actor: str
    verb: str
    target_type: str
    target_id: str
    reason: str
    link_of: str = ""
    by_table: bool = False
    changes: tuple[Change, ...] = field(default=())


def event_log(event: Event, search: Search = EVERYTHING) -> QuerySet[ActionLog]:
    """The event's actions that were looked for, newest first."""
    found = ActionLog.objects.filter(scope=f"event:{event.pk}").select_related("actor").order_by("-pk")
    if search.who:
        found = found.filter(actor__username__icontains=search.who)
    if search.verb:
        found = found.filter(verb=search.verb)
    if search.what:
        found = found.filter(target_type__endswith=f".{search.what}")
    if search.text:
        found = found.annotate(before_text=Cast("before", TextField()), after_text=Cast("after", TextField())).filter(
            Q(reason__icontains=search.text)
            | Q(before_text__icontains=_as_json(search.text))
            | Q(after_text__icontains=_as_json(search.text))
            | Q(before_text__icontains=search.text)
            | Q(after_text__icontains=search.text)
        )
    if search.since:
        found = found.filter(created_at__gte=_midnight(search.since))
    if search.until:
        found = found.filter(created_at__lt=_midnight(search.until + timedelta(days=1)))
    return found


def _as_json(text: str) -> str:
    """The text as it is stored where JSON is kept as plain letters: others are escaped."""
    return json.dumps(text)[1:-1]


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))


def verbs_of(event: Event) -> list[str]:
    """The verbs that occur in the log. One query."""
    found = ActionLog.objects.filter(scope=f"event:{event.pk}").order_by("verb")
    return list(found.values_list("verb", flat=True).distinct())


def log_line(item: ActionLog) -> LogLine:
    """One action as a page shows it. No query if the actor is loaded."""
    names = dict.fromkeys([*item.before, *item.after])
    return LogLine(
        id=item.pk,
        at=item.created_at,
        actor=item.actor.get_username() if item.actor else "",
        verb=item.verb,
        target_type=item.target_type.split(".")[-1],
        target_id=item.target_id,
        reason=item.reason,
        link_of=str(item.after.get("link_of", "")),
        by_table=item.after.get("channel") == Submission.Channel.TABLE,
        changes=tuple(Change(name, _shown(item.before.get(name)), _shown(item.after.get(name))) for name in names),
    )


def _shown(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, (list, tuple)):
        return "; ".join(_shown(part) for part in value)
    if isinstance(value, dict):
        return ", ".join(f"{name}: {_shown(part)}" for name, part in value.items())
    return str(value)
