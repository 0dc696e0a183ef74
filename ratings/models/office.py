"""What the ratings office asked to be computed, and the answers."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ratings.models.pools import RatingPool


class PoolCheck(models.Model):
    """One press of “Check” or “Recompute”: how far it is, and its answer.

    ``done`` of ``total`` events are rated. ``differences``: what a check saw published otherwise than computed, or a
    recompute corrected; the first of ``found``.
    """

    class Kind(models.TextChoices):
        CHECK = "check", _("Check")
        RECOMPUTE = "recompute", _("Recompute")

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    pool = models.ForeignKey(RatingPool, on_delete=models.PROTECT, related_name="checks")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=1)
    events = models.PositiveIntegerField(default=0)
    games = models.PositiveIntegerField(default=0)
    found = models.PositiveIntegerField(default=0)
    differences = models.JSONField(default=list)
    error = models.TextField(blank=True)
    requested_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["pool"], condition=Q(finished_at__isnull=True), name="pool_check_one_open_per_pool"
            ),
            models.CheckConstraint(condition=Q(kind__in=["check", "recompute"]), name="pool_check_known_kind"),
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "running"], finished_at__isnull=True)
                | Q(state__in=["done", "failed"], finished_at__isnull=False),
                name="pool_check_finished_when_ended",
            ),
            models.CheckConstraint(condition=Q(done__lte=F("total")), name="pool_check_done_within_total"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.pool_id}: {self.state}"

    @property
    def is_open(self) -> bool:
        """Whether the answer is still to come."""
        return self.finished_at is None

    @property
    def percent(self) -> int:
        """How much is done, in percent."""
        return min(100, 100 * self.done // max(1, self.total))
