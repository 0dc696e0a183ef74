"""What belongs to an account: the events of its players, and everything that is stored about it, to take away."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from clubs.models import Player, User
from ratings.models import PlayerRating
from tournaments import hooks
from tournaments.models import Division, Entry, Event, Pairing, PersonalLink, Result, Round, Seat, Submission
from tournaments.permissions import visible_events
from tournaments.queries.comments import data_of

#: Finished events that are shown beside those that are not.
_MOST = 60


@dataclass(frozen=True, slots=True)
class MyEvent:
    """One entry of a player: the event, the next game if there is one, and the key of the player's own page."""

    event: Event
    division: Division
    key: str
    rating: int | None
    round: int | None = None
    table: int | None = None
    opponents: tuple[str, ...] = ()
    waits: bool = False
    to_confirm: bool = False


def my_events(user: User) -> list[tuple[Player, list[MyEvent]]]:
    """The players of the account with their events, running ones first. A fixed number of queries."""
    players = list(user.players.order_by("pk"))
    public = Entry.objects.filter(player__in=players, division__event__what_if_of=None).exclude(
        division__event__state=Event.State.DRAFT
    )
    entries = list(
        public.select_related("division__event__club").order_by("-division__event__starts_on", "-pk")[:_MOST]
    )
    entries.sort(key=lambda entry: entry.division.event.state != Event.State.RUNNING)
    links = {link.entry_id: link.key or "" for link in PersonalLink.live(entry__in=entries)}
    rated = PlayerRating.objects.filter(player__in=players).values_list("pool_id", "player_id", "rating")
    ratings = {(pool, player): rating for pool, player, rating in rated}
    games = _next_games(entries)
    lines: dict[int, list[MyEvent]] = defaultdict(list)
    for entry in entries:
        event = entry.division.event
        lines[entry.player_id].append(
            MyEvent(
                event=event,
                division=entry.division,
                key=links.get(entry.pk, ""),
                rating=ratings.get((entry.division.rating_pool_id or 0, entry.player_id)),
                **games.get(entry.pk, {}),
            )
        )
    return [(player, lines[player.pk]) for player in players]


def have_played(user: User) -> set[int]:
    """The account's players who were in an event that everybody may see and that has begun. One query."""
    entries = Entry.objects.filter(
        player__user=user, division__event__in=Event.objects.filter(visible_events(AnonymousUser()))
    )
    return set(entries.exclude(division__event__state=Event.State.DRAFT).values_list("player", flat=True))


def own_entries(user: User, event: Event) -> QuerySet[Entry]:
    """The entries of the account's players in an event. One query."""
    return Entry.objects.filter(division__event=event, player__user=user).select_related("division")


def _next_games(entries: Iterable[Entry]) -> dict[int, dict[str, Any]]:
    """For each entry of a running event the first public game without a confirmed result. Three queries."""
    running = [entry.pk for entry in entries if entry.division.event.state == Event.State.RUNNING]
    open_seats = Seat.objects.filter(entry__in=running, pairing__kind=Pairing.Kind.GAME)
    open_seats = open_seats.exclude(round__state=Round.State.DRAFT)
    open_seats = open_seats.exclude(pairing__result__state=Result.State.CONFIRMED)
    first: dict[int, Seat] = {}
    for seat in open_seats.select_related("pairing", "round").order_by("round__number", "pk"):
        first.setdefault(seat.entry_id, seat)
    pairings = {seat.pairing_id for seat in first.values()}
    beside: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for pairing, entry, name in Seat.objects.filter(pairing__in=pairings).values_list(
        "pairing_id", "entry_id", "entry__name"
    ):
        beside[pairing].append((entry, name))
    senders: dict[int, set[int | None]] = defaultdict(set)
    sent = Submission.objects.filter(pairing__in=pairings, pairing__result__isnull=False)
    for pairing, sender in sent.values_list("pairing_id", "link__entry_id"):
        senders[pairing].add(sender)
    return {
        entry: {
            "round": seat.round.number,
            "table": seat.pairing.table_number,
            "opponents": tuple(name for other, name in beside[seat.pairing_id] if other != entry),
            "waits": entry in senders[seat.pairing_id],
            "to_confirm": bool(senders[seat.pairing_id]) and entry not in senders[seat.pairing_id],
        }
        for entry, seat in first.items()
    }


def my_data(user: User) -> dict[str, Any]:
    """Everything about the account and its players, in JSON values; other people stand in it as opponents of games only."""
    players = []
    for player in user.players.select_related("home_club").order_by("pk"):
        entries = Entry.objects.filter(player=player).select_related("division__event").order_by("pk")
        players.append(
            {
                "name": player.name,
                "club": player.home_club.name if player.home_club else None,
                "federation_id": player.external_id,
                "country": player.country,
                "photo": bool(player.photo),
                "ratings": list(
                    PlayerRating.objects.filter(player=player).values("pool__name", "rating", "pool_games")
                ),
                "events": [
                    {
                        "event": entry.division.event.name,
                        "date": entry.division.event.starts_on.isoformat(),
                        "division": entry.division.name,
                        "name": entry.name,
                        "number": entry.number,
                        "results": _results_of(entry),
                    }
                    for entry in entries
                ],
            }
        )
    return {
        "account": {
            "user_name": user.username,
            "email": user.email,
            "language": user.language,
            "joined": user.date_joined.isoformat(),
            "last_sign_in": user.last_login.isoformat() if user.last_login else None,
        },
        "email_addresses": list(EmailAddress.objects.filter(user=user).values("email", "verified", "primary")),
        "roles": list(user.memberships.values("club__name", "role")),
        "roles_for_a_time": [
            *user.clubgrants.values("club__name", "role", "first_day", "last_day"),
            *user.eventgrants.values("event__name", "role", "first_day", "last_day"),
        ],
        "claims": list(user.claims.values("player__name", "note")),
        "players": players,
        **data_of(user),
        **{name: value for part in hooks.my_data_parts for name, value in part(user).items()},
    }


def _results_of(entry: Entry) -> list[dict[str, Any]]:
    seats = Seat.objects.filter(entry=entry).exclude(round__state=Round.State.DRAFT)
    lines = []
    for seat in (
        seats.select_related("pairing__result", "round").prefetch_related("pairing__seats__entry").order_by("pk")
    ):
        result = getattr(seat.pairing, "result", None)
        lines.append(
            {
                "round": seat.round.number,
                "opponents": [other.entry.name for other in seat.pairing.seats.all() if other.entry_id != entry.pk],
                "seat": seat.position,
                "state": result.state if result else None,
                "kind": result.kind if result else None,
                "first_score": result.first_score if result else None,
                "second_score": result.second_score if result else None,
            }
        )
    return lines
