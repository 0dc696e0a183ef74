"""What the screens of the hall show by the director's choice, and who annotates which table."""

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.constraints import in_range, one_of
from tournaments.engine.table_numbers import MAX_TABLE
from tournaments.models.events import Division, Event

#: How long a screen of the hall stays, in seconds.
MIN_SCREEN_SECONDS: Final = 5
MAX_SCREEN_SECONDS: Final = 120
SCREEN_SECONDS: Final = 15
MAX_SCREEN_TEXT: Final = 200


class HallScreens(models.Model):
    """What the screens of an event's hall show. ``division`` None: all of them; ``seconds``: how long each page stays."""

    class Shows(models.TextChoices):
        TURN = "turn", _("pairings and standings in turn")
        PAIRINGS = "pairings", _("pairings and results by table")
        NAMES = "names", _("tables by name")
        STANDINGS = "standings", _("standings")
        CLOCK = "clock", _("the round clock")
        TEXT = "text", _("custom text")

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="screens")
    shows = models.CharField(_("screens show"), max_length=10, choices=Shows.choices, default=Shows.TURN)
    division = models.ForeignKey(Division, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    seconds = models.PositiveSmallIntegerField(_("seconds for each page"), default=SCREEN_SECONDS)
    text = models.CharField(_("text"), max_length=MAX_SCREEN_TEXT, blank=True, default="")

    class Meta:
        constraints = [
            one_of("screens_known_shows", "shows", ["turn", "pairings", "names", "standings", "clock", "text"]),
            in_range("screens_seconds_in_range", "seconds", MIN_SCREEN_SECONDS, MAX_SCREEN_SECONDS),
            models.CheckConstraint(condition=~Q(shows="text") | ~Q(text=""), name="screens_text_is_there"),
        ]

    def __str__(self) -> str:
        return f"screens of {self.event_id}: {self.shows}"


class TableClaim(models.Model):
    """Somebody who annotates tables of an event, and the table they have now (None: none).

    ``stream``: their number in the event, by which addresses follow them from table to table; it never changes.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="table_claims")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    stream = models.PositiveSmallIntegerField()
    division = models.ForeignKey(Division, null=True, on_delete=models.CASCADE, related_name="+")
    table_number = models.PositiveSmallIntegerField(_("table"), null=True)
    claimed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["event", "stream"]
        constraints = [
            models.UniqueConstraint(fields=["event", "user"], name="table_claim_once_per_user"),
            models.UniqueConstraint(fields=["event", "stream"], name="table_claim_stream_once"),
            models.UniqueConstraint(fields=["division", "table_number"], name="table_claim_once_per_table"),
            in_range("table_claim_stream_positive", "stream", 1, 32_767),
            in_range("table_claim_table_in_range", "table_number", 1, MAX_TABLE, or_null=True),
            models.CheckConstraint(
                condition=Q(division__isnull=True, table_number__isnull=True)
                | Q(division__isnull=False, table_number__isnull=False),
                name="table_claim_of_a_division",
            ),
        ]

    def __str__(self) -> str:
        return f"stream {self.stream} of {self.event_id}: table {self.table_number}"
