"""The results kiosk: a private address for a tablet in the hall, from which every table being played can report.

Its key is a private link like a slip's (``clubs.links``). Whoever stands at the tablet holds the shared links of all tables in
play: it can report, but confirms nothing.
"""

from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import User
from clubs.permissions import Action
from tournaments.errors import SlipNotFoundError, TournamentError
from tournaments.models import Division, Event, ResultsKiosk, SlipLink
from tournaments.permissions import require_action
from tournaments.queries.next_games import tables_in_play
from tournaments.queries.rounds import PairingLine
from tournaments.services.events.locking import lock_event, lock_open_event, scope
from tournaments.services.results.slips import slip_key


def kiosk_of(event: Event) -> tuple[ResultsKiosk, str] | None:
    """The event's open kiosk with its key; None without one, or when the server's secret was changed since."""
    kiosk = ResultsKiosk.live(event=event).first()
    return (kiosk, kiosk.key) if kiosk is not None and kiosk.key is not None else None


@transaction.atomic
def open_kiosk(*, actor: User, event_id: int) -> ResultsKiosk:
    """A kiosk at a new address; the address before it ends. Raises NotOpenError, TournamentError, PermissionDenied."""
    event = lock_open_event(actor, event_id, Action.PAIR)
    if event.what_if_of_id is not None:
        raise TournamentError(_("A test copy is not played, so it has no kiosk."), code="what_if")
    _close(actor, event)
    kiosk = ResultsKiosk.fresh(event=event, opened_by=actor)
    kiosk.save()
    log_action(actor=actor, verb="kiosk.opened", target=kiosk, scope=scope(event))
    return kiosk


@transaction.atomic
def close_kiosk(*, actor: User, event_id: int) -> None:
    """End the kiosk's address, if there is one. Raises PermissionDenied."""
    event = lock_event(event_id, on_laptop=True)
    require_action(actor, event, Action.PAIR)
    _close(actor, event)


def _close(actor: User, event: Event) -> None:
    for kiosk in ResultsKiosk.live(event=event):
        kiosk.end()
        log_action(actor=actor, verb="kiosk.closed", target=kiosk, scope=scope(event))


def event_of_kiosk(key: str) -> Event:
    """The event of an open kiosk's key. Raises SlipNotFoundError."""
    kiosk = ResultsKiosk.of_key(key).select_related("event__club", "event__check_in").filter(ended_at=None).first()
    if kiosk is None:
        raise SlipNotFoundError(_("No kiosk has this address. Ask the director for the current one."))
    return kiosk.event


@dataclass(frozen=True, slots=True)
class KioskTable:
    """A table of the round being played; ``slip``: the key under which it reports, "" when its slip must be replaced."""

    line: PairingLine
    slip: str


@dataclass(frozen=True, slots=True)
class KioskRound:
    """A division's round in play, and its tables where somebody can report now, in order; some may be of other rounds."""

    division: Division
    number: int
    tables: tuple[KioskTable, ...]


def kiosk_rounds(event: Event) -> list[KioskRound]:
    """The tables in play of each division, with their links."""
    playing = tables_in_play(event)
    pairings = [line.pairing_id for _round, lines in playing for line in lines]
    keys = {link.pairing_id: _slip(link) for link in SlipLink.live(pairing__in=pairings)}
    return [
        KioskRound(
            round_.division,
            round_.number,
            tuple(KioskTable(line, keys[line.pairing_id]) for line in lines if line.pairing_id in keys),
        )
        for round_, lines in playing
    ]


def _slip(link: SlipLink) -> str:
    try:
        return slip_key(link)
    except TournamentError:
        return ""  # made with another secret: only its paper has the key
