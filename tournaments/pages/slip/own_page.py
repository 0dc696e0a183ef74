"""A player's page for a whole event, by the personal link: the next table, own reports, place and rating so far."""

import hashlib
from dataclasses import dataclass
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse

from ratings.queries.lists import live_estimate
from tournaments import hooks
from tournaments.access import at_event
from tournaments.models import Arrival, AtTable, Entry, QueuePlace, Submission
from tournaments.pages.slip.private import private
from tournaments.queries.check_in import check_in_of
from tournaments.queries.next_games import NextGame, next_games, rounds_in_play
from tournaments.queries.playing import remember
from tournaments.queries.public_standings import public_standings
from tournaments.queries.results import CardLine, player_card
from tournaments.queries.rounds import PairingLine, public_games_of
from tournaments.queries.table_times import table_times_at
from tournaments.services.entries.personal_links import find_link
from tournaments.services.rating_link.ledger import event_key
from tournaments.wording.sentences import describe


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game or bye of the player. ``sent``: the player's own report in words; those of others are not shown."""

    line: CardLine
    sent: str


@private
def own_page(request: HttpRequest, key: str) -> HttpResponse:
    """The event as one player needs it; 204 for an open page with nothing new."""
    entry = find_link(key).entry
    division = entry.division
    event = division.event
    at_event(request, event)
    games = public_games_of(entry)
    upcoming = next_games(event)
    coming = upcoming.get(entry.pk)
    check_in = check_in_of(event)
    rounds = rounds_in_play(event, upcoming)
    playing = rounds[division.pk].number if division.pk in rounds else None
    standing = next((line for line in public_standings(division) if line.entry_id == entry.pk), None)
    context = {
        "key": key,
        "entry": entry,
        "division": division,
        "event": event,
        "next": next((line for line in games if coming and line.pairing_id == coming.pairing), None),
        "waits": coming is not None and coming.waits,
        "table_times": table_times_at(coming.pairing) if coming is not None and not coming.waits else [],
        "sits_out": _bye_in(games, playing),
        "last_played": any(line.round >= division.settings.rounds_planned for line in games),
        "games": _own_games(entry),
        "standing": standing if any(line.state == "confirmed" for line in games) else None,
        "estimate": live_estimate(division.rating_pool_id, event_key(division), entry.player_id),
        "check_in": check_in,
        "arrival": Arrival.objects.filter(entry=entry).first() if check_in is not None else None,
        "queue_place": QueuePlace.objects.filter(entry=entry).first() if division.settings.rolling else None,
        "at_table": _at_table(coming) if check_in is not None and check_in.forfeit_minutes is not None else None,
        "here": reverse("tournaments:own_page", args=[key]),
        "parts": [part(entry, key) for part in hooks.own_parts],
    }
    # Reports, check-in and ratings change this page without changing the event's version, so that the page itself is compared.
    body = render_to_string("tournaments/slip/_own_page.html", context, request)
    shown = hashlib.sha256(body.encode()).hexdigest()[:16]
    if request.GET.get("live") == shown:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    context |= {"body": body, "live_url": f"{context['here']}?live={shown}"}
    return remember(request, render(request, "tournaments/slip/own_page.html", context), [entry.pk])


def _at_table(coming: NextGame | None) -> bool | None:
    """Whether the player has said to be at the table of the next game; None without one."""
    return AtTable.objects.filter(pairing=coming.pairing, entry=coming.entry).exists() if coming is not None else None


def _bye_in(games: list[PairingLine], playing: int | None) -> PairingLine | None:
    """The bye or forfeit that the player has in the round in play."""
    return next((line for line in games if line.round == playing and line.second is None), None)


def _own_games(entry: Entry) -> list[OwnGame]:
    """The card, with the player's own report of each game. Two queries."""
    reports = Submission.objects.filter(link__entry=entry).order_by("pk")
    sent = {report.pairing_id: report for report in reports}
    return [
        OwnGame(line, describe(sent[line.pairing_id], line.names) if line.pairing_id in sent else "")
        for line in player_card(entry)
    ]
