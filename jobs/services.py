"""Adding, claiming, running and sweeping jobs."""

import logging
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from celery import current_app
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from kombu.exceptions import OperationalError

from core.breaker import Breaker
from core.leases import renewed
from core.logs import current
from jobs.models import Heartbeat, Job, PeriodicTask

logger = logging.getLogger(__name__)

MAX_ATTEMPTS = 8
#: After the last failure but one.
LONGEST_WAIT = timedelta(seconds=2**MAX_ATTEMPTS)
KEEP_DONE = timedelta(days=7)
KEEP_FAILED = timedelta(days=30)
#: By how much the clocks of two machines may differ.
CLOCK_SLACK = timedelta(seconds=5)

#: The part of its period after which a task is due again: no two sends are exactly a period apart.
_NEARLY: Final = 0.9
_NEVER: Final = datetime(1970, 1, 1, tzinfo=UTC)

_broker = Breaker(seconds=20)


def enqueue(task: str, *ids: int) -> None:
    """Run the task of this name (``ratings.recompute``) in the background, once, after the caller's transaction has committed.

    What must be done is a row of ``Job``, written in the caller's transaction; the message to Celery ("look at job 12") is only a hint.
    The same request twice, while the first has not been started, is one job. Never raises because the broker is down: the row stays
    and the sweep sends its hint later.
    """
    with transaction.atomic():
        job_id, created = _queued_row(_key(task, ids), task, list(ids))
        if created:  # a row that was there has its hint already
            _hint_after_commit(job_id)


def enqueue_new(task: str, numbers: Sequence[int]) -> None:
    """As ``enqueue`` for each of these ids, of rows made in the caller's transaction: nobody can have asked for them yet. One query."""
    jobs = Job.objects.bulk_create(Job(key=_key(task, [number]), task=task, ids=[number]) for number in numbers)
    for job in jobs:
        _hint_after_commit(job.pk)


def _key(task: str, ids: Sequence[int]) -> str:
    return f"{task}:{','.join(str(number) for number in ids)}"


def _hint_after_commit(job_id: int) -> None:
    def send() -> None:
        if not _broker.may_try():
            return  # it did not answer lately: do not wait for it, the sweep sends the hint
        try:
            send_hint(job_id)
        except Exception:
            _broker.failed()
            raise
        _broker.answered()

    # robust: whatever the broker does, the caller's request has succeeded and its job is a row
    transaction.on_commit(send, robust=True)


def _queued_row(key: str, task: str, ids: list[int]) -> tuple[int, bool]:
    """The id of the queued row for ``key``, locked until the caller commits, and whether it is new.

    The lock matters: a worker that claimed the row before the caller's commit would not see the caller's change.
    """
    for _attempt in range(20):
        existing = Job.objects.select_for_update().filter(key=key, state=Job.State.QUEUED).only("pk", "due_at").first()
        if existing is not None:
            return existing.pk, _bring_forward(existing)
        try:
            with transaction.atomic():
                return Job.objects.create(key=key, task=task, ids=ids).pk, True
        except IntegrityError:
            continue  # another row was committed while we waited; take it, or go on if it is claimed already
    raise RuntimeError(f"job {key} is being taken faster than it can be queued")


def _bring_forward(job: Job) -> bool:
    """Make a job that waits after a failure due now, as it is requested again; whether it was waiting (it needs a new hint)."""
    now = timezone.now()
    if job.due_at <= now:
        return False
    Job.objects.filter(pk=job.pk).update(due_at=now)
    return True


def send_hint(job_id: int) -> None:
    """Tell a worker to look at the job. Raises what the broker raises."""
    current_app.send_task("jobs.run", (job_id,), retry=False)


def _lease() -> timedelta:
    return timedelta(seconds=settings.JOB_LEASE_SECONDS)


def _ready(now: datetime) -> Q:
    """Queued and due, or running with a lease that has ended.

    No lease ends later than one lease from now, and nothing waits longer than after its last failure: what says so was written
    before the clock was set back.
    """
    queued = Q(state=Job.State.QUEUED) & (Q(due_at__lte=now) | Q(due_at__gt=now + LONGEST_WAIT + CLOCK_SLACK))
    return queued | Q(state=Job.State.RUNNING) & (Q(due_at__lte=now) | Q(due_at__gt=now + _lease() + CLOCK_SLACK))


def _give_up_killers(now: datetime, **which: object) -> None:
    """Fail jobs that started MAX_ATTEMPTS times and never ended: they killed their process each time."""
    Job.objects.filter(_ready(now), state=Job.State.RUNNING, attempts__gte=MAX_ATTEMPTS, **which).update(
        state=Job.State.FAILED,
        finished_at=now,
        error=f"Its process ended in the middle at each of {MAX_ATTEMPTS} starts.",
    )


