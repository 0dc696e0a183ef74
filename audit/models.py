"""The log of actions: a row for every change that matters to people. Rows are only added."""

from django.conf import settings
from django.db import models
from django.utils import timezone


class ActionLog(models.Model):
    """Who did what to which object, with the values before and after."""

    actor = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    verb = models.CharField(max_length=60)
    target_type = models.CharField(max_length=60)
    target_id = models.CharField(max_length=40)
    scope = models.CharField(
        max_length=80, blank=True, db_index=True, help_text="For example event:12, to read one event's log."
    )
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    reason = models.TextField(blank=True)
    request_id = models.CharField(max_length=40, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index(fields=["target_type", "target_id"], name="action_target")]
        constraints = [models.CheckConstraint(condition=~models.Q(verb=""), name="action_has_verb")]

    def __str__(self) -> str:
        return f"{self.verb} {self.target_type} {self.target_id}"
