"""Calculating who is in contention: at once where that is quick, otherwise in the background."""

from collections.abc import Callable

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import User
from clubs.permissions import Action
from jobs.models import OPEN_STATES
from jobs.services import enqueue
from tournaments.engine.contention import prize_chances
from tournaments.errors import TournamentError
from tournaments.models import ContentionRun, Division
from tournaments.permissions import require_action
from tournaments.queries.contention import Question, question_of, stored
from tournaments.services.events.locking import touch

#: Players × rounds × events that take a fraction of a second: a request can wait for it.
QUICK = 1_000_000
#: Runs stored for a division; older ones are of outdated facts.
MOST_RUNS = 5


def request_contention(*, actor: User, division: Division) -> ContentionRun:
    """The run of the division's current facts: created if there is none, done at once if that is quick."""
    require_action(actor, division.event, Action.VIEW_DRAFTS)
    return ensure_run(division)


def ensure_run(division: Division) -> ContentionRun:
    """``request_contention`` by the site itself. Raises TournamentError for a knock-out, whose bracket shows it."""
    question = question_of(division)
    if question.knock_out:
        raise TournamentError(
            _("In a knock-out the bracket shows who can still win, so nothing is calculated."), code="knock_out"
        )
    run = _run_of(division, question)
    if not run.is_open:
        return run
    if question.work <= QUICK:
        compute(run_id=run.pk)
        run.refresh_from_db()
    else:
        enqueue("tournaments.contention", run.pk)  # once, however often it is requested
    return run


def _run_of(division: Division, question: Question) -> ContentionRun:
    """The run of these facts; a new one if there is none, or if it was dropped while the facts were others for a time."""
    runs = ContentionRun.objects.filter(division=division)
    with transaction.atomic():
        runs.filter(fingerprint=question.fingerprint).exclude(
            state__in=[*OPEN_STATES, ContentionRun.State.DONE]
        ).delete()
        run, created = runs.get_or_create(
            fingerprint=question.fingerprint,
            defaults={
                "division": division,
                "seed": division.settings.seed,
                "simulations": question.case.simulations,
                "total": question.case.simulations,
            },
        )
        if created:
            old = runs.order_by("-pk").values_list("pk", flat=True)[MOST_RUNS:]
            runs.filter(pk__in=list(old)).delete()
    return run


def compute(*, run_id: int) -> None:
    """Simulate the rest and store the outcome, unless the facts have changed since. Idempotent."""
    run = ContentionRun.objects.select_related("division__event").filter(pk=run_id).first()
    if run is None or not run.is_open:
        return
    question = question_of(run.division, simulations=run.simulations)
    open_ = ContentionRun.objects.filter(pk=run_id, state__in=OPEN_STATES)
    if question.fingerprint != run.fingerprint:
        error = _("New results have come in since.")
        open_.update(state=ContentionRun.State.DROPPED, error=error, finished_at=timezone.now())
        return
    open_.update(state=ContentionRun.State.RUNNING, done=0)
    goals = prize_chances(question.case, run.seed, _progress(run))
    open_.update(state=ContentionRun.State.DONE, result=stored(goals), done=run.total, finished_at=timezone.now())


def _progress(run: ContentionRun) -> Callable[[int], None]:
    def store_progress(done: int) -> None:
        ContentionRun.objects.filter(pk=run.pk, state=ContentionRun.State.RUNNING).update(done=min(done, run.total))

    return store_progress


def follow(division: Division) -> None:
    """After a change of results or rounds: where contention is public, recalculate it after commit."""
    if division.settings.show_contention:
        enqueue("tournaments.refresh_contention", division.pk)


def refresh(*, division_id: int) -> None:
    """Calculate the division's contention for the current facts."""
    division = Division.objects.select_related("event").filter(pk=division_id, settings__show_contention=True).first()
    if division is None:
        return
    try:
        run = ensure_run(division)
    except TournamentError:  # a knock-out
        return
    if run.is_open:
        compute(run_id=run.pk)
    touch(division.event)
