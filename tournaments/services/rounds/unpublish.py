"""Taking a published round back, while nothing was reported in it."""

from django.db import transaction
from django.utils.translation import gettext as _

from audit.log import record
from clubs.models import User
from clubs.permissions import Action
from tournaments.errors import StaleEditError, TournamentError
from tournaments.models import Pairing, Result, ResultRuling, Round, SlipLink, Submission
from tournaments.permissions import require_action
from tournaments.services.events.backups import keep_backup
from tournaments.services.events.locking import follow_rounds, lock_round, save_round, scope, touch
from tournaments.services.hall.clock import stop_unseen


def unpublish_losses(round_: Round) -> list[str]:
    """What taking the round back would lose, as sentences for the director."""
    losses = []
    if links := SlipLink.objects.filter(pairing__round=round_, ended_at__isnull=True).count():
        losses.append(
            _("Printed slips that stop working: %(count)d. Print new ones after publishing again.") % {"count": links}
        )
    if Pairing.objects.filter(round=round_, kind=Pairing.Kind.BYE).exists():
        losses.append(_("The bye of this round no longer counts in the standings until it is published again."))
    losses.append(_("Players looking for their table will find no pairings."))
    return losses


@transaction.atomic
def unpublish_round(*, actor: User, round_id: int, expected_version: int, reason: str) -> Round:
    """Make the last published round a draft again while nothing was submitted: its slips stop working, and its clock stops.

    Raises TournamentError.
    """
    round_ = lock_round(round_id, expected_version)
    division, event = round_.division, round_.division.event
    require_action(actor, event, Action.PAIR)
    if round_.state == Round.State.DRAFT:
        raise StaleEditError(_("Round %(number)d is already a draft.") % {"number": round_.number})
    if not reason.strip():
        raise TournamentError(_("Say why the round is unpublished: players have seen it."), code="reason")
    if Round.objects.filter(division=division, number__gt=round_.number).exists():
        raise TournamentError(_("Only the last round can be unpublished; there is a later one."), code="not_last")
    reported = (
        Submission.objects.filter(pairing__round=round_).count()
        + ResultRuling.objects.filter(pairing__round=round_).count()
    )
    if reported:
        raise TournamentError(
            _("This round has reports (%(count)d) and cannot be unpublished. Correct single games instead.")
            % {"count": reported},
            code="reported",
        )
    why = _("before round %(number)d was unpublished") % {"number": round_.number}
    keep_backup(actor=actor, event=event, why=why)
    SlipLink.objects.filter(pairing__round=round_).delete()
    Result.objects.filter(pairing__round=round_).delete()
    Pairing.objects.filter(round=round_).exclude(broken_rules="").update(broken_rules="", broken_reason="")
    save_round(round_, state=Round.State.DRAFT, published_at=None)
    follow_rounds(event)
    stop_unseen(actor=actor, event=event)
    touch(event)
    record(actor=actor, verb="round.unpublished", target=round_, scope=scope(event), reason=reason.strip())
    return round_
