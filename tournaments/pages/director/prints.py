"""Paper: pairings by table and by name, slips, the players' personal links, standings."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from clubs import names
from clubs.club_pages import picture_of
from clubs.permissions import Action
from tournaments.errors import TournamentError
from tournaments.forms.events import ReasonForm
from tournaments.models import Division, Entry, Event, Round, SlipLink
from tournaments.pages.director import common
from tournaments.pages.director.rows import GameRow, rows_of
from tournaments.pages.hall.screens import by_name, tables_of
from tournaments.permissions import may
from tournaments.queries.bracket import bracket_view
from tournaments.queries.handicaps import handicap_standings
from tournaments.queries.rounds import pairings_of
from tournaments.queries.scorecards import scorecards
from tournaments.queries.standings import standings_of
from tournaments.queries.teams import team_event
from tournaments.services.entries.personal_links import keys_of, replace_link
from tournaments.services.results.scoresheets import asks_leader
from tournaments.services.results.slips import slip_key
from tournaments.web.bracket_picture import bracket_page
from tournaments.web.qr import absolute, qr_code, short_or_long

NO_CODE: Final = SafeString()
CARDS_AT_A_TIME: Final = 80
LINKS_AT_A_TIME: Final = 150


@dataclass(frozen=True, slots=True)
class Strip:
    """One player's strip of paper; without ``address`` the link must be replaced."""

    name: str
    number: int
    entry: int
    address: str = ""
    code: SafeString = NO_CODE


@dataclass(frozen=True, slots=True)
class Slip:
    """One table's slip: the strips of its players, and the table's link where the event has them ("" without a live one)."""

    row: GameRow
    strips: tuple[Strip, ...]
    address: str = ""
    code: SafeString = NO_CODE
    typed: str = ""


def ranked(request: HttpRequest, round_: Round) -> HttpResponse:
    """Pairings by table."""
    return _print(request, round_, "ranked", lines=pairings_of(round_))


def alphabetical(request: HttpRequest, round_: Round) -> HttpResponse:
    """Pairings by name: each player finds the table."""
    return _print(request, round_, "alphabetical", names=by_name(tables_of(pairings_of(round_))))


def slips(request: HttpRequest, round_: Round) -> HttpResponse:
    """Slips, each with a strip for each player to cut off. ``?game=ID`` prints one, ``?strips=0`` leaves the strips out.

    A player's link is for the whole event, so that only slips of round 1 have them unless ``?strips=1`` asks for them.
    """
    division = round_.division
    event = division.event
    if round_.state == Round.State.DRAFT:
        raise Http404
    live = SlipLink.objects.filter(pairing__round=round_, ended_at=None) if event.table_links else ()
    links = {link.pairing_id: link for link in live}
    default = "1" if round_.number == 1 else "0"
    with_strips = request.GET.get("strips", default) == "1" and event.what_if_of_id is None
    strips = _strips(request, division, _by_number(division)) if with_strips else {}
    only = request.GET.get("game", "")
    rows = [row for row in rows_of(round_) if row.second is not None and only in {"", str(row.line.pairing_id)}]
    slips = [_slip(request, row, links.get(row.line.pairing_id), strips) for row in rows]
    response = _print(
        request,
        round_,
        "slips",
        slips=slips,
        missing=any(event.table_links and not slip.address for slip in slips),
        with_strips=with_strips,
        asks_leader=asks_leader(division),
        # as it is printed: without the protocol
        code_page=absolute(request, reverse("tournaments:slip_code")).partition("://")[2],
    )
    response["Cache-Control"] = "no-store"
    return response


def _slip(request: HttpRequest, row: GameRow, link: SlipLink | None, strips: Mapping[int, Strip]) -> Slip:
    own = tuple(strips[seat.entry_id] for seat in row.line.seats if seat.entry_id in strips)
    try:
        key = slip_key(link) if link is not None else ""
    except TournamentError:  # the server's secret was changed: the page says that the slip must be made anew
        key = ""
    if not key or link is None:
        return Slip(row, own)
    address = absolute(request, reverse("tournaments:slip", args=[key]))
    code = qr_code(address, label=_("Link for table %(table)s") % {"table": row.line.table_number})
    return Slip(row, own, address, code, link.code)


def _print(request: HttpRequest, round_: Round, name: str, **more: object) -> HttpResponse:
    division = round_.division
    context = common.of_division(division) | {"round": round_, "number": round_.number, **more}
    if round_.state != Round.State.DRAFT:
        path = reverse("tournaments:find_table", args=[division.event.slug, division.slug, round_.number])
        context["public_code"] = qr_code(absolute(request, path), label=_("This round on the site"))
        context["public_address"] = short_or_long(request, division.event).partition("://")[2]
    return render(request, f"tournaments/print/{name}.html", context | {"crumbs": common.round_crumbs(round_)})


def personal_links(request: HttpRequest, division: Division) -> HttpResponse:
    """The players' links to print and cut apart, of a large division so many at a time; ``?number=N`` prints one player's."""
    if division.event.what_if_of_id is not None:
        raise Http404
    only = request.GET.get("number", "")
    entries = [entry for entry in _by_number(division) if only in {"", str(entry.number)}]
    part = Paginator(entries, LINKS_AT_A_TIME).get_page(request.GET.get("page"))
    strips = _strips(request, division, part.object_list).values()
    context = common.of_division(division) | {
        "strips": list(strips),
        "part": part,
        "missing": any(not strip.address for strip in strips),
        "may_manage": may(request.user, division.event, Action.MANAGE_EVENT),
    }
    response = render(request, "tournaments/print/links.html", context)
    response["Cache-Control"] = "no-store"
    return response


