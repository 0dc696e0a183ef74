"""What a club keeps around its events: its membership list and its regular night."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Player
from core.constraints import filled, in_range, one_of
from tournaments.models import Event


class RollMember(models.Model):
    """A player on a club's roll. Only the club's directors see dues and note; ``office`` stands on the club's page."""

    class Kind(models.TextChoices):
        FULL = "full", _("full member")
        REDUCED = "reduced", _("reduced fee")
        JUNIOR = "junior", _("junior")
        FAMILY = "family", _("family")
        HONORARY = "honorary", _("honorary member")
        GUEST = "guest", _("guest")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="roll")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="roll")
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices, default=Kind.FULL)
    joined_on = models.DateField(_("joined"), null=True, blank=True)
    left_on = models.DateField(_("left"), null=True, blank=True)
    dues_until = models.DateField(_("dues paid until"), null=True, blank=True)
    note = models.CharField(_("note"), max_length=200, blank=True, default="")
    office = models.CharField(_("office"), max_length=60, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "player"], name="roll_member_once_per_club"),
            one_of("roll_member_known_kind", "kind", ["full", "reduced", "junior", "family", "honorary", "guest"]),
            models.CheckConstraint(
                condition=Q(joined_on__isnull=True) | Q(left_on__isnull=True) | Q(left_on__gte=F("joined_on")),
                name="roll_member_joined_before_leaving",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.club_id}"


class NightPlan(models.Model):
    """A club's regular night: when, and what its events are made from. ``template`` empty: like the last night.

    ``skipped``: days without a night, as ISO dates.
    """

    class Repeats(models.TextChoices):
        WEEK = "week", _("every week")
        FORTNIGHT = "fortnight", _("every two weeks")
        MONTH = "month", _("every month, on the same week and weekday")

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="night_plan")
    name = models.CharField(_("name"), max_length=80)
    template = models.CharField(_("template"), max_length=40, blank=True, default="")
    first_on = models.DateField(_("first club night"))
    repeats = models.CharField(_("repeats"), max_length=10, choices=Repeats.choices, default=Repeats.WEEK)
    starts_at = models.TimeField(_("starts"))
    minutes = models.PositiveSmallIntegerField(_("minutes"), default=180)
    skipped = models.JSONField(default=list, blank=True)

    class Meta:
        constraints = [
            filled("night_plan_has_name", "name"),
            one_of("night_plan_known_repeats", "repeats", ["week", "fortnight", "month"]),
            in_range("night_plan_minutes_in_range", "minutes", 15, 1440),
        ]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.name}"


class ClubNight(models.Model):
    """An event that was made as a club night; the next one is made like it."""

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="club_night")
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"club night {self.event_id}"
