"""Putting one's own typing error right by typing the result anew; the log keeps both."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from clubs.models import User
from tournaments.inputs.results import ScoresheetInput
from tournaments.models import Result, Submission
from tournaments.queries.undo import BY_OFFICIALS, later_rounds, own_entry
from tournaments.services.results.results import SubmissionOutcome, facts_of_game, load_game, submit_scoresheet
from tournaments.services.results.undo import undo_entry

#: So long a typing error of one's own is put right as if it had not been typed.
TYPING_ERROR = timedelta(minutes=5)


def is_fresh(fact: Submission) -> bool:
    """Whether an entry is so new that a typing error in it is put right without a reason."""
    return fact.created_at >= timezone.now() - TYPING_ERROR


@transaction.atomic
def type_again(*, actor: User, mistyped: Submission, data: ScoresheetInput) -> SubmissionOutcome:
    """Undo one's own entry and enter the result anew. Raises what ``undo_entry`` and ``submit_scoresheet`` raise."""
    undo_entry(actor=actor, fact=mistyped)
    return submit_scoresheet(pairing_id=mistyped.pairing_id, data=data, actor=actor)


def typing_error(actor: User, confirmed: Result) -> Submission | None:
    """The actor's own entry of the last minutes that can still be undone; None without one."""
    pairing = load_game(confirmed.pairing_id)
    facts = facts_of_game(pairing)
    if facts.rulings or not facts.submissions:
        return None
    newest = facts.submissions[-1]
    if newest.actor_id != actor.pk or newest.channel not in BY_OFFICIALS or not is_fresh(newest):
        return None
    entry = own_entry(newest, pairing, facts.submissions, facts.rulings, later_rounds(pairing.round))
    return newest if entry.refusal is None else None
