"""A tablet in the hall at which every table of an event may report."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from tournaments.models.events import Event


class ResultsKiosk(models.Model):
    """A private address that lists the tables being played; only the key's hash is stored. One is open at a time."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="kiosks")
    nonce = models.CharField(max_length=32)
    key_hash = models.CharField(max_length=64)
    opened_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["key_hash"], name="kiosk_key_once"),
            models.UniqueConstraint(
                fields=["event"], condition=Q(closed_at__isnull=True), name="kiosk_one_open_per_event"
            ),
        ]

    def __str__(self) -> str:
        return f"kiosk of {self.event_id}"
