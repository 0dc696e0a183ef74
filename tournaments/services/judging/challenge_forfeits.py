"""A challenge that costs the game: the forfeit that follows from its adjudication. Only an official enters it, on a page."""

from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models import User
from core.wording import listed
from lexicon.models import Adjudication
from tournaments.errors import StaleEditError
from tournaments.inputs.results import ResultInput, RulingInput
from tournaments.models import Event, Pairing, Result, ResultKind
from tournaments.queries.adjudications import with_follow_ups
from tournaments.services.events.locking import lock_event, refuse_finished
from tournaments.services.results.results import rule_result
from tournaments.wording.sentences import describe, names_at


@dataclass(frozen=True, slots=True)
class Forfeit:
    """The forfeit that an adjudication means for a game.

    ``version``: of the game's result now (0: none yet); ``now``: that result, "" while it is not confirmed; ``entered``: it is
    this forfeit already.
    """

    pairing: Pairing
    loser: str
    winner: str
    kind: str
    version: int
    now: str
    entered: bool


def forfeit_of(event: Event, adjudication: Adjudication) -> Forfeit | None:
    """The forfeit that follows from the decision in force; None where none follows, or the log does not say whose. Three queries."""
    in_force = Adjudication.standing(with_follow_ups(adjudication)) or adjudication
    party = in_force.outcome.get("loser")
    kind, _colon, number = adjudication.scope.partition(":")
    if party not in {"challenger", "challenged"} or kind != "pairing" or not adjudication.challenger:
        return None
    games = Pairing.objects.select_related("round__division", "result").filter(round__division__event=event)
    pairing = games.prefetch_related("seats__entry").filter(pk=int(number)).first()
    names = [seat.entry.name for seat in pairing.seats.all()] if pairing is not None else []
    if pairing is None or len(names) != 2 or names.count(adjudication.challenger) != 1:
        return None
    challenger = names.index(adjudication.challenger)
    loser = challenger if party == "challenger" else 1 - challenger
    forfeit = str(ResultKind.FORFEIT_LOSS if loser == 0 else ResultKind.FORFEIT_WIN)
    result: Result | None = getattr(pairing, "result", None)
    confirmed = result if result is not None and result.state == Result.State.CONFIRMED else None
    return Forfeit(
        pairing=pairing,
        loser=names[loser],
        winner=names[1 - loser],
        kind=forfeit,
        version=result.version if result else 0,
        now=describe(confirmed, names_at(pairing)) if confirmed else "",
        entered=confirmed is not None and confirmed.kind == forfeit,
    )


@transaction.atomic
def enter_forfeit(*, actor: User, event: Event, adjudication: Adjudication, expected_version: int) -> Result:
    """Enter the forfeit as the game's result, with the words as the reason.

    Raises StaleEditError when no forfeit follows any more or the result has changed, and as ``rule_result``.
    """
    refuse_finished(lock_event(event.pk))
    forfeit = forfeit_of(event, adjudication)
    if forfeit is None:
        raise StaleEditError(_("Under the current decision nobody loses the game. Reload the page."))
    reason = _("Challenge of %(words)s: %(loser)s loses the game.") % {
        "words": listed(adjudication.words),
        "loser": forfeit.loser,
    }
    data = RulingInput(result=ResultInput(kind=forfeit.kind), reason=reason, expected_version=expected_version)
    return rule_result(actor=actor, pairing_id=forfeit.pairing.pk, data=data)
