"""Events that come from another site or are run on a laptop for a while, and what reached the site meanwhile."""

from uuid import uuid4

from django.conf import settings
from django.core.files.storage import FileSystemStorage, Storage
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubs.links import Link, link_constraints
from clubs.models import Club
from core.constraints import filled, one_of
from games.models import MAX_RECORD_BYTES
from tournaments.models.events import MAX_REASON, Event
from tournaments.models.photos import photo_name, photo_storage
from tournaments.models.results import SIDES, Scored, Submission
from tournaments.models.rounds import Pairing, PersonalLink


def archive_storage() -> Storage:
    """A folder of its own, outside everything that the web server serves."""
    return FileSystemStorage(location=settings.WORDHALL_DATA / "archives")


def archive_name(_archive: models.Model, _name: str) -> str:
    """A random name: what the file was called says nothing."""
    return f"{uuid4().hex}.zip"


class EventLaptop(Link):
    """A laptop that runs an event for the site. While one does, nothing of the event changes here.

    Its key travels in the archive: only that laptop's archive comes back without more questions. ``reason``: why it was taken back
    without the laptop ("" while it runs, and for one that came back).
    """

    kind, opens = "tournaments.laptop", "event_id"
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="laptops")
    taken_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    ended_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    reason = models.CharField(_("reason"), max_length=MAX_REASON, blank=True, default="")

    class Meta:
        ordering = ["-pk"]
        constraints = [
            *link_constraints("event_laptop", "event", one="one_running"),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=False) | Q(reason=""), name="event_laptop_running_without_reason"
            ),
        ]


class EventOrigin(models.Model):
    """Where an event was brought in from. ``key``: of the laptop, on the laptop itself; "" for an event that stays here.

    ``ids``: the rows of the archive it came from, by table: the id here → the id there, so that the site knows its rows again.
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="origin")
    site = models.CharField(max_length=200)
    key = models.CharField(max_length=64, blank=True, default="")
    ids = models.JSONField(default=dict)
    brought_at = models.DateTimeField(default=timezone.now)
    brought_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        constraints = [filled("event_origin_names_site", "site")]

    def __str__(self) -> str:
        return f"{self.event_id} from {self.site}"


class ArchiveUpload(models.Model):
    """An event archive that was sent and waits for somebody's decision. ``event``: the one that it is to come back to."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    event = models.ForeignKey(Event, null=True, on_delete=models.CASCADE, related_name="+")
    file = models.FileField(storage=archive_storage, upload_to=archive_name, max_length=60)
    sent_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"archive {self.pk} for {self.club_id}"


class HeldReport(Scored):
    """A player's report that reached the site while a laptop ran the event: kept until a director takes or leaves it.

    ``kind`` "": no result was typed, the record has it. ``place``: division, round and table, as they were. ``submission``: what it
    became when it was taken.
    """

    class Decided(models.TextChoices):
        TAKEN = "taken", pgettext_lazy("a report", "accepted")
        LEFT = "left", pgettext_lazy("a report", "left out")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="held_reports")
    pairing = models.ForeignKey(Pairing, null=True, on_delete=models.SET_NULL, related_name="held_reports")
    place = models.CharField(max_length=300)
    channel = models.CharField(max_length=10, choices=Submission.Channel.choices)
    side = models.CharField(max_length=10, choices=SIDES)
    link = models.ForeignKey(PersonalLink, null=True, on_delete=models.SET_NULL, related_name="+")
    client_token = models.CharField(max_length=40)
    kind = models.CharField(max_length=20, blank=True, default="")
    record = models.BinaryField(max_length=MAX_RECORD_BYTES, default=b"")
    created_at = models.DateTimeField(default=timezone.now)
    decided = models.CharField(max_length=10, choices=Decided.choices, blank=True, default="")
    decided_at = models.DateTimeField(null=True)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    submission = models.ForeignKey(Submission, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["pairing", "client_token"], name="held_report_token_once_per_pairing"),
            one_of("held_report_known_side", "side", [side for side, _label in SIDES]),
            one_of("held_report_known_channel", "channel", Submission.Channel.values),
            models.CheckConstraint(
                condition=Q(decided="", decided_at__isnull=True)
                | Q(decided__in=["taken", "left"], decided_at__isnull=False),
                name="held_report_decided_at_a_time",
            ),
            models.CheckConstraint(
                condition=Q(decided="taken") | Q(submission__isnull=True), name="held_report_taken_becomes_report"
            ),
            filled("held_report_has_token", "client_token"),
        ]

    def __str__(self) -> str:
        return f"{self.place}: {self.side}"


class HeldPhoto(models.Model):
    """A photo sent with such a report, encoded here."""

    report = models.ForeignKey(HeldReport, on_delete=models.CASCADE, related_name="photos")
    file = models.FileField(storage=photo_storage, upload_to=photo_name, max_length=60)
    sha256 = models.CharField(max_length=64)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["report", "sha256"], name="held_photo_once_per_report")]

    def __str__(self) -> str:
        return f"photo of held report {self.report_id}"
