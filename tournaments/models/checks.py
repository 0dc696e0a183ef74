"""What the auditor says of a finished event."""

from django.db import models
from django.utils import timezone

from core.constraints import filled
from tournaments.models.events import Event


class EventCheck(models.Model):
    """The last check of an event's figures by ``script/auditor.py``.

    ``event_version``: the event's version that it is about. ``differences``: the auditor's, none if everything agrees;
    ``unchecked``: what it could not check. ``seals``: of the facts then, with ``last_report`` and ``last_ruling`` (ids) and the
    program's ``release``: while these and the version are the same, nothing may have changed a fact.
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="check_of_figures")
    event_version = models.PositiveIntegerField()
    auditor = models.CharField(max_length=20)
    checked_at = models.DateTimeField(default=timezone.now)
    differences = models.JSONField(default=list)
    unchecked = models.JSONField(default=list)
    seals = models.JSONField(default=dict)
    last_report = models.PositiveBigIntegerField(default=0)
    last_ruling = models.PositiveBigIntegerField(default=0)
    release = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [filled("event_check_names_auditor", "auditor")]

    def __str__(self) -> str:
        return f"{self.event_id}: {len(self.differences)} differences"
