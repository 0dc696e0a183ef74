"""An official confirms what players reported: one game by a tap, or all that wait for a second report."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction

from clubs.models import User
from tournaments.access import loaded_pairings
from tournaments.engine.results import derive
from tournaments.inputs.results import ResultInput, ScoresheetInput
from tournaments.models import Pairing, Result, Round, Submission
from tournaments.queries.results import reports_of, rulings_of
from tournaments.services.events.locking import lock_event
from tournaments.services.results.results import submit_scoresheet


@dataclass(frozen=True, slots=True)
class Confirmed:
    """The results confirmed now, and the games where another report came in after the official looked."""

    results: tuple[Result, ...]
    changed: tuple[Pairing, ...]


def confirm_reported(*, actor: User, round_: Round, versions: Mapping[int, int]) -> Confirmed:
    """Confirm the reports of a round's games. ``versions``: by game (id) the version of its result that the official looked at.

    A game that has another version now is left alone and listed. Each game is saved on its own. Raises NotOpenError, PermissionDenied.
    """
    results, changed = [], []
    for pairing_id, version in versions.items():
        pairing, result = _confirm(actor, round_, pairing_id, version)
        if result is not None:
            results.append(result)
        elif pairing is not None:
            changed.append(pairing)
    return Confirmed(tuple(results), tuple(changed))


@transaction.atomic
def _confirm(actor: User, round_: Round, pairing_id: int, version: int) -> tuple[Pairing | None, Result | None]:
    """The game, and its result if it could be confirmed."""
    lock_event(round_.division.event_id)
    pairing = loaded_pairings().filter(pk=pairing_id, round=round_).first()
    result = getattr(pairing, "result", None)
    if pairing is None or (result is not None and result.state == Result.State.CONFIRMED):
        return None, None  # a second tap
    if result is None or result.state != Result.State.PENDING or result.version != version:
        return pairing, None
    derived = derive(reports_of(pairing.submissions.all()), rulings_of(pairing.rulings.all()))
    assert derived is not None, "a result rests on facts"
    outcome = submit_scoresheet(
        pairing_id=pairing.pk,
        data=ScoresheetInput(
            side=Submission.Side.OFFICIAL,
            channel=Submission.Channel.OFFICIAL,
            client_token=f"confirm-{version}",
            result=ResultInput.of(derived.score),
        ),
        actor=actor,
    )
    return pairing, outcome.result
