"""The private links on slips: made from the server's secret, stored as hashes, revocable (``clubs.keys``)."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from audit.log import record
from clubs.keys import KeyMaker, hash_typed
from clubs.models import User
from clubs.permissions import Action
from tournaments.errors import SlipNotFoundError, SlipRevokedError, TournamentError
from tournaments.models import Event, Pairing, Round, SlipLink
from tournaments.permissions import require_action
from tournaments.queries.rounds import loaded_pairings
from tournaments.services.locking import lock_event, refuse_finished, scope

_KEYS = KeyMaker("tournaments.slip")


def new_link(pairing_id: int) -> SlipLink:
    """A link that is not yet saved."""
    key = _KEYS.make(pairing_id)
    return SlipLink(pairing_id=pairing_id, nonce=key.nonce, key_hash=key.key_hash)


def issue_link(pairing: Pairing) -> SlipLink:
    """Make the pairing's live link, inside the caller's transaction."""
    link = new_link(pairing.pk)
    link.save()
    return link


def slip_key(link: SlipLink) -> str:
    """The key to print: 26 letters and digits (128 bits). Raises TournamentError when the server's secret was changed since."""
    key = _KEYS.again(link.pairing_id, link.nonce, link.key_hash)
    if key is not None:
        return key
    raise TournamentError(
        _(
            "This slip was made with another secret key of the server. Links already printed work; for a new print, issue a new link."
        ),
        code="slip_secret",
    )


def find_pairing(key: str) -> Pairing:
    """The pairing of a key, with round, division, event, club, result and seats. Raises SlipNotFoundError, SlipRevokedError."""
    key_hash = hash_typed(key)
    link = SlipLink.objects.filter(key_hash=key_hash).first() if key_hash else None
    pairing = (
        loaded_pairings().filter(pk=link.pairing_id).exclude(round__state=Round.State.DRAFT).first() if link else None
    )
    if link is None or pairing is None:
        raise SlipNotFoundError(
            _("No slip has this address. Scan the code on your slip again, or ask the director for a new slip.")
        )
    if link.revoked_at is not None:
        raise SlipRevokedError(_("This slip has been replaced by a new one. Use the new slip, or ask the director."))
    return pairing


@transaction.atomic
def revoke_link(*, actor: User, pairing: Pairing, reason: str = "") -> SlipLink:
    """End the pairing's link and issue another, for a slip that was lost or photographed. Raises NotOpenError, TournamentError."""
    event = lock_event(Event.objects.values_list("pk", flat=True).get(divisions__rounds__pairings=pairing))
    require_action(actor, event, Action.PAIR)
    refuse_finished(event)
    if event.what_if_of_id is not None:
        raise TournamentError(_("A what-if has no slips: nobody plays in it."), code="no_slip")
    if (
        Pairing.objects.filter(pk=pairing.pk, kind=Pairing.Kind.GAME).exclude(round__state=Round.State.DRAFT).first()
        is None
    ):
        raise TournamentError(_("Only a game of a published round has a slip."), code="no_slip")
    SlipLink.objects.filter(pairing=pairing, revoked_at__isnull=True).update(revoked_at=timezone.now())
    link = issue_link(pairing)
    record(actor=actor, verb="slip.replaced", target=pairing, scope=scope(event), reason=reason.strip())
    return link
