"""Who annotates which table: a person takes a table, gives it back, or an official takes it back."""

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import User
from clubs.permissions import Action
from tournaments.engine.table_numbers import MAX_TABLE
from tournaments.errors import TournamentError
from tournaments.models import Division, Event, TableClaim
from tournaments.permissions import require_action
from tournaments.services.events.locking import lock_event, refuse_finished, refuse_test_copy, scope, touch


@transaction.atomic
def claim_table(*, actor: User, event: Event, division_slug: str, table: int) -> TableClaim:
    """The actor, who may see the event, annotates this table from now on, instead of the one before.

    Raises NotOpenError, TournamentError (no such table, or somebody else has it).
    """
    current = lock_event(event.pk)
    refuse_finished(current)
    refuse_test_copy(current)
    division = Division.objects.filter(event=current, slug=division_slug).first()
    if division is None:
        raise TournamentError(_("Choose a division."), code="division")
    if not 1 <= table <= MAX_TABLE:
        raise TournamentError(_("Type a table number from 1 to %(most)d.") % {"most": MAX_TABLE}, code="table")
    other = TableClaim.objects.select_related("user").filter(division=division, table_number=table).first()
    if other is not None and other.user_id != actor.pk:
        raise TournamentError(
            _("%(name)s is already annotating table %(table)d. Choose another table, or ask the director.")
            % {"name": other.user.get_username(), "table": table},
            code="claimed",
        )
    if other is not None:
        return other
    claim = TableClaim.objects.filter(event=current, user=actor).first()
    if claim is None:
        last = TableClaim.objects.filter(event=current).aggregate(last=Max("stream"))["last"] or 0
        claim = TableClaim(event=current, user=actor, stream=last + 1)
    claim.division, claim.table_number, claim.claimed_at = division, table, timezone.now()
    claim.save()
    touch(current)
    after = {"division": division.name, "table": table, "stream": claim.stream}
    log_action(actor=actor, verb="table.claimed", target=claim, scope=scope(current), after=after)
    return claim


@transaction.atomic
def release_table(*, actor: User, event: Event, stream: int) -> TableClaim | None:
    """The annotator with this number no longer has a table; None where they had none.

    The annotator may, and who pairs rounds. Raises PermissionDenied.
    """
    current = lock_event(event.pk)
    claim = TableClaim.objects.select_related("user", "division").filter(event=current, stream=stream).first()
    if claim is None or claim.user_id != actor.pk:
        require_action(actor, current, Action.PAIR)
    if claim is None or claim.division is None:
        return None
    before = {"division": claim.division.name, "table": claim.table_number, "stream": claim.stream}
    TableClaim.objects.filter(pk=claim.pk).update(division=None, table_number=None)
    touch(current)
    log_action(actor=actor, verb="table.released", target=claim, scope=scope(current), before=before)
    return claim