def run_job(*, job_id: int) -> bool:
    """Claim the job, run it, record the outcome. False if another worker has it or one like it, it is done, or it is given up.

    The claim is renewed while the job runs: a long one is never run twice at once, and that of a killed worker is taken over when
    its lease ends. Of jobs for the same (one pool's ratings) one runs at a time; the next begins when it has ended.
    """
    now = timezone.now()
    _give_up_killers(now, pk=job_id)
    if not _claim(job_id, now):
        return False
    job = Job.objects.get(pk=job_id)
    current.set(f"job {job_id}")
    #: As it was claimed here; a worker that takes it over adds an attempt.
    ours = Job.objects.filter(pk=job_id, state=Job.State.RUNNING, attempts=job.attempts)
    try:
        with renewed(lambda: ours.update(due_at=timezone.now() + _lease()), _lease()):
            current_app.tasks[job.task].run(*job.ids)
    except Exception as error:  # whatever it was is written down, and the job is tried again
        logger.exception("job %s failed (attempt %d)", job.key, job.attempts)
        _put_back(job, ours, f"{type(error).__name__}: {error}")
        return False
    ours.update(state=Job.State.DONE, finished_at=timezone.now(), error="")
    _send_hint_of_next(job.key)
    return True


def _claim(job_id: int, now: datetime) -> bool:
    """Make a ready job ours, unless one for the same is running: the database holds that (``job_running_once``)."""
    try:
        with transaction.atomic():
            return bool(
                Job.objects.filter(_ready(now), pk=job_id).update(
                    state=Job.State.RUNNING, due_at=now + _lease(), attempts=F("attempts") + 1
                )
            )
    except IntegrityError:
        return False


def _send_hint_of_next(key: str) -> None:
    """Tell the workers of the job that had to wait for this one to end, if there is any. If the broker is away, the sweep does."""
    waiting = Job.objects.filter(_ready(timezone.now()), key=key, state=Job.State.QUEUED).first()
    if waiting is None or not _broker.may_try():
        return
    try:
        send_hint(waiting.pk)
    except (OperationalError, OSError):  # this job is done all the same
        _broker.failed()
        logger.warning("no hint for job %d: the broker does not answer", waiting.pk)
    else:
        _broker.answered()


def take_turn(name: str, *, seconds: float) -> bool:
    """Whether a periodic task is to be sent now, every ``seconds``: of any number of beats one gets the turn.

    A turn taken in the future dates from before the clock was set back, and does not count.
    """
    now = timezone.now()
    PeriodicTask.objects.bulk_create([PeriodicTask(name=name, sent_at=_NEVER)], ignore_conflicts=True)
    due = Q(sent_at__lte=now - _NEARLY * timedelta(seconds=seconds)) | Q(sent_at__gt=now + CLOCK_SLACK)
    return bool(PeriodicTask.objects.filter(due, pk=name).update(sent_at=now))


def _put_back(job: Job, ours: QuerySet[Job], error: str) -> None:
    """Queue a failed job again, later each time; give up after MAX_ATTEMPTS or when a newer row asks for the same."""
    give_up = job.attempts >= MAX_ATTEMPTS
    try:
        with transaction.atomic():
            ours.update(
                state=Job.State.FAILED if give_up else Job.State.QUEUED,
                due_at=timezone.now() + timedelta(seconds=2**job.attempts),
                finished_at=timezone.now() if give_up else None,
                error=error[:4000],
            )
    except IntegrityError:  # a newer queued row with the same key will do the work: nothing is left undone by this one
        note = f"left to a newer job: {error}"[:4000]
        ours.update(state=Job.State.DONE, finished_at=timezone.now(), error=note)


def sweep(*, worker: str) -> int:
    """Record that ``worker`` lives, send hints for rows left behind, delete old ones. Returns the number of hints."""
    now = timezone.now()
    Heartbeat.objects.update_or_create(worker=worker, defaults={"seen_at": now})
    _give_up_killers(now)
    waiting = Job.objects.filter(_ready(now))
    # The hint of a new row is still on its way.
    fresh = now - timedelta(seconds=2)
    sent = 0
    for job_id in list(
        waiting.exclude(created_at__range=(fresh, now)).order_by("due_at").values_list("pk", flat=True)[:200]
    ):
        send_hint(job_id)
        sent += 1
    Job.objects.filter(state=Job.State.DONE, finished_at__lt=now - KEEP_DONE).delete()
    Job.objects.filter(state=Job.State.FAILED, finished_at__lt=now - KEEP_FAILED).delete()
    return sent
