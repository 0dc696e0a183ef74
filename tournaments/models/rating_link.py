"""A division and rating lists: the pools it feeds, and the list that its players' ratings come from."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from core.constraints import filled
from ratings.models import OfficialList, RatingPool
from tournaments.models.events import Division


class DivisionPool(models.Model):
    """A pool that a division feeds besides its own (``Division.rating_pool``, from which its players' ratings come)."""

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="further_pools")
    pool = models.ForeignKey(RatingPool, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["division", "pool"]
        constraints = [models.UniqueConstraint(fields=["division", "pool"], name="division_pool_once")]

    def __str__(self) -> str:
        return f"{self.division_id} → {self.pool_id}"


class RatingSnapshot(models.Model):
    """Where the ratings of a division's entries come from, and what they were.

    ``official_list`` is the published list of a pool; without one, ``pool`` is the live list of the moment, and without
    a pool ``source`` names the list that was uploaded. ``ratings``: entry id → [rating, career games or null]. ``listed``: all of
    that list, for late entries, without names (``ratings.engine.listed``).
    """

    division = models.OneToOneField(Division, on_delete=models.CASCADE, related_name="rating_snapshot")
    pool = models.ForeignKey(RatingPool, null=True, on_delete=models.PROTECT, related_name="+")
    official_list = models.ForeignKey(OfficialList, null=True, on_delete=models.PROTECT, related_name="+")
    source = models.CharField(max_length=120)
    as_of = models.DateField()
    ratings = models.JSONField(default=dict)
    listed = models.JSONField(default=dict)
    taken_at = models.DateTimeField(default=timezone.now)
    taken_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        constraints = [
            filled("rating_snapshot_has_source", "source"),
            models.CheckConstraint(
                condition=Q(official_list__isnull=True) | Q(pool__isnull=False), name="rating_snapshot_list_of_pool"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.division_id}: {self.source}"
