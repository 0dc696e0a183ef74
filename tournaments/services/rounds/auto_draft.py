"""Automatic drafts: the next round is drafted when the last result is in, where the director wants that. Nothing is published.

It is the draft that the director would have got by pressing the button, in the name of whoever switched it on. It is made once for
a round and never replaces another draft; it reports a result corrected later like any other draft. A round that is planned on lagged
standings is drafted as soon as those are complete, while the round before it is still being played.
"""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Max, Min
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import User
from clubs.permissions import Action
from jobs.services import enqueue
from tournaments.errors import TournamentError
from tournaments.models import AutoPairing, Division, Event, Pairing, Result, Round
from tournaments.queries.round_plan import planned_choice
from tournaments.services.events.locking import lock_open_event, scope
from tournaments.services.rounds.options import refuse_unknown
from tournaments.services.rounds.requests import request_round, requested_choice


def auto_pairing_of(division: Division) -> AutoPairing | None:
    """Whether, and how, the division's rounds are drafted automatically. One query."""
    return AutoPairing.objects.filter(division=division).first()


@transaction.atomic
def switch_on(*, actor: User, division: Division, system: str = "") -> AutoPairing:
    """Draft the next round whenever the last result is in, by ``system`` ("": by the plan, or as the round before), in the actor's name.

    If all results are already in, the next round is drafted at once, even one whose draft was discarded.
    Raises NotOpenError, TournamentError, PermissionDenied.
    """
    event = lock_open_event(actor, division.event_id, Action.PAIR)
    if system:
        refuse_unknown(system)
    values = {"system": system, "switched_by": actor, "drafted_round": None, "failed_round": None, "error": ""}
    switch, _created = AutoPairing.objects.update_or_create(division=division, defaults=values)
    log_action(actor=actor, verb="auto_pairing.on", target=division, scope=scope(event), after={"system": system})
    follow(division)
    return switch


@transaction.atomic
def switch_off(*, actor: User, division: Division) -> None:
    """Leave drafting to the director; an existing draft stays. Raises NotOpenError, PermissionDenied."""
    event = lock_open_event(actor, division.event_id, Action.PAIR)
    if AutoPairing.objects.filter(division=division).delete()[0]:
        log_action(actor=actor, verb="auto_pairing.off", target=division, scope=scope(event))


def follow(division: Division) -> None:
    """After a result is confirmed or a round published: if the next round needs no more results, draft it after commit, where switched on.

    Event locked.
    """
    if hasattr(division, "auto_pairing") and next_number(division) is not None:
        enqueue("tournaments.draft_next_round", division.pk)


def next_number(division: Division) -> int | None:
    """The round that can be drafted because the results it needs are in and there is no draft, or None. Five queries at most."""
    rounds = Round.objects.filter(division=division)
    last = rounds.aggregate(last=Max("number"))["last"] or 0
    if not 1 <= last < division.settings.rounds_planned or rounds.filter(state=Round.State.DRAFT).exists():
        return None
    games = Pairing.objects.filter(round__division=division, kind=Pairing.Kind.GAME)
    missing = games.exclude(result__state=Result.State.CONFIRMED)
    first_missing = missing.aggregate(first=Min("round__number"))["first"]
    if first_missing is None:
        return last + 1
    by_plan = AutoPairing.objects.filter(division=division, system="").exists()
    based_on = planned_choice(division, last + 1).get("based_on") if by_plan else None
    return last + 1 if based_on is not None and first_missing > based_on else None


def draft_automatically(*, division_id: int) -> None:
    """Draft the division's next round if that is still switched on and possible; a failure is stored for the director. Idempotent."""
    switches = AutoPairing.objects.select_related("division__event__club", "switched_by")
    switch = switches.filter(division=division_id).first()
    if switch is None or switch.division.event.state != Event.State.RUNNING:
        return
    number = next_number(switch.division)
    if number is None or number == switch.drafted_round:
        return
    error = _draft(switch, number)
    if error and next_number(switch.division) == number:
        AutoPairing.objects.filter(pk=switch.pk).update(failed_round=number, error=error)


def _draft(switch: AutoPairing, number: int) -> str:
    """Draft the round; returns why that failed, or nothing."""
    try:
        if switch.switched_by is None or not switch.switched_by.is_active:
            return _("The user who switched this on no longer has an account. Switch it on again.")
        choice = _choice(switch, number)
        request_round(actor=switch.switched_by, division=switch.division, number=number, automatic=True, **choice)
    except PermissionDenied:
        return _("The user who switched this on is no longer allowed to pair. Switch it on again.")
    except TournamentError as error:
        return str(error)
    return ""


def _choice(switch: AutoPairing, number: int) -> dict[str, Any]:
    """System and options: the system that the director chose, what is planned, or as the round before. Swiss after an imported round."""
    before = Round.objects.select_related("run").get(division=switch.division, number=number - 1)
    last = requested_choice(switch.division, before.number, before.run) or {"system": "swiss", "options": {}}
    last.pop("based_on", None)
    if switch.system:
        return {"system": switch.system} if switch.system != last["system"] else last
    return planned_choice(switch.division, number) or last
