"""Undoing what an official entered: a report or ruling of kind "undone" takes it back, and what is left decides (``engine.results``).

Nothing is deleted but the derived result of a game that has no report left.
"""

from dataclasses import dataclass, replace

from django.db import transaction
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import User
from clubs.permissions import Action
from tournaments.engine.results import UNDONE, Side, counted_reports, counted_rulings, derive
from tournaments.engine.undo import Refusal
from tournaments.errors import NotOpenError, TournamentError
from tournaments.models import Pairing, Result, ResultRuling, Round, Submission
from tournaments.permissions import require_action, require_entering
from tournaments.queries.results import reports_of, rulings_of
from tournaments.queries.undo import BY_OFFICIALS, Entered, later_rounds, own_entries, own_entry
from tournaments.services.events.locking import lock_event, refuse_finished, refuse_followed, scope, touch
from tournaments.services.rating_link import ledger
from tournaments.services.results.open_questions import settle_all
from tournaments.services.results.results import (
    GameFacts,
    alone_score,
    derive_and_store,
    facts_of_game,
    latest_of_source,
    load_game,
    logged_result,
)
from tournaments.services.standings import contention
from tournaments.wording.undo import refusal_text


@dataclass(frozen=True, slots=True)
class Undone:
    """What was undone, and the result that counts now; None where the game has none again."""

    pairing: Pairing
    fact: Entered
    result: Result | None


@transaction.atomic
def undo_entry(*, actor: User, fact: Entered) -> Undone:
    """Take back what this official entered about a game: the game is as if it had not been entered, and its history shows both.

    Only one's own entry, and only while nothing rests on it: no later entry, no ruling since, no later round
    published since, the event not finished; and only so many in a row as are listed. Raises TournamentError
    that says which, NotOpenError, PermissionDenied.
    """
    event = lock_event(load_game(fact.pairing_id).round.division.event_id)
    pairing = load_game(fact.pairing_id, event)
    _check_own(actor, pairing, fact)
    refuse_finished(event)
    refuse_followed(pairing.round.division)
    facts = facts_of_game(pairing)
    # without a result that rests on a ruling its rulings are not loaded, and none of them stands
    rulings = facts.rulings or list(ResultRuling.objects.filter(pairing=pairing).order_by("pk"))
    entry = own_entry(fact, pairing, facts.submissions, rulings, later_rounds(pairing.round))
    if entry.refusal is None:
        entry = next((one for one in own_entries(actor, pairing.round)[0] if one.key == entry.key), entry)
    if entry.refusal is not None:
        error = NotOpenError if entry.refusal is Refusal.FOLLOWED else TournamentError
        raise error(_("Not undone. %(why)s") % {"why": refusal_text(entry)}, code=f"undo_{entry.refusal}")
    before = logged_result(getattr(pairing, "result", None))
    result = _derive(pairing, _with_undoing(actor, pairing, fact, replace(facts, rulings=rulings)))
    log_action(
        actor=actor,
        verb="result.undone",
        target=pairing,
        scope=scope(event),
        before=before,
        after=logged_result(result),
        reason=_("undone"),
    )
    return Undone(pairing, fact, result)


def take_back_result(*, actor: User, pairing: Pairing, reason: str) -> Result | None:
    """Take back all that officials entered about a pairing just loaded; what players reported stays. Inside a transaction, event locked."""
    facts = facts_of_game(pairing)
    facts = replace(facts, rulings=list(ResultRuling.objects.filter(pairing=pairing).order_by("pk")))
    before = logged_result(getattr(pairing, "result", None))
    standing = {one.id for one in counted_rulings(rulings_of(facts.rulings))}
    standing_reports = {one.id for one in counted_reports(reports_of(facts.submissions))}
    entered: list[Entered] = [one for one in facts.rulings if one.pk in standing]
    entered += [one for one in facts.submissions if one.pk in standing_reports and one.side == Side.OFFICIAL]
    for fact in reversed(entered):
        facts = _with_undoing(actor, pairing, fact, facts)
    result = _derive(pairing, facts)
    log_action(
        actor=actor,
        verb="result.undone",
        target=pairing,
        scope=scope(pairing.round.division.event),
        before=before,
        after=logged_result(result),
        reason=reason,
    )
    return result


def _check_own(actor: User, pairing: Pairing, fact: Entered) -> None:
    """Raise unless the actor entered it and may still enter it."""
    event = pairing.round.division.event
    if isinstance(fact, ResultRuling):
        require_action(actor, event, Action.CORRECT)
        own = fact.official_id == actor.pk
    else:
        require_entering(actor, event, pairing.table_number)
        own = fact.actor_id == actor.pk and fact.channel in BY_OFFICIALS
    if not own:
        raise TournamentError(
            _("Only the person who typed an entry can undo it. Correct the result on the game's page instead."),
            code="undo_not_own",
        )


def _with_undoing(actor: User, pairing: Pairing, fact: Entered, facts: GameFacts) -> GameFacts:
    """The facts with one more that takes this one back."""
    if isinstance(fact, ResultRuling):
        last = facts.submissions[-1] if facts.submissions else None
        ruling = ResultRuling.objects.create(
            pairing=pairing, official=actor, kind=UNDONE, reason=_("undone"), after_submission=last
        )
        return replace(facts, rulings=[*facts.rulings, ruling])
    official, channel = Side.OFFICIAL.value, fact.channel
    submission = Submission.objects.create(
        pairing=pairing,
        channel=channel,
        side=official,
        actor=actor,
        client_token=f"undo-{fact.pk}",
        kind=UNDONE,
        supersedes=latest_of_source(facts.submissions, official, channel),
    )
    return replace(facts, submissions=[*facts.submissions, submission])


def _derive(pairing: Pairing, facts: GameFacts) -> Result | None:
    """Store what the facts give now. Without any left the result goes, and what follows from it. Event locked."""
    division = pairing.round.division
    if derive(reports_of(facts.submissions), rulings_of(facts.rulings), alone=alone_score(pairing)) is not None:
        result, _derived = derive_and_store(pairing, facts)
        _open_again(pairing, result)
        return result
    settle_all(pairing)
    Result.objects.filter(pairing=pairing).delete()
    ledger.write_result(division, pairing, None)
    _open_again(pairing, None)
    touch(division.event)
    contention.follow(division)
    return None


def _open_again(pairing: Pairing, result: Result | None) -> None:
    """A round that was closed because all its results were in takes reports again; later rounds were published ahead of it."""
    if result is None or result.state != Result.State.CONFIRMED:
        Round.objects.filter(pk=pairing.round_id, state=Round.State.CLOSED).update(state=Round.State.PUBLISHED)
