"""Scoresheets at the desk: which have come back."""

from collections.abc import Collection

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import User
from clubs.permissions import Action
from tournaments.errors import NotOpenError
from tournaments.models import Pairing, Round
from tournaments.permissions import require_action, rights_in
from tournaments.services.events.locking import lock_event, scope


@transaction.atomic
def mark_sheets(*, actor: User, round_: Round, returned: Collection[int]) -> int:
    """Note that the sheets of these pairings (ids) are back, and those of the round's other games are not.

    Returns how many are back. Ids of other rounds are ignored, and for a scorer of some tables all other tables; public pages do not
    change. Raises NotOpenError for a draft.
    """
    event = lock_event(round_.division.event_id)
    rights = rights_in(actor, event)
    require_action(actor, event, Action.ENTER_RESULT)
    games = Pairing.objects.filter(round=round_, kind=Pairing.Kind.GAME)
    if rights.tables is not None:
        games = games.filter(table_number__in=rights.tables)
    if not Round.objects.filter(pk=round_.pk).exclude(state=Round.State.DRAFT).exists():
        raise NotOpenError(_("Round %(number)d is not published.") % {"number": round_.number})
    back = games.filter(pk__in=returned, sheet_returned_at__isnull=True)
    missing = games.exclude(pk__in=returned).filter(sheet_returned_at__isnull=False)
    tables = {
        name: list(rows.order_by("table_number").values_list("table_number", flat=True))
        for name, rows in {"returned": back, "missing again": missing}.items()
    }
    back.update(sheet_returned_at=timezone.now())
    missing.update(sheet_returned_at=None)
    if any(tables.values()):
        log_action(actor=actor, verb="sheets.marked", target=round_, scope=scope(event), after=tables)
    return games.filter(sheet_returned_at__isnull=False).count()
