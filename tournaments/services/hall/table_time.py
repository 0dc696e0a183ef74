"""Extra time for one table: given with a reason that everyone can read, and cancelled."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import User
from clubs.permissions import Action
from tournaments.errors import StaleEditError, TournamentError
from tournaments.inputs.clock import TableTimeInput
from tournaments.models import Event, Pairing, Result, Round, TableTime
from tournaments.services.events.locking import lock_open_event, scope, touch


@transaction.atomic
def give_table_time(*, actor: User, event: Event, data: TableTimeInput) -> TableTime:
    """Give extra time to the game that is played at a table: of the rounds in play, the first in which it has no result.

    Raises TournamentError (no such game), NotOpenError, PermissionDenied.
    """
    event = lock_open_event(actor, event.pk, Action.PAIR)
    games = Pairing.objects.filter(
        round__division__event=event,
        round__state=Round.State.PUBLISHED,
        kind=Pairing.Kind.GAME,
        table_number=data.table,
    ).exclude(result__state=Result.State.CONFIRMED)
    pairing = games.select_related("round__division").order_by("round__number", "pk").first()
    if pairing is None:
        raise TournamentError(
            _("No game without a result is being played at table %(table)d. Check the number.") % {"table": data.table},
            code="table",
        )
    given = TableTime.objects.create(pairing=pairing, minutes=data.minutes, reason=data.reason.strip(), actor=actor)
    _log(actor, event, given, "clock.table_extended", given.reason)
    return given


@transaction.atomic
def cancel_table_time(*, actor: User, event: Event, time_id: int) -> TableTime:
    """Cancel extra time that was given by mistake; the log keeps both. Raises StaleEditError, NotOpenError, PermissionDenied."""
    event = lock_open_event(actor, event.pk, Action.PAIR)
    given = TableTime.objects.filter(pk=time_id, pairing__round__division__event=event, ended_at=None).first()
    if given is None:
        raise StaleEditError(_("This extra time has already been cancelled."))
    given.ended_at = timezone.now()
    given.save(update_fields=["ended_at"])
    _log(actor, event, given, "clock.table_time_ended", "")
    return given


def _log(actor: User, event: Event, given: TableTime, verb: str, reason: str) -> None:
    """Log the action and update the pages that show it. Event locked."""
    touch(event)
    after = {"table_number": given.pairing.table_number, "minutes": given.minutes}
    log_action(actor=actor, verb=verb, target=given.pairing, scope=scope(event), after=after, reason=reason)