def badges(request: HttpRequest, event: Event) -> HttpResponse:
    """Name badges of all divisions to cut apart; ``?division=slug`` prints those of one."""
    return _print_entries(request, event, "badges")


def badge_photo(_request: HttpRequest, entry: Entry) -> HttpResponse:
    """The photo that a player gave for the name badge."""
    response = picture_of(entry.player)
    response["Cache-Control"] = "no-store, private"
    return response


def entry_list(request: HttpRequest, event: Event) -> HttpResponse:
    """All players by name, with a box to tick at the desk; ``?division=slug`` prints those of one division."""
    return _print_entries(request, event, "entries")


def print_scorecards(request: HttpRequest, division: Division) -> HttpResponse:
    """The scorecards of a division, two on a sheet; of a large one so many at a time that the page is soon there."""
    entries = Entry.objects.filter(division=division, status=Entry.Status.ACTIVE).order_by(*names.by_name())
    parts = Paginator(entries, CARDS_AT_A_TIME)
    part = parts.get_page(request.GET.get("page"))
    context = common.of_division(division) | {"cards": scorecards(division, part.object_list), "part": part}
    return render(request, "tournaments/print/scorecards.html", context)


def _print_entries(request: HttpRequest, event: Event, name: str) -> HttpResponse:
    """Who plays, by division and name. Two queries."""
    only = request.GET.get("division", "")
    divisions = list(event.divisions.order_by("position", "pk"))
    entries = Entry.objects.filter(division__event=event, status=Entry.Status.ACTIVE)
    entries = entries.select_related("division", "player").order_by("division__position", *names.by_name())
    context = common.of_event(event) | {
        "entries": [entry for entry in entries if only in {"", entry.division.slug}],
        "divisions": divisions,
        "only": only,
    }
    return render(request, f"tournaments/print/{name}.html", context)


def _by_number(division: Division) -> QuerySet[Entry]:
    return Entry.objects.filter(division=division).order_by("number")


def _strips(request: HttpRequest, division: Division, entries: Iterable[Entry]) -> dict[int, Strip]:
    """The strip of each of these entries. One query."""
    keys = keys_of(division)
    return {entry.pk: _strip(request, entry, keys.get(entry.pk, "")) for entry in entries}


def _strip(request: HttpRequest, entry: Entry, key: str) -> Strip:
    if not key:
        return Strip(entry.name, entry.number, entry.pk)
    address = absolute(request, reverse("tournaments:own_page", args=[key]))
    code = qr_code(address, label=_("%(name)s’s personal link") % {"name": entry.name})
    return Strip(entry.name, entry.number, entry.pk, address, code)


def _link_url(entry: Entry) -> str:
    return common.division_url("edit_entry", entry.division, entry.pk) + "#link"


@common.refused_to(_link_url)
def replace_personal_link(request: HttpRequest, entry: Entry) -> HttpResponse:
    """End a player's link and make another; the reason goes into the log."""
    form = ReasonForm(request.POST)
    if not form.is_valid():
        raise TournamentError(_("Say why the link is being replaced (up to 500 characters)."))
    replace_link(actor=common.signed_in(request), entry=entry, reason=form.cleaned_data["reason"])
    printed = common.division_url("personal_links", entry.division)
    done = _("%(name)s has a new link; the old one no longer works. Print it.") % {"name": entry.name}
    return common.back_with(request, f"{printed}?number={entry.number}", done=done)


def standings(request: HttpRequest, division: Division) -> HttpResponse:
    """Standings for the wall; ``?round=N`` after an earlier round."""
    after = _after(request)
    return _print_standings(request, division, "standings", after, standings_of(division, after_round=after))


def handicap(request: HttpRequest, division: Division) -> HttpResponse:
    """The handicap standings, likewise."""
    after = _after(request)
    return _print_standings(request, division, "handicap", after, handicap_standings(division, after))


def bracket(request: HttpRequest, division: Division) -> HttpResponse:
    """The bracket, a page for each drawing, then the places and the matches in words."""
    view = bracket_view(division)
    context = common.of_division(division) | {"bracket": view and bracket_page(division, view)}
    return render(request, "tournaments/print/bracket.html", context)


def teams(request: HttpRequest, division: Division) -> HttpResponse:
    """The teams in order, their players and all matches board by board."""
    context = common.of_division(division) | {"teams": team_event(division)}
    return render(request, "tournaments/print/teams.html", context)


def _after(request: HttpRequest) -> int | None:
    """The number in ``?round=``; None for now."""
    text = request.GET.get("round", "")
    if text and not (text.isascii() and text.isdigit() and len(text) < 4):
        raise Http404
    return int(text) if text else None


def _print_standings(
    request: HttpRequest, division: Division, name: str, after: int | None, lines: Iterable[object]
) -> HttpResponse:
    rounds = division.rounds.exclude(state=Round.State.DRAFT)
    context = common.of_division(division) | {"lines": lines, "after": after, "rounds": rounds}
    return render(request, f"tournaments/print/{name}.html", context)
