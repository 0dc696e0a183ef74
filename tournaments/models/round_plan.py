"""The plan of a division's rounds."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from core.constraints import in_range
from tournaments.models.events import Division
from tournaments.settings.choices import MAX_MINUTES, MAX_ROUNDS


class PlannedRound(models.Model):
    """How a round is to be paired; ``engine.round_plan`` explains the columns. Without a row the round is not planned.

    ``system``: "" leaves it open, like a missing row. ``minutes``: None for the length of the division's rounds. Rows beyond the
    division's number of rounds do nothing.
    """

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="planned_rounds")
    number = models.PositiveSmallIntegerField(_("round"))
    system = models.CharField(_("pairing system"), max_length=40, blank=True)
    options = models.JSONField(default=dict, blank=True)
    lag = models.PositiveSmallIntegerField(default=0)
    minutes = models.PositiveSmallIntegerField(_("minutes"), null=True, blank=True)

    class Meta:
        ordering = ["division", "number"]
        constraints = [
            models.UniqueConstraint(fields=["division", "number"], name="planned_round_once"),
            in_range("planned_round_number_in_range", "number", 1, MAX_ROUNDS),
            models.CheckConstraint(condition=Q(lag__lt=F("number")), name="planned_round_lag_before_round"),
            models.CheckConstraint(condition=~Q(system="") | Q(lag=0), name="planned_round_open_without_lag"),
            in_range("planned_round_minutes_in_range", "minutes", 1, MAX_MINUTES, or_null=True),
        ]

    def __str__(self) -> str:
        return f"{self.division_id} · {self.number}: {self.system}"
