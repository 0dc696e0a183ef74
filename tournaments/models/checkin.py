"""The day of the event: who is here, who sits at the table, what players tell the director, and who may not be entered."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Player
from core.constraints import filled, in_range
from tournaments.models.events import Entry, Event
from tournaments.models.rounds import Pairing
from tournaments.settings.choices import MAX_ROUNDS

#: No later is "late": a player who comes two hours after the start should ask for a bye.
MAX_LATE_MINUTES = 120
MAX_FORFEIT_MINUTES = 120


class CheckIn(models.Model):
    """How an event checks its players in; without a row it does not, and round 1 is paired without asking.

    ``self_open``: players check themselves in by their personal link. ``waits``: round 1 is not paired while somebody is missing;
    otherwise the page only warns. ``forfeit_minutes``: after so many minutes of a round the director is told who is not at the table.
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="check_in")
    self_open = models.BooleanField(_("players check themselves in by their personal link"), default=True)
    waits = models.BooleanField(
        _("round 1 waits until everyone is here"),
        default=False,
        help_text=_("Otherwise the page for round 1 only says who is not here yet."),
    )
    forfeit_minutes = models.PositiveSmallIntegerField(
        _("forfeit timer in minutes"),
        null=True,
        blank=True,
        help_text=_(
            "This many minutes into a round you are told who is not at their table, and can record a forfeit with "
            "one tap. Leave empty for no timer."
        ),
    )

    class Meta:
        constraints = [
            in_range("check_in_forfeit_minutes_in_range", "forfeit_minutes", 1, MAX_FORFEIT_MINUTES, or_null=True)
        ]

    def __str__(self) -> str:
        return f"check-in of {self.event_id}"


class Arrival(models.Model):
    """A player is here. ``actor``: the official who said so; None: the player, by the personal link."""

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="arrival")
    at = models.DateTimeField(default=timezone.now)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    def __str__(self) -> str:
        return f"{self.entry_id} is here"


class AtTable(models.Model):
    """A player sits at the table of a game, as ticked on the slip, the kiosk or the own page."""

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="at_table")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pairing", "entry"], name="at_table_once_per_game")]

    def __str__(self) -> str:
        return f"{self.entry_id} at {self.pairing_id}"


class PlayerNotice(models.Model):
    """What a player tells the director by the personal link; shown until somebody has answered it.

    ``minutes``: how late. ``round_number``: of the bye asked for, or the last round before the player withdrew.
    """

    class Kind(models.TextChoices):
        LATE = "late", _("will be late")
        BYE = "bye", _("asks for a bye")
        WITHDRAWN = "withdrawn", _("has withdrawn")

    class Answer(models.TextChoices):
        SEEN = "seen", _("seen")
        GRANTED = "granted", _("granted")
        REFUSED = "refused", _("refused")

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    minutes = models.PositiveSmallIntegerField(_("minutes late"), null=True, blank=True)
    round_number = models.PositiveSmallIntegerField(_("round"), null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    answer = models.CharField(max_length=10, choices=Answer.choices, blank=True, default="")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                # a comparison with nothing is not refused: both columns are said to be there
                condition=Q(
                    kind="late",
                    minutes__isnull=False,
                    minutes__gte=1,
                    minutes__lte=MAX_LATE_MINUTES,
                    round_number__isnull=True,
                )
                | Q(
                    kind="bye",
                    minutes__isnull=True,
                    round_number__isnull=False,
                    round_number__gte=1,
                    round_number__lte=MAX_ROUNDS,
                )
                | Q(kind="withdrawn", minutes__isnull=True, round_number__isnull=False, round_number__lte=MAX_ROUNDS),
                name="player_notice_fits_kind",
            ),
            models.CheckConstraint(
                condition=Q(answer__in=["", "seen"]) | Q(kind="bye", answer__in=["granted", "refused"]),
                name="player_notice_answer_fits_kind",
            ),
            models.UniqueConstraint(
                fields=["entry", "kind"],
                condition=Q(answer="") & ~Q(kind="bye"),
                name="player_notice_one_open_of_a_kind",
            ),
            models.UniqueConstraint(
                fields=["entry", "round_number"],
                condition=Q(answer="", kind="bye"),
                name="player_notice_one_open_bye_per_round",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} {self.kind}"


class Ban(models.Model):
    """A club does not want a player entered; directors see it with its reason. ``until``: the last day (None: until lifted)."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="bans")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="bans")
    reason = models.CharField(_("reason"), max_length=500)
    until = models.DateField(_("last day"), null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "player"], name="ban_once_per_club"),
            filled("ban_has_reason", "reason"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.club_id}"
