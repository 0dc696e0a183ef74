"""Reading the judge's log of an event."""

from django.db.models import Q, QuerySet

from lexicon.models import Adjudication
from tournaments.models import Division, Event, Pairing


def log_of(event: Event) -> QuerySet[Adjudication]:
    """Every entry of the event's log, newest first; two queries more when it is read."""
    divisions = [f"division:{pk}" for pk in Division.objects.filter(event=event).values_list("pk", flat=True)]
    games = [
        f"pairing:{pk}" for pk in Pairing.objects.filter(round__division__event=event).values_list("pk", flat=True)
    ]
    adjudications = Adjudication.objects.filter(Q(scope__in=divisions) | Q(scope__in=games), club=event.club)
    return adjudications.select_related("official", "refers_to")


def division_of_adjudication(adjudication: Adjudication, event: Event) -> Division:
    """The division that the entry is about. Raises Division.DoesNotExist when it is none of the event's."""
    kind, _colon, number = adjudication.scope.partition(":")
    where = {"pk": int(number)} if kind == "division" else {"rounds__pairings": int(number)}
    return Division.objects.select_related("event__club", "lexicon_version").get(event=event, **where)


def with_follow_ups(verdict: Adjudication) -> list[Adjudication]:
    """The verdict, then what followed it, in order. One query."""
    return [verdict, *Adjudication.objects.filter(refers_to=verdict).select_related("official").order_by("pk")]
