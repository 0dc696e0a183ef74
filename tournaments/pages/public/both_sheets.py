"""Two scoresheets of a game side by side, for its players and for officials, with one tap for each line that differs."""

from collections.abc import Sequence
from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.access import signed_in
from clubs.models import User
from clubs.permissions import Action
from games.engine.sheets import Row, SheetLine
from tournaments.engine.results import SEATS, Side
from tournaments.errors import TournamentError
from tournaments.models import Pairing, Submission
from tournaments.pages.public.event import public_crumbs
from tournaments.pages.slip.slip import Slip, by_slip
from tournaments.permissions import rights_in
from tournaments.queries.seats import side_of
from tournaments.services.results.merging import Acceptance, BothSheets, accept_line, both_sheets
from tournaments.wording.sentences import names_at


def sheets_page(request: HttpRequest, pairing: Pairing) -> HttpResponse:
    """For officials, and for a player of the game who is signed in. POST: accept a line."""
    user = signed_in(request)
    rights = rights_in(user, pairing.round.division.event)
    if Action.VIEW_DRAFTS in rights.actions:
        side = str(Side.OFFICIAL)
        accepts = rights.may_enter_at(pairing.table_number)
    else:
        side, accepts = side_of(pairing, user), True
    home = reverse("tournaments:both_sheets", args=[pairing.round.division.event.slug, pairing.pk])
    return _answer(request, pairing, side, home=home, actor=user, accepts=accepts, back=None)


@by_slip
def own_sheets(request: HttpRequest, slip: Slip) -> HttpResponse:
    """For a player, by the personal link."""
    home = f"{slip.home}sheets/"
    return _answer(request, slip.pairing, slip.side, home=home, actor=None, accepts=True, back=slip.home)


def _answer(
    request: HttpRequest,
    pairing: Pairing,
    side: str,
    *,
    home: str,
    actor: User | None,
    accepts: bool,
    back: str | None,
) -> HttpResponse:
    """The page, or what a tap does. A player whose sheet is not among the two finds nothing out about the other one."""
    if not side or pairing.kind != Pairing.Kind.GAME:
        raise Http404
    problem = ""
    if request.method == "POST":
        try:
            data = _acceptance(request)
            merge = accept_line(pairing=pairing, data=data, side=side, actor=actor)
            return redirect(home + _query(merge.sheets, merge) + (f"#line-{data.row}" if data.row else ""))
        except TournamentError as error:
            problem = str(error)
    both = both_sheets(pairing, side, _chosen_pair(request))
    division = pairing.round.division
    context = {
        "event": division.event,
        "division": division,
        "played": division.played,
        "round": pairing.round,
        "pairing": pairing,
        "home": home,
        "back": back,
        "problem": problem,
        "both": both,
        "rows": _rows(both, side, accepts=accepts) if both else [],
        "names": [_whose(sheet, pairing) for sheet in both.sheets] if both else [],
        "pairs": _pairs(both, pairing) if both else [],
        "official": side == Side.OFFICIAL,
        "whole": _whole(both, side, accepts=accepts) if both else [],
        "crumbs": public_crumbs(division.event),
    }
    status = HTTPStatus.CONFLICT if problem else HTTPStatus.OK
    return render(request, "tournaments/public/both_sheets.html", context, status=status)


def _chosen_pair(request: HttpRequest) -> tuple[int, int] | None:
    """The two reports that the address names, if it does."""
    one, _sign, two = request.GET.get("pair", "").partition("-")
    return (int(one), int(two)) if all(_is_number(text) for text in (one, two)) else None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 18


def _query(pair: Sequence[Submission], both: BothSheets) -> str:
    """What the address says of two reports; nothing where there are only two."""
    return f"?pair={pair[0].pk}-{pair[1].pk}" if len(both.pairs) > 1 else ""


def _pairs(both: BothSheets, pairing: Pairing) -> list[tuple[str, str, bool]]:
    """At a table with more than two sheets each two of them: address, whose they are, whether they are those shown."""
    if len(both.pairs) < 2:
        return []
    return [
        (_query(pair, both), " – ".join(_whose(sheet, pairing) for sheet in pair), pair == both.sheets)
        for pair in both.pairs
    ]


def _acceptance(request: HttpRequest) -> Acceptance:
    """What the tapped button says. Raises TournamentError."""
    row, _sign, sheet = request.POST.get("accept", "").partition("-")
    seen = [request.POST.get(name, "") for name in ("first", "second")]
    numbers = [sheet, *seen, *([] if row == "all" else [row])]
    if not all(map(_is_number, numbers)):
        raise TournamentError(_("Choose one of the lines."), code="row")
    return Acceptance(sheet=int(sheet), seen=(int(seen[0]), int(seen[1])), row=None if row == "all" else int(row))


def _rows(
    both: BothSheets, side: str, *, accepts: bool
) -> list[tuple[Row, int | None, list[tuple[SheetLine | None, bool]]]]:
    """Each row, the sheet chosen for it, and its two lines, each with whether this visitor can accept it now."""
    own = both.sheet_of(side)
    rows = []
    for row in both.rows:
        chosen = both.choices.get(row.number)
        can = [
            bool(row.differs) and accepts and sheet != chosen and (side == Side.OFFICIAL or sheet != own)
            for sheet in (0, 1)
        ]
        rows.append((row, chosen, list(zip(row.lines, can, strict=True))))
    return rows


def _whole(both: BothSheets, side: str, *, accepts: bool) -> list[int]:
    """The sheets that this visitor can accept whole."""
    own = both.sheet_of(side)
    if not accepts or both.differing < 2 or not both.open_rows:
        return []
    return [sheet for sheet in (0, 1) if side == Side.OFFICIAL or sheet != own]


def _whose(sheet: Submission, pairing: Pairing) -> str:
    """The player whose sheet it is; "official" for one that an official entered."""
    names = dict(zip(map(str, SEATS), names_at(pairing), strict=False))
    return names.get(sheet.side) or str(sheet.get_side_display())
