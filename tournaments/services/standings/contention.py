"""Computing what players can still win: at once where that is quick, in the background where it is not."""

from collections.abc import Callable

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import User
from clubs.permissions import Action
from jobs.services import enqueue
from tournaments.engine.contention import prize_chances
from tournaments.errors import TournamentError
from tournaments.models import ContentionRun, Division
from tournaments.models.work import OPEN_STATES
from tournaments.permissions import require_action
from tournaments.queries.contention import Question, question_of
from tournaments.services.events.locking import touch

#: Players × rounds × events that take a fraction of a second: a request can wait for it.
QUICK = 1_000_000
#: Answers that are kept for a division; older ones are of facts that are gone.
KEPT = 5


def request_contention(*, actor: User, division: Division) -> ContentionRun:
    """The run of the division's facts as they are: made if there is none, done at once if that is quick."""
    require_action(actor, division.event, Action.VIEW_DRAFTS)
    return ask(division)


def ask(division: Division) -> ContentionRun:
    """As ``request_contention``, for the site itself. Raises TournamentError for a knock-out, whose bracket says it."""
    question = question_of(division)
    if question.knock_out:
        raise TournamentError(
            _("In a knock-out the bracket shows who can still win, so nothing is calculated."), code="knock_out"
        )
    run, created = _run_of(division, question)
    if run.state == ContentionRun.State.FAILED:
        ContentionRun.objects.filter(pk=run.pk).update(
            state=ContentionRun.State.WAITING, error="", finished_at=None, done=0
        )
        run.refresh_from_db()
        created = True
    if created and question.work <= QUICK:
        compute(run_id=run.pk)
        run.refresh_from_db()
    return run


def _run_of(division: Division, question: Question) -> tuple[ContentionRun, bool]:
    known = ContentionRun.objects.filter(division=division, fingerprint=question.fingerprint).first()
    if known is not None:
        return known, False
    try:
        with transaction.atomic():
            run = ContentionRun.objects.create(
                division=division,
                fingerprint=question.fingerprint,
                seed=division.settings.seed,
                simulations=question.case.simulations,
                total=question.case.simulations,
            )
            old = ContentionRun.objects.filter(division=division).order_by("-pk").values_list("pk", flat=True)[KEPT:]
            ContentionRun.objects.filter(pk__in=list(old)).delete()
            if question.work > QUICK:
                enqueue("tournaments.contention", run.pk)
    except IntegrityError:  # somebody asked at the same moment
        return ContentionRun.objects.get(division=division, fingerprint=question.fingerprint), False
    return run, True


def compute(*, run_id: int) -> None:
    """Play the rest out and store what comes of it. May be called again at any time; facts that changed since are not computed."""
    run = ContentionRun.objects.select_related("division__event").filter(pk=run_id).first()
    if run is None or not run.is_open:
        return
    question = question_of(run.division, simulations=run.simulations)
    open_ = ContentionRun.objects.filter(pk=run_id, state__in=OPEN_STATES)
    if question.fingerprint != run.fingerprint:
        gone = _("New results have come in since.")
        open_.update(state=ContentionRun.State.DROPPED, error=gone, finished_at=timezone.now())
        return
    open_.update(state=ContentionRun.State.RUNNING, done=0)
    found = prize_chances(question.case, run.seed, _progress(run))
    rows = [
        [[one.player, one.state, one.share, one.chance, one.enough, one.games, one.surely] for one in goal]
        for goal in found
    ]
    open_.update(state=ContentionRun.State.DONE, result={"goals": rows}, done=run.total, finished_at=timezone.now())


def _progress(run: ContentionRun) -> Callable[[int], None]:
    def heard(done: int) -> None:
        ContentionRun.objects.filter(pk=run.pk, state=ContentionRun.State.RUNNING).update(done=min(done, run.total))

    return heard


def follow(division: Division) -> None:
    """Results or rounds have changed: where everybody sees who can still win what, it is computed anew after commit."""
    if division.settings.show_contention:
        enqueue("tournaments.refresh_contention", division.pk)


def refresh(*, division_id: int) -> None:
    """Compute the division's contention for the facts as they are."""
    division = Division.objects.select_related("event").filter(pk=division_id, settings__show_contention=True).first()
    if division is None:
        return
    try:
        run = ask(division)
    except TournamentError:  # a knock-out
        return
    if run.is_open:
        compute(run_id=run.pk)
    touch(division.event)
