"""A tablet in the hall at which every table of an event may report."""

from django.conf import settings
from django.db import models

from clubs.links import Link, link_constraints
from tournaments.models.events import Event


class ResultsKiosk(Link):
    """A private address that lists the tables being played. One is open at a time."""

    kind, opens = "tournaments.kiosk", "event_id"
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="kiosks")
    opened_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        constraints = link_constraints("kiosk", "event", one="one_open")
