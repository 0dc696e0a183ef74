"""Long calculations in the background: how far they are, and their outcome."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from core.constraints import in_range
from jobs.models import OPEN_STATES, Work, work_constraints
from tournaments.models.events import Division
from tournaments.models.rounds import PairingRun
from tournaments.settings.choices import MAX_ROUNDS


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
            *work_constraints("pairing_request"),
            in_range("pairing_request_round_in_range", "round_number", 1, MAX_ROUNDS),
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
            *work_constraints("contention_run"),
            models.CheckConstraint(
                condition=~Q(state="done") | Q(result__isnull=False), name="contention_run_done_has_result"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.division_id}: {self.state}"
