"""Drafting the next round by itself when the last result is in, where the director asked for it. Nothing is published so.

It is the draft that the director would have got by pressing the button, in the name of whoever switched it on. It is made once for
a round and never takes the place of another draft; a result that is corrected later is told on it as on any draft.
"""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from audit.log import record
from clubs.models import User
from clubs.permissions import Action
from jobs.services import enqueue
from tournaments.errors import TournamentError
from tournaments.models import AutoPairing, Division, Event, Pairing, PairingRequest, Result, Round
from tournaments.permissions import require_action
from tournaments.services.events.locking import lock_event, refuse_finished, scope
from tournaments.services.rounds.options import choice_of, refuse_unknown
from tournaments.services.rounds.requests import latest_request, request_round


def auto_pairing_of(division: Division) -> AutoPairing | None:
    """Whether, and how, the division's rounds are drafted by themselves. One query."""
    return AutoPairing.objects.filter(division=division).first()


@transaction.atomic
def switch_on(*, actor: User, division: Division, system: str = "") -> AutoPairing:
    """Draft the next round whenever the last result is in, by ``system`` ("": as the round before), in the actor's name.

    If all results are in already the next round is drafted at once, also one whose draft was discarded.
    Raises NotOpenError, TournamentError, PermissionDenied.
    """
    event = lock_event(division.event_id)
    require_action(actor, event, Action.PAIR)
    refuse_finished(event)
    if system:
        refuse_unknown(system)
    values = {"system": system, "switched_by": actor, "drafted_round": None, "failed_round": None, "error": ""}
    switch, _created = AutoPairing.objects.update_or_create(division=division, defaults=values)
    record(actor=actor, verb="auto_pairing.on", target=division, scope=scope(event), after={"system": system})
    follow(division)
    return switch


@transaction.atomic
def switch_off(*, actor: User, division: Division) -> None:
    """From now on rounds are drafted by the director alone; a draft that is there stays. Raises NotOpenError, PermissionDenied."""
    event = lock_event(division.event_id)
    require_action(actor, event, Action.PAIR)
    refuse_finished(event)
    if AutoPairing.objects.filter(division=division).delete()[0]:
        record(actor=actor, verb="auto_pairing.off", target=division, scope=scope(event))


def follow(division: Division) -> None:
    """A result has been confirmed: if it was the last one, and that is wanted, the next round is drafted after commit. Event locked."""
    if hasattr(division, "auto_pairing") and next_number(division) is not None:
        enqueue("tournaments.draft_next_round", division.pk)


def next_number(division: Division) -> int | None:
    """The round that can be drafted now because all results are in and nothing is drafted; None if there is none. Three queries at most."""
    rounds = Round.objects.filter(division=division)
    last = rounds.aggregate(last=Max("number"))["last"] or 0
    if not 1 <= last < division.settings.rounds_planned or rounds.filter(state=Round.State.DRAFT).exists():
        return None
    games = Pairing.objects.filter(round__division=division, kind=Pairing.Kind.GAME)
    return None if games.exclude(result__state=Result.State.CONFIRMED).exists() else last + 1


def draft_by_itself(*, division_id: int) -> None:
    """Draft the division's next round if that is still wanted and possible; why not is kept for the director. May be called again."""
    found = AutoPairing.objects.select_related("division__event__club", "switched_by").filter(division=division_id)
    switch = found.first()
    if switch is None or switch.division.event.state != Event.State.RUNNING:
        return
    number = next_number(switch.division)
    if number is None or number == switch.drafted_round:
        return
    error = _draft(switch, number)
    if error and next_number(switch.division) == number:
        AutoPairing.objects.filter(pk=switch.pk).update(failed_round=number, error=error)


def _draft(switch: AutoPairing, number: int) -> str:
    """Draft the round; why it could not be, or nothing."""
    try:
        if switch.switched_by is None or not switch.switched_by.is_active:
            return _("The user who switched this on no longer has an account. Switch it on again.")
        chosen = _choice(switch, number)
        request_round(actor=switch.switched_by, division=switch.division, number=number, by_itself=True, **chosen)
    except PermissionDenied:
        return _("The user who switched this on is no longer allowed to pair. Switch it on again.")
    except TournamentError as error:
        return str(error)
    return ""


def _choice(switch: AutoPairing, number: int) -> dict[str, Any]:
    """System and options: those of the round before, unless another system is wanted."""
    before = _before(switch.division, number - 1)
    if switch.system and switch.system != before["system"]:
        return {"system": switch.system}
    return before


def _before(division: Division, number: int) -> dict[str, Any]:
    """How a round was to be paired; the usual way for one that was not paired here."""
    asked = latest_request(division, number)
    if asked is not None and asked.state != PairingRequest.State.DONE:
        return {"system": asked.system, "options": asked.options}
    round_ = Round.objects.select_related("run").get(division=division, number=number)
    if round_.run is None:
        return {"system": "swiss", "options": {}}
    chosen = choice_of(round_.run)
    return {"system": chosen["system"], "options": chosen["options"]}
