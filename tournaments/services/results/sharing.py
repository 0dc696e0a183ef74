"""Who may see a game's record: its players and whoever manages the event decide."""

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import User
from clubs.permissions import Action
from tournaments.errors import TournamentError
from tournaments.models import Pairing, RecordVisibility
from tournaments.permissions import may
from tournaments.queries.seats import side_of
from tournaments.services.events.locking import lock_event, scope, touch


@transaction.atomic
def set_record_visibility(*, actor: User, pairing: Pairing, visibility: str) -> None:
    """Make the record public, unlisted or private. The result stays public. Raises PermissionDenied, TournamentError."""
    event = lock_event(pairing.round.division.event_id)
    if not side_of(pairing, actor) and not may(actor, event, Action.MANAGE_EVENT):
        raise PermissionDenied("the record of another player's game")
    if visibility not in RecordVisibility.values:
        raise TournamentError(_("Choose who may see the record."), code="visibility")
    before = Pairing.objects.values_list("record_visibility", flat=True).get(pk=pairing.pk)
    if before == visibility:
        return
    Pairing.objects.filter(pk=pairing.pk).update(record_visibility=visibility)
    pairing.record_visibility = visibility
    touch(event)
    log_action(
        actor=actor,
        verb="result.record_visibility",
        target=pairing,
        scope=scope(event),
        before={"record_visibility": before},
        after={"record_visibility": visibility},
    )
