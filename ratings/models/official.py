"""What a ratings officer decided: official lists that never change again, and duplicates that are one person."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.models import Player
from core.constraints import filled


class OfficialList(models.Model):
    """A rating list as it was published on a day: frozen, whatever is corrected later.

    ``inputs`` names what it was computed from: system, parameters, program version and the ledger's version and hash.
    """

    pool = models.ForeignKey("ratings.RatingPool", on_delete=models.PROTECT, related_name="official_lists")
    name = models.CharField(_("name"), max_length=80)
    effective = models.DateField(_("valid from"))
    ledger_version = models.PositiveBigIntegerField()
    system = models.CharField(max_length=20)
    params = models.JSONField(default=dict)
    engine_version = models.CharField(max_length=20)
    content_hash = models.CharField(max_length=64)
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+", editable=False
    )
    published_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-effective", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["pool", "effective"], name="official_list_once_a_day"),
            filled("official_list_has_name", "name"),
        ]

    def __str__(self) -> str:
        return self.name


class OfficialRating(models.Model):
    """A line of an official list; provisional ones have no rank.

    The name is the player's own: it is not copied, so that a person can be forgotten."""

    official_list = models.ForeignKey(OfficialList, on_delete=models.PROTECT, related_name="lines")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    rank = models.PositiveIntegerField(null=True)
    rating = models.SmallIntegerField()
    games = models.PositiveIntegerField(null=True)
    deviation = models.FloatField(null=True)
    provisional = models.BooleanField()
    last_date = models.DateField(null=True)

    class Meta:
        ordering = [F("rank").asc(nulls_last=True), "pk"]
        constraints = [
            models.UniqueConstraint(fields=["official_list", "player"], name="official_rating_once_per_list"),
            models.CheckConstraint(
                condition=Q(rank__isnull=False, rank__gte=1) | Q(rank__isnull=True, provisional=True),
                name="official_rating_has_rank",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rank or '–'}. {self.player_id}: {self.rating}"


class PlayerMerge(models.Model):
    """``duplicate`` is the same person as ``kept``: the games of both are rated as those of ``kept``.

    The ledger itself stays as it was written, so undoing a merge (``undone_at``) brings back exactly what was before.
    """

    duplicate = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="merges")
    kept = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="merged_duplicates")
    reason = models.CharField(_("reason"), max_length=300)
    created_at = models.DateTimeField(default=timezone.now)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["duplicate"], condition=Q(undone_at__isnull=True), name="player_merge_once_at_a_time"
            ),
            models.CheckConstraint(condition=~Q(duplicate=F("kept")), name="player_merge_two_players"),
            filled("player_merge_has_reason", "reason"),
        ]

    def __str__(self) -> str:
        return f"{self.duplicate_id} → {self.kept_id}"
