"""The queue of a division with rolling pairing: who is free, and whether pairs form automatically."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from tournaments.models.events import Division, Entry


class QueuePlace(models.Model):
    """A player's place in the queue. It lasts while the player plays where players go back to the queue after each game; they wait
    while they have no game to finish.

    ``since``: from when on the waiting counts: when the player joined, or the last game ended. ``held``: the director keeps the
    player out of new pairs.
    """

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="queue_place")
    since = models.DateTimeField(default=timezone.now)
    held = models.BooleanField(default=False)

    class Meta:
        ordering = ["since", "pk"]

    def __str__(self) -> str:
        return f"{self.entry_id} since {self.since}"


class QueueSwitch(models.Model):
    """A division whose queue is paired automatically; without a row the director pairs it. ``switched_by``: who wanted that."""

    division = models.OneToOneField(Division, on_delete=models.CASCADE, related_name="queue_switch")
    switched_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    switched_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"queue of {self.division_id}"
