"""What the home page shows of events: one's own next games, what is on now, the newest games, and who won last."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q

from clubs.permissions import Visitor
from games.registry import GAMES
from tournaments.models import Division, Event, Pairing, RecordVisibility, Result, Round
from tournaments.permissions import visible_events
from tournaments.queries.events import winners_of
from tournaments.queries.my_events import my_events

_ON_NOW, _FINISHED, _OWN, _GAMES = 6, 4, 3, 4


@dataclass(frozen=True, slots=True)
class OnNow:
    """A division of a running event: the round that is being played, and how many of its results are in."""

    division: Division
    number: int
    done: int
    games: int


def own_next_games(viewer: Visitor) -> dict[str, Any] | None:
    """The next games of the account's players, each with its event. None without one; a fixed number of queries."""
    if not viewer.is_authenticated:
        return None
    games = [(player, event) for player, events in my_events(viewer) for event in events if event.round is not None]
    return {"games": games[:_OWN]} if games else None


def on_now(viewer: Visitor) -> dict[str, Any] | None:
    """The running events that the visitor may see, the latest first. None if nothing is on; two queries."""
    events = list(
        Event.objects.filter(visible_events(viewer), state=Event.State.RUNNING, what_if_of=None)
        .select_related("club")
        .order_by("-starts_on", "-pk")[:_ON_NOW]
    )
    if not events:
        return None
    game = Q(pairings__kind=Pairing.Kind.GAME)
    rounds = (
        Round.objects.filter(division__event__in=events)
        .exclude(state=Round.State.DRAFT)
        .select_related("division")
        .annotate(
            games=Count("pairings", filter=game),
            done=Count("pairings", filter=game & Q(pairings__result__state=Result.State.CONFIRMED)),
        )
        .order_by("division__event", "division__position", "division", "number")
    )
    lines: dict[int, dict[int, OnNow]] = defaultdict(dict)
    for one in rounds:
        known = lines[one.division.event_id].get(one.division_id)
        if known is None or known.done == known.games:  # the first with results to come, else the last
            line = OnNow(one.division, one.number, one.done, one.games)
            lines[one.division.event_id][one.division_id] = line
    return {"events": [(event, list(lines[event.pk].values())) for event in events]}


def newest_games(viewer: Visitor) -> dict[str, Any] | None:
    """The games confirmed last that have a public record with a board, of the newest events. None without one; four queries."""
    events = (
        Event.objects.filter(visible_events(viewer), what_if_of=None)
        .exclude(state=Event.State.DRAFT)
        .order_by("-starts_on", "-pk")
    )
    games = (
        Pairing.objects.filter(
            round__division__event__in=list(events.values_list("pk", flat=True)[:_ON_NOW]),
            round__division__game__in=[key for key, game in GAMES.items() if game.has_pictures],
            result__state=Result.State.CONFIRMED,
            result__record__isnull=False,
            record_visibility=RecordVisibility.PUBLIC,
        )
        .select_related("round__division__event", "result")
        .prefetch_related("seats__entry")
        .order_by("-result__confirmed_at", "-pk")[:_GAMES]
    )
    return {"games": games} if games else None


def last_winners(viewer: Visitor) -> dict[str, Any] | None:
    """The events that finished last, with their winners. None without one; nine queries at most."""
    finished = list(
        Event.objects.filter(visible_events(viewer), state=Event.State.FINISHED, what_if_of=None).select_related(
            "club"
        )[:_FINISHED]
    )
    if not finished:
        return None
    winners = winners_of(finished)
    return {"past": [(event, winners.get(event.pk, [])) for event in finished]}
