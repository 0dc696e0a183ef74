"""Table links: made from the server's secret, stored as hashes, revocable (``clubs.links``), with a short code.

Anyone who has one can report its game, but not confirm it. They work while the event prints them on its slips, or has a kiosk
that lists them.
"""

import secrets
from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import User
from clubs.permissions import Action
from tournaments.access import pairing_with_seats
from tournaments.errors import SlipNotFoundError, SlipRevokedError, TournamentError
from tournaments.models import CODE_LETTERS, Event, Pairing, ResultsKiosk, Round, Seat, SlipLink
from tournaments.permissions import require_action
from tournaments.services.events.locking import lock_event, refuse_finished, scope

#: Letters of a code: few enough to type at the table.
CODE_LENGTH = 5


def make_links(pairing_ids: Iterable[int]) -> list[SlipLink]:
    """Make the links of games that have none, inside the caller's transaction. Two queries."""
    games = list(pairing_ids)
    links = (SlipLink.fresh(pairing_id=pk, code=code) for pk, code in zip(games, _free_codes(len(games)), strict=True))
    return SlipLink.objects.bulk_create(links)


def _free_codes(count: int) -> list[str]:
    """New codes that no live link has."""
    codes: set[str] = set()
    while len(codes) < count:
        codes |= {_new_code() for _ in range(count - len(codes))}
        codes -= set(SlipLink.live(code__in=codes).values_list("code", flat=True))
    return list(codes)


def _new_code() -> str:
    """Random letters, each equally likely: their number divides 256."""
    return "".join(CODE_LETTERS[byte % len(CODE_LETTERS)] for byte in secrets.token_bytes(CODE_LENGTH))


def slip_key(link: SlipLink) -> str:
    """The key to print: 26 letters and digits (128 bits). Raises TournamentError if the server's secret has changed."""
    if link.key is not None:
        return link.key
    raise TournamentError(
        _(
            "This slip was made with a different server key. Links already printed still work; to print "
            "again, make a new link."
        ),
        code="slip_secret",
    )


def find_pairing(key: str) -> Pairing:
    """The pairing of a key or code, with round, division, event, club, result and seats.

    Raises SlipNotFoundError, SlipRevokedError (replaced, or the event has no links of tables).
    """
    link = _find_link(key)
    seats = Seat.objects.filter(pairing=link.pairing_id if link else None).exclude(round__state=Round.State.DRAFT)
    pairing = pairing_with_seats(seats) if link else None
    if link is None or pairing is None:
        raise SlipNotFoundError(
            _("No slip has this address. Scan the code on your slip again, or ask the director for a new slip.")
        )
    if link.ended_at is not None:
        raise SlipRevokedError(_("This slip has been replaced. Use the new slip, or ask the director."))
    event = pairing.round.division.event
    if not event.table_links and not ResultsKiosk.live(event=event).exists():
        raise SlipRevokedError(
            _("This event has no table links. Report through your personal link: it is on your strip of the slip.")
        )
    return pairing


def _find_link(key: str) -> SlipLink | None:
    """The link of a key, or of a code while its round is being played and its event prints table links. One query."""
    code = key.strip().upper()
    if len(code) == CODE_LENGTH:
        live = SlipLink.live(pairing__round__state=Round.State.PUBLISHED)
        return live.filter(code=code, pairing__round__division__event__table_links=True).first()
    return SlipLink.of_key(key).first()


@transaction.atomic
def revoke_link(*, actor: User, pairing: Pairing, reason: str = "") -> SlipLink:
    """Replace the pairing's link, when a slip was lost or photographed. Raises NotOpenError, TournamentError."""
    event = lock_event(Event.objects.values_list("pk", flat=True).get(divisions__rounds__pairings=pairing))
    require_action(actor, event, Action.PAIR)
    refuse_finished(event)
    if event.what_if_of_id is not None:
        raise TournamentError(_("A test copy is not played, so it has no slips."), code="no_slip")
    games = Pairing.objects.filter(kind=Pairing.Kind.GAME).exclude(round__state=Round.State.DRAFT)
    if not games.filter(pk=pairing.pk).exists():
        raise TournamentError(_("Only games of published rounds have slips."), code="no_slip")
    SlipLink.live(pairing=pairing).update(ended_at=timezone.now())
    (link,) = make_links([pairing.pk])
    log_action(actor=actor, verb="slip.replaced", target=pairing, scope=scope(event), reason=reason.strip())
    return link
