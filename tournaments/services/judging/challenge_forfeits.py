"""A challenge that costs the game: what its ruling makes of the result, entered when an official says so and never by itself."""

from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models import User
from lexicon.models import Ruling
from tournaments.errors import StaleEditError
from tournaments.inputs.results import ResultInput, RulingInput
from tournaments.models import Event, Pairing, Result, ResultKind
from tournaments.queries.rulings import with_follow_ups
from tournaments.services.events.locking import lock_event, refuse_finished
from tournaments.services.results.results import rule_result
from tournaments.wording.sentences import describe

_OTHER = {"challenger": "challenged", "challenged": "challenger"}


@dataclass(frozen=True, slots=True)
class Forfeit:
    """What the ruling in force makes of a game.

    ``version``: of its result now (0: none yet); ``now``: what that is, "" while it is not certain; ``entered``: it is this.
    """

    pairing: Pairing
    loser: str
    winner: str
    kind: str
    version: int
    now: str
    entered: bool


def forfeit_of(event: Event, verdict: Ruling) -> Forfeit | None:
    """The forfeit that the ruling in force on this verdict means; None where it means none, or the log does not say whose.

    Three queries.
    """
    standing = Ruling.standing(with_follow_ups(verdict)) or verdict
    party = standing.outcome.get("loser")
    kind, _colon, number = verdict.scope.partition(":")
    if party not in _OTHER or kind != "pairing" or not verdict.challenger:
        return None
    games = Pairing.objects.select_related("round__division", "result").filter(round__division__event=event)
    pairing = games.prefetch_related("seats__entry").filter(pk=int(number)).first()
    if pairing is None:
        return None
    names = [seat.entry.name for seat in pairing.seats.all()]
    if len(names) != 2 or names.count(verdict.challenger) != 1:
        return None
    challenger = names.index(verdict.challenger)
    lost = challenger if party == "challenger" else 1 - challenger
    result: Result | None = getattr(pairing, "result", None)
    means = str(ResultKind.FORFEIT_LOSS if lost == 0 else ResultKind.FORFEIT_WIN)
    certain = result is not None and result.state == Result.State.CONFIRMED
    return Forfeit(
        pairing=pairing,
        loser=names[lost],
        winner=names[1 - lost],
        kind=means,
        version=result.version if result else 0,
        now=describe(result) if result and certain else "",
        entered=bool(result and certain and result.kind == means),
    )


@transaction.atomic
def enter_forfeit(*, actor: User, event: Event, verdict: Ruling, expected_version: int) -> Result:
    """Make the forfeit that the ruling in force means the game's result, with the words as the reason.

    Raises StaleEditError when the ruling means none any more or the result has changed, and as ``rule_result``.
    """
    refuse_finished(lock_event(event.pk))
    found = forfeit_of(event, verdict)
    if found is None:
        raise StaleEditError(_("Under the current decision nobody loses the game. Reload the page."))
    reason = _("Challenge of %(words)s: %(loser)s loses the game.") % {
        "words": ", ".join(verdict.words),
        "loser": found.loser,
    }
    data = RulingInput(result=ResultInput(kind=found.kind), reason=reason, expected_version=expected_version)
    return rule_result(actor=actor, pairing_id=found.pairing.pk, data=data)
