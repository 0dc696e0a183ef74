"""The page for who broadcasts or annotates: the addresses for programs, and who annotates which table."""

from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.access import signed_in
from clubs.permissions import Action
from core.typed import plain_move
from tournaments.engine.table_numbers import MAX_TABLE
from tournaments.errors import TournamentError
from tournaments.models import Division, Entry, Event, TableClaim
from tournaments.pages.director.common import back_with, refused_to
from tournaments.pages.public.event import public_crumbs
from tournaments.permissions import actions_in, entries_hidden, is_public
from tournaments.queries.broadcast import (
    FOLLOWED,
    PLAYER,
    ShownGame,
    claims_of,
    shown_at_table,
    shown_followed,
    shown_of_player,
    tables_of_round,
)
from tournaments.queries.exports import has_tsh_file
from tournaments.services.hall.claims import claim_table, release_table
from tournaments.web.qr import absolute
from tournaments.wording import broadcast as wording


@dataclass(frozen=True, slots=True)
class Line:
    """An address to copy. ``says``: what it says now; None for a page."""

    label: str
    address: str
    says: str | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Addresses that belong together."""

    heading: str
    lines: tuple[Line, ...]


def _desk_url(event: Event) -> str:
    return reverse("tournaments:broadcast", args=[event.slug])


@refused_to(_desk_url)
def broadcast(request: HttpRequest, event: Event) -> HttpResponse:
    """The addresses of a source (a table, a player, the newest result, the next match, one's own table); a POST takes or gives back a
    table.
    """
    if request.method == "POST":
        return _change(request, event)
    user = signed_in(request)
    divisions = list(Division.objects.filter(event=event).order_by("position", "pk"))
    if not divisions:
        raise Http404
    chosen = next((one for one in divisions if one.slug == request.GET.get("division")), None) or divisions[0]
    chosen.event = event
    tables = [line.table_number for line in tables_of_round(chosen) if line.table_number]
    claims = claims_of(event)
    own = next((claim for claim in claims if claim.user_id == user.pk), None)
    public = is_public(event) and not entries_hidden(event)
    players = (
        dict(Entry.objects.filter(division=chosen).order_by("number").values_list("number", "name")) if public else {}
    )
    source = _source(request.GET.get("source", ""), tables, players)
    actions = actions_in(user, event)
    context = {
        "event": event,
        "crumbs": public_crumbs(event),
        "divisions": divisions,
        "division": chosen,
        "tables": sorted({*tables, *([int(source)] if source.isdigit() else [])}),
        "players": [(f"{PLAYER}{number}", number, name) for number, name in players.items()],
        "most": MAX_TABLE,
        "source": source,
        "public": public,
        "claims": [claim for claim in claims if claim.division is not None],
        "own": own,
        "may_end": Action.PAIR in actions,
        "may_manage": Action.VIEW_DRAFTS in actions,
        "may_follow": Action.MANAGE_EVENT in actions and event.state != Event.State.FINISHED,
        "groups": list(_groups(request, chosen, source, own, public=public)),
        "may_claim": event.state != Event.State.FINISHED and event.what_if_of_id is None,
    }
    return render(request, "tournaments/broadcast/desk.html", context)


def _source(typed: str, tables: list[int], players: Container[int]) -> str:
    """What the texts are about: ``newest``, ``next``, ``player-`` and a number, or the number of a table; the first table where nothing
    is chosen.
    """
    if typed in FOLLOWED:
        return typed
    digits = typed.removeprefix(PLAYER)
    if digits.isascii() and digits.isdigit() and len(digits) < 5 and int(digits) > 0:
        if digits == typed:
            return str(int(digits))
        if int(digits) in players:
            return f"{PLAYER}{int(digits)}"
    return str(min(tables, default=1))


def _route(source: str) -> tuple[str, str | int, Callable[[Division], ShownGame | None]]:
    """The name of the address of a source, its key there, and how its game is found."""
    if source in FOLLOWED:
        return "live", source, lambda division: shown_followed(division, source)
    number = int(source.removeprefix(PLAYER))
    if source.startswith(PLAYER):
        return "live_player", number, lambda division: shown_of_player(division, number)
    return "live_table", number, lambda division: shown_at_table(division, number)


def _groups(
    request: HttpRequest, division: Division, source: str, own: TableClaim | None, *, public: bool
) -> Iterable[Group]:
    event = division.event
    route, key, find = _route(source)
    game = (find(division) if public else None) or ShownGame()

    def address(name: str, *rest: object) -> str:
        return absolute(request, reverse(f"tournaments:{name}", args=[event.slug, division.slug, *rest]))

    pages = [Line(_("This game"), address(route, key))]
    if own is not None:
        where = reverse("tournaments:live_stream", args=[event.slug, own.stream])
        pages.append(Line(_("The table you are annotating, whichever it is"), absolute(request, where)))
    pages += [
        Line(_("Latest result"), address("live", "newest")),
        Line(_("Next game"), address("live", "next")),
        Line(_("Scrolling standings"), address("live", "standings")),
        Line(_("Scrolling pairings"), address("live", "pairings")),
    ]
    yield Group(_("Overlays and tickers (transparent pages)"), tuple(pages))

    def text(field: str) -> Line:
        one = wording.FIELDS[field]
        return Line(str(one.label), address(f"{route}_text", key, field), one.text(game))

    yield Group(_("Text: the game"), tuple(text(field) for field in wording.SHARED_FIELDS))
    for side, label in wording.SEATS.items():
        yield Group(
            _("Text: %(who)s") % {"who": label},
            tuple(text(f"{side}-{name}") for name in wording.PLAYER_FIELDS),
        )
    files = [
        Line(_("Standings, one player per line"), address("live_ticker_text", "standings")),
        Line(_("Pairings, one game per line"), address("live_ticker_text", "pairings")),
    ]
    if has_tsh_file(division):
        tourney = absolute(request, reverse("tournaments:tourney_js", args=[event.slug]))
        files.append(Line(_("tourney.js, all divisions, for programs that read tsh files"), tourney))
    yield Group(_("Lists and files"), tuple(files))


def _change(request: HttpRequest, event: Event) -> HttpResponse:
    actor = signed_in(request)
    stream = request.POST.get("release", "")
    if stream:
        number = int(stream) if stream.isascii() and stream.isdigit() and len(stream) < 6 else 0
        released = release_table(actor=actor, event=event, stream=number)
        done = (
            _("%(name)s is no longer annotating a table.") % {"name": released.user.get_username()} if released else ""
        )
        return back_with(request, _desk_url(event), done=done)
    typed = plain_move(request.POST.get("table", "")).strip()
    if not (typed.isascii() and typed.isdigit() and len(typed) < 6):
        raise TournamentError(_("Type the table number."), code="table")
    claim = claim_table(actor=actor, event=event, division_slug=request.POST.get("division", "")[:60], table=int(typed))
    done = _("You are annotating table %(table)d. Your addresses follow you from table to table.")
    return back_with(request, _desk_url(event), done=done % {"table": claim.table_number or 0})
