"""Events whose results come from another program: the file that is followed, and which of its divisions is which here."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.constraints import filled, one_of
from core.outgoing import MAX_ADDRESS
from tournaments.models.events import Division, Event

MAX_PART = 60


class EventFeed(models.Model):
    """The ``tourney.js`` of an event that is run with tsh elsewhere. ``followed_by``: in whose name its results are entered.

    ``etag``, ``last_modified``, ``digest``: the version of the file that was read last; ``event_version``: the event's when nothing
    differed from it. ``failures``: tries in a row that failed, ``trouble`` and ``status_code``: why the last one did. ``answers``: who is
    meant where a name in the file is only similar to a known one, the name → a player's id or a number below 1 (``NEW_PLAYER``).
    """

    class State(models.TextChoices):
        FOLLOWING = "following", _("following")
        PAUSED = "paused", _("paused")
        STOPPED = "stopped", _("no longer followed")

    class Why(models.TextChoices):
        """Why it is not read."""

        BY_HAND = "by_hand", _("by a director")
        UNCHANGED = "unchanged", _("the file had not changed for a day and a half")
        FINISHED = "finished", _("the event is finished")
        ACCOUNT = "account", _("the director who started it is no longer allowed to manage the event")

    class Trouble(models.TextChoices):
        """What stood in the way at the last try, besides what is wrong in the file."""

        PRIVATE = "private", _("The address leads to a private network; nothing is read from it.")
        CERTIFICATE = "certificate", _("The address has no valid certificate.")
        TIME = "time", _("No answer in time.")
        CONNECTION = "connection", _("No connection.")
        REDIRECT = "redirect", _("The address redirects. Enter the address that it leads to.")
        MISSING = "missing", _("There is no file at this address.")
        STATUS = "status", _("The server refused to send the file.")
        SIZE = "size", _("The file is too large.")
        ADDRESS = "address", _("Nothing can be read from this address. Correct it.")

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="feed")
    address = models.CharField(_("address"), max_length=MAX_ADDRESS)
    state = models.CharField(max_length=10, choices=State.choices, default=State.FOLLOWING)
    why = models.CharField(max_length=10, choices=Why.choices, blank=True, default="")
    followed_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    followed_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(default=timezone.now)
    read_at = models.DateTimeField(null=True, blank=True)
    changed_at = models.DateTimeField(null=True, blank=True)
    etag = models.CharField(max_length=200, blank=True, default="")
    last_modified = models.CharField(max_length=100, blank=True, default="")
    digest = models.CharField(max_length=64, blank=True, default="")
    event_version = models.PositiveIntegerField(null=True, blank=True)
    failures = models.PositiveIntegerField(default=0)
    trouble = models.CharField(max_length=20, choices=Trouble.choices, blank=True, default="")
    status_code = models.PositiveSmallIntegerField(null=True, blank=True)
    answers = models.JSONField(default=dict)

    class Meta:
        constraints = [
            filled("event_feed_has_address", "address"),
            one_of(
                "event_feed_known_trouble",
                "trouble",
                [
                    "",
                    "private",
                    "certificate",
                    "time",
                    "connection",
                    "redirect",
                    "missing",
                    "status",
                    "size",
                    "address",
                ],
            ),
            models.CheckConstraint(
                condition=Q(state="following", why="")
                | Q(state__in=["paused", "stopped"], why__in=["by_hand", "unchanged", "finished", "account"]),
                name="event_feed_rests_for_a_reason",
            ),
        ]
        indexes = [models.Index(fields=["state", "due_at"], name="event_feed_due")]

    def __str__(self) -> str:
        return f"{self.event_id} from {self.address} ({self.state})"

    @property
    def is_live(self) -> bool:
        """Whether results come from the file, perhaps after a pause: nothing is entered by hand meanwhile."""
        return self.state != self.State.STOPPED


class FollowedDivision(models.Model):
    """A division whose results come from the file. ``part``: its name there.

    ``problems``: why nothing from the newest file was used (``queries.feed.Problem``); empty where everything was.
    """

    feed = models.ForeignKey(EventFeed, on_delete=models.CASCADE, related_name="divisions")
    division = models.OneToOneField(Division, on_delete=models.CASCADE, related_name="followed")
    part = models.CharField(_("name in the file"), max_length=MAX_PART)
    problems = models.JSONField(default=list)

    class Meta:
        ordering = ["division__position", "pk"]
        constraints = [
            filled("followed_division_named_in_file", "part"),
            models.UniqueConstraint(fields=["feed", "part"], name="followed_division_part_once"),
        ]

    def __str__(self) -> str:
        return f"{self.division_id}: {self.part}"
