"""The cards of the tables: made, printed, replaced and ended by the director."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.engine.table_numbers import TableNumbersError, format_tables, parse_tables
from tournaments.errors import TournamentError
from tournaments.models import Event
from tournaments.pages.director.common import back_with, refused_to, signed_in
from tournaments.pages.judging.common import judge_crumbs
from tournaments.services.hall.table_cards import (
    TableCard,
    cards_of,
    default_tables,
    end_cards,
    make_cards,
    replace_card,
)
from tournaments.web.qr import absolute, qr_code

#: Most characters of a list of tables.
_LONGEST = 400


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A card as it is printed; without ``address`` it must be made anew."""

    table: int
    address: str
    code: SafeString


def _cards_url(event: Event) -> str:
    return reverse("tournaments:table_cards", args=[event.slug])


@refused_to(_cards_url)
def table_cards(request: HttpRequest, event: Event) -> HttpResponse:
    """The event's cards, four to a page; made, replaced and ended here."""
    if request.method == "POST":
        return back_with(request, _cards_url(event), done=_change(request, event))
    context = {
        "event": event,
        "crumbs": judge_crumbs(event),
        "cards": [_printed(request, card) for card in cards_of(event)],
        "tables": format_tables(default_tables(event)),
        "longest": _LONGEST,
    }
    response = render(request, "tournaments/print/table_cards.html", context)
    response["Cache-Control"] = "no-store, private"
    return response


def _printed(request: HttpRequest, card: TableCard) -> PrintedCard:
    if card.key is None:
        return PrintedCard(card.table, "", SafeString())
    address = absolute(request, reverse("tournaments:judge", args=[card.key]))
    label = _("Word judge at table %(table)d") % {"table": card.table}
    return PrintedCard(card.table, address, qr_code(address, label=label))


def _change(request: HttpRequest, event: Event) -> str:
    """Make, replace or end cards; what was done, in words. Raises TournamentError."""
    actor = signed_in(request)
    if "end" in request.POST:
        end_cards(actor=actor, event_id=event.pk)
        return _("All table card codes revoked.")
    if "replace" in request.POST:
        (table,) = _tables(request.POST["replace"])[:1] or (0,)
        replace_card(actor=actor, event_id=event.pk, table=table)
        return _("Table %(table)d has a new code. Print its card again.") % {"table": table}
    count = make_cards(actor=actor, event_id=event.pk, tables=_tables(request.POST.get("tables", "")))
    return ngettext("%(count)d card made.", "%(count)d cards made.", count) % {"count": count}


def _tables(text: str) -> tuple[int, ...]:
    try:
        return parse_tables(text[:_LONGEST])
    except TableNumbersError as error:
        raise TournamentError(
            _("“%(part)s” is not a table number, or it is listed twice. Type table numbers such as 1-12, 20.")
            % {"part": error.part},
            code="tables",
        ) from error
