"""Paper: pairings by table and by name, score slips with their private links, standings."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from clubs.permissions import Action
from tournaments.errors import TournamentError
from tournaments.models import Division, Round, SlipLink
from tournaments.queries.handicaps import handicap_standings
from tournaments.queries.rounds import pairings_of
from tournaments.queries.standings import StandingsLine, standings_of
from tournaments.services.slips import slip_key
from tournaments.views.director import common
from tournaments.views.director.rows import GameRow, rows_of
from tournaments.views.hall import by_name, tables_of
from tournaments.views.qr import absolute, qr_code


@dataclass(frozen=True, slots=True)
class Slip:
    """One table's slip; without ``address`` it has no live link."""

    row: GameRow
    address: str
    code: SafeString


@login_required
@require_GET
def ranked(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Pairings by table."""
    found = common.division_for(request, event, division, Action.VIEW_DRAFTS)
    round_ = common.round_for(found, number)
    return _print(request, round_, "ranked", lines=pairings_of(round_))


@login_required
@require_GET
def alphabetical(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Pairings by name: each player finds the table."""
    found = common.division_for(request, event, division, Action.VIEW_DRAFTS)
    round_ = common.round_for(found, number)
    return _print(
        request,
        round_,
        "alphabetical",
        names=by_name(tables_of(pairings_of(round_))),
    )


@login_required
@require_GET
def slips(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Score slips, four to a page, each with its pairing's private link. ``?game=ID`` prints one."""
    found = common.division_for(request, event, division, Action.PAIR)
    round_ = common.round_for(found, number)
    if round_.state == Round.State.DRAFT:
        raise Http404
    links = {link.pairing_id: link for link in SlipLink.objects.filter(pairing__round=round_, revoked_at=None)}
    only = request.GET.get("game", "")
    rows = [row for row in rows_of(round_) if row.second is not None and only in {"", str(row.line.pairing_id)}]
    made = [_slip(request, row, links.get(row.line.pairing_id)) for row in rows]
    response = _print(request, round_, "slips", slips=made, missing=[slip for slip in made if not slip.address])
    response["Cache-Control"] = "no-store"
    return response


def _slip(request: HttpRequest, row: GameRow, link: SlipLink | None) -> Slip:
    try:
        key = slip_key(link) if link is not None else ""
    except TournamentError:  # the server's secret was changed: the page says that the slip must be made anew
        key = ""
    if not key:
        return Slip(row, "", SafeString())
    address = absolute(request, reverse("tournaments:slip", args=[key]))
    return Slip(row, address, qr_code(address, label=_("Link of table %(table)s") % {"table": row.line.table_number}))


@login_required
@require_GET
def standings(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Standings for the wall; ``?round=N`` after an earlier round."""
    found = common.division_for(request, event, division, Action.VIEW_DRAFTS)
    after = _after(request)
    lines: list[StandingsLine] = standings_of(found, after_round=after)
    return _standings(request, found, "standings", after, lines)


@login_required
@require_GET
def handicap(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The handicap standings, likewise."""
    found = common.division_for(request, event, division, Action.VIEW_DRAFTS)
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
