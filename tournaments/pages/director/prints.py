"""Paper: pairings by table and by name, score slips with their private links, standings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from clubs.access import reached
from tournaments.access import DivisionPath, RoundPath
from tournaments.errors import TournamentError
from tournaments.models import Division, Round, SlipLink
from tournaments.pages.director import common
from tournaments.pages.director.links import NO_CODE, Strip, strips
from tournaments.pages.director.rows import GameRow, rows_of
from tournaments.pages.hall.screens import by_name, tables_of
from tournaments.queries.handicaps import handicap_standings
from tournaments.queries.rounds import pairings_of
from tournaments.queries.standings import StandingsLine, standings_of
from tournaments.services.results.slips import slip_key
from tournaments.web.qr import absolute, qr_code


@dataclass(frozen=True, slots=True)
class Slip:
    """One table's slip: the strips of its players, and the table's link where the event has them ("" without a live one)."""

    row: GameRow
    strips: tuple[Strip, ...]
    address: str = ""
    code: SafeString = NO_CODE
    typed: str = ""


def ranked(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Pairings by table."""
    round_ = reached(request, RoundPath(event, division, number))
    return _print(request, round_, "ranked", lines=pairings_of(round_))


def alphabetical(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Pairings by name: each player finds the table."""
    round_ = reached(request, RoundPath(event, division, number))
    return _print(
        request,
        round_,
        "alphabetical",
        names=by_name(tables_of(pairings_of(round_))),
    )


def slips(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Score slips, each with a strip for each player to cut off. ``?game=ID`` prints one, ``?strips=0`` leaves the strips out.

    A player's link is for the whole event, so that only slips of round 1 have them unless ``?strips=1`` asks for them.
    """
    round_ = reached(request, RoundPath(event, division, number))
    found = round_.division
    if round_.state == Round.State.DRAFT:
        raise Http404
    live = SlipLink.objects.filter(pairing__round=round_, ended_at=None) if found.event.table_links else ()
    links = {link.pairing_id: link for link in live}
    asked = request.GET.get("strips", "1" if number == 1 else "0") == "1" and found.event.what_if_of_id is None
    own = strips(request, found) if asked else {}
    only = request.GET.get("game", "")
    rows = [row for row in rows_of(round_) if row.second is not None and only in {"", str(row.line.pairing_id)}]
    made = [_slip(request, row, links.get(row.line.pairing_id), own) for row in rows]
    missing = any(found.event.table_links and not slip.address for slip in made)
    response = _print(
        request, round_, "slips", slips=made, missing=missing, with_strips=asked, code_page=_code_page(request)
    )
    response["Cache-Control"] = "no-store"
    return response


def _code_page(request: HttpRequest) -> str:
    """Where a code is typed, as it is printed: without the protocol."""
    return absolute(request, reverse("tournaments:slip_code")).partition("://")[2]


def _slip(request: HttpRequest, row: GameRow, link: SlipLink | None, own: Mapping[int, Strip]) -> Slip:
    cut = tuple(own[seat.entry_id] for seat in row.line.seats if seat.entry_id in own)
    try:
        key = slip_key(link) if link is not None else ""
    except TournamentError:  # the server's secret was changed: the page says that the slip must be made anew
        key = ""
    if not key or link is None:
        return Slip(row, cut)
    address = absolute(request, reverse("tournaments:slip", args=[key]))
    code = qr_code(address, label=_("Link for table %(table)s") % {"table": row.line.table_number})
    return Slip(row, cut, address, code, link.code)


def standings(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Standings for the wall; ``?round=N`` after an earlier round."""
    found = reached(request, DivisionPath(event, division))
    after = _after(request)
    lines: list[StandingsLine] = standings_of(found, after_round=after)
    return _standings(request, found, "standings", after, lines)


def handicap(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The handicap standings, likewise."""
    found = reached(request, DivisionPath(event, division))
    after = _after(request)
    return _standings(request, found, "handicap", after, handicap_standings(found, after))


def _after(request: HttpRequest) -> int | None:
    """The number in ``?round=``; None for now."""
    asked = request.GET.get("round", "")
    if asked and not (asked.isascii() and asked.isdigit() and len(asked) < 4):
        raise Http404
    return int(asked) if asked else None


def _standings(
    request: HttpRequest, division: Division, name: str, after: int | None, lines: Sequence[object]
) -> HttpResponse:
    rounds = division.rounds.exclude(state=Round.State.DRAFT)
    context = _context(division) | {"lines": lines, "after": after, "rounds": rounds}
    return render(request, f"tournaments/print/{name}.html", context)


def _print(request: HttpRequest, round_: Round, name: str, **extra: object) -> HttpResponse:
    division = round_.division
    context = _context(division) | {"round": round_, "number": round_.number, **extra}
    if round_.state != Round.State.DRAFT:
        path = reverse("tournaments:find_table", args=[division.event.slug, division.slug, round_.number])
        context["public_code"] = qr_code(absolute(request, path), label=_("This round on the site"))
    crumbs = [
        *common.event_crumbs(division.event),
        (_("Round %(number)d") % {"number": round_.number}, common.round_url(division, round_.number)),
    ]
    return render(request, f"tournaments/print/{name}.html", context | {"crumbs": crumbs})


def _context(division: Division) -> dict[str, object]:
    return {"division": division, "event": division.event, "crumbs": common.event_crumbs(division.event)}
