"""Backups of an event's facts."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from core.constraints import filled
from core.exact_json import ExactEncoder
from tournaments.models.events import Event


class EventBackup(models.Model):
    """All facts of an event, stored before a step that takes something away. Only added."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="backups")
    why = models.CharField(max_length=80)
    data = models.JSONField(encoder=ExactEncoder)
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["-pk"]
        constraints = [filled("backup_says_why", "why")]

    def __str__(self) -> str:
        return f"{self.event}: {self.why}"
