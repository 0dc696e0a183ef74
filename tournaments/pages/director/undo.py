"""Undoing one's own last entries of a round, by a button in the list or by a key."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from clubs.models import User
from tournaments.errors import TournamentError
from tournaments.models import Round, Submission
from tournaments.pages.director import common
from tournaments.queries.undo import Entered, OwnEntry, named_entry, own_entries
from tournaments.services.results.fast_entry import line_of
from tournaments.services.results.replacing import is_fresh
from tournaments.services.results.undo import undo_entry
from tournaments.wording.undo import entry_text, refusal_text, undone_text


@dataclass(frozen=True, slots=True)
class EntryLine:
    """A line of the list: the entry in words, and why it cannot be undone ("" if it can).

    ``line``: what to type for it in fast entry while a typing error is still put right without a reason; "" later.
    """

    entry: OwnEntry
    text: str
    refusal: str
    line: str


def entry_lines(actor: User, round_: Round) -> dict[str, list[EntryLine]]:
    """The official's last entries in this round, and those undone, as a page shows them."""
    standing, undone = own_entries(actor, round_)
    return {"own_entries": _lines(standing), "undone_entries": _lines(undone)}


def _lines(entries: list[OwnEntry]) -> list[EntryLine]:
    return [EntryLine(entry, entry_text(entry), refusal_text(entry), _line(entry)) for entry in entries]


def _line(entry: OwnEntry) -> str:
    fact, numbers = entry.fact, [seat.entry.number for seat in entry.pairing.seats.all()]
    if not isinstance(fact, Submission) or entry.refusal is not None or not is_fresh(fact) or len(numbers) < 2:
        return ""
    return line_of(fact, numbers)


def line_to_change(lines: list[EntryLine], key: str) -> str:
    """The line of the entry with this key (``queries.undo.key_of``), marked to replace it; "" if it cannot be changed so."""
    return next((f"{line.line}!" for line in lines if line.line and line.entry.key == key), "")


def _list_url(round_: Round) -> str:
    return f"{common.round_url(round_.division, round_.number)}#own-entries"


@common.refused_to(_list_url)
def undo(request: HttpRequest, round_: Round) -> HttpResponse:
    """Undo one entry of this round, named by ``entry``; back to the list, which then says so."""
    fact = _named(request.POST.get("entry", ""), round_)
    done = undo_entry(actor=common.signed_in(request), fact=fact)
    return common.back_with(request, _list_url(round_), done=undone_text(done.pairing, done.fact, done.result))


def _named(key: str, round_: Round) -> Entered:
    """The entry with this key (``queries.undo.key_of``). Raises TournamentError if the round has none."""
    fact = named_entry(key, round_)
    if fact is None:
        raise TournamentError(_("This entry is not in this round. Reload the page and choose it from the list."))
    return fact
