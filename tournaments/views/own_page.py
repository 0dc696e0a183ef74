"""A player's own page for a whole event, by the personal link: the next table, what was reported, standing and rating so far."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from ratings.queries import rating_now
from tournaments.models import Entry, Round, Seat
from tournaments.queries.next_games import next_games
from tournaments.queries.public_standings import public_standings
from tournaments.queries.results import player_card
from tournaments.queries.rounds import PairingLine, pairing_lines
from tournaments.services.personal_links import find_link
from tournaments.views.slip import private


@private
@require_safe
def own_page(request: HttpRequest, key: str) -> HttpResponse:
    """What the event means for one player."""
    entry = find_link(key).entry
    division = entry.division
    event = division.event
    games = _games(entry)
    upcoming = next_games(event).get(entry.pk)
    standing = next((line for line in public_standings(division) if line.entry_id == entry.pk), None)
    context = {
        "key": key,
        "entry": entry,
        "division": division,
        "event": event,
        "next": next((line for line in games if upcoming and line.pairing_id == upcoming.pairing), None),
        "card": player_card(entry),
        "standing": standing if any(line.state == "confirmed" for line in games) else None,
        "rating": rating_now(division.rating_pool_id, entry.player_id),
        "here": reverse("tournaments:own_page", args=[key]),
    }
    return render(request, "tournaments/slip/own_page.html", context)


def _games(entry: Entry) -> list[PairingLine]:
    """The player's public games and byes, round by round, each with everybody at the table. One query."""
    own = Seat.objects.filter(entry=entry).exclude(round__state=Round.State.DRAFT).values("pairing")
    return pairing_lines(Seat.objects.filter(pairing__in=own))
