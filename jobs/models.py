"""Background work as rows: what must be done, who is doing it until when, and whether the worker is alive."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

#: Of ``Work``.
WORK_STATES = ["waiting", "running", "done", "failed", "dropped"]
OPEN_STATES = ["waiting", "running"]


class Job(models.Model):
    """One call of a task, requested inside a transaction, that must run at least once after it."""

    class State(models.TextChoices):
        QUEUED = "queued"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"

    key = models.CharField(
        max_length=200, help_text="Task name and ids; while queued, a second request is the same job."
    )
    task = models.CharField(max_length=120)
    ids = models.JSONField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    attempts = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField(
        default=timezone.now, help_text="Not before this; while running, when the lease ends."
    )
    created_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)
    error = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["key"], condition=Q(state="queued"), name="job_queued_once"),
            models.UniqueConstraint(fields=["key"], condition=Q(state="running"), name="job_running_once"),
            models.CheckConstraint(
                condition=Q(state__in=["done", "failed"], finished_at__isnull=False)
                | Q(state__in=["queued", "running"], finished_at__isnull=True),
                name="job_finished_when_ended",
            ),
        ]
        indexes = [models.Index(fields=["state", "due_at"], name="job_state_due")]

    def __str__(self) -> str:
        return f"{self.key} ({self.state})"


class Heartbeat(models.Model):
    """When a worker last did something; one row per worker name."""

    worker = models.CharField(max_length=120, primary_key=True)
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.worker} at {date_format(self.seen_at, 'DATETIME_FORMAT')}"


class PeriodicTask(models.Model):
    """When a task that comes again and again was last sent, by whichever beat; one row per entry of the schedule."""

    name = models.CharField(max_length=120, primary_key=True)
    sent_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} at {date_format(self.sent_at, 'DATETIME_FORMAT')}"


class Work(models.Model):
    """How far a calculation is: ``done`` of ``total`` steps. ``error``: the director's message when it failed."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("calculating")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")
        DROPPED = "dropped", _("no longer needed")

    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=1)
    error = models.TextField(blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True

    @property
    def percent(self) -> int:
        """How much is done, in percent."""
        return min(100, 100 * self.done // max(1, self.total))

    @property
    def is_open(self) -> bool:
        """Whether it is not ended yet."""
        return self.state in OPEN_STATES


def work_constraints(prefix: str) -> list[models.BaseConstraint]:
    """What holds for every calculation."""
    ended = ~Q(state__in=OPEN_STATES) & Q(finished_at__isnull=False)
    conditions = {
        "known_state": Q(state__in=WORK_STATES),
        "done_within_total": Q(done__lte=F("total")),
        "finished_when_ended": Q(state__in=OPEN_STATES, finished_at__isnull=True) | ended,
    }
    return [models.CheckConstraint(condition=check, name=f"{prefix}_{name}") for name, check in conditions.items()]
