"""Divisions whose next round is drafted automatically when the last result is in."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.constraints import in_range
from tournaments.models.events import Division
from tournaments.settings.choices import MAX_ROUNDS


class AutoPairing(models.Model):
    """A division with automatic drafts; without a row it has none.

    ``system``: "" pairs like the round before. ``switched_by``: in whose name rounds are drafted. ``drafted_round``: the last
    round drafted automatically, which is not repeated. ``error``: why ``failed_round`` could not be.
    """

    division = models.OneToOneField(Division, on_delete=models.CASCADE, related_name="auto_pairing")
    system = models.CharField(_("pairing system"), max_length=40, blank=True)
    switched_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    switched_at = models.DateTimeField(default=timezone.now)
    drafted_round = models.PositiveSmallIntegerField(null=True)
    failed_round = models.PositiveSmallIntegerField(null=True)
    error = models.TextField(blank=True)

    class Meta:
        constraints = [
            in_range("auto_pairing_drafted_in_range", "drafted_round", 2, MAX_ROUNDS, or_null=True),
            models.CheckConstraint(
                condition=Q(failed_round__isnull=True, error="")
                | ~Q(error="") & Q(failed_round__gte=2, failed_round__lte=MAX_ROUNDS),
                name="auto_pairing_error_of_a_round",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.division_id}: {self.system or 'as before'}"
