"""What the screens of the hall show, chosen by the director from anywhere."""

from django.db import transaction
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import User
from clubs.permissions import Action
from tournaments.errors import TournamentError
from tournaments.inputs.screens import ScreensInput
from tournaments.models import Division, Event, HallScreens
from tournaments.services.events.locking import lock_open_event, scope, touch


@transaction.atomic
def set_screens(*, actor: User, event: Event, data: ScreensInput) -> HallScreens:
    """Change what all screens of the event show. Raises PermissionDenied, NotOpenError, TournamentError (no such division)."""
    current = lock_open_event(actor, event.pk, Action.PAIR)
    division = None
    if data.division_id is not None:
        division = Division.objects.filter(event=current, pk=data.division_id).first()
        if division is None:
            raise TournamentError(
                _("This division does not belong to this event. Choose another one."), code="division"
            )
    chosen = HallScreens.objects.filter(event=current).first()
    screens = chosen or HallScreens(event=current)
    before = _facts(screens)
    screens.shows, screens.division, screens.seconds, screens.text = (
        data.shows,
        division,
        data.seconds,
        data.text.strip(),
    )
    after = _facts(screens)
    if chosen is not None and before == after:
        return screens
    screens.save()
    touch(current)
    changed = [name for name in after if after[name] != before[name]]
    log_action(
        actor=actor,
        verb="screens.changed",
        target=screens,
        scope=scope(current),
        before={name: before[name] for name in changed},
        after={name: after[name] for name in changed},
    )
    return screens


def _facts(screens: HallScreens) -> dict[str, object]:
    return {
        "shows": str(screens.shows),
        "division": screens.division.name if screens.division is not None else "",
        "seconds": screens.seconds,
        "text": screens.text,
    }
