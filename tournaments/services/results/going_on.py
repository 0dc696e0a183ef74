"""Who goes on from a match of a knock-out that ended level, where the director says so: after a deciding game, or by a rule of the club."""

from django.db import transaction
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import User
from clubs.permissions import Action
from tournaments.errors import NotOpenError
from tournaments.models import Pairing, Round
from tournaments.queries.bracket import level_matches
from tournaments.services.events.locking import lock_open_event, refuse_followed, scope, touch


@transaction.atomic
def say_who_goes_on(*, actor: User, pairing_id: int, seat: int | None) -> Pairing:
    """Let the player in seat 1 or 2 go on from a level match that ended with this game; None: by the tie-breaks and the seeds again.

    The results stay as they are. Raises PermissionDenied, NotOpenError: the event is finished, the match is not level, or a
    later round is published.
    """
    event_id = Pairing.objects.values_list("round__division__event", flat=True).get(pk=pairing_id)
    event = lock_open_event(actor, event_id, Action.CORRECT)
    pairing = Pairing.objects.select_related("round__division__event").get(pk=pairing_id)
    division = pairing.round.division
    refuse_followed(division)
    if pairing_id not in level_matches(division):
        raise NotOpenError(
            _("This game did not leave a knock-out match level, so its result decides who goes through.")
        )
    public = Round.objects.filter(division=division).exclude(state=Round.State.DRAFT)
    later = public.filter(number__gt=pairing.round.number).order_by("number").first()
    if later is not None:
        raise NotOpenError(
            _("Round %(number)d is already published with the player who went through. Unpublish it first.")
            % {"number": later.number}
        )
    names = dict(pairing.seats.values_list("position", "entry__name"))
    before = pairing.goes_on
    if seat != before:
        pairing.goes_on = seat
        pairing.save(update_fields=["goes_on"])
        old, new = (names.get(one, "") if one else "" for one in (before, seat))
        log_action(
            actor=actor,
            verb="pairing.goes_on",
            target=pairing,
            scope=scope(event),
            before={"goes_on": old},
            after={"goes_on": new},
        )
        touch(event)
    return pairing
