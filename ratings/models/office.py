"""What the ratings office asked to be computed, and the answers."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from core.constraints import one_of
from jobs.models import Work, work_constraints
from ratings.models.pools import RatingPool


class PoolCheck(Work):
    """One press of “Check” or “Recompute”: how far it is, and its answer.

    ``done`` of ``total`` events are rated. ``differences``: what a check saw published otherwise than computed, or a
    recompute corrected; the first of ``found``.
    """

    class Kind(models.TextChoices):
        CHECK = "check", _("Check")
        RECOMPUTE = "recompute", _("Recompute")

    pool = models.ForeignKey(RatingPool, on_delete=models.PROTECT, related_name="checks")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    events = models.PositiveIntegerField(default=0)
    games = models.PositiveIntegerField(default=0)
    found = models.PositiveIntegerField(default=0)
    differences = models.JSONField(default=list)
    requested_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["pool"], condition=Q(finished_at__isnull=True), name="pool_check_one_open_per_pool"
            ),
            one_of("pool_check_known_kind", "kind", ["check", "recompute"]),
            *work_constraints("pool_check"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.pool_id}: {self.state}"
