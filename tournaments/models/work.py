"""Long calculations in the background: how far they are, and their outcome."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Division
from tournaments.models.rounds import PairingRun
from tournaments.settings.choices import MAX_ROUNDS

WORK_STATES = ["waiting", "running", "done", "failed", "dropped"]
OPEN_STATES = ["waiting", "running"]


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


def _work_constraints(prefix: str) -> list[models.BaseConstraint]:
    ended = ~Q(state__in=OPEN_STATES) & Q(finished_at__isnull=False)
    conditions = {
        "known_state": Q(state__in=WORK_STATES),
        "done_within_total": Q(done__lte=F("total")),
        "finished_when_ended": Q(state__in=OPEN_STATES, finished_at__isnull=True) | ended,
    }
    return [models.CheckConstraint(condition=check, name=f"{prefix}_{name}") for name, check in conditions.items()]


class PairingRequest(Work):
    """A round that is being paired in the background, with a fallback draft meanwhile.

    ``draft_version``: the fallback draft's version at the request; a draft that was changed since is left alone.
    """

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="pairing_requests")
    round_number = models.PositiveSmallIntegerField()
    system = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    based_on = models.PositiveSmallIntegerField(null=True, blank=True)
    despite_missing = models.BooleanField(default=False)
    draft_version = models.PositiveIntegerField(default=0)
    run = models.ForeignKey(PairingRun, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    requested_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["division", "round_number"],
                condition=Q(state__in=OPEN_STATES),
                name="pairing_request_one_open_per_round",
            ),
            *_work_constraints("pairing_request"),
            models.CheckConstraint(
                condition=Q(round_number__gte=1, round_number__lte=MAX_ROUNDS), name="pairing_request_round_in_range"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.division_id} · {self.round_number}: {self.state}"


class ContentionRun(Work):
    """Who is in contention in a division, from the facts of ``fingerprint``."""

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="contention_runs")
    fingerprint = models.CharField(max_length=64)
    seed = models.BigIntegerField()
    simulations = models.PositiveIntegerField()
    result = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["division", "fingerprint"], name="contention_run_once_per_facts"),
            *_work_constraints("contention_run"),
            models.CheckConstraint(
                condition=~Q(state="done") | Q(result__isnull=False), name="contention_run_done_has_result"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.division_id}: {self.state}"
