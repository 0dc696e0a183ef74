"""The clock of a round in the hall: its marks, from which ``engine.round_clock`` reads the time."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.constraints import filled, one_of
from tournaments.engine.round_clock import Act
from tournaments.models.events import Division, Event
from tournaments.models.rounds import Pairing
from tournaments.settings.choices import MAX_MINUTES, MAX_ROUNDS

#: What is done to a clock, as the log of a clock says it.
ACTS = [
    (Act.START.value, _("started")),
    (Act.PAUSE.value, _("paused")),
    (Act.RESUME.value, _("resumed")),
    (Act.EXTEND.value, _("extended")),
    (Act.STOP.value, _("stopped")),
]


class RoundClock(models.Model):
    """A clock of the whole event (no division), or of a division's round. ``stopped_at``: when it was stopped for good."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="clocks")
    division = models.ForeignKey(Division, null=True, on_delete=models.CASCADE, related_name="clocks")
    round_number = models.PositiveSmallIntegerField(null=True)
    stopped_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["event"],
                condition=Q(division__isnull=True, stopped_at__isnull=True),
                name="clock_one_open_per_event",
            ),
            models.UniqueConstraint(
                fields=["division"],
                condition=Q(division__isnull=False, stopped_at__isnull=True),
                name="clock_one_open_per_division",
            ),
            models.CheckConstraint(
                condition=Q(division__isnull=True, round_number__isnull=True)
                | Q(division__isnull=False, round_number__gte=1, round_number__lte=MAX_ROUNDS),
                name="clock_of_event_or_round",
            ),
        ]

    def __str__(self) -> str:
        return f"clock of {self.event_id}/{self.division_id}/{self.round_number}"


class TableTime(models.Model):
    """Extra time of one table in its round, beyond what the clock gives all. ``ended_at``: cancelled then."""

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="extra_times")
    minutes = models.PositiveSmallIntegerField()
    reason = models.CharField(_("reason"), max_length=200)
    at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["pairing", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(minutes__gte=1, minutes__lte=MAX_MINUTES), name="table_time_minutes_in_range"
            ),
            filled("table_time_has_reason", "reason"),
        ]

    def __str__(self) -> str:
        return f"{self.pairing_id}: {self.minutes} min"


class ClockMark(models.Model):
    """Something done to a clock; only added. ``seconds``: what a start gives and an extension adds."""

    clock = models.ForeignKey(RoundClock, on_delete=models.CASCADE, related_name="marks")
    number = models.PositiveSmallIntegerField()
    act = models.CharField(max_length=10, choices=ACTS)
    at = models.DateTimeField(default=timezone.now)
    seconds = models.PositiveIntegerField(default=0)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["clock", "number"]
        constraints = [
            models.UniqueConstraint(fields=["clock", "number"], name="clock_mark_number_once"),
            models.UniqueConstraint(fields=["clock"], condition=Q(act="stop"), name="clock_mark_stops_once"),
            one_of("clock_mark_known_act", "act", [act for act, _label in ACTS]),
            models.CheckConstraint(
                condition=Q(act="start", number=1) | ~Q(act="start") & Q(number__gte=2),
                name="clock_mark_begins_with_start",
            ),
            models.CheckConstraint(
                condition=Q(act__in=["start", "extend"], seconds__gte=60, seconds__lte=60 * MAX_MINUTES)
                | ~Q(act__in=["start", "extend"]) & Q(seconds=0),
                name="clock_mark_seconds_fit_act",
            ),
            models.CheckConstraint(condition=~Q(act="extend") | ~Q(reason=""), name="clock_mark_extension_has_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.clock_id}.{self.number}: {self.act}"
